"""Label suites over MRSs of both engines: the gold readings of the ERG are those of ACE."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from delphin.codecs import simplemrs

from litgen.engines import load_engine
from litgen.engines.protocol import Parse, Reading
from litgen.transformations import find
from litgen.transformations.polarity import words_of

FILE = Path(__file__).parents[2] / "data" / "erg_gold.jsonl"
GOLD = {row["text"]: row["mrs"] for row in map(json.loads, FILE.read_text("utf-8").splitlines())}


class GoldReadings:
    """An engine that reads the sentences of the treebank as the treebank has them."""

    name, dialect = "ace", "erg-2025"

    def parse(self, texts):
        parses = zip(texts, load_engine().parse(texts), strict=True)
        return [
            Parse(text, (Reading(text, simplemrs.decode(GOLD[text])),))
            if text in GOLD and parse.statements
            else parse
            for text, parse in parses
        ]

    def describe(self):
        return {"engine": self.name}


def test_no_word_is_up_with_one_engine_and_down_with_the_other():
    texts, found = list(GOLD), Counter()
    for own, gold in zip(load_engine().parse(texts), GoldReadings().parse(texts), strict=True):
        if not own.statements or own.statements[0].text != own.text:
            continue
        values = {word.start: word.polarity for word in words_of(own.statements[0])}
        for word in words_of(gold.statements[0]):
            if word.polarity and values.get(word.start):
                found[values[word.start].value, word.polarity.value] += 1
    assert found["up", "up"] > 700 and found["down", "down"] > 40
    assert not found["up", "down"] + found["down", "up"]


@pytest.mark.parametrize("name", ["drop-modifier", "drop-conjunct", "quantifier"])
def test_labels_by_polarity_are_those_of_the_embedded_engine(name):
    texts, same = list(GOLD), 0
    both = (find(name).apply(texts), find(name, engine=GoldReadings()).apply(texts))
    for own, gold in zip(*both, strict=True):
        known = {each.text: each.parameters["direction"] for each in own.variants}
        for each in gold.variants:
            if each.text in known:
                assert each.parameters["direction"] == known[each.text], each.text
                same += 1
    assert same > 1
