"""The clausal skeleton, on MRSs written by hand in the style of the ERG."""

from delphin.codecs import simplemrs

from litgen.mrs.skeleton import clause_of, skeleton

MAY_RIDE = """[ LTOP: h0 INDEX: e2 [ e SF: prop TENSE: pres ]
  RELS: < [ _a_q<0:1> LBL: h4 ARG0: x3 [ x PERS: 3 NUM: sg ] RSTR: h5 BODY: h6 ]
          [ _man_n_1<2:5> LBL: h7 ARG0: x3 ]
          [ _may_v_modal<6:9> LBL: h1 ARG0: e2 ARG1: h8 ]
          [ neg<10:13> LBL: h9 ARG0: e10 [ e SF: prop TENSE: untensed ] ARG1: h11 ]
          [ _ride_v_1<14:18> LBL: h12
            ARG0: e13 [ e SF: prop TENSE: untensed PROG: + PERF: - ] ARG1: x3
            ARG2: x14 [ x PERS: 3 NUM: sg ] ]
          [ _a_q<19:20> LBL: h15 ARG0: x14 RSTR: h16 BODY: h17 ]
          [ _bike_n_1<21:25> LBL: h18 ARG0: x14 ] >
  HCONS: < h0 qeq h1 h5 qeq h7 h8 qeq h9 h11 qeq h12 h16 qeq h18 > ICONS: < > ]"""

SITS_AND_IS_SEEN = """[ LTOP: h0 INDEX: e2 [ e SF: prop TENSE: pres PROG: - PERF: - ]
  RELS: < [ proper_q<0:3> LBL: h4 ARG0: x3 [ x PERS: 3 NUM: sg ] RSTR: h5 BODY: h6 ]
          [ named<0:3> LBL: h7 CARG: "Kim" ARG0: x3 ]
          [ _sit_v_1<4:8> LBL: h1 ARG0: e8 [ e SF: prop TENSE: pres PROG: - PERF: - ] ARG1: x3 ]
          [ _and_c<9:12> LBL: h1 ARG0: e2 ARG1: e8 ARG2: e9 ]
          [ _see_v_1<16:20> LBL: h1 ARG0: e9 [ e SF: prop TENSE: pres PROG: - PERF: - ]
            ARG1: i10 ARG2: x3 ] >
  HCONS: < h0 qeq h1 h5 qeq h7 > ICONS: < e9 topic x3 > ]"""

WHILE_TRIES = """[ LTOP: h0 INDEX: e2 [ e SF: prop ]
  RELS: < [ proper_q<0:3> LBL: h4 ARG0: x3 [ x PERS: 3 NUM: sg ] RSTR: h5 BODY: h6 ]
          [ named<0:3> LBL: h7 CARG: "Kim" ARG0: x3 ]
          [ _try_v_1<4:9> LBL: h9 ARG0: e10 [ e SF: prop TENSE: past PROG: + PERF: - ]
            ARG1: x3 ARG2: h11 ]
          [ _sleep_v_1<13:18> LBL: h12 ARG0: e13 [ e SF: prop TENSE: untensed PROG: - PERF: - ]
            ARG1: x3 ]
          [ _while_p_1<19:24> LBL: h1 ARG0: e2 ARG1: h14 ARG2: h15 ]
          [ _rain_v_1<28:34> LBL: h16 ARG0: e17 [ e SF: prop TENSE: past PROG: - PERF: - ] ] >
  HCONS: < h0 qeq h1 h5 qeq h7 h11 qeq h12 h14 qeq h9 h15 qeq h16 > ICONS: < > ]"""


def read(text):
    return simplemrs.decode(text)


def test_operators_stand_outermost_first_over_the_main_predicate():
    (clause,) = skeleton(read(MAY_RIDE)).clauses
    assert clause.predicate == "_ride_v_1"
    assert [o.predicate for o in clause.operators] == ["_may_v_modal", "neg"]
    assert clause.kinds == ("modal", "neg")
    assert clause.finite_tense == "pres"
    assert clause.tense == "untensed"
    assert clause.progressive
    assert not clause.perfect
    assert clause.arguments == {"ARG1": "x3", "ARG2": "x14"}


def test_every_coordinated_clause_has_its_own_voice():
    found = skeleton(read(SITS_AND_IS_SEEN))
    assert [(c.predicate, c.voice) for c in found.clauses] == [
        ("_sit_v_1", "active"),
        ("_see_v_1", "passive"),
    ]
    assert found.coordinations == ("e2",)
    assert [c.finite_tense for c in found.clauses] == ["pres", "pres"]


def test_the_main_clause_of_a_subordinator_is_its_first_argument():
    found = skeleton(read(WHILE_TRIES))
    (clause,) = found.clauses
    assert clause.predicate == "_sleep_v_1"
    assert [ep.predicate for ep in found.subordinators] == ["_while_p_1"]
    (control,) = clause.operators
    assert (control.kind, control.tense, control.progressive) == ("control", "past", True)
    assert clause.finite_tense == "past"


def test_a_subordinate_clause_has_its_own_operators_only():
    clause = clause_of(read(WHILE_TRIES), "e17")
    assert clause.predicate == "_rain_v_1"
    assert clause.operators == ()
