"""Reader for the label policy (``rules/labels.toml``): guards, classes and rules."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any, Literal, NamedTuple

from litgen.contrast.conditions import RELATIONS
from litgen.contrast.notation import Contrast, Side, pairwise, parse_contrast
from litgen.exceptions import LitgenError, RuleError, did_you_mean
from litgen.logic import Formula, Meanings, parse_formula
from litgen.tables import read_toml
from litgen.transformations.naming import STEP

LETTERS = {"E": "entailment", "C": "contradiction", "N": "neutral"}
ALL = frozenset(LETTERS)
SIDES = ("edited", "both", "premise", "hypothesis")
#: The source "label" of a new pair.
NEW = "new"


class Guard(NamedTuple):
    """A condition that a contrast needs for a label; ``because`` and the examples say why."""

    name: str
    because: str
    sides: str
    #: pairs for which it fails, ``contrast, source label: premise / hypothesis``
    fails: Sequence[str] = ()
    holds: Sequence[str] = ()
    traits: Mapping[str, Any] = {}
    parameters: Mapping[str, Any] = {}
    relation: str | None = None
    options: Mapping[str, Any] = {}
    unknown: Literal["fails", "holds"] = "fails"
    #: what may be assumed if it holds, about each of its sides (``p``) or about both sentences
    assume: tuple[Formula, ...] = ()


class Cell(NamedTuple):
    """The new labels for one source label: by logic, by default, or only as a target.

    ``conventions`` are those that a default label rests on. ``default`` may have several letters,
    as in ``CN``, if the convention only excludes entailment.
    """

    logic: frozenset[str] = ALL
    default: str | None = None
    target: str | None = None
    guards: tuple[str, ...] = ()
    conventions: tuple[str, ...] = ()


class LabelRule(NamedTuple):
    """One elementary contrast with its guards and its cells by source label.

    Among several rules for a contrast, the first whose ``when`` fits the variants' parameters
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


class PolicyFile(NamedTuple):
    """The contents of a policy file."""

    guards: Mapping[str, Guard]
    rules: tuple[LabelRule, ...]
    paper: tuple[LabelRule, ...]
    classes: Mapping[str, tuple[str, ...]]
    traits: Mapping[str, str]
    meanings: Meanings


def read_policy(path: Path, meanings: Meanings, shipped: PolicyFile | None = None) -> PolicyFile:
    """Read a policy file.

    Args:
        meanings: the meanings of its transformations.
        shipped: the policy that it extends. The file's rules come first and replace those for the
            same contrast; its guards and classes replace those with the same name.

    Raises:
        RuleError: the file is invalid; the message names the file, the rule and the reason.
    """
    table = read_toml(path)
    try:
        traits = dict(table.get("traits", {}))
        classes = {name: tuple(names) for name, names in table.get("classes", {}).items()}
        guards = {guard.name: guard for guard in map(_guard, table.get("guard", ()))}
        policy = PolicyFile(
            guards,
            tuple(rule for entry in table.get("rule", ()) for rule in _rules(entry)),
            tuple(rule for entry in table.get("paper", ()) for rule in _rules(entry)),
            classes,
            traits,
            meanings,
        )
        if shipped is not None:
            policy = _added(policy, shipped)
        _check(policy)
    except RuleError as error:
        raise RuleError(f"{path}: {error}") from None
    except (LitgenError, KeyError, TypeError, AttributeError, ValueError) as error:
        raise RuleError(f"{path}: {type(error).__name__}: {error}") from error
    return policy


def _added(own: PolicyFile, shipped: PolicyFile) -> PolicyFile:
    """The shipped policy, extended and overridden by a user's."""

    def rules(ours: tuple[LabelRule, ...], theirs: tuple[LabelRule, ...]) -> tuple[LabelRule, ...]:
        told = {rule.pattern for rule in ours}
        return (*ours, *(rule for rule in theirs if rule.pattern not in told))

    return PolicyFile(
        {**shipped.guards, **own.guards},
        rules(own.rules, shipped.rules),
        rules(own.paper, shipped.paper),
        {**shipped.classes, **own.classes},
        {**shipped.traits, **own.traits},
        own.meanings,
    )


def _guard(entry: Mapping[str, Any]) -> Guard:
    if "name" not in entry:
        raise RuleError("a guard has no name")
    where = f"guard {entry['name']!r}"
    fixed = set(Guard._fields) - {"options"}
    values = {key: value for key, value in entry.items() if key in fixed}
    for key in ("because", "fails", "holds", "sides"):
        if key not in values:
            raise RuleError(f"{where}: {key!r} is missing")
    if values["sides"] not in SIDES:
        raise RuleError(f"{where}: sides must be one of {', '.join(SIDES)}")
    if values.get("unknown", "fails") not in ("fails", "holds"):
        raise RuleError(f"{where}: unknown must be 'fails' or 'holds'")
    relation = values.get("relation")
    if relation is not None and relation not in RELATIONS:
        raise RuleError(f"{where}: no relation {relation!r}: there are {', '.join(RELATIONS)}")
    options = {key: value for key, value in entry.items() if key not in fixed}
    try:
        values["assume"] = tuple(map(parse_formula, values.get("assume", ())))
    except RuleError as error:
        raise RuleError(f"{where}: {error}") from None
    return Guard(**values, options=options)


