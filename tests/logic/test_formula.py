"""The language of meanings: what it reads, how it is written again, what it refuses."""

from __future__ import annotations

import pytest

from litgen.exceptions import RuleError
from litgen.logic.formula import Atom, Joined, Not, Quantified, parse_formula, variables_in


@pytest.mark.parametrize(
    "text",
    [
        "p",
        "not p",
        "not (p and q)",
        "some t' < t: p(t')",
        "some w' accessible: some t' > t: p(t', w')",
        "no x' != x: p(x')",
        "(p or q) and not (some x': p(x'))",
        "p(y, x) <-> p",
        "all x': h(x') -> p(x')",
        "some t' < t: t' < t",
        "p and true",
    ],
)
def test_what_is_read_is_written_again(text: str) -> None:
    assert str(parse_formula(text)) == text
    assert parse_formula(str(parse_formula(text))) == parse_formula(text)


def test_what_binds_closer() -> None:
    p, q, r = Atom("p"), Atom("q"), Atom("r")
    assert parse_formula("not p and q or r") == Joined("or", Joined("and", Not(p), q), r)
    assert parse_formula("p -> q -> r") == Joined("->", p, Joined("->", q, r))
    assert parse_formula("p or q -> r") == Joined("->", Joined("or", p, q), r)


def test_a_quantifier_reaches_as_far_as_it_can() -> None:
    found = parse_formula("some t': p(t') and q")
    assert isinstance(found, Quantified)
    assert str(found.body) == "p(t') and q"


def test_variables() -> None:
    assert variables_in(parse_formula("some t' < t: p(t', w)")) == {"t'", "w"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "a word is missing at the end"),
        ("p and", "a word is missing at the end"),
        ("p q", "'q' is not expected"),
        ("(p", "')' is missing at the end"),
        ("p & q", "'&' is not allowed"),
        ("some t: p", "needs a prime: use t'"),
        ("some z': p", "'z'' is not a variable"),
        ("some t' < w: p", "different sorts"),
        ("some t' accessible: p", "relates worlds, but t' is not a world"),
        ("and p", "'and' is not a proposition"),
        ("p(q)", "'q' is not a variable"),
        ("some t' < t p", "':' is missing before 'p'"),
    ],
)
def test_what_is_no_formula(text: str, said: str) -> None:
    with pytest.raises(RuleError) as error:
        parse_formula(text)
    assert said in str(error.value).replace('"', "'")
    assert "\n" not in str(error.value)
