#!/usr/bin/env python3
"""Kill transform, evaluate, train and ie-test at random moments; the final files must not change.

    python studies/kills.py [-n 200] [--seed 0] [--only VERB] [-o out/kills.json]

Each command first runs undisturbed in a separate Python process. Then it is started again and
killed (SIGKILL, with all its processes) after a random part of its running time, up to four times
in the same folder, before it may finish. The files that it leaves are compared with those of the
undisturbed run, except for ``run.json`` and training times. The training of an encoder starts from
random weights and saves a checkpoint every half second.

The killed runs are forks of this process, which has already imported everything, so that every kill
interrupts the work and not the imports.
"""

from __future__ import annotations

import argparse
import importlib
import itertools
import json
import multiprocessing
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
#: Modules that the commands import lazily.
IMPORTED = ("spacy", "nltk", "lemminflect", "scipy.stats", "torch", "transformers", "xgboost")
#: Files and fields that record times and the machine.
NOT_COMPARED = ("run.json",)
SECONDS = re.compile(rb'"seconds": [0-9.e-]+')  # training time, in the record of a training
#: Maximum number of kills before a run may finish.
MOST = 4
#: Number of pairs to transform, and the size of a chunk.
PAIRS, CHUNK = 200, 24
#: Seconds between the checkpoints of a training.
CHECKPOINT = 0.5


class Job(NamedTuple):
    """A command that writes its results to the folder ``out``."""

    name: str
    arguments: tuple[str, ...]
    files: tuple[str, ...]  # the inputs of the job, in its working folder


JOBS = (
    Job("transform", ("transform", "pairs.jsonl", "-o", "out", "--suite", "lit", "--rank", "none",
                      "--keep-declined"), ("pairs.jsonl",)),
    Job("transform, 2 processes", ("transform", "pairs.jsonl", "-o", "out", "--suite", "stress",
                                   "--rank", "none", "--jobs", "2"), ("pairs.jsonl",)),
    Job("evaluate", ("evaluate", "set", "--model", "encoder", "-o", "out"), ("set", "encoder")),
    Job("evaluate, 2 processes", ("evaluate", "set", "--model", "encoder", "-o", "out", "--jobs",
                                  "2"), ("set", "encoder")),
    Job("train", ("study", "train", "train.jsonl", "--model", "encoder", "-o", "out",
                  "--epochs", "2", "--validation-share", "0.2"), ("train.jsonl", "encoder")),
    Job("train, bow", ("study", "train", "train.jsonl", "--model", "bow", "-o", "out",
                       "--rounds", "30"),
        ("train.jsonl",)),
    Job("ie-test", ("study", "ie-test", "train.jsonl", "--phi", "overlap", "--rho", "0,1",
                    "--samples", "2", "--budget", "1", "--replicates", "2000", "-o", "out"),
        ("train.jsonl",)),
)  # fmt: skip


def prepare(folder: Path, pairs: Path) -> None:
    """Write the inputs of all jobs: small, but enough for several chunks, batches and steps."""
    from tests.models.tiny import save_tiny
    from tests.training.examples import write_pairs

    rows = pairs.read_text("utf-8").splitlines()
    numbered = (
        json.dumps({**json.loads(row), "pairID": f"p{number}"})  # small files are read repeatedly
        for number, row in enumerate(itertools.islice(itertools.cycle(rows), PAIRS))
    )
    (folder / "pairs.jsonl").write_text("".join(f"{row}\n" for row in numbered), "utf-8")
    write_pairs(folder / "train.jsonl", 600)
    save_tiny(folder / "encoder")
    work(["transform", "train.jsonl", "-o", "set", "--suite", "stress", "--rank", "none"], folder)


def work(arguments: list[str] | tuple[str, ...], folder: Path) -> None:
    """Run a command in a folder and end this process with the command's exit code."""
    import litgen.contrast.pipeline
    import litgen.training.finetune
    from litgen import cli

    os.chdir(folder)
    litgen.contrast.pipeline.CHUNK = CHUNK
    litgen.training.finetune.CHECKPOINT_SECONDS = CHECKPOINT
    code = cli.run([*arguments])
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def fork(arguments: tuple[str, ...], folder: Path, errors: Path) -> int:
    """Start a command in a fork of this process, and return the process id of the fork."""
    if child := os.fork():
        return child
    try:
        os.setsid()
        with errors.open("wb") as file, open(os.devnull, "wb") as nothing:
            os.dup2(nothing.fileno(), 1)
            os.dup2(file.fileno(), 2)
            work(arguments, folder)
    finally:
        os._exit(99)


