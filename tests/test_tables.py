"""The tables of ``rules/``: every list has an example, and somebody who asks for it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import litgen
from litgen import tables
from litgen.tables import (
    function_words,
    read_toml,
    rules_folder,
    with_function_words,
    word_list,
)
from litgen.trees import morphology as aux

LISTS = read_toml(rules_folder() / "words.toml")
GUARDS = (rules_folder() / "guards.toml").read_text("utf-8")
AUXILIARIES = read_toml(rules_folder() / "auxiliaries.toml")["auxiliary"]
SOURCE = "\n".join(
    path.read_text("utf-8") for path in Path(litgen.__file__).parent.rglob("*.py")
)  # fmt: skip
#: Tables whose lists may name classes of function words; guards and patterns have their own lists.
TABLES = sorted(
    path
    for path in rules_folder().rglob("*.toml")
    if path.parent.name != "lexicon" and path.stem not in ("guards", "flaws", "repairs", "captions")
)
QUANTIFIER = re.compile(r"_([^_]+)_q")
PATTERNS = "".join(
    (rules_folder() / name).read_text("utf-8")
    for name in ("captions.toml", "facts.toml", "repairs.toml", "source_problems.toml")
)


@pytest.mark.parametrize("name", LISTS)
def test_every_list_has_an_example_and_a_use(name: str) -> None:
    words = with_function_words(LISTS[name]["words"])
    assert len(set(words)) == len(words)
    example = LISTS[name]["example"].lower()
    # Endings, beginnings and lemmas are parts of words; the others stand alone.
    assert any(word in example for word in words), example
    asked = re.search(rf"word_list\([\"']{name}[\"']\)|\bLISTS\.{name}\b", SOURCE)
    names = (asked, f"@{name}" in GUARDS, re.search(rf"@{name}\b", PATTERNS))
    assert any(names)
    assert word_list(name) == frozenset(words)


def lists_of(node: Any) -> Iterator[set[str]]:
    """The lists of words of a table."""
    if isinstance(node, dict):
        yield from (found for each in node.values() for found in lists_of(each))
    elif isinstance(node, list):
        yield {each for each in node if isinstance(each, str)}
        yield from (found for each in node for found in lists_of(each))


@pytest.mark.parametrize("path", TABLES, ids=lambda path: str(path.relative_to(rules_folder())))
def test_no_table_spells_out_a_class_of_function_words(path: Path) -> None:
    """What is negative, universal or an amount is said once, in ``rules/lexicon``."""
    classes = {name: {*words} for name, words in function_words().items() if len(words) > 2}
    for words in lists_of(read_toml(path)):
        lemmas = {match[1] if (match := QUANTIFIER.fullmatch(word)) else word for word in words}
        assert not [name for name, members in classes.items() if members <= lemmas], words


def test_classes_of_function_words() -> None:
    classes = function_words()
    assert {"nobody", "no", "never"} <= {*classes["negative"]}
    assert {*classes["pronoun:negative"]}.isdisjoint(classes["determiner:negative"])
    asked = "".join(path.read_text("utf-8") for path in rules_folder().rglob("*.toml")) + SOURCE
    for name, words in classes.items():
        if ":" not in name:
            own = [f"{part}:{name}" for part in ("determiner", "pronoun", "adverb")]
            assert {*words} == {word for each in own for word in classes.get(each, ())}
            assert any(f"@{each}" in asked or f'"{each}"' in asked for each in (name, *own)), name


def test_a_class_stands_for_its_words_in_lists_alone() -> None:
    table = {"IN": "@negative", "words": ["@nothing", ["@negation"], "_@determiner:negative_q"]}
    assert with_function_words(table) == {
        "IN": "@negative",
        "words": ["@nothing", ["n't", "not", "n’t"], "_neither_q", "_no_q"],
    }


@pytest.mark.parametrize("entry", AUXILIARIES, ids=lambda e: e["lemma"])
def test_auxiliaries(entry: dict[str, Any]) -> None:
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
