"""What is wrong with a source, and that nothing is made of it (`litgen.acceptability.source`)."""

from __future__ import annotations

import pytest

from litgen.acceptability.source import source_problems
from litgen.engines.dependency.sentences import read_sentences
from litgen.tables import read_toml, rules_folder

ENTRIES = read_toml(rules_folder() / "source_problems.toml")["problem"]


def found(text: str) -> list[str]:
    (sentence,) = read_sentences([text])
    assert not isinstance(sentence, str), sentence
    return [problem.id for problem in source_problems(sentence.doc)]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["id"])
def test_an_entry_finds_its_example_and_nothing_its_counterexample(entry):
    assert len(entry.keys() & {"pattern", "text", "code"}) == 1
    assert entry.keys() - {"pattern", "text", "code"} == {
        "id", "name", "reason", "example", "counterexample",
    }  # fmt: skip
    assert entry["id"] in found(entry["example"])
    assert found(entry["counterexample"]) == []
