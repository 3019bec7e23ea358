"""What is wrong in a sentence as it stands (`litgen.trees.facts`)."""

from __future__ import annotations

import pytest

from litgen.engines.dependency.sentences import read_sentences
from litgen.tables import read_toml, rules_folder
from litgen.trees.facts import flaws

ENTRIES = read_toml(rules_folder() / "flaws.toml")["flaw"]


def found(text: str) -> set[str]:
    (sentence,) = read_sentences([text])
    assert not isinstance(sentence, str), sentence
    return {name for name, _ in flaws(sentence.doc)}


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["example"])
def test_a_flaw_is_seen_in_its_example_and_none_in_the_sentence_beside_it(entry):
    assert entry.keys() - {"pattern", "text"} == {"name", "example", "not_on"}
    assert found(entry["example"]) == {entry["name"]}
    assert found(entry["not_on"]) == set()


@pytest.mark.parametrize(
    ("text", "flaw"),
    [
        (
            "Every honor cancels some tuition and awards one thousand dollars.",
            "verb read as a noun",
        ),
        (
            "News berates computer users for picking obvious, easily cracked passwords and "
            "chastises system administrators for ignoring basic security precautions.",
            "verb read as a noun",
        ),
        (
            "The church of Panagia Theoskepastos houses a fine 14th-century icon, and the Catholic "
            "Cathedral has a tenth-century Madonna and Child.",
            "verb read as a noun",
        ),
        (
            "The natural line of development makes closer contact with its surrounding social "
            "context, merges with it, and is transformed by it.",
            "verb read as a noun",
        ),
        ("That girls are sleeping.", "number clash"),
        ("A young women walks down the street.", "number clash"),
        ("We have comprehensive reporting standards that reflects the market.", "number clash"),
        (
            "There are lengthy notes in W that do not appear in L, for W occasionally succumbs to "
            "prolixity.",
            "verb read as a noun",
        ),
        ("I don' like it that way.", "broken apostrophe"),
        ("The dog gets its' picture taken.", "broken apostrophe"),
        ("His plan was a simple a symmetrical design.", "two articles"),
        ("There is a definitely a way out.", "two articles"),
        ("He sold more units that it would making them at home.", "form after a modal"),
        ("There is no feeling when to comes to music.", "form after a modal"),
        ("It was the first time I had ever saw them.", "past form after have"),
    ],
)
def test_a_flaw_is_found(text, flaw):
    assert flaw in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "The king gives the boys and girls a book.",
        "A young boys' club meets here.",
        "They have been moving their hips and knees that way since childhood.",
        "She laid out the facts in regards to the report.",
        "It is special in that savers receive funds.",
        "Those girls are sleeping.",
        "It gave the poor a chance.",
        "The fund contributes nothing to saving.",
        "It was the first time I had ever seen them.",
        "He lived in Rome while a student.",
    ],
)
def test_what_only_looks_like_a_flaw_is_none(text):
    assert found(text) == set()
