"""Run tasks in order: in this process, in worker processes (joblib's loky) or with Dask."""

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, TypeVar

from litgen.exceptions import LitgenError, UsageError
from litgen.version import install_command

Task = TypeVar("Task")
Answer = TypeVar("Answer")
#: Maximum number of tasks in flight, so that memory does not grow with the number of tasks.
MOST_IN_FLIGHT = 64


class WorkerPool:
    """A pool that runs tasks in order, in this process or with an executor."""

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
        """Run tasks and yield their results in order.

        At most ``MOST_IN_FLIGHT`` tasks are taken before their results are yielded.
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


def worker_pool(jobs: int = 1, scheduler: str | None = None) -> AbstractContextManager[WorkerPool]:
    """Open a pool of worker processes or Dask workers for the block, and close it afterwards.

    Args:
        jobs: number of worker processes; 1 does all work in this process, and -1 uses one worker
            for each core that this process may use.
        scheduler: address of a Dask scheduler, such as ``tcp://host:8786``.

    Raises:
        UsageError: ``jobs`` is out of range, or Dask is not installed.
        LitgenError: the scheduler does not respond, or a worker process died.

    Example:
        >>> with worker_pool() as pool:
        ...     list(pool.map(abs, [-1, 2]))
        [1, 2]
    """
    if scheduler is not None:
        return dask_pool(scheduler)
    if jobs == 1:
        return nullcontext(WorkerPool())
    from joblib import cpu_count

    if jobs < 1 and jobs != -1:
        raise UsageError(
            f"--jobs {jobs}: use a positive number of worker processes, or -1 for all cores"
        )
    return process_pool(jobs if jobs > 0 else cpu_count())


#: Number of seconds that a scheduler may take to respond.
PATIENCE = 10.0


@contextmanager
def dask_pool(address: str) -> Iterator[WorkerPool]:
    try:
        import distributed
    except ImportError as error:
        raise UsageError(f"--scheduler needs Dask; run {install_command('dask')}") from error
    try:
        client: Any = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise LitgenError(f"--scheduler {address}: no Dask scheduler responds: {error}") from error
    try:
        threads = sum(client.nthreads().values())
        if not threads:
            raise LitgenError(f"--scheduler {address}: the scheduler has no workers; start some")
        yield WorkerPool(client.get_executor(pure=False), threads)
    except distributed.KilledWorker as error:
        raise LitgenError(
            f"--scheduler {address}: workers died; repeat the command to resume the run"
        ) from error
    finally:
        client.close()


#: Number of seconds between a worker's checks that its parent process is alive.
WATCH = 1.0
#: Workers use one thread, because two threads in one process are slower than two processes.
_ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


@contextmanager
def process_pool(jobs: int) -> Iterator[WorkerPool]:
    from joblib.externals.loky import ProcessPoolExecutor
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    executor = ProcessPoolExecutor(
        max_workers=jobs, initializer=_prepare, initargs=(os.getpid(),), env=_ONE_THREAD
    )
    try:
        yield WorkerPool(executor, jobs, by_file=True)
    except TerminatedWorkerError as error:
        raise LitgenError(
            "a worker process was killed, perhaps for lack of memory; repeat the command with "
            "fewer --jobs to resume the run"
        ) from error
    finally:
        executor.shutdown(wait=True, kill_workers=True)


def _prepare(parent: int) -> None:
    """Make a worker process ignore Ctrl-C and exit when its parent process has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(WATCH)
    os._exit(1)
