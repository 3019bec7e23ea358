"""Read a contrast set: the folder of a run, the records, and the pairs to predict."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from litgen.acceptability import joint
from litgen.contrast.card import card
from litgen.contrast.folder import CARD, FILES, RECORDS, read_manifest
from litgen.contrast.manifest import labels_of
from litgen.contrast.notation import expand
from litgen.data import ALL_LABELS
from litgen.exceptions import DataError, InputError, UsageError, did_you_mean
from litgen.files import copy_whole, digest, refuse_taken, write_json, write_whole
from litgen.folders import MANIFEST
from litgen.frames import data_frame, html_table, optional

if TYPE_CHECKING:
    import datasets
    import pandas

Side = Literal["contrast", "original"]  #: the rewritten pair, or the original that it was made from
SIDES: tuple[Side, ...] = ("contrast", "original")

_TEXTS = ("id", "pair_id", "contrast", "premise", "hypothesis", "original_premise")
#: The fields, and the number of pairs, that a notebook shows.
_SHOWN = (*_TEXTS[2:5], "label", "original_premise", "original_hypothesis", "original_label")
_PAIRS = 5
#: Describes a folder of the wrong kind, by whether single texts were expected.
_OTHER_KIND = {
    False: "contains rewritings of single texts, which only litgen evaluate and litgen report "
    "accept; pass a folder of pairs",
    True: "contains pairs; pass a folder from litgen transform --text",
}


def holds_texts(manifest: Mapping[str, Any]) -> bool:
    """Check whether a manifest is from a run on single texts."""
    return manifest["signature"].get("options", {}).get("text") is not None


class Item(NamedTuple):
    """A pair to predict; the id is a contrast pair's ``id`` or an original's ``pair_id``."""

    id: str
    side: Side
    premise: str
    hypothesis: str
    label: str | None


class Record(dict[str, Any]):
    """A contrast pair with the fields of ``contrast.jsonl``."""

    __slots__ = ("offset",)

    def __init__(self, values: Mapping[str, Any], offset: int = 0) -> None:
        super().__init__(values)
        self.offset = offset  #: byte offset of the line, from which it can be read again

    @property
    def confidence(self) -> float | None:
        """The probability that both sentences are acceptable, or None if it is unknown for both."""
        return joint((self.get("premise_confidence"), self.get("hypothesis_confidence")))

    @property
    def genre(self) -> str | None:
        """The genre of the source pair, or None if the source has none."""
        genre = self.get("source", {}).get("genre")
        return None if genre in (None, "") else str(genre)


class Records:
    """The folder of a run; iterating over it streams the records in order."""

    of_texts = False  #: Whether the records are rewritings of single texts.

    def __init__(self, path: str | Path, *, temporary: TemporaryDirectory[str] | None = None):
        self.path = Path(path)  #: the folder
        self.manifest = read_manifest(self.path)  #: the options of the run, and all counts
        self.file = self.path / RECORDS
        self._temporary = temporary
        if "records_sha256" not in self.manifest:
            raise InputError(f"{path} is not a contrast set that litgen transform wrote")
        if holds_texts(self.manifest) != self.of_texts:
            raise InputError(f"{path} {_OTHER_KIND[self.of_texts]}")
        if not self.file.is_file():
            raise DataError(f"{self.file} is missing; run litgen transform again")

    @cached_property
    def sha256(self) -> str:
        """The SHA-256 of the current ``contrast.jsonl``; it changes if pairs are removed."""
        return digest(self.file)

    def items(self) -> Iterator[Item]:
        """Yield everything to predict, each original before its first rewriting."""
        raise NotImplementedError

    def _record(self, line: bytes, where: str) -> dict[str, Any]:
        raise NotImplementedError

    def __iter__(self) -> Iterator[Record]:
        """Stream the records; a ``DataError`` names the file and line of an invalid record."""
        seen: set[str] = set()
        offset = 0
        with self.file.open("rb") as file:
            for number, line in enumerate(file, 1):
                record = Record(self._record(line, f"{self.file}:{number}"), offset)
                offset += len(line)
                identity = record["id"]
                if identity in seen:
                    raise DataError(f"{self.file}:{number}: the id {identity!r} occurs twice")
                seen.add(identity)
                yield record

    def save(self, folder: str | Path, *, overwrite: bool = False) -> Path:
        """Copy the contrast set to a folder, created if needed, and use the copy from then on."""
        target = Path(folder)
        if target.resolve() == self.path.resolve():
            return target
        refuse_taken(target, FILES, overwrite)
        target.mkdir(parents=True, exist_ok=True)
        (target / MANIFEST).unlink(missing_ok=True)
        for name in (*(each for each in FILES if each != MANIFEST), MANIFEST):
            if (self.path / name).exists():
                copy_whole(self.path / name, target / name)
            else:
                (target / name).unlink(missing_ok=True)
        self.path, self.file = target, target / RECORDS
        if self._temporary is not None:
            self._temporary.cleanup()
            self._temporary = None
        return target

    @property
    def is_temporary(self) -> bool:
        """Whether the folder is temporary, so that it is deleted with the object."""
        return self._temporary is not None


class ContrastSet(Records):
    """A contrast set in a folder; iterating over it streams its records in order.

    Args:
        path: a folder that ``litgen transform`` or :func:`litgen.contrast_set` wrote.
        temporary: the temporary folder to delete with the object, if any.

    Raises:
        LitgenError: the folder does not contain a finished contrast set.

    Example:
        >>> made = litgen.load("out")  # doctest: +SKIP
        >>> len(made), next(iter(made))["label"]  # doctest: +SKIP
        (118, 'neutral')
        >>> made.filter("past;future").to_pandas()  # doctest: +SKIP
    """

    @cached_property
    def counts(self) -> Mapping[str, Mapping[str | None, int]]:
        """The number of contrast pairs by contrast and label; None counts unlabelled pairs."""
        found: dict[str, Counter[str | None]] = {}
        for record in self:
            found.setdefault(record["contrast"], Counter())[record["label"]] += 1
        return found

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the source: ``LABELS`` or ``TWO_CLASSES``."""
        return labels_of(self.manifest)

    @property
    def contrasts(self) -> tuple[str, ...]:
        """The contrasts that have pairs, in order of first occurrence."""
        return tuple(self.counts)

    def __len__(self) -> int:
        return sum(number for labels in self.counts.values() for number in labels.values())

    def _record(self, line: bytes, where: str) -> dict[str, Any]:
        return parse_record(line, where, self.labels)

    def items(self) -> Iterator[Item]:
        """Yield every contrast pair, and each distinct original before its first contrast pair."""
        originals: set[str] = set()
        for record in self:
            identity = record["pair_id"]
            if record["original_label"] is not None and identity not in originals:
                originals.add(identity)
                yield Item(
                    identity, "original", record["original_premise"],
                    record["original_hypothesis"], record["original_label"],
                )  # fmt: skip
            yield Item(
                record["id"], "contrast", record["premise"], record["hypothesis"], record["label"]
            )

    def filter(self, *contrasts: str, where: Callable[[Record], bool] | None = None) -> ContrastSet:
        """Return a contrast set with some of the pairs, in a temporary folder until it is saved.

        Args:
            contrasts: the contrasts to keep, such as ``"(past;future)+cleft"``; by default all.
            where: a function that takes a record and returns whether to keep it.

        Raises:
            UsageError: a contrast is not in the set; the message suggests the nearest one.
        """
        wanted = [str(each) for text in contrasts for each in expand(text)]
        for name in wanted:
            if name not in self.counts:
                raise UsageError(
                    f"the contrast {name!r} is not in this contrast set; "
                    f"{did_you_mean(name, self.contrasts)}"
                )
        temporary = TemporaryDirectory(prefix="litgen-")
        folder = Path(temporary.name)
        pairs: dict[str, set[str]] = {}
        labels: dict[str, Counter[str]] = {}

        def lines() -> Iterator[bytes]:
            with self.file.open("rb") as file:
                for record in self:
                    name = record["contrast"]
                    if (wanted and name not in wanted) or (where and not where(record)):
                        continue
                    pairs.setdefault(name, set()).add(record["pair_id"])
                    labels.setdefault(name, Counter())[record["label"] or "unlabelled"] += 1
                    file.seek(record.offset)
                    yield file.readline()

        write_whole(folder / RECORDS, lines())
        manifest = self._manifest_of_part(digest(folder / RECORDS), pairs, labels)
        write_whole(folder / CARD, [card(manifest).encode()])
        write_json(folder / MANIFEST, manifest)
        return ContrastSet(folder, temporary=temporary)

    def _manifest_of_part(
        self, sha256: str, pairs: Mapping[str, set[str]], labels: Mapping[str, Counter[str]]
    ) -> dict[str, Any]:
        counts = self.manifest.get("counts", {})
        whole = counts.get("contrasts", {})
        return {
            **self.manifest,
            "records": sum(each.total() for each in labels.values()),
            "records_sha256": sha256,
            "counts": {
                "pairs": counts.get("pairs", {"kept": 0}),
                "contrasts": {
                    name: {
                        **{
                            key: value
                            for key, value in whole.get(name, {}).items()
                            if key in ("phenomenon", "control")
                        },
                        "pairs": len(pairs[name]),
                        "records": each.total(),
                        "labels": dict(each),
                    }
                    for name, each in labels.items()
                },
            },
            "signature": {**self.manifest["signature"], "part": sha256},
        }

    def to_pandas(self) -> pandas.DataFrame:
        """Convert the records to a DataFrame; extra source columns become ``source.NAME``."""
        return data_frame(self, (*_TEXTS, "original_hypothesis", "label"))

    def to_dataset(self, label_names: Sequence[str] | None = None) -> datasets.Dataset:
        """Convert the records to a ``datasets.Dataset``, with the fields of ``contrast.jsonl``.

        Args:
            label_names: the names of the labels, which become numbers in this order; by default
                labels are text.

        Raises:
            UsageError: ``datasets`` is not installed, or ``label_names`` lacks a label.
        """
        library = optional("datasets")
        rows = [dict(record) for record in self]
        made = library.Dataset.from_list(rows)
        if label_names is None or not rows:
            return made
        there = {label for labels in self.counts.values() for label in labels if label is not None}
        if missing := sorted(there - set(label_names)):
            raise UsageError(f"label_names lacks {', '.join(missing)}; pass all labels")
        features = made.features.copy()
        features["label"] = library.ClassLabel(names=list(label_names))
        return library.Dataset.from_list(rows, features=features)

    def __repr__(self) -> str:
        where = "not saved" if self.is_temporary else str(self.path)
        return f"ContrastSet({len(self):,} pairs of {len(self.counts)} contrasts, {where})"

    def _repr_html_(self) -> str:
        """Return the HTML for notebooks: a table of counts and the first pairs."""
        rows = [
            (name, sum(labels.values()), *(labels.get(each, 0) for each in (*self.labels, None)))
            for name, labels in self.counts.items()
        ]
        counts = html_table(("contrast", "pairs", *self.labels, "no label"), rows, repr(self))
        first = ([record[name] for name in _SHOWN] for record in islice(self, _PAIRS))
        return counts + html_table(_SHOWN, first, "the first pairs")


