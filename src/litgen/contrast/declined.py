"""``declined.jsonl``: what went wrong in a run, or all that was declined, by sentence and name."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from litgen.contrast.folder import DECLINED, read_manifest
from litgen.exceptions import LitgenError
from litgen.transformations.protocol import Outcome


def line_of(texts: Sequence[str], name: str, made: Outcome) -> str:
    """What became of a sentence, or of a pair, with a transformation, as a line of JSON.

    Args:
        made: what came of it; ``declined`` is None where something did in spite of a failure.
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
    """Whether a fault of the moment may have cost something."""
    return any(each.transient for each in made.failures)


def read_declined(folder: Path) -> Iterator[dict[str, Any]]:
    """The lines of a finished run's ``declined.jsonl``, in the order of the input.

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
    """Faults of an engine cost a run something; the rest is written, ``manifest`` among it."""

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
