"""Loading a model without the progress bars and reports of others."""

from __future__ import annotations

import contextlib
import io
import logging
import threading
from collections.abc import Iterator


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Swallow what libraries draw on standard error, and what transformers reports below an error.

    The progress bars' lock would be shared between processes; a worker process that is ended while
    it holds one makes Python warn about a leaked semaphore. A lock of this process will do.
    """
    from tqdm import tqdm

    if not hasattr(tqdm, "_lock"):
        tqdm.set_lock(threading.RLock())
    reports = logging.getLogger("transformers")
    level = reports.level
    with contextlib.redirect_stderr(io.StringIO()):
        reports.setLevel(logging.ERROR)
        try:
            yield
        finally:
            reports.setLevel(level)
