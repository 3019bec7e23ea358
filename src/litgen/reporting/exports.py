"""Export of results to MLflow, Weights & Biases and Every Eval Ever 0.3.0.

Every Eval Ever is a shared database of evaluations; its schema is ``eval.schema.json`` of
github.com/evaleval/every_eval_ever (arXiv 2606.14516).
"""

from __future__ import annotations

import csv
import hashlib
import json
import math
import os
import re
import shutil
import time
import uuid
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple

from litgen.contrast.notation import slug
from litgen.exceptions import LitgenError
from litgen.files import write_texts
from litgen.frames import optional
from litgen.reporting.content import Report
from litgen.reporting.table_files import as_csv
from litgen.version import __version__

Tracker = Literal["mlflow", "wandb"]
#: Default project, unless ``MLFLOW_EXPERIMENT_NAME`` or ``WANDB_PROJECT`` names one.
PROJECT = "litgen"
SCHEMA = "0.3.0"
#: The subfolder of a report's folder for the records.
FOLDER = "every_eval_ever"
#: Map each metric to its name in the schema, its description and its smallest possible value.
_METRICS = {
    "accuracy": ("accuracy", "share of pairs whose gold label is predicted", 0.0),
    "consistency": ("litgen.contrast_consistency",
                    "share of pairs where the model is right on original and contrast", 0.0),
    "loss": ("litgen.loss",
             "accuracy on the controls minus that on the contrast, for the same originals", -1.0),
}  # fmt: skip


class Score(NamedTuple):
    """One score of a model.

    Example:
        >>> Score("loss", "past;future", 0.1, 0.0, 0.2, 30).key
        'loss/past__future'
    """

    metric: str  #: ``accuracy``, ``consistency`` or ``loss``
    contrast: str | None  #: the contrast, or None for the originals
    value: float  #: a fraction; a loss is the accuracy on the controls minus that on the contrast
    low: float  #: bounds of the 95 % interval
    high: float
    n: int  #: number of pairs or, for a loss, of source pairs

    @property
    def key(self) -> str:
        """The score's name, spelled so that every tool accepts it."""
        return f"{self.metric}/{slug(self.contrast) if self.contrast else 'originals'}"


def scores_of(report: Report, model: str) -> Iterator[Score]:
    found = report.assessment
    for each in found.originals:
        if each.model == model:
            share = each.accuracy
            yield Score("accuracy", None, share.value, share.low, share.high, share.n)
    for measure in found.measures:
        if measure.model == model and measure.by == "contrast":
            shares = [("accuracy", measure.metrics.contrast)]
            if measure.metrics.consistency is not None:
                shares.append(("consistency", measure.metrics.consistency.both_right))
            for name, share in shares:
                yield Score(name, measure.name, share.value, share.low, share.high, share.n)
    for row in found.controlled:
        if row.model == model:
            loss = row.extra
            yield Score("loss", row.contrast, loss.value, loss.low, loss.high, row.n)


def log_report(tracker: Tracker, report: Report, folder: Path) -> None:
    """Log a written report: metrics, tables, and the files of the report.

    The tools' environment variables, such as ``MLFLOW_TRACKING_URI`` and ``WANDB_MODE``, determine
    where runs are logged. ``folder`` is the folder of the report.

    Raises:
        UsageError: the tracker is not installed.
        LitgenError: the tracker rejects the runs.

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
                f"{folder}: the report was written, but {tracker} rejected it: {reason}"
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


def write_records(report: Report, folder: Path, organization: str) -> list[Path]:
    """Write each model's record into ``folder/every_eval_ever``, under its path in the database.

    ``organization`` is the name of the organization that ran the evaluation. Return the paths of
    the written files.
    """
    shutil.rmtree(folder / FOLDER, ignore_errors=True)  # from an earlier report
    texts = {}
    for record in records(report, organization):
        text = json.dumps(record, indent=2, ensure_ascii=False) + "\n"
        name = uuid.UUID(bytes=hashlib.sha256(text.encode()).digest()[:16], version=4)
        developer, _, rest = record["model_info"]["id"].rpartition("/")
        path = Path("data", "litgen", _portable(developer or "unknown"), _portable(rest))
        (folder / FOLDER / path).mkdir(parents=True, exist_ok=True)
        texts[f"{path.as_posix()}/{name}.json"] = text
    return write_texts(folder / FOLDER, texts)


def records(report: Report, organization: str, now: float | None = None) -> list[dict[str, Any]]:
    """Return the record of each model; ``now`` is seconds since 1970 (default: current time)."""
    found = report.assessment
    made = []
    for answers, info in zip(found.models, found.predictions, strict=True):
        described = info.model
        model = str(described.get("base") or described["name"])
        developer = model.rpartition("/")[0]
        first_party = developer.casefold() == organization.casefold()
        endpoint = "url" in described
        scores = (each for each in scores_of(report, answers.name) if math.isfinite(each.value))
        made.append({
            "schema_version": SCHEMA,
            "evaluation_id": f"litgen/{found.contrast_set.sha256[:12]}/{answers.name}",
            "retrieved_timestamp": str(int(time.time() if now is None else now)),
            "source_metadata": {
                "source_name": "litgen",
                "source_type": "evaluation_run",
                "source_organization_name": organization,
                "evaluator_relationship": "first_party" if first_party else "third_party",
            },
            "eval_library": {
                "name": "litgen", "version": __version__,
                "additional_details": {"signature": report.signature},
            },
            "model_info": {
                "name": answers.name, "id": model,
                **({"developer": developer} if developer else {}),
                "additional_details": {
                    "deployment_type": "unknown" if endpoint else "self_deployed",
                    "model_availability": "unknown",
                    **{key: str(described[key]) for key in ("kind", "sha256", "commit")
                       if described.get(key)},
                },
            },
            "evaluation_results": [_result(report, score) for score in scores],
        })  # fmt: skip
    return made


def _result(report: Report, score: Score) -> Mapping[str, Any]:
    found = report.assessment
    source = str(found.contrast_set.manifest["input"]["source"])
    metric, about, minimum = _METRICS[score.metric]
    name = score.contrast or "originals"
    interval = {"lower": score.low, "upper": score.high, "confidence_level": 0.95}
    return {
        "evaluation_result_id": score.key,
        "evaluation_name": f"litgen.{name}",
        "source_data": {
            "dataset_name": f"litgen contrasts of {Path(source).name}",
            "source_type": "other",
            "additional_details": {"sha256": found.contrast_set.sha256, "contrast": name},
        },
        "metric_config": {
            "evaluation_description": about,
            "metric_id": metric, "metric_name": score.metric,
            "metric_unit": "proportion", "lower_is_better": score.metric == "loss",
            "score_type": "continuous", "min_score": minimum, "max_score": 1.0,
        },
        "score_details": {"score": score.value, "uncertainty": {
            "num_samples": score.n,
            **({"confidence_interval": interval} if math.isfinite(score.low) else {}),
        }},
    }  # fmt: skip


def _portable(name: str) -> str:
    return re.sub(r"[^\w.-]+", "_", name).strip("._") or "unknown"
