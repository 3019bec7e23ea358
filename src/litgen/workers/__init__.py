"""Run tasks in this process, in worker processes or on a Dask cluster."""

from litgen.workers.pool import MOST_IN_FLIGHT, WorkerPool, worker_pool

__all__ = ["MOST_IN_FLIGHT", "WorkerPool", "worker_pool"]
