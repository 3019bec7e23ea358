"""Worker pools, which run tasks in this process, in worker processes or on a Dask cluster.

Results have the order of the tasks. The number of tasks in flight is bounded, so memory does not
grow with the data set.
"""

from contextlib import AbstractContextManager, nullcontext

from litgen.exceptions import UsageError
from litgen.workers.pool import MOST_IN_FLIGHT, WorkerPool, dask_pool, process_pool

__all__ = ["MOST_IN_FLIGHT", "WorkerPool", "worker_pool"]


def worker_pool(jobs: int = 1, scheduler: str | None = None) -> AbstractContextManager[WorkerPool]:
    """Open a pool of worker processes or of a Dask cluster's workers; it is closed at the end.

    Args:
        jobs: number of worker processes; 1 does all work in this process, and -1 uses one worker
            for each core that this process may use.
        scheduler: address of a Dask scheduler, such as ``tcp://host:8786``.

    Raises:
        UsageError: ``jobs`` is out of range, or Dask is not installed.
        LitgenError: the scheduler does not respond, or a worker died.

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
        raise UsageError(f"--jobs {jobs}: give the number of worker processes, or -1 for all cores")
    return process_pool(jobs if jobs > 0 else cpu_count())
