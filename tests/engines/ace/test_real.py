"""The real ACE with an ERG image, wherever they are found; skipped as a whole elsewhere."""

from __future__ import annotations

import time
from typing import Final

import pytest

from litgen.engines.ace import AceEngine
from litgen.engines.ace.installation import find_installation
from litgen.engines.ace.process import Lasting, Limits
from litgen.exceptions import EngineError
from litgen.mrs.loading import load_rules
from litgen.transformations.grammar import GrammarTransformation

TASKS: Final = ("parse", "generate")
MAN = "A man is riding a bike."

try:
    INSTALLATION = find_installation()
except EngineError as error:
    pytest.skip(f"no ACE here: {error}", allow_module_level=True)


@pytest.fixture(scope="module")
def real():
    made = AceEngine(installation=INSTALLATION)
    yield made
    made.close()


def made(engine, name, text=MAN):
    rules = load_rules()
    (outcome,) = GrammarTransformation(name.split("+"), engine, rules).apply([text])
    return outcome


@pytest.mark.parametrize(
    ("name", "surface"),
    [
        ("past", "A man was riding a bike."),
        ("future", "A man will be riding a bike."),
        ("may", "A man may be riding a bike."),
        ("negation", "No man is riding a bike."),
        ("passive", "A bike is being ridden by a man."),
        ("past+passive", "A bike was being ridden by a man."),
        ("question", "Is a man riding a bike?"),
        ("simple", "A man rides a bike."),
    ],
)
def test_rules(real, name, surface):
    assert made(real, name).variants[0].candidates[0] == surface


def test_clefts_by_dialect(real):
    outcome = made(real, "cleft")
    if real.dialect != "erg-1214":
        assert outcome.declined == "cleft.not-in-grammar"
        return
    first = {v.parameters["role"]: v.candidates[0] for v in outcome.variants}
    assert first == {
        "ARG1": "It is a man who is riding a bike.",
        "ARG2": "It is a bike that a man is riding.",
    }


def test_an_unknown_role_costs_nothing_else(real):
    generator = Lasting("generate", real.installation, 5, limits=Limits(seconds=2))
    parser = Lasting("parse", real.installation, 1)
    mrs = parser.ask("A dog barks.").results[0].mrs
    bad = mrs.replace("ARG1: x3", "FOO: x3")
    assert generator.ask(bad).problem in ("parse.timed-out", "parse.ill-formed")
    assert [each.surface for each in generator.ask(mrs).results] == ["A dog barks."]
    generator.close()
    parser.close()


def test_outcomes(real):
    parser = Lasting("parse", real.installation, 5, limits=Limits(chart=20, unpacking=25))
    assert parser.ask("Of the the.").problem is None and not parser.ask("Of the the.").results
    long = "The old man who was sitting on a bench in the park with a dog saw the woman on the hill"
    assert parser.ask(f"{long} and {long.lower()}.").problem == "parse.out-of-memory"
    assert parser.ask("dog " * 80).problem == "parse.too-long"
    assert parser.ask(MAN).results
    parser.close()


def test_an_alarm_left_set_is_no_time_out(real):
    limits = Limits(seconds=1)
    parser, generator = (Lasting(task, real.installation, 5, limits=limits) for task in TASKS)
    mrs = parser.ask("A dog barks.").results[0].mrs
    assert generator.ask(mrs).problem is None
    time.sleep(1.5)
    assert generator.ask(mrs).problem is None
    generator.close()
    parser.close()
