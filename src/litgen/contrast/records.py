"""Contrast pairs as they are written: the record, its id, its line."""

from __future__ import annotations

import json
import math
from typing import Any, NamedTuple

from litgen.contrast.notation import Contrast, Side
from litgen.contrast.policy import Decision
from litgen.contrast.results import Line, Tally
from litgen.contrast.sentences import Version
from litgen.data import Pair

_JSON = json.JSONEncoder(ensure_ascii=False, default=str)


class Draft(NamedTuple):
    """A contrast pair before it is written."""

    contrast: Contrast
    suite: str | None
    premise: Version
    hypothesis: Version
    decision: Decision


def line_of(pair: Pair, draft: Draft, tally: Tally) -> Line:
    """The line of a contrast pair, counted.

    Pairs made of one sentence alone are written only once, however many source pairs share the
    sentence; they are counted when it is known which of them is written.
    """
    name, label = str(draft.contrast), draft.decision.label
    counts: dict[tuple[str, ...], int] = {("contrasts", name, "records"): 1}
    if label is not None:
        counts["contrasts", name, "labels", label] = 1
    for role, version in (("premise", draft.premise), ("hypothesis", draft.hypothesis)):
        for what, number in version.counts.items():
            counts["contrasts", name, role, what] = number
    record = _record(pair, draft)
    text = _JSON.encode(record) + "\n"
    if draft.contrast.form != "new":
        for path, number in counts.items():
            tally[path] += number
        return Line(text)
    steps = [side.transformation or "original" for side in draft.contrast]
    once = "\0".join((*steps, draft.premise.text, draft.hypothesis.text))
    return Line(text, once, "\0".join((pair.id, name, record["id"])), counts)


def transformation_text(side: Side, version: Version) -> str:
    """A side's transformation with its parameters.

    Example:
        >>> version = Version("It is a man who sleeps.", parameters={"role": "ARG1"})
        >>> transformation_text(Side("premise", ("cleft",)), version)
        'cleft[role=ARG1]'
    """
    name = "+".join(side.steps) or "original"
    inside = ",".join(f"{key}={value}" for key, value in sorted(version.parameters.items()))
    return f"{name}[{inside}]" if inside else name


def record_id(pair: Pair, draft: Draft) -> str:
    """An id made of the source pair's, the contrast and its parameters; needs no quotes in a shell.

    Example: ``snli-dev-0:past+cleft:future+cleft:ARG1``.
    """
    parameters = {**draft.hypothesis.parameters, **draft.premise.parameters}
    parts = [pair.id, *str(draft.contrast).split(";")]
    if parameters:
        parts.append(",".join(value for _, value in sorted(parameters.items())))
    return ":".join(parts)


def _record(pair: Pair, draft: Draft) -> dict[str, Any]:
    contrast, premise, hypothesis = draft.contrast, draft.premise, draft.hypothesis
    caption = "caption" in (premise.form, hypothesis.form)
    return {
        "id": record_id(pair, draft),
        "pair_id": pair.id,
        "suite": draft.suite,
        "contrast": str(contrast),
        "premise_transformation": transformation_text(contrast.premise, premise),
        "hypothesis_transformation": transformation_text(contrast.hypothesis, hypothesis),
        "premise": premise.text,
        "hypothesis": hypothesis.text,
        "label": draft.decision.label,
        "label_basis": draft.decision.basis,
        "original_premise": pair.premise,
        "original_hypothesis": pair.hypothesis if pair.label else None,
        "original_label": None if contrast.form == "new" else pair.label,
        "premise_score": premise.score,
        "hypothesis_score": hypothesis.score,
        "premise_edits": [edit._asdict() for edit in premise.edits],
        "hypothesis_edits": [edit._asdict() for edit in hypothesis.edits],
        "premise_changed": premise.counts.get("changed"),
        "hypothesis_changed": hypothesis.counts.get("changed"),
        "engine": _engines(premise.engine, hypothesis.engine),
        "source_form": "caption" if caption else "clause",
        "source": {key: _written(value) for key, value in pair.source.items()},
    }


def _engines(premise: str | None, hypothesis: str | None) -> str | None:
    """The engine that made both sides, or the two of them where they differ.

    Example:
        >>> _engines("ace", None), _engines("ace", "dependency")
        ('ace', 'ace;dependency')
    """
    made = dict.fromkeys(engine for engine in (premise, hypothesis) if engine is not None)
    return ";".join(made) or None


def _written(value: Any) -> Any:
    """A value of the source as JSON can have it: no number for *not a number*."""
    return None if isinstance(value, float) and not math.isfinite(value) else value
