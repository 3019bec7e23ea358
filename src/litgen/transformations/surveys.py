"""What transformations must learn of the whole corpus before they can work, kept in one file."""

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
    return stated is not None and holds(stated.surveys, step, settings)


def is_scored(step: str, settings: Settings) -> bool:
    """Whether a language model may refuse what a step makes, given its arguments and the mode.

    Example:
        >>> is_scored("synonym", Settings()), is_scored("synonym:paper", Settings())
        (True, False)
    """
    stated = declaration(step)
    return stated is not None and holds(stated.judged, step, settings)


def holds(said: bool | str, step: str, settings: Settings) -> bool:
    """What a declaration says; where it names an argument or a mode, whether the step has it."""
    if isinstance(said, bool):
        return said
    arguments = arguments_of(step)
    return said in arguments or said == Order(step, arguments, settings=settings).mode


def survey_of(step: str, settings: Settings) -> Any:
    """What was learnt of the corpus for a step; None where nothing was."""
    return None if settings.surveys is None else _read(settings.surveys).get(step)


def write_surveys(found: dict[str, Any]) -> bytes:
    text = json.dumps(found, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.encode() + b"\n"


@lru_cache(maxsize=2)
def _read(path: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(Path(path).read_text("utf-8"))
    return found
