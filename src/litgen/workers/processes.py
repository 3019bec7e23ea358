"""A pool of worker processes on this machine (joblib's loky)."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from litgen.exceptions import LitgenError
from litgen.workers.pool import WorkerPool

#: Seconds between looks of a worker process at whether its parent still lives.
WATCH = 1.0
#: One thread a worker: two threads in one process fall behind two processes of one thread.
_ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


@contextmanager
def process_pool(jobs: int) -> Iterator[WorkerPool]:
    """Worker processes of one thread each, ended at the end."""
    from joblib.externals.loky import ProcessPoolExecutor
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    executor = ProcessPoolExecutor(
        max_workers=jobs, initializer=_prepare, initargs=(os.getpid(),), env=_ONE_THREAD
    )
    try:
        yield WorkerPool(executor, jobs, by_file=True)
    except TerminatedWorkerError as error:
        raise LitgenError(
            "a worker process was killed, perhaps for want of memory; run the same command "
            "again, with fewer --jobs, and it goes on where it stopped"
        ) from error
    finally:
        executor.shutdown(wait=True, kill_workers=True)


def _prepare(parent: int) -> None:
    """Prepare a worker process: Ctrl-C is the parent's business; without a parent, end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(WATCH)
    os._exit(1)
