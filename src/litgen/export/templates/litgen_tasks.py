"""inspect_ai tasks for a contrast set; this module needs only inspect_ai.

    inspect eval litgen_tasks.py --model MODEL -T contrast="past;future" -T prompt=chat

By default, the task uses all contrasts and the first prompt.
"""

import json
from pathlib import Path
from typing import Any

import answers
import measures
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import GenerateConfig
from inspect_ai.scorer import (
    CORRECT,
    INCORRECT,
    Metric,
    SampleScore,
    Score,
    Scorer,
    Target,
    accuracy,
    grouped,
    metric,
    scorer,
    stderr,
)
from inspect_ai.solver import TaskState, generate

_HERE = Path(__file__).parent
_TASKS = answers.TASKS


def _metric(name: str) -> Metric:
    measure = measures.MEASURES[name]

    def made() -> Metric:
        def compute(scores: list[SampleScore]) -> float:
            value: float = measure([_said(each) for each in scores])
            return value

        return compute

    return metric(name=name)(made)()


def _said(each: SampleScore) -> dict[str, str | None]:
    row = each.sample_metadata or {}
    return {
        "pair": row["pair_id"], "side": row["side"], "gold": row["label"],
        "answer": each.score.answer or None,
    }  # fmt: skip


_METRICS = [
    grouped(_metric(name), "contrast", all=False, name_template=f"{{group_name}} {name}")
    for name in measures.MEASURES
]


@scorer(metrics=[accuracy(), stderr(cluster="premise_group"), *_METRICS])
def label() -> Scorer:
    """Score an answer as correct if its label is the gold label."""

    async def score(state: TaskState, target: Target) -> Score:
        reason = state.output.stop_reason
        cut = reason in ("max_tokens", "model_length")
        outcome, said = answers.read_answer(state.metadata, state.output.completion, cut)
        if reason == "content_filter":
            outcome, said = "refused", None
        right = said is not None and said == target.text
        return Score(
            value=CORRECT if right else INCORRECT, answer=said,
            explanation=state.output.completion, metadata={"outcome": outcome},
        )  # fmt: skip

    return score


@task
def litgen(contrast: str = "all", prompt: str = next(iter(_TASKS["prompts"]))) -> Task:
    """Ask for the labels of contrast pairs and their originals, in one contrast or in all."""
    if prompt not in _TASKS["prompts"]:
        raise ValueError(f"prompt {prompt!r}: use one of {', '.join(_TASKS['prompts'])}")
    known = _TASKS["contrasts"]
    wanted = [slug for slug, name in known.items() if contrast in ("all", name, slug)]
    if not wanted:
        raise ValueError(f"contrast {contrast!r}: use one of {', '.join(known.values())}")
    return Task(
        dataset=MemoryDataset([sample for slug in wanted for sample in _samples(prompt, slug)]),
        solver=generate(),
        scorer=label(),
        config=_config(_TASKS["prompts"][prompt]),
        metadata={"contrast_set": _TASKS["contrast_set"]},
    )


def _config(prompt: dict[str, Any]) -> GenerateConfig:
    """Return the generation settings, without stop strings if they would end the reasoning."""
    given = _TASKS["generation"]
    reasons = given.get("reasoning_effort", "none") != "none"
    return GenerateConfig(
        temperature=0.0, max_tokens=prompt["max_tokens"],
        stop_seqs=None if reasons else prompt["stop"][:4] or None, **given,
    )  # fmt: skip


def _samples(prompt: str, slug: str) -> list[Sample]:
    with (_HERE / "data" / prompt / f"{slug}.jsonl").open(encoding="utf-8") as file:
        return [_sample(json.loads(line)) for line in file]


def _sample(row: dict[str, Any]) -> Sample:
    identity = f"{row['contrast']}/{row['side']}/{row['id']}"
    messages = row.pop("messages")
    return Sample(id=identity, input=messages, target=row["label"], metadata=row)
