"""Split pairs by source, so that pairs made from one premise never end up in both parts.

The source of a pair is its premise, its original's premise (for a contrast pair) and its image (if
the data set identifies it). The premises of SNLI are Flickr30k captions, five per image, so
pairs with different premises may describe one scene (Bowman et al. 2015, section 2.1).
"""

import hashlib
import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from litgen.data.pairs import Pair
from litgen.database import Database, key_of
from litgen.tables import LISTS

_WORDS = re.compile(r"[^\W_]+")
#: Columns of a contrast pair that name its original.
_ORIGINAL = ("original_id", "pair_id")
#: Columns that identify the image, or the caption of an image.
_IMAGES = ("captionID", "Flickr30kID", "Flikr30kID")
#: An image or one of its captions: ``4705552913.jpg``, ``4705552913.jpg#2``.
_CAPTION = re.compile(r"(\S+\.(?:jpe?g|png))(?:#\d+)?", re.IGNORECASE)
#: The id of an SNLI pair: ``4705552913.jpg#2r1n``. Ids of any other form are not interpreted.
_PAIR = re.compile(r"(\S+\.(?:jpe?g|png))#\d+r\d+[enc]", re.IGNORECASE)
_SEEN = "CREATE TABLE seen (texts BLOB PRIMARY KEY, label TEXT) WITHOUT ROWID"


def premise_key(premise: str) -> str:
    """Return the key of a premise: its letters and digits, without articles.

    Example:
        >>> premise_key(" A man's bike .") == premise_key("the man’s bike")
        True
    """
    return "".join(word for word in _words(premise) if word not in LISTS.articles) or premise


def leak_key(text: str) -> str:
    """Return the key of a text: its letters and digits, including articles."""
    return "".join(_words(text)) or text


def _words(text: str) -> list[str]:
    return _WORDS.findall(unicodedata.normalize("NFKC", text).casefold())


def image_of(identity: str, source: Mapping[str, Any]) -> str | None:
    """Return the image that a pair describes, or None if the data set does not identify it.

    The column ``captionID`` (SNLI) or ``Flickr30kID`` (SNLI-VE, also spelled ``Flikr30kID``)
    identifies the image. Without these columns, an id in SNLI's form does.
    """
    for column in _IMAGES:
        if found := _CAPTION.fullmatch(str(source.get(column) or "").strip()):
            return found[1]
    found = _PAIR.fullmatch(identity.strip())
    return found[1] if found else None


def source_keys(premise: str, source: Mapping[str, Any], identity: str = "") -> tuple[str, ...]:
    """Return the keys of a pair's source; pairs that share a key have the same source.

    Returns:
        The image, if the data set identifies it; the key of the original's premise (column
        ``original_premise``); the key of the pair's own premise.

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
    """Return the id of a pair's original if a column names it, and otherwise the pair's own id."""
    return next((str(pair.source[name]) for name in _ORIGINAL if pair.source.get(name)), pair.id)


def split_keys(pairs: Sequence[Pair]) -> list[str]:
    """Return the key that determines each pair's part; pairs from the same source share a key.

    Pairs have the same source if they share one of their ``source_keys``, or if one pair names the
    other as its original. If pairs have no source but their premises, the key of each depends on
    its premise alone.

    Example:
        >>> pairs = [Pair("p1", "A man rides.", "He moves.", "entailment"),
        ...          Pair("p2", "A man rode.", "He moves.", "neutral", {"original_id": "p1"})]
        >>> split_keys(pairs)
        ['manrides', 'manrides']
    """
    from scipy.cluster.hierarchy import DisjointSet

    known = [source_keys(pair.premise, pair.source, pair.id) for pair in pairs]
    first = {pair.id: keys[0] for pair, keys in zip(reversed(pairs), reversed(known), strict=True)}
    groups = DisjointSet()
    for number, (pair, keys) in enumerate(zip(pairs, known, strict=True)):
        original = original_of(pair)
        if original != pair.id and len(keys) == 1:  # no column identifies the source
            keys = known[number] = (first.get(original, f"original {original}"), keys[0])
        for key in keys:
            groups.add(key)
            groups.merge(keys[0], key)
    names: dict[str, str] = {}
    for keys in known:
        root = groups[keys[0]]
        names[root] = min(names.get(root, keys[0]), keys[0])
    return [names[groups[keys[0]]] for keys in known]


def in_share(key: str, share: float, seed: int | str = 0) -> bool:
    """Check whether a key belongs to a random share of all keys (``share``: from 0 to 1).

    The result depends only on the seed and the key (from ``split_keys`` or ``premise_key``), so it
    is independent of the other pairs and their order.
    """
    digest = hashlib.blake2b(f"{seed}\0{key}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") < share * 2**64


def split_by_premise(
    pairs: Iterable[Pair], share: float, seed: int | str = 0
) -> tuple[list[Pair], list[Pair]]:
    """Split pairs by source into two lists; the second contains about ``share`` of the pairs."""
    pairs = list(pairs)
    sides: tuple[list[Pair], list[Pair]] = ([], [])
    for pair, key in zip(pairs, split_keys(pairs), strict=True):
        sides[in_share(key, share, seed)].append(pair)
    return sides


def premises_of(pairs: Iterable[Pair]) -> frozenset[str]:
    """Return the ``source_keys`` of pairs, to exclude other pairs that share a key."""
    return frozenset(
        key for pair in pairs for key in source_keys(pair.premise, pair.source, pair.id)
    )


def leaks(pair: Pair, keys: Collection[str]) -> bool:
    """Check whether a pair has one of the source keys of another set (``premises_of``)."""
    return any(key in keys for key in source_keys(pair.premise, pair.source, pair.id))


def texts_key(pair: Pair) -> bytes:
    """Return a digest of a pair's texts that depends only on their letters and digits."""
    return key_of(leak_key(pair.premise), leak_key(pair.hypothesis))


def disputed_texts(pairs: Iterable[Pair]) -> tuple[frozenset[bytes], int]:
    """Return the text keys that have more than one label, and the number of pairs in total.

    A temporary file stores the keys, because a large data set has many.
    """
    count = 0
    disputed = set()
    with Database(None, _SEEN) as seen, seen.transaction():
        for pair in pairs:
            count += 1
            key = texts_key(pair)
            seen.run("INSERT OR IGNORE INTO seen VALUES (?, ?)", key, pair.label)
            if seen.value("SELECT label FROM seen WHERE texts = ?", key) != pair.label:
                disputed.add(key)
    return frozenset(disputed), count
