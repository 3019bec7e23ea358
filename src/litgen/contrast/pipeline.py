"""Write a contrast set to disk from labelled pairs: ``build``.

The input is cut into chunks of a fixed size. Each finished chunk is kept in the output folder, so
repeating the command resumes an interrupted run. The output is byte-identical to that of an
uninterrupted run, whatever the number of workers.
"""

from __future__ import annotations

import errno
import hashlib
import itertools
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from litgen.contrast import chunks
from litgen.contrast.card import card
from litgen.contrast.chunks import CHUNK, LAG, Result, Task, do_chunk, plan_for
from litgen.contrast.folder import (
    CARD,
    DECLINED,
    FILES,
    RECORDS,
    RUN,
    SHARD,
    SURVEYS,
    Lost,
    read_manifest,
)  # fmt: skip
from litgen.contrast.manifest import manifest
from litgen.contrast.notation import Contrast
from litgen.contrast.options import combined_suite, left_out, rules_digest
from litgen.contrast.phenomena import in_suites, phenomena_of_rules, phenomenon_of
from litgen.contrast.preparation import recipe_of, settled, surveyed
from litgen.contrast.store import Store
from litgen.contrast.toolbox import Recipe, describe_toolbox
from litgen.data import LABELS, Pair, PairReader
from litgen.data.in_memory import in_memory
from litgen.data.reading import EMPTY
from litgen.data.sources import spool
from litgen.data.splitting import disputed_texts, texts_key
from litgen.data.texts import other_language
from litgen.database import DatabaseError, OperationalError
from litgen.exceptions import LitgenError
from litgen.files import copy_whole, digest, run_facts, write_json, write_whole
from litgen.folders import MANIFEST, Folder
from litgen.options import Options
from litgen.version import __version__
from litgen.workers import WorkerPool, worker_pool

if TYPE_CHECKING:
    from litgen.data.in_memory import Source

#: Called after every chunk with the number of processed pairs and the total.
Progress = Callable[[int, int], None]
#: How many sentences, and how many characters of each, are used to detect the language.
_LOOKED_AT = 400


class Interrupted(LitgenError):
    """Raised when a run is stopped with Ctrl-C; the message explains how to resume it."""

    exit_code = 130


class Input(NamedTuple):
    """A source that has been read through once."""

    reader: PairReader
    sha256: str
    pairs: int
    counts: dict[str, Any]
    disputed: frozenset[bytes]

    def take(self, limit: int | None) -> Iterator[Pair]:
        """Yield the first ``limit`` pairs; mark those whose texts have two labels in the source."""
        for pair in itertools.islice(self.reader, limit):
            disputed = bool(self.disputed) and texts_key(pair) in self.disputed
            yield pair._replace(disputed=disputed, two_classes="labels" in self.counts)


