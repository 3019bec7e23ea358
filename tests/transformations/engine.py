"""An engine for tests: a table of sentences with their MRSs, surfaces spelt from the skeleton."""

from litgen.engines.protocol import Generation, Parse, Reading
from litgen.mrs import skeleton


class TableEngine:
    """Knows the readings of a few sentences; a surface says tense, operators, predicate, voice."""

    name = "table"
    dialect = "dependency"

    def __init__(self, readings, generate=None):
        self.readings = readings
        self.batches = []
        self._generate = generate or (lambda request: Generation((spell(request.mrs),), 1))

    def parse(self, texts):
        return [
            Parse(text, tuple(Reading(text, mrs) for mrs in self.readings[text]))
            if text in self.readings
            else Parse(text, (), "parse.no-parse")
            for text in texts
        ]

    def generate(self, requests):
        self.batches.append(len(requests))
        return [self._generate(request) for request in requests]

    def describe(self):
        return {"engine": self.name}


def name(operator):
    focus = operator.arguments["ARG1"] if operator.kind == "cleft" else ""
    return f"{operator.predicate}{focus and ':'}{focus}"


def spell(mrs):
    return " & ".join(
        " ".join((c.finite_tense or "-", *(name(o) for o in c.operators), c.predicate, c.voice))
        for c in skeleton(mrs).clauses
    )
