"""Work done in order: in this process, or by the workers of a pool."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from typing import TypeVar

Task = TypeVar("Task")
Answer = TypeVar("Answer")
#: The most tasks in flight, so that memory does not grow with their number.
MOST_IN_FLIGHT = 64


class WorkerPool:
    """Does tasks in order, here or elsewhere.

    Args:
        executor: runs tasks elsewhere; None does them in this process.
    """

    def __init__(
        self, executor: Executor | None = None, workers: int = 1, *, by_file: bool = False
    ) -> None:
        self.executor = executor
        self.workers = workers
        self.by_file = by_file

    def call(self, function: Callable[[Task], Answer], task: Task) -> Answer:
        if self.executor is None:
            return function(task)
        return self.executor.submit(function, task).result()

    def map(self, function: Callable[[Task], Answer], tasks: Iterable[Task]) -> Iterator[Answer]:
        """Do tasks, yielding their results in order; tasks are taken only as there is room.

        A task is taken after the result ``MOST_IN_FLIGHT`` tasks before it was yielded, or later.
        """
        if self.executor is None:
            yield from map(function, tasks)
            return
        flying: deque[Future[Answer]] = deque()
        try:
            for task in tasks:
                flying.append(self.executor.submit(function, task))
                if len(flying) >= min(MOST_IN_FLIGHT, 2 * self.workers):
                    yield flying.popleft().result()
            while flying:
                yield flying.popleft().result()
        finally:
            for future in flying:
                future.cancel()
