from dataclasses import replace

from litgen.mrs.rule import Example
from litgen.transformations import check_examples, find, find_rule
from litgen.transformations.examples import check_rules
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
        examples=(Example(TEXT, (), "already past"), Example(TEXT, (), "modal")),
    )
    good, bad = check_rules([rule], lambda name: find(name, engine))
    assert good.passed
    assert not bad.passed
    assert bad.got == "declined: already past (inapplicable)"


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
