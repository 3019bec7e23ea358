"""Texts that a source gives two labels: which of them is right, nobody can say."""

from __future__ import annotations

from collections.abc import Iterable

from litgen.data.pairs import Pair
from litgen.data.splitting import leak_key
from litgen.database import Database, key_of

_SCHEMA = "CREATE TABLE seen (texts BLOB PRIMARY KEY, label TEXT) WITHOUT ROWID"


def texts_key(pair: Pair) -> bytes:
    """A digest of a pair's texts: their letters and digits, as two annotators may write them.

    Example:
        >>> one = Pair("1", "A man rides.", "He rides.", "neutral")
        >>> texts_key(one) == texts_key(one._replace(hypothesis="he rides"))
        True
    """
    return key_of(leak_key(pair.premise), leak_key(pair.hypothesis))


def disputed_texts(pairs: Iterable[Pair]) -> tuple[frozenset[bytes], int]:
    """The texts (``texts_key``) that have more than one label, and how many pairs there are in all.

    What was seen is kept in a temporary file, not in memory: it grows with the data set.

    Example:
        >>> one = Pair("1", "A man rides.", "He rides.", "neutral")
        >>> found, count = disputed_texts([one, one._replace(label="entailment"), one])
        >>> texts_key(one) in found, count
        (True, 3)
    """
    count = 0
    disputed = set()
    with Database(None, _SCHEMA) as seen, seen.transaction():
        for pair in pairs:
            count += 1
            key = texts_key(pair)
            seen.run("INSERT OR IGNORE INTO seen VALUES (?, ?)", key, pair.label)
            if seen.value("SELECT label FROM seen WHERE texts = ?", key) != pair.label:
                disputed.add(key)
    return frozenset(disputed), count
