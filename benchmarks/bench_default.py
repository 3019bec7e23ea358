"""What the quality model costs: the processor time of a default run against one without it.

    python benchmarks/bench_default.py SNLI.jsonl MNLI.jsonl -n 600

Each corpus runs twice in a process of its own, `litgen transform --suite lit` by default and with
`--rank none`, one after the other, in turns with the other corpora. Prints seconds of processor
time, the ratio, sentences a second and the most memory.
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
    """What a run cost."""

    seconds: float  #: of processor time, start included
    megabytes: int  #: resident, at most


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("pairs", type=Path, nargs="+", help="pairs, JSONL")
    parser.add_argument("-n", type=int, default=600, help="pairs of each file (default: 600)")
    parser.add_argument("--skip", type=int, default=0, help="pairs to leave out before them")
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
                f"without starts ({start.seconds:.1f} s) {net:.2f}",
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
