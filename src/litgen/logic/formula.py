"""The language of meanings: formulas over individuals, times and worlds.

::

    formula   := term ("<->" term)*
    term      := either ("->" term)?
    either    := both ("or" both)*
    both      := one ("and" one)*
    one       := "not" one | quantified | "(" formula ")" | "true" | "false" | atom
    quantified:= ("some" | "all" | "no") variable limit? ":" formula
    limit     := ("<" | ">" | "<=" | ">=" | "!=") variable | name
    atom      := name ("(" variable ("," variable)* ")")? | variable ("=" | "<") variable

A variable is ``t``, ``w``, ``x`` or ``y`` (a time, a world, the first and the second individual of
the sentence), or one of these with primes. A variable without a prime denotes the current value. A
name alone (``p``) applies to the current values, ``p(t')`` to another time, ``p(y, x)`` to the two
individuals in the opposite order. ``some w' accessible: p(w')`` quantifies over the worlds that a
relation reaches from ``w``. The formula after a colon extends as far as possible.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from litgen.exceptions import RuleError

_TOKEN = re.compile(r"\s*(<->|->|<=|>=|!=|[<>=(),:]|[A-Za-z][\w-]*'*)")
_VARIABLE = re.compile(r"[twxy]'*")
_COMPARISONS = ("<", ">", "<=", ">=", "!=", "=")
_QUANTIFIERS = ("some", "all", "no")
_CONNECTIVES = ("<->", "->", "or", "and")
_RESERVED = {*_QUANTIFIERS, "not", "and", "or", "true", "false"}


class Constant(NamedTuple):
    """``true`` or ``false``."""

    value: bool

    def __str__(self) -> str:
        return "true" if self.value else "false"


class Atom(NamedTuple):
    """A proposition, applied to the named variables and, for other sorts, to the current values."""

    name: str
    arguments: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.name}({', '.join(self.arguments)})" if self.arguments else self.name


class Comparison(NamedTuple):
    """Two variables compared: ``x' = x``, ``t' < t``."""

    left: str
    sign: str
    right: str

    def __str__(self) -> str:
        return f"{self.left} {self.sign} {self.right}"


class Not(NamedTuple):
    body: Formula

    def __str__(self) -> str:
        return f"not {_inner(self.body)}"


class Joined(NamedTuple):
    """Two formulas joined by ``and``, ``or``, ``->`` or ``<->``."""

    word: str
    left: Formula
    right: Formula

    def __str__(self) -> str:
        return f"{_inner(self.left)} {self.word} {_inner(self.right)}"


class Quantified(NamedTuple):
    """``some``, ``all`` or ``no``; ``limit`` is a comparison or the name of a relation."""

    word: str
    variable: str
    limit: tuple[str, str] | None
    body: Formula

    def __str__(self) -> str:
        limit = "" if self.limit is None else " " + " ".join(filter(None, self.limit))
        return f"{self.word} {self.variable}{limit}: {self.body}"


Formula = Constant | Atom | Comparison | Not | Joined | Quantified


def _inner(formula: Formula) -> str:
    loose = isinstance(formula, Joined | Quantified)
    return f"({formula})" if loose else str(formula)


@lru_cache(maxsize=4096)
def parse_formula(text: str) -> Formula:
    """Parse a formula.

    Raises:
        RuleError: the text is not a formula; the message shows the place.

    Example:
        >>> str(parse_formula("some t' < t: p(t') and not q"))
        "some t' < t: p(t') and not q"
    """
    reader = _Reader(text)
    found = reader.formula()
    if reader.at < len(reader.tokens):
        raise reader.error(
            f"{reader.tokens[reader.at]!r} is not expected; join formulas with and, or, -> or <->"
        )
    return found


class _Reader:
    """A recursive-descent parser, with a method for each kind of formula."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[str] = []
        self.at = 0
        position = 0
        while text[position:].strip():
            found = _TOKEN.match(text, position)
            if found is None:
                raise self.error(f"{text[position:].split()[0]!r} is not allowed in a formula")
            self.tokens.append(found[1])
            position = found.end()

    def error(self, what: str) -> RuleError:
        return RuleError(f"formula {self.text!r}: {what}")

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, *words: str) -> str:
        """Take the next word, which must be one of ``words`` if any are given."""
        word = self.peek()
        if not word or (words and word not in words):
            wanted = " or ".join(map(repr, words)) or "a word"
            raise self.error(f"{wanted} is missing {f'before {word!r}' if word else 'at the end'}")
        self.at += 1
        return word

    def variable(self) -> str:
        word = self.take()
        if not _VARIABLE.fullmatch(word):
            raise self.error(f"{word!r} is not a variable: use t, w, x or y, with a prime if bound")
        return word

    def formula(self, level: int = 0) -> Formula:
        """Parse formulas joined by connectives, which bind more tightly at higher levels."""
        if level == len(_CONNECTIVES):
            return self.one()
        left = self.formula(level + 1)
        while self.peek() == _CONNECTIVES[level]:
            word = self.take()
            left = Joined(word, left, self.formula(level + (word != "->")))
        return left

    def one(self) -> Formula:
        word = self.peek()
        if word == "not":
            self.take()
            return Not(self.one())
        if word in _QUANTIFIERS:
            return self.quantified()
        if word == "(":
            self.take()
            found = self.formula()
            self.take(")")
            return found
        return Constant(self.take() == "true") if word in ("true", "false") else self.atom()

    def quantified(self) -> Formula:
        word, variable = self.take(), self.variable()
        if not variable.endswith("'"):
            raise self.error(f"the bound variable {variable!r} needs a prime: use {variable}'")
        limit = None
        if self.peek() in _COMPARISONS:
            sign, other = self.take(), self.variable()
            if other[0] not in ("xy" if variable[0] in "xy" else variable[0]):
                raise self.error(f"{variable} and {other} are of different sorts; use one sort")
            limit = sign, other
        elif self.peek() != ":":
            limit = self.take(), ""
            if variable[0] != "w":
                raise self.error(
                    f"{limit[0]!r} relates worlds, but {variable} is not a world; use w'"
                )
        self.take(":")
        return Quantified(word, variable, limit, self.formula())

    def atom(self) -> Formula:
        word = self.take()
        if word in _RESERVED or not word[0].isalpha():
            raise self.error(f"{word!r} is not a proposition; use a name")
        if _VARIABLE.fullmatch(word):
            sign = self.take(*_COMPARISONS)
            return Comparison(word, sign, self.variable())
        if self.peek() != "(":
            return Atom(word)
        self.take("(")
        arguments = [self.variable()]
        while self.peek() == ",":
            self.take()
            arguments.append(self.variable())
        self.take(")")
        return Atom(word, tuple(arguments))


def walk(formula: Formula) -> Iterator[Formula]:
    """Yield a formula and all its parts."""
    yield formula
    match formula:
        case Not(body) | Quantified(_, _, _, body):
            yield from walk(body)
        case Joined(_, left, right):
            yield from walk(left)
            yield from walk(right)


def names_in(formula: Formula) -> frozenset[str]:
    """Return the names of the propositions in a formula."""
    return frozenset(each.name for each in walk(formula) if isinstance(each, Atom))


def variables_in(formula: Formula) -> frozenset[str]:
    """Return the variables of a formula, bound or free."""
    found: set[str] = set()
    for each in walk(formula):
        match each:
            case Atom(_, arguments):
                found.update(arguments)
            case Comparison(left, _, right):
                found.update((left, right))
            case Quantified(_, variable, _, _):
                found.add(variable)
    return frozenset(found)
