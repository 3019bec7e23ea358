"""A contrast set as columns of small integers, with one entry for each labelled contrast pair."""

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from litgen.data import LABELS
from litgen.data.splitting import image_of
from litgen.evaluation.contrast_set import ContrastSet, Record
from litgen.exceptions import UsageError

Codes = NDArray[np.int64]
Mask = NDArray[np.bool_]
#: The code of a missing value, such as the original of a new pair.
NONE = -1
#: The ground of labels that are only targets.
CORRUPTION = "corruption"
#: Lower bounds of the confidence classes; most pairs are in the last class.
CONFIDENCES = (0.9, 0.95, 0.97, 0.99)
#: The unit of resampling and permutation: all pairs of an image or of a premise, which are not
#: independent, or each pair on its own (Salvatore et al. 2023).
Unit = Literal["image", "premise", "pair"]
UNITS: tuple[Unit, ...] = ("image", "premise", "pair")


class Names:
    """Names and their codes, in order of first occurrence.

    Example:
        >>> names = Names()
        >>> names.code("b"), names.code("a"), names.code("b"), names.all
        (0, 1, 0, ('b', 'a'))
    """

    def __init__(self) -> None:
        self._codes: dict[str, int] = {}

    def code(self, name: str) -> int:
        """The code of a name; a new name gets the next code."""
        return self._codes.setdefault(name, len(self._codes))

    def find(self, name: str) -> int:
        """The code of a name, ``NONE`` if it has none."""
        return self._codes.get(name, NONE)

    def __len__(self) -> int:
        return len(self._codes)

    @property
    def all(self) -> tuple[str, ...]:
        return tuple(self._codes)


@dataclass(frozen=True)
class Columns:
    """The labelled pairs of a contrast set."""

    contrast: Codes  #: code of the contrast in ``contrasts``
    suite: Codes  #: code in ``suites``
    genre: Codes  #: code in ``genres``, ``NONE`` if the source has none
    gold: Codes  #: code of the label in ``labels``
    original_gold: Codes  #: the same for the original pair, ``NONE`` without an original
    pair: Codes  #: code of the original pair in ``pairs``
    premise: Codes  #: code of the premise of the source pair
    #: code of the image or of the original premise; pairs that share it are not independent. If
    #: the unit is the pair, each has its own code.
    unit: Codes
    ground: Codes  #: code of the label's ground in ``grounds``
    family: Codes  #: code of the pair's family, ``NONE`` if it has none
    confidence: Codes  #: number of ``CONFIDENCES`` that it reaches, ``NONE`` without a confidence
    #: number of words in the premise if only the hypothesis is rewritten, else ``NONE``
    words: Codes
    offset: Codes  #: byte offset of the record in ``contrast.jsonl``
    contrasts: tuple[str, ...]
    suites: tuple[str, ...]
    genres: tuple[str, ...]
    grounds: tuple[str, ...]
    pairs: Names
    #: the row of a contrast pair by its ``id``; ``NONE`` without a label
    row_of: dict[str, int] = field(repr=False)
    unit_name: Unit = "premise"  #: the kind of ``unit``
    #: number of rows that name no image although the unit is the image; their unit is the premise
    imageless: int = 0
    unlabelled: int = 0  #: number of pairs that have no label and are left out
    labels: tuple[str, ...] = LABELS  #: the labels of the contrast set, or ``TWO_CLASSES``

    def __len__(self) -> int:
        return int(self.contrast.size)

    @cached_property
    def corrupted(self) -> Mask:
        """Whether the label is only a target, since words were deleted or shuffled."""
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


def _is_claim(record: Record) -> bool:
    """Whether only the hypothesis of an original pair is rewritten."""
    same = record["premise"] == record["original_premise"]
    return same and record["original_label"] is not None


def read_columns(contrast_set: ContrastSet, unit: Unit | None = None) -> Columns:
    """Read a contrast set once, without keeping its texts.

    Args:
        unit: the unit of resampling; when None, the image if the data set names one, else the
            premise.

    Raises:
        DataError: a record is invalid.
        UsageError: the unit is ``image``, and no record names one.
    """
    contrasts, suites, genres, grounds, pairs, premises, images, families = (
        Names() for _ in range(8)
    )
    labels = contrast_set.labels
    label_code = {label: code for code, label in enumerate(labels)}
    rows: list[tuple[int, ...]] = []
    row_of: dict[str, int] = {}
    unlabelled = 0
    for record in contrast_set:
        original = record["original_label"]
        pair = pairs.code(record["pair_id"]) if original is not None else NONE
        if record["label"] is None:
            row_of[record["id"]] = NONE
            unlabelled += 1
            continue
        row_of[record["id"]] = len(rows)
        genre, image = record.genre, image_of(record["pair_id"], record["source"])
        rows.append(
            (
                contrasts.code(record["contrast"]),
                suites.code(record.get("suite") or ""),
                genres.code(genre) if genre is not None else NONE,
                label_code[record["label"]],
                label_code[original] if original is not None else NONE,
                pair,
                premises.code(record["original_premise"]),
                NONE if image is None else images.code(image),
                grounds.code(str(record.get("label_basis") or "not stated")),
                NONE if record.get("family") is None else families.code(record["family"]),
                NONE if record.confidence is None else bisect_right(CONFIDENCES, record.confidence),
                len(record["premise"].split()) if _is_claim(record) else NONE,
                record.offset,
            )
        )
    table = np.array(rows, dtype=np.int64).reshape(-1, 13)
    (
        contrast, suite, genre, gold, original, pair, premise, image, ground, family, sure,
        words, offset
    ) = np.ascontiguousarray(table.T)  # fmt: skip
    if unit == "image" and not len(images):
        raise UsageError(
            f"--unit image: no pair of {contrast_set.file} names its image; take --unit premise"
        )
    unit = unit or ("image" if len(images) else "premise")
    units = {
        "image": np.where(image == NONE, len(images) + premise, image),
        "premise": premise,
        "pair": np.arange(premise.size),
    }
    return Columns(
        contrast, suite, genre, gold, original, pair, premise, units[unit], ground, family, sure,
        words, offset, contrasts.all, suites.all, genres.all, grounds.all, pairs, row_of, unit,
        int((image == NONE).sum()) if unit == "image" else 0, unlabelled, labels,
    )  # fmt: skip
