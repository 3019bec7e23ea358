"""Manage the output folder of a run: its signature, a lock for a single writer, and resuming."""

import fcntl
import json
import logging
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from operator import itemgetter
from pathlib import Path
from typing import Any, Literal

from litgen.exceptions import UsageError
from litgen.files import write_json

logger = logging.getLogger(__name__)

MANIFEST = "manifest.json"
#: Names of the copies of a source in the work folder.
SPOOLED = ("stdin", "hub.jsonl")
_WORK = ".work"
_SIGNATURE = "signature.json"
#: Maximum number of differences that a message lists.
SHOWN = 4

State = Literal["new", "begun", "finished"]


class Folder:
    """The output folder of a run.

    Args:
        manifest: the file in ``files`` that is written last; it contains the run's ``signature``.
        signature_of: a function that returns the signature in a manifest.

    Example:
        >>> folder = Folder(Path("out"), ["contrast.jsonl", "manifest.json"])  # doctest: +SKIP
        >>> with folder.locked():  # doctest: +SKIP
        ...     folder.claim({"seed": 0})
        'new'
    """

    def __init__(
        self,
        path: Path,
        files: Sequence[str],
        manifest: str = MANIFEST,
        signature_of: Callable[[Any], Any] = itemgetter("signature"),
    ) -> None:
        self.path = path
        self.files = files
        self.manifest = manifest
        self._signature_of = signature_of
        self.work = path / _WORK

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Prevent other processes from writing to the folder during the block.

        Raises:
            UsageError: another process is using the folder, or the path is a file.
        """
        try:
            self.work.mkdir(parents=True, exist_ok=True)
        except (FileExistsError, NotADirectoryError) as error:
            raise UsageError(f"{self.path}: this is a file; use a folder") from error
        # The lock must not be in the work folder, which is removed at the end.
        with (self.path / ".lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise UsageError(
                    f"{self.path}: another litgen process is writing here; wait until it ends"
                ) from None
            try:
                yield
            finally:
                (self.path / ".lock").unlink(missing_ok=True)
                _remove_if_empty(self.work)
                _remove_if_empty(self.path)

    def clear(self, keep: Sequence[str] = ()) -> None:
        """Remove what an earlier run wrote, except ``keep`` and copies of the source."""
        for name in self.files:
            (self.path / name).unlink(missing_ok=True)
        for path in self.work.iterdir():
            if path.name in keep:
                continue
            if path.is_dir():
                shutil.rmtree(path)
            elif path.name not in SPOOLED:
                path.unlink()

    def refuse_foreign(self, known: Mapping[str, Any]) -> None:
        """Check the folder before any work.

        Raises:
            UsageError: the folder contains another run, or files that no run wrote.
        """
        theirs, _ = self._holder()
        if theirs is not None:
            self._compare({key: theirs.get(key) for key in known}, known)
            return
        for name in self.files:
            if (self.path / name).exists():
                raise UsageError(
                    f"{self.path / name} exists and was not written by litgen; use another folder "
                    "or --overwrite"
                )

    def state(self, signature: Mapping[str, Any]) -> State:
        """Return whether the run is new, begun or finished.

        Args:
            signature: the JSON values that determine the output of the run.

        Raises:
            UsageError: the folder contains another run, or files of another kind.
        """
        theirs, state = self._holder()
        if theirs is not None:
            self._compare(theirs, signature)
        return state

    def claim(self, signature: Mapping[str, Any]) -> State:
        """Record the signature of this run, and return its state as ``state`` does."""
        state = self.state(signature)
        if state == "new":
            write_json(self.work / _SIGNATURE, signature)
        return state

    def take(
        self, signature: Mapping[str, Any], *, overwrite: bool = False, keep: Sequence[str] = ()
    ) -> bool:
        """Claim the folder for this run, and return whether the run is finished already.

        Raises:
            UsageError: the folder contains another run, or files that no run wrote.
        """
        if overwrite:
            self.clear(keep)
        self.refuse_foreign(signature)
        finished = self.claim(signature) == "finished"
        if finished:
            self.leave_as_it_is()
        return finished

    def leave_as_it_is(self) -> None:
        """Log that the run is finished, and remove the work folder."""
        logger.info("%s: this run is finished; use --overwrite to repeat it", self.path)
        self.finish()

    def _compare(self, theirs: Mapping[str, Any], ours: Mapping[str, Any]) -> None:
        different = sorted(differences(theirs, json.loads(json.dumps(ours))))
        if different:
            more = f" and {len(different) - SHOWN} more" if len(different) > SHOWN else ""
            raise UsageError(
                f"{self.path} contains another run (different: "
                f"{', '.join(different[:SHOWN])}{more}); use another folder or --overwrite"
            )

    def _holder(self) -> tuple[Mapping[str, Any] | None, State]:
        for path, state in (
            (self.path / self.manifest, "finished"),
            (self.work / _SIGNATURE, "begun"),
        ):
            if path.exists():
                try:
                    value = json.loads(path.read_text("utf-8"))
                    return (self._signature_of(value) if state == "finished" else value), state  # type: ignore[return-value]
                except (ValueError, KeyError, TypeError):
                    raise UsageError(
                        f"{path} was not written by litgen; use another folder or --overwrite"
                    ) from None
        return None, "new"

    def result(self) -> dict[str, Any]:
        value: dict[str, Any] = json.loads((self.path / self.manifest).read_text("utf-8"))
        return value

    def finish(self) -> None:
        """Remove the work folder."""
        shutil.rmtree(self.work, ignore_errors=True)


def differences(one: Any, other: Any, path: str = "") -> Iterator[str]:
    """Yield the innermost paths at which two JSON values differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in one.keys() | other.keys():
            yield from differences(one.get(key), other.get(key), f"{path}.{key}" if path else key)
    elif one != other:
        yield path


def _remove_if_empty(folder: Path) -> None:
    try:
        folder.rmdir()
    except OSError:
        return  # it contains the work of a run that can be resumed
