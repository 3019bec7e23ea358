"""Prompts as data, and the pairs that they show first."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from litgen.exceptions import UsageError
from litgen.models.prompts import Shot, choose_shots, load_prompt, prompt_names
from litgen.models.reading import check_prompt

LABELS = ("entailment", "neutral", "contradiction")
GOOD = """
template = "{premise} {hypothesis}?"
[choices]
entailment = "yes"
neutral = "maybe"
contradiction = "no"
"""


@pytest.mark.parametrize("name", prompt_names())
def test_the_examples_of_shipped_prompts(name):
    prompt = load_prompt(name)
    checks = check_prompt(prompt)
    assert [check for check in checks if not check["passed"]] == []
    assert prompt.summary and prompt.source
    assert any("question" in check["expected"] for check in checks)
    assert not prompt.generates() or any("read" in check["expected"] for check in checks)


def test_there_are_seven():
    three = ["anli", "chat", "few-shot", "lettered", "one-word", "right"]
    assert prompt_names() == [*three, "supported"]


def test_an_example_that_is_wrong_is_found(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(GOOD + '[[example]]\nsaid = "yes"\nread = "neutral"\n')
    (check,) = check_prompt(load_prompt(str(path)))
    assert not check["passed"] and check["got"] == {"read": "entailment"}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("{premise}", "{premis}"), r"unknown field \{premis\}: did you mean \{premise\}"),
        (("{premise}", "{options}"), r"unknown field \{options\}"),
        (("{premise}", "{premise"), "for literal braces"),
        (("template =", "templat ="), "unknown key 'templat': did you mean template"),
        (('neutral = "maybe"', ""), "choices must have a non-empty string for each"),
        (('"maybe"', '"no"'), "all choices must be different"),
        (("template =", "scoring = 'most'\ntemplate ="), "scoring must be one of"),
        (("template =", "shots = 'two'\ntemplate ="), "shots must be an integer"),
        (('"yes"', "yes"), "cannot be read"),
    ],
)
def test_a_prompt_that_is_at_fault(tmp_path, change, message):
    path = tmp_path / "mine.toml"
    path.write_text(GOOD.replace(*change))
    with pytest.raises(UsageError, match=message) as caught:
        load_prompt(str(path))
    assert str(path) in str(caught.value) and "\n" not in str(caught.value)


def test_a_name_that_is_none():
    with pytest.raises(UsageError, match="did you mean lettered"):
        load_prompt("letered")
    with pytest.raises(UsageError, match="no such file"):
        load_prompt("mine/prompt.toml")


def test_the_order_of_letters_turns():
    prompt = load_prompt("lettered")
    firsts = Counter(prompt.order("A man rides.", f"He is {i}.")[0] for i in range(300))
    assert set(firsts) == set(LABELS) and min(firsts.values()) > 70
    order = prompt.order("A man rides.", "He is 1.")
    said = prompt.answers("A man rides.", "He is 1.")
    assert [said[label] for label in order] == ["A", "B", "C"]
    assert tuple(said) == LABELS


def test_text_and_conversation_with_shots():
    shots = (Shot("P1", "H1", "neutral"), Shot("P2", "H2", "entailment"))
    prompt = load_prompt("chat")
    assert [each["role"] for each in prompt.messages("P", "H", shots)] == [
        "system", "user", "assistant", "user", "assistant", "user",
    ]  # fmt: skip
    assert prompt.messages("P", "H", shots)[2]["content"] == "neutral"
    text = load_prompt("anli").text("P {braces}", "H", shots)
    assert text.split("\n\n") == [
        "P1\nQuestion: H1 True, False, or Neither?\nAnswer: Neither",
        "P2\nQuestion: H2 True, False, or Neither?\nAnswer: True",
        "P {braces}\nQuestion: H True, False, or Neither?\nAnswer:",
    ]


def test_shots_are_never_of_the_set():
    first = choose_shots(3, LABELS)
    assert [shot.label for shot in first] == list(LABELS)
    other = choose_shots(3, LABELS, None, [first[0].premise.upper() + " "])
    assert first[0] not in other and other[1:] == first[1:]
    with pytest.raises(UsageError, match="has only 12 labelled pairs"):
        choose_shots(13, LABELS)


def test_shots_of_a_file_have_premises_of_their_own(tmp_path):
    rows = [("P1", "a", "neutral"), ("P1", "b", "entailment"), ("P2", "c", "entailment")]
    path = tmp_path / "pairs.jsonl"
    path.write_text(
        "".join(
            json.dumps({"premise": p, "hypothesis": h, "label": label}) + "\n"
            for p, h, label in rows
        )
    )
    assert choose_shots(2, LABELS, path) == (
        Shot("P2", "c", "entailment"), Shot("P1", "a", "neutral"),
    )  # fmt: skip
