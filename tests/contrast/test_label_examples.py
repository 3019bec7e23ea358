"""Every example of rules/labels.toml, run from sentences to label."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

import pytest

from litgen.contrast.chunks import names_by_role
from litgen.contrast.decision import Decision
from litgen.contrast.names import examples
from litgen.contrast.notation import Contrast, parse_contrast
from litgen.contrast.options import wanted_contrasts
from litgen.contrast.pairing import Pairer, couples
from litgen.contrast.policy import load_policy
from litgen.contrast.policy_file import LETTERS, NEW, Guard
from litgen.contrast.sentences import rewrite
from litgen.contrast.toolbox import Recipe, open_toolbox
from litgen.data import Pair
from litgen.options import Options
from litgen.transformations.declarations import BUILTIN
from litgen.transformations.protocol import Outcomes
from litgen.transformations.registry import find_pairwise
from litgen.wordnet import find_wordnet

POLICY = load_policy()
_EXAMPLE = re.compile(
    r"(?P<contrast>\S+?)( role=(?P<role>\w+))?, (?P<source>[ECN]|new)"
    r"( -> (?P<label>[ECN-]))?: (?P<pair>.+)"
)


class Example(NamedTuple):
    contrast: Contrast
    pair: Pair
    label: str | None
    role: str | None


def parse(text: str) -> Example:
    found = _EXAMPLE.fullmatch(text)
    assert found, text
    premise, hypothesis = found["pair"].split(" / ")
    source = found["source"]
    pair = Pair("p", premise, hypothesis, LETTERS["N" if source == NEW else source])
    label = LETTERS.get(found["label"] or "-")
    contrast = parse_contrast(found["contrast"])
    assert (contrast.form == "new") == (source == NEW), text
    return Example(contrast, pair, label, found["role"])


@lru_cache(maxsize=256)
def rewritten(text: str, names: tuple[str, ...]) -> Outcomes:
    if not names:
        return {}
    toolbox = open_toolbox(Recipe(names))
    return rewrite({text: names}, toolbox)[text]


def decisions(example: Example, grounds: str = "default") -> list[Decision]:
    policy = load_policy(grounds)  # type: ignore[arg-type]
    wanted = wanted_contrasts(Options(contrast=(str(example.contrast),)))
    names = names_by_role(wanted, policy)
    contrast, pair = example.contrast, example.pair
    made: dict[str | tuple[str, str], Outcomes] = {pair.premise: {}, pair.hypothesis: {}}
    if contrast.pairwise is not None:
        both = pair.premise, pair.hypothesis
        made[both] = {contrast.pairwise: find_pairwise(contrast.pairwise).apply_pairs([both])[0]}
    for text, role in ((pair.premise, "premise"), (pair.hypothesis, "hypothesis")):
        made[text] = {**made[text], **rewritten(text, names[role])}
    pairer = Pairer(wanted, policy)
    return [
        pairer.decide(contrast, pair, premise, hypothesis)
        for premise, hypothesis in couples(contrast, pair, made)
        if example.role in (None, premise.parameters.get("role"))
    ]


def skip_without_wordnet(text: str) -> None:
    of_wordnet = re.search("antonym|drop-modifier|hypernym|hyponym|shared-word", text)
    if of_wordnet and find_wordnet() is None:
        pytest.skip("WordNet is not installed")


GUARDS = [
    pytest.param(guard, text, key == "fails", id=f"{guard.name}: {text}")
    for guard in POLICY.file.guards.values()
    for key in ("fails", "holds")
    for text in getattr(guard, key)
]


@pytest.mark.parametrize(("guard", "text", "fails"), GUARDS)
def test_a_guard_stops_its_examples_and_not_their_neighbours(
    guard: Guard, text: str, fails: bool
) -> None:
    made = decisions(parse(text))
    assert made
    if fails:
        assert {decision.reason for decision in made} == {guard.name}
    else:
        assert any(decision.label for decision in made)


#: One entry of the file is a rule for each of its patterns.
ENTRIES = {
    (grounds, rule.because, text): rule
    for grounds, rules in (("default", POLICY.file.rules), ("paper", POLICY.file.paper))
    for rule in rules
    for text in rule.examples
}


@pytest.mark.parametrize(("grounds", "because", "text"), ENTRIES)
def test_a_rule_gives_its_examples_their_labels(grounds: str, because: str, text: str) -> None:
    skip_without_wordnet(text)
    example = parse(text)
    made = decisions(example, grounds)
    assert made
    assert because in {step.because for decision in made for step in decision.steps}
    assert {decision.label for decision in made} == {example.label}


def test_every_guard_and_every_rule_has_examples() -> None:
    for guard in POLICY.file.guards.values():
        assert guard.fails and guard.holds, guard.name
    listed = (POLICY.cut(parse_contrast(name)) or () for name in examples())
    shown = {rules[0].pattern for rules in listed if len(rules) == 1}  # tests/test_catalogue.py
    for rule in (*POLICY.file.rules, *POLICY.file.paper):
        seen = rule.examples or (rule.pattern in shown and not rule.when)
        assert seen or not members(rule.pattern), rule.pattern


def members(pattern: Contrast) -> bool:
    """Whether there are transformations that a pattern is about; some classes still wait."""
    classes = {step[6:] for side in pattern for step in side.steps if step.startswith("class:")}
    declared = {each.label_class for each in BUILTIN.values()}
    return all(POLICY.file.classes[name] or name in declared for name in classes)


def test_every_guard_is_asked_by_a_rule() -> None:
    rules = (*POLICY.file.rules, *POLICY.file.paper)
    asked = {name for rule in rules for name in rule.guards}
    asked |= {name for rule in rules for cell in rule.cells.values() for name in cell.guards}
    assert asked == set(POLICY.file.guards)