def build(
    source: Source,
    folder: str | Path,
    options: Options = Options(),  # noqa: B008 - immutable
    *,
    jobs: int = 1,
    scheduler: str | None = None,
    overwrite: bool = False,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Write a contrast set from a source of labelled pairs.

    The arguments are those of :func:`litgen.contrast_set`; ``options`` determine the bytes of
    ``contrast.jsonl``, ``manifest.json`` and ``README.md``.

    Returns:
        The manifest.

    Raises:
        DataError: the source is invalid; the message names the file and the line.
        UsageError: an option is invalid, or the folder contains another run.
        Interrupted: the user pressed Ctrl-C.
        Lost: output was lost because of engine faults (counted under ``faults`` in the manifest).
            Everything else is written, and the same call repeats the incomplete chunks.
    """
    options = settled(options)
    out = Folder(Path(folder), FILES)
    with plain_errors(out), out.locked():
        given = _read_through(source, out, options)
        if overwrite:
            out.clear()
        # Everything that determines the output of a run, except versions.
        known = {
            "litgen": __version__,
            "input_sha256": given.sha256,
            "options": options.as_json(),
            "rules_sha256": rules_digest(options.rules_path),
        }
        out.refuse_foreign(known)
        recipe = recipe_of(options)
        with worker_pool(jobs, scheduler) as pool:
            run = {**known, "versions": pool.call(describe_toolbox, recipe)}
            if out.claim(run) == "finished":
                result = read_manifest(out.path)
                if "faults" not in result:
                    out.leave_as_it_is()
                    return result
            recipe = surveyed(recipe, out.path / SURVEYS, partial(_sentences, given, options))
            with closing(Store(out.work / "chunks.sqlite")) as store:
                store.take_out_lost()
                try:
                    _work(given, store, pool, out.work, options, recipe, progress)
                except LitgenError:
                    if not store.finished() and not (out.path / MANIFEST).exists():
                        out.clear()  # nothing is done yet, so the user may choose another engine
                    raise
                result = assemble(given.reader.name, given.counts, store, out, options, run)
                write_run(out, store, result, jobs, scheduler)
            if options.shard is not None:
                copy_whole(out.work / "chunks.sqlite", out.path / SHARD)
        # Written last: the manifest marks a folder as finished, except for output lost to faults.
        write_json(out.path / MANIFEST, result)
        if "faults" in result:
            raise Lost(out.path, result)
        out.finish()
    return result


def _read_through(source: Source, out: Folder, options: Options) -> Input:
    """Read the whole source before any work, so that its errors are reported immediately."""
    here = in_memory(source)
    path = None if here else spool(str(source), out.work, options.format)
    reader = PairReader(
        path or source,
        format=options.format,
        labels_map=options.label_names,
        columns=options.columns,
        on_error=options.on_error,
        name="" if here else str(source),
        sentences=options.sentences,
        text=options.text,
        tolerated=(EMPTY,) if plan_for(options).documents else (),
    )
    first: list[str] = []

    def pairs() -> Iterator[Pair]:
        for pair in itertools.islice(reader, options.limit):
            if len(first) < _LOOKED_AT:
                first.extend((pair.premise[:_LOOKED_AT], pair.hypothesis[:_LOOKED_AT]))
            yield pair

    disputed, kept = disputed_texts(pairs())
    language = other_language(first)
    counts = {
        "read": reader.read,
        "kept": kept,
        "skipped": dict(sorted(reader.skipped.items())),
        "texts with two labels": len(disputed),
        **({"language": language} if language else {}),
        **({"labels": reader.labels} if reader.labels != LABELS else {}),
    }
    sha256 = reader.digest() if path is None else digest(path)
    return Input(reader, sha256, kept, counts, disputed)


def _sentences(given: Input, options: Options) -> Iterator[str]:
    for pair in itertools.islice(given.reader, options.limit):
        yield from chunks.texts_of(pair, options)
        if not (options.sentences or options.text):
            yield pair.hypothesis


def _work(
    given: Input,
    store: Store,
    pool: WorkerPool,
    folder: Path,
    options: Options,
    recipe: Recipe,
    progress: Progress | None,
) -> None:
    """Process the chunks that are not done yet."""
    finished, done = store.finished(), store.pairs()
    first, end = shard_of(given.pairs, options.shard)
    total = min(given.pairs, end * CHUNK) - first * CHUNK
    if progress is not None:
        progress(done, total)
    sizes: dict[int, int] = {}

    def task(number: int, chunk: tuple[Pair, ...]) -> Task:
        sizes[number] = len(chunk)
        needed = chunks.sentences_of(chunk, options)
        keys = [chunks.sentence_key(text, names) for text, names in needed.items()]
        return Task(number, chunk, store.known(keys, number), options, recipe)

    pairs = given.take(options.limit)
    numbered = enumerate(iter(lambda: tuple(itertools.islice(pairs, CHUNK)), ()))
    of_shard = itertools.islice(numbered, first, end)
    missing = (each for each in of_shard if each[0] not in finished)
    stretches = (each for _, each in itertools.groupby(missing, _stretch()))
    since = time.monotonic()
    every = (_results(pool, itertools.starmap(task, each), folder) for each in stretches)
    for result in itertools.chain.from_iterable(every):
        now = time.monotonic()
        size = sizes.pop(result.number)
        store.add(result, size, now - since)
        since, done = now, done + size
        if progress is not None:
            progress(done, total)


def shard_of(pairs: int, shard: tuple[int, int] | None) -> tuple[int, int]:
    """Return the range of a shard's chunks: the first number, and one more than the last."""
    total = -(-pairs // CHUNK)
    number, of = shard or (1, 1)
    return total * (number - 1) // of, total * number // of


def _results(pool: WorkerPool, tasks: Iterator[Task], folder: Path) -> Iterator[Result]:
    if not pool.by_file:
        yield from pool.map(do_chunk, tasks)
        return
    for stale in folder.glob("result-*"):
        stale.unlink()
    for path in pool.map(partial(chunks.do_chunk_to_file, folder=str(folder)), tasks):
        yield chunks.take_result(Path(path))


def _stretch() -> Callable[[tuple[int, tuple[Pair, ...]]], int]:
    """Return a key function that groups missing chunks that may be processed at the same time.

    A chunk may use results from chunks ``LAG`` or more places before it. If all chunks in between
    are missing, ``WorkerPool.map`` ensures that those chunks are finished; otherwise a group spans
    at most ``LAG`` chunks.
    """
    first = last = -1
    gaps = False

    def key(missing: tuple[int, tuple[Pair, ...]]) -> int:
        nonlocal first, last, gaps
        number, _ = missing
        gaps |= number != last + 1
        if first < 0 or (gaps and number - first >= LAG):
            first, gaps = number, False
        last = number
        return first

    return key


def assemble(
    source: str,
    reading: dict[str, Any],
    store: Store,
    out: Folder,
    options: Options,
    run: dict[str, Any],
) -> dict[str, Any]:
    """Write the records and the data set card; return the manifest."""
    sha256 = hashlib.sha256()

    def lines() -> Iterator[bytes]:
        for part in store.lines():
            sha256.update(part)
            yield part

    write_whole(out.path / RECORDS, lines())
    (out.path / DECLINED).unlink(missing_ok=True)
    declined = store.declined()
    if first := next(declined, None):
        write_whole(out.path / DECLINED, itertools.chain((first,), declined))
    plan = plan_for(options)
    result = manifest(
        source,
        run,
        reading if options.shard is None else {**reading, "of this shard": store.pairs()},
        store.tally(),
        _known_of([*plan.pairer.wanted], options),
        [str(contrast) for contrast in plan.pairer.covered],
        sha256.hexdigest(),
        digest(out.path / SURVEYS) if (out.path / SURVEYS).exists() else None,
        left_out(options),
    )
    write_whole(out.path / CARD, [card(result).encode()])
    return result


def _known_of(wanted: Iterable[Contrast | str], options: Options) -> dict[str, dict[str, Any]]:
    """Map each contrast to its phenomenon and whether it is a control; texts have neither."""
    of_rules, suites = phenomena_of_rules(options.rules_path), combined_suite(options)
    controls, about = suites.every_control, in_suites(suites.parts, of_rules)
    return {
        str(each): {
            "phenomenon": about.get(each) or phenomenon_of(each, of_rules),
            **({"control": True} if each in controls else {}),
        }
        if isinstance(each, Contrast)
        else {}
        for each in wanted
    }


def write_run(
    out: Folder,
    store: Store,
    result: dict[str, Any],
    jobs: int | None = None,
    scheduler: str | None = None,
) -> None:
    """Write ``run.json``: times, machine and throughput, which differ from run to run."""
    sentences = result["counts"]["sentences"].get("distinct", 0)
    facts = run_facts(store.seconds(), pairs=store.pairs(), sentences=sentences)
    write_json(out.path / RUN, {**facts, "jobs": jobs, "scheduler": scheduler})


@contextmanager
def plain_errors(out: Folder) -> Iterator[None]:
    """Convert Ctrl-C, database errors and disk errors into one-line errors that name a remedy."""
    full = LitgenError(f"{out.path}: the disk is full; free space and repeat the command to resume")
    try:
        yield
    except KeyboardInterrupt:
        raise Interrupted("interrupted; repeat the command to resume") from None
    except OperationalError as error:
        if "full" in str(error) or "disk I/O" in str(error):
            raise full from error
        raise LitgenError(f"{out.work}: {error}") from error
    except DatabaseError as error:
        raise LitgenError(f"{out.work}: {error}; use --overwrite to start again") from error
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise full from error
        raise
