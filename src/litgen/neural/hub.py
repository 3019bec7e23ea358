"""Load models from the hub or its local cache, and check quickly whether the hub responds."""

from __future__ import annotations

import io
import logging
import os
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr
from typing import TYPE_CHECKING, Any, TypeVar

from litgen.exceptions import LitgenError

if TYPE_CHECKING:
    import torch

logger = logging.getLogger(__name__)
Loaded = TypeVar("Loaded")

#: Number of seconds without a response after which a model hub is considered unreachable.
HUB_PATIENCE = 3.0


@contextmanager
def quiet() -> Iterator[None]:
    """Suppress progress bars and all messages from transformers except errors."""
    from tqdm import tqdm

    # By default the lock is shared between processes, and Python warns about a leaked semaphore
    # when a worker that holds it ends.
    if not hasattr(tqdm, "_lock"):
        tqdm.set_lock(threading.RLock())
    reports = logging.getLogger("transformers")
    level = reports.level
    with redirect_stderr(io.StringIO()):
        reports.setLevel(logging.ERROR)
        try:
            yield
        finally:
            reports.setLevel(level)


def hub_address() -> str:
    """Return the address of the model hub that transformers uses."""
    return os.environ.get("HF_ENDPOINT", "https://huggingface.co").rstrip("/")


def hub_has(name: str, patience: float = HUB_PATIENCE) -> bool:
    """Check whether the hub responds within ``patience`` seconds that it has a model.

    The hub is not contacted if ``HF_HUB_OFFLINE`` or ``TRANSFORMERS_OFFLINE`` is set.
    """
    for switch in ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE"):
        if os.environ.get(switch, "").upper() in {"1", "ON", "YES", "TRUE"}:
            return False
    answered: list[bool] = []

    def ask() -> None:
        url = f"{hub_address()}/{name}/resolve/main/config.json"
        try:
            request = urllib.request.Request(url, method="HEAD")
            with urllib.request.urlopen(request, timeout=patience) as reply:
                answered.append(reply.status == 200)
        except (OSError, ValueError, urllib.error.URLError):
            answered.append(False)

    # A separate thread is needed because host name look-up has no time-out.
    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    thread.join(patience)
    return answered == [True]


def load_cached_or_fetch(name: str, load: Callable[[bool], Loaded]) -> Loaded:
    """Load a model from a folder or the hub's cache, or from the hub if it responds promptly.

    ``load`` is called with True if it must use only local files, and otherwise with False.

    Raises:
        OSError: the model is not available locally, and the hub lacks it or does not respond.
    """
    try:
        with quiet():
            return load(True)
    except OSError as error:
        if os.path.isdir(name):
            raise
        if not hub_has(name):
            raise OSError(
                "there is no such folder, the hub's local cache does not contain the model, and "
                f"{hub_address()} does not provide it"
            ) from error
    logger.info("downloading %s from %s", name, hub_address())
    with quiet():
        return load(False)


def load_pretrained(
    auto: str,
    name: str,
    options: Callable[[Any], Mapping[str, Any]],
    what: str,
    fix: str,
    device: torch.device | None = None,
) -> tuple[Any, Any]:
    """Load a transformers model in evaluation mode, and its tokenizer.

    Args:
        auto: the class that loads the model, such as ``AutoModelForCausalLM``.
        name: a folder, or a name on the hub.
        options: a function that returns further arguments for the class, given the model's
            configuration, or raises an error.
        what, fix: the description of the failure and the advice for the error message.

    Raises:
        LitgenError: the model does not exist, cannot be loaded, or does not fit on the device.
    """
    import transformers
    from safetensors import SafetensorError

    def load(cached: bool) -> tuple[Any, Any]:
        config = transformers.AutoConfig.from_pretrained(name, local_files_only=cached)
        given = options(config)
        tokenizer = transformers.AutoTokenizer.from_pretrained(name, local_files_only=cached)
        # If a folder has no tokenizer, transformers creates one with an empty vocabulary.
        if len(tokenizer) <= len(set(tokenizer.all_special_ids)):
            raise LitgenError(
                f"the model {name!r} has no tokenizer (tokenizer.json or vocabulary files); copy "
                "the tokenizer with which it was trained into its folder"
            )
        made = getattr(transformers, auto)
        model = made.from_pretrained(name, local_files_only=cached, **given)
        return model.eval(), tokenizer

    try:
        model, tokenizer = load_cached_or_fetch(name, load)
    except LitgenError:
        raise
    except (OSError, ValueError, KeyError, RuntimeError, SafetensorError) as error:
        reason = " ".join(str(error).split())[:200]
        raise LitgenError(f"{what}: {reason}; {fix}") from error
    try:
        return model.to(device), tokenizer
    except RuntimeError as error:  # out of memory
        raise LitgenError(f"the model {name!r} does not fit on {device}: {error}") from error
