"""DGP(phi, rho)."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from litgen.exceptions import UsageError
from litgen.experiments.paired import Change, Corpus, PairedOriginal, generate, open_corpus


def paired_originals(number, declined=()):
    return [
        PairedOriginal(f"p{i}", f"h{i}", "neutral",
             (None if i in declined else Change(f"P{i}", f"H{i}", "neutral"),))
        for i in range(number)
    ]  # fmt: skip


def taken(pairs):
    return np.array([pair.premise[0] == "P" for pair in pairs])


def test_both_ends_are_certain():
    rng = np.random.default_rng(0)
    assert not taken(generate(paired_originals(500), 0.0, rng)).any()
    assert taken(generate(paired_originals(500), 1.0, rng)).all()


def test_sentences_of_a_pair_go_together():
    for pair in generate(paired_originals(200), 0.5, np.random.default_rng(0)):
        assert pair.premise[0].isupper() == pair.hypothesis[0].isupper()
        assert pair.premise[1:] == pair.hypothesis[1:]
        assert pair.label == "neutral"


def test_what_phi_declines_stays():
    pairs = generate(
        paired_originals(100, declined=range(0, 100, 2)), 1.0, np.random.default_rng(0)
    )
    assert taken(pairs).tolist() == [i % 2 == 1 for i in range(100)]


def test_each_pair_is_a_bernoulli_draw_of_its_own():
    """The number replaced is binomial, not an exact share, and neighbours are independent."""
    rng = np.random.default_rng(1)
    drawn = np.array([taken(generate(paired_originals(50), 0.3, rng)) for _ in range(2000)])
    numbers = np.bincount(drawn.sum(1), minlength=51)
    expected = stats.binom.pmf(np.arange(51), 50, 0.3) * 2000
    keep = expected >= 5
    observed = np.append(numbers[keep], numbers[~keep].sum())
    chances = np.append(expected[keep], expected[~keep].sum())
    assert stats.chisquare(observed, chances).pvalue > 0.001
    assert abs(np.corrcoef(drawn[:, 0], drawn[:, 1])[0, 1]) < 0.08
    assert np.abs(drawn.mean(0) - 0.3).max() < 0.05


@pytest.mark.parametrize("rho", [-0.1, 1.1, float("nan")])
def test_no_probability(rho):
    with pytest.raises(UsageError, match="must be between 0 and 1"):
        generate(paired_originals(3), rho, np.random.default_rng(0))


def test_a_corpus_is_kept_as_it_is(tmp_path):
    corpus = Corpus(tuple(paired_originals(3, {1})), (), tuple(paired_originals(2)))
    path = tmp_path / "corpus.z"
    path.write_bytes(corpus.pack())
    assert open_corpus(str(path)) == open_corpus(corpus.pack()) == corpus
    assert corpus.counts()["train"] == {"pairs": 3, "changed": [2], "labels": {"neutral": 3}}
    assert corpus.counts()["validation"] == {"pairs": 0, "changed": [0], "labels": {}}
    assert (
        corpus.digest()
        != Corpus(tuple(paired_originals(3)), (), tuple(paired_originals(2))).digest()
    )
