"""Pairs with their labels that a prompt shows first."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import NamedTuple

from litgen.exceptions import UsageError
from litgen.tables import prompts_folder

#: The shipped pairs, written for litgen: of no data set.
SHIPPED = "shots.jsonl"


class Shot(NamedTuple):
    """A pair and its label."""

    premise: str
    hypothesis: str
    label: str


def choose_shots(
    number: int, labels: Collection[str], file: Path | None = None, kept_out: Iterable[str] = ()
) -> tuple[Shot, ...]:
    """The first pairs of a file, label after label in turn, each with a premise of its own.

    Args:
        number: how many.
        labels: that they may have.
        file: labelled pairs, as ``litgen transform`` reads them; the shipped ones when None.
        kept_out: premises that none of them may have, such as those of the contrast set.

    Raises:
        UsageError: there are not so many.
        DataError: the file cannot be read.

    Example:
        >>> [shot.label for shot in choose_shots(2, ("entailment", "neutral"))]
        ['entailment', 'neutral']
    """
    from litgen.data import read_pairs

    if not number:
        return ()
    path = file or prompts_folder() / SHIPPED
    seen = {_plain(premise) for premise in kept_out}
    by_label: dict[str, list[Shot]] = {label: [] for label in labels}
    for pair in read_pairs(path):
        premise = _plain(pair.premise)
        if premise in seen or pair.label not in by_label:
            continue
        seen.add(premise)
        by_label[pair.label].append(Shot(pair.premise, pair.hypothesis, pair.label))
    turns = itertools.zip_longest(*by_label.values())
    shots = [shot for turn in turns for shot in turn if shot is not None]
    if len(shots) < number:
        raise UsageError(
            f"--shots {number}: {path} has {len(shots)} labelled pairs with premises of their own "
            "that are not in the contrast set; give fewer, or another file (--examples)"
        )
    return tuple(shots[:number])


def _plain(premise: str) -> str:
    return " ".join(premise.casefold().split())
