"""The label of a contrast pair, and the steps that lead to it."""

from typing import NamedTuple


class Step(NamedTuple):
    """One elementary contrast of a decision: its rule, and the labels before and after it."""

    contrast: str
    because: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    guards: tuple[str, ...] = ()
    failed: str | None = None
    made: str = ""  #: the contrast itself, such as ``past;past`` if the rule has a class
    ground: str = "logic"
    conventions: tuple[str, ...] = ()  #: conventions that a default label rests on
    when: tuple[tuple[str, str], ...] = ()  #: the parameters that its rule is for, with values


class Decision(NamedTuple):
    """The label of a contrast pair."""

    label: str | None  #: the label, None if the pair has none
    basis: str | None = None  #: ``logic``, ``default`` or ``corruption``; None without a label
    reason: str | None = None
    steps: tuple[Step, ...] = ()
