"""Read the label policy (``rules/labels.toml``): guards, classes and rules."""

import re
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import AfterValidator, BeforeValidator, Field, SkipValidation

from litgen.contrast.conditions import RELATIONS
from litgen.contrast.notation import Contrast, pairwise, parse_contrast
from litgen.exceptions import LitgenError, RuleError, UsageError, did_you_mean
from litgen.logic import Formula, Meanings, parse_formula
from litgen.tables import read_toml, validated
from litgen.transformations.naming import STEP

LETTERS = {"E": "entailment", "C": "contradiction", "N": "neutral"}
ALL = frozenset(LETTERS)
#: Used as the source label of a new pair.
NEW = "new"
_CLASS = re.compile(r"class:([^+;]+)")


def _relation(name: str) -> str:
    if name not in RELATIONS:
        raise ValueError(f"there is no relation {name!r}; use one of {', '.join(RELATIONS)}")
    return name


def _formula(text: str) -> Formula:
    try:
        return parse_formula(text)
    except LitgenError as error:
        raise ValueError(str(error)) from None


def _letters(letters: str) -> str:
    if not ALL.issuperset(letters):
        raise ValueError(f"{letters!r} is not a set of labels; use the letters E, C and N")
    return letters


def _pattern(text: str) -> Contrast:
    """Parse a contrast with ``{class}`` in place of names; without ``;`` it is pairwise."""
    quoted = text.replace("{", "class:").replace("}", "")
    if ";" not in quoted and STEP.fullmatch(quoted):
        return pairwise(quoted)
    try:
        return parse_contrast(quoted)
    except UsageError as error:
        raise ValueError(f"pattern {text!r}: {error}") from None


def pattern_text(pattern: Contrast) -> str:
    """Return a rule's pattern in the notation of ``labels.toml``."""
    return _CLASS.sub(r"{\1}", str(pattern))


_Names = tuple[str, ...]
_Letters = Annotated[str, AfterValidator(_letters)]
_Formula = Annotated[SkipValidation[Formula], BeforeValidator(_formula)]
_Pattern = Annotated[SkipValidation[Contrast], BeforeValidator(_pattern)]


class Guard(NamedTuple):
    """A condition for a label; ``because`` and the examples explain the reason."""

    name: str
    because: str
    sides: Literal["edited", "both", "premise", "hypothesis"]
    #: counterexamples, as ``contrast, source label: premise / hypothesis``
    fails: _Names
    holds: _Names
    traits: Mapping[str, Any] = {}
    parameters: Mapping[str, Any] = {}
    relation: Annotated[str, AfterValidator(_relation)] | None = None
    options: Mapping[str, Any] = {}  #: options of the relation
    unknown: Literal["fails", "holds"] = "fails"
    #: assumptions that are true if the guard holds, about each of its sides (``p``) or both
    assume: tuple[_Formula, ...] = ()


class Cell(NamedTuple):
    """The new labels for one source label: by logic, by default, or only as a target."""

    logic: Annotated[frozenset[str], BeforeValidator(lambda text: frozenset(_letters(text)))] = ALL
    #: the default label; several letters, as in ``CN``, if the convention only excludes entailment
    default: _Letters | None = None
    target: _Letters | None = None
    guards: _Names = ()
    conventions: _Names = ()  #: conventions on which the default label depends


class LabelRule(NamedTuple):
    """An elementary contrast with its guards and one cell for each source label.

    If a contrast has several rules, the first whose ``when`` fits the variants' parameters
    (``{"direction": "weaker"}``) applies. ``examples`` have the form
    ``contrast, source label -> label: premise / hypothesis``.
    """

    pattern: Contrast
    guards: tuple[str, ...]
    cells: Mapping[str, Cell]
    void: bool
    because: str
    examples: tuple[str, ...] = ()
    when: Mapping[str, Any] = {}


class _Entry(NamedTuple):
    """An entry in the file: a rule for each pattern and each combination of ``when`` values."""

    patterns: Annotated[tuple[_Pattern, ...], Field(min_length=1)]
    because: str
    guards: _Names = ()
    void: bool = False
    examples: _Names = ()
    when: Mapping[str, Any] = {}
    conventions: _Names = ()
    denied: _Names | None = None
    E: Cell | None = None
    C: Cell | None = None
    N: Cell | None = None
    new: Cell | None = None

    def rules(self) -> Iterator[LabelRule]:
        given = {letter: getattr(self, letter) for letter in (*LETTERS, NEW)}
        listed = {k: each if isinstance(each, list) else [each] for k, each in self.when.items()}
        for pattern, *values in product(self.patterns, *listed.values()):
            when = dict(zip(listed, values, strict=True))
            named = tuple(name.format_map(when) for name in self.conventions)
            cells = {
                letter: cell._replace(conventions=cell.conventions or named * bool(cell.default))
                for letter, cell in given.items()
                if cell is not None
            }
            rule = LabelRule(
                pattern, self.guards, cells, self.void, self.because, self.examples, when
            )
            yield rule
            if self.denied is not None:
                yield _denied(rule, self.denied)


