"""An inspect_ai task of a contrast set; copied into its export as ``litgen_tasks.py``.

    inspect eval litgen_tasks.py --model MODEL -T contrast="past;future" -T prompt=anli
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import measures
import reading
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import GenerateConfig
from inspect_ai.scorer import (
    INCORRECT,
    CORRECT,
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
_ROWS = json.loads((_HERE / "tasks.json").read_text("utf-8"))


def _metric(name: str) -> Callable[[], Metric]:
    measure = measures.MEASURES[name]

    def made() -> Metric:
        def compute(scores: list[SampleScore]) -> float:
            return measure([
                {
                    "pair": each.sample_metadata["pair_id"], "side": each.sample_metadata["side"],
                    "gold": each.sample_metadata["label"], "answer": each.score.answer or None,
                }
                for each in scores
            ])

        return compute

    return metric(name=name)(made)


_METRICS = [
    grouped(_metric(name)(), "contrast", all=False, name_template=f"{{group_name}} {name}")
    for name in measures.MEASURES
]


@scorer(metrics=[accuracy(), stderr(cluster="premise_group"), *_METRICS])
def label() -> Scorer:
    """Right where the label read in the answer is the gold label; unreadable is wrong."""

    async def score(state: TaskState, target: Target) -> Score:
        text = state.output.completion
        choices = dict(zip(state.metadata["labels"], state.metadata["choices"]))
        said = reading.read_label(text, choices)
        right = said is not None and said == target.text
        return Score(value=CORRECT if right else INCORRECT, answer=said, explanation=text)

    return score


@task
def litgen(contrast: str = "all", prompt: str = _ROWS["prompts"][0]) -> Task:
    """Both sides of the pairs of a contrast, or of all of them."""
    wanted = [
        name for name, each in _ROWS["contrasts"].items() if contrast in ("all", each, name)
    ]
    if not wanted:
        raise ValueError(f"contrast {contrast!r} is none of {', '.join(_ROWS['contrasts'].values())}")
    return Task(
        dataset=MemoryDataset([sample for name in wanted for sample in _samples(prompt, name)]),
        solver=generate(cache=True),
        scorer=label(),
        config=GenerateConfig(temperature=0.0, max_tokens=32),
        metadata={"prompt": prompt, "contrast_set": _ROWS["contrast_set"]},
    )


def _samples(prompt: str, name: str) -> list[Sample]:
    with (_HERE / "data" / prompt / f"{name}.jsonl").open(encoding="utf-8") as file:
        return [_sample(json.loads(line)) for line in file]


def _sample(row: dict[str, Any]) -> Sample:
    return Sample(
        id=f"{row['contrast']}/{row['side']}/{row['id']}",
        input=row["text"],
        target=row["label"],
        metadata={key: value for key, value in row.items() if key != "text"},
    )
