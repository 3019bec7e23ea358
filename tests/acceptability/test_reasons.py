"""Every reason has an id, a sentence for users and an example (``rules/reasons.toml``)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from litgen.acceptability.decision import decider_of
from litgen.acceptability.guards import load_guards
from litgen.acceptability.source import reasons
from litgen.tables import read_toml, rules_folder
from litgen.transformations.registry import find

SOURCE = Path(__file__).parents[2] / "src" / "litgen"
TABLE = read_toml(rules_folder() / "reasons.toml")
IDS = {each["id"]: each for part in TABLE.values() for each in part}
FAMILIES = {name.partition(".")[0] for name in IDS if "." in name}
#: Calls that decline a text: their first argument, or the argument ``declined``, is a reason.
DECLINING = ("Declined", "_declined", "Outcome", "Application", "Generation", "Parse", "Stopped")


def given(value: Any) -> Iterator[str]:
    """The reasons in a table of a rule file, those of sentences of their own left out."""
    if isinstance(value, dict):
        for key, each in value.items():
            if key in ("reason", "unchanged", "unavailable") and isinstance(each, str) and each:
                yield each
            yield from given(each)
    elif isinstance(value, list):
        for each in value:
            yield from given(each)


def in_rules() -> set[str]:
    antonyms = {each["name"] for each in read_toml(rules_folder() / "antonyms.toml")["guard"]}
    files = [*(rules_folder() / "mrs").glob("*.toml"), rules_folder() / "numbers.toml"]
    return antonyms | {reason for path in files for reason in given(read_toml(path))}


def strings(node: ast.AST) -> Iterator[str]:
    for each in ast.walk(node):
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield each.value


def in_calls(tree: ast.AST) -> Iterator[str]:
    """The reasons that are written out in calls that decline."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call):
            name = getattr(call.func, "id", getattr(call.func, "attr", ""))
            first = call.args[:1] if name in DECLINING[:2] else []
            named = [each.value for each in call.keywords if each.arg == "declined"]
            for value in [*first, *named] if name in DECLINING else ():
                if isinstance(value, ast.Constant) and value.value:
                    yield str(value.value)


def test_every_reason_of_a_rule_has_a_sentence() -> None:
    assert len(in_rules()) > 70
    assert sorted(reason for reason in in_rules() if decider_of(reason) is None) == []


def test_every_reason_in_the_code_has_a_sentence() -> None:
    trees = [ast.parse(path.read_text("utf-8")) for path in SOURCE.rglob("*.py")]
    found = {each for tree in trees for each in in_calls(tree)}
    named = {each.partition(": ")[0] for tree in trees for each in strings(tree)
             if re.fullmatch(r"[a-z-]+\.[a-z-]+(: .*)?", each)}  # fmt: skip
    found |= {each for each in named if each.partition(".")[0] in FAMILIES}
    assert len(found) > 100
    assert sorted(each for each in found if decider_of(each) is None) == []


def test_every_entry_is_used() -> None:
    code = "".join(path.read_text("utf-8") for path in SOURCE.rglob("*.py"))
    assert [name for name in IDS if name not in in_rules() and f'"{name}' not in code] == []


def test_sentences_are_sentences() -> None:
    texts = [each["reason"] for each in IDS.values()]
    assert [text for text in texts if not re.fullmatch(r"[A-Z*].*\.", text)] == []


def test_one_id_means_one_thing() -> None:
    ids = [each["id"] for part in TABLE.values() for each in part]
    ids += [each.id for each in load_guards()] + [*reasons()]
    assert sorted({name for name in ids if ids.count(name) > 1}) == []
    assert str(decider_of("passive.reflexive")) == (
        "rule passive.reflexive: A reflexive pronoun cannot become the subject."
    )
    detail = decider_of("rule.no-match: _by_p")
    assert detail is not None and detail.id == "rule.no-match"


@pytest.mark.slow  # each transformation is loaded once
def test_examples_are_declined_for_their_reason() -> None:
    asked = [(*each["example"].split(": ", 1), name) for name, each in IDS.items()
             if re.match(r"[a-z:,-]+: ", each.get("example", ""))]  # fmt: skip
    assert len(asked) > 100
    wrong = []
    for step in sorted({step for step, _, _ in asked}):
        here = [(text, name) for of, text, name in asked if of == step]
        outcomes = find(step, "dependency").apply([text for text, _ in here])
        wrong += [(step, *each, made.declined) for each, made in zip(here, outcomes, strict=True)
                  if (made.declined or "").partition(": ")[0] != each[1]]  # fmt: skip
    assert wrong == []
