"""Measure what the quality model costs: processor time of a run with and without the model.

    python benchmarks/bench_default.py SNLI.jsonl MNLI.jsonl -n 600

For each corpus, `litgen transform --suite lit` runs twice, each time in its own process: with the
defaults and with `--rank none`. The corpora take turns. The script prints seconds of processor
time, their ratio, sentences per second, and peak memory.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple


class Cost(NamedTuple):
    """The cost of a run."""

    seconds: float  #: processor time, including the start
    megabytes: int  #: peak resident memory


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("pairs", type=Path, nargs="+", help="pairs, JSONL")
    parser.add_argument(
        "-n", type=int, default=600, help="number of pairs from each file (default: 600)"
    )
    parser.add_argument("--skip", type=int, default=0, help="number of pairs to skip at the start")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="litgen-bench-") as scratch:
        for path in options.pairs:
            place = Path(scratch) / path.stem
            place.mkdir()
            lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
            part = place / "pairs.jsonl"
            part.write_text("".join(lines[options.skip : options.skip + options.n]), "utf-8")
            start = cost(part, place / "start", "--limit", "1", "--rank", "none")
            without = cost(part, place / "none", "--rank", "none")
            default = cost(part, place / "default")
            net = (default.seconds - start.seconds) / (without.seconds - start.seconds)
            print(
                f"{path.stem}: {options.n} pairs; without the model {without.seconds:.1f} s, "
                f"{without.megabytes} MB; by default {default.seconds:.1f} s, "
                f"{default.megabytes} MB; ratio {default.seconds / without.seconds:.2f}, "
                f"without start-up ({start.seconds:.1f} s) {net:.2f}",
                flush=True,
            )


def cost(pairs: Path, folder: Path, *options: str) -> Cost:
    """Run `litgen transform --suite lit` in a process of its own, on one thread."""
    command = [sys.executable, "-m", "litgen", "transform", str(pairs), "-o", str(folder)]
    command += ["--suite", "lit", *options]
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"{' '.join(command)}: failed with status {status}")
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss // 1024)


if __name__ == "__main__":
    main()
