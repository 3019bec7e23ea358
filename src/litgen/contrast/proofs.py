"""Check whether each claim in ``labels.toml`` follows from the declared meanings.

The functions raise a RuleError if a transformation has no meaning or no model satisfies a meaning.
"""

import itertools
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from functools import partial
from typing import NamedTuple, cast

from litgen.contrast.notation import Contrast
from litgen.contrast.policy_file import ALL, NEW, LabelRule, PolicyFile, pattern_text
from litgen.exceptions import RuleError
from litgen.logic import (
    Assumption,
    Convention,
    Meaning,
    Meanings,
    Rewriting,
    Side,
    counterexample,
    spaces,
)
from litgen.logic.calculus import Letter
from litgen.transformations.declarations import label_class
from litgen.transformations.naming import matches, split_steps


class Claim(NamedTuple):
    """The claim that one cell of a rule makes for one choice of members of the rule's classes."""

    contrast: str
    source: str  #: ``E``, ``C``, ``N`` or ``new``
    ground: str  #: ``logic`` or ``default``
    labels: frozenset[str]
    conventions: tuple[str, ...]
    rewriting: Rewriting

    def __str__(self) -> str:
        became = " or ".join(sorted(self.labels))
        resting = f" by {', '.join(self.conventions)}" if self.conventions else ""
        return f"{self.contrast}, {self.source} -> {became} ({self.ground}{resting})"


class Finding(NamedTuple):
    """The result for a claim: it holds, or there is a countermodel."""

    claim: Claim
    against: str | None
    #: whether a default label holds even without its conventions, so that logic suffices
    needless: bool = False

    @property
    def passed(self) -> bool:
        return self.against is None


def check_rules(file: PolicyFile) -> Iterator[Finding]:
    """Check every claim that the rules make against all small models."""
    _check_meanings(file.meanings)
    return (find(claim, file.meanings) for rule in file.rules for claim in claims_of(rule, file))


def _check_meanings(meanings: Meanings) -> None:
    """Raise a RuleError if no model satisfies a meaning."""
    for meaning in {id(each): each for each in meanings.of.values()}.values():
        given = [
            dict(zip(names.split(", "), value.split(", "), strict=True))
            for names, values in meaning.by.items()
            for value in values
        ]
        for parameters in (*given, {}):
            side = Side("p", (meaning,), parameters)
            other = side if meaning.pairwise else Side("p")
            for _ in spaces(Rewriting(side, other, "N" if meaning.pairwise else None)):
                pass  # raises an error if no model satisfies the meaning


def refuse_unsound(file: PolicyFile, shipped: PolicyFile) -> None:
    """Raise a RuleError, with the reason, if a user's rule does not hold."""
    _check_meanings(file.meanings)
    known = [claim for rule in shipped.rules for claim in claims_of(rule, shipped)]
    for claim in (claim for rule in file.rules for claim in claims_of(rule, file)):
        if file.meanings.conventions != shipped.meanings.conventions or claim not in known:
            if (against := find(claim, file.meanings).against) is not None:
                raise RuleError(f"{claim} does not hold: {against}")


def claims_of(rule: LabelRule, file: PolicyFile) -> Iterator[Claim]:
    """Yield the claims of a rule for every choice of meanings that its pattern allows."""
    cells = {
        source: cell
        for source, cell in rule.cells.items()
        if cell.target is None and (cell.logic != ALL or cell.default is not None)
    }
    if rule.void or not cells:
        return
    kind = "".join(f" ({value})" for value in rule.when.values())
    for contrast, premise, hypothesis in _worded(rule.pattern, file):
        sides = _side(rule, 0, premise), _side(rule, 1, hypothesis)
        for source, cell in cells.items():
            known = _assumed((*rule.guards, *cell.guards), file, rule.pattern)
            letter = None if source == NEW else cast("Letter", source)
            rewriting = Rewriting(*sides, letter, known)
            if cell.logic != ALL:
                yield Claim(contrast + kind, source, "logic", cell.logic, (), rewriting)
            if cell.default is not None:
                labels = frozenset(cell.default)
                rests_on = cell.conventions
                yield Claim(contrast + kind, source, "default", labels, rests_on, rewriting)


def find(claim: Claim, meanings: Meanings) -> Finding:
    held = [meanings.conventions[name] for name in claim.conventions]
    against = _against(claim, held)
    bare = claim.conventions and not any(each.source for each in held)
    needless = bool(bare and against is None and _against(claim, ()) is None)
    return Finding(claim, against, needless)


