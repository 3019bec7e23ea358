"""Measuring an engine: with an engine made of gold, and with one that gives nothing."""

from __future__ import annotations

import json

import pytest
from delphin.codecs import simplemrs

from litgen.engines.check import Record, check_engine, dependency_match, read_records, word_coverage
from litgen.engines.protocol import Generation, Parse, Reading
from litgen.exceptions import DataError

RAIN = (
    "[ LTOP: h0 INDEX: e2 [ e SF: prop TENSE: past ] "
    "RELS: < [ _rain_v_1<3:9> LBL: h1 ARG0: e2 ] > HCONS: < h0 qeq h1 > ICONS: < > ]"
)
SNOW = RAIN.replace("_rain_v_1", "_snow_v_1")


class Fake:
    """Gives every text the same MRS, or none."""

    name = dialect = "fake"

    def __init__(self, mrs):
        self.mrs = simplemrs.decode(mrs) if mrs else None

    def parse(self, texts):
        if self.mrs is None:
            return [Parse(text, (), "parse.no-parse") for text in texts]
        return [Parse(text, (Reading(text, self.mrs),)) for text in texts]

    def generate(self, requests):
        return [Generation((request.source.text,), 1) for request in requests]

    def describe(self):
        return {}


@pytest.fixture
def records(tmp_path):
    path = tmp_path / "gold.jsonl"
    lines = [json.dumps({"text": "It rained.", "mrs": RAIN}), "It snowed."]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return read_records(path)


def test_gold_against_itself(records):
    quality = check_engine(Fake(RAIN), records)
    assert (quality.sentences, quality.parsed, quality.gold) == (2, 2, 1)
    assert quality.match["all"].f1 == 1.0
    assert quality.regenerated == 2
    assert (quality.covered, quality.words) == (2, 2)


def test_what_is_not_parsed_counts_as_missed(records):
    quality = check_engine(Fake(None), records)
    assert quality.declined == {"parse.no-parse": 2}
    assert quality.match["all"] == (0.0, 0.0, 0.0)


def test_what_is_no_statement_is_matched_and_not_regenerated():
    class Declining(Fake):
        def parse(self, texts):
            return [parse._replace(declined="parse.imperative") for parse in super().parse(texts)]

    quality = check_engine(Declining(RAIN), [Record("It rained.", simplemrs.decode(RAIN))])
    assert (quality.parsed, quality.declined) == (0, {"parse.imperative": 1})
    assert (quality.regenerated, quality.not_generated) == (0, {})
    assert quality.match["all"].f1 == 1.0


def test_kinds_of_triples():
    match = dependency_match([simplemrs.decode(RAIN)], [simplemrs.decode(SNOW)])
    assert match["name"].f1 == 0.0
    assert match["property"].f1 == 1.0
    assert 0 < match["all"].f1 < 1


def test_word_that_nothing_spans_is_not_covered():
    mrs = simplemrs.decode(RAIN)
    assert word_coverage("It rained.", mrs) == (1, 1)
    assert word_coverage("It rained heavily.", mrs) == (1, 2)


def test_broken_line_is_named(tmp_path):
    path = tmp_path / "gold.jsonl"
    path.write_text('It rained.\n{"text": 3}\n', encoding="utf-8")
    with pytest.raises(DataError, match=r"gold\.jsonl:2"):
        read_records(path)
