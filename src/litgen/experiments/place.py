"""Where an experiment works: its folder, the pairs, finished trainings, who does the trainings."""

from __future__ import annotations

import json
import platform
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from litgen.contrast.options import Options, rules_digest
from litgen.contrast.pipeline import Interrupted
from litgen.experiments.sheet import Sheet, write_sheet
from litgen.experiments.trainings import Outcome, Store, Training, carry_out
from litgen.experiments.twins import Corpus
from litgen.files import write_json, write_whole
from litgen.folders import Folder
from litgen.workers import WorkerPool

RUN, TRAININGS = "run.json", "trainings"
_CORPUS = "corpus.z"

#: Told after every training: how many are done, and of how many.
Progress = Callable[[int, int], None]


class Workplace(NamedTuple):
    """What trainings need.

    Attributes:
        corpus: the pairs with their transforms.
        digest: of the corpus.
        file: where it is kept for workers on this machine.
        store: finished trainings.
        pool: who does the others.
    """

    corpus: Corpus
    digest: str
    file: Path
    store: Store
    pool: WorkerPool

    def carry_out(self, trainings: Sequence[Training]) -> Iterator[tuple[Training, Outcome]]:
        """Do trainings side by side, or find them; in order."""
        return carry_out(trainings, self.corpus, self.file, self.store, self.pool)


def open_workplace(corpus: Corpus, out: Folder, pool: WorkerPool) -> Workplace:
    """Make the folder of an experiment ready for trainings."""
    store = Store(out.path / TRAININGS)
    store.sweep_up()
    file = out.work / _CORPUS
    write_whole(file, [corpus.pack()])
    return Workplace(corpus, corpus.digest(), file, store, pool)


def transformation_signature(options: Options) -> dict[str, Any]:
    """What determines how pairs are transformed, as JSON values."""
    return {**options.as_json(), "rules_sha256": rules_digest(options.rules_path)}


def _write_run(out: Folder, seconds: float, jobs: int, scheduler: str | None) -> None:
    """Write times and machine: what changes from run to run."""
    write_json(
        out.path / RUN,
        {
            "finished": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            "seconds": round(seconds, 1),
            "jobs": jobs,
            "scheduler": scheduler,
            "python": platform.python_version(),
            "machine": platform.platform(),
        },
    )


def conduct(
    out: Folder,
    signature: Callable[[], dict[str, Any]],
    work: Callable[[], dict[str, Any]],
    sheet: Callable[[Mapping[str, Any]], Sheet],
    *,
    jobs: int,
    scheduler: str | None,
    overwrite: bool,
) -> dict[str, Any]:
    """Do the work of an experiment, unless its folder has its results, and write what came out.

    Args:
        out: the folder; its manifest has the results.
        signature: what determines them, as JSON values.
        work: the work; what it finds is written as results, with the signature.
        sheet: the page of results.
        jobs: worker processes.
        scheduler: address of a Dask scheduler.
        overwrite: whether results of another design are replaced; trainings are kept.

    Returns:
        The results, as they are written.

    Raises:
        UsageError: the folder has the results of another design.
        Interrupted: on Ctrl-C.
    """
    results = out.path / out.manifest
    with interruptible(), out.locked():
        known = signature()
        if not out.take(known, overwrite=overwrite):
            started = time.monotonic()
            found = {**work(), "signature": known}
            write_sheet(sheet(found), out.path)
            _write_run(out, time.monotonic() - started, jobs, scheduler)
            write_json(results, found)  # last: a folder with results is finished
            out.finish()
    value: dict[str, Any] = json.loads(results.read_text("utf-8"))
    return value


@contextmanager
def interruptible() -> Iterator[None]:
    """Turn Ctrl-C into one line that says how to go on."""
    try:
        yield
    except KeyboardInterrupt:
        raise Interrupted("interrupted; the same command goes on where it stopped") from None
