from litgen.mrs.frame import Source
from litgen.mrs.subordinate import subordinates
from tests.mrs.samples import can_swim, read, ride, smiles_while_eating


def found(mrs):
    return {(s.hangs, s.predicate, s.on) for s in subordinates(Source(mrs))}


def test_how_subordinate_clauses_hang():
    assert found(smiles_while_eating()) == {
        ("relative", "_wear_v_1", "_man_n_1"),
        ("adverbial", "_know_v_1", "_while_p_1"),
        ("complement", "_rain_v_1", "_know_v_1"),
    }


def test_main_clauses_infinitives_and_modals_are_none():
    assert found(ride()) == set()
    assert found(can_swim()) == set()


def test_an_adverbial_may_take_the_event_instead_of_the_label():
    mrs = read(
        """[ LTOP: h0 INDEX: e2 [ e SF: prop TENSE: pres PROG: - PERF: - ]
        RELS: < [ _snow_v_1 LBL: h1 ARG0: e2 ]
          [ _because_x LBL: h1 ARG0: e3 [ e SF: prop ] ARG1: e2 ARG2: h4 ]
          [ neg LBL: h5 ARG0: e6 [ e SF: prop TENSE: pres ] ARG1: h7 ]
          [ _rain_v_1 LBL: h8 ARG0: e9 [ e SF: prop TENSE: pres PROG: - PERF: - ] ] >
        HCONS: < h0 qeq h1 h4 qeq h5 h7 qeq h8 > ICONS: < > ]"""
    )
    (clause,) = subordinates(Source(mrs))
    assert (clause.hangs, clause.tensed, clause.copies) == ("adverbial", "e9", ("e6",))
