"""What went wrong with one sentence, as opposed to what a grammar has nothing to say of."""

import re
import traceback
from types import FrameType
from typing import NamedTuple

#: Why there is nothing where a program, a transformation or a rule failed on a sentence.
CRASHED, AT_FAULT = "crashed", "rule at fault"
#: What else goes wrong with a process: ended from outside, no answer, too long a one.
KILLED, HUNG, FLOODED = "killed", "hung", "flooded"
FAILURES = (CRASHED, AT_FAULT, KILLED, HUNG, FLOODED)
#: Addresses differ from run to run.
_ADDRESS = re.compile(r"0x[0-9a-fA-F]+")
#: Longer messages are cut.
_LONGEST = 300


class Failure(NamedTuple):
    """What went wrong, where; a refusal (*no parse*, a guard) is none."""

    reason: str  #: what it is counted as: ``crashed``, ``rule at fault``, ``killed``
    error: str
    #: ``file:line``, from litgen to where it was raised; None for another program
    where: str | None = None
    #: whether it is a fault of the moment, which may not come again: what it cost is taken up again
    #: by the same command
    transient: bool = False


def failure_of(error: BaseException, reason: str = CRASHED) -> Failure:
    """The failure that an exception tells of; the same text on every machine.

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
    """A frame's file from its package on: ``litgen/mrs/rule.py``."""
    parts = str(frame.f_globals.get("__name__", "?")).split(".")
    if frame.f_code.co_filename.endswith("__init__.py"):
        parts.append("__init__")
    return "/".join(parts) + ".py"
