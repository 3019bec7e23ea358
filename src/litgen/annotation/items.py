"""What can be judged in a contrast set: its labelled pairs, or its rewritten sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from litgen.annotation.questions import Unit
from litgen.contrast.notation import Contrast, Side
from litgen.contrast.original import ORIGINAL
from litgen.evaluation import ContrastSet
from litgen.evaluation.columns import CORRUPTION
from litgen.evaluation.contrasts import KINDS, Kind, parse_name, phenomena_of_rules, phenomenon_of
from litgen.transformations.naming import split_steps

#: What a sample can be divided by, and results be grouped by, for each unit.
TRAITS: dict[Unit, tuple[str, ...]] = {
    "pair": ("contrast", "phenomenon", "suite", "label", "genre"),
    "sentence": ("transformation", "phenomenon", "suite", "genre"),
}

_PARAMETERS = re.compile(r"\[[^]]*\]")


class Candidate(NamedTuple):
    """Something that can be judged."""

    id: str  #: of the record
    texts: dict[str, str]  #: what people may see, by column
    traits: dict[str, str]  #: what it can be grouped by
    label: str | None  #: the given one of a pair, None of a sentence
    source: str  #: the original sentence that it shares with others; they are not independent


def candidates(contrast_set: ContrastSet, unit: Unit) -> Iterator[Candidate]:
    """Everything in a contrast set that can be judged, in its order.

    Pairs without a label are left out. A sentence that several contrasts share comes each time.

    Raises:
        LitgenError: a record is at fault.
    """
    find = _pair if unit == "pair" else _sentences
    for record in contrast_set:
        values = record.values
        traits = {"suite": values.get("suite") or "none", "genre": record.genre or "none"}
        yield from find(values, traits)


def _pair(values: Mapping[str, Any], traits: dict[str, str]) -> Iterator[Candidate]:
    if values["label"] is None:
        return
    contrast = values["contrast"]
    texts = {name: values[name] for name in ("premise", "hypothesis")}
    texts |= {f"original_{name}": values[f"original_{name}"] for name in texts}
    texts["change"] = contrast
    own = {"contrast": contrast, "phenomenon": _of_pair(values), "label": values["label"]}
    yield Candidate(
        values["id"], texts, {**own, **traits}, values["label"], values["original_premise"]
    )


def _of_pair(values: Mapping[str, Any]) -> str:
    """The phenomenon, and what becomes of the label, since that is judged differently."""
    before, phenomenon = values["original_label"], _of_contrast(values["contrast"])
    kind: Kind = "new" if before is None else "keeps" if before == values["label"] else "changes"
    if values.get("label_basis") == CORRUPTION:
        kind = "corrupted"
    return f"{phenomenon}, {KINDS[kind]}"


def _sentences(values: Mapping[str, Any], traits: dict[str, str]) -> Iterator[Candidate]:
    originals = {values["original_premise"], values["original_hypothesis"]}
    contrast = _parsed(values["contrast"])
    for name, side in (("premise", contrast.premise), ("hypothesis", contrast.hypothesis)):
        sentence, change = values[name], str(values.get(f"{name}_transformation") or ORIGINAL)
        if change == ORIGINAL or sentence in originals:
            continue
        source = values[f"original_{name if side.origin == 'pair' else side.origin}"]
        own = {"transformation": change, "phenomenon": _of_steps(change)}
        texts = {"sentence": sentence, "original": source, "change": change}
        yield Candidate(values["id"], texts, {**own, **traits}, None, source)


@cache
def _parsed(contrast: str) -> Contrast:
    return parse_name(contrast)


@cache
def _phenomena() -> dict[str, str]:
    return phenomena_of_rules()


@cache
def _of_contrast(contrast: str) -> str:
    return phenomenon_of(_parsed(contrast), _phenomena())


@cache
def _of_steps(change: str) -> str:
    """The phenomenon of one side; parameters such as ``[role=ARG1]`` are none."""
    side = Side("premise", split_steps(_PARAMETERS.sub("", change)))
    return phenomenon_of(Contrast(side, Side("hypothesis")), _phenomena())
