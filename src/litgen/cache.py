"""The cache of files and values that litgen can make again."""

import os
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


def cache_dir() -> Path:
    """Return the user's cache directory for litgen, without creating it.

    It is ``$LITGEN_CACHE`` or, if unset, ``$XDG_CACHE_HOME/litgen`` or ``~/.cache/litgen``.

    >>> cache_dir()  # doctest: +SKIP
    PosixPath('/home/me/.cache/litgen')
    """
    if chosen := os.environ.get("LITGEN_CACHE"):
        return Path(chosen).expanduser()
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "litgen"


def remembered(
    kept: OrderedDict[K, V], keys: Sequence[K], make: Callable[[list[K]], Iterable[V]], most: int
) -> list[V]:
    """Return the values of keys, in order, from ``kept`` or, if new, from one call of ``make``.

    Args:
        kept: values by key, from the oldest to the newest; new values replace the oldest.
        keys: keys to look up, which may be repeated.
        make: a function that returns the values of new keys, in order.
        most: maximum number of values to keep.

    Example:
        >>> remembered(OrderedDict(a=1), ["b", "a", "b"], lambda new: map(len, new), most=8)
        [1, 1, 1]
    """
    new = [key for key in dict.fromkeys(keys) if key not in kept]
    if new:
        kept.update(zip(new, make(new), strict=True))
    found = [kept[key] for key in keys]
    while len(kept) > most:
        kept.popitem(last=False)
    return found
