from litgen.mrs.scope import Scope
from tests.mrs.samples import can_swim


def test_tables_of_a_scope():
    scope = Scope(can_swim())
    assert scope.by_event["e2"].predicate == "_can_v_modal"
    assert scope.quantifier["x3"].predicate == "_the_q"
    assert scope.by_event["x3"].predicate == "_man_n_1"
    assert [ep.predicate for ep in scope.above["h9"]] == ["_can_v_modal"]
    assert "h7" not in scope.above  # a quantifier's restriction is not counted
    assert scope.holes(scope.by_event["e2"]) == [("ARG1", "h9")]
    assert scope.label_of("h8") == scope.label_of("h9") == "h9"
    assert scope.properties("e10")["TENSE"] == "untensed"
    assert scope.properties("e99") == {}
