"""Splitting pairs by their source: what was made of one premise never stands on both sides.

The source of a pair is its premise; the premise of its original, where it is a contrast pair; and
the image, where the data set names it (``litgen.data.images``).
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from litgen.data.images import image_of
from litgen.data.pairs import Pair
from litgen.tables import word_list

_WORDS = re.compile(r"[^\W_]+")
#: Columns of a contrast pair that name the pair it was made of.
_ORIGINAL = ("original_id", "pair_id")


def premise_key(premise: str) -> str:
    """What makes two premises the same: their letters and digits, articles left out.

    Example:
        >>> premise_key(" A man's bike .") == premise_key("the man’s bike")
        True
    """
    return "".join(word for word in _words(premise) if word not in _articles()) or premise


def leak_key(text: str) -> str:
    """What makes two texts the same, articles included: their letters and digits.

    Example:
        >>> leak_key("A man's bike .") == leak_key("a man’s bike") != leak_key("the man's bike")
        True
    """
    return "".join(_words(text)) or text


def _words(text: str) -> list[str]:
    return _WORDS.findall(unicodedata.normalize("NFKC", text).casefold())


@cache
def _articles() -> frozenset[str]:
    return word_list("articles")


def source_keys(premise: str, source: Mapping[str, Any], identity: str = "") -> tuple[str, ...]:
    """What a pair is known by in other sets; what shares one of these is of the same source.

    Args:
        source: its other columns; ``original_premise`` and ``original_id`` of a contrast pair,
            ``captionID`` and the like count.

    Returns:
        The image, where one is named; the key of the original's premise; that of its own.

    Example:
        >>> source_keys("A man rode.", {"original_premise": "A man rides."}, "7.jpg#2r1n")
        ('7.jpg', 'manrides', 'manrode')
    """
    original = source.get("original_premise")
    named = (image_of(str(each or ""), source) for each in (identity, *map(source.get, _ORIGINAL)))
    image = next((each for each in named if each), None)
    premises = (original, premise) if isinstance(original, str) and original else (premise,)
    return (*((image,) if image else ()), *map(premise_key, premises))


def original_of(pair: Pair) -> str:
    """The id of the pair that a contrast pair was made of, as it says; else the pair's own.

    Example:
        >>> original_of(Pair("p1:past:past", "A man rode.", "", "", {"original_id": "p1"}))
        'p1'
    """
    return next((str(pair.source[name]) for name in _ORIGINAL if pair.source.get(name)), pair.id)


def split_keys(pairs: Sequence[Pair]) -> list[str]:
    """The key of every pair that says where it goes in a split; pairs of one source have one key.

    Pairs are of one source where they share one of their ``source_keys``, or where one is the
    original that the other names. Where pairs have nothing but a premise, the key follows from the
    premise alone, whatever else is read.

    Example:
        >>> pairs = [Pair("p1", "A man rides.", "He moves.", "entailment"),
        ...          Pair("p2", "A man rode.", "He moves.", "neutral", {"original_id": "p1"})]
        >>> split_keys(pairs)
        ['manrides', 'manrides']
    """
    known = [source_keys(pair.premise, pair.source, pair.id) for pair in pairs]
    first = {pair.id: keys[0] for pair, keys in zip(reversed(pairs), reversed(known), strict=True)}
    groups = _Groups()
    for number, (pair, keys) in enumerate(zip(pairs, known, strict=True)):
        original = original_of(pair)
        if original != pair.id and len(keys) == 1:  # else it says itself what it was made of
            keys = known[number] = (first.get(original, f"original {original}"), keys[0])
        groups.join(keys)
    names: dict[str, str] = {}
    for keys in known:
        root = groups.root(keys[0])
        names[root] = min(names.get(root, keys[0]), keys[0])
    return [names[groups.root(keys[0])] for keys in known]


class _Groups:
    """Keys that belong together (union-find)."""

    def __init__(self) -> None:
        self._parent: dict[str, str] = {}

    def root(self, key: str) -> str:
        parent = self._parent
        parent.setdefault(key, key)
        while parent[key] != key:
            parent[key] = parent[parent[key]]
            key = parent[key]
        return key

    def join(self, keys: Iterable[str]) -> None:
        first, *others = map(self.root, keys)
        for other in others:
            self._parent[self.root(other)] = self.root(first)


def in_share(key: str, share: float, seed: int | str = 0) -> bool:
    """Whether a key falls into a share of all keys.

    It depends on the seed and the key alone, so a pair stays on its side whatever else is read,
    and in whatever order.

    Args:
        key: of a pair (``split_keys``) or a premise (``premise_key``).
        share: from 0 (none) to 1 (all).

    Example:
        >>> in_share("manrides", 0.0), in_share("manrides", 1.0)
        (False, True)
    """
    digest = hashlib.blake2b(f"{seed}\0{key}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") < share * 2**64


def split_by_premise(
    pairs: Iterable[Pair], share: float, seed: int | str = 0
) -> tuple[list[Pair], list[Pair]]:
    """Split pairs in two by their source: the rest, and about ``share`` of them.

    Example:
        >>> pairs = [Pair(str(i), "A man rides.", "A man moves.", "entailment") for i in range(3)]
        >>> sorted(len(part) for part in split_by_premise(pairs, 0.5))
        [0, 3]
    """
    pairs = list(pairs)
    sides: tuple[list[Pair], list[Pair]] = ([], [])
    for pair, key in zip(pairs, split_keys(pairs), strict=True):
        sides[in_share(key, share, seed)].append(pair)
    return sides


def premises_of(pairs: Iterable[Pair]) -> frozenset[str]:
    """All ``source_keys`` of some pairs, to leave out what shares one."""
    return frozenset(
        key for pair in pairs for key in source_keys(pair.premise, pair.source, pair.id)
    )


def leaks(pair: Pair, keys: Collection[str]) -> bool:
    """Whether a pair shares one of the keys of another set (``premises_of``).

    Example:
        >>> pairs = [Pair("1", "A man rides.", "He moves.", "entailment")]
        >>> leaks(Pair("2", "the man rides", "He sleeps.", "contradiction"), premises_of(pairs))
        True
    """
    return any(key in keys for key in source_keys(pair.premise, pair.source, pair.id))
