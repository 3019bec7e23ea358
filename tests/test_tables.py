"""The tables of ``rules/``: every list has an example, and somebody who asks for it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import litgen
from litgen import tables
from litgen.tables import read_toml, rules_folder, word_list
from litgen.trees import morphology as aux

LISTS = read_toml(rules_folder() / "words.toml")
GUARDS = (rules_folder() / "guards.toml").read_text("utf-8")
AUXILIARIES = read_toml(rules_folder() / "auxiliaries.toml")["auxiliary"]
SOURCE = "\n".join(
    path.read_text("utf-8") for path in Path(litgen.__file__).parent.rglob("*.py")
)  # fmt: skip
PATTERNS = "".join(
    (rules_folder() / name).read_text("utf-8")
    for name in ("captions.toml", "facts.toml", "repairs.toml", "source_problems.toml")
)


@pytest.mark.parametrize("name", LISTS)
def test_every_list_has_an_example_and_a_use(name: str) -> None:
    words = LISTS[name]["words"]
    assert len(set(words)) == len(words)
    example = LISTS[name]["example"].lower()
    # Endings, beginnings and lemmas are parts of words; the others stand alone.
    assert any(word in example for word in words), example
    asked = f'word_list("{name}")' in SOURCE or re.search(rf"\bLISTS\.{name}\b", SOURCE)
    names = (asked, f"@{name}" in GUARDS, re.search(rf"@{name}\b", PATTERNS))
    assert any(names)
    assert word_list(name) == frozenset(words)


@pytest.mark.parametrize("entry", AUXILIARIES, ids=lambda e: e["lemma"])
def test_auxiliaries(entry: dict) -> None:
    own = {*entry["forms"], *entry.get("clitics", ())}
    for key in ("first", "singular", "plural", "present", "past", "without_nt"):
        assert set(entry.get(key, ())) <= own, key
    assert entry.get("before_nt", entry["forms"][0]) in own
    assert set(entry.get("clitics", {}).values()) <= set(entry["forms"])
    tokens = re.findall(r"n't|'\w+|\w+?(?=n't)|\w+", entry["example"].lower())
    assert own & set(tokens), tokens


def test_what_clitics_may_stand_for() -> None:
    assert aux.CLITICS["'s"] == ("is", "has")
    assert aux.CLITICS["'d"] == ("had", "would")
    assert "'s" not in aux.AUXILIARIES
    assert aux.AUXILIARIES["wo"] == "will"
    assert aux.BEFORE_NT == {"will": "wo", "can": "ca", "shall": "sha"}


def test_cases_and_agreement_of_pronouns() -> None:
    assert aux.SUBJECT_CASE["me"] == "I"
    assert aux.OBJECT_CASE["i"] == "me"
    assert not {"you", "it"} & (aux.SUBJECT_CASE.keys() | aux.OBJECT_CASE.keys())
    assert aux.AGREEMENT["i"] == (1, False)
    assert aux.AGREEMENT["you"] == (2, True)
    assert "who" not in aux.AGREEMENT


def test_lists_by_name() -> None:
    for name in re.findall(r"\bLISTS\.(\w+)", SOURCE):
        assert getattr(tables.LISTS, name) == word_list(name)
    with pytest.raises(AttributeError, match="has no list 'goalz'"):
        tables.LISTS.goalz  # noqa: B018
