"""Reading generated answers."""

from __future__ import annotations

import pytest

from litgen.models.prompts import load_prompt
from litgen.models.reading import AnswerReader
from litgen.tables import read_toml, rules_folder

ANSWERS = read_toml(rules_folder() / "answers.toml")

PAIR = ("A man rides.", "A man moves.")  # in prompt "lettered": A contradiction, B entailment


@pytest.mark.parametrize(
    ("prompt", "said", "expected"),
    [
        ("one-word", "Neutral", "neutral"),
        ("one-word", "The premise entails the hypothesis.", "entailment"),
        ("one-word", "It isn't entailment; it is a CONTRADICTION!", "contradiction"),
        ("one-word", "not neutral", "unreadable"),
        ("one-word", "entailment, neutral or contradiction", "unreadable"),
        ("one-word", "Entailment / neutral / contradiction? neutral", "neutral"),
        ("one-word", '```json\n{"label": "Neutral."}\n```', "neutral"),
        ("one-word", '{"label": "something else"} so entailment', "unreadable"),
        ("one-word", '{"thoughts": {"a": 1}} contradiction', "contradiction"),
        ("one-word", " \n ", "empty"),
        ("one-word", "I’m sorry, but I cannot help.", "refused"),
        ("one-word", "I'm sorry, it's neutral.", "neutral"),
        ("one-word", "Untrue", "unreadable"),
        ("anli", "True.", "entailment"),
        ("anli", "Neither", "neutral"),
        ("anli", "false", "contradiction"),
        ("few-shot", "no", "contradiction"),
        ("lettered", "B", "entailment"),
        ("lettered", "**C**", "neutral"),
        ("lettered", "a", "contradiction"),
        ("lettered", "B) the hypothesis is true", "entailment"),
        ("lettered", "Answer: C.", "neutral"),
        ("lettered", "The correct option is (A)", "contradiction"),
        ("lettered", '{"answer": "c"}', "neutral"),
        ("lettered", "the hypothesis is false", "contradiction"),
        ("lettered", "A man can ride a bicycle", "unreadable"),
        ("lettered", "D", "unreadable"),
    ],
)
def test_answers(prompt, said, expected):
    outcome, label = AnswerReader(load_prompt(prompt)).text(*PAIR, said)
    assert (label or outcome) == expected
    assert (label is None) == (outcome != "answered")


@pytest.mark.parametrize("entry", ANSWERS["refusal"], ids=lambda e: e["pattern"])
def test_refusals(entry):
    assert AnswerReader(load_prompt("one-word")).text(*PAIR, entry["example"])[0] == "refused"


def test_words_have_examples():
    table = ANSWERS
    assert AnswerReader(load_prompt("one-word")).text(*PAIR, table["words"]["example"])[1]
    said = table["negations"]["example"]
    assert AnswerReader(load_prompt("one-word")).text(*PAIR, said) == ("unreadable", None)


@pytest.mark.parametrize(
    "said",
    [
        "neutral " * 12_500,
        "{" * 100_000,
        "not " * 25_000,
        "(" * 100_000,
        '{"a":' * 20_000,
        "x" * 100_000,
    ],
    ids=lambda said: said[:6],
)
@pytest.mark.parametrize("prompt", ["one-word", "lettered"])
def test_an_answer_of_100_kb_is_read(prompt, said):
    outcome, label = AnswerReader(load_prompt(prompt)).text(*PAIR, said)
    assert (outcome, label) == (
        ("answered", "neutral") if "neutral" in said else ("unreadable", None)
    )


def test_first_tokens():
    reader = AnswerReader(load_prompt("anli"))
    scores, begins = reader.first_token(*PAIR, [(" True", -0.5), ("N", -1.5), (" The", -2.0)])
    assert begins and max(scores, key=scores.get) == "entailment"
    assert sum(scores.values()) == pytest.approx(1)
    assert scores["neutral"] / scores["entailment"] == pytest.approx(2.718281828**-1)
    scores, begins = reader.first_token(*PAIR, [("I", -0.1), ("False", -3.0)])
    assert not begins and scores["contradiction"] == 1
    assert reader.first_token(*PAIR, [("I", -0.1), ("\n", -3.0)]) == (None, False)
    letters = AnswerReader(load_prompt("lettered"))
    scores, begins = letters.first_token(*PAIR, [(" B", -0.1), ("A", -3.0)])
    assert begins and max(scores, key=scores.get) == "entailment"
