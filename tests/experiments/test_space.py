"""Hyperparameters: spaces, draws, settings."""

from __future__ import annotations

import numpy as np
import pytest

from litgen.exceptions import UsageError
from litgen.experiments.learner import Learner, parse_settings
from litgen.experiments.search import Choice, Range, candidates, choose, draw, load_space
from litgen.experiments.trainings import Outcome


def outcome(validation):
    return Outcome(validation, "", (), (1, 0), {}, 0.0)


def test_draws_stay_within():
    space = {"a": Range(1, 3), "b": Range(0.01, 1.0, log=True), "c": Choice(("x", "y"))}
    rng = np.random.default_rng(0)
    drawn = [dict(draw(space, rng)) for _ in range(500)]
    assert {each["a"] for each in drawn} == {1, 2, 3}
    assert {each["c"] for each in drawn} == {"x", "y"}
    assert all(0.01 <= each["b"] <= 1.0 for each in drawn)
    assert 0.4 < np.mean([each["b"] < 0.1 for each in drawn]) < 0.6  # half of the logarithm


@pytest.mark.parametrize("kind", ["bow", "huggingface"])
def test_own_spaces_are_of_the_options(kind):
    """Every point of litgen's own spaces makes valid options, and a seed matters for bow."""
    learner = Learner("bow" if kind == "bow" else "some-model")
    rng = np.random.default_rng(0)
    for _ in range(50):
        options = learner.options(draw(load_space(kind), rng), seed=1)
        assert kind == "huggingface" or (options.rows < 1 and options.columns < 1)


def test_candidates():
    space = {"depth": Range(2, 9), "rounds": Choice((5, 10))}
    learner = Learner("bow", (("rounds", 7),))
    found = candidates(learner, space, 6, "corpus", 0.0, 0, seed=1)
    assert found == candidates(learner, space, 6, "corpus", 0.0, 0, seed=1)
    assert found != candidates(learner, space, 6, "corpus", 0.0, 0, seed=2)
    assert len(set(found)) == len(found) <= 6
    assert all(dict(each.values).keys() == {"depth"} for each in found)  # rounds are fixed
    assert not any(each.tested for each in found)


def test_the_first_best_is_chosen():
    tried = candidates(Learner("bow"), {"depth": Range(2, 99)}, 4, "corpus", 0.0, 0, seed=0)
    found = choose(list(zip(tried, map(outcome, (0.5, 0.7, 0.7, 0.6)), strict=True)))
    assert found["best"] == 1
    assert [each["values"] for each in found["tried"]] == [dict(each.values) for each in tried]
    with pytest.raises(UsageError, match="validation"):
        choose([(tried[0], outcome(None))])


def test_settings_win():
    learner = Learner("bow", parse_settings(["bags=joint", "rounds=50"]))
    options = learner.options((("rounds", 9), ("depth", 3)), seed=4)
    assert (options.bags, options.rounds, options.depth, options.seed) == ("joint", 50, 3, 4)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (["rounds"], "--set rounds: use the form NAME=VALUE"),
        (["epochs=3"], "--set epochs: bow has no such hyperparameter; use one of bags"),
        (["depth=0"], "--depth 0"),
        (["depth=deep"], "wrong type"),
    ],
)
def test_wrong_settings(settings, message):
    with pytest.raises(UsageError) as error:
        Learner("bow", parse_settings(settings)).check()
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[huggingface]\nepochs = [1]", "no table [bow]"),
        ("[bow]\ndepth = {low = 5, high = 2}", "depth is neither"),
        ("[bow]\ndepth = []", "depth is neither"),
        ("[bow]\ndepth = {low = 0, high = 2, log = true}", "depth is neither"),
        ("[bow", "--space"),
    ],
)
def test_wrong_spaces(tmp_path, text, message):
    path = tmp_path / "space.toml"
    path.write_text(text)
    with pytest.raises(UsageError) as error:
        load_space("bow", path)
    assert message in str(error.value)
