"""How to reproduce a report: a line that identifies its inputs, and the commands."""

import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from litgen.evaluation.assessment import Assessment
from litgen.evaluation.predictions import PREDICTIONS, PredictionInfo
from litgen.evaluation.procedure import Procedure
from litgen.files import digest
from litgen.version import __version__

#: Default number of example pairs per contrast.
EXAMPLES = 24
_SHORT = 12
#: Characters that would end a field of the signature.
_WORD = str.maketrans(dict.fromkeys("|,:@ \n", "-"))


def signature(assessment: Assessment, examples: int, label_agreement: Path | None = None) -> str:
    """Return a line that identifies all inputs of a report, as in sacreBLEU (Post 2018).

    Example: ``set:98c470b56f87|n:26171|models:minilm@1c2d...|test:bootstrap|...|version:0.1.0``.
    """
    procedure = assessment.procedure
    models = ",".join(
        f"{Path(info.name).name.translate(_WORD)}@{digest(folder / PREDICTIONS)[:_SHORT]}"
        for info, folder in zip(assessment.predictions, assessment.folders, strict=True)
    )
    parts = {
        "set": assessment.contrast_set.sha256[:_SHORT],
        "n": len(assessment.columns),
        "models": models,
        "test": procedure.test,
        "unit": f"{procedure.unit}+premise" if assessment.columns.imageless else procedure.unit,
        "p": procedure.p_value,
        "replicates": procedure.replicates,
        "alpha": procedure.alpha,
        "correction": procedure.correction,
        "margin": "none" if procedure.margin is None else procedure.margin,
        "min-pairs": procedure.min_pairs,
        "tested": ",".join((*procedure.contrasts, *procedure.suites)) or "all",
        "labels": digest(label_agreement)[:_SHORT] if label_agreement else "taken-as-right",
        "seed": procedure.seed,
        "examples": examples,
        "version": __version__,
    }
    return "|".join(f"{key}:{value}" for key, value in parts.items())


def commands(
    assessment: Assessment, examples: int, label_agreement: Path | None = None
) -> tuple[str, ...]:
    """Return the commands that reproduce the contrast set, the predictions and the report."""
    folder = str(assessment.contrast_set.path)
    manifest = assessment.contrast_set.manifest
    made = ["litgen", "transform", str(manifest.get("input", {}).get("source", "PAIRS")), "-o"]
    made += [folder, *_transform_options(manifest["signature"].get("options", {}))]
    evaluated = [
        ["litgen", "evaluate", folder, *_evaluate_options(info), "-o", str(path)]
        for info, path in zip(assessment.predictions, assessment.folders, strict=True)
    ]
    reported = ["litgen", "report", *map(str, assessment.folders), "-o", "REPORT"]
    if label_agreement:
        reported += ["--label-agreement", str(label_agreement)]
    reported += _report_options(assessment.procedure, examples)
    return tuple(shlex.join(each) for each in (made, *evaluated, reported))


def _evaluate_options(info: PredictionInfo) -> Iterator[str]:
    files = info.model.get("files") or [info.name]
    model = str(info.model.get("path") or files[0])
    yield from ("--model", model)
    if model != info.name:
        yield from ("--name", info.name)
    if info.dtype not in (None, "float32"):
        yield from ("--dtype", str(info.dtype))
    if isinstance(prompt := info.model.get("prompt"), dict) and "name" in prompt:
        yield from ("--prompt", str(prompt["name"]))
    if (shots := info.model.get("shots")) is not None:
        yield from ("--shots", str(len(shots)))
    if info.model.get("max_tokens") not in (None, (prompt or {}).get("max_tokens")):
        yield from ("--max-tokens", str(info.model["max_tokens"]))
    if extra := info.model.get("extra_body"):
        yield from ("--extra-body", json.dumps(extra, ensure_ascii=False))
    longest = info.model.get("max_length")
    if longest and info.model.keys() & {"truncated", "window"}:  # else the option had no effect
        yield from ("--max-length", str(longest))
    for name in ("scoring", "answer_by", "reasoning_effort", "window"):
        if value := info.model.get(name):
            yield from (f"--{name.replace('_', '-')}", str(value))


def _transform_options(options: dict[str, Any]) -> Iterator[str]:
    from litgen.options import Options, declared

    default, known = Options().as_json(), declared()
    for name, value in Options.from_json(options).as_json().items():
        if value == default[name] or name not in known:
            continue
        option = f"--{name.replace('_', '-')}"
        if isinstance(value, dict):
            value = [f"{key}={each}" for key, each in value.items()]
        if value is True:
            yield option
        elif known[name].metadata.get("several"):
            for each in value:
                yield from (option, str(each))
        elif isinstance(value, list | tuple):
            yield from (option, ("/" if name == "shard" else ",").join(map(str, value)) or "none")
        else:
            yield from (option, str(value))


def _report_options(procedure: Procedure, examples: int) -> Iterator[str]:
    default = Procedure().as_json()
    for name, value in procedure.as_json().items():
        if value == default[name]:
            continue
        option = f"--{name.removesuffix('s') if isinstance(value, list) else name}"
        for each in value if isinstance(value, list) else [value]:
            yield from (option.replace("_", "-"), str(each))
    if examples != EXAMPLES:
        yield from ("--examples", str(examples))
