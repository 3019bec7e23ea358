"""Transformations one after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from litgen.acceptability import joint
from litgen.exceptions import UsageError
from litgen.failures import Failure
from litgen.transformations.protocol import Level, Outcome, Transformation, Variant


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
                        confidence=joint((before.confidence, after.confidence)),
                        edits=(*before.edits, *after.edits),
                    )
                    for after in result.variants
                )
            for i, variants in reached.items():
                made = Outcome(tuple(variants)) if variants else failed[i]
                outcomes[i] = made._replace(failures=tuple(failures[i]))
        return outcomes

    def describe(self) -> Mapping[str, object]:
        return {"name": self.name, "parts": [dict(part.describe()) for part in self._parts]}
