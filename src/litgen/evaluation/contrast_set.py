"""A contrast set as evaluation reads it: its records, checked, and the pairs to predict."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, NamedTuple

from litgen.contrast.folder import RECORDS, read_manifest
from litgen.data import LABELS
from litgen.exceptions import DataError
from litgen.files import digest

#: Of which pair something is said: the rewritten one or the one it was made of.
Side = Literal["contrast", "original"]
SIDES: tuple[Side, ...] = ("contrast", "original")

_TEXTS = (
    "id", "pair_id", "contrast", "premise", "hypothesis", "original_premise", "original_hypothesis"
)  # fmt: skip


class Item(NamedTuple):
    """A pair to predict: a contrast pair by its ``id``, an original by its ``pair_id``."""

    id: str
    side: Side
    premise: str
    hypothesis: str
    label: str | None


class Record(NamedTuple):
    """One contrast pair."""

    values: Mapping[str, Any]  #: as it stands in ``contrast.jsonl``
    offset: int  #: where its line begins, in bytes, so that it can be read again

    @property
    def genre(self) -> str | None:
        """The genre of the source pair, where the source has one."""
        genre = self.values.get("source", {}).get("genre")
        return None if genre in (None, "") else str(genre)


class ContrastSet:
    """A folder that ``litgen transform`` has written.

    Raises:
        LitgenError: the folder holds no finished contrast set.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.manifest = read_manifest(path)
        self.file = path / RECORDS
        if "records_sha256" not in self.manifest:
            raise DataError(f"{path}: is no contrast set; name a folder of litgen transform")
        if not self.file.is_file():
            raise DataError(f"{self.file}: no such file; write the contrast set again")

    @cached_property
    def sha256(self) -> str:
        """Of ``contrast.jsonl`` as it is, so that a set from which people took pairs is another."""
        return digest(self.file)

    def __iter__(self) -> Iterator[Record]:
        """The records in their order.

        Raises:
            DataError: a line is no record, or an id stands twice; names file and line.
        """
        seen: set[str] = set()
        offset = 0
        with self.file.open("rb") as file:
            for number, line in enumerate(file, 1):
                record = Record(parse_record(line, f"{self.file}:{number}"), offset)
                offset += len(line)
                identity = record.values["id"]
                if identity in seen:
                    raise DataError(f"{self.file}:{number}: id {identity!r} stands twice")
                seen.add(identity)
                yield record

    def items(self) -> Iterator[Item]:
        """Every contrast pair, and every distinct original pair before its first contrast pair.

        Contrasts that make new pairs have no original. Pairs without a label are predicted, too.
        """
        originals: set[str] = set()
        for record in self:
            values = record.values
            identity = values["pair_id"]
            if values["original_label"] is not None and identity not in originals:
                originals.add(identity)
                yield Item(
                    identity, "original", values["original_premise"],
                    values["original_hypothesis"], values["original_label"],
                )  # fmt: skip
            yield Item(
                values["id"], "contrast", values["premise"], values["hypothesis"], values["label"]
            )


def parse_record(line: bytes, where: str) -> dict[str, Any]:
    """The record of a line of ``contrast.jsonl``.

    Raises:
        DataError: it is none; the message begins with ``where``.
    """
    try:
        values = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise DataError(f"{where}: broken JSON: {error}; write the contrast set again") from None
    if not isinstance(values, dict):
        raise DataError(f"{where}: not a record of a contrast set")
    for name in _TEXTS:
        if not isinstance(values.get(name), str):
            raise DataError(f"{where}: the field {name!r} is missing or no text")
    for name in ("label", "original_label"):
        if name not in values or values[name] not in (None, *LABELS):
            raise DataError(
                f"{where}: {name} {values.get(name)!r} is none of {', '.join(LABELS)} and null"
            )
    if not isinstance(values.setdefault("source", {}), dict):
        raise DataError(f"{where}: the field 'source' must be an object")
    return values
