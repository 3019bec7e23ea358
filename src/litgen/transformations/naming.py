"""Names of transformations: ``past+cleft``, ``drop:NOUN+PRON``, ``spelling:keyboard,content``.

A name is a sequence of steps joined by ``+``. A step is a word, and may have arguments after a
colon, separated by commas. What is written in capitals goes on with the argument before it, so that
parts of speech can be joined by ``+`` as in the papers.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from litgen.exceptions import UsageError, did_you_mean
from litgen.transformations.protocol import Order

#: What may stand first in a side of a contrast: a sentence of the source pair, as it is.
SENTENCES = ("original", "premise", "hypothesis")
#: What a step may look like.
STEP = re.compile(r"[A-Za-z][\w.-]*(:[\w.=,+-]+)?")


def split_steps(name: str) -> tuple[str, ...]:
    """The steps of a name, without the spaces around them.

    Example:
        >>> split_steps("past + drop:NOUN+PRON + spelling")
        ('past', 'drop:NOUN+PRON', 'spelling')
    """
    steps: list[str] = []
    for part in name.split("+"):
        step = part.strip()
        if steps and goes_on(steps[-1], step):
            steps[-1] += "+" + step
        else:
            steps.append(step)
    return tuple(steps)


def goes_on(before: str, part: str) -> bool:
    """Whether a part of a name is a further argument of the step before it."""
    return ":" in before and part.isupper()


def arguments_of(step: str) -> tuple[str, ...]:
    """What follows the colon, cut at commas.

    Example:
        >>> arguments_of("spelling:keyboard,content"), arguments_of("synonym")
        (('keyboard', 'content'), ())
    """
    _, colon, rest = step.partition(":")
    return tuple(rest.split(",")) if colon else ()


@lru_cache(maxsize=4096)
def stands_for(pattern: str, step: str) -> bool:
    """Whether a step is what a pattern names: the same word, and at least its arguments.

    Example:
        >>> stands_for("antonym", "antonym:paper"), stands_for("numerical:entailed", "numerical")
        (True, False)
    """
    same = pattern.partition(":")[0] == step.partition(":")[0]
    return same and set(arguments_of(pattern)) <= set(arguments_of(step))


def refuse_unknown(name: str, arguments: Sequence[str], known: Sequence[str]) -> None:
    """Refuse arguments that a transformation does not have.

    Raises:
        UsageError: names the argument, and those that there are.
    """
    for argument in arguments:
        if argument not in known:
            hint = did_you_mean(argument, known)
            raise UsageError(f"{name}: no argument {argument!r}: {hint}")


def read_parts(order: Order, known: Sequence[str]) -> tuple[str, ...]:
    """The parts of speech that are asked for, of a transformation that also has a paper's mode.

    Raises:
        UsageError: an argument is no part of speech that is known, nor a mode.

    Example:
        ``("VERB", "ADJ")`` of ``synonym:VERB+ADJ``.
    """
    parts = tuple(part for each in order.arguments if each.isupper() for part in each.split("+"))
    others = [each for each in order.arguments if not each.isupper()]
    refuse_unknown(order.name, (*parts, *others), (*known, "sound", "paper"))
    if order.mode == "paper" and parts:
        raise UsageError(
            f"{order.name}: the paper's program chooses the parts of speech; leave out "
            f"{'+'.join(parts)}"
        )
    return parts
