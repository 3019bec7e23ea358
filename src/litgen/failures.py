"""Failures on single sentences, as opposed to sentences that the grammar does not cover."""

import re
import traceback
from types import FrameType
from typing import NamedTuple

#: Reasons for a missing result if a program, a transformation or a rule failed on a sentence.
CRASHED, AT_FAULT = "crashed", "rule at fault"
#: Other failures of a process: ended from outside, no output, too much output.
KILLED, HUNG, FLOODED = "killed", "hung", "flooded"
FAILURES = (CRASHED, AT_FAULT, KILLED, HUNG, FLOODED)
#: Memory addresses, which differ from run to run.
_ADDRESS = re.compile(r"0x[0-9a-fA-F]+")
#: Maximum length of a message; longer ones are cut.
_LONGEST = 300


class Failure(NamedTuple):
    """What went wrong and where; a refusal (*no parse*, a guard) is not a failure."""

    reason: str  #: how it is counted: ``crashed``, ``rule at fault``, ``killed``
    error: str
    #: ``file:line``, the last in litgen and where it was raised; None for another program
    where: str | None = None
    #: whether it may not recur, such as a killed process; repeating the command tries the
    #: affected work again
    transient: bool = False


def failure_of(error: BaseException, reason: str = CRASHED) -> Failure:
    """Return the failure that an exception describes, with the same text on every machine.

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
    """Return the path of a frame's file, starting at its package: ``litgen/mrs/rule.py``."""
    parts = str(frame.f_globals.get("__name__", "?")).split(".")
    if frame.f_code.co_filename.endswith("__init__.py"):
        parts.append("__init__")
    return "/".join(parts) + ".py"
