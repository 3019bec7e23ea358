"""The bag-of-words baseline."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest

from litgen.data import Pair
from litgen.exceptions import DataError, UsageError
from litgen.models.bow import Boosting, fit, load_bow

WORDS = "man woman dog cat park street red blue runs walks eats house tree car road".split()  # noqa: SIM905
CUES = {"entailment": "outside", "contradiction": "nobody", "neutral": "tall"}


def pairs(number, seed=0):
    """Pairs whose label stands in the hypothesis, where the premise says ``true``, and noise."""
    draw = random.Random(seed)
    found = []
    for i in range(number):
        label = draw.choice(list(CUES))
        words = [draw.choice(WORDS) for _ in range(6)]
        cue = CUES[label] if draw.random() < 0.8 else draw.choice(list(CUES.values()))
        found.append(Pair(str(i), " ".join(words[:4]), " ".join([*words[4:], cue]), label))
    return found


def texts(examples):
    return [(pair.premise, pair.hypothesis) for pair in examples]


@pytest.fixture(scope="module")
def model():
    return fit(pairs(400), options=Boosting(rounds=20, min_count=2))


def accuracy(model, examples):
    found = model.classify(texts(examples)).argmax(1)
    return np.mean([model.labels[i] == pair.label for i, pair in zip(found, examples, strict=True)])


def test_learns(model):
    assert accuracy(model, pairs(200, seed=9)) > 0.7
    rows = model.classify(texts(pairs(5)))
    np.testing.assert_allclose(rows.sum(1), 1, atol=1e-5)
    assert model.classify([]).shape == (0, 3)


def test_saved_without_pickle_and_loaded(model, tmp_path):
    model.save(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["booster.ubj", "bow.json"]
    again = load_bow(tmp_path)
    new = [*texts(pairs(50, seed=3)), ("words never seen", ""), ("", "")]
    np.testing.assert_array_equal(again.classify(new), model.classify(new))


def test_two_classes(tmp_path):
    def two(examples):
        of = {"entailment": "entailment"}
        return [each._replace(label=of.get(each.label, "not_entailment")) for each in examples]

    model = fit(two(pairs(400)), options=Boosting(rounds=20, min_count=2))
    assert model.labels == ("entailment", "not_entailment")
    assert accuracy(model, two(pairs(200, seed=9))) > 0.7
    model.save(tmp_path)
    assert load_bow(tmp_path).labels == model.labels


def test_a_seed_matters_and_repeats(model):
    def scores(seed):
        options = Boosting(rounds=20, min_count=2, seed=seed)
        return fit(pairs(400), options=options).classify(texts(pairs(20, seed=5)))

    np.testing.assert_array_equal(scores(0), model.classify(texts(pairs(20, seed=5))))
    assert np.abs(scores(1) - scores(0)).max() > 0.01


def test_without_sampling_a_seed_changes_nothing():
    """What the sampling is for: the runs of a test on resamples must not be one run."""

    def scores(seed):
        options = Boosting(rounds=5, min_count=2, rows=1.0, columns=1.0, seed=seed)
        return fit(pairs(200), options=options).classify(texts(pairs(20, seed=5)))

    np.testing.assert_array_equal(scores(0), scores(1))


def swap(examples):
    return [pair._replace(premise=pair.hypothesis, hypothesis=pair.premise) for pair in examples]


def by_side(examples):
    """The same word means one thing in the premise and another in the hypothesis."""
    return [
        pair._replace(premise=f"{pair.premise} tall", hypothesis="a dog", label="entailment")
        if number % 2
        else pair._replace(premise=pair.premise, hypothesis="a dog tall", label="neutral")
        for number, pair in enumerate(examples)
    ]


@pytest.mark.parametrize(
    ("bags", "change", "learnt"),
    [
        ("separate", swap, True),
        ("joint", swap, True),
        ("hypothesis", swap, False),  # the cue stands in the premise
        ("separate", by_side, True),
        ("joint", by_side, False),
    ],
)
def test_bags(bags, change, learnt):
    options = Boosting(bags=bags, rounds=20, min_count=2)
    model = fit(change(pairs(400)), options=options)
    assert bool(accuracy(model, change(pairs(200, seed=9))) > 0.7) is learnt


def test_stops_early():
    options = Boosting(rounds=500, min_count=2, patience=5)
    model = fit(pairs(300), pairs(100, seed=8), options)
    assert model.booster.num_boosted_rounds() < 200


@pytest.mark.parametrize(
    ("option", "message"),
    [({"rows": 0.0}, "--rows 0.0"), ({"rounds": 0}, "--rounds 0"), ({"bags": "two"}, "--bags two")],
)
def test_options_out_of_range(option, message):
    with pytest.raises(UsageError, match=message):
        fit(pairs(10), options=Boosting(**option))


def test_no_word_is_frequent_enough():
    with pytest.raises(DataError, match="--min-count 1"):
        fit(pairs(3), options=Boosting(min_count=50))


@pytest.mark.parametrize("damage", ["vocabulary", "booster", "other", "gone", "format"])
def test_damaged_folder(model, tmp_path, damage):
    model.save(tmp_path)
    vocabulary = tmp_path / "bow.json"
    if damage == "vocabulary":
        vocabulary.write_text(vocabulary.read_text()[:100])
    elif damage == "booster":
        (tmp_path / "booster.ubj").write_bytes(b"nonsense")
    elif damage == "gone":
        (tmp_path / "booster.ubj").unlink()
    else:
        values = json.loads(vocabulary.read_text())
        values |= {"vocabularies": [["a"], ["b"]]} if damage == "other" else {"format": 99}
        vocabulary.write_text(json.dumps(values))
    with pytest.raises(DataError, match="train"):
        load_bow(tmp_path)