def parse_record(line: bytes, where: str, labels: Sequence[str] = ALL_LABELS) -> dict[str, Any]:
    """Parse a line of ``contrast.jsonl``; a ``DataError`` starts with ``where``."""
    values = parse_object(line, where, "run litgen transform again")
    values.setdefault("source", {})
    # A pair made from one sentence has no original hypothesis.
    new = "original_hypothesis" in values and values["original_hypothesis"] is None
    paired = () if new and values.get("original_label") is None else ("original_hypothesis",)
    for names, kind, wanted in (
        ((*_TEXTS, *paired), str, "a string"),
        (("suite", "family"), str | None, "a string or null"),
        (("premise_confidence", "hypothesis_confidence"), int | float | None, "a number or null"),
        (("source",), dict, "an object"),
    ):
        for name in names:
            if not isinstance(values.get(name), kind):
                raise DataError(f"{where}: the field {name!r} must be {wanted}")
    for name in ("label", "original_label"):
        if name not in values or values[name] not in (None, *labels):
            raise DataError(
                f"{where}: the field {name!r} must be null or one of {', '.join(labels)}, not "
                f"{values.get(name)!r}"
            )
    return values


def parse_object(line: bytes, where: str, fix: str) -> dict[str, Any]:
    """Parse a JSON object; a ``DataError`` starts with ``where`` and ends with ``fix``."""
    try:
        values = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise DataError(f"{where}: the JSON is invalid: {error}; {fix}") from None
    if not isinstance(values, dict):
        raise DataError(f"{where}: the line is not a JSON object; {fix}")
    return values
