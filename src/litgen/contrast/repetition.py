"""Repeat a run from its manifest, with its options and input, and compare the records."""

from pathlib import Path
from typing import Any, NamedTuple

from litgen.contrast.folder import read_manifest
from litgen.contrast.options import rules_digest
from litgen.exceptions import DataError, InputError, LitgenError
from litgen.files import digest
from litgen.folders import MANIFEST
from litgen.options import Options


class Repeated(NamedTuple):
    path: Path
    manifest: dict[str, Any]
    options: Options

    def check_source(self, named: str | None = None) -> str:
        """Return ``named`` or the manifest's source; raise a DataError if the SHA-256 differs."""
        wanted = self.manifest["input"]
        source = named or str(wanted["source"])
        path = Path(source)
        if source == "-" and named is None:
            raise DataError(f"{self.path}: the run read standard input; pass the same input again")
        if path.exists() and digest(path) != wanted["sha256"]:
            raise DataError(
                f"{source}: this is not the input of {self.path}; pass the file whose SHA-256 is "
                f"{wanted['sha256']}"
            )
        return source

    def compare(self, made: dict[str, Any]) -> None:
        """Raise a LitgenError that names the differences if the records are not the same."""
        if made["records_sha256"] == self.manifest["records_sha256"]:
            return
        theirs, ours = self.manifest["signature"], made["signature"]
        differ = sorted(key for key in ours if ours[key] != theirs.get(key))
        what = f"as do {', '.join(differ)}" if differ else "but nothing else does"
        raise LitgenError(
            f"the records differ from those of {self.path}, {what}; compare the manifests"
        )


def repeated(path: Path) -> Repeated:
    """Read the run to repeat from a manifest, or from the folder that contains it.

    Raises:
        LitgenError: the manifest is missing or from an incompatible version, or the rules differ.
    """
    if not path.exists():
        raise InputError(f"{path}: there is no such file")
    folder = path.parent if path.name == MANIFEST else path
    manifest = read_manifest(folder)
    try:
        _ = manifest["input"]["source"], manifest["input"]["sha256"], manifest["records_sha256"]
        signature = manifest["signature"]
        rules, version = signature["rules_sha256"], signature["litgen"]
        options = Options.from_json(signature["options"])
    except KeyError as error:
        raise LitgenError(f"{path}: the key {error} is missing; use another manifest") from None
    except TypeError as error:
        raise LitgenError(f"{path} was written by another version of litgen: {error}") from error
    if rules_digest(options.rules_path) != rules:
        own = f" and the original rules in {options.rules}" if options.rules else ""
        raise LitgenError(
            f"{path}: the rules have changed since the run; use litgen {version}{own}"
        )
    return Repeated(path, manifest, options)
