"""Traits of a sentence, always computed by the embedded engine, whichever engine rewrites it."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from litgen.engines.protocol import Engine
from litgen.mrs.application import Edited, apply_sequence
from litgen.mrs.frame import Source
from litgen.mrs.loading import Rules
from litgen.mrs.rule import Rule
from litgen.transformations.traits import fragments, traits_of, uncovered_clauses

#: The engine that is always installed, so that labels do not depend on other engines.
EMBEDDED = "dependency"
#: The number of texts in the cache.
_KEPT = 4096


class TraitReader:
    """Compute the facts about sentences that label guards test, always with the embedded engine.

    Engines parse differently, but a label must not depend on the engine: equal texts have equal
    traits.
    """

    def __init__(self, rules: Rules, engine: Engine | None = None) -> None:
        if engine is None:
            from litgen.engines import load_engine

            engine = load_engine(EMBEDDED)
        self.engine = engine
        self._rules = rules
        self._known = lru_cache(_KEPT)(self._read)

    def read(self, text: str) -> Mapping[str, Any]:
        """Return the traits of a text, empty if it has no reading."""
        return self._known(text)[1]

    def _read(self, text: str) -> tuple[Source | None, Mapping[str, Any]]:
        (parse,) = self.engine.parse([text])
        if not parse.statements:
            return None, {}
        source = parse.statements[0].source
        return source, traits_of(source)

    def of_variant(
        self, text: str, own: Source, edited: Edited, sequence: Sequence[Rule]
    ) -> Mapping[str, Any]:
        """Return the traits of a variant, including ``uncovered_clauses``.

        If the embedded engine has no reading, they come from the engine that made this variant.
        """
        source, traits = self._known(text)
        if source is None:
            traits = traits_of(own)
            return {**traits, "uncovered_clauses": uncovered_clauses(own, edited.mrs)}
        uncovered: int | None = fragments(source)
        if len(source.skeleton.clauses) > 1:
            # Count for the same edit by the embedded engine; None if it makes no edit.
            wanted = dict(edited.parameters)
            made = apply_sequence(sequence, source, self.engine.dialect).variants
            same = [variant for variant in made if dict(variant.parameters) == wanted] or made
            uncovered = max((uncovered_clauses(source, each.mrs) for each in same), default=None)
        return {**traits, "uncovered_clauses": uncovered}
