"""Measure false support and false alarms on claims about documents.

The document (the premise) stays the same, and the claim (the hypothesis) is rewritten. A model
accepts some supported claims (label *entailment*). If it still accepts such a claim after a change
of meaning, that is *false support*; if it rejects a mere rewording, that is a *false alarm*.
"""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from litgen.evaluation.answers import Answers
from litgen.evaluation.columns import NONE, Codes, Columns, Mask
from litgen.evaluation.contrasts import ContrastInfo
from litgen.statistics.intervals import Estimate, Share, share

LENGTHS = (50, 200, 800)  #: lower bounds of the classes of length, in words of the document


class Grounded(NamedTuple):
    """The results of a model on the rewritten supported claims in a slice."""

    model: str
    by: str  #: ``all``, ``length`` of the document, or ``edit``, the contrast
    name: str  #: name of the slice, such as ``50 to 199 words`` or ``original;negation``
    claims: Share  #: share of distinct supported claims that are accepted
    false_support: Share  #: share of accepted claims still accepted after a change of meaning
    false_alarm: Share  #: share of accepted claims that are rejected after a rewording
    #: mean of the accuracies on supported claims and on claims whose meaning was changed, if any
    balanced: Estimate | None


class Cut(NamedTuple):
    """The share of truncated inputs, and the accuracy on truncated and other inputs."""

    model: str
    inputs: Share  #: truncated share of contrast pairs and distinct originals with documents
    accuracy: Share  #: accuracy on the truncated inputs
    whole: Share  #: accuracy on the other inputs


def is_grounded(columns: Columns) -> Mask:
    """Select the rows with an unchanged document and a supported original claim."""
    entailed = np.equal(columns.original_gold, columns.labels.index("entailment"))
    return entailed & np.not_equal(columns.words, NONE)


def grounded(
    models: Sequence[Answers], columns: Columns, infos: Sequence[ContrastInfo]
) -> Iterator[Grounded]:
    """Yield results for each slice and model; none if no supported claim changes in meaning."""
    rows = is_grounded(columns)
    if not (rows & (columns.gold != columns.original_gold)).any():
        return
    length = np.searchsorted(LENGTHS, columns.words, side="right")
    slices = [
        ("all", "all", rows),
        *(("length", name, rows & (length == at)) for at, name in enumerate(_lengths())),
        *(("edit", each.name, rows & (columns.contrast == at)) for at, each in enumerate(infos)),
    ]
    for by, name, some in slices:
        if some.any():
            for answers in models:
                yield _measured(answers.folded, columns, np.flatnonzero(some), by, name)


def cut_inputs(models: Sequence[Answers], columns: Columns) -> Iterator[Cut]:
    """Yield results for every model with truncated inputs, in terms of its own labels."""
    rows = np.flatnonzero(np.not_equal(columns.words, NONE))
    first = _first(columns, rows)
    unit = np.concatenate([columns.unit[rows], columns.unit[first]])
    for answers in models:
        cut = np.concatenate([answers.cut[rows], answers.original_cut[first]])
        right = np.concatenate([answers.right[rows], answers.original_right[first]])
        if cut.any():
            shares = (share(right[some], unit[some]) for some in (cut, ~cut))
            yield Cut(answers.name, share(cut, unit), *shares)


def _measured(answers: Answers, columns: Columns, rows: Codes, by: str, name: str) -> Grounded:
    """Return a model's results, in two classes, on some rows of supported claims."""
    first = _first(columns, rows)
    kept = answers.gold[rows] == answers.original_gold[rows]
    accepted = answers.original_right[rows]
    support, alarm = rows[~kept & accepted], rows[kept & accepted]
    kept, changed = rows[kept], rows[~kept]
    supported = share(
        np.concatenate([answers.original_right[first], answers.right[kept]]),
        np.concatenate([columns.unit[first], columns.unit[kept]]),
    )
    not_supported = share(answers.right[changed], columns.unit[changed])
    return Grounded(
        answers.name, by, name,
        share(answers.original_right[first], columns.unit[first]),
        share(~answers.right[support], columns.unit[support]),
        share(~answers.right[alarm], columns.unit[alarm]),
        _balanced(supported, not_supported) if not_supported.n else None,
    )  # fmt: skip


def _first(columns: Columns, rows: Codes) -> Codes:
    return rows[np.unique(columns.pair[rows], return_index=True)[1]]


def _balanced(first: Share, second: Share) -> Estimate:
    """Return the mean of two shares with an interval by the method of Zou and Donner (2008)."""
    value = (first.value + second.value) / 2
    below = math.hypot(first.value - first.low, second.value - second.low) / 2
    above = math.hypot(first.high - first.value, second.high - second.value) / 2
    return Estimate(value, value - below, value + above)


def _lengths() -> list[str]:
    between = [f"{a} to {b - 1} words" for a, b in zip(LENGTHS, LENGTHS[1:], strict=False)]
    return [f"below {LENGTHS[0]} words", *between, f"{LENGTHS[-1]} words or more"]
