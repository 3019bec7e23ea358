"""An inspect_ai task that asks which choice is the negation; this module needs only inspect_ai.

inspect eval negation_tasks.py --model MODEL
"""

import json
from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState, multiple_choice

_ROWS = Path(__file__).parent / "data" / "negation_choices.jsonl"
_KINDS = ("local-negation", "contradiction", "paraphrase")


@scorer(metrics={"*": [mean(), stderr()]})
def kind() -> Scorer:
    """Score which kind of choice the model chose; ``accuracy`` is 1 for the negation."""

    async def score(state: TaskState, target: Target) -> Score:
        chosen = [i for i, choice in enumerate(state.choices) if choice.correct is True]
        kinds = [state.metadata["kinds"][i] for i in chosen]
        value = {"accuracy": float(kinds == ["negation"])}
        value |= {f"chose {each}": float(kinds == [each]) for each in _KINDS}
        return Score(value=value, answer=",".join(kinds), explanation=state.output.completion)

    return score


@task
def negation_choices() -> Task:
    """Ask for the negation of each sentence."""
    with _ROWS.open(encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    samples = [
        Sample(
            id=row["id"], input=row["question"], choices=row["options"],
            target="ABCD"[row["target"]], metadata={"kinds": row["kinds"]},
        )
        for row in rows
    ]  # fmt: skip
    return Task(dataset=MemoryDataset(samples), solver=multiple_choice(), scorer=kind())
