"""A Dask cluster of two worker processes writes the same bytes, though one is killed."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from litgen.contrast.pipeline import build
from litgen.evaluation.evaluate import evaluate
from litgen.exceptions import LitgenError
from litgen.experiments.data import Data
from litgen.experiments.invariance import Design
from litgen.experiments.learner import Learner
from litgen.experiments.sweep import ie_test
from litgen.options import Options
from litgen.training.data import Sources
from litgen.workers import pool, worker_pool
from tests.contrast import contrast_fakes
from tests.experiments.accent import write_pairs

distributed = pytest.importorskip("distributed")

FAKES = Path(contrast_fakes.__file__).parent / "hook"
#: Seconds that a sentence, a window of pairs takes.
DELAY = "0.0005"
MODEL = f"""
import time


def predict(pairs):
    time.sleep({DELAY} * len(pairs))
    return [("entailment", "neutral")[(len(premise) + len(hypothesis)) % 2]
            for premise, hypothesis in pairs]
"""
#: Seconds that a busy machine may take to answer, or to start a worker anew.
PATIENCE = 300
OPTIONS = Options(contrast=("past;future",), rank="none")


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Here and in the workers, quick transformations stand for the grammar's; a module *slow*."""
    folder = tmp_path_factory.mktemp("modules")
    (folder / "slow.py").write_text(MODEL)
    with pytest.MonkeyPatch.context() as patch:
        known = os.environ.get("PYTHONPATH", "")
        patch.setenv("PYTHONPATH", os.pathsep.join((str(FAKES), str(folder), known)))
        patch.setenv("LITGEN_TEST_DELAY", DELAY)
        patch.syspath_prepend(folder)
        contrast_fakes.install(patch.setattr)
        patch.setattr(pool, "PATIENCE", PATIENCE)
        yield


@pytest.fixture(scope="module")
def cluster(environment: None) -> Iterator[Any]:
    # A worker that is away when its earlier loss is looked into would be given up for good.
    lost = {"distributed.deploy.lost-worker-timeout": f"{PATIENCE}s"}
    with (
        pytest.importorskip("dask").config.set(lost),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as made,
    ):
        yield made


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    return write_pairs(tmp_path / "pairs.jsonl", 660)


@contextmanager
def one_killed(cluster: Any) -> Iterator[Callable[[int, int], None]]:
    """A progress callback that, between the first result and the last, kills a busy worker."""
    killed: list[int] = []
    with distributed.Client(cluster.scheduler_address, set_as_default=False) as client:

        def told(done: int, total: int) -> None:
            busy = [worker for worker, tasks in client.processing().items() if tasks]
            if killed or not 0 < done < total or not busy:
                return
            pid = client.run(os.getpid, workers=busy[:1])[busy[0]]
            os.kill(pid, signal.SIGKILL)
            killed.append(pid)

        yield told
        assert len(killed) == 1
        assert killed[0] not in client.run(os.getpid, on_error="ignore").values()
        client.wait_for_workers(2, timeout=PATIENCE)


def contents(folder: Path, *names: str) -> dict[str, bytes]:
    """The files of some names, or of patterns; there is one of each."""
    found = {str(path.relative_to(folder)): path for name in names for path in folder.glob(name)}
    assert len(found) >= len(names)
    return {name: path.read_bytes() for name, path in sorted(found.items())}


def test_transform_and_evaluate(cluster: Any, pairs: Path, tmp_path: Path) -> None:
    address = cluster.scheduler_address
    here, there = tmp_path / "here", tmp_path / "there"
    build(pairs, here, OPTIONS)
    with one_killed(cluster) as told:
        build(pairs, there, OPTIONS, scheduler=address, progress=told)
    written = ("contrast.jsonl", "manifest.json", "README.md")
    assert contents(here, *written) == contents(there, *written)

    evaluate(here, "slow:predict", tmp_path / "p here")
    with one_killed(cluster) as told:
        evaluate(here, "slow:predict", tmp_path / "p there", scheduler=address, progress=told)
    written = ("predictions.jsonl", "manifest.json")
    assert contents(tmp_path / "p here", *written) == contents(tmp_path / "p there", *written)


def test_ie_test(cluster: Any, pairs: Path, tmp_path: Path) -> None:
    def run(folder: Path, **how: Any) -> dict[str, bytes]:
        design = Design(phi="cleft", rho=(0.0, 0.5, 1.0), samples=2, budget=0, replicates=500)
        learner = Learner("bow", (("rounds", 12),))
        ie_test(Data(Sources((str(pairs),))), folder, learner, {}, design, OPTIONS, **how)
        return contents(folder, "ie-test.json", "report.md", "min-p.svg")

    with one_killed(cluster) as told:
        there = run(tmp_path / "there", scheduler=cluster.scheduler_address, progress=told)
    assert run(tmp_path / "here") == there


def test_no_scheduler_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "PATIENCE", 0.5)
    with (
        pytest.raises(LitgenError, match=r"--scheduler tcp://127\.0\.0\.1:9: no Dask scheduler"),
        worker_pool(1, "tcp://127.0.0.1:9"),
    ):
        pass
