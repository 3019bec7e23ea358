"""Reports in MLflow or Weights & Biases: a run for each model, with tables and the page."""

from __future__ import annotations

import csv
import math
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from litgen.exceptions import LitgenError
from litgen.frames import optional
from litgen.reporting.content import Report
from litgen.reporting.scores import scores_of
from litgen.reporting.table_files import as_csv
from litgen.version import __version__

Tracker = Literal["mlflow", "wandb"]
#: Project of runs if the environment names none (``MLFLOW_EXPERIMENT_NAME``, ``WANDB_PROJECT``).
PROJECT = "litgen"


def log_report(tracker: Tracker, report: Report, folder: Path) -> None:
    """Log a written report: metrics, tables, and the files of the report.

    The tools' environment variables determine where runs go: ``MLFLOW_TRACKING_URI``,
    ``WANDB_MODE`` and so on.

    Args:
        folder: of the report.

    Raises:
        UsageError: the tracker is not installed.
        LitgenError: the tracker does not accept the runs.

    Example:
        >>> log_report("mlflow", litgen.report("predictions"), Path("report"))  # doctest: +SKIP
    """
    library = optional(tracker)
    own = library.exceptions.MlflowException if tracker == "mlflow" else library.Error
    log = _to_mlflow if tracker == "mlflow" else _to_wandb
    for answers in report.assessment.models:
        scores = {}
        for score in scores_of(report, answers.name):
            if math.isfinite(score.value):
                scores[score.key] = score.value
            if score.metric == "loss" and math.isfinite(score.low):
                name = score.key.removeprefix("loss")
                scores |= {f"loss_low{name}": score.low, f"loss_high{name}": score.high}
        about = {
            "model": answers.name,
            "contrast_set": report.assessment.contrast_set.sha256,
            "signature": report.signature,
            "litgen": __version__,
        }
        try:
            log(library, report, folder, scores, about)
        except (own, OSError, ValueError) as error:
            reason = " ".join(str(error).split())[:300]
            raise LitgenError(
                f"{folder}: the report is there, but {tracker} does not take it: {reason}"
            ) from error


def _to_mlflow(
    mlflow: Any, report: Report, folder: Path, scores: Mapping[str, float], about: Mapping[str, str]
) -> None:
    if "MLFLOW_EXPERIMENT_NAME" not in os.environ and "MLFLOW_EXPERIMENT_ID" not in os.environ:
        mlflow.set_experiment(PROJECT)
    with mlflow.start_run(run_name=about["model"], description=report.title):
        mlflow.log_params(about)
        mlflow.log_metrics(scores)
        for table in (*report.tables, *report.tests):
            mlflow.log_text(as_csv(table), f"tables/{table.key}.csv")
        mlflow.log_artifacts(str(folder), "report")


def _to_wandb(
    wandb: Any, report: Report, folder: Path, scores: Mapping[str, float], about: Mapping[str, str]
) -> None:
    project = os.environ.get("WANDB_PROJECT", PROJECT)
    with wandb.init(
        project=project, name=about["model"], notes=report.title, config=dict(about),
        settings=wandb.Settings(silent=True),
    ) as run:  # fmt: skip
        run.summary.update(scores)
        for table in (*report.tables, *report.tests):
            head, *rows = csv.reader(as_csv(table).splitlines())
            run.log({f"tables/{table.key}": wandb.Table(columns=head, data=rows)})
        made = wandb.Artifact("report", type="report")
        made.add_dir(str(folder))
        run.log_artifact(made)
