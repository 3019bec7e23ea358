"""``declined.jsonl``: a run's failures, or everything declined, by sentence and transformation."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from litgen.contrast.folder import DECLINED, read_manifest
from litgen.exceptions import LitgenError
from litgen.transformations.protocol import Outcome


def line_of(texts: Sequence[str], name: str, made: Outcome) -> str:
    """The outcome of a transformation for a sentence or a pair, as a line of JSON.

    Args:
        made: the outcome; ``declined`` is None if there are variants in spite of a failure.
    """
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


def is_lost(made: Outcome) -> bool:
    """Whether a transient fault may have cost some output."""
    return any(each.transient for each in made.failures)


def read_declined(folder: Path) -> Iterator[dict[str, Any]]:
    """Yield the lines of a finished run's ``declined.jsonl``, in the order of the input.

    Raises:
        LitgenError: the folder holds no contrast set, or the file is damaged.

    Example:
        >>> [each["sentence"] for each in read_declined(Path("out"))]  # doctest: +SKIP
        ['The dog dies.']
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
                    f"{path}, line {number}: not written by litgen: {error}; write it anew with "
                    "litgen transform --overwrite"
                ) from error


class Lost(LitgenError):
    """A run lost output to engine faults; everything else is written, including the manifest."""

    def __init__(self, folder: Path, manifest: Mapping[str, Any]) -> None:
        counts = dict(manifest["faults"])
        lost = [
            f"{number:,} {each[:-1] if number == 1 else each}"
            for each in ("sentences", "pairs")
            if (number := counts.pop(each, None)) is not None
        ]
        reasons = ", ".join(f"{reason} {number:,}" for reason, number in counts.items())
        super().__init__(
            f"{folder}: {' and '.join(lost)} lost something to faults of the engine ({reasons}); "
            f"the same command takes them up again (litgen show {folder} --declined lists them)"
        )
        self.folder, self.manifest = folder, manifest

    def __reduce__(self) -> tuple[type[Lost], tuple[Path, Mapping[str, Any]]]:
        return Lost, (self.folder, self.manifest)
