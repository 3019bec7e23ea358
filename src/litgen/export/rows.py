"""The pairs of a contrast set as tasks ask for them: each contrast's pairs with their originals."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from litgen.evaluation.contrast_set import ContrastSet
from litgen.exceptions import DataError
from litgen.files import write_whole

#: The folder of the rows within an export.
DATA = "data"


def slug(contrast: str) -> str:
    """The name of a contrast in file and task names.

    Example:
        >>> slug("past+cleft;future+cleft"), slug("original;premise+numerical:entailed")
        ('past_cleft__future_cleft', 'original__premise_numerical_entailed')
    """
    return "__".join(re.sub(r"\W+", "_", side).strip("_") for side in contrast.split(";"))


def write_rows(contrast_set: ContrastSet, out: Path) -> dict[str, str]:
    """Write ``data/SLUG.jsonl`` for every contrast: its labelled pairs, each original before them.

    A row has ``id``, ``side``, ``pair_id``, ``contrast``, ``premise``, ``hypothesis``, ``label``,
    ``premise_group`` (the source premise: pairs that share it are not independent) and
    ``contrast_set`` (SHA-256 of ``contrast.jsonl``).

    Returns:
        The contrasts by slug, in the order of the contrast set.

    Raises:
        DataError: no pair has a label, or a record is at fault.
    """
    contrasts: dict[str, None] = {}
    for record in contrast_set:
        if record.values["label"] is not None:
            contrasts.setdefault(record.values["contrast"])
    if not contrasts:
        raise DataError(f"{contrast_set.file}: no contrast pair has a label; nothing to export")
    slugs = {slug(contrast): contrast for contrast in contrasts}
    if len(slugs) < len(contrasts):
        raise DataError(f"{contrast_set.file}: two contrasts have one name in file names")
    (out / DATA).mkdir(parents=True, exist_ok=True)
    for name, contrast in slugs.items():
        lines = (json.dumps(row, ensure_ascii=False).encode() + b"\n"
                 for row in rows_of(contrast_set, contrast))  # fmt: skip
        write_whole(out / DATA / f"{name}.jsonl", lines)
    return slugs


def rows_of(contrast_set: ContrastSet, contrast: str) -> Iterator[dict[str, Any]]:
    """The rows of one contrast."""
    originals: set[str] = set()
    for record in contrast_set:
        values = record.values
        if values["contrast"] != contrast or values["label"] is None:
            continue
        common = {
            "pair_id": values["pair_id"],
            "contrast": contrast,
            "premise_group": values["original_premise"],
            "contrast_set": contrast_set.sha256,
        }
        if values["original_label"] is not None and values["pair_id"] not in originals:
            originals.add(values["pair_id"])
            yield {
                "id": values["pair_id"], "side": "original", **common,
                "premise": values["original_premise"],
                "hypothesis": values["original_hypothesis"], "label": values["original_label"],
            }  # fmt: skip
        yield {
            "id": values["id"], "side": "contrast", **common, "premise": values["premise"],
            "hypothesis": values["hypothesis"], "label": values["label"],
        }  # fmt: skip
