"""Answers to rewritings of single texts, counted by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import litgen
from litgen.evaluation.invariance import KEPT, assess_texts
from litgen.evaluation.text_set import TextSet
from litgen.exceptions import DataError, InputError, LitgenError, UsageError

#: A text by its id: its gold label, its rewritings by transformation.
TEXTS = {
    "a": ("positive", ["cleft", "passive"]),
    "b": ("negative", ["cleft", "passive"]),
    "c": ("negative", ["cleft", "negation"]),
}


@pytest.fixture
def texts(tmp_path: Path) -> TextSet:
    """Three texts, five rewritings that keep the meaning and one that does not."""
    rows: list[dict[str, Any]] = []
    for row_id, (label, names) in TEXTS.items():
        for name in ("original", *names):
            rows.append({
                "id": row_id if name == "original" else f"{row_id}:{name}", "row_id": row_id,
                "transformation": name, "meaning": "changed" if name == "negation" else "kept",
                "review": f"{row_id} {name}", "original": f"{row_id} original",
                **({} if name == "negation" else {"label": label}),
            })  # fmt: skip
    folder = tmp_path / "set"
    folder.mkdir()
    (folder / "contrast.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    manifest = {
        "input": {"source": "reviews.csv", "sha256": ""}, "records": 6, "records_sha256": "",
        "counts": {"pairs": {"kept": 3}, "contrasts": {}},
        "signature": {"litgen": "0", "options": {"text": "review", "columns": {}}},
    }  # fmt: skip
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return TextSet(folder)


def model(**answers: str) -> Any:
    """A function that gives each text the answer of its id, or of its id and transformation."""

    def predict(texts: list[str]) -> list[str]:
        return [answers.get(text.replace(" ", "_"), answers[text[0]]) for text in texts]

    return predict


RIGHT = {"a": "Positive", "b": "negative", "c": "negative"}


def test_consistency_accuracy_and_pattern_accuracy(texts: TextSet, tmp_path: Path) -> None:
    said = litgen.evaluate(texts, model(**RIGHT, a_cleft="negative"), tmp_path / "p")
    assert said.accuracy() == {"contrast": 0.8, "original": 1.0}
    found = assess_texts(texts, [said], ["m"])
    by_name = {each.transformation: each for each in found.invariances}
    whole = by_name[KEPT]
    assert (whole.consistent.hits, whole.consistent.n, whole.rewritings) == (2, 3, 5)
    assert whole.original is not None and whole.rewritten is not None
    assert (whole.original.hits, whole.rewritten.hits, whole.rewritten.n) == (5, 4, 5)
    assert whole.difference is not None and whole.difference.value == pytest.approx(-0.2)
    assert (by_name["cleft"].consistent.hits, by_name["cleft"].consistent.n) == (2, 3)
    assert by_name["passive"].consistent.value == 1
    assert not by_name["negation"].kept and by_name["negation"].original is None
    (pattern,) = found.patterns  # c has one rewriting that keeps the meaning
    assert (pattern.families, pattern.pairs) == (2, 4)
    assert {key: each.hits for key, each in pattern.reached.items()} == {
        "50": 2, "75": 1, "90": 1, "100": 1,
    }  # fmt: skip


def test_the_ranking_of_models_on_originals_and_on_rewritings(
    texts: TextSet, tmp_path: Path
) -> None:
    wrong = {"a": "negative", "b": "positive", "c": "positive"}
    fragile = {**RIGHT, **{f"{row}_cleft": wrong[row] for row in TEXTS},
               **{f"{row}_passive": wrong[row] for row in TEXTS}}  # fmt: skip
    models = [model(**RIGHT), model(**fragile), model(**{**wrong, "b": "negative"})]
    names = ["sound", "fragile", "weak"]
    said = [
        litgen.evaluate(texts, each, tmp_path / name, name=name)
        for name, each in zip(names, models, strict=True)
    ]
    found = assess_texts(texts, said, names).ranking
    assert found is not None
    assert dict(zip(found.models, found.rewritten, strict=True)) == {
        "sound": 1.0, "fragile": 0.0, "weak": 0.4,
    }  # fmt: skip
    # originals: sound = fragile > weak; rewritings: sound > weak > fragile
    assert found.tau == pytest.approx(0.0)
    assert -1 <= found.low <= found.tau <= found.high <= 1
    assert assess_texts(texts, said[:1], names[:1]).ranking is None


def test_the_report_on_texts(texts: TextSet, tmp_path: Path) -> None:
    said = [
        litgen.evaluate(texts, model(**{**RIGHT, **more}), tmp_path / name, name=name)
        for name, more in (("sound", {}), ("fragile", {"a_cleft": "negative"}))
    ]
    made = litgen.report(said, tmp_path / "report")
    page = (tmp_path / "report" / "report.md").read_text()
    assert "| cleft | fragile | 3 (3) | 66.7" in page
    assert "fragile is consistent on 66.7 % of 3 texts" in page and "−20.0 points" in page
    assert "Kendall's tau-b is undefined" in page and "nan" not in page  # equal on the originals
    assert (tmp_path / "report" / "report.html").exists()
    assert made.to_pandas()["consistent"].round(2).tolist()[0] == 1.0
    assert made.to_pandas("pattern_accuracy")["reached.100"].tolist() == [1.0, 0.5]


def test_answers_from_a_file(texts: TextSet, tmp_path: Path) -> None:
    path = tmp_path / "answers.csv"
    ids = [item.id for item in texts.items()]
    path.write_text("id,answer\n" + "".join(f"{each},negative\n" for each in [*ids, "other"]))
    said = litgen.evaluate(texts, str(path), tmp_path / "p")
    assert {each.label for each in said} == {"negative"}
    path.write_text("id,answer\n" + "".join(f"{each},negative\n" for each in ids[2:]))
    with pytest.raises(DataError, match=r"no answer for 2 of 9 rows, such as a, a:cleft"):
        litgen.evaluate(texts, str(path), tmp_path / "q")
    path.write_text("id,review,label\n" + "".join(f"{each},t,negative\n" for each in ids))
    with pytest.raises(DataError, match="is missing"):  # the label is the gold one
        litgen.evaluate(texts, str(path), tmp_path / "q")


def test_answers_that_are_no_gold_label_and_functions_that_fail(
    texts: TextSet, tmp_path: Path
) -> None:
    said = litgen.evaluate(texts, lambda texts: [1] * len(texts), tmp_path / "p")
    found = assess_texts(texts, [said], ["m"])
    assert "no answer is among the gold labels (negative, positive)" in found.warnings[0]
    assert found.invariances[0].original is None and not found.patterns
    with pytest.raises(LitgenError, match="returned 1 answers for 9 texts"):
        litgen.evaluate(texts, lambda texts: ["x"], tmp_path / "q")
    with pytest.raises(LitgenError, match="failed on a batch of 9 texts"):
        litgen.evaluate(texts, lambda texts: 1 / 0, tmp_path / "q")
    with pytest.raises(UsageError, match="a function that takes a list of texts"):
        litgen.evaluate(texts, "causal:gpt2", tmp_path / "q")
    with pytest.raises(InputError, match="pass a folder of pairs"):
        litgen.ContrastSet(texts.path)
