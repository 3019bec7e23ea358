"""The notation of contrasts: ``premise;hypothesis``, two sides of steps joined by ``+``.

A side without steps is written ``original``. ``(past;future)+cleft`` abbreviates
``past+cleft;future+cleft`` (Li et al. 2020 write *p;f +i*). A side that begins with ``premise`` or
``hypothesis`` rewrites that sentence of the source pair: ``hypothesis;premise`` exchanges the
sentences, ``original;premise+antonym`` makes a new pair from the premise alone. A transformation
that rewrites both sentences together is a contrast without ``;``, such as ``swap-pair``.
``litgen.transformations.naming`` describes the syntax of steps.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Literal, NamedTuple

from litgen.exceptions import UsageError
from litgen.transformations.declarations import declaration, fill, needs_wordnet
from litgen.transformations.naming import STEP, goes_on, split_steps

Origin = Literal["premise", "hypothesis", "pair"]
Form = Literal["pair", "exchanged", "new", "pairwise"]
_HINT = "use the form premise;hypothesis, such as past+cleft;future+cleft or may;original"


class Side(NamedTuple):
    """One side of a contrast: its source sentence and its transformations, in order."""

    origin: Origin
    steps: tuple[str, ...] = ()

    @property
    def transformation(self) -> str | None:
        """The name of the transformation, or None if the sentence is not rewritten."""
        return "+".join(self.steps) or None


class Contrast(NamedTuple):
    """A contrast: the transformations of the premise and those of the hypothesis."""

    premise: Side
    hypothesis: Side

    def __str__(self) -> str:
        return _written(self)

    @property
    def pairwise(self) -> str | None:
        """The name of the pairwise transformation, or None for contrasts with two sides."""
        return self.premise.steps[0] if self.premise.origin == "pair" else None

    @property
    def two_sided(self) -> bool:
        return self.pairwise is None and bool(self.premise.steps and self.hypothesis.steps)

    @property
    def needs_wordnet(self) -> bool:
        return any(needs_wordnet(each.transformation) for each in self if each.steps)

    @property
    def form(self) -> Form:
        """Whether the sentences keep their roles, exchange them, come from one source sentence, or
        are rewritten together."""
        if self.pairwise is not None:
            return "pairwise"
        if self.premise.origin == self.hypothesis.origin:
            return "new"
        return "pair" if self.premise.origin == "premise" else "exchanged"

    def from_(self, origin: Origin) -> "Contrast":
        """Return this contrast with both sides made from one sentence of the source pair."""
        return Contrast(*(side._replace(origin=origin) for side in self))


@lru_cache(maxsize=1024)
def _written(contrast: Contrast) -> str:
    if contrast.pairwise is not None:
        return contrast.pairwise
    return f"{_text(contrast.premise, 'premise')};{_text(contrast.hypothesis, 'hypothesis')}"


def pairwise(name: str) -> Contrast:
    """Return the contrast for a pairwise transformation."""
    side = Side("pair", (name,))
    return Contrast(side, side)


def common_start(first: Sequence[str], second: Sequence[str]) -> int:
    """Return the length of the common prefix of two sequences of steps."""
    pairs = zip(first, second, strict=False)
    return sum(1 for _ in takewhile(lambda both: both[0] == both[1], pairs))


def parse_contrast(text: str) -> Contrast:
    """Parse a contrast.

    Raises:
        UsageError: the text is not a contrast; the message names the position of the error.

    Example:
        >>> str(parse_contrast("(past; future) + cleft"))
        'past+cleft;future+cleft'
    """
    if "(" in text or ")" in text:
        return _parse_short(text)
    stated = declaration(text.strip())
    if stated is not None and stated.level == "pair":
        return pairwise(text.strip())
    sides = text.split(";")
    if len(sides) == 1:
        raise _one_sided(text)
    if len(sides) > 2:
        raise _error(text, text.rindex(";"), "only one ';' is allowed")
    premise = _parse_side(text, sides[0], 0, "premise")
    hypothesis = _parse_side(text, sides[1], len(sides[0]) + 1, "hypothesis")
    contrast = Contrast(premise, hypothesis)
    if contrast.form == "pair" and not (premise.steps or hypothesis.steps):
        raise _error(text, 0, "original;original changes nothing")
    return contrast


def expand(text: str) -> tuple[Contrast, ...]:
    """Parse a contrast, or expand a name into its contrasts (``Declaration.contrasts``).

    Raises:
        UsageError: the text is neither a contrast nor the name of a declared transformation.
    """
    steps = () if set(text) & set(";()") else split_steps(text)
    stated = declaration(steps[-1]) if steps else None
    if stated is None:
        return (parse_contrast(text),)
    name = "+".join(steps)
    return tuple(parse_contrast(fill(each, name)) for each in stated.contrasts)


def _parse_short(text: str) -> Contrast:
    """Parse ``(a;b)+c``, which abbreviates ``a+c;b+c``."""
    opened, closed = text.find("("), text.rfind(")")
    if opened < 0 or closed < opened or text.count("(") > 1 or text.count(")") > 1:
        raise _error(text, max(opened, closed, 0), "the brackets do not match")
    if text[:opened].strip():
        raise _error(text, 0, "'(' must come first")
    rest = text[closed + 1 :]
    if not rest.strip().startswith("+"):
        raise _error(text, closed + 1, "'+' must follow ')'")
    shared = _parse_side(text, rest.lstrip()[1:], text.index("+", closed) + 1, "premise")
    if shared.origin != "premise" or not shared.steps:
        raise _error(text, closed + 2, "a transformation must follow '+'")
    inner = text[opened + 1 : closed]
    if inner.count(";") != 1:
        raise _error(text, opened + 1, "the brackets must contain one ';'")
    left, right = inner.split(";")
    premise = _parse_side(text, left, opened + 1, "premise")
    hypothesis = _parse_side(text, right, opened + len(left) + 2, "hypothesis")
    return Contrast(
        premise._replace(steps=premise.steps + shared.steps),
        hypothesis._replace(steps=hypothesis.steps + shared.steps),
    )


def _parse_side(text: str, side: str, start: int, own: Origin) -> Side:
    steps: list[str] = []
    position = start
    for part in side.split("+"):
        name = part.strip()
        at = position + len(part) - len(part.lstrip())
        if not name:
            raise _error(text, at, "the name of a transformation is missing")
        if not STEP.fullmatch(name):
            raise _error(text, at, f"{name!r} is not the name of a transformation")
        if steps and goes_on(steps[-1], name):
            steps[-1] += "+" + name
        else:
            steps.append(name)
        position += len(part) + 1
    origin = own
    if steps[0] in ("premise", "hypothesis"):
        origin = "premise" if steps.pop(0) == "premise" else "hypothesis"
    elif steps[0] == "original":
        steps.pop(0)
        if steps:
            raise _error(text, start, "nothing may follow 'original'")
    for name in steps:
        if name in ("premise", "hypothesis", "original"):
            raise _error(text, text.index(name, start), f"{name!r} must come first")
    return Side(origin, tuple(steps))


def _text(side: Side, own: Origin) -> str:
    if side.origin == own:
        return side.transformation or "original"
    return "+".join((side.origin, *side.steps))


def _one_sided(text: str) -> UsageError:
    """Return the error for a contrast without ``;``."""
    name = _text(_parse_side(text, text, 0, "premise"), "premise")
    if name == "original":
        return _error(text, len(text), "';' is missing")
    return UsageError(
        f"contrast {text!r} does not specify which sentence to rewrite; use '{name};original' for "
        f"the premise, 'original;{name}' for the hypothesis, or '{name};{name}' for both "
        "(litgen list contrasts)"
    )


def _error(text: str, at: int, what: str) -> UsageError:
    return UsageError(f"contrast {text!r}, position {at + 1}: {what}; {_HINT}")


def slug(contrast: str) -> str:
    """Turn the notation of a contrast into a name suitable for files, tasks and metrics.

    Example:
        >>> slug("original;premise+numerical:entailed")
        'original__premise_numerical_entailed'
    """
    return "__".join(re.sub(r"\W+", "_", side).strip("_") for side in contrast.split(";"))
