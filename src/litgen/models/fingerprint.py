"""What tells one model from another of the same name."""

from __future__ import annotations

import hashlib
from pathlib import Path

from litgen.data.spool import digest

#: Files that say something of a model but do not determine what it predicts.
_ASIDE = {"README.md", "run.json", "training.json", ".gitattributes"}
_SUFFIXES = {".json", ".safetensors", ".bin", ".txt", ".model", ".ubj"}


def fingerprint(name: str) -> dict[str, str]:
    """The checksum of a model's files where it is a folder; nothing for a name on the hub.

    Example:
        >>> fingerprint("bert-base-uncased")
        {}
    """
    folder = Path(name)
    if not name or not folder.is_dir():
        return {}
    total = hashlib.sha256()
    for path in sorted(folder.iterdir()):
        if path.is_file() and path.suffix in _SUFFIXES and path.name not in _ASIDE:
            total.update(f"{path.name}\0{digest(path)}\0".encode())
    return {"sha256": total.hexdigest()}
