"""Suites of transformations that are no rules, end to end: bytes, order, workers, repetition."""

from __future__ import annotations

import json
import random
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from litgen.cli.transform import command
from litgen.contrast import pipeline, preparation
from litgen.contrast.explain import explain
from litgen.contrast.folder import read_manifest
from litgen.contrast.pipeline import build
from litgen.contrast.repetition import repeated
from litgen.exceptions import DataError, LitgenError, UsageError
from litgen.options import Options
from litgen.transformations import Declaration, Outcome, Variant, declarations

PAIRS = [
    ("a1", "Two dogs are chasing a cat in Paris.", "Three dogs chase a cat.", "contradiction"),
    ("a2", "Two dogs are chasing a cat in Paris.", "The dogs are in Paris.", "entailment"),
    ("a3", "Bob bought twelve big apples for Ann.", "Bob likes apples.", "neutral"),
    ("a4", "Two dogs are chasing a cat in Paris.", "Two dogs are chasing a cat in Paris.",
     "entailment"),
    ("a5", "Three dogs chase a cat.", "A woman sleeps.", "contradiction"),
    ("a6", "Is Ann asleep?", "Ann sleeps.", "neutral"),
    ("a7", "...", "yes", "neutral"),
    ("a8", "word " * 250, "Many words.", "neutral"),
]  # fmt: skip


def write(path: Path, pairs: list[tuple[str, ...]]) -> Path:
    with path.open("w", encoding="utf-8") as file:
        for identity, premise, hypothesis, label in pairs:
            row = {"pairID": identity, "sentence1": premise, "sentence2": hypothesis,
                   "gold_label": label}  # fmt: skip
            file.write(json.dumps(row) + "\n")
    return path


def lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "contrast.jsonl").open(encoding="utf-8")]


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline, "CHUNK", 2)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return write(tmp_path / "pairs.jsonl", PAIRS)


@pytest.mark.parametrize("suite", ["stress", "sanity"])
def test_the_order_of_the_input_does_not_matter(tmp_path: Path, source: Path, suite: str) -> None:
    options = Options(suite=suite, tagger="spacy")
    first = build(source, tmp_path / "first", options)
    found = lines(tmp_path / "first")
    assert len({each["id"] for each in found}) == len(found) == first["records"]
    shuffled = PAIRS.copy()
    for seed in (1, 2):
        random.Random(seed).shuffle(shuffled)
        folder = tmp_path / f"shuffled{seed}"
        manifest = build(write(tmp_path / "shuffled.jsonl", shuffled), folder, options)
        assert sorted(map(repr, lines(folder))) == sorted(map(repr, found))
        assert manifest["counts"] == first["counts"]


