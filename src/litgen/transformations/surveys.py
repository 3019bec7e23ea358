"""The corpus surveys that some transformations need before they can rewrite texts."""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from litgen.transformations.declarations import declaration
from litgen.transformations.naming import arguments_of
from litgen.transformations.protocol import Order, Settings


def needs_survey(step: str, settings: Settings) -> bool:
    """Check whether a step requires a survey, given its arguments and the run's mode."""
    return _has_flag("surveys", step, settings)


def is_scored(step: str, settings: Settings) -> bool:
    """Check whether a language model may reject a step's outputs, given its arguments and mode.

    Example:
        >>> is_scored("synonym", Settings()), is_scored("synonym:paper", Settings())
        (True, False)
    """
    return _has_flag("judged", step, settings)


def _has_flag(name: str, step: str, settings: Settings) -> bool:
    """Return a declared flag or, if it names an argument or mode, whether the step has it."""
    value: bool | str = getattr(declaration(step), name, False)
    order = Order(step, arguments_of(step), settings=settings)
    return value if isinstance(value, bool) else value in (*order.arguments, order.mode)


def survey_of(step: str, settings: Settings) -> Any:
    """Return the result of a step's survey, or None if the step has no survey."""
    return None if settings.surveys is None else _read(settings.surveys).get(step)


def write_surveys(found: dict[str, Any]) -> bytes:
    text = json.dumps(found, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.encode() + b"\n"


@lru_cache(maxsize=2)
def _read(path: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(Path(path).read_text("utf-8"))
    return found
