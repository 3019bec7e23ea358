import pytest

from litgen.mrs.frame import Source
from litgen.mrs.matching import Bindings, fits, holds, match
from litgen.mrs.rule import Condition, EPPattern
from tests.mrs.samples import can_swim, not_sleeping, ride, sit_and_read, tall


def bindings(mrs):
    source = Source(mrs)
    return Bindings(source, source.frames[0])


@pytest.mark.parametrize(
    ("predicate", "patterns", "expected"),
    [
        ("_ride_v_1", ("_*_v_*",), True),
        ("_ride_v_1", ("_ride_v_1",), True),
        ("_ride_v_1", ("_ride_v",), False),
        ("_give+up_v_1", ("_*_v_*",), True),
        ("_in_p_loc", ("_*_v_*", "_in_p*"), True),
        ("named", (), True),
        ("_a.b_n_1", ("_axb_n_*",), False),
    ],
)
def test_wildcards(predicate, patterns, expected):
    assert fits(predicate, patterns) is expected


def test_a_pattern_binds_names_of_their_sort():
    found = bindings(ride())
    pattern = EPPattern("verb", ("_*_v_*",), {"ARG0": "e", "ARG1": "x1", "ARG2": "x2"})
    assert match((pattern,), found) is None
    assert (found.names["x1"], found.names["x2"]) == ("x3", "x14")
    wrong_sort = EPPattern(None, ("_*_v_*",), {"ARG1": "h1"})
    assert match((wrong_sort,), bindings(ride())) is wrong_sort


def test_patterns_share_names_and_are_searched_with_backtracking():
    found = bindings(ride())
    any_quantifier = EPPattern("q", ("_a_q",), {"ARG0": "x1"})
    its_noun = EPPattern("n", ("_bike_n_1",), {"ARG0": "x1"})
    assert match((any_quantifier, its_noun), found) is None
    assert found.names["x1"] == "x14"
    assert found.eps["q"].args["ARG0"] == "x14"


def test_the_pattern_nothing_fits_is_returned_and_binds_nothing():
    found = bindings(tall())
    verb = EPPattern("verb", ("_*_v_*",), {"ARG2": "x1"}, reason="clause.no-object")
    assert match((verb,), found) is verb
    assert "x1" not in found.names


@pytest.mark.parametrize(
    ("mrs", "test", "expected"),
    [
        (ride(), Condition(variable="t", properties={"TENSE": ("pres", "past")}), True),
        (ride(), Condition(variable="t", properties={"TENSE": ("past",)}), False),
        (ride(), Condition(variable="subject", quantifiers=("_a_q",)), True),
        (ride(quantifier="_the_q"), Condition(variable="subject", quantifiers=("_a_q",)), False),
        (ride(), Condition(ep="head", features=("motion",)), True),
        (ride(), Condition(ep="head", lacks=("motion",)), False),
        (can_swim(), Condition(ep="tensed", lacks=("motion",)), True),
        (can_swim(), Condition(ep="head", predicates=("_swim_*",), features=("motion",)), True),
        (can_swim(), Condition(ep="tensed", predicates=("_*_v_modal",)), True),
        (can_swim(), Condition(ep="tensed", predicates=("_*",), excluded=("_can_*",)), False),
        (can_swim(), Condition(operators=("modal",)), True),
        (not_sleeping(), Condition(operators=("modal",)), False),
        (not_sleeping(), Condition(exists=EPPattern(None, ("neg",), {"ARG1": "l"})), True),
        (ride(icons="e2 topic x14"), Condition(voice="passive"), True),
        (ride(icons="e2 topic x14"), Condition(icons=("e", "topic", "*")), True),
        (ride(), Condition(icons=("e", "topic", "*")), False),
        (ride(), Condition(scope=("top", "qeq", "l")), True),
        (not_sleeping(), Condition(scope=("top", "qeq", "l")), False),
        (not_sleeping(), Condition(scope=("l0", "=", "l")), False),
        (sit_and_read(), Condition(coordinated=True, subject="shared"), True),
        (sit_and_read(shared=False), Condition(subject="shared"), False),
        (ride(), Condition(same=("e", "t")), True),
        (can_swim(), Condition(same=("e", "t")), False),
        (ride(), Condition(force=("ques", "comm")), False),
    ],
)
def test_conditions(mrs, test, expected):
    assert holds(test, bindings(mrs)) is expected
