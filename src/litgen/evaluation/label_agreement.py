"""How often people agree with the labels of a contrast set, by contrast.

Either ``agreement.json`` as ``litgen annotate agree -o DIR`` writes it, or a file of one's own::

    {"contrast_set": {"sha256": "9f2c..."},
     "contrasts": {"may;original": {"judged": 50, "agreed": 46}}}

``sha256`` is that of the set's ``contrast.jsonl``. ``judged`` counts pairs that people labelled
without having seen the given label, drawn at random from those of the contrast; ``agreed`` those of
which a majority gave litgen's label.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from litgen.evaluation.columns import Columns
from litgen.evaluation.contrast_set import ContrastSet
from litgen.exceptions import DataError


class Judged(NamedTuple):
    """Labels of a contrast that people judged."""

    judged: int  #: pairs
    agreed: int  #: those of which a majority gives litgen's label; one without a majority is none

    @property
    def rate(self) -> float:
        """The share of wrong labels among those judged."""
        return 1 - self.agreed / self.judged


def read_label_agreement(
    path: Path, contrast_set: ContrastSet, columns: Columns
) -> dict[str, Judged]:
    """Read how often people agree with the labels.

    Args:
        path: the file.
        contrast_set: which must be the one that was judged.
        columns: of it.

    Returns:
        By contrast; those that nobody judged are missing.

    Raises:
        DataError: the file cannot be read, is of another contrast set, or does not fit this one.
    """
    try:
        values = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise DataError(f"{path}: cannot be read: {reason}") from None
    try:
        name, found = _of_sample(path, values) if "groups" in values else _own(values)
    except (KeyError, TypeError, AttributeError):
        raise DataError(
            f"{path}: no label agreement; give agreement.json of litgen annotate agree, or "
            "contrast_set.sha256 and, by contrast, judged and agreed (docs/evaluation.md)"
        ) from None
    if name != contrast_set.sha256:
        raise DataError(
            f"{path}: agreement on another contrast set than {contrast_set.path} (SHA-256 of "
            "contrast.jsonl differs); judge a sample of this one"
        )
    numbers = np.bincount(columns.contrast, minlength=len(columns.contrasts)).tolist()
    sizes = dict(zip(columns.contrasts, numbers, strict=True))
    return {each: _checked(path, each, value, sizes) for each, value in found.items()}


def _of_sample(path: Path, values: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """From what ``litgen annotate agree`` writes."""
    groups = [each for each in values["groups"] if each["question"] == "label"]
    if not groups:
        raise DataError(f"{path}: nobody was asked for labels; litgen annotate sample --ask label")
    found = {
        each["name"]: (each["majority"]["n"], each["majority"]["hits"])
        for each in groups
        if each["by"] == "contrast"
    }
    if not found:
        raise DataError(f"{path}: not by contrast; litgen annotate agree --by contrast")
    return values["sample"]["contrast_set"]["sha256"], found


def _own(values: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    contrasts = values["contrasts"].items()
    found = {name: (each["judged"], each["agreed"]) for name, each in contrasts}
    return values["contrast_set"]["sha256"], found


def _checked(path: Path, name: str, value: tuple[Any, Any], sizes: Mapping[str, int]) -> Judged:
    if name not in sizes:
        raise DataError(f"{path}: the contrast set has no labelled pair of {name!r}")
    judged, agreed = value
    if (
        type(judged) is not int
        or type(agreed) is not int
        or not 0 <= agreed <= judged
        or not judged
    ):
        raise DataError(
            f"{path}: {name!r}: judged {judged!r}, agreed {agreed!r}; give whole numbers, at least "
            "one judged and no more agreed than judged"
        )
    if judged > sizes[name]:
        raise DataError(
            f"{path}: {name!r}: {judged} judged, but it has {sizes[name]} labelled pairs"
        )
    return Judged(judged, agreed)
