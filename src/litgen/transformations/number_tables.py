"""``rules/numbers.toml`` as it was read: number words, units, and where numbers are left alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from litgen.tables import rules_table

_WORD = re.compile(r"[a-z]+(?=n't)|n't|[a-z]+")


class Tables(NamedTuple):
    """``rules/numbers.toml`` as it was read."""

    rows: tuple[tuple[str, ...], ...]
    scales: frozenset[str]
    currencies: frozenset[str]
    measures: frozenset[str]
    unmarked: frozenset[str]
    bodies: frozenset[str]
    guards: tuple[Mapping[str, Any], ...]
    path: Mapping[str, frozenset[str]]


@lru_cache(maxsize=1)
def tables() -> Tables:
    """The tables of numbers and guards."""
    table = rules_table("numbers")
    words = table["words"]
    return Tables(
        tuple(tuple(words[row]) for row in ("units", "teens", "tens")),
        frozenset(words["scales"]),
        frozenset(words["currencies"]),
        frozenset(table["measures"]["nouns"]),
        frozenset(table["unmarked"]["nouns"]),
        frozenset(table["bodies"]["nouns"]),
        tuple(
            {key: frozenset(value) if isinstance(value, list) else value
             for key, value in guard.items()}
            for guard in table["guard"]
        ),
        {key: frozenset(value) for key, value in table["path"].items()},
    )  # fmt: skip


def guarded_by_word(text: str) -> str | None:
    """Why no number of a text can be changed, if a word of it says so without a parse.

    Example:
        >>> guarded_by_word("They did not bring five dogs.")
        'negation or condition'
    """
    found = _guard_words()
    words = (word for word in _WORD.findall(text.lower()) if word in found)
    return next((found[word] for word in words), None)


@lru_cache(maxsize=1)
def _guard_words() -> dict[str, str]:
    """The words that guards name as standing anywhere in a sentence, and why."""
    return {
        word: str(guard["because"]) for guard in tables().guards for word in guard.get("lemmas", ())
    }


def row_of(word: str) -> tuple[str, ...] | None:
    """The row of number words that a word stands in.

    Example:
        >>> row_of("thirty")[:2], row_of("one")
        (('twenty', 'thirty'), None)
    """
    return next((row for row in tables().rows if word in row), None)
