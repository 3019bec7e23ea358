"""The files of a contrast set."""

import json
from pathlib import Path
from typing import Any

from litgen.exceptions import InputError, LitgenError
from litgen.folders import MANIFEST

RECORDS, RUN, CARD = "contrast.jsonl", "run.json", "README.md"
#: The surveys of the corpus; only if a transformation needs one.
SURVEYS = "surveys.json"
#: Failures by sentence, or everything that was declined; only if there is any.
DECLINED = "declined.jsonl"
#: The data of a shard that ``litgen transform --join`` needs; only if the run was a shard.
SHARD = "shard.sqlite"
FILES = (RECORDS, MANIFEST, RUN, CARD, SURVEYS, DECLINED, SHARD)


#: The types of manifest entries, if they are present.
_KINDS: dict[str, type] = {
    "input": dict, "input.source": str, "input.sha256": str, "records": int,
    "records_sha256": str, "counts": dict, "counts.pairs": dict, "counts.contrasts": dict,
    "faults": dict, "signature": dict, "signature.litgen": str, "signature.rules_sha256": str,
    "signature.options": dict, "signature.options.labels_map": dict,
    "signature.options.columns": dict, "signature.options.tautology": dict,
    "signature.options.contrast": list,
}  # fmt: skip


def read_manifest(path: Path) -> dict[str, Any]:
    """The manifest of a contrast set.

    Raises:
        LitgenError: the folder holds no finished contrast set.
    """
    try:
        value = json.loads((path / MANIFEST).read_text("utf-8"))
        _ = value["signature"]
    except (FileNotFoundError, NotADirectoryError):
        raise InputError(
            f"{path}: no {MANIFEST}; name a folder that litgen transform has finished"
        ) from None
    except (ValueError, KeyError, TypeError, OSError) as error:
        raise LitgenError(
            f"{path / MANIFEST}: not the manifest of a contrast set: {error}"
        ) from error
    for name, kind in _KINDS.items():
        found: Any = value
        for key in name.split("."):  # the mapping above it was checked before
            found = found.get(key, kind()) if isinstance(found, dict) else kind()
        if not isinstance(found, kind):
            raise LitgenError(f"{path / MANIFEST}: damaged: {name} is of a wrong type: {found!r}")
    return dict(value)
