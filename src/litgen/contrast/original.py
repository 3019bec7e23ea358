"""The side that is left as it is: facts about the sentence, which label guards may ask for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from litgen.engines.protocol import Engine, Parse
from litgen.mrs.frame import Source
from litgen.mrs.loading import Rules
from litgen.transformations.protocol import Outcome, Variant
from litgen.transformations.traits import traits_of

#: The name under which it stands among the transformations of a run.
ORIGINAL = "original"


class Original:
    """Gives every sentence back as it is, with its traits.

    Args:
        engine: reads the sentences.
        rules: whose tables of words the traits need.
    """

    name = ORIGINAL
    level: Literal["sentence", "pair"] = "sentence"

    def __init__(self, engine: Engine, rules: Rules) -> None:
        self._engine = engine
        self._rules = rules

    def apply(self, texts: Sequence[str]) -> list[Outcome]:
        """Read texts, in order; a text that cannot be read is declined as by any other rule."""
        return [self._outcome(parse) for parse in self._engine.parse(texts)]

    def _outcome(self, parse: Parse) -> Outcome:
        failures = () if parse.failure is None else (parse.failure,)
        if not parse.readings:
            return Outcome((), parse.declined or "no parse", "unparsed", failures=failures)
        reading = parse.readings[0]
        traits = traits_of(Source(reading.mrs), self._rules.tables)
        variant = Variant((parse.text,), {}, reading.form, self._engine.name, traits)
        return Outcome((variant,), failures=failures)

    def describe(self) -> Mapping[str, Any]:
        """Name and engine."""
        return {"name": self.name, "engine": dict(self._engine.describe())}


def find_original(engine: str, rules: str | None = None) -> Original:
    """The original side for an engine's name and a folder of a user's rules."""
    from litgen.engines import load_engine
    from litgen.mrs.loading import load_rules

    return Original(load_engine(engine), load_rules(None if rules is None else Path(rules)))
