"""Drawing that depends on the seed, the transformation and the text alone, never on order."""

from __future__ import annotations

import hashlib
from random import Random


def generator(seed: int, name: str, text: str) -> Random:
    """A generator of its own for what one transformation does to one text.

    Example:
        >>> draws = [generator(0, "spelling", "A man.").random() for _ in range(2)]
        >>> draws[0] == draws[1]
        True
    """
    key = "\0".join((str(seed), name, text)).encode("utf-8", "surrogatepass")
    return Random(int.from_bytes(hashlib.blake2b(key, digest_size=8).digest(), "big"))
