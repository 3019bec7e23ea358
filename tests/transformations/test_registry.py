from importlib.metadata import EntryPoint

import pytest

from litgen.exceptions import UsageError
from litgen.transformations import (
    Outcome,
    Settings,
    Variant,
    declarations,
    find,
    find_rule,
    names,
)
from tests.mrs.samples import ride
from tests.transformations.engine import TableEngine

ENGINE = TableEngine({"A man rides a bike.": [ride(prog="-")]})


class Shout:
    name, level = "shout", "sentence"

    def __init__(self, order):
        self.argument, self.seed = ",".join(order.arguments), order.settings.seed

    def apply(self, texts):
        return [
            Outcome((Variant((text.upper() + self.argument,), {"loud": "yes"}),))
            if text != "quiet"
            else Outcome(declined="quiet", stage="inapplicable")
            for text in texts
        ]

    def describe(self):
        return {"name": self.name}


@pytest.fixture
def shout(monkeypatch):
    point = EntryPoint("shout", "tests.transformations.test_registry:Shout", declarations.GROUP)
    monkeypatch.setattr(declarations, "registered", lambda: {"shout": point})


def test_rules_are_found_alone_and_joined():
    assert find("past", ENGINE).name == "past"
    joined = find("past + cleft", ENGINE)
    assert [rule.name for rule in joined.rules] == ["past", "cleft"]
    assert "passive" in names()


def test_an_unknown_name_says_what_comes_close():
    with pytest.raises(UsageError, match="no transformation 'pasive': did you mean passive"):
        find("past+pasive", ENGINE)
    with pytest.raises(UsageError, match="litgen list transformations lists"):
        find("zzz", ENGINE)
    with pytest.raises(UsageError, match="no rule 'clef': did you mean cleft"):
        find_rule("clef")


def test_a_package_registers_its_own(shout):
    found = find("shout:loudly", ENGINE, settings=Settings(seed=7))
    assert (found.argument, found.seed) == ("loudly", 7)
    assert found.apply(["hi"])[0].variants[0].candidates == ("HIloudly",)
    assert "shout" in names()


def test_a_chain_keeps_traits_parameters_and_what_failed(shout):
    chain = find("passive+shout", ENGINE)
    kept, failed = chain.apply(["A man rides a bike.", "Nobody knows."])
    (variant,) = kept.variants
    assert variant.candidates == ("PRES _RIDE_V_1 PASSIVE",)
    assert variant.parameters == {"promoted": "ARG2", "loud": "yes"}
    assert variant.traits["root"] == "ride"
    assert failed.stage == "unparsed"
    assert [part["name"] for part in chain.describe()["parts"]] == ["passive", "shout"]


def test_a_chain_reports_the_step_that_failed(shout, monkeypatch):
    chain = find("shout+shout", ENGINE)
    assert chain.apply(["quiet"])[0].declined == "quiet"


def test_what_works_on_pairs_is_not_joined(shout, monkeypatch):
    monkeypatch.setattr(Shout, "level", "pair")
    with pytest.raises(UsageError, match="works on pairs"):
        find("past+shout", ENGINE)
