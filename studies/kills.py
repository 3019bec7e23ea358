#!/usr/bin/env python3
"""Kill transform, evaluate, train and ie-test at random moments; all must end with the same bytes.

    python studies/kills.py [-n 200] [--seed 0] [--only VERB] [-o out/kills.json]

Each verb runs undisturbed first, in a Python of its own. Then it is begun anew and killed (SIGKILL,
with all its processes) after a random part of the time that it takes, again and again in the same
folder, up to four times, until it comes to its end. What it leaves then is compared with the
undisturbed run, file by file: all but ``run.json`` and seconds of trainings. Training of an encoder
begins from random weights, and keeps a checkpoint every half second.

The runs that are killed are forks of this process, which has imported everything: so each kill
falls into the work, none into the imports.
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
#: What the verbs import late.
IMPORTED = ("spacy", "nltk", "lemminflect", "scipy.stats", "torch", "transformers", "xgboost")
#: Times and machine.
NOT_COMPARED = ("run.json",)
SECONDS = re.compile(rb'"seconds": [0-9.e-]+')  # of a training, in its record
#: A run is killed at most so often before it may end.
MOST = 4
#: Pairs that are transformed, in chunks of so many.
PAIRS, CHUNK = 200, 24
#: Seconds between the checkpoints of a training.
CHECKPOINT = 0.5


class Job(NamedTuple):
    """A command whose results are in the folder ``out``."""

    name: str
    arguments: tuple[str, ...]
    files: tuple[str, ...]  # that the job reads, in the folder that it works in


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
    """The inputs of all jobs: small, but of several chunks, batches and steps."""
    from tests.models.tiny import save_tiny
    from tests.training.examples import write_pairs

    rows = pairs.read_text("utf-8").splitlines()
    numbered = (
        json.dumps({**json.loads(row), "pairID": f"p{number}"})  # a file of few pairs is read again
        for number, row in enumerate(itertools.islice(itertools.cycle(rows), PAIRS))
    )
    (folder / "pairs.jsonl").write_text("".join(f"{row}\n" for row in numbered), "utf-8")
    write_pairs(folder / "train.jsonl", 600)
    save_tiny(folder / "encoder")
    work(["transform", "train.jsonl", "-o", "set", "--suite", "stress", "--rank", "none"], folder)


def work(arguments: list[str] | tuple[str, ...], folder: Path) -> None:
    """Do a command in a folder and end this process, with its exit code."""
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
    """Begin a command in a fork of this process; the fork's number."""
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
    """Run a job; whether it ended before it was killed.

    Raises:
        RuntimeError: it ended badly by itself.
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
    """What a job left, by file."""
    return {
        str(path.relative_to(folder)): SECONDS.sub(b"", path.read_bytes())
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name not in NOT_COMPARED
    }


def place(job: Job, inputs: Path, folder: Path) -> Path:
    """A new folder for a job, with its inputs, of the same name each time."""
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
        self.seconds = time.monotonic() - began  # of a fork, as those that are killed
        self.kills = self.runs = 0
        self.faults: list[str] = []
        self._compare("undisturbed, as a fork")

    def go_on(self, most: int, draw: random.Random) -> int:
        """Begin the job, kill it up to so often, let it end, compare; how often it was killed."""
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
        """What came out, as JSON values."""
        return {
            "job": self.job.name, "kills": self.kills, "runs": self.runs,
            "seconds": round(self.seconds, 2), "faults": self.faults,
        }  # fmt: skip


def main() -> int:
    """Run the study; 1 where anything differed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("-n", type=int, default=200, help="kills in all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="jobs whose name begins so")
    parser.add_argument("--pairs", type=Path, default=ROOT / "examples" / "pairs.jsonl")
    parser.add_argument("-o", "--output", type=Path)
    parser.add_argument("--work", help=argparse.SUPPRESS)  # a command to do here, as JSON
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
