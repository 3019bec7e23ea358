from __future__ import annotations

import json

import pytest

from litgen import cli
from litgen.engines import loading
from litgen.engines.loading import Fallback, load_engine
from litgen.engines.protocol import Generation, Parse, Reading, Request
from litgen.exceptions import EngineError, UsageError
from litgen.transformations import find


@pytest.fixture
def both(standin):
    loading._load.cache_clear()
    made = load_engine("ace+dependency")
    yield made
    made.engines[0].close()
    loading._load.cache_clear()


def test_each_sentence_by_the_first_that_can(both):
    texts = ["The dog barks.", "A man is riding a bike.", "The dog pauses.", "Not a sentence"]
    first, second, third, last = find("past", engine=both).apply(texts)
    assert first.variants[0].candidates == ("The dog barked.",)
    assert first.variants[0].engine == "ace" and first.passed_over == ()
    assert second.variants[0].candidates == ("A man was riding a bike.",)
    assert second.variants[0].engine == "dependency"
    assert second.passed_over == ("ace: parse.no-parse",)
    assert third.variants[0].engine == "dependency"
    assert third.passed_over == ("ace: generation.empty",)
    assert not last.variants and last.passed_over == ("ace: parse.no-parse",)


def test_the_reason_of_the_engine_that_came_further(both):
    (outcome,) = find("passive", engine=both).apply(["The dog barks."])
    assert (outcome.stage, outcome.declined) == ("inapplicable", "clause.no-object")


def test_as_an_engine(both):
    parses = both.parse(["The dog barks.", "A man sleeps.", ""])
    assert [len(parse.readings) for parse in parses] == [1, 1, 0]
    requests = [Request(parse.readings[0].mrs, parse.readings[0]) for parse in parses[:2]]
    generations = both.generate(requests)
    assert [g.surfaces for g in generations] == [("The dog barks.",), ("A man sleeps.",)]
    with pytest.raises(EngineError, match="another engine"):
        both.generate([requests[0]._replace(source=Reading("x", requests[0].mrs))])


def test_versions_of_both(both):
    described = both.describe()
    assert described["engine"] == "ace+dependency"
    assert described["ace.grammar"] == "ERG (1214)" and described["dependency.dialect"]


def test_names():
    with pytest.raises(UsageError, match="twice"):
        load_engine("dependency+dependency")
    with pytest.raises(UsageError, match="only one reading"):
        load_engine("dependency:2")
    with pytest.raises(UsageError, match="did you mean ace"):
        load_engine("acee")


class OneReading:
    name, dialect = "one", "dependency"

    def parse(self, texts):
        return [Parse(text, (), "no") for text in texts]

    def generate(self, requests):
        return [Generation() for _ in requests]

    def describe(self):
        return {"engine": "one"}


def test_the_last_engine_says_why():
    (parse,) = Fallback([OneReading(), OneReading()]).parse(["text"])
    assert parse.declined == "no"


def test_manifest_tells_the_outcomes_apart(standin, tmp_path, monkeypatch):
    loading._load.cache_clear()
    pairs = tmp_path / "pairs.jsonl"
    sentences = [
        "The dog barks.",
        "The hang barks.",
        "The die barks.",
        "The dog pauses.",
        "What is",
    ]
    rows = [
        {"sentence1": s, "sentence2": "The cat barks.", "gold_label": "neutral", "pairID": str(i)}
        for i, s in enumerate(sentences)
    ]
    pairs.write_text("".join(json.dumps(row) + "\n" for row in rows))
    monkeypatch.setenv("LITGEN_ACE_SECONDS", "0.4")
    command = ["transform", str(pairs), "--contrast", "past;future", "--rank", "none"]
    assert cli.run([*command, "-o", str(tmp_path / "alone"), "--engine", "ace"]) == 0
    counts = json.loads((tmp_path / "alone" / "manifest.json").read_text())["counts"]
    past = counts["transformations"]["past"]
    assert past["declined"] == {
        "crashed": 1, "parse.no-parse": 1, "generation.empty": 1, "hung": 1,
    }  # fmt: skip
    assert past["kept by engine"] == {"ace": 1}
    assert counts["sentences"]["declined"] == {"crashed": 1, "parse.no-parse": 1, "hung": 1}
    both = [*command, "-o", str(tmp_path / "both"), "--engine", "ace+dependency"]
    assert cli.run([*both, "--readings", "2"]) == 0
    manifest = json.loads((tmp_path / "both" / "manifest.json").read_text())
    past = manifest["counts"]["transformations"]["past"]
    assert past["skipped"]["ace: hung"] == 1
    assert past["kept by engine"]["dependency"] >= 1 and past["kept by engine"]["ace"] == 1
    assert manifest["signature"]["options"]["engine"] == "ace:2+dependency"
    loading._load.cache_clear()


def test_readings_of_ace_only(standin, tmp_path, capsys):
    assert cli.run(["show", "--readings", "2", "The dog barks."]) == 2
    assert "only the ace engine" in capsys.readouterr().err


def test_both_engines_have_every_labelled_pair_of_either(standin, tmp_path):
    loading._load.cache_clear()
    pairs = tmp_path / "pairs.jsonl"
    sentences = ["The dog barks.", "The dog pauses.", "A man is riding a bike.", "The cat sleeps."]
    rows = [
        {"sentence1": one, "sentence2": other, "gold_label": label, "pairID": f"{i}{k}"}
        for i, one in enumerate(sentences)
        for k, other in enumerate(sentences)
        for label in ["contradiction" if i != k else "entailment"]
    ]
    pairs.write_text("".join(json.dumps(row) + "\n" for row in rows))
    contrasts = [
        part
        for name in ("past;future", "past;past", "cleft;cleft")
        for part in ("--contrast", name)
    ]
    labelled = {}
    for engine in ("ace", "dependency", "ace+dependency"):
        out = tmp_path / f"by-{engine}"
        command = ["transform", str(pairs), *contrasts, "--rank", "none", "-o", str(out)]
        assert cli.run([*command, "--engine", engine]) == 0
        lines = (out / "contrast.jsonl").read_text().splitlines()
        records = [json.loads(line) for line in lines]
        labelled[engine] = {record["id"]: record["label"] for record in records}
    both = labelled["ace+dependency"]
    assert labelled["ace"] and len(both) > len(labelled["ace"])
    # Equal labels, too: they are told of the texts, not of the engine that read them.
    assert (
        labelled["ace"].items() <= both.items() and labelled["dependency"].items() <= both.items()
    )
    loading._load.cache_clear()


def test_an_edit_by_polarity_that_the_first_engine_cannot_read_back(both, monkeypatch):
    first, last = both.engines
    text = "A man is riding a red bike."

    def parse(texts):
        read = last.parse(texts)
        return [p if p.text == text else Parse(p.text, (), "parse.no-parse") for p in read]

    monkeypatch.setattr(first, "parse", parse)
    (outcome,) = find("drop-modifier", engine=both).apply([text])
    assert [variant.candidates for variant in outcome.variants] == [("A man is riding a bike.",)]
    assert outcome.variants[0].engine == "dependency"
    assert outcome.passed_over == ("ace: generation.not-read-back",)
