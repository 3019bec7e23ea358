"""Devices, number formats and batches for PyTorch models."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from litgen.exceptions import UsageError
from litgen.version import install_command

if TYPE_CHECKING:
    import torch

DTYPES = ("float32", "bfloat16", "float16")
INSTALL = install_command("models")


def need_torch(purpose: str) -> None:
    """Raise UsageError, with instructions, if PyTorch or transformers is not installed."""
    missing = [name for name in ("torch", "transformers") if not importlib.util.find_spec(name)]
    if missing:
        raise UsageError(f"{purpose} needs {' and '.join(missing)}; run {INSTALL}")


def choose_device(name: str | None = None) -> torch.device:
    """Return the device of a name such as ``cuda:1``; None selects the GPU if there is one.

    Raises:
        UsageError: the device does not exist.

    >>> choose_device("cpu")
    device(type='cpu')
    """
    import torch

    if name is None or name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    try:
        device = torch.device(name)
        torch.empty(0, device=device)
    except (RuntimeError, AssertionError, NotImplementedError) as error:
        reason = str(error).split("\n", 1)[0]
        raise UsageError(
            f"--device {name}: the device is unavailable ({reason}); use cpu"
        ) from error
    return device


def choose_dtype(name: str) -> torch.dtype:
    """Return the number format of a name; raise UsageError if it is not in ``DTYPES``."""
    import torch

    if name not in DTYPES:
        raise UsageError(f"--dtype {name}: use one of {', '.join(DTYPES)}")
    dtype: torch.dtype = getattr(torch, name)
    return dtype


def emulates(dtype: torch.dtype, device: torch.device) -> bool:
    """Check whether a device only emulates a number format, which is then not faster."""
    import torch

    if device.type != "cpu" or dtype == torch.float32:
        return False
    capabilities = torch.cpu.get_capabilities()
    # The flags list the available instructions only on x86 processors.
    if capabilities.get("architecture") != "x86_64":
        return False
    kind = "bf16" if dtype == torch.bfloat16 else "fp16"
    return not (capabilities.get(f"avx512_{kind}") or capabilities.get(f"amx_{kind}"))


def mixed_precision(device: str | None = None) -> str:
    """Return ``bfloat16`` for training on a GPU that supports it, and ``float32`` otherwise."""
    import torch

    if choose_device(device).type == "cuda" and torch.cuda.is_bf16_supported():
        return "bfloat16"
    return "float32"


def versions() -> dict[str, str]:
    import torch
    import transformers

    return {"torch": torch.__version__, "transformers": transformers.__version__}


def batches(order: Sequence[int], lengths: Sequence[int], tokens: int) -> Iterator[list[int]]:
    """Split ``order`` (indices by length) into batches of at most ``tokens``, padding included.

    A string longer than ``tokens`` is a batch of its own.

    >>> list(batches([0, 1, 2], [3, 4, 9], 8))
    [[0, 1], [2]]
    """
    batch: list[int] = []
    for index in order:
        if batch and (len(batch) + 1) * lengths[index] > tokens:
            yield batch
            batch = []
        batch.append(index)
    if batch:
        yield batch


@contextmanager
def cpu_threads(number: int | None) -> Iterator[None]:
    """Make PyTorch use ``number`` CPU threads in the block; None keeps its setting."""
    import torch

    before = torch.get_num_threads()
    if number is not None and number != before:
        torch.set_num_threads(number)
    try:
        yield
    finally:
        if torch.get_num_threads() != before:
            torch.set_num_threads(before)
