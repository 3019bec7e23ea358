"""Splitting pairs by premise: pairs that share a premise never stand on both sides."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable

from litgen.data.pairs import Pair

_WORDS = re.compile(r"[^\W_]+")


def premise_key(premise: str) -> str:
    """What makes two premises the same: their words, whatever the case and the spacing.

    Example:
        >>> premise_key(" A man  rides. ") == premise_key("a man rides.")
        True
    """
    return " ".join(premise.split()).casefold()


def leak_key(premise: str) -> str:
    """What makes a premise known from another set: its letters and digits, nothing else.

    Looser than ``premise_key``: *A man rides a bike.* is known from *a man rides a bike*.

    Example:
        >>> leak_key("A man's bike .") == leak_key("a man’s bike")
        True
    """
    return "".join(_WORDS.findall(unicodedata.normalize("NFKC", premise).casefold())) or premise


def in_share(premise: str, share: float, seed: int | str = 0) -> bool:
    """Whether a premise falls into a share of all premises.

    It depends on the seed and the premise alone, so a pair stays on its side whatever else is
    read, and in whatever order.

    Args:
        premise: the sentence.
        share: from 0 (none) to 1 (all).
        seed: another seed draws another share; two splits of the same pairs need two, or the
            second finds its share taken.

    Example:
        >>> in_share("A man rides.", 0.0), in_share("A man rides.", 1.0)
        (False, True)
    """
    digest = hashlib.blake2b(f"{seed}\0{premise_key(premise)}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") < share * 2**64


def split_by_premise(
    pairs: Iterable[Pair], share: float, seed: int | str = 0
) -> tuple[list[Pair], list[Pair]]:
    """Split pairs in two: the rest, and about ``share`` of them.

    Example:
        >>> pairs = [Pair(str(i), "A man rides.", "A man moves.", "entailment") for i in range(3)]
        >>> sorted(len(part) for part in split_by_premise(pairs, 0.5))
        [0, 3]
    """
    sides: tuple[list[Pair], list[Pair]] = ([], [])
    for pair in pairs:
        sides[in_share(pair.premise, share, seed)].append(pair)
    return sides


def premises_of(pairs: Iterable[Pair]) -> frozenset[str]:
    """The keys of all premises (``leak_key``), to leave out pairs that share one."""
    return frozenset(leak_key(pair.premise) for pair in pairs)
