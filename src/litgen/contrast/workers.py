"""Who does the chunks: this process, worker processes (joblib's loky), or a Dask cluster.

Results come in the order of the tasks, with a bounded number of tasks in flight, so memory does
not grow with the data set.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any, TypeVar

from litgen.contrast.chunks import LAG
from litgen.exceptions import LitgenError, UsageError

Task = TypeVar("Task")
Answer = TypeVar("Answer")
#: Seconds between looks of a worker process at whether its parent still lives.
WATCH = 1.0
#: One thread a worker: two threads in one process fall behind two processes of one thread.
_ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


class Crew:
    """Does tasks in order, here or elsewhere.

    Args:
        executor: runs tasks elsewhere; None does them in this process.
        workers: how many run at the same time.
        by_file: whether they share this machine's disk and should hand over results as files.
    """

    def __init__(
        self, executor: Executor | None = None, workers: int = 1, *, by_file: bool = False
    ) -> None:
        self.executor = executor
        self.workers = workers
        self.by_file = by_file

    def call(self, function: Callable[[Task], Answer], task: Task) -> Answer:
        """Do one task."""
        if self.executor is None:
            return function(task)
        return self.executor.submit(function, task).result()

    def map(self, function: Callable[[Task], Answer], tasks: Iterable[Task]) -> Iterator[Answer]:
        """Do tasks, yielding their results in order; tasks are taken only as there is room.

        A task is taken after the result that is ``LAG`` tasks before it was yielded, or later.
        """
        if self.executor is None:
            yield from map(function, tasks)
            return
        flying: deque[Future[Answer]] = deque()
        try:
            for task in tasks:
                flying.append(self.executor.submit(function, task))
                if len(flying) >= min(LAG, 2 * self.workers):
                    yield flying.popleft().result()
            while flying:
                yield flying.popleft().result()
        finally:
            for future in flying:
                future.cancel()


@contextmanager
def hire(jobs: int = 1, scheduler: str | None = None) -> Iterator[Crew]:
    """A crew of worker processes, or the workers of a Dask cluster; dismissed at the end.

    Args:
        jobs: how many worker processes; all work is done in this process where it is 1, and -1
            takes one for each core.
        scheduler: address of a Dask scheduler, such as ``tcp://host:8786``.

    Raises:
        UsageError: ``jobs`` is out of range, or Dask is not installed.
        LitgenError: the scheduler does not answer, or a worker died.
    """
    if scheduler is not None:
        with _dask(scheduler) as crew:
            yield crew
    elif jobs == 1:
        yield Crew()
    else:
        with _processes(_number(jobs)) as crew:
            yield crew


def _number(jobs: int) -> int:
    if jobs == -1:
        return max(1, len(os.sched_getaffinity(0)))
    if jobs < 1:
        raise UsageError(f"--jobs {jobs}: give the number of worker processes, or -1 for all cores")
    return jobs


@contextmanager
def _processes(jobs: int) -> Iterator[Crew]:
    from joblib.externals.loky import ProcessPoolExecutor
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    executor = ProcessPoolExecutor(
        max_workers=jobs, initializer=_settle, initargs=(os.getpid(),), env=_ONE_THREAD
    )
    try:
        yield Crew(executor, jobs, by_file=True)
    except TerminatedWorkerError as error:
        raise LitgenError(
            "a worker process was killed, perhaps for want of memory; run the same command "
            "again, with fewer --jobs, and it goes on where it stopped"
        ) from error
    finally:
        executor.shutdown(wait=True, kill_workers=True)


def _settle(parent: int) -> None:
    """Settle a worker process: Ctrl-C is the parent's business; without a parent, end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(WATCH)
    os._exit(1)


@contextmanager
def _dask(address: str) -> Iterator[Crew]:
    try:
        import distributed
    except ImportError as error:
        raise UsageError("--scheduler needs Dask: pip install 'litgen[dask]'") from error
    try:
        client: Any = distributed.Client(address, timeout="10s", set_as_default=False)
    except (OSError, ValueError) as error:
        raise LitgenError(f"no Dask scheduler answers at {address}: {error}") from error
    try:
        threads = sum(client.nthreads().values())
        if not threads:
            raise LitgenError(f"the Dask scheduler at {address} has no workers")
        yield Crew(client.get_executor(pure=False), threads)
    except distributed.KilledWorker as error:
        raise LitgenError(
            f"workers of the cluster at {address} died; run the same command again and it goes "
            "on where it stopped"
        ) from error
    finally:
        client.close()
