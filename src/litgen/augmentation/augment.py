"""Add contrast pairs to training pairs (``litgen augment``).

The contrast pairs come from folders written by ``litgen transform``, or from its pipeline, which
runs in a work folder. An interrupted run resumes where the pipeline stopped, and its output is
byte-identical.
"""

import dataclasses
import functools
import hashlib
import json
import logging
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from litgen.augmentation.allocation import Cell, allocate
from litgen.augmentation.card import card
from litgen.augmentation.cues import lacking
from litgen.augmentation.options import Augmentation, cues_of, with_controls
from litgen.augmentation.pool import Pool
from litgen.augmentation.rows import Counts
from litgen.augmentation.sources import LEAK, Given, Making, keys_of, read_through, signature_of
from litgen.contrast.manifest import without_wordnet
from litgen.contrast.notation import expand
from litgen.contrast.options import left_out, wanted_contrasts
from litgen.contrast.pipeline import Progress, build, plain_errors
from litgen.contrast.policy import load_policy
from litgen.contrast.preparation import as_installed
from litgen.data import classes_of
from litgen.evaluation.contrast_set import ContrastSet
from litgen.exceptions import UsageError
from litgen.files import run_facts, write_json, write_whole
from litgen.folders import MANIFEST, Folder
from litgen.options import Options
from litgen.training.data import Reading

logger = logging.getLogger(__name__)

TRAIN, CARD, RUN = "train.jsonl", "README.md", "run.json"
POOL = "pool.sqlite"
FILES = (TRAIN, CARD, RUN, MANIFEST)
#: Reasons for excluding contrast pairs before the selection.
UNLABELLED, HELD_OUT = "without a label", "its contrast is held out"


