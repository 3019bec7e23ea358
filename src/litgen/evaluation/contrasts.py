"""What a contrast is about: its phenomenon, what it does to labels, its cue-matched controls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

import numpy as np

from litgen.contrast.notation import Contrast, pairwise, parse_contrast
from litgen.evaluation.columns import NONE, Columns, Mask
from litgen.transformations.declarations import base_of

#: Whether all its pairs keep the original's label, some change it, what is left of them has it as a
#: target only, or there is no original.
Kind = Literal["keeps", "changes", "corrupted", "new"]


class ContrastInfo(NamedTuple):
    """A contrast of a contrast set."""

    name: str  #: such as ``past+cleft;future+cleft``
    suite: str  #: empty where it was asked for by name
    phenomenon: str  #: such as ``tense + cleft``
    kind: Kind  #: what it does to labels
    controls: tuple[str, ...]  #: contrasts with the same cues on the surface that keep the label


def contrasts_of(columns: Columns) -> list[ContrastInfo]:
    """The contrasts of a contrast set, in the order in which they first came.

    Raises:
        UsageError: one of them is no contrast.
    """
    phenomena = phenomena_of_rules()
    parsed = {name: parse_name(name) for name in columns.contrasts}
    kinds = {name: _kind(columns, columns.contrast == c) for c, name in enumerate(parsed)}
    return [
        ContrastInfo(
            name,
            columns.suites[int(columns.suite[np.argmax(columns.contrast == code)])],
            phenomenon_of(contrast, phenomena),
            kinds[name],
            _controls(name, parsed, kinds),
        )
        for code, (name, contrast) in enumerate(parsed.items())
    ]


def phenomenon_of(contrast: Contrast, phenomena: Mapping[str, str]) -> str:
    """The phenomena of a contrast's transformations, each once.

    Args:
        contrast: the contrast.
        phenomena: of the rules, by name; other transformations are phenomena of their own.

    Example:
        >>> phenomena = {"past": "tense", "future": "tense", "cleft": "cleft"}
        >>> phenomenon_of(parse_contrast("past+cleft;future+cleft"), phenomena)
        'tense + cleft'
    """
    steps = [step for side in contrast for step in side.steps]
    found = dict.fromkeys(phenomena.get(step) or base_of(step) for step in steps)
    return " + ".join(found) or "exchange"


def parse_name(name: str) -> Contrast:
    """A contrast by its name; one of both sentences at once need not be installed here.

    Raises:
        UsageError: it is none.
    """
    return parse_contrast(name) if ";" in name else pairwise(name)


def phenomena_of_rules() -> dict[str, str]:
    """The phenomenon of every rule, by its name."""
    from litgen.mrs import load_rules

    return {name: rule.phenomenon for name, rule in load_rules().by_name.items()}


def _kind(columns: Columns, rows: Mask) -> Kind:
    original = columns.original_gold[rows]
    if (original == NONE).all():
        return "new"
    if columns.corrupted[rows].any():
        return "corrupted"
    return "keeps" if (original == columns.gold[rows]).all() else "changes"


def _controls(
    name: str, parsed: Mapping[str, Contrast], kinds: Mapping[str, Kind]
) -> tuple[str, ...]:
    """Contrasts that keep the label and whose sides all stand in this one, such as past;past."""
    if kinds[name] != "changes":
        return ()
    cues = _cues(parsed[name])
    return tuple(
        other
        for other, contrast in parsed.items()
        if kinds[other] == "keeps" and _cues(contrast) and _cues(contrast) <= cues
    )


def _cues(contrast: Contrast) -> frozenset[str]:
    return frozenset(side.transformation for side in contrast if side.transformation is not None)
