"""A contrast set as columns of small integers, with one entry for each labelled contrast pair."""

from bisect import bisect_right
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from litgen.data import LABELS
from litgen.data.splitting import image_of
from litgen.evaluation.contrast_set import ContrastSet
from litgen.exceptions import UsageError

Codes = NDArray[np.int64]
Mask = NDArray[np.bool_]
NONE = -1  #: code of a missing value, such as the original of a new pair
CORRUPTION = "corruption"  #: basis of labels that are only targets
CONFIDENCES = (0.9, 0.95, 0.97, 0.99)  #: lower bounds of the confidence classes
#: The unit of resampling and permutation: all pairs with the same image or premise, which are not
#: independent, or each pair on its own (Salvatore et al. 2023).
Unit = Literal["image", "premise", "pair"]
UNITS: tuple[Unit, ...] = get_args(Unit)


class Names(dict[str, int]):
    """Codes by name, in order of first occurrence."""

    def code(self, name: str | None) -> int:
        """Return the code of a name; assign the next code to a new name, and ``NONE`` to None."""
        return NONE if name is None else self.setdefault(name, len(self))

    def find(self, name: str) -> int:
        """Return the code of a name, or ``NONE`` if the name is unknown."""
        return self.get(name, NONE)

    @property
    def all(self) -> tuple[str, ...]:
        return tuple(self)


@dataclass(frozen=True)
class Columns:
    """The labelled pairs of a contrast set."""

    contrast: Codes  #: code of the contrast in ``contrasts``
    suite: Codes  #: code of the suite in ``suites``
    genre: Codes  #: code of the genre in ``genres``, ``NONE`` if it is missing
    gold: Codes  #: code of the label in ``labels``
    original_gold: Codes  #: code of the original's label, ``NONE`` without an original
    pair: Codes  #: code of the original pair in ``pairs``, ``NONE`` without an original
    premise: Codes  #: code of the premise of the source pair
    unit: Codes  #: code of the image, premise or pair; pairs that share it are not independent
    ground: Codes  #: code of the label's basis in ``grounds``
    family: Codes  #: code of the pair's family, ``NONE`` if it has none
    confidence: Codes  #: how many ``CONFIDENCES`` the pair reaches, ``NONE`` if unknown
    words: Codes  #: number of words in the premise if only the hypothesis changes, else ``NONE``
    offset: Codes  #: byte offset of the record in ``contrast.jsonl``
    contrasts: tuple[str, ...]
    suites: tuple[str, ...]
    genres: tuple[str, ...]
    grounds: tuple[str, ...]
    pairs: Names
    row_of: dict[str, int] = field(repr=False)  #: row by ``id`` of the pair; ``NONE`` if unlabelled
    unit_name: Unit = "premise"  #: the kind of ``unit``
    imageless: int = 0  #: number of rows that name no image, so that the premise is their unit
    unlabelled: int = 0  #: number of pairs that are left out because they have no label
    labels: tuple[str, ...] = LABELS  #: the labels of the contrast set, or ``TWO_CLASSES``

    def __len__(self) -> int:
        return int(self.contrast.size)

    @cached_property
    def corrupted(self) -> Mask:
        """Whether each label is only a target, because words were deleted or shuffled."""
        codes = [code for code, name in enumerate(self.grounds) if name == CORRUPTION]
        return np.isin(self.ground, codes)

    @cached_property
    def ids(self) -> dict[int, str]:
        """The ``id`` of each row's contrast pair."""
        return {row: identity for identity, row in self.row_of.items() if row != NONE}

    @cached_property
    def first_of_pair(self) -> Codes:
        rows = np.flatnonzero(self.original_gold != NONE)
        _, first = np.unique(self.pair[rows], return_index=True)
        return rows[first]


_CODES = tuple(each.name for each in fields(Columns))[:13]  #: the columns of codes and numbers


def read_columns(contrast_set: ContrastSet, unit: Unit | None = None) -> Columns:
    """Read through a contrast set once, without keeping its texts.

    By default, ``unit`` is the image if the data set names images, otherwise the premise.
    """
    contrasts, suites, genres, grounds, pairs, premises, images, families = (
        Names() for _ in range(8)
    )
    label_code = {label: code for code, label in enumerate(contrast_set.labels)}
    rows: list[tuple[int, ...]] = []
    row_of: dict[str, int] = {}
    for record in contrast_set:
        original = record["original_label"]
        pair = pairs.code(record["pair_id"]) if original is not None else NONE
        row_of[record["id"]] = NONE
        if record["label"] is None:
            continue
        row_of[record["id"]] = len(rows)
        confidence = record.confidence
        is_claim = original is not None and record["premise"] == record["original_premise"]
        rows.append(
            (
                contrasts.code(record["contrast"]),
                suites.code(record.get("suite") or ""),
                genres.code(record.genre),
                label_code[record["label"]],
                label_code.get(original, NONE),
                pair,
                premises.code(record["original_premise"]),
                images.code(image_of(record["pair_id"], record["source"])),
                grounds.code(str(record.get("label_basis") or "not stated")),
                families.code(record.get("family")),
                NONE if confidence is None else bisect_right(CONFIDENCES, confidence),
                len(record["premise"].split()) if is_claim else NONE,
                record.offset,
            )
        )
    columns = np.ascontiguousarray(np.array(rows, dtype=np.int64).reshape(-1, 13).T)
    premise, image = columns[6], columns[7].copy()
    if unit == "image" and not len(images):
        raise UsageError(
            f"--unit image: no pair in {contrast_set.file} names its image; use --unit premise"
        )
    unit = unit or ("image" if len(images) else "premise")
    columns[7] = {
        "image": np.where(image == NONE, len(images) + premise, image),
        "premise": premise,
        "pair": np.arange(premise.size),
    }[unit]
    return Columns(
        **dict(zip(_CODES, columns, strict=True)),
        contrasts=contrasts.all,
        suites=suites.all,
        genres=genres.all,
        grounds=grounds.all,
        pairs=pairs,
        row_of=row_of,
        unit_name=unit,
        imageless=int((image == NONE).sum()) if unit == "image" else 0,
        unlabelled=len(row_of) - len(rows),
        labels=contrast_set.labels,
    )
