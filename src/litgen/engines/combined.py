"""Several engines, asked in turn: what the first cannot do is left to the next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from litgen.engines.protocol import Engine, Generation, Parse, Reading, Request
from litgen.exceptions import EngineError


class CombinedEngine:
    """Engines in the order in which they are asked.

    Which of them makes a rewriting is decided for each sentence and transformation
    (:class:`litgen.transformations.combining.Fallback`), with rules in each one's own dialect. As
    an engine it parses with the first whose reading something may be made from, and generates with
    the one that parsed.

    Example:
        >>> from litgen.engines.loading import load_engine
        >>> CombinedEngine([load_engine()]).name
        'dependency'
    """

    def __init__(self, engines: Sequence[Engine]) -> None:
        self.engines = tuple(engines)
        self.name = "+".join(engine.name for engine in engines)
        self.dialect = engines[0].dialect

    def parse(self, texts: Sequence[str]) -> list[Parse]:
        """Parse texts, in order; the last engine says why a text has no reading."""
        found: dict[str, Parse] = {}
        for number, engine in enumerate(self.engines):
            missing = [t for t in dict.fromkeys(texts) if t not in found or not found[t].statements]
            for text, parse in zip(missing, engine.parse(missing), strict=True):
                readings = tuple(
                    reading._replace(analysis=(number, reading)) for reading in parse.readings
                )
                before = found.get(text)
                failure = parse.failure or (before and before.failure)
                found[text] = parse._replace(readings=readings, failure=failure)
        return [found[text] for text in texts]

    def generate(self, requests: Sequence[Request]) -> list[Generation]:
        """Generate, in order, each with the engine whose reading was edited.

        Raises:
            EngineError: a reading is not of this engine.
        """
        found: dict[int, Generation] = {}
        for number, engine in enumerate(self.engines):
            mine = [i for i, request in enumerate(requests) if _origin(request)[0] == number]
            asked = [Request(requests[i].mrs, _origin(requests[i])[1]) for i in mine]
            found.update(zip(mine, engine.generate(asked) if asked else (), strict=True))
        return [found[i] for i in range(len(requests))]

    def describe(self) -> Mapping[str, str]:
        """Versions of all, each name after its engine's."""
        described = {"engine": self.name, "dialect": self.dialect}
        for engine in self.engines:
            for key, value in engine.describe().items():
                if key != "engine":
                    described[f"{engine.name}.{key}"] = value
        return described


def _origin(request: Request) -> tuple[int, Reading]:
    analysis = request.source.analysis
    if not (isinstance(analysis, tuple) and len(analysis) == 2):
        raise EngineError("a reading of another engine: parse with the engine that generates")
    number, reading = analysis
    return number, reading
