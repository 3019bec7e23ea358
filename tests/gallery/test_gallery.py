from __future__ import annotations

import json

import pytest

from litgen.acceptability import decider_of
from litgen.gallery import build, gallery
from litgen.transformations.protocol import Outcome, Variant
from tests.gallery.fakes import (
    BIKE,
    GUARD,
    TRANSFORMATIONS,
    FakeEngine,
    FakeTransformation,
    made,
)


class ByLength:
    """A ranker that likes short strings."""

    def score(self, strings):
        return [-float(len(string)) for string in strings]

    def describe(self):
        return {"model": "length"}


@pytest.fixture(autouse=True)
def plain_mrs(monkeypatch):
    monkeypatch.setattr(gallery, "encode", lambda mrs: f"[ {mrs} ]")


def test_grouped_in_the_order_given():
    found = build(BIKE, TRANSFORMATIONS, FakeEngine())
    assert [group.phenomenon for group in found.groups] == ["Tense", "Cleft", "Passive", "Swap"]
    assert [entry.label for entry in found.groups[1].entries] == ["cleft (ARG1)", "cleft (ARG2)"]
    assert found.rewritings == 4


def test_first_candidate_stands_without_a_ranker():
    entry = build(BIKE, TRANSFORMATIONS, FakeEngine()).groups[1].entries[1]
    assert entry.text == "It is a bike that a man is riding."
    assert entry.alternatives == ("It's a bike a man is riding.",)
    assert entry.score is None


def test_ranker_chooses():
    found = build(BIKE, TRANSFORMATIONS, FakeEngine(), ranker=ByLength())
    entry = found.groups[1].entries[1]
    assert entry.text == "It's a bike a man is riding."
    assert entry.score == -len(entry.text)
    assert found.groups[0].entries[0].score is None  # nothing to choose


def test_a_guard_gives_its_reason_and_a_rule_its_own():
    found = build(BIKE, TRANSFORMATIONS, FakeEngine())
    declined = found.groups[2].declined[0]
    assert declined.why == str(decider_of(GUARD)) and declined.why.startswith(f"guard {GUARD}: ")
    assert found.groups[3].declined[0].why == "arguments of two kinds <person & thing>"


def test_mrs_only_on_request():
    assert build(BIKE, TRANSFORMATIONS, FakeEngine()).mrs is None
    found = build(BIKE, TRANSFORMATIONS, FakeEngine(), mrs=True)
    assert found.mrs == f"[ {BIKE} ]"
    assert found.groups[0].entries[0].mrs == "[ A man was riding a bike. ]"


def test_caption_and_unread_sentence():
    caption = build("Dogs running.", [], FakeEngine(read_as="Dogs are running."))
    assert caption.read_as == "Dogs are running."
    assert build(BIKE, [], FakeEngine()).read_as is None
    assert build("xyz", [], FakeEngine(declined="parse.fragment")).unread == "parse.fragment"


def test_record_is_json(monkeypatch):
    record = build(BIKE, TRANSFORMATIONS, FakeEngine(), mrs=True).as_record()
    assert json.loads(json.dumps(record)) == record | {
        "groups": json.loads(json.dumps(record))["groups"]
    }
    assert record["groups"][1]["entries"][0]["parameters"] == {"role": "ARG1"}
    assert record["groups"][2]["declined"][0]["transformation"] == "passive"


def test_unscored_string_is_null_in_json():
    class Unscored(ByLength):
        def score(self, strings):
            return [float("-inf") for _ in strings]

    record = build(
        BIKE, [("Tense", made("past", "x", "y"))], FakeEngine(), ranker=Unscored()
    ).as_record()
    assert record["groups"][0]["entries"][0]["score"] is None
    json.dumps(record, allow_nan=False)


class Strict:
    """A network that calls whatever was rewritten in the past tense wrong."""

    def log_odds(self, pairs):
        return [-9.0 if "was" in output else 12.0 for _, output in pairs]


def test_what_a_run_would_drop_is_marked():
    past, cleft = (
        Variant(("A man was riding.",), confidence=0.9),
        Variant(("It is.",), confidence=0.9),
    )
    named = [("Tense", "past", past), ("Cleft", "cleft", cleft)]
    given = [(p, FakeTransformation(name, Outcome((v,)))) for p, name, v in named]
    found = build(BIKE, given, FakeEngine(), network=Strict())
    (dropped,), (kept,) = (group.entries for group in found.groups)
    assert dropped.is_dropped and not kept.is_dropped
    assert "A man was riding.  (dropped)" in repr(found) and "It is.\n" in repr(found) + "\n"
    assert "<s>" in found._repr_html_()
    assert [e["dropped"] for g in found.as_record()["groups"] for e in g["entries"]] == [
        True,
        False,
    ]
    without = build(BIKE, given, FakeEngine())
    assert [e.confidence for g in without.groups for e in g.entries] == [None, None]
