"""The same rules through several engines: for each sentence the first engine that has a result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from litgen.transformations.grammar import GrammarTransformation
from litgen.transformations.protocol import Level, Outcome


class Fallback:
    """A sequence of rules, tried with one engine after the other.

    Args:
        parts: the sequence for each engine, in the order in which they are asked.

    Example:
        ``--engine ace+dependency``: what ACE makes nothing of, the embedded engine is given.
    """

    level: Level = "sentence"

    def __init__(self, parts: Sequence[GrammarTransformation]) -> None:
        self.name = parts[0].name
        self._parts = tuple(parts)

    def apply(self, texts: Sequence[str]) -> list[Outcome]:
        """Transform texts, in order; ``passed_over`` says why an earlier engine made nothing."""
        outcomes = self._parts[0].apply(texts)
        for before, part in zip(self._parts, self._parts[1:], strict=False):
            missing = [i for i, outcome in enumerate(outcomes) if not outcome.variants]
            made = part.apply([texts[i] for i in missing]) if missing else []
            for i, outcome in zip(missing, made, strict=True):
                old = outcomes[i]
                why = f"{before.engine_name}: {old.declined or old.stage}"
                passed = (*old.passed_over, why)
                outcomes[i] = _further(old, outcome)._replace(
                    passed_over=passed, failures=(*old.failures, *outcome.failures)
                )
        return outcomes

    def describe(self) -> Mapping[str, Any]:
        """Name and rules, and the engines in the order in which they are asked."""
        described = dict(self._parts[0].describe())
        described["engine"] = [part.describe()["engine"] for part in self._parts]
        return described


_STAGES = ("unparsed", "inapplicable", "not generated", "not read back", "kept")


def _further(old: Outcome, new: Outcome) -> Outcome:
    """The new outcome; where nothing came of it, that of the engine that came further."""
    if new.variants or _STAGES.index(new.stage) >= _STAGES.index(old.stage):
        return new
    return old
