"""Load engines by name, once per process; a name may join several engines to try in order."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

from litgen.engines.protocol import Engine, Generation, Parse, Request
from litgen.exceptions import EngineError, UsageError, did_you_mean
from litgen.trees.parsers import parser_in_use

T = TypeVar("T")
#: Names of the engines; if names are joined by ``+``, the engines are tried in order.
ENGINES = ("dependency", "ace")


def load_engine(name: str = "dependency", semi: Path | None = None) -> Engine:
    """Load an engine by name; calls with the same arguments and parser return the same object.

    Args:
        name: ``dependency``, ``ace``, ``ace:3`` (three readings per sentence), or engines joined
            by ``+``, where each engine handles what the earlier ones could not.
        semi: an ERG ``surface.smi`` with sense names and frames for the ``dependency`` engine.

    Raises:
        UsageError: the name is not valid.
        EngineError: the engine cannot be found or is broken.

    Example:
        >>> load_engine().dialect
        'dependency'
    """
    return _load(name, semi, parser_in_use())


@lru_cache(maxsize=4)
def _load(name: str, semi: Path | None, parser: str) -> Engine:
    """Load an engine; ``parser`` is part of the cache key, since the engine caches its parses."""
    parts = [part.strip() for part in name.split("+")]
    if len(parts) > 1:
        if len({part.partition(":")[0] for part in parts}) < len(parts):
            raise UsageError(f"engine {name!r}: an engine appears twice; use each engine once")
        return Fallback([load_engine(part, semi) for part in parts])
    base, _, readings = parts[0].partition(":")
    if base == "dependency":
        from litgen.engines.dependency import DependencyEngine

        if readings not in ("", "1"):
            raise UsageError(
                f"engine {name!r}: the dependency engine has only one reading; use 'dependency'"
            )
        return DependencyEngine(semi)
    if base == "ace":
        from litgen.engines.ace.engine import AceEngine, default_cache, limits_from_environment

        if readings and not readings.isdecimal():
            raise UsageError(
                f"engine {name!r}: {readings!r} is not a number of readings; use, for example, "
                "'ace:3' for three readings"
            )
        return AceEngine(
            int(readings or 1), limits=limits_from_environment(), cache=default_cache()
        )
    raise UsageError(f"unknown engine {name!r}: {did_you_mean(base, ENGINES)}")


class Fallback:
    """Several engines, tried in order.

    :class:`litgen.transformations.grammar.GrammarTransformation` calls ``ask`` to select an engine
    for each sentence and transformation, with the rules for that engine's dialect. ``parse`` uses
    the first engine that finds a reading, and ``generate`` the engine that made the reading.
    """

    def __init__(self, engines: Sequence[Engine]) -> None:
        self.engines = tuple(engines)
        self.name = "+".join(engine.name for engine in engines)
        self.dialect = engines[0].dialect

    def ask(
        self,
        texts: Sequence[str],
        answer: Callable[[Engine, Sequence[str]], Sequence[T]],
        join: Callable[[T, T, Engine], T],
        enough: Callable[[T], bool] = lambda _: False,
    ) -> list[T]:
        """Combine the engines' answers for each text, in order.

        Args:
            answer: returns an engine's answers, one for each text.
            join: combines the answer so far with that of the next engine; the third argument is
                the engine before it.
            enough: returns whether an answer is final, so that no other engine is tried.
        """
        answers = list(answer(self.engines[0], texts))
        for before, engine in pairwise(self.engines):
            left = [i for i, each in enumerate(answers) if not enough(each)]
            further = answer(engine, [texts[i] for i in left]) if left else ()
            for i, new in zip(left, further, strict=True):
                answers[i] = join(answers[i], new, before)
        return answers

    def parse(self, texts: Sequence[str]) -> list[Parse]:
        """Parse texts, in order; if no engine finds a reading, the last engine gives the reason."""
        return self.ask(
            texts, _parse, lambda old, new, _: new._replace(failure=new.failure or old.failure),
            enough=lambda parse: bool(parse.statements),
        )  # fmt: skip

    def generate(self, requests: Sequence[Request]) -> list[Generation]:
        """Generate with the engine that made each reading; raise EngineError for other readings."""
        found: dict[int, Generation] = {}
        origins = [request.source.analysis for request in requests]
        if not all(isinstance(each, tuple) and len(each) == 2 for each in origins):
            raise EngineError("a reading is from another engine; use one engine throughout")
        for engine in self.engines:
            mine = [i for i, (origin, _) in enumerate(origins) if origin is engine]
            asked = [requests[i]._replace(source=origins[i][1]) for i in mine]
            found.update(zip(mine, engine.generate(asked) if asked else (), strict=True))
        return [found[i] for i in range(len(requests))]

    def describe(self) -> Mapping[str, str]:
        described = {"engine": self.name, "dialect": self.dialect}
        for engine in self.engines:
            for key, value in engine.describe().items():
                if key != "engine":
                    described[f"{engine.name}.{key}"] = value
        return described


def _parse(engine: Engine, texts: Sequence[str]) -> list[Parse]:
    return [
        parse._replace(readings=tuple(replace(r, analysis=(engine, r)) for r in parse.readings))
        for parse in engine.parse(texts)
    ]