def _against(claim: Claim, conventions: Sequence[Convention]) -> str | None:
    """Describe a counterexample to a claim; return None if the claim holds."""
    allowed = cast("frozenset[Letter]", claim.labels)
    may_be_open = any(each.open for each in conventions) or claim.source == NEW
    for space in list(spaces(claim.rewriting, conventions)):  # raises an error without a model
        if allowed in ({"N"}, {"C", "N"}) and may_be_open:
            # The label may stay open: it is enough that one of the allowed labels has a model.
            if not any(space.labels[letter] for letter in allowed):
                return counterexample(space, allowed)
        elif (found := counterexample(space, allowed)) is not None:
            return found
    return None


def _worded(
    pattern: Contrast, file: PolicyFile
) -> Iterator[tuple[str, tuple[Meaning, ...], tuple[Meaning, ...]]]:
    """Yield a pattern for each choice of members of its classes, and the meanings of its sides.

    In a new pair, classes at the beginning of both sides are left out: they produce a single
    sentence, and the claim is about the steps that follow, whatever that sentence means.
    """
    ours, theirs = pattern.premise.steps, pattern.hypothesis.steps
    while pattern.form == "new" and ours[:1] == theirs[:1] and ours and ours[0][:6] == "class:":
        ours, theirs = ours[1:], theirs[1:]
    classes = list(dict.fromkeys(each for each in (*ours, *theirs) if each.startswith("class:")))
    members = [_members(each, file) for each in classes]
    for chosen in itertools.product(*members):
        bound = dict(zip(classes, chosen, strict=True))
        text = pattern_text(pattern)
        for step, name in bound.items():
            text = text.replace(f"{{{step[6:]}}}", name)
        sides = ([bound.get(step, step) for step in steps] for steps in (ours, theirs))
        premise, hypothesis = (tuple(m for _, m in meanings_of(steps, file)) for steps in sides)
        yield text, premise, hypothesis


def _members(step: str, file: PolicyFile) -> list[str]:
    """List a class's members, one for each meaning, and the class itself if it has a meaning."""
    of, name = file.meanings.of, f"{{{step[6:]}}}"
    found = {id(of[name]): name} if name in of else {}
    for member in file.classes[step[6:]]:
        found.setdefault(id(meaning_of(member, file)), member)
    if not found:
        raise RuleError(f"class {step[6:]!r} has no meaning; declare one in meanings.toml")
    return list(found.values())


def means(rule: LabelRule, file: PolicyFile) -> Iterator[tuple[str, Meaning]]:
    """Yield the transformations in a rule and in its classes, each with its meaning."""
    found: dict[str, Meaning] = {}
    for side in rule.pattern:
        members = [_members(e, file) if e.startswith("class:") else [e] for e in side.steps]
        for steps in itertools.product(*members):
            found |= meanings_of(steps, file)
    yield from found.items()


def meanings_of(steps: Sequence[str], file: PolicyFile) -> list[tuple[str, Meaning]]:
    """Return the meaning of each step; an entry for several steps together takes precedence."""
    found: list[tuple[str, Meaning]] = []
    at = 0
    while at < len(steps):
        ends = range(len(steps), at + 1, -1)
        name = next((n for end in ends if (n := "+".join(steps[at:end])) in file.meanings.of), None)
        name = name or steps[at]
        found.append((name, meaning_of(name, file)))
        at += len(split_steps(name))
    return found


def meaning_of(step: str, file: PolicyFile) -> Meaning:
    """Look up the meaning of a transformation by its name or its class."""
    of, classes = file.meanings.of, file.classes
    if step in of:
        return of[step]
    for name, meaning in of.items():
        if matches(name, step):
            return meaning
    listed = [name for name in classes if any(map(partial(fnmatchcase, step), classes[name]))]
    for each in (*listed, label_class(step)):
        if f"{{{each}}}" in of:
            return of[f"{{{each}}}"]
    raise RuleError(
        f"{step!r} has no meaning; declare in meanings.toml what the rewritten sentence means in "
        "terms of the original"
    )


def _side(rule: LabelRule, number: int, steps: tuple[Meaning, ...]) -> Side:
    origin = rule.pattern[number].origin
    of_hypothesis = origin == "hypothesis" or (origin == "pair" and number == 1)
    return Side("h" if of_hypothesis else "p", steps, rule.when if steps else {})


def _assumed(names: Sequence[str], file: PolicyFile, pattern: Contrast) -> tuple[Assumption, ...]:
    edited = tuple(number for number in (0, 1) if pattern[number].steps)
    of = {"both": (0, 1), "premise": (0,), "hypothesis": (1,), "edited": edited}
    return tuple(
        Assumption(formula, of[file.guards[name].sides])  # type: ignore[arg-type]
        for name in names
        for formula in file.guards[name].assume
    )
