"""Stopped at any moment and begun again: the same bytes as a run never stopped."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import command_of, environment, run

FILES = ("contrast.jsonl", "manifest.json", "README.md")
PAIRS = 640  # five chunks


def heed_interrupts() -> None:
    """A suite run in the background of a shell ignores them, and so would its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def start(*arguments: object, delay: float) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command_of(arguments), env=environment(delay), stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, start_new_session=True, preexec_fn=heed_interrupts,
    )  # fmt: skip


def finished_chunks(folder: Path, mode: str = "ro") -> int:
    """Chunks in the store; ``rw`` for one whose writer was killed, to roll back what it left."""
    path = folder / ".work" / "chunks.sqlite"
    if not path.exists():
        return 0
    database = sqlite3.connect(f"file:{path}?mode={mode}", uri=True)
    try:
        return int(database.execute("SELECT COUNT(*) FROM chunks").fetchone()[0])
    except sqlite3.OperationalError:  # the table is not made yet, or a write is going on
        return 0
    finally:
        database.close()


def wait_for_chunk(process: subprocess.Popen[str], folder: Path, number: int) -> None:
    deadline = time.monotonic() + 60
    while finished_chunks(folder) < number:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.02)


def children(pid: int) -> list[int]:
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True)
    return [int(line) for line in found.stdout.split()]


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def assert_same(folder: Path, whole: Path) -> None:
    for name in FILES:
        assert (folder / name).read_bytes() == (whole / name).read_bytes(), name
    assert not (folder / ".work").exists()


@pytest.mark.parametrize("jobs", [1, 2])
def test_killed_in_the_middle(tmp_path: Path, write_pairs: Callable[..., Path], jobs: int) -> None:
    path = write_pairs(PAIRS)
    whole = run(path, "-o", tmp_path / "whole")
    assert whole.returncode == 0, whole.stderr
    cut = tmp_path / "cut"
    process = start(path, "-o", cut, "--jobs", jobs, delay=0.001)
    wait_for_chunk(process, cut, 1)
    workers = children(process.pid)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert 0 < finished_chunks(cut, "rw") < 5
    assert not (cut / "manifest.json").exists()
    deadline = time.monotonic() + 20
    while any(map(alive, workers)) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not any(map(alive, workers)), "workers outlive their parent"
    again = run(path, "-o", cut, "--jobs", jobs)
    assert again.returncode == 0, again.stderr
    assert_same(cut, tmp_path / "whole")


def test_killed_while_the_files_are_written(
    tmp_path: Path, write_pairs: Callable[..., Path]
) -> None:
    path = write_pairs(200)
    assert run(path, "-o", tmp_path / "whole").returncode == 0
    cut = tmp_path / "cut"
    # The process ends at the first file that it renames into its place after the signature.
    code = (
        "import os, pathlib, sys; from litgen.cli import main\n"
        "replace = pathlib.Path.replace\n"
        "def dying(self, target):\n"
        "    if target.name != 'signature.json': os._exit(9)\n"
        "    return replace(self, target)\n"
        "pathlib.Path.replace = dying; main()"
    )
    arguments = command_of([path, "-o", cut])[3:]
    stopped = subprocess.run([sys.executable, "-c", code, *arguments], env=environment())
    assert stopped.returncode == 9
    assert run(path, "-o", cut).returncode == 0
    assert_same(cut, tmp_path / "whole")


@pytest.mark.parametrize("jobs", [1, 2])
def test_interrupted(tmp_path: Path, write_pairs: Callable[..., Path], jobs: int) -> None:
    path = write_pairs(PAIRS)
    cut = tmp_path / "cut"
    process = start(path, "-o", cut, "--jobs", jobs, delay=0.001)
    wait_for_chunk(process, cut, 1)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: the workers get it, too
    _, errors = process.communicate(timeout=120)
    assert process.returncode == 130
    # On a busy machine joblib's resource tracker, a process of its own, may add what it cleaned up.
    told = errors.strip().splitlines()
    assert told[0] == "litgen: interrupted; repeat the command to resume"
    assert all("resource_tracker" in line or "warnings.warn" in line for line in told[1:])
    assert run(path, "-o", cut).returncode == 0


def test_a_full_disk(tmp_path: Path, write_pairs: Callable[..., Path]) -> None:
    path = write_pairs(PAIRS)
    cut = tmp_path / "cut"

    def small_files() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, 150_000))

    full = subprocess.run(
        command_of([path, "-o", cut]), env=environment(), capture_output=True, text=True,
        preexec_fn=small_files,
    )  # fmt: skip
    assert full.returncode == 1
    assert full.stderr.startswith(f"litgen: {cut}: the disk is full; free space")
    assert full.stderr.count("\n") == 1
    assert run(path, "-o", cut).returncode == 0
    assert run(path, "-o", tmp_path / "whole").returncode == 0
    assert_same(cut, tmp_path / "whole")


def test_a_worker_that_dies(tmp_path: Path, write_pairs: Callable[..., Path]) -> None:
    path = write_pairs(PAIRS)
    process = start(path, "-o", tmp_path / "out", "--jobs", 2, delay=0.001)
    wait_for_chunk(process, tmp_path / "out", 1)
    # loky's resource tracker is a child, too; the workers are those with the most memory.
    worker = max(children(process.pid), key=lambda pid: int(
        Path(f"/proc/{pid}/statm").read_text().split()[1]))  # fmt: skip
    os.kill(worker, signal.SIGKILL)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "a worker process was killed" in errors
    assert "Traceback" not in errors


def test_jobs_and_the_folders_name_change_nothing(
    tmp_path: Path, write_pairs: Callable[..., Path]
) -> None:
    path = write_pairs(300)
    assert run(path, "-o", tmp_path / "one").returncode == 0
    assert run(path, "-o", tmp_path / "two", "--jobs", 2).returncode == 0
    assert_same(tmp_path / "two", tmp_path / "one")
    shutil.move(tmp_path / "one", tmp_path / "three")
    assert run(path, "-o", tmp_path / "three").returncode == 0
