"""The files of a contrast set: the manifest, and what a run lost because of faults or declined."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from litgen.exceptions import InputError, LitgenError
from litgen.folders import MANIFEST
from litgen.transformations.protocol import Outcome

RECORDS, RUN, CARD = "contrast.jsonl", "run.json", "README.md"
#: The surveys of the corpus, written only if a transformation needs one.
SURVEYS = "surveys.json"
#: Failures or, with ``--keep-declined``, everything declined; written only if there is any.
DECLINED = "declined.jsonl"
#: The data that ``litgen transform --join`` needs, written only if the run was a shard.
SHARD = "shard.sqlite"
FILES = (RECORDS, MANIFEST, RUN, CARD, SURVEYS, DECLINED, SHARD)
#: The types that manifest entries must have if they are present.
_KINDS: dict[str, type] = {
    "input": dict, "input.source": str, "input.sha256": str, "records": int,
    "records_sha256": str, "counts": dict, "counts.pairs": dict, "counts.contrasts": dict,
    "faults": dict, "signature": dict, "signature.litgen": str, "signature.rules_sha256": str,
    "signature.options": dict, "signature.options.labels_map": dict,
    "signature.options.columns": dict, "signature.options.tautology": dict,
    "signature.options.contrast": list,
}  # fmt: skip


def read_manifest(path: Path) -> dict[str, Any]:
    """Return the manifest of a contrast set.

    Raises:
        LitgenError: the folder does not contain a finished contrast set.
    """
    try:
        value = json.loads((path / MANIFEST).read_text("utf-8"))
        _ = value["signature"]
    except (FileNotFoundError, NotADirectoryError):
        raise InputError(
            f"{path}: there is no {MANIFEST}; pass the output folder of a finished litgen transform"
        ) from None
    except (ValueError, KeyError, TypeError, OSError) as error:
        raise LitgenError(
            f"{path / MANIFEST}: this is not the manifest of a contrast set: {error}"
        ) from error
    for name, kind in _KINDS.items():
        found: Any = value
        for key in name.split("."):  # the enclosing mapping has been checked already
            found = found.get(key, kind()) if isinstance(found, dict) else kind()
        if not isinstance(found, kind):
            raise LitgenError(f"{path / MANIFEST} is damaged: {name} has the wrong type: {found!r}")
    return dict(value)


def declined_line(texts: Sequence[str], name: str, made: Outcome) -> str:
    """Return a transformation's outcome for a sentence or pair as a line of ``declined.jsonl``."""
    keys = ("sentence",) if len(texts) == 1 else ("premise", "hypothesis")
    value = {
        **dict(zip(keys, texts, strict=True)),
        "transformation": name,
        "stage": made.stage,
        "declined": made.declined,
        **({"words": made.words} if made.words else {}),
        **({"dropped": made.dropped} if made.dropped else {}),
        "failures": [each._asdict() for each in made.failures],
    }
    return json.dumps(value, ensure_ascii=False) + "\n"


def read_declined(folder: Path) -> Iterator[dict[str, Any]]:
    """Yield the lines of a finished run's ``declined.jsonl``, in the order of the input.

    Raises:
        LitgenError: the folder does not contain a contrast set, or the file is damaged.
    """
    read_manifest(folder)
    path = folder / DECLINED
    if not path.exists():
        return
    with path.open(encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            try:
                yield dict(json.loads(line))
            except (ValueError, TypeError) as error:
                raise LitgenError(
                    f"{path}, line {number}: the line was not written by litgen: {error}; use "
                    "litgen transform --overwrite to write the file again"
                ) from error


class Lost(LitgenError):
    """Raised if a run lost output because of engine faults; everything else is written."""

    def __init__(self, folder: Path, manifest: Mapping[str, Any]) -> None:
        counts = dict(manifest["faults"])
        lost = [
            f"{number:,} {each[:-1] if number == 1 else each}"
            for each in ("sentences", "pairs")
            if (number := counts.pop(each, None)) is not None
        ]
        reasons = ", ".join(f"{reason} {number:,}" for reason, number in counts.items())
        super().__init__(
            f"{folder}: {' and '.join(lost)} lost output because of engine faults ({reasons}); "
            f"repeat the command to retry them (litgen show {folder} --declined lists them)"
        )
        self.folder, self.manifest = folder, manifest

    def __reduce__(self) -> tuple[type[Lost], tuple[Path, Mapping[str, Any]]]:
        return Lost, (self.folder, self.manifest)
