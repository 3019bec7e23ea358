"""Transformations one after the other, and one through several engines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from litgen.exceptions import UsageError
from litgen.failures import Failure
from litgen.transformations.grammar import GrammarTransformation
from litgen.transformations.protocol import Level, Outcome, Stage, Transformation, Variant


class Chain:
    """Transformations one after the other, where not all of them are rules of one engine.

    Each step works on the first candidate of each variant of the step before. Facts about the
    source sentence (traits) are those that the first step with any has told.
    """

    def __init__(self, name: str, parts: Sequence[Transformation]) -> None:
        for part in parts:
            if part.level != "sentence":
                raise UsageError(f"{name}: {part.name} works on pairs and cannot be joined by '+'")
        self.name = name
        self.level: Level = parts[0].level
        self._parts = list(parts)

    def apply(self, texts: Sequence[str]) -> list[Outcome]:
        """Transform texts, in order, one outcome each."""
        outcomes = self._parts[0].apply(texts)
        for part in self._parts[1:]:
            pending = [(i, v) for i, outcome in enumerate(outcomes) for v in outcome.variants]
            results = part.apply([variant.candidates[0] for _, variant in pending])
            reached: dict[int, list[Variant]] = {}
            failed: dict[int, Outcome] = {}
            failures: dict[int, list[Failure]] = {}
            for (i, before), result in zip(pending, results, strict=True):
                failed.setdefault(i, result)
                failures.setdefault(i, list(outcomes[i].failures)).extend(result.failures)
                reached.setdefault(i, []).extend(
                    after._replace(
                        parameters={**before.parameters, **after.parameters},
                        form=before.form,
                        engine=before.engine or after.engine,
                        traits=before.traits or after.traits,
                        edits=(*before.edits, *after.edits),
                    )
                    for after in result.variants
                )
            for i, variants in reached.items():
                made = Outcome(tuple(variants)) if variants else failed[i]
                outcomes[i] = made._replace(failures=tuple(failures[i]))
        return outcomes

    def describe(self) -> Mapping[str, object]:
        """What each part says of itself."""
        return {"name": self.name, "parts": [dict(part.describe()) for part in self._parts]}


class Fallback:
    """A sequence of rules, tried with one engine after the other.

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


def _with_further(old: Outcome, new: Outcome, engine: str) -> Outcome:
    """What the engines so far made, and of the next one what they have nothing of.

    Variants are told apart by their parameters: one engine may put only the subject in focus where
    the other could the object, and a pair needs the same on both sides.
    """
    failures = (*old.failures, *new.failures)
    if not old.variants:
        stages = get_args(Stage)
        # Where nothing came of it, the outcome of the engine that came further stands.
        further = new.variants or stages.index(new.stage) >= stages.index(old.stage)
        passed = (*old.passed_over, f"{engine}: {old.declined or old.stage}")
        return (new if further else old)._replace(passed_over=passed, failures=failures)
    known = [dict(variant.parameters) for variant in old.variants]
    more = [variant for variant in new.variants if dict(variant.parameters) not in known]
    return old._replace(variants=(*old.variants, *more), failures=failures)
