from dataclasses import replace

from litgen.mrs.rule import DIALECTS, Example
from litgen.tables import grammars_table
from litgen.transformations import check_examples, examples, find, find_rule
from litgen.transformations.examples import beyond, check_rules
from tests.mrs.samples import ride
from tests.transformations.engine import TableEngine
from tests.transformations.test_registry import ENGINE

TEXT = "A man rides a bike."


def check(*examples, name="past"):
    rule = replace(find_rule(name), examples=examples)
    return check_rules([rule], lambda name: find(name, ENGINE))


def test_an_example_passes_if_one_output_is_among_the_surfaces():
    good, bad = check(
        Example(TEXT, ("something else", "past _ride_v_1 active")), Example(TEXT, ("nothing",))
    )
    assert good.passed
    assert not bad.passed
    assert (bad.rule, bad.expected, bad.got) == ("past", "nothing", "past _ride_v_1 active")


def test_an_example_of_declining_must_name_the_reason():
    engine = TableEngine({TEXT: [ride("past")]})
    rule = replace(
        find_rule("past"),
        examples=(Example(TEXT, (), "tense.already-past"), Example(TEXT, (), "clause.modal")),
    )
    good, bad = check_rules([rule], lambda name: find(name, engine))
    assert good.passed
    assert not bad.passed
    assert bad.got == "declined: tense.already-past (inapplicable)"


def test_parameters_pick_the_variant():
    one, other = check(
        Example(TEXT, ("pres _be_v_itcleft:x3 _ride_v_1 active",), None, {"role": "ARG1"}),
        Example(TEXT, ("pres _be_v_itcleft:x3 _ride_v_1 active",), None, {"role": "ARG7"}),
        name="cleft",
    )
    assert one.passed
    assert not other.passed


def test_check_examples_runs_the_rules_asked_for():
    checks = check_examples(["past"], engine=ENGINE)
    assert {c.rule for c in checks} == {"past"}
    assert len(checks) == len(find_rule("past").examples)


def test_an_example_beyond_a_release_must_not_hold(monkeypatch):
    entry = {"reason": "no such tense", "examples": {"past": [TEXT]}}
    monkeypatch.setattr(examples, "grammars_table", lambda name: {"erg-1214": [entry]})
    held = check(Example(TEXT, ("past _ride_v_1 active",)))[0]
    failed = check(Example(TEXT, ("nothing",)))[0]
    assert beyond(failed, "erg-1214").passed
    assert not beyond(held, "erg-1214").passed
    assert beyond(held, "erg-1214").expected == "not in erg-1214: no such tense"
    assert beyond(failed, "erg-2018") == failed


def test_what_is_beyond_a_release_is_an_example_of_a_rule_or_table():
    known = {(check.rule, check.text) for check in check_examples(engine=TableEngine({}))}
    for dialect, entries in grammars_table("beyond").items():
        assert dialect in DIALECTS
        for entry in entries:
            named = {(rule, text) for rule, texts in entry["examples"].items() for text in texts}
            assert entry["reason"] and named <= known, named - known