def run(job: Job, folder: Path, seconds: float | None = None) -> bool:
    """Run a job; return whether it ended before it was killed.

    Raises:
        RuntimeError: the job failed without being killed.
    """
    errors = folder.with_suffix(".stderr")
    child = fork(job.arguments, folder, errors)
    began = time.monotonic()
    while os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        if seconds is not None and time.monotonic() - began > seconds:
            os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return False
        time.sleep(0.005)
    _, status = os.waitpid(child, 0)
    if code := os.waitstatus_to_exitcode(status):
        raise RuntimeError(f"{job.name}: exit code {code}: {errors.read_text('utf-8')[-600:]}")
    return True


def contents(folder: Path) -> dict[str, bytes]:
    """The contents of the files that a job left, by file name."""
    return {
        str(path.relative_to(folder)): SECONDS.sub(b"", path.read_bytes())
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name not in NOT_COMPARED
    }


def place(job: Job, inputs: Path, folder: Path) -> Path:
    """A new folder for a job with its inputs; it has the same name each time."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name in job.files:
        (folder / name).symlink_to(inputs / name)
    return folder


class Study:
    """The kills of one job."""

    def __init__(self, job: Job, inputs: Path, folder: Path) -> None:
        self.job, self.inputs, self.folder = job, inputs, folder
        alone = [sys.executable, __file__, "--work", json.dumps(job.arguments)]
        place(job, inputs, folder)
        subprocess.run(alone, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        self.expected = contents(folder / "out")
        began = time.monotonic()
        run(job, place(job, inputs, folder))
        self.seconds = time.monotonic() - began  # a fork, like the runs that are killed
        self.kills = self.runs = 0
        self.faults: list[str] = []
        self._compare("undisturbed, as a fork")

    def go_on(self, most: int, draw: random.Random) -> int:
        """Start the job, kill it repeatedly, let it finish, and compare the files.

        Returns the number of kills.
        """
        place(self.job, self.inputs, self.folder)
        moments: list[float] = []
        killed = 0
        try:
            while killed < most:
                moments.append(round(draw.uniform(0.0, 1.0) * self.seconds, 3))
                if run(self.job, self.folder, moments[-1]):
                    break
                killed += 1
            run(self.job, self.folder)
            self._compare(f"after kills at {moments}")
        except RuntimeError as error:
            self.faults.append(f"after kills at {moments}: {error}")
        self.kills += killed
        self.runs += 1
        return killed

    def _compare(self, when: str) -> None:
        found = contents(self.folder / "out")
        self.faults += [
            f"{name} differs {when}"
            for name in sorted(found.keys() | self.expected.keys())
            if found.get(name) != self.expected.get(name)
        ]

    def describe(self) -> dict[str, object]:
        """The outcome as JSON values."""
        return {
            "job": self.job.name, "kills": self.kills, "runs": self.runs,
            "seconds": round(self.seconds, 2), "faults": self.faults,
        }  # fmt: skip


def main() -> int:
    """Run the study; return 1 if any files differ."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("-n", type=int, default=200, help="kills in all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="only jobs whose names begin with this")
    parser.add_argument("--pairs", type=Path, default=ROOT / "examples" / "pairs.jsonl")
    parser.add_argument("-o", "--output", type=Path)
    parser.add_argument(
        "--work", help=argparse.SUPPRESS
    )  # a command to run in this process, as JSON
    given = parser.parse_args()
    if given.work:
        work(json.loads(given.work), Path.cwd())
    for name in IMPORTED:
        importlib.import_module(name)
    jobs = [job for job in JOBS if job.name.startswith(given.only)]
    draw = random.Random(given.seed)
    with tempfile.TemporaryDirectory(prefix="litgen-kills-") as name:
        inputs = Path(name) / "inputs"
        inputs.mkdir()
        prepared = multiprocessing.get_context("fork").Process(
            target=prepare, args=(inputs, given.pairs.resolve())
        )
        prepared.start()
        prepared.join()
        if prepared.exitcode:
            sys.exit("kill_study: the inputs could not be made")
        studies = [Study(job, inputs, Path(name) / f"work{at}") for at, job in enumerate(jobs)]
        killed = 0
        for each in itertools.cycle(studies):
            if killed >= given.n:
                break
            killed += each.go_on(min(MOST, given.n - killed), draw)
            print(f"{killed} kills; {json.dumps(each.describe())}", flush=True)
            if given.output:
                given.output.parent.mkdir(parents=True, exist_ok=True)
                results = [every.describe() for every in studies]
                given.output.write_text(json.dumps(results, indent=1) + "\n")
    faults = sum(len(each.faults) for each in studies)
    print(f"{killed} kills, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
