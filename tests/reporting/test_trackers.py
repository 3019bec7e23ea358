"""A report that is logged can be read back from where it was logged, and its scores are its own."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from litgen.cli import run
from litgen.evaluation.procedure import Procedure
from litgen.reporting import build
from litgen.reporting.exports import records, write_records
from tests.evaluation.makers import make_contrast_set, predict, record


@pytest.fixture(scope="module")
def predictions(tmp_path_factory):
    folder = tmp_path_factory.mktemp("trackers")
    rows = [
        record(f"p{chr(97 + number)}", contrast, label, "entailment")
        for number in range(12)
        for contrast, label in (("past;future", "neutral"), ("past;past", "entailment"))
    ]
    made = make_contrast_set(folder / "set", rows)
    said = {f"p{chr(97 + number)}:past:future": "E" for number in range(9)}
    return [
        predict(folder / "weak", made, said, name="someone/weak"),
        predict(folder / "strong", made, {}, name="strong"),
    ]


@pytest.fixture
def report(predictions):
    return build(predictions, Procedure(replicates=200, min_pairs=5))


def log(predictions, folder, tracker):
    return run(["report", *map(str, predictions), "-o", str(folder), "--log", tracker])


def test_mlflow_has_the_scores_the_tables_and_the_page(predictions, tmp_path, monkeypatch):
    mlflow = pytest.importorskip("mlflow")
    monkeypatch.setenv("MLFLOW_ALLOW_FILE_STORE", "true")
    monkeypatch.setenv("MLFLOW_TRACKING_URI", (tmp_path / "runs").as_uri())
    mlflow.set_tracking_uri(None)
    assert log(predictions, tmp_path / "report", "mlflow") == 0
    client = mlflow.MlflowClient((tmp_path / "runs").as_uri())
    experiment = client.get_experiment_by_name("litgen")
    found = {each.info.run_name: each for each in client.search_runs([experiment.experiment_id])}
    assert set(found) == {"someone/weak", "strong"}
    weak, strong = found["someone/weak"].data.metrics, found["strong"].data.metrics
    assert weak["accuracy/past__future"] == pytest.approx(0.25)
    assert weak["accuracy/originals"] == strong["accuracy/past__future"] == 1.0
    assert weak["loss/past__future"] == pytest.approx(0.75)
    assert weak["loss_low/past__future"] < 0.75 < weak["loss_high/past__future"]
    identity = found["strong"].info.run_id
    page = client.download_artifacts(identity, "report/report.html", str(tmp_path))
    assert (tmp_path / "report" / "report.html").read_bytes() == Path(page).read_bytes()
    table = client.download_artifacts(identity, "tables/control.csv", str(tmp_path))
    assert "75.0" in Path(table).read_text("utf-8")


def test_wandb_offline_writes_a_run_for_each_model(predictions, tmp_path, monkeypatch):
    pytest.importorskip("wandb")
    monkeypatch.setenv("WANDB_MODE", "offline")
    for name in ("WANDB_DIR", "WANDB_DATA_DIR", "WANDB_CACHE_DIR", "WANDB_CONFIG_DIR"):
        monkeypatch.setenv(name, str(tmp_path))
    assert log(predictions, tmp_path / "report", "wandb") == 0
    runs = [*tmp_path.rglob("*.wandb")]
    assert len(runs) == 2
    logged = b"".join(each.read_bytes() for each in runs)
    assert b"loss/past__future" in logged and b"someone/weak" in logged
    assert len([*tmp_path.rglob("control_*.table.json")]) == 2


@pytest.mark.parametrize("tracker", ["mlflow", "wandb"])
def test_a_tracker_that_is_missing_is_named_before_any_work(
    predictions, tmp_path, monkeypatch, capsys, tracker
):
    monkeypatch.setitem(sys.modules, tracker, None)
    assert log(predictions, tmp_path / "report", tracker) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and f"litgen-nli[{tracker}]" in said
    assert not (tmp_path / "report").exists()


def test_a_tracker_that_cannot_write_leaves_the_report(predictions, tmp_path, monkeypatch, capsys):
    mlflow = pytest.importorskip("mlflow")
    monkeypatch.setenv("MLFLOW_TRACKING_URI", str(tmp_path / "file" / "runs"))
    monkeypatch.setenv("MLFLOW_ALLOW_FILE_STORE", "true")
    (tmp_path / "file").write_text("not a folder")
    mlflow.set_tracking_uri(None)
    assert log(predictions, tmp_path / "report", "mlflow") == 1
    last = capsys.readouterr().err.splitlines()[-1]
    assert "the report was written, but mlflow rejected it" in last
    assert (tmp_path / "report" / "report.html").exists()


def test_every_eval_ever_has_each_score_with_its_interval(report, tmp_path):
    weak, strong = records(report, "Someone", now=1_700_000_000.5)
    assert weak["source_metadata"]["evaluator_relationship"] == "first_party"
    assert strong["source_metadata"]["evaluator_relationship"] == "third_party"
    assert weak["retrieved_timestamp"] == "1700000000"
    assert weak["model_info"]["developer"] == "someone" and "developer" not in strong["model_info"]
    results = {each["evaluation_result_id"]: each for each in weak["evaluation_results"]}
    assert len(results) == len(weak["evaluation_results"]) == 6
    for each in results.values():
        config, details = each["metric_config"], each["score_details"]
        assert config["min_score"] <= details["score"] <= config["max_score"]
        interval = details["uncertainty"]["confidence_interval"]
        assert interval["lower"] <= details["score"] <= interval["upper"]
    loss = results["loss/past__future"]
    assert loss["score_details"]["score"] == pytest.approx(0.75)
    assert loss["metric_config"]["lower_is_better"]
    assert not results["accuracy/past__past"]["metric_config"]["lower_is_better"]

    write_records(report, tmp_path, "Someone")
    files = write_records(report, tmp_path, "Someone")  # in the place of the first ones
    assert sorted(files) == sorted(tmp_path.rglob("*.json"))
    assert [path.parent.relative_to(tmp_path / "every_eval_ever" / "data").as_posix()
            for path in files] == ["litgen/someone/weak", "litgen/unknown/strong"]  # fmt: skip
    assert json.loads(files[0].read_text())["model_info"]["id"] == "someone/weak"
