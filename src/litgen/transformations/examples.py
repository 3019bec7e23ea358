"""Run the examples that every rule contains, as tests of the rule with an engine."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from litgen.mrs.rule import Example, Rule
from litgen.tables import grammars_table
from litgen.transformations.protocol import Outcome, Transformation


class Check(NamedTuple):
    """The result of one example; surfaces are separated by `` | ``, or ``declined: REASON``."""

    rule: str
    text: str
    expected: str
    got: str
    passed: bool


def check_rules(rules: Iterable[Rule], find: Callable[[str], Transformation]) -> list[Check]:
    """Run the examples of rules: a variant with an example's parameters must have one of its
    outputs, or the sentence must be declined for its reason."""
    checks: list[Check] = []
    for rule in rules:
        texts = [example.text for example in rule.examples]
        outcomes = find(rule.name).apply(texts)
        checks += [
            _check(rule.name, example, outcome)
            for example, outcome in zip(rule.examples, outcomes, strict=True)
        ]
    return checks


def beyond(check: Check, dialect: str) -> Check:
    """Invert a check that ``grammars/beyond.toml`` lists as an expected failure for a dialect."""
    for entry in grammars_table("beyond").get(dialect, ()):
        if check.text in entry["examples"].get(check.rule, ()):
            expected = f"not in {dialect}: {entry['reason']}"
            return check._replace(expected=expected, passed=not check.passed)
    return check


def _written(parameters: Mapping[str, object]) -> str:
    return ", ".join(f"{name} {value}" for name, value in parameters.items())


def _check(rule: str, example: Example, outcome: Outcome) -> Check:
    surfaces = [
        surface
        for variant in outcome.variants
        if example.parameters.items() <= dict(variant.parameters).items()
        for surface in variant.candidates
    ]
    if example.declined is not None:
        passed = not surfaces and outcome.declined == example.declined
        expected = f"declined: {example.declined}"
    else:
        passed = any(output in surfaces for output in example.outputs)
        expected = " | ".join(example.outputs)
    got = " | ".join(surfaces) or f"declined: {outcome.declined} ({outcome.stage})"
    if not surfaces and outcome.variants:
        made = (f"{each.candidates[0]} ({_written(each.parameters)})" for each in outcome.variants)
        got = f"only {' | '.join(made)}"
    return Check(rule, example.text, expected, got, passed)
