"""Scores in batches equal a naive implementation, one string at a time."""

from __future__ import annotations

import math

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

import torch
import transformers

from litgen.exceptions import UsageError
from litgen.neural.devices import batches
from litgen.ranking import MEASURES, TokenScorer
from litgen.ranking.ranker import start_token
from tests.ranking.tiny import tiny_model, tiny_tokenizer

STRINGS = [
    "a man is riding the bike .",
    "the bike is not ridden by a man .",
    "it is the bike that a man is riding .",
    "a dog",
    "a man is riding the bike .",
    "it is a man who will be riding the bike that was not ridden by the dog .",
    "dog",
    "",
]


@pytest.fixture(scope="module")
def model():
    return tiny_model()


@pytest.fixture(scope="module")
def tokenizer():
    return tiny_tokenizer()


def naive(model, tokenizer, text, measure):
    """The formulas of the two measures, read off the model's full output."""
    ids = tokenizer(text)["input_ids"]
    if measure == "mean":
        ids = [0, *ids]
    if len(ids) < 2:
        return float("-inf")
    with torch.inference_mode():
        table = model(torch.tensor([ids])).logits[0].log_softmax(-1)
    return sum(float(table[i - 1, ids[i]]) for i in range(1, len(ids))) / (len(ids) - 1)


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("tokens", [1, 16, 1000])
def test_batches_equal_one_by_one(model, tokenizer, measure, tokens):
    scores = TokenScorer(model, tokenizer, measure=measure, tokens=tokens).score(STRINGS)
    assert scores == pytest.approx([naive(model, tokenizer, s, measure) for s in STRINGS], abs=1e-4)


@pytest.mark.parametrize("measure", MEASURES)
def test_company_and_order_do_not_matter(model, tokenizer, measure):
    ranker = TokenScorer(model, tokenizer, measure=measure)
    alone = [ranker.score([string])[0] for string in STRINGS]
    assert ranker.score(STRINGS) == pytest.approx(alone, abs=1e-4)
    assert ranker.score(STRINGS[::-1]) == pytest.approx(alone[::-1], abs=1e-4)
    assert ranker.score(STRINGS) == ranker.score(STRINGS)


def test_too_short_to_score(model, tokenizer):
    lit = TokenScorer(model, tokenizer, measure="lit").score(["dog", "", "a dog"])
    assert lit[:2] == [-math.inf, -math.inf]
    assert math.isfinite(lit[2])
    mean = TokenScorer(model, tokenizer, measure="mean").score(["dog", ""])
    assert math.isfinite(mean[0])
    assert mean[1] == -math.inf


def test_nothing_to_score(model, tokenizer):
    assert TokenScorer(model, tokenizer).score([]) == []


def test_each_distinct_string_is_scored_once(model, tokenizer, monkeypatch):
    ranker = TokenScorer(model, tokenizer)
    seen = []
    real = ranker._score_batch
    monkeypatch.setattr(ranker, "_score_batch", lambda rows: seen.extend(rows) or real(rows))
    scores = ranker.score(["a dog", "a man", "a dog", "a dog"])
    assert len(seen) == 2
    assert scores[0] == scores[2] == scores[3] != scores[1]


def test_longer_than_the_context(model, tokenizer):
    long = " ".join(["a dog"] * 100)
    fits = " ".join(["a dog"] * 16)
    for measure, text in (("mean", fits), ("lit", f"{fits} a")):
        ranker = TokenScorer(model, tokenizer, measure=measure)
        assert ranker.score([long]) == pytest.approx(ranker.score([text]), abs=1e-4)


def test_threads_are_given_back(model, tokenizer, monkeypatch):
    before = torch.get_num_threads()
    ranker = TokenScorer(model, tokenizer, threads=1)
    inside = []
    real = ranker._score_batch
    monkeypatch.setattr(
        ranker, "_score_batch", lambda rows: inside.append(torch.get_num_threads()) or real(rows)
    )
    try:
        torch.set_num_threads(2)
        ranker.score(STRINGS)
        assert set(inside) == {1}
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(before)


def test_more_strings_than_a_window(model, tokenizer, monkeypatch):
    monkeypatch.setattr("litgen.ranking.ranker.WINDOW", 3)
    ranker = TokenScorer(model, tokenizer)
    assert ranker.score(STRINGS) == pytest.approx(
        [naive(model, tokenizer, s, "mean") for s in STRINGS], abs=1e-4
    )


def test_unknown_measure(model, tokenizer):
    with pytest.raises(UsageError, match="lit, mean"):
        TokenScorer(model, tokenizer, measure="median")


def test_describe_names_measure_and_model(model, tokenizer):
    ranker = TokenScorer(model, tokenizer, measure="lit", description={"model": "tiny"})
    assert ranker.describe() == {
        "model": "tiny",
        "measure": "lit",
        "dtype": "float32",
        "torch": torch.__version__,
        "transformers": transformers.__version__,
    }


def test_start_token_prefers_the_document_separator(tokenizer):
    assert start_token(tokenizer) == 0


def test_batches_hold_the_budget():
    lengths = [3, 3, 4, 5, 8, 20]
    cut = list(batches(range(6), lengths, 16))
    assert [i for batch in cut for i in batch] == list(range(6))
    assert all(len(b) * lengths[b[-1]] <= 16 or len(b) == 1 for b in cut)
    assert len(cut) == 3
