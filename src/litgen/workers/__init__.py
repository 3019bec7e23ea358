"""Worker pools: tasks done in order by this process, worker processes, or a Dask cluster.

Results come in the order of the tasks, with a bounded number of tasks in flight, so memory does
not grow with the data set.
"""

from contextlib import AbstractContextManager, nullcontext

from litgen.exceptions import UsageError
from litgen.workers.pool import MOST_IN_FLIGHT, WorkerPool, dask_pool, process_pool

__all__ = ["MOST_IN_FLIGHT", "WorkerPool", "worker_pool"]


def worker_pool(jobs: int = 1, scheduler: str | None = None) -> AbstractContextManager[WorkerPool]:
    """A pool of worker processes, or the workers of a Dask cluster; dismissed at the end.

    Args:
        jobs: how many worker processes; all work is done in this process where it is 1, and -1
            takes one for each core that this process may use.
        scheduler: address of a Dask scheduler, such as ``tcp://host:8786``.

    Raises:
        UsageError: ``jobs`` is out of range, or Dask is not installed.
        LitgenError: the scheduler does not answer, or a worker died.

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
