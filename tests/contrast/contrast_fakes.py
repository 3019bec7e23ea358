"""Small transformations that stand for the grammar's: quick, and with faults on request.

A word of the text asks for a fault: *stone* is not applicable, *mumble* does not parse, *boom*
raises, of *doubt* nothing sure is made, of *noise* nothing that has a confidence; a word of
``LITGEN_TEST_FAULT`` meets a fault of the moment. ``LITGEN_TEST_DELAY`` slows every text down by
that many seconds.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from litgen.failures import Failure
from litgen.transformations.protocol import Outcome, Settings, Variant

TRAITS = {
    "tense": "pres", "modal": False, "negated": False, "question": False, "stative": False,
    "homogeneity": "none", "situation": "episode", "adverbs": False, "coordinated": False,
    "polarity": "up", "progressive": False, "clauses": 1,
    "lasting": False, "generic": False, "end_of_state": False, "time_adverb": False,
    "uncovered_clauses": 0,
    "quantifiers": ["_a_q"], "subject": "man", "subject_kind": "definite", "root": "ride",
    "content": ["man"], "symmetric": False, "roots": ["ride"], "events": [], "perfect": False,
    "concessive": False,
    "arguments": {role: {"noun": "man", "coordinated": False, "kind": "definite", "number": "sg",
                         "words": []} for role in ("subject", "ARG1", "ARG2")},
}  # fmt: skip


class Fake:
    """Writes its name before the text; a cleft has two roles, a passive two candidates."""

    level = "sentence"

    def __init__(self, name: str, seed: int = 0) -> None:
        self.name = name
        self.seed = seed

    def apply(self, texts: Sequence[str]) -> list[Outcome]:
        return [self._one(text) for text in texts]

    def _one(self, text: str) -> Outcome:
        time.sleep(float(os.environ.get("LITGEN_TEST_DELAY", "0")))
        if "boom" in text:
            raise RuntimeError(f"cannot do {text!r}")
        fault = os.environ.get("LITGEN_TEST_FAULT")
        if fault and fault in text.split():
            failure = Failure("killed", "ended by SIGKILL", transient=True)
            return Outcome(declined="killed", stage="not generated", failures=(failure,))
        if "mumble" in text:
            return Outcome(declined="parse.no-parse", stage="unparsed")
        if "stone" in text:
            return Outcome(declined="parse.no-subject", stage="inapplicable")
        traits = {**TRAITS, "tense": "past" if "rode" in text else "pres"}
        roles = ("ARG1", "ARG2") if "cleft" in self.name else ("",)
        return Outcome(
            tuple(
                Variant(
                    (f"{self.name}{role}: {text}",)
                    if "passive" not in self.name
                    else (f"{self.name}: {text}", f"{self.name}, by him: {text}"),
                    {"role": role} if role else {},
                    engine="fake",
                    traits=traits,
                    confidence=None if "noise" in text else 0.5 if "doubt" in text else 0.9,
                )
                for role in roles
            )
        )

    def describe(self) -> Mapping[str, Any]:
        return {"name": self.name, "seed": self.seed}


class FakeRanker:
    """Prefers the longer string; counts how often each was scored."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def score(self, strings: Sequence[str]) -> list[float]:
        self.seen += strings
        return [float(len(string)) for string in strings]

    def describe(self) -> Mapping[str, str]:
        return {"model": "length"}


class FakeOriginal(Fake):
    """Gives texts back as they are, with traits."""

    def _one(self, text: str) -> Outcome:
        outcome = super()._one(text)
        return outcome._replace(
            variants=tuple(
                each._replace(candidates=(text,), confidence=None) for each in outcome.variants
            )
        )


def find(
    name: str,
    engine: str = "dependency",
    rules: str | None = None,
    settings: Settings = Settings(),  # noqa: B008 - immutable
    ranker: object = None,
) -> Fake:
    return Fake(name, settings.seed)


def find_original(rules: str | None = None) -> Fake:
    return FakeOriginal("original")


def install(replace: Callable[[Any, str, Any], None] = setattr) -> None:
    """Let the registry give the fakes."""
    import litgen.contrast.original
    import litgen.transformations
    from litgen.contrast import toolbox

    toolbox._open.cache_clear()
    replace(litgen.transformations, "find", find)
    replace(litgen.contrast.original, "find_original", find_original)
