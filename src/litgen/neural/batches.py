"""Batches of sequences by a budget of tokens, and the number of CPU threads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager


def batches(order: Sequence[int], lengths: Sequence[int], tokens: int) -> Iterator[list[int]]:
    """Cut ``order`` (indices, shortest first) into batches of at most ``tokens``, padding included.

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
    """Let PyTorch use ``number`` CPU threads inside the block; None leaves its setting."""
    import torch

    before = torch.get_num_threads()
    if number is not None and number != before:
        torch.set_num_threads(number)
    try:
        yield
    finally:
        if torch.get_num_threads() != before:
            torch.set_num_threads(before)
