"""Extrapolate processor time, memory and disk space of large runs from small ones.

Each run is ``litgen transform`` in a separate process with one worker, so that its processor time
is the sum of all work and does not depend on other processes. The script fits a straight line by
least squares and reads it off at ``--at`` pairs. With ``--rank``, the same runs are repeated with a
language model, and its additional cost is shown separately. ``--light N`` runs N pairs, which are
numbered copies of the source's pairs, through a contrast that needs no parser: this measures,
without extrapolation, what a run of that size costs apart from the grammar.

>>> python studies/scale.py pairs.jsonl --sizes 250 500 1000 2000   # doctest: +SKIP
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

#: Seconds between measurements of disk usage.
LOOK = 0.05


class Cost(NamedTuple):
    """The cost of a run."""

    pairs: int
    seconds: float  #: processor time, user and system
    memory: float  #: peak resident memory, MB
    disk: float  #: peak size of the folder, MB
    kept: float  #: final size of the folder, MB


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("pairs", type=Path, help="labelled pairs, JSON Lines")
    parser.add_argument("--sizes", type=int, nargs="+", default=[250, 500, 1000, 2000])
    parser.add_argument("--suite", default="lit")
    parser.add_argument("--rank", metavar="MODEL", help="also with this language model")
    parser.add_argument("--rank-sizes", type=int, nargs="+", default=[64, 128, 256])
    parser.add_argument(
        "--light", type=int, metavar="N", help="also run N pairs without the grammar"
    )
    parser.add_argument("--at", type=int, default=1_000_000, help="pairs to extrapolate to")
    args = parser.parse_args()

    suite = ("--suite", args.suite)
    extrapolated(f"--suite {args.suite} --rank none",
                 [measured(args.pairs, n, *suite, "--rank", "none") for n in args.sizes],
                 args.at)  # fmt: skip
    if args.rank:
        sizes = args.rank_sizes
        with_it = [measured(args.pairs, n, *suite, "--rank", args.rank) for n in sizes]
        without = [measured(args.pairs, n, *suite, "--rank", "none") for n in sizes]
        added = [
            one._replace(seconds=one.seconds - other.seconds)
            for one, other in zip(with_it, without, strict=True)
        ]
        extrapolated(
            f"ranking with {args.rank} adds (memory, disk: of the whole run)", added, args.at
        )
    if args.light:
        with tempfile.TemporaryDirectory(prefix="litgen-scale-") as scratch:
            many = Path(scratch) / "pairs.jsonl"
            write_many(args.pairs, many, args.light)
            print(f"\ninput of {args.light:,} pairs: {size(many):,.0f} MB")
            table("--contrast hypothesis-only --rank none",
                  [measured(many, args.light, "--contrast", "hypothesis-only", "--rank", "none")]
                  )  # fmt: skip


def measured(pairs: Path, number: int, *options: str) -> Cost:
    """Run ``litgen transform`` on the first pairs of a file and measure the cost."""
    with tempfile.TemporaryDirectory(prefix="litgen-scale-") as scratch:
        folder, log = Path(scratch) / "out", Path(scratch) / "log"
        command = [sys.executable, "-m", "litgen", "transform", str(pairs), "-o", str(folder),
                   "--limit", str(number), "--jobs", "1", *options]  # fmt: skip
        most = 0.0
        with log.open("w") as file:
            process = subprocess.Popen(command, stdout=file, stderr=file)
            while True:
                pid, status, usage = os.wait4(process.pid, os.WNOHANG)
                if pid:
                    break
                most = max(most, size(folder))
                time.sleep(LOOK)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            sys.exit(f"{' '.join(command)}: {log.read_text()}")
        kept = size(folder)
        seconds = usage.ru_utime + usage.ru_stime
        cost = Cost(number, seconds, usage.ru_maxrss / 1024, max(most, kept), kept)
        print(f"{' '.join(options)}: {cost}", file=sys.stderr)
        return cost


def size(path: Path) -> float:
    """The size of a file, or of all files in a folder and its subfolders, in MB."""
    files = [path] if path.is_file() else path.rglob("*")
    total = 0
    for each in files:
        try:
            total += each.stat().st_size
        except FileNotFoundError:  # removed in the meantime
            continue
    return total / 1e6


def write_many(source: Path, target: Path, number: int) -> None:
    """Write a number of pairs: copies of the source's pairs with numbered texts."""
    rows = [json.loads(line) for line in source.read_text("utf-8").splitlines()]
    with target.open("w", encoding="utf-8") as file:
        for at, row in zip(range(number), itertools.cycle(rows), strict=False):
            again = {key: value for key, value in row.items() if not isinstance(value, list | dict)}
            for key in ("premise", "hypothesis", "sentence1", "sentence2"):
                if key in again:
                    again[key] = f"{again[key]} ({at})"
            for key in ("id", "pairID", "pair_id"):
                if key in again:
                    again[key] = f"{again[key]}-{at}"
            file.write(json.dumps(again, ensure_ascii=False) + "\n")


def table(title: str, costs: Sequence[Cost]) -> None:
    """Print the costs of runs."""
    print(f"\n{title}\n\n| pairs | processor, s | peak memory, MB | peak disk, MB | kept, MB |")
    print("|---|---|---|---|---|")
    for each in costs:
        figures = f"{each.seconds:,.1f} | {each.memory:,.0f} | {each.disk:,.1f} | {each.kept:,.1f}"
        print(f"| {each.pairs:,} | {figures} |")


def extrapolated(title: str, costs: Sequence[Cost], at: int) -> None:
    """Print the costs of runs and the extrapolation."""
    table(title, costs)
    pairs = np.array([each.pairs for each in costs], float)
    lines = {}
    for name in ("seconds", "memory", "disk", "kept"):
        values = np.array([getattr(each, name) for each in costs], float)
        lines[name] = np.polyfit(pairs, values, 1)
    print(f"\nfor each thousand pairs, and for {at:,}:")
    for name, (slope, start) in lines.items():
        print(f"  {name}: {start:,.2f} + {1000 * slope:,.3f}, {start + slope * at:,.0f}")
    hours = (lines["seconds"][1] + lines["seconds"][0] * at) / 3600
    print(f"  hours of processor time: {hours:,.1f}, of two cores {hours / 2:,.1f}", flush=True)


if __name__ == "__main__":
    main()
