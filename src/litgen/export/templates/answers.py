"""Read the label from a generated answer as litgen does; this module needs only Python.

``reading.py`` (from litgen) and ``answers.json`` (its tables) are in the same folder.
"""

import importlib.util
import json
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

_HERE = Path(__file__).parent
_spec = importlib.util.spec_from_file_location("litgen_reading", _HERE / "reading.py")
assert _spec is not None and _spec.loader is not None
_reading = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_reading)
TASKS = json.loads((_HERE / "tasks.json").read_text("utf-8"))
_TABLES = json.loads((_HERE / "answers.json").read_text("utf-8"))


def read_answer(row: Mapping[str, Any], said: str, cut: bool = False) -> tuple[str, str | None]:
    """Return the outcome of a generated answer, and the label if the outcome is ``answered``.

    Args:
        cut: whether the harness reports that the model reached its token limit.
    """
    answers = dict(zip(row["labels"], row["answers"], strict=True))
    prompt = SimpleNamespace(
        **TASKS["prompts"][row["prompt"]], labels=tuple(answers), answers=lambda *_: answers
    )
    reader = _reading.AnswerReader(prompt, _TABLES)
    found: tuple[str, str | None] = reader.generated(row["premise"], row["hypothesis"], said, cut)
    return found
