"""What transformations must learn of the whole corpus before they can work, kept in one file."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from litgen.transformations.declarations import declaration
from litgen.transformations.naming import arguments_of
from litgen.transformations.protocol import Order, Settings


def needs_survey(step: str, settings: Settings) -> bool:
    """Whether a step must see the corpus first, given its arguments and the run's mode.

    Example:
        >>> needs_survey("swap-pair", Settings())
        False
    """
    stated = declaration(step)
    if stated is None or isinstance(stated.surveys, bool):
        return stated is not None and bool(stated.surveys)
    arguments = arguments_of(step)
    mode = Order(step, arguments, settings=settings).mode
    return stated.surveys in arguments or stated.surveys == mode


def survey_of(step: str, settings: Settings) -> Any:
    """What was learnt of the corpus for a step; None where nothing was."""
    return None if settings.surveys is None else _read(settings.surveys).get(step)


def write_surveys(found: dict[str, Any]) -> bytes:
    """What was learnt, by step, as it is kept."""
    text = json.dumps(found, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.encode() + b"\n"


@lru_cache(maxsize=2)
def _read(path: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(Path(path).read_text("utf-8"))
    return found
