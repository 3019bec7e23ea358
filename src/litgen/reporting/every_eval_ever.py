"""Results in the schema of Every Eval Ever 0.3.0, a shared database of evaluations.

The schema is ``eval.schema.json`` of github.com/evaleval/every_eval_ever (arXiv 2606.14516).
"""

from __future__ import annotations

import hashlib
import json
import math
import re
import shutil
import time
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from litgen.files import write_texts
from litgen.reporting.content import Report
from litgen.reporting.scores import Score, scores_of
from litgen.version import __version__

SCHEMA = "0.3.0"
#: The folder of the records within the folder of a report.
FOLDER = "every_eval_ever"
#: Metric -> its name in the schema, its description, and its smallest value.
_METRICS = {
    "accuracy": ("accuracy", "share of pairs with the gold label", 0.0),
    "consistency": ("litgen.contrast_consistency",
                    "share of pairs right on the original and on the contrast", 0.0),
    "loss": ("litgen.loss",
             "accuracy on the controls less accuracy on the contrast, on the same originals", -1.0),
}  # fmt: skip


def write_records(report: Report, folder: Path, organization: str) -> list[Path]:
    """Write each model's record into ``folder/every_eval_ever``, under its path in the database.

    Args:
        folder: of the report.
        organization: the organization that ran the evaluation.

    Returns:
        The files.
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
    """Return the record of each model.

    Args:
        now: seconds since 1970; the current time when None.
    """
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
    metric, about, least = _METRICS[score.metric]
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
            "score_type": "continuous", "min_score": least, "max_score": 1.0,
        },
        "score_details": {"score": score.value, "uncertainty": {
            "num_samples": score.n,
            **({"confidence_interval": interval} if math.isfinite(score.low) else {}),
        }},
    }  # fmt: skip


def _portable(name: str) -> str:
    return re.sub(r"[^\w.-]+", "_", name).strip("._") or "unknown"
