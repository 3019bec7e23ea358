"""Define the confidence needed to keep a rewriting, and find the component that rejected one."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

#: The default threshold, and the lower threshold for a pair's best (and often only) contrast.
DEFAULT_THRESHOLD, BEST_THRESHOLD = 0.97, 0.85
#: The reason for dropping an output whose confidence is too low.
BELOW_THRESHOLD: Final = "below threshold"


class Thresholds(NamedTuple):
    """The minimum confidence of outputs.

    Attributes:
        each: the threshold for every side of a contrast pair.
        best: the threshold for the best of a source pair's contrasts that change both sides.
    """

    each: float = 0.0
    best: float = 0.0

    @classmethod
    def of(cls, min_confidence: float | None, has_model: bool) -> Thresholds:
        """Return the thresholds for a run.

        Args:
            min_confidence: the user's threshold, which applies to every contrast, or None.
            has_model: whether the quality model scores the outputs; without it and without the
                user's threshold, all outputs are kept.

        Example:
            >>> Thresholds.of(None, True), Thresholds.of(0.95, True)
            (Thresholds(each=0.97, best=0.85), Thresholds(each=0.95, best=0.95))
        """
        if min_confidence is not None:
            return cls(min_confidence, min_confidence)
        return cls(DEFAULT_THRESHOLD, BEST_THRESHOLD) if has_model else cls()


class Decider(NamedTuple):
    """The component that rejected a rewriting.

    Attributes:
        part: ``source check``, ``guard``, ``quality model``, or a table in
            ``rules/reasons.toml``: ``parser``, ``generator``, ``rule``, ``transformation`` or
            ``failure``.
        id: a stable id, such as ``passive.verb-without-passive``.
        reason: a sentence that explains the reason to users.
    """

    part: str
    id: str
    reason: str

    def __str__(self) -> str:
        return f"{self.part} {self.id}: {self.reason}"


def decider_of(declined: str | None) -> Decider | None:
    """Return the component that rejected a rewriting, or None for a reason without an id.

    Args:
        declined: an id, with or without a detail after a colon (*rule.no-match: _by_p*).

    Example:
        >>> print(decider_of("passive.verb-without-passive"))
        guard passive.verb-without-passive: The verb has no passive.
    """
    return _deciders().get((declined or "").partition(": ")[0])


@cache
def _deciders() -> dict[str, Decider]:
    from litgen.acceptability.guards import load_guards
    from litgen.acceptability.source import reasons
    from litgen.tables import rules_table

    low = Decider("quality model", BELOW_THRESHOLD, "The confidence score is below the threshold.")
    return {
        BELOW_THRESHOLD: low,
        **{each.id: Decider("guard", each.id, each.reason) for each in load_guards()},
        **{name: Decider("source check", name, reason) for name, reason in reasons().items()},
        **{
            each["id"]: Decider(part, each["id"], each["reason"])
            for part, entries in rules_table("reasons").items()
            for each in entries
        },
    }
