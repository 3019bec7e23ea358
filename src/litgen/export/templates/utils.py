"""Functions for exported tasks; this module needs only Python and lm-evaluation-harness."""

import importlib.util
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

_HERE = Path(__file__).parent


def _beside(name: str) -> Any:
    """Import a module from this folder, which is not on the harness's import path."""
    spec = importlib.util.spec_from_file_location(f"litgen_{name}", _HERE / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_answers, _measures = _beside("answers"), _beside("measures")
acc_original = _measures.acc_original
acc_contrast = _measures.acc_contrast
same_answer = _measures.same_answer
both_right = _measures.both_right


def load(rows: str, **_: Any) -> dict[str, Any]:
    """Load the rows of a task."""
    import datasets

    with (_HERE / "data" / rows).open(encoding="utf-8") as file:
        return {"test": datasets.Dataset.from_list([json.loads(line) for line in file])}


def process_results(
    doc: Mapping[str, Any], results: Sequence[tuple[float, bool]]
) -> dict[str, Any]:
    """Score the label with the most probable answer, per character if the prompt requires it."""
    scores = [each[0] for each in results]
    if _answers.TASKS["prompts"][doc["prompt"]]["scoring"] == "per-character":
        scores = [score / len(answer) for score, answer in zip(scores, doc["answers"], strict=True)]
    return _said(doc, "answered", doc["labels"][scores.index(max(scores))])


def process_generated(doc: Mapping[str, Any], results: Sequence[str]) -> dict[str, Any]:
    """Score the label in the generated text."""
    return _said(doc, *_answers.read_answer(doc, results[0]))


def _said(doc: Mapping[str, Any], outcome: str, label: str | None) -> dict[str, Any]:
    said = {
        "pair": doc["pair_id"], "side": doc["side"], "gold": doc["label"], "answer": label,
        "outcome": outcome,
    }  # fmt: skip
    return dict.fromkeys(_measures.MEASURES, said)
