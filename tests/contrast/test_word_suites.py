"""Synonyms and antonyms end to end: bytes, order, workers, surveys, the language model."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from litgen.contrast import pipeline
from litgen.contrast.explain import explain
from litgen.contrast.pipeline import build
from litgen.contrast.suites import load_suites
from litgen.options import Options
from litgen.transformations import find
from tests.wordnet.tiny import write_tiny

PAIRS = [
    ("a1", "A kid is sitting on a couch.", "A child is on a sofa.", "entailment"),
    ("a2", "A man is holding an infant.", "The man has a big dog.", "neutral"),
    ("a3", "A young dog is on the couch.", "The winner is happy.", "contradiction"),
    ("a4", "A man is holding an infant.", "The soup is hot.", "neutral"),
    ("a5", "The soup is hot.", "It rained.", "neutral"),
    ("a6", "The soup may be hot.", "A kid sees the automobile.", "neutral"),
]
CONTRASTS = ("synonym", "synonym:paper", "antonym", "antonym:paper")
OPTIONS = Options(contrast=CONTRASTS, rank="none")


@pytest.fixture(scope="module", autouse=True)
def tiny_wordnet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = write_tiny(tmp_path_factory.mktemp("wordnet"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LITGEN_WORDNET", str(folder))
        patch.setattr(pipeline, "CHUNK", 2)
        yield


def write(path: Path, pairs: Sequence[tuple[str, ...]] = PAIRS) -> Path:
    keys = ("pairID", "sentence1", "sentence2", "gold_label")
    rows = [json.dumps(dict(zip(keys, pair, strict=True))) for pair in pairs]
    path.write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
    return path


def lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "contrast.jsonl").open(encoding="utf-8")]


def test_records(tmp_path: Path) -> None:
    manifest = build(write(tmp_path / "pairs.jsonl"), tmp_path / "out", OPTIONS)
    by_contrast: dict[str, list[dict[str, Any]]] = {}
    for record in lines(tmp_path / "out"):
        by_contrast.setdefault(record["contrast"], []).append(record)
    synonym = by_contrast["synonym;synonym"][0]
    assert synonym["label"] == synonym["original_label"]
    assert synonym["premise_edits"]
    paper = by_contrast["synonym:paper;synonym:paper"][0]
    assert paper["premise"] == "a child is sitting on a sofa"
    antonyms = [
        each
        for contrast, found in by_contrast.items()
        if contrast.endswith("antonym")
        for each in found
    ]
    assert {each["label"] for each in antonyms} == {"contradiction"}
    assert {each["label_basis"] for each in antonyms} == {"default"}
    assert {each["original_label"] for each in antonyms} == {None}
    made = [(each["premise"], each["hypothesis"]) for each in antonyms]
    assert ("The soup is hot.", "The soup is cold.") in made
    assert len(set(made)) == len(made)
    assert manifest["counts"]["guards"]["antonym.modal"] >= 1
    used = manifest["signature"]["versions"]["transformations"]
    assert used["synonym"]["wordnet"]["version"] == "3.0"


def test_the_order_of_the_input_does_not_matter(tmp_path: Path) -> None:
    build(write(tmp_path / "pairs.jsonl"), tmp_path / "first", OPTIONS)
    found = sorted(map(repr, lines(tmp_path / "first")))
    shuffled = PAIRS.copy()
    for seed in (1, 2):
        random.Random(seed).shuffle(shuffled)
        folder = tmp_path / str(seed)
        build(write(tmp_path / f"{seed}.jsonl", shuffled), folder, OPTIONS)
        assert sorted(map(repr, lines(folder))) == found


@pytest.mark.slow
def test_workers_write_the_same_bytes(tmp_path: Path) -> None:
    source = write(tmp_path / "pairs.jsonl")
    for jobs in (1, 2):
        build(source, tmp_path / str(jobs), OPTIONS, jobs=jobs)
    for name in ("contrast.jsonl", "manifest.json", "surveys.json"):
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes()


def test_explained(tmp_path: Path) -> None:
    build(write(tmp_path / "pairs.jsonl"), tmp_path / "out", OPTIONS)
    for record in lines(tmp_path / "out"):
        explained = explain(tmp_path / "out", record["id"])
        assert explained.same is True
        assert explained.decision.label == record["label"]


def test_suites() -> None:
    suites = load_suites()
    assert [str(contrast) for contrast in suites["synonym"].contrasts] == ["synonym;synonym"]
    names = {name for _, name in suites["all"].named}
    assert names == {"lit", "stress", "antonym", "synonym", "sanity"}


class Dislikes:
    """A language model that finds one word unlikely."""

    def __init__(self, word: str, cost: float = 15.0) -> None:
        self.word = word
        self.cost = cost
        self.asked: list[str] = []

    def total(self, strings: Sequence[str]) -> list[float]:
        self.asked += strings
        return [-20.0 - self.cost * (self.word in string) for string in strings]

    def score(self, strings: Sequence[str]) -> list[float]:
        raise AssertionError

    def describe(self) -> Mapping[str, str]:
        return {"model": "dislikes"}


def test_the_language_model_refuses() -> None:
    model = Dislikes("guy")
    both, one, none = find("synonym", ranker=model).apply(
        ["The man is on a couch.", "The man sleeps.", "It rained."]
    )
    assert both.variants[0].candidates == ("The man is on a sofa.",)
    assert both.variants[0].counts == {"replaced": 1, "read badly": 1}
    assert (one.declined, one.stage) == ("generation.implausible", "not read back")
    assert none.declined == "synonym.not-listed"
    assert len(model.asked) == len(set(model.asked))
    (refused,) = find("antonym", ranker=Dislikes("cold")).apply(["The soup is hot."])
    assert refused.declined == "generation.implausible"
    (taken,) = find("antonym", ranker=Dislikes("warm")).apply(["The soup is hot."])
    assert taken.variants[0].candidates == ("The soup is cold.",)


def test_prose_is_asked_more_of_than_a_scene() -> None:
    """What a word may cost: a caption begins with any word, prose with what goes together."""
    texts = ["A man is sitting on a couch.", "They had bought a couch."]
    scene, prose = find("synonym", ranker=Dislikes("sofa", 8.0)).apply(texts)
    assert "on a sofa" in scene.variants[0].candidates[0]
    assert prose.declined == "generation.implausible"
    (liked,) = find("synonym", ranker=Dislikes("sofa", 3.0)).apply(texts[1:])
    assert liked.variants[0].candidates == ("They had bought a sofa.",)
