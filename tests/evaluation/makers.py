"""Small contrast sets and predictions made by hand."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from litgen.evaluation.contrast_set import ContrastSet
from litgen.evaluation.prediction import Prediction
from litgen.evaluation.predictions import write_predictions
from litgen.models.protocol import OUTCOMES, READINGS

THREE = ("entailment", "neutral", "contradiction")
LETTERS = {label[0].upper(): label for label in THREE}


def record(
    pair: str, contrast: str, label: str | None, original: str | None, **more: Any
) -> dict[str, Any]:
    """A record of ``contrast.jsonl``; premises are shared by pairs whose ids differ in a digit."""
    premise = f"Premise of {pair.rstrip('0123456789')}."
    return {
        "id": f"{pair}:{contrast.replace(';', ':')}",
        "pair_id": pair,
        "suite": "lit",
        "contrast": contrast,
        "premise_transformation": contrast.split(";")[0],
        "hypothesis_transformation": contrast.split(";")[1],
        "premise": f"{premise} ({contrast})",
        "hypothesis": f"Hypothesis of {pair}. ({contrast})",
        "label": label,
        "label_basis": "default" if label else None,
        "original_premise": premise,
        "original_hypothesis": f"Hypothesis of {pair}.",
        "original_label": original,
        "premise_score": None,
        "hypothesis_score": None,
        "premise_confidence": None,
        "hypothesis_confidence": None,
        "engine": "dependency",
        "source_form": "clause",
        "source": {},
        **more,
    }


def make_contrast_set(folder: Path, records: Iterable[dict[str, Any]], **pairs: Any) -> ContrastSet:
    """Write a contrast set of some records.

    Args:
        pairs: what the manifest says of its source, such as ``labels``.
    """
    folder.mkdir(parents=True)
    rows = list(records)
    (folder / "contrast.jsonl").write_text(
        "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8"
    )
    manifest = {
        "input": {"source": "pairs.jsonl", "sha256": "0" * 64},
        "records": len(rows),
        "records_sha256": "0" * 64,
        "counts": {"contrasts": {}, "pairs": {"kept": len(rows), **pairs}},
        "signature": {"litgen": "0.1.0", "options": {"suite": "lit", "seed": 0}},
    }
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return ContrastSet(folder)


def predict(
    folder: Path,
    contrast_set: ContrastSet,
    said: Mapping[str, str],
    *,
    name: str = "oracle",
    labels: tuple[str, ...] = THREE,
    confidence: float | Mapping[str, float] | None = None,
    readings: Mapping[str, tuple[str | None, str | None]] | None = None,
    **model: Any,
) -> Path:
    """Write predictions: by id as ``said``, else the gold label.

    Args:
        folder: where.
        contrast_set: of which pairs.
        said: letter of the label (or the label, or an outcome that is none) by id of the contrast
            pair or of the original.
        name: of the model.
        labels: of the model.
        confidence: probability of what is said, or by id; no scores when None.
        readings: labels by text and by first token, by id.
        model: what else the manifest says of the model, such as ``prompt``.
    """

    def answer(item: Any) -> Prediction:
        label = said.get(item.id, item.label or "neutral")
        label = LETTERS.get(label, label)
        read = None
        if readings is not None and item.id in readings:
            read = dict(zip(READINGS, readings[item.id], strict=True))
        if label in OUTCOMES:
            return Prediction(item.id, item.side, None, None, label, "...", read)
        if label not in labels:
            label = "not_entailment" if "not_entailment" in labels else "neutral"
        scores = None
        if confidence is not None:
            sure = confidence[item.id] if isinstance(confidence, Mapping) else confidence
            rest = (1 - sure) / (len(labels) - 1)
            scores = {each: sure if each == label else rest for each in labels}
        return Prediction(item.id, item.side, label, scores, readings=read)

    write_predictions(
        folder, contrast_set, map(answer, contrast_set.items()),
        model={"kind": "callable", **model, "name": name}, labels=labels,
    )  # fmt: skip
    return folder
