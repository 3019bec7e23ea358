"""The effects of quantifiers and operators on polarity (``rules/polarity.toml``)."""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cache
from typing import Any, Literal, NamedTuple

from litgen.tables import rules_table

Value = Literal["up", "down", "none"]
Kind = Literal["quantifier", "amount", "degree", "operator", "modifier"]
_TURNED: Mapping[Value, Value] = {"up": "down", "down": "up", "none": "none"}


class Monotonicity(NamedTuple):
    """An entry of ``rules/polarity.toml``; unset values affect neither polarity nor other entries.

    Attributes:
        restriction, body: the effects of a quantifier, an amount or a degree word on the polarity
            of the restriction and of the body.
        generic: the effect on the restriction if the noun may denote a kind.
        either: whether a later negation may have scope over the quantifier.
        licensed: whether the quantifier needs something above it that reverses the polarity.
        flips: whether the polarities of restriction and body are reversed.
        arguments: maps each role to the polarity of its argument.
        clauses: the polarity of clausal arguments that are not in ``arguments``.
        polarity: the polarity of everything after a modifier or, with ``alone``, only of what the
            modifier modifies.
        convention: the convention in ``rules/meanings.toml`` on which the entry is based, if any.
    """

    restriction: Value | None = None
    body: Value | None = None
    generic: Value | None = None
    either: bool = False
    licensed: bool = False
    flips: bool = False
    arguments: Mapping[str, Value] = {}
    clauses: Value = "up"
    polarity: Value = "up"
    alone: bool = False
    convention: str | None = None

    def of_argument(self, role: str, *, clause: bool) -> Value:
        return self.arguments.get(role) or (self.clauses if clause else "up")

    def turned(self) -> Monotonicity:
        """Return the monotonicity that the quantifier has after *not*.

        Example:
            >>> Monotonicity("down", "up").turned().restriction
            'up'
        """
        restriction, body = _TURNED[self.restriction or "up"], _TURNED[self.body or "up"]
        return self._replace(restriction=restriction, body=body, either=False)


def times(*values: Value) -> Value:
    """Return the combined polarity of nested positions.

    Example:
        >>> times("down", "down"), times("up", "none", "down")
        ('up', 'none')
    """
    if "none" in values:
        return "none"
    return "down" if values.count("down") % 2 else "up"


@cache
def monotonicity(kind: Kind, predicate: str) -> Monotonicity | None:
    """Return the entry for a predicate, or None if ``rules/polarity.toml`` has none.

    Example:
        >>> monotonicity("quantifier", "_every_q").restriction
        'down'
    """
    for predicates, entry in _entries()[kind]:
        if any(fnmatchcase(predicate, each) for each in predicates):
            return entry
    return None


@cache
def _entries() -> dict[str, list[tuple[list[str], Monotonicity]]]:
    table = rules_table("polarity")
    return {kind: [_entry(raw) for raw in entries] for kind, entries in table.items()}


def _entry(raw: Mapping[str, Any]) -> tuple[list[str], Monotonicity]:
    said = {key: value for key, value in raw.items() if key not in ("predicates", "examples")}
    return list(raw["predicates"]), Monotonicity(**said)
