"""Texts that a source gives two labels: which of them is right, nobody can say."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable
from contextlib import closing

from litgen.data.pairs import Pair
from litgen.data.splitting import leak_key


def texts_key(pair: Pair) -> bytes:
    """A digest of a pair's texts: their letters and digits, as two annotators may write them.

    Example:
        >>> one = Pair("1", "A man rides.", "He rides.", "neutral")
        >>> texts_key(one) == texts_key(one._replace(hypothesis="he rides"))
        True
    """
    texts = "\0".join((leak_key(pair.premise), leak_key(pair.hypothesis)))
    return hashlib.blake2b(texts.encode(), digest_size=16).digest()


def disputed_texts(pairs: Iterable[Pair]) -> tuple[frozenset[bytes], int]:
    """The texts (``texts_key``) that have more than one label, and how many pairs there are in all.

    What was seen is kept in a temporary SQLite file, not in memory: it grows with the data set.

    Example:
        >>> one = Pair("1", "A man rides.", "He rides.", "neutral")
        >>> found, count = disputed_texts([one, one._replace(label="entailment"), one])
        >>> texts_key(one) in found, count
        (True, 3)
    """
    count = 0
    disputed = set()
    with closing(sqlite3.connect("")) as seen:
        seen.execute("CREATE TABLE seen (texts BLOB PRIMARY KEY, label TEXT) WITHOUT ROWID")
        for pair in pairs:
            count += 1
            key = texts_key(pair)
            seen.execute("INSERT OR IGNORE INTO seen VALUES (?, ?)", (key, pair.label))
            if seen.execute("SELECT label FROM seen WHERE texts = ?", (key,)).fetchone() != (
                pair.label,
            ):
                disputed.add(key)
    return frozenset(disputed), count