def augment(
    sources: Sequence[str],
    folder: str | Path,
    options: Augmentation = Augmentation(),  # noqa: B008 - immutable
    *,
    making: Making = Making(),  # noqa: B008 - immutable
    reading: Reading = Reading(),  # noqa: B008 - immutable
    exclude: Sequence[str] = (),
    jobs: int = 1,
    scheduler: str | None = None,
    overwrite: bool = False,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Write a training set of original and contrast pairs.

    Args:
        sources: files of pairs or names of data sets to augment.
        folder: the folder for ``train.jsonl``, ``manifest.json``, ``run.json`` and ``README.md``.
        making: where the contrast pairs come from.
        reading: how to read the sources.
        exclude: evaluation sets, as files of pairs or folders of ``litgen transform``; no pair in
            the result shares a premise with them (``litgen.data.splitting.source_keys``).
        jobs, scheduler, overwrite, progress: as for :func:`litgen.contrast_set`.

    Returns:
        The manifest.

    Raises:
        DataError: a source is malformed, or no pair is left.
        UsageError: an option is invalid, or the folder contains another run.
    """
    options.check()
    making = making._replace(contrasts=_settled(making.contrasts, options))
    if making.contrasts is None and not making.folders:
        raise UsageError("there is no contrast to add; use --suite, --contrast or --from FOLDER")
    started = time.monotonic()
    out = Folder(Path(folder), FILES)
    with plain_errors(out), out.locked():
        with Pool.opened(out.work / POOL) as pool:
            given = read_through(sources, out.work, reading, exclude, pool)
            sets = [ContrastSet(Path(path)) for path in making.folders]
            signature = signature_of(sources, given, options, making, reading, exclude)
            ours = [POOL, *(path.parent.name for path in given.paths)]
            if out.take(signature, overwrite=overwrite, keep=ours):
                return out.result()
            made = None
            if making.contrasts is not None:
                path = out.work / "contrasts"
                how = {"jobs": jobs, "scheduler": scheduler, "progress": progress}
                made = _make(pool, path, making.contrasts, **how)
                sets.append(ContrastSet(path))
            manifest = _choose(pool, sets, out, options, given)
            manifest["made"] = made and {key: made[key] for key in ("counts", "signature")}
            manifest["signature"] = signature
            write_whole(out.path / CARD, [card(manifest).encode()])
            facts = run_facts(time.monotonic() - started)
            write_json(out.path / RUN, {**facts, "jobs": jobs, "scheduler": scheduler})
            write_json(out.path / MANIFEST, manifest)
        out.finish()
    return out.result()


def _settled(made: Options | None, options: Augmentation) -> Options | None:
    """Return the options, with controls if cues are balanced, without held-out contrasts."""
    if made is None:
        return None
    made = as_installed(made)
    for number in left_out(made).values():
        of = number + len(wanted_contrasts(made))
        logger.warning("warning: %s", without_wordnet(str(made.suite), number, of))
    contrasts = tuple(wanted_contrasts(made))
    if "cues" in options.balance:
        policy = load_policy(made.labels, made.rules_path, made.conventions)
        contrasts = with_controls(contrasts, policy)
    names = tuple(name for name in map(str, contrasts) if not options.holds_out(name))
    if not names:
        raise UsageError("--hold-out excludes every contrast; hold out fewer contrasts")
    return dataclasses.replace(made, suite=None, phenomenon=(), contrast=names)


def _make(pool: Pool, path: Path, options: Options, **how: Any) -> dict[str, Any]:
    source = path.with_name("originals.jsonl")
    texts = ("id", "premise", "hypothesis", "label")
    rows = (
        {**{name: getattr(pair, name) for name in texts}, **pair.source}
        for pair in pool.originals()
    )
    write_whole(source, ((json.dumps(row, ensure_ascii=False) + "\n").encode() for row in rows))
    return build(source, path, options, **how)


def _choose(
    pool: Pool, sets: Sequence[ContrastSet], out: Folder, options: Augmentation, given: Given
) -> dict[str, Any]:
    left_out: Counter[str] = Counter()
    for contrast_set in sets:
        records = _records(contrast_set, options, given.premises, left_out)
        pool.add_contrasts(records, options.seed)
    pool.settle(
        need_source=options.replace,
        per_pair=1 if options.replace else options.per_pair,
        rare_first="contrast" in options.balance,
    )
    left_out.update(pool.reasons())
    available = pool.cells()
    labels = pool.labels()
    classes = classes_of(labels)
    pool.take(_numbers(available, labels, options))
    counts, sha256 = Counts(), hashlib.sha256()

    def lines() -> Iterator[bytes]:
        for row in counts.watch(pool.chosen(replace=options.replace)):
            line = (json.dumps(row, ensure_ascii=False) + "\n").encode()
            sha256.update(line)
            yield line

    write_whole(out.path / TRAIN, lines())
    reading = dict(sorted(given.counts.items()))
    choices = {
        name: {label: available.get(Cell(name, label), 0) for label in classes}
        for name in dict.fromkeys(cell.contrast for cell in available)
    }
    return {
        "rows_sha256": sha256.hexdigest(),
        "counts": {
            "originals": {"read": reading.pop("read"), "left out": reading},
            "contrasts left out": dict(sorted(left_out.items())),
            "contrasts to choose from": choices,
            "cues that lack labels": lacking(available, labels),
            **counts.as_json(choices, classes),
        },
        "cues": counts.cues.as_json(classes),
    }


def _numbers(
    available: dict[Cell, int], labels: Counter[str], options: Augmentation
) -> dict[Cell, int]:
    originals, share, size = labels.total(), options.share, None
    if share is not None:
        size = round(originals * (share if options.replace else share / (1 - share)))
    shares = {label: number / originals for label, number in labels.items()}
    cues = {cell.contrast: cues_of(*expand(cell.contrast)) for cell in available}
    return allocate(available, shares, cues, balance=options.balance, size=size)


def _records(
    contrast_set: ContrastSet,
    options: Augmentation,
    premises: frozenset[str],
    left_out: Counter[str],
) -> Iterator[Any]:
    holds_out = functools.cache(options.holds_out)
    for record in contrast_set:
        if record["label"] is None:
            left_out[UNLABELLED] += 1
        elif holds_out(record["contrast"]):
            left_out[HELD_OUT] += 1
        elif premises.intersection(keys_of(record)):
            left_out[LEAK] += 1
        else:
            yield record
