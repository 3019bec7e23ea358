"""Facts told by patterns (``rules/facts.toml``): each holds of its example."""

from __future__ import annotations

import pytest

from litgen.engines.dependency.features import Features
from litgen.engines.dependency.sentences import read_sentences
from litgen.tables import read_toml, rules_folder

ENTRIES = [
    pytest.param(f"{part}.{feature}", entry, id=f"{part}.{feature}-{entry['example']}")
    for part, features in read_toml(rules_folder() / "facts.toml").items()
    for feature, entries in features.items()
    for entry in entries
]


def holds(text, feature, name):
    (sentence,) = read_sentences([text])
    assert not isinstance(sentence, str) and not sentence.declined, text
    return bool(Features(sentence).words(feature, [{name}]))


@pytest.mark.parametrize(("feature", "entry"), ENTRIES)
def test_a_fact_holds_of_its_example_and_not_of_its_counterexample(feature, entry):
    assert entry.keys() - {"pattern", "phrase"} == {"name", "example", "counterexample"}
    assert holds(entry["example"], feature, entry["name"])
    assert not holds(entry["counterexample"], feature, entry["name"])
