"""Reading generated answers."""

from __future__ import annotations

import ast
import time
from pathlib import Path

import pytest

from litgen.models.prompts import load_prompt, prompt_names
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


def model_answers():
    """Answers as models give them, with how each finished and the outcome that is right."""
    lines = (Path(__file__).parents[1] / "data" / "model_answers.tsv").read_text("utf-8")
    for line in lines.splitlines()[1:]:
        prompt, finish, want, answer = line.split("\t")
        yield prompt, finish, want, ast.literal_eval(answer)


@pytest.mark.parametrize("prompt", prompt_names())
def test_answers_of_models(prompt):
    reader = AnswerReader(load_prompt(prompt))
    wrong = []
    for name, finish, want, answer in model_answers():
        if name != prompt:
            continue
        outcome, label = reader.text(*PAIR, answer)
        if finish:
            outcome, label = reader.generated(*PAIR, answer, finish == "length")
        if (label or outcome) != want:
            wrong.append((answer, want, label or outcome))
    assert not wrong


def test_every_table_does_what_its_example_says():
    entries = []
    for name, table in ANSWERS.items():
        entries += [(name, each) for each in (table if isinstance(table, list) else [table])]
    for name, entry in entries:
        if name in ("words", "refusal"):
            continue
        reader = AnswerReader(load_prompt(entry.get("prompt", "chat")))
        outcome, label = reader.text(*PAIR, entry["example"])
        assert (label or outcome) == entry["read"], (name, entry["example"])


@pytest.mark.parametrize("entry", ANSWERS["refusal"], ids=lambda e: e["pattern"])
def test_refusals(entry):
    assert AnswerReader(load_prompt("one-word")).text(*PAIR, entry["example"])[0] == "refused"


def test_words_have_an_example():
    said = ANSWERS["words"]["example"]
    assert AnswerReader(load_prompt("one-word")).text(*PAIR, said)[1] == "entailment"


def test_the_pair_may_be_repeated_and_the_next_example_is_cut():
    reader = AnswerReader(load_prompt("one-word"))
    own = "Premise: A man rides.\nHypothesis: A man moves.\nAnswer: entailment"
    assert reader.text(*PAIR, own) == ("answered", "entailment")
    assert reader.text("A dog runs.", "A cat sleeps.", own) == ("unreadable", None)


def test_how_an_answer_finished():
    reader = AnswerReader(load_prompt("chat"))
    thought = "<think>Is it entailment, or a contradiction? Let me"
    assert reader.text(*PAIR, thought) == ("unreadable", None)
    assert reader.generated(*PAIR, thought) == ("cut off", None)
    assert reader.generated(*PAIR, "The premise entails") == ("answered", "entailment")
    assert reader.generated(*PAIR, "The premise entails", cut=True) == ("cut off", None)
    assert reader.generated(*PAIR, "", cut=True) == ("cut off", None)
    assert reader.generated(*PAIR, "I cannot help with that", cut=True) == ("refused", None)


#: What is repeated until an answer has a megabyte; none may take quadratic time.
REPEATED = (
    "neutral ", "not neutral ", "neutral or ", "neutral, ", "{", "(", '{"a":', "x", " ", "\n",
    "\n#", "<think>", "</think>", "premise: ", "\npremise: a\n", "\\boxed{", "\\text{", "$", "*",
    "_", "answer ", "answer: ", "answer for ", "a, ", "\nA) ", "i would pick ", "if neutral ",
    "it is ", "wait ", "\u0301", "<answer>",
)  # fmt: skip


@pytest.mark.parametrize("prompt", ["chat", "lettered"])
def test_an_answer_of_a_megabyte_is_read_at_once(prompt):
    reader = AnswerReader(load_prompt(prompt))
    for unit in REPEATED:
        answer = unit * (1_000_000 // len(unit))
        started = time.process_time()
        outcome, label = reader.generated(*PAIR, answer)
        assert time.process_time() - started < 5, unit
        assert (outcome == "answered") == (label is not None)


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
