"""What is wrong in a sentence as it stands (`litgen.engines.dependency.flaws`)."""

from __future__ import annotations

import pytest

from litgen.engines.dependency.flaws import flaws
from litgen.engines.dependency.sentences import read_sentences


def found(text: str) -> set[str]:
    (sentence,) = read_sentences([text])
    assert not isinstance(sentence, str), sentence
    return {name for name, _ in flaws(sentence.doc)}


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
        ("We have comprehensive reporting standards that reflects the market.", "number clash"),
        ("The is standing on the tree.", "article alone"),
        ("There is a definitely a way out.", "article twice"),
        ("She's a, she works in a warehouse now.", "article alone"),
        ("I sat there, while an exuberant gentleman on my left.", "clause without a verb"),
        ("Publishers say one things about the lists.", "number clash"),
        ("There were ten times as many boys than girls.", "than without a comparative"),
        ("There 214 was some talk of sending me to a specialist in Paris.", "stray number"),
        (
            "There are lengthy notes in W that do not appear in L, for W occasionally succumbs to "
            "prolixity.",
            "verb read as a noun",
        ),
    ],
)
def test_a_flaw_is_found(text, flaw):
    assert flaw in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "The king gives the boys and girls a book.",
        "They have been moving their hips and knees that way since childhood.",
        "She laid out the facts in regards to the report.",
        "It is special in that savers receive funds.",
        "Those girls are sleeping.",
        "The boys have one species and more cats than dogs.",
        "It is no other than a book.",
    ],
)
def test_what_only_looks_like_a_flaw_is_none(text):
    assert found(text) == set()