class _File(NamedTuple):
    guard: tuple[Guard, ...] = ()
    rule: tuple[_Entry, ...] = ()
    paper: tuple[_Entry, ...] = ()
    classes: Mapping[str, _Names] = {}
    traits: Mapping[str, str] = {}


class PolicyFile(NamedTuple):
    guards: Mapping[str, Guard]
    rules: tuple[LabelRule, ...]
    paper: tuple[LabelRule, ...]
    classes: Mapping[str, tuple[str, ...]]
    traits: Mapping[str, str]
    meanings: Meanings


def read_policy(path: Path, meanings: Meanings, shipped: PolicyFile | None = None) -> PolicyFile:
    """Read a policy file.

    Args:
        meanings: the meanings of the transformations.
        shipped: the policy that the file extends. The file's rules come first and override those
            for the same contrast; its guards and classes replace those with the same name.

    Raises:
        RuleError: the file is invalid; the message names the file, the rule and the reason.
    """
    file = validated(_File, read_toml(path), path)
    base = shipped or PolicyFile({}, (), (), {}, {}, meanings)

    def added(entries: tuple[_Entry, ...], theirs: tuple[LabelRule, ...]) -> tuple[LabelRule, ...]:
        ours = [rule for entry in entries for rule in entry.rules()]
        replaced = {rule.pattern for rule in ours}
        return (*ours, *(rule for rule in theirs if rule.pattern not in replaced))

    try:
        policy = PolicyFile(
            {**base.guards, **{guard.name: guard for guard in file.guard}},
            added(file.rule, base.rules),
            added(file.paper, base.paper),
            {**base.classes, **file.classes},
            {**base.traits, **file.traits},
            meanings,
        )
        _check(policy)
    except (RuleError, KeyError) as error:
        raise RuleError(f"{path}: {error}") from None
    return policy


def _denied(rule: LabelRule, guards: tuple[str, ...]) -> LabelRule:
    """Return the rule for a negated hypothesis: entailment and contradiction are exchanged."""
    if rule.pattern.pairwise is not None:
        raise RuleError(f"rule {rule.pattern}: 'denied' needs a pattern premise;hypothesis")
    (premise, hypothesis), letter = rule.pattern, str.maketrans("EC", "CE")
    cells = {
        key: cell._replace(
            logic=frozenset(each.translate(letter) for each in cell.logic),
            default=cell.default and cell.default.translate(letter),
        )
        for key, cell in rule.cells.items()
    }
    negated = hypothesis._replace(steps=(*hypothesis.steps, "negation"))
    pattern = Contrast(premise, negated)
    return rule._replace(pattern=pattern, guards=(*rule.guards, *guards), cells=cells)


def _check(policy: PolicyFile) -> None:
    """Check that all referenced names exist and that each default label has conventions."""
    conventions = policy.meanings.conventions
    for rule in (*policy.rules, *policy.paper):
        where = f"rule {pattern_text(rule.pattern)}"
        for name in (*rule.guards, *(name for cell in rule.cells.values() for name in cell.guards)):
            if name not in policy.guards:
                raise RuleError(f"{where}: there is no guard {name!r}")
        for step in (*rule.pattern.premise.steps, *rule.pattern.hypothesis.steps):
            if step.startswith("class:") and step[6:] not in policy.classes:
                raise RuleError(f"{where}: there is no class {step[6:]!r}")
    for each, cell in ((rule, cell) for rule in policy.rules for cell in rule.cells.values()):
        where = f"rule {pattern_text(each.pattern)}"
        if cell.default is not None and not cell.conventions:
            raise RuleError(f"{where}: a default label must name its conventions")
        for name in cell.conventions:
            if name not in conventions:
                known = did_you_mean(name, conventions)
                raise RuleError(f"{where}: there is no convention {name!r}: {known}")
    for guard in policy.guards.values():
        for trait in guard.traits:
            if trait not in policy.traits:
                raise RuleError(f"guard {guard.name!r}: there is no trait {trait!r}")
