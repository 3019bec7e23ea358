"""The same rules through several engines: each variant by the first engine that has it."""

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
            made = part.apply(texts)
            outcomes = [
                _with_further(old, outcome, before.engine_name)
                for old, outcome in zip(outcomes, made, strict=True)
            ]
        return outcomes

    def describe(self) -> Mapping[str, Any]:
        """Name and rules, and the engines in the order in which they are asked."""
        described = dict(self._parts[0].describe())
        described["engine"] = [part.describe()["engine"] for part in self._parts]
        return described


_STAGES = ("unparsed", "inapplicable", "not generated", "not read back", "kept")


def _with_further(old: Outcome, new: Outcome, engine: str) -> Outcome:
    """What the engines so far made, and of the next one what they have nothing of.

    Variants are told apart by their parameters: one engine may put only the subject in focus where
    the other could the object, and a pair needs the same on both sides.
    """
    failures = (*old.failures, *new.failures)
    if not old.variants:
        # Where nothing came of it, the outcome of the engine that came further stands.
        further = new.variants or _STAGES.index(new.stage) >= _STAGES.index(old.stage)
        passed = (*old.passed_over, f"{engine}: {old.declined or old.stage}")
        return (new if further else old)._replace(passed_over=passed, failures=failures)
    known = [dict(variant.parameters) for variant in old.variants]
    more = [variant for variant in new.variants if dict(variant.parameters) not in known]
    return old._replace(variants=(*old.variants, *more), failures=failures)
