"""Describe failures on single sentences, as distinct from sentences without an analysis."""

import re
import traceback
from types import FrameType
from typing import NamedTuple

#: Reasons for a missing result if a program, transformation or rule fails on a sentence.
CRASHED, AT_FAULT = "crashed", "rule at fault"
#: Reasons for other failures of a process: killed, no output, too much output.
KILLED, HUNG, FLOODED = "killed", "hung", "flooded"
FAILURES = (CRASHED, AT_FAULT, KILLED, HUNG, FLOODED)
#: Matches memory addresses, which differ between runs.
_ADDRESS = re.compile(r"0x[0-9a-fA-F]+")
#: Maximum length of a message; longer messages are cut off.
_LONGEST = 300


class Failure(NamedTuple):
    """What went wrong, and where; a declined sentence (no parse, a guard) is not a failure."""

    reason: str  #: the reason under which it is counted, such as ``crashed`` or ``killed``
    error: str
    #: ``file:line`` of the last frame in litgen and of the origin; None for another program
    where: str | None = None
    #: whether it may not recur, as for a killed process, so that a repeated command tries again
    transient: bool = False


def failure_of(error: BaseException, reason: str = CRASHED) -> Failure:
    """Convert an exception to a failure with the same text on every machine.

    Example:
        >>> try:
        ...     int("three")
        ... except ValueError as error:
        ...     failure_of(error).error
        "ValueError: invalid literal for int() with base 10: 'three'"
    """
    message = " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":")
    frames = [(_file(frame), line) for frame, line in traceback.walk_tb(error.__traceback__)]
    ours = [f"{file}:{line}" for file, line in frames if file.startswith("litgen/")][-1:]
    last = [f"{file}:{line}" for file, line in frames][-1:]
    where = " > ".join(dict.fromkeys((*ours, *last)))
    return Failure(reason, _ADDRESS.sub("0x...", message)[:_LONGEST], where or None)


def _file(frame: FrameType) -> str:
    """Return the path of a frame's file within its package, such as ``litgen/mrs/rule.py``."""
    parts = str(frame.f_globals.get("__name__", "?")).split(".")
    if frame.f_code.co_filename.endswith("__init__.py"):
        parts.append("__init__")
    return "/".join(parts) + ".py"
