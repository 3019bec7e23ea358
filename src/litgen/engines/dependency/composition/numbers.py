"""Number words and digits: the constants that stand for them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from litgen.tables import rules_table

if TYPE_CHECKING:
    from litgen.engines.dependency.composition.words import Word

_CARDINALS = rules_table("semantics/numbers")["cardinal"]
_ORDINALS = rules_table("semantics/numbers")["ordinal"]
_DIGITS = re.compile(r"^\d[\d,]*(\.\d+)?$")
_ORDINAL = re.compile(r"^(\d+)(st|nd|rd|th)$")
_YEAR = re.compile(r"^(1[5-9]|20)\d\d$")


def constant(text: str) -> str:
    """The constant of a number word.

    Example:
        >>> constant("twenty-three"), constant("12,000")
        ('23', '12000')
    """
    lower = text.lower()
    if _DIGITS.match(lower):
        return lower.replace(",", "")
    if lower in _CARDINALS:
        return str(_CARDINALS[lower])
    parts = lower.split("-")
    if len(parts) > 1 and all(p in _CARDINALS for p in parts):
        return str(sum(_CARDINALS[p] for p in parts))
    return text


def ordinal(text: str) -> str | None:
    """The constant of an ordinal, None for any other word.

    Example:
        >>> ordinal("third"), ordinal("8th"), ordinal("old")
        ('3', '8', None)
    """
    lower = text.lower()
    if lower in _ORDINALS:
        return str(_ORDINALS[lower])
    found = _ORDINAL.match(lower)
    return found.group(1) if found else None


def combined(texts: list[str]) -> str:
    """*two hundred twenty* -> 220; what is no number is kept as it is written."""
    total = part = 0
    for text in texts:
        value = constant(text)
        if not value.isdigit():
            return " ".join(texts)
        number = int(value)
        if number >= 1000:
            total += max(part, 1) * number
            part = 0
        elif number == 100:
            part = max(part, 1) * number
        else:
            part += number
    return str(total + part)


def is_year(word: Word) -> bool:
    """A number that names a year: *in 1991*."""
    return bool(_YEAR.match(word.text)) and not word.first("nummod", "det")
