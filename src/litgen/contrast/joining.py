"""Join the shards of a run into the contrast set that a single run would have written."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from litgen.contrast.folder import FILES, SHARD, SURVEYS, read_manifest
from litgen.contrast.pipeline import assemble, plain_errors, write_run
from litgen.contrast.store import Store
from litgen.database import DatabaseError, OperationalError
from litgen.exceptions import DataError, UsageError
from litgen.files import copy_whole, write_json
from litgen.folders import MANIFEST, Folder, differences
from litgen.options import Options


def join(
    folders: Sequence[str | Path], folder: str | Path, *, overwrite: bool = False
) -> dict[str, Any]:
    """Write one contrast set from the folders that ``build`` wrote, one for each shard.

    Returns:
        The manifest, the same as for a run without shards.

    Raises:
        UsageError: a folder is not a shard, the shards are not from one run, or a shard is missing.
    """
    shards = _in_order([(Path(each), read_manifest(Path(each))) for each in folders])
    path, first = shards[0]
    options = Options.from_json({**first["signature"]["options"], "shard": None})
    run = {**first["signature"], "options": options.as_json()}
    reading = {key: n for key, n in first["counts"]["pairs"].items() if key != "of this shard"}
    out = Folder(Path(folder), FILES)
    with plain_errors(out), out.locked():
        if out.take(run, overwrite=overwrite):
            return read_manifest(out.path)
        chunks = out.work / "chunks.sqlite"
        chunks.unlink(missing_ok=True)  # left by an interrupted join
        if (path / SURVEYS).exists():
            copy_whole(path / SURVEYS, out.path / SURVEYS)
        with closing(Store(chunks)) as store:
            for each, _ in shards:
                try:
                    store.take(each / SHARD)
                except OperationalError:
                    raise  # for example, because the disk is full
                except DatabaseError as error:
                    message = f"{each / SHARD} is damaged ({error}); make it again with --overwrite"
                    raise DataError(message) from error
            result = assemble(first["input"]["source"], reading, store, out, options, run)
            write_run(out, store, result)
        write_json(out.path / MANIFEST, result)
        out.finish()
    return result


def _in_order(shards: Sequence[tuple[Path, dict[str, Any]]]) -> list[tuple[Path, dict[str, Any]]]:
    """Check that the shards belong to one run and are complete; return them in input order."""
    first, whose = shards[0][0], _but_shard(shards[0][1])
    found: dict[int, tuple[Path, dict[str, Any]]] = {}
    of = 0
    for path, manifest in shards:
        shard = manifest["signature"]["options"].get("shard")
        if shard is None or not (path / SHARD).exists():
            raise UsageError(
                f"{path} is not a shard; pass folders from litgen transform --shard I/N"
            )
        if "faults" in manifest:
            raise UsageError(
                f"{path}: output is missing because of faults; repeat the command for this shard"
            )
        if different := sorted(differences(whose, _but_shard(manifest))):
            raise UsageError(f"{path} is from another run than {first} (different: {different[0]})")
        number, of = shard[0], of or shard[1]
        if shard[1] != of:
            raise UsageError(f"{path} is one of {shard[1]} shards, but {first} is one of {of}")
        if number in found:
            raise UsageError(f"{path} and {found[number][0]} are both shard {number}/{of}")
        found[number] = path, manifest
    if missing := [f"{number}/{of}" for number in range(1, of + 1) if number not in found]:
        raise UsageError(f"shards are missing: {', '.join(missing)}; pass all shards of the run")
    return [found[number] for number in sorted(found)]


def _but_shard(manifest: dict[str, Any]) -> dict[str, Any]:
    signature = manifest["signature"]
    options = {key: value for key, value in signature["options"].items() if key != "shard"}
    return {**signature, "options": options, "surveys_sha256": manifest.get("surveys_sha256")}
