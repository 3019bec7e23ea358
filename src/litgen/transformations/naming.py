"""Names of transformations: ``past+cleft``, ``drop:NOUN+PRON``, ``spelling:keyboard,content``.

A name is a sequence of steps joined by ``+``. A step is a word, optionally followed by a colon and
arguments separated by commas. After ``+``, a part in capitals continues the previous argument.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from litgen.exceptions import UsageError, did_you_mean

#: Names that may begin a side of a contrast and stand for unchanged sentences of the source pair.
SENTENCES = ("original", "premise", "hypothesis")
STEP = re.compile(r"[A-Za-z][\w.-]*(:[\w.=,+-]+)?")


def split_steps(name: str) -> tuple[str, ...]:
    """Split a name into steps, without the spaces around them.

    Example:
        >>> split_steps("past + drop:NOUN+PRON + spelling")
        ('past', 'drop:NOUN+PRON', 'spelling')
    """
    steps: list[str] = []
    for step in map(str.strip, name.split("+")):
        if steps and goes_on(steps[-1], step):
            steps[-1] += "+" + step
        else:
            steps.append(step)
    return tuple(steps)


def goes_on(before: str, part: str) -> bool:
    """Check whether a part of a name continues the previous step's argument."""
    return ":" in before and part.isupper()


def arguments_of(step: str) -> tuple[str, ...]:
    """Return the part after the colon, split at commas."""
    _, colon, rest = step.partition(":")
    return tuple(rest.split(",")) if colon else ()


@lru_cache(maxsize=4096)
def matches(pattern: str, step: str) -> bool:
    """Check whether a step has the same word as a pattern and at least the pattern's arguments.

    Example:
        >>> matches("antonym", "antonym:paper"), matches("numerical:entailed", "numerical")
        (True, False)
    """
    same = pattern.partition(":")[0] == step.partition(":")[0]
    return same and set(arguments_of(pattern)) <= set(arguments_of(step))


def refuse_unknown(name: str, arguments: Sequence[str], known: Sequence[str]) -> None:
    """Reject unknown arguments to a transformation.

    Raises:
        UsageError: an argument is unknown; the message suggests valid ones.
    """
    for argument in arguments:
        if argument not in known:
            raise UsageError(
                f"{name}: unknown argument {argument!r}: {did_you_mean(argument, known)}"
            )