@pytest.mark.slow
def test_workers_write_the_same_bytes(tmp_path: Path, source: Path) -> None:
    corruptions = ("drop:NOUN", "keep:VERB", "shuffle:2", "hypothesis-only", "swap-pair")
    options = Options(suite="stress", contrast=corruptions, tagger="spacy")
    for name, jobs in (("one", 1), ("two", 2)):
        build(source, tmp_path / name, options, jobs=jobs)
    for name in ("contrast.jsonl", "manifest.json", "README.md"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_another_seed_draws_otherwise(tmp_path: Path, source: Path) -> None:
    for seed in (0, 1):
        options = Options(contrast=("spelling",), seed=seed)
        build(source, tmp_path / str(seed), options)
    assert lines(tmp_path / "0") != lines(tmp_path / "1")


def test_new_pairs_stand_once_whatever_pairs_share_the_sentence(
    tmp_path: Path, source: Path
) -> None:
    manifest = build(source, tmp_path / "out", Options(contrast=("numerical",)))
    found = lines(tmp_path / "out")
    texts = [(each["premise"], each["hypothesis"]) for each in found]
    assert len(set(texts)) == len(texts)
    assert all(each["original_label"] is None for each in found)
    # The sentence is the premise of a1, a2 and a4, and the hypothesis of a4: the least id has it.
    mine = [each for each in found if each["premise"].startswith("Two dogs")]
    assert {each["pair_id"] for each in mine} == {"a1"}
    labels = {each["contrast"]: each["label"] for each in mine}
    assert labels == {
        "original;premise+numerical:entailed": "entailment",
        "original;premise+numerical:contradicted": "contradiction",
    }
    neutral = [each for each in found if each["label"] == "neutral"]
    assert neutral
    assert all(each["premise_edits"] and not each["hypothesis_edits"] for each in neutral)
    counted = sum(each["records"] for each in manifest["counts"]["contrasts"].values())
    assert counted == len(found) == manifest["records"]


def test_what_corruption_keeps_drops_and_counts(tmp_path: Path, source: Path) -> None:
    options = Options(contrast=("drop:NOUN", "hypothesis-only"), tagger="spacy")
    counts = build(source, tmp_path / "some", options)["counts"]["contrasts"]
    each = counts["drop:NOUN;drop:NOUN"]
    assert each["records"] == each["pairs"] == len(PAIRS) - each["unchanged"]
    assert each["unchanged"] > 0
    for one in lines(tmp_path / "some"):
        texts = (one["premise"], one["hypothesis"])
        assert texts != (one["original_premise"], one["original_hypothesis"])
    options = replace(options, keep_unchanged=True)
    counts = build(source, tmp_path / "out", options)["counts"]["contrasts"]
    each = counts["drop:NOUN;drop:NOUN"]
    assert each["records"] == each["pairs"] == len(PAIRS)  # also what is empty, or very long
    found = [one for one in lines(tmp_path / "out") if one["contrast"].startswith("drop")]
    for side in ("premise", "hypothesis"):
        assert each[side]["changed"] == sum(one[f"{side}_changed"] for one in found)
    assert found[0]["premise"] == "Two are chasing a in."
    assert found[0]["label_basis"] == "corruption"
    alone = [one for one in lines(tmp_path / "out") if one["contrast"] == "hypothesis-only"]
    assert [one["premise"] for one in alone] == [""] * len(PAIRS)
    assert [one["label"] for one in alone] == [label for *_, label in PAIRS]


def test_swapped_pairs(tmp_path: Path, source: Path) -> None:
    for labels, kept in (("default", {"contradiction"}), ("paper", {"contradiction", "neutral"})):
        options = Options(contrast=("swap-pair",), labels=labels)  # type: ignore[arg-type]
        build(source, tmp_path / labels, options)
        found = lines(tmp_path / labels)
        assert {each["label"] for each in found} == kept
        assert all(each["premise"] == each["original_hypothesis"] for each in found)


def test_compositions_with_rules(tmp_path: Path, source: Path) -> None:
    options = Options(contrast=("cleft+spelling", "past+spelling;past"), rank="none")
    build(source, tmp_path / "out", options)
    found = [each for each in lines(tmp_path / "out") if each["pair_id"] == "a1"]
    cleft, past = found
    assert [each["contrast"] for each in found] == ["original;cleft+spelling", "past+spelling;past"]
    (edit,) = cleft["hypothesis_edits"]
    before = cleft["hypothesis"].replace(edit["after"], edit["before"], 1)
    assert before == "It is three dogs that chase a cat."
    assert cleft["label"] == "contradiction"
    assert past["premise"] != "Two dogs were chasing a cat in Paris."
    assert past["hypothesis"] == "Three dogs chased a cat."


@pytest.mark.parametrize("suite", ["stress", "sanity"])
def test_every_record_can_be_explained(tmp_path: Path, source: Path, suite: str) -> None:
    build(source, tmp_path / "out", Options(suite=suite, tagger="spacy"))
    for record in lines(tmp_path / "out")[:40]:
        explained = explain(tmp_path / "out", record["id"])
        assert explained.same is True
        assert explained.decision.label == record["label"]


def test_single_sentences(tmp_path: Path) -> None:
    path = tmp_path / "problems.txt"
    path.write_text("Tim has 350 pounds of cement.\n\nAnn sleeps.\nTim has 350 pounds of cement.\n")
    options = Options(suite="stress", sentences=True)
    manifest = build(path, tmp_path / "out", options)
    assert manifest["counts"]["pairs"]["kept"] == 3
    found = lines(tmp_path / "out")
    assert [each["label"] for each in found] == ["entailment", "contradiction", "neutral"]
    assert {each["original_premise"] for each in found} == {"Tim has 350 pounds of cement."}
    assert {each["original_hypothesis"] for each in found} == {None}
    with pytest.raises(UsageError, match="none of the contrasts can be made from single sentences"):
        build(path, tmp_path / "other", Options(suite="sanity", sentences=True))
    table = tmp_path / "problems.csv"
    table.write_text("id,question\nq1,Tim has 350 pounds of cement.\n")
    columns = Options(contrast=("numerical",), sentences=True,
                      columns={"premise": "question"})  # fmt: skip
    build(table, tmp_path / "table", columns)
    assert {each["pair_id"] for each in lines(tmp_path / "table")} == {"q1"}


def test_a_run_is_repeated_from_its_manifest(tmp_path: Path, source: Path) -> None:
    own = {"up": "and up is not down"}
    contrasts = ("tautology:up",)
    options = Options(suite="stress", contrast=contrasts, seed=3, tautology=own)
    first = build(source, tmp_path / "first", options)
    assert first["signature"]["options"]["tagger"] in ("nltk", "spacy")
    again = repeated(tmp_path / "first" / "manifest.json")
    second = build(again.check_source(), tmp_path / "second", again.options, jobs=1)
    again.compare(second)
    assert second == first
    shutil.copy(source, tmp_path / "elsewhere.jsonl")
    assert again.check_source(str(tmp_path / "elsewhere.jsonl"))
    write(source, PAIRS[:3])
    with pytest.raises(DataError, match="this is not the input of"):
        again.check_source()
    with pytest.raises(LitgenError, match="the records differ from"):
        again.compare({**second, "records_sha256": "0"})


@pytest.mark.parametrize("gone", ["input", "records_sha256"])
def test_a_damaged_manifest_is_named(tmp_path: Path, source: Path, gone: str) -> None:
    build(source, tmp_path / "first", Options(contrast=("swap-pair",)))
    manifest = tmp_path / "first" / "manifest.json"
    values = json.loads(manifest.read_text("utf-8"))
    del values[gone]
    manifest.write_text(json.dumps(values), "utf-8")
    with pytest.raises(LitgenError, match=f"{gone}.* is missing"):
        repeated(manifest)


def test_repeating_on_the_command_line(tmp_path: Path, source: Path) -> None:
    runner = CliRunner()
    out, manifest = str(tmp_path / "out"), str(tmp_path / "out" / "manifest.json")
    done = runner.invoke(command, [str(source), "-o", out, "--contrast", "spelling", "--seed", "5"])
    assert done.exit_code == 0, done.output
    assert "nothing was ranked" not in done.output
    done = runner.invoke(command, ["--manifest", manifest, "-o", str(tmp_path / "again")])
    assert "byte-identical" in done.output
    done = runner.invoke(command, ["--manifest", manifest, "-o", out, "--seed", "6"])
    assert isinstance(done.exception, UsageError)
    assert "--seed does not apply" in str(done.exception)
    done = runner.invoke(command, ["-o", out])
    assert "PAIRS is missing" in str(done.exception)


class Counter:
    """Writes how often the corpus has the text: a transformation that must see it first."""

    name, level = "count", "sentence"
    declaration = Declaration("counts", surveys=True, label_class="surface")

    def __init__(self, order: Any) -> None:
        self.survey_of_corpus = order.survey

    def survey(self, texts: Any) -> dict[str, int]:
        counts: dict[str, int] = {}
        for text in texts:
            counts[text] = counts.get(text, 0) + 1
        return counts

    def apply(self, texts: Any) -> list[Outcome]:
        if self.survey_of_corpus is None:
            return [Outcome(declined="synonym.no-survey", stage="inapplicable")] * len(texts)
        return [Outcome((Variant((f"{self.survey_of_corpus[text]}: {text}",)),)) for text in texts]

    def describe(self) -> dict[str, str]:
        return {"name": self.name}


class Longer:
    """Puts the longer sentence first; another package's transformation of pairs."""

    name, level = "longer", "pair"
    declaration = Declaration("", level="pair", label_class="surface", contrasts=("{}",))

    def __init__(self, order: Any) -> None:
        pass

    def apply_pairs(self, pairs: Any) -> list[Outcome]:
        if any("Bob" in premise for premise, _ in pairs):
            raise RuntimeError("no Bob")
        return [Outcome(declined="same length", stage="inapplicable") for _ in pairs]

    def describe(self) -> dict[str, str]:
        return {"name": self.name}


class Point:
    def __init__(self, target: Any) -> None:
        self.target = target

    def load(self) -> Any:
        return self.target


@pytest.fixture
def plugins(monkeypatch: pytest.MonkeyPatch) -> None:
    from litgen.contrast import chunks, policy, toolbox

    points = {"count": Point(Counter), "longer": Point(Longer)}
    monkeypatch.setattr(declarations, "registered", lambda: points)
    for cached in (toolbox._open, chunks.plan_for, policy.load_policy):
        cached.cache_clear()


def test_a_transformation_that_surveys_the_corpus(
    tmp_path: Path, source: Path, plugins: None
) -> None:
    options = Options(contrast=("count",))
    manifest = build(source, tmp_path / "out", options)
    first = lines(tmp_path / "out")[0]
    assert first["premise"] == "4: Two dogs are chasing a cat in Paris."
    assert first["hypothesis"] == "2: Three dogs chase a cat."
    assert first["label"] == "contradiction"
    assert len(manifest["surveys_sha256"]) == 64
    assert explain(tmp_path / "out", first["id"]).same is True
    shuffled = write(tmp_path / "shuffled.jsonl", PAIRS[::-1])
    again = build(shuffled, tmp_path / "shuffled", options)
    assert again["surveys_sha256"] == manifest["surveys_sha256"]


def test_a_survey_is_not_taken_twice(
    tmp_path: Path, source: Path, plugins: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = Options(contrast=("count",))

    def stop(done: int, total: int) -> None:
        if done:
            raise KeyboardInterrupt

    with pytest.raises(pipeline.Interrupted):
        build(source, tmp_path / "out", options, progress=stop)
    assert (tmp_path / "out" / "surveys.json").exists()
    monkeypatch.setattr(preparation, "write_surveys", None)
    assert build(source, tmp_path / "out", options)["records"]


def test_a_transformation_of_pairs_that_fails(tmp_path: Path, source: Path, plugins: None) -> None:
    options = Options(contrast=("longer",))
    counts = build(source, tmp_path / "out", options)["counts"]["contrasts"]["longer"]
    assert counts["declined"] == {"crashed": 1, "same length": len(PAIRS) - 1}
    assert counts["pairs"] == counts["records"] == 0


@pytest.mark.parametrize("place", [("input",), ("counts",), ("signature", "options")])
def test_a_manifest_with_a_value_of_a_wrong_type(tmp_path: Path, place: tuple[str, ...]) -> None:
    values: dict[str, Any] = {"input": {}, "counts": {}, "signature": {"options": {}}}
    inner = values if len(place) == 1 else values[place[0]]
    inner[place[-1]] = None
    (tmp_path / "manifest.json").write_text(json.dumps(values), "utf-8")
    with pytest.raises(LitgenError, match=f"{'.'.join(place)} has the wrong type: None"):
        read_manifest(tmp_path)
