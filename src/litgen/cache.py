"""Where litgen keeps what it made once and may make again."""

import os
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


def cache_dir() -> Path:
    """The user's cache directory for litgen (not created by this function).

    ``$LITGEN_CACHE`` if set, else ``$XDG_CACHE_HOME/litgen``, else ``~/.cache/litgen``.

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
    """The value of each key, in order: as ``kept``, or made now, all new ones in one call.

    Args:
        kept: values by key, oldest first; new ones are added, and the oldest go.
        keys: what is wanted; one that comes twice is made once.
        make: gives the values of new keys, in order.
        most: how many values are kept.

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
