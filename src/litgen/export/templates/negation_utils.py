"""Functions for the lm-evaluation-harness task that asks which choice is the negation."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

_KINDS = ("local-negation", "contradiction", "paraphrase")


def load(**_: Any) -> dict[str, Any]:
    """Load the items."""
    import datasets

    path = Path(__file__).parent / "data" / "negation_choices.jsonl"
    with path.open(encoding="utf-8") as file:
        return {"test": datasets.Dataset.from_list([json.loads(line) for line in file])}


def process_results(
    doc: Mapping[str, Any], results: Sequence[tuple[float, bool]]
) -> dict[str, float]:
    """Score which kind of choice is the most probable; ``acc`` is 1 for the negation."""
    scores = [each[0] for each in results]
    chosen = scores.index(max(scores))
    said = {f"chose_{kind}": float(doc["kinds"][chosen] == kind) for kind in _KINDS}
    return {"acc": float(chosen == doc["target"]), **said}
