"""Claims beside documents: documents are never read, and one sentence of a claim is rewritten."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from litgen.contrast import claims
from litgen.contrast.explain import explain
from litgen.contrast.manifest import warnings_of
from litgen.contrast.pipeline import build
from litgen.contrast.suites import find_suite
from litgen.engines.dependency import sentences
from litgen.options import Options

DOCUMENT = (
    "The museum opened in 1990. It closed in 2001. It reopened in 2005. Visitors come every day. "
    "Tickets cost ten euros.\x0c"
)
ROWS = [
    {"id": "one", "hypothesis": "The museum opened in 1990.", "label": "entailment"},
    {"id": "shut", "hypothesis": "The museum is closed.", "label": "contradiction"},
    {
        "id": "two",
        "hypothesis": "The museum opened in 1990. Tickets cost ten euros.",
        "label": "entailment",
    },
    {
        "id": "half",
        "hypothesis": "The museum opened in 1990. The museum is free.",
        "label": "contradiction",
    },
]
OPTIONS = Options(suite="grounded", rank="none")


def made(tmp_path: Path, *rows: dict[str, Any], premise: str = DOCUMENT) -> list[dict[str, Any]]:
    path = tmp_path / "pairs.jsonl"
    path.write_text("".join(json.dumps({"premise": premise, **row}) + "\n" for row in rows))
    build(path, tmp_path / "out", OPTIONS, overwrite=True)
    return [*map(json.loads, (tmp_path / "out" / "contrast.jsonl").open(encoding="utf-8"))]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("grounded")


@pytest.fixture(scope="module")
def records(folder: Path) -> list[dict[str, Any]]:
    return made(folder, *ROWS)


def labels(records: list[dict[str, Any]], pair: str, contrast: str) -> dict[str, str]:
    return {
        each["hypothesis"]: each["label"]
        for each in records
        if (each["pair_id"], each["contrast"]) == (pair, contrast)
    }


def test_a_document_stays_as_it_is(records: list[dict[str, Any]]) -> None:
    assert records and {each["premise"] for each in records} == {DOCUMENT}


def test_an_entailed_claim_is_changed_and_kept(records: list[dict[str, Any]]) -> None:
    assert labels(records, "one", "original;negation") == {
        "The museum did not open in 1990.": "contradiction"
    }
    assert labels(records, "one", "original;frame:not-false") == {
        "It is not false that the museum opened in 1990.": "entailment"
    }


def test_a_contradicted_claim_about_a_definite_is_negated(records: list[dict[str, Any]]) -> None:
    assert labels(records, "shut", "original;frame:not-true") == {
        "It is not true that the museum is closed.": "entailment"
    }


def test_a_sentence_of_a_claim_at_a_time(records: list[dict[str, Any]]) -> None:
    assert labels(records, "two", "original;frame:not-true") == {
        "It is not true that the museum opened in 1990. Tickets cost ten euros.": "contradiction",
        "The museum opened in 1990. It is not true that tickets cost ten euros.": "contradiction",
    }
    # Which of two sentences the document contradicts is not known.
    assert labels(records, "half", "original;frame:not-true") == {}
    assert set(labels(records, "half", "original;frame:true").values()) == {"contradiction"}


def test_explained(folder: Path, records: list[dict[str, Any]]) -> None:
    for identity in ("two:original:frame:not-true:2", "shut:original:frame:not-true"):
        told = explain(folder / "out", identity)
        assert (told.same, told.decision.label) == (True, told.record["label"])


def test_a_document_is_never_parsed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[str] = []
    parse = sentences.parse_docs

    def noted(texts: Any, *rest: Any, **more: Any) -> Any:
        parsed.extend(texts := [*texts])
        return parse(texts, *rest, **more)

    monkeypatch.setattr(sentences, "parse_docs", noted)
    short = "The gallery shut in 1991."
    row = {"id": "a", "hypothesis": "The gallery is shut.", "label": "contradiction"}
    assert made(tmp_path, row, premise=short)
    assert "The gallery is shut." in parsed and short not in parsed


def test_an_empty_document_is_skipped(tmp_path: Path) -> None:
    rows = [{**ROWS[0], "id": repr(text), "premise": text} for text in ("x", " ", "\x00")]
    assert {each["pair_id"] for each in made(tmp_path, *rows)} == {"'x'"}
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert manifest["counts"]["pairs"]["skipped"] == {"empty text": 2}


def test_sentences_of_a_claim() -> None:
    text = "Mr. Smith met Capt. Jones in 1990.  They left Jan. 5. He is U.S. citizen"
    pieces = claims.pieces_of(text)
    assert pieces[0].text == "Mr. Smith met Capt. Jones in 1990."
    assert all(text[at : at + len(piece)] == piece for at, piece in pieces)


def test_a_suite_of_documents() -> None:
    suite = find_suite("grounded")
    assert suite.of_documents == frozenset(suite.all)
    assert not find_suite("lit").of_documents
    assert all(not each.premise.steps for each in suite.all if each.pairwise is None)


@pytest.mark.parametrize(
    ("premise", "hypothesis", "suite", "told"),
    [
        (
            DOCUMENT,
            "The museum opened.",
            "lit",
            "1 of 1 premises has more than 3 sentences; use contrasts that rewrite only the "
            "hypothesis, such as --suite grounded",
        ),
        (
            "The museum opened.",
            DOCUMENT,
            "lit",
            "1 of 1 hypotheses has more than 3 sentences; use --suite grounded to rewrite "
            "one sentence of a hypothesis at a time",
        ),
        (
            "The museum opened.",
            "The museum is very " + "very " * 70 + "old.",
            "grounded",
            "1 of 1 hypotheses has more than 70 words or 1,000 characters; litgen does not rewrite "
            "such texts",
        ),
    ],
)
def test_a_limit_that_costs_most_pairs_is_told(
    tmp_path: Path, premise: str, hypothesis: str, suite: str, told: str
) -> None:
    rows = [{"premise": premise.strip(), "hypothesis": hypothesis.strip(), "label": "neutral"}]
    options = Options(suite=suite, rank="none")
    assert told in warnings_of(build(rows, tmp_path / "out", options))
