"""Traits of sentences that are not rewritten, for label guards."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from litgen.engines.protocol import Parse
from litgen.mrs.loading import load_rules
from litgen.transformations.protocol import Outcome, Variant
from litgen.transformations.traits import TraitReader

#: The name of this pseudo-transformation in a run.
ORIGINAL = "original"


class Original:
    """Returns every sentence unchanged, with its traits."""

    name = ORIGINAL
    level: Literal["sentence", "pair"] = "sentence"

    def __init__(self, reader: TraitReader) -> None:
        self._reader = reader

    def apply(self, texts: Sequence[str]) -> list[Outcome]:
        return [self._outcome(parse) for parse in self._reader.engine.parse(texts)]

    def _outcome(self, parse: Parse) -> Outcome:
        failures = () if parse.failure is None else (parse.failure,)
        if not parse.statements:
            return Outcome((), parse.declined or "parse.no-parse", "unparsed", failures=failures)
        form, engine = parse.statements[0].form, self._reader.engine.name
        variant = Variant((parse.text,), {}, form, engine, self._reader.read(parse.text))
        return Outcome((variant,), failures=failures)

    def describe(self) -> Mapping[str, Any]:
        return {"name": self.name, "engine": dict(self._reader.engine.describe())}


def find_original(rules: str | None = None) -> Original:
    load_rules(rules)  # adds the user's words to the lexicon
    return Original(TraitReader())
