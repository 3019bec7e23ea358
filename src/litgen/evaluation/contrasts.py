"""The phenomenon of a contrast, its effect on labels, and its cue-matched controls."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import numpy as np

from litgen.contrast.notation import Contrast, pairwise, parse_contrast
from litgen.contrast.phenomena import phenomena_of_rules
from litgen.contrast.phenomena import phenomenon_of as one_phenomenon
from litgen.evaluation.columns import CONFIDENCES, NONE, Codes, Columns, Mask
from litgen.transformations.declarations import base_of

#: The effect on labels: every pair keeps the original's label, some change it, the label is only
#: the target of a corruption, or there are no originals.
Kind = Literal["keeps", "changes", "corrupted", "new"]


class ContrastInfo(NamedTuple):
    """A contrast in a contrast set."""

    name: str  #: such as ``past+cleft;future+cleft``
    suite: str  #: name of the suite; empty if the contrast was requested by name
    phenomenon: str  #: such as ``tense``
    kind: Kind
    #: contrasts that keep labels and have no other cues or, if there are none, controls in a suite
    #: with the same phenomenon; empty unless this contrast changes labels
    controls: tuple[str, ...]


def contrasts_of(
    columns: Columns, stated: Mapping[str, Mapping[str, Any]] | None = None
) -> list[ContrastInfo]:
    """List the contrasts of a contrast set, in order of first occurrence.

    ``stated`` contains the manifest's entry for each contrast: its ``phenomenon``, and whether it
    is a ``control`` in its suite.
    """
    of_rules, stated = phenomena_of_rules(), stated or {}
    parsed = {name: parse_name(name) for name in columns.contrasts}
    kinds = {name: _kind(columns, columns.contrast == c) for c, name in enumerate(parsed)}
    phenomena = {
        name: str(stated.get(name, {}).get("phenomenon") or one_phenomenon(contrast, of_rules))
        for name, contrast in parsed.items()
    }
    keeping = [name for name in parsed if kinds[name] == "keeps"]
    cues = {name: _cues(contrast) for name, contrast in parsed.items()}
    found = []
    for code, name in enumerate(parsed):
        controls: list[str] = []
        if kinds[name] == "changes":
            controls = [each for each in keeping if cues[each] and cues[each] <= cues[name]] or [
                each for each in keeping
                if stated.get(each, {}).get("control") and phenomena[each] == phenomena[name]
            ]  # fmt: skip
        suite = columns.suites[int(columns.suite[np.argmax(columns.contrast == code)])]
        found.append(ContrastInfo(name, suite, phenomena[name], kinds[name], tuple(controls)))
    return found


def phenomenon_of(contrast: Contrast, phenomena: Mapping[str, str]) -> str:
    """Join the distinct phenomena of a contrast's transformations, as in ``tense + cleft``."""
    steps = [step for side in contrast for step in side.steps]
    found = dict.fromkeys(phenomena.get(step) or base_of(step) for step in steps)
    return " + ".join(found) or "exchange"


def parse_name(name: str) -> Contrast:
    """Parse the name of a contrast; a pairwise transformation need not be installed."""
    return parse_contrast(name) if ";" in name else pairwise(name)


def _kind(columns: Columns, rows: Mask) -> Kind:
    original = columns.original_gold[rows]
    if (original == NONE).all():
        return "new"
    if columns.corrupted[rows].any():
        return "corrupted"
    return "keeps" if (original == columns.gold[rows]).all() else "changes"


def _cues(contrast: Contrast) -> frozenset[str]:
    return frozenset(side.transformation for side in contrast if side.transformation is not None)


def confidence_class(code: int) -> str:
    """Return the name of a confidence class, such as ``0.95 to 0.97``."""
    if code == 0:
        return f"below {CONFIDENCES[0]:g}"
    return f"{CONFIDENCES[code - 1]:g} to {(*CONFIDENCES, 1)[code]:g}"


KINDS: dict[Kind, str] = {
    "changes": "label changes",
    "keeps": "label kept",
    "corrupted": "corrupted",
    "new": "new pairs",
}


class Slice(NamedTuple):
    """A named subset of the rows."""

    #: such as ``all``, ``contrast``, ``contrast and genre``, ``ground`` (the label's basis), or
    #: ``changed`` (those pairs of a contrast whose labels change; Li et al. 2020)
    by: str
    name: str
    rows: Codes


def slices(columns: Columns, infos: Sequence[ContrastInfo]) -> Iterator[Slice]:
    """Yield all nonempty slices of a contrast set; new pairs are separate from other pairs."""
    for by, name, mask in _masks(columns, infos):
        rows = np.flatnonzero(mask)
        if rows.size:
            yield Slice(by, name, rows)


def _masks(columns: Columns, infos: Sequence[ContrastInfo]) -> Iterator[tuple[str, str, Mask]]:
    kind = np.array([list(KINDS).index(info.kind) for info in infos])[columns.contrast]
    new, corrupted = (kind == list(KINDS).index(name) for name in ("new", "corrupted"))
    for number, name in enumerate(KINDS.values()):
        yield "all", name, kind == number
    for code, info in enumerate(infos):
        rows = columns.contrast == code
        yield "contrast", info.name, rows
        if info.kind == "changes":
            yield "changed", info.name, rows & (columns.original_gold != columns.gold)
    for by, names in (
        ("phenomenon", [info.phenomenon for info in infos]),
        ("suite", [info.suite or "no suite" for info in infos]),
    ):
        groups: dict[str, list[int]] = {}
        for code, (info, name) in enumerate(zip(infos, names, strict=True)):
            groups.setdefault(f"{name}, {KINDS[info.kind]}", []).append(code)
        for name, codes in groups.items():
            yield by, name, np.isin(columns.contrast, codes)
    for code, ground in enumerate(columns.grounds):
        for number, name in enumerate(KINDS.values()):
            yield "ground", f"{ground}, {name}", (columns.ground == code) & (kind == number)
    classes = np.unique(columns.confidence[columns.confidence != NONE])
    for code in classes if classes.size > 1 else ():
        for number, name in enumerate(KINDS.values()):
            rows = (columns.confidence == code) & (kind == number)
            yield "confidence", f"{confidence_class(code)}, {name}", rows
    marks = f", {KINDS['corrupted']}", f", {KINDS['new']}"
    for part, mark in ((~corrupted, ""), (corrupted, marks[0])):
        for original, before in ((NONE, "new"), *enumerate(columns.labels)):
            for gold, after in enumerate(columns.labels):
                both = (columns.original_gold == original) & (columns.gold == gold)
                yield "label", f"{before} -> {after}{mark}", both & part
    for code, genre in enumerate(columns.genres):
        rows = columns.genre == code
        for part, mark in ((~new & ~corrupted, ""), (corrupted, marks[0]), (new, marks[1])):
            yield "genre", genre + mark, rows & part
        for number, info in enumerate(infos):
            yield (
                "contrast and genre", f"{info.name}, {genre}", rows & (columns.contrast == number)
            )  # fmt: skip
