"""An engine and transformations that answer from tables."""

from __future__ import annotations

from litgen.engines.protocol import Parse, Reading
from litgen.transformations.protocol import Outcome, Variant
from litgen.transformations.wording import Wording

BIKE = "A man is riding a bike."
GUARD = "passive.verb-without-passive"


class FakeMRS(str):
    """Stands for an MRS; ``encode`` of the gallery is replaced in tests."""


class FakeEngine:
    name = "fake"
    dialect = "fake"

    def __init__(self, declined: str | None = None, read_as: str | None = None) -> None:
        self.declined = declined
        self.read_as = read_as

    def parse(self, texts):
        if self.declined:
            return [Parse(text, (), self.declined) for text in texts]
        return [Parse(text, (Reading(self.read_as or text, FakeMRS(text)),)) for text in texts]

    def describe(self):
        return {"engine": "fake", "grammar": "<none> & 1"}


class FakeTransformation:
    level = "sentence"

    def __init__(self, name: str, outcome: Outcome) -> None:
        self.name = name
        self.outcome = outcome

    def apply(self, texts):
        return [self.outcome for _ in texts]

    def describe(self):
        return {"name": self.name}


def made(name: str, *candidates: str, **parameters: str) -> FakeTransformation:
    return FakeTransformation(name, Outcome((Variant(candidates, parameters),)))


def refused(name: str, why: str, stage: str = "not generated") -> FakeTransformation:
    return FakeTransformation(name, Outcome((), why, stage))


FULL = Wording("It is a bike that a man is riding.", {"contraction": "full"})
SHORT = Wording("It's a bike a man is riding.", {"contraction": "short"})
TRANSFORMATIONS = [
    ("Tense", made("past", "A man was riding a bike.")),
    ("Tense", made("present", BIKE)),
    ("Cleft", FakeTransformation("cleft", Outcome((
        Variant(("It is a man who is riding a bike.",), {"role": "ARG1"}),
        Variant((FULL.text, SHORT.text), {"role": "ARG2"}, wordings=(FULL, SHORT)),
    )))),
    ("Passive", refused("passive", GUARD)),
    ("Passive", refused("passive-short", GUARD)),
    ("Swap", refused("swap", "arguments of two kinds <person & thing>")),
]  # fmt: skip