def _rules(entry: Mapping[str, Any]) -> Iterator[LabelRule]:
    patterns = entry.get("patterns")
    if not patterns:
        raise RuleError("a rule has no patterns")
    where = f"rule {patterns[0]!r}"
    known = {"patterns", "guards", "void", "because", "examples", "when", "conventions", "denied"}
    unknown = set(entry) - {*known, NEW, *LETTERS}
    if unknown:
        raise RuleError(f"{where}: unknown key {sorted(unknown)[0]!r}")
    if "because" not in entry:
        raise RuleError(f"{where}: 'because' is missing")
    listed = {
        key: each if isinstance(each, list) else [each]
        for key, each in entry.get("when", {}).items()
    }
    for text, *values in product(patterns, *listed.values()):
        when = dict(zip(listed, values, strict=True))
        conventions = tuple(name.format_map(when) for name in entry.get("conventions", ()))
        rule = LabelRule(
            _pattern(where, text),
            tuple(entry.get("guards", ())),
            {key: _cell(where, entry[key], conventions) for key in (*LETTERS, NEW) if key in entry},
            bool(entry.get("void", False)),
            entry["because"],
            tuple(entry.get("examples", ())),
            when,
        )
        yield rule
        if "denied" in entry and rule.pattern.pairwise is not None:
            raise RuleError(f"{where}: 'denied' is about patterns with premise;hypothesis")
        if "denied" in entry:
            yield _denied(rule, tuple(entry["denied"]))


def _denied(rule: LabelRule, guards: tuple[str, ...]) -> LabelRule:
    """The same rule for the negated hypothesis: entailment becomes contradiction and vice versa."""
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


def _cell(where: str, value: Any, conventions: tuple[str, ...]) -> Cell:
    if not isinstance(value, dict) or set(value) - set(Cell._fields):
        raise RuleError(
            f"{where}: {value!r} is not a label cell; write a table with some of the keys "
            f'{", ".join(Cell._fields)}, such as E = {{ logic = "E" }}'
        )
    letters = [*value.get("logic", ""), *value.get("default", ""), *value.get("target", "")]
    if set(letters) - ALL:
        raise RuleError(f"{where}: labels are written E, C, N, not {value!r}")
    logic = frozenset(value["logic"]) if "logic" in value else ALL
    default = value.get("default")
    own = tuple(value.get("conventions", conventions if default else ()))
    return Cell(logic, default, value.get("target"), tuple(value.get("guards", ())), own)


def _pattern(where: str, text: str) -> Contrast:
    """Parse a pattern: a contrast with ``{class}`` in place of names.

    A pattern without ``;`` is for pairwise transformations.
    """
    quoted = text.replace("{", "class:").replace("}", "")
    if ";" not in quoted and STEP.fullmatch(quoted):
        return pairwise(quoted)
    try:
        return parse_contrast(quoted)
    except LitgenError as error:
        raise RuleError(f"{where}: pattern {text!r}: {error}") from None


def _check(policy: PolicyFile) -> None:
    for rule in (*policy.rules, *policy.paper):
        named = [*rule.guards, *(name for cell in rule.cells.values() for name in cell.guards)]
        for name in named:
            if name not in policy.guards:
                raise RuleError(f"rule {rule.pattern}: there is no guard {name!r}")
        for step in (*rule.pattern.premise.steps, *rule.pattern.hypothesis.steps):
            if step.startswith("class:") and step[6:] not in policy.classes:
                raise RuleError(f"rule {rule.pattern}: there is no class {step[6:]!r}")
    for guard in policy.guards.values():
        for trait in guard.traits:
            if trait not in policy.traits:
                raise RuleError(f"guard {guard.name!r}: there is no trait {trait!r}")
    for rule in policy.rules:
        for cell in rule.cells.values():
            _check_conventions(f"rule {pattern_text(rule.pattern)}", cell, policy.meanings)


def _check_conventions(where: str, cell: Cell, meanings: Meanings) -> None:
    """Check that a default label names the conventions that it rests on, and that they exist."""
    if cell.default is not None and not cell.conventions:
        raise RuleError(f"{where}: a default label names the conventions that it rests on")
    for name in cell.conventions:
        if name not in meanings.conventions:
            known = did_you_mean(name, meanings.conventions)
            raise RuleError(f"{where}: there is no convention {name!r}: {known}")


def pattern_text(pattern: Contrast) -> str:
    """A rule's pattern in the notation of ``labels.toml``."""
    if pattern.pairwise is not None:
        name = pattern.pairwise
        return f"{{{name[6:]}}}" if name.startswith("class:") else name

    def side(one: Side, own: str) -> str:
        steps = [f"{{{step[6:]}}}" if step.startswith("class:") else step for step in one.steps]
        head = [] if one.origin == own else [one.origin]
        return "+".join(head + steps) or "original"

    return f"{side(pattern.premise, 'premise')};{side(pattern.hypothesis, 'hypothesis')}"
