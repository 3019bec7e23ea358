"""Functions of exported lm-evaluation-harness tasks; copied beside them as ``utils.py``.

Needs Python and the harness alone.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any


def _beside(name: str) -> Any:
    """A module that lies beside this file: the harness does not put the folder on the path."""
    spec = importlib.util.spec_from_file_location(f"litgen_{name}", Path(__file__).with_name(f"{name}.py"))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_measures = _beside("measures")
_reading = _beside("reading")
acc_original = _measures.acc_original
acc_contrast = _measures.acc_contrast
same_answer = _measures.same_answer
both_right = _measures.both_right


def load(rows: str, **_: Any) -> dict[str, Any]:
    """The rows of a task, from the file beside it; works offline."""
    import datasets

    with (Path(__file__).parent / "data" / rows).open(encoding="utf-8") as file:
        return {"test": datasets.Dataset.from_list([json.loads(line) for line in file])}


def process_results(doc: Mapping[str, Any], results: Sequence[tuple[float, bool]]) -> dict[str, Any]:
    """The label whose continuation is the likeliest."""
    likelihoods = [each[0] for each in results]
    return _answer(doc, doc["labels"][likelihoods.index(max(likelihoods))])


def process_generated(doc: Mapping[str, Any], results: Sequence[str]) -> dict[str, Any]:
    """The label that can be read in what was generated."""
    return _answer(doc, _reading.read_label(results[0], dict(zip(doc["labels"], doc["choices"]))))


def _answer(doc: Mapping[str, Any], label: str | None) -> dict[str, Any]:
    said = {"pair": doc["pair_id"], "side": doc["side"], "gold": doc["label"], "answer": label}
    return dict.fromkeys(_measures.MEASURES, said)
