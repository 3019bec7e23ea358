"""One-line advice if answers were cut off or inputs were too long."""

from collections.abc import Iterator, Mapping
from typing import Any


def advice(
    model: Mapping[str, Any], cut_off: int, answers: int, harness: bool = False
) -> Iterator[str]:
    """Yield the lines about a model; none if nothing was cut.

    Args:
        harness: whether another harness ran the model.

    Example:
        >>> list(advice({"max_tokens": 16}, 12, 75))
        ['12 of 75 answers were cut off at 16 tokens; raise --max-tokens']
        >>> list(advice({"truncated": {"inputs": 1, "of": 75, "max_length": 64}}, 0, 75))
        ["1 of 75 inputs was longer than the model's 64 positions and was cut"]
    """
    if cut_off:
        were = "was" if cut_off == 1 else "were"
        at = f" at {model['max_tokens']:,} tokens" if "max_tokens" in model else ""
        raised = "the longest answer in the task" if harness else "--max-tokens"
        yield f"{cut_off:,} of {answers:,} answers {were} cut off{at}; raise {raised}"
    if found := model.get("truncated"):
        were = "was" if found["inputs"] == 1 else "were"
        yield (
            f"{found['inputs']:,} of {found['of']:,} inputs {were} longer than the model's "
            f"{found['max_length']:,} positions and {were} cut"
        )
