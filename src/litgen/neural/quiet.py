"""Loading a model without the progress bars of others."""

from __future__ import annotations

import contextlib
import io
import threading
from collections.abc import Iterator


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Swallow the progress bars that libraries draw on standard error.

    Their lock would be shared between processes; a worker process that is ended while it holds one
    makes Python warn about a leaked semaphore. A lock of this process will do.
    """
    from tqdm import tqdm

    if not hasattr(tqdm, "_lock"):
        tqdm.set_lock(threading.RLock())
    with contextlib.redirect_stderr(io.StringIO()):
        yield
