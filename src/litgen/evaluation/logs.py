"""Read, as predictions, other harnesses' logs of tasks from ``litgen export`` or ``publish``.

lm-evaluation-harness writes ``samples_TASK_TIME.jsonl`` (``--log_samples``), and inspect_ai writes
``.eval`` files. Both logs contain the task's rows, by which they are matched with the contrast set.
"""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from litgen.data import LABELS
from litgen.evaluation.elsewhere import probabilities_of
from litgen.evaluation.prediction import Check, Prediction
from litgen.evaluation.predictions import PredictionInfo, Predictions
from litgen.exceptions import DataError, LitgenError
from litgen.models.prompts import load_prompt
from litgen.models.reading import AnswerReader

_SAMPLES = re.compile(r"samples_(?P<task>.+)_(?P<time>\d{4}-\d\d-\d\dT[\d.-]+)\.jsonl")
_EVAL = ".eval"
HARNESS_KINDS = ("lm-eval", "inspect")  #: kinds of models that were run by other harnesses


class Answered(NamedTuple):
    """An answer in a log: the row of the task and the prediction."""

    row: Mapping[str, Any]
    prediction: Prediction
    where: str


class LoggedPredictions(Predictions):
    """The answers of one model to one prompt, in the logs of one folder."""

    whole = False

    def __init__(self, path: Path, files: list[Path], info: PredictionInfo) -> None:
        self.path, self.files, self.info = path, files, info

    def __iter__(self) -> Iterator[Prediction]:
        """Stream the predictions; an original that occurs in several tasks is included once."""
        check = Check(self.info.labels)
        originals: set[str] = set()
        for file in self.files:
            for answer in answers_of(file):
                prediction = answer.prediction
                if answer.row["contrast_set"] != self.info.contrast_sha256:
                    raise DataError(f"{answer.where} is for another contrast set than earlier logs")
                if prediction.side == "original":
                    if prediction.id in originals:
                        continue
                    originals.add(prediction.id)
                check(prediction, answer.where)
                yield prediction

    def contrast_folder(self) -> Path:
        """Raise a ``DataError``, since logs do not record where the contrast set is."""
        raise DataError(f"{self.path}: logs do not name the contrast set; use --contrast-set DIR")


def open_predictions(path: Path) -> list[Predictions]:
    """Open the predictions in a folder from ``litgen evaluate``, a log or a folder of logs."""
    logs = _logs(path)
    if not logs:
        return [Predictions(path)]
    groups: dict[tuple[str, str], list[Path]] = {}
    infos: dict[tuple[str, str], PredictionInfo] = {}
    for log in logs:
        first = next(answers_of(log), None)
        if first is None:
            raise DataError(f"{log} contains no answers; run the task again to the end")
        info = _info(log, first)
        key = info.name, info.contrast_sha256
        groups.setdefault(key, []).append(log)
        infos.setdefault(key, info)
    return [LoggedPredictions(path, files, infos[key]) for key, files in groups.items()]


def _logs(path: Path) -> list[Path]:
    """Find the logs at a path; for each task of lm-evaluation-harness, only the newest log."""
    if path.is_file():
        return [path] if path.suffix == _EVAL or _SAMPLES.fullmatch(path.name) else []
    if not path.is_dir() or (path / "manifest.json").exists():
        return []
    newest: dict[tuple[Path, str], Path] = {}
    for each in sorted(path.rglob("samples_*.jsonl")):
        if match := _SAMPLES.fullmatch(each.name):
            newest[each.parent, match["task"]] = each
    return [*newest.values(), *sorted(path.rglob(f"*{_EVAL}"))]


def answers_of(log: Path) -> Iterator[Answered]:
    """Yield the answers of a log; raise an error if it is unfinished or of another task."""
    return _of_inspect(log) if log.suffix == _EVAL else _of_lm_eval(log)


def _of_lm_eval(log: Path) -> Iterator[Answered]:
    with log.open(encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            where = f"{log}:{number}"
            try:
                values = json.loads(line)
                row = values["doc"]
                said = values["acc_contrast"]
                results = values["filtered_resps"]
            except (ValueError, KeyError, TypeError, RecursionError):
                raise DataError(
                    f"{where}: this is not an answer to a task of litgen export; run lm-eval on "
                    "such a task with --log_samples"
                ) from None
            scores, raw = None, results[0]
            if not isinstance(raw, str):  # log-likelihoods of the answers
                logs = (float(each[0]) for each in results)
                scores = probabilities_of(dict(zip(row["labels"], logs, strict=True)))
                raw = None
            answer, outcome = said["answer"], said["outcome"]
            made = Prediction(row["id"], row["side"], answer, scores, outcome, raw)
            yield Answered(row, made, where)


def _of_inspect(log: Path) -> Iterator[Answered]:
    try:
        from inspect_ai.log import read_eval_log, read_eval_log_samples
    except ImportError:
        raise LitgenError(f"{log}: inspect_ai is missing; run pip install inspect_ai") from None
    try:
        status = read_eval_log(str(log), header_only=True).status
        if status != "success":
            raise DataError(f"{log}: the run did not finish ({status}); run inspect eval-retry")
        readers: dict[str, AnswerReader] = {}
        samples = read_eval_log_samples(str(log))
        for sample in samples:
            where = f"{log}: sample {sample.id}"
            row, scores = sample.metadata, sample.scores or {}
            if not scores or "contrast_set" not in row:
                raise DataError(f"{where} is not an answer to a task of litgen export or publish")
            if (score := scores.get("label")) is not None:
                outcome = (score.metadata or {}).get("outcome", "answered")
                label, said = score.answer, score.explanation
            else:  # from a published set, which uses a built-in scorer of inspect_ai
                if (reader := readers.get(row["prompt"])) is None:
                    reader = readers[row["prompt"]] = AnswerReader(load_prompt(row["prompt"]))
                row, said = {**row, "labels": reader.prompt.labels}, sample.output.completion
                cut = sample.output.stop_reason in ("max_tokens", "model_length")
                outcome, label = reader.generated(row["premise"], row["hypothesis"], said, cut)
            yield Answered(
                row, Prediction(row["id"], row["side"], label, None, outcome, said), where
            )
    except (OSError, ValueError, KeyError) as error:
        raise DataError(f"{log} cannot be read: {error}") from None


def _info(log: Path, first: Answered) -> PredictionInfo:
    """Describe a log's model; the name includes the prompt and whether answers were generated."""
    row, generated = first.row, first.prediction.raw is not None
    if log.suffix == _EVAL:
        from inspect_ai.log import read_eval_log

        harness, model = "inspect", str(read_eval_log(str(log), header_only=True).eval.model)
    else:
        harness, model = "lm-eval", _lm_eval_model(log)
    prompt = str(row["prompt"])
    way = f"{prompt}, generated" if generated and harness == "lm-eval" else prompt
    described = {
        "name": f"{model} ({way})",
        "kind": harness,
        "base": model,
        "prompt": {"name": prompt},
    }
    labels = tuple(row["labels"]) if set(row["labels"]) != set(LABELS) else LABELS
    return PredictionInfo(described, labels, "", str(row["contrast_set"]))


def _lm_eval_model(log: Path) -> str:
    """Read the model's name from the results file next to a log, or use the folder's name."""
    match = _SAMPLES.fullmatch(log.name)
    results = log.with_name(f"results_{match['time']}.json") if match else log
    try:
        name = str(json.loads(results.read_text("utf-8"))["model_name"])
    except (OSError, ValueError, KeyError):
        return log.parent.name
    return Path(name).name
