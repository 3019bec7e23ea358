"""Coordination as the ERG 1214 writes it: conjuncts have labels and may lack a tense of their own.

*Two girls are jumping and singing.*: the auxiliary's tense stands at the first conjunct and at the
coordination; ``L-HNDL`` and ``R-HNDL`` hold the conjuncts' labels.
"""

from __future__ import annotations

import pytest
from delphin.codecs import simplemrs
from delphin.mrs import is_well_formed

from litgen.engines.ace.realisations import moves_arguments
from litgen.mrs.application import apply
from litgen.mrs.frame import Source
from litgen.mrs.loading import load_rules
from litgen.mrs.skeleton import skeleton

RULES = load_rules()
EVENT = "[ e SF: prop TENSE: {} MOOD: indicative PROG: {} PERF: - ]"
GIRLS = """[ _the_q LBL: h4 ARG0: x3 [ x PERS: 3 NUM: pl IND: + ] RSTR: h5 BODY: h6 ]
           [ _girl_n_1 LBL: h7 ARG0: x3 ]"""


def jumping_and_singing(tense="pres", second="untensed", prog="+"):
    return simplemrs.decode(
        f"""[ LTOP: h0 INDEX: e2 {EVENT.format(tense, prog)} RELS: < {GIRLS}
        [ _jump_v_1 LBL: h10 ARG0: e11 {EVENT.format(tense, prog)} ARG1: x3 ]
        [ _and_c LBL: h1 ARG0: e2 L-HNDL: h10 L-INDEX: e11 R-HNDL: h13 R-INDEX: e12 ]
        [ _sing_v_1 LBL: h13 ARG0: e12 {EVENT.format(second, prog)} ARG1: x3 ] >
        HCONS: < h0 qeq h1 h5 qeq h7 > ]"""
    )


def can_jump_and_sing(prog="-"):
    return simplemrs.decode(
        f"""[ LTOP: h0 INDEX: e2 {EVENT.format("pres", "-")} RELS: < {GIRLS}
        [ _can_v_modal LBL: h1 ARG0: e2 ARG1: h8 ]
        [ _jump_v_1 LBL: h9 ARG0: e10 {EVENT.format("untensed", prog)} ARG1: x3 ]
        [ _and_c LBL: h11 ARG0: e12 {EVENT.format("untensed", prog)}
          L-HNDL: h9 L-INDEX: e10 R-HNDL: h14 R-INDEX: e13 ]
        [ _sing_v_1 LBL: h14 ARG0: e13 {EVENT.format("untensed", prog)} ARG1: x3 ] >
        HCONS: < h0 qeq h1 h5 qeq h7 h8 qeq h11 > ]"""
    )


def edited(name, mrs):
    application = apply(RULES.by_name[name], Source(mrs), "erg-1214")
    assert application.declined is None
    assert is_well_formed(application.variants[0].mrs)
    return application.variants[0].mrs


def by_predicate(mrs):
    return {ep.predicate: ep for ep in mrs.rels}


def test_a_conjunct_without_an_auxiliary_shares_the_tense():
    clauses = skeleton(jumping_and_singing()).clauses
    assert [clause.finite_tense for clause in clauses] == ["pres", "pres"]
    assert [c.finite_tense for c in skeleton(jumping_and_singing("fut", "fut", "-")).clauses] == [
        "fut", "fut",
    ]  # fmt: skip


def test_what_stands_over_a_coordination_stands_over_its_conjuncts():
    clauses = skeleton(can_jump_and_sing()).clauses
    assert [clause.kinds for clause in clauses] == [("modal",), ("modal",)]
    assert [clause.finite_tense for clause in clauses] == ["pres", "pres"]


@pytest.mark.parametrize(("rule", "tense"), [("past", "past"), ("future", "fut")])
def test_tense_goes_where_there_is_one(rule, tense):
    mrs = edited(rule, jumping_and_singing())
    assert [mrs.variables[e]["TENSE"] for e in ("e2", "e11", "e12")] == [tense, tense, "untensed"]


def test_a_conjunct_that_shared_its_auxiliary_takes_the_tense_when_that_goes():
    """*are running and jumping* to *run and jump*; *have been running and jumping* shares it."""
    mrs = edited("simple", jumping_and_singing())
    assert [mrs.variables[e]["TENSE"] for e in ("e2", "e11", "e12")] == ["pres"] * 3
    mrs = edited("perfect-progressive", jumping_and_singing())
    assert [mrs.variables[e]["PERF"] for e in ("e2", "e11", "e12")] == ["+", "+", "-"]
    assert mrs.variables["e12"]["TENSE"] == "untensed"
    mrs = edited("simple", can_jump_and_sing("+"))
    assert {mrs.variables[e]["TENSE"] for e in ("e10", "e12", "e13")} == {"untensed"}


def test_a_coordination_has_the_aspect_of_its_first_conjunct():
    """*Girls jump and should sing*: a perfect under *should* leaves it alone, one of *jump* not."""
    mrs = simplemrs.decode(
        f"""[ LTOP: h0 INDEX: e2 {EVENT.format("pres", "-")} RELS: < {GIRLS}
        [ _jump_v_1 LBL: h10 ARG0: e11 {EVENT.format("pres", "-")} ARG1: x3 ]
        [ _and_c LBL: h1 ARG0: e2 L-HNDL: h10 L-INDEX: e11 R-HNDL: h13 R-INDEX: e12 ]
        [ _should_v_modal LBL: h13 ARG0: e12 {EVENT.format("pres", "-")} ARG1: h14 ]
        [ _sing_v_1 LBL: h15 ARG0: e16 {EVENT.format("untensed", "-")} ARG1: x3 ] >
        HCONS: < h0 qeq h1 h5 qeq h7 h14 qeq h15 > ]"""
    )
    asked = edited("past", mrs)
    assert [asked.variables[e]["PERF"] for e in ("e2", "e11", "e16")] == ["-", "-", "+"]
    assert [asked.variables[e]["TENSE"] for e in ("e2", "e11")] == ["past", "past"]


def test_a_modal_over_the_coordination():
    mrs = edited("may", jumping_and_singing())
    eps = by_predicate(mrs)
    low = {h.hi: h.lo for h in mrs.hcons}
    modal, both = eps["_may_v_modal"], eps["_and_c"]
    assert low[modal.args["ARG1"]] == both.label
    assert low[mrs.top] == modal.label and mrs.index == modal.args["ARG0"]
    assert both.args["L-HNDL"] == eps["_jump_v_1"].label  # not the modal: *may jump, and sings*
    assert {mrs.variables[e]["TENSE"] for e in ("e2", "e11", "e12")} == {"untensed"}


def test_a_cleft_takes_the_coordination():
    mrs = edited("cleft", jumping_and_singing("past"))
    eps = by_predicate(mrs)
    assert eps["_be_v_itcleft"].args["ARG2"] == eps["_and_c"].label


def test_a_passive_is_marked_at_the_label_of_its_conjunct():
    """*A man read a book, and a boy sang.*: at that of the coordination nothing is generated."""
    mrs = simplemrs.decode(
        f"""[ LTOP: h0 INDEX: e2 {EVENT.format("past", "-")} RELS: < {GIRLS}
        [ _read_v_1 LBL: h10 ARG0: e11 {EVENT.format("past", "-")} ARG1: x3 ARG2: x20 ]
        [ _a_q LBL: h21 ARG0: x20 [ x PERS: 3 NUM: sg IND: + ] RSTR: h22 BODY: h23 ]
        [ _book_n_of LBL: h24 ARG0: x20 ]
        [ _and_c LBL: h1 ARG0: e2 L-HNDL: h10 L-INDEX: e11 R-HNDL: h13 R-INDEX: e12 ]
        [ _sing_v_1 LBL: h13 ARG0: e12 {EVENT.format("past", "-")} ARG1: x30 ]
        [ _a_q LBL: h31 ARG0: x30 [ x PERS: 3 NUM: sg IND: + ] RSTR: h32 BODY: h33 ]
        [ _boy_n_1 LBL: h34 ARG0: x30 ] >
        HCONS: < h0 qeq h1 h5 qeq h7 h22 qeq h24 h32 qeq h34 > ]"""
    )
    marks = [ep for ep in edited("passive", mrs).rels if ep.predicate == "parg_d"]
    assert [(ep.label, ep.args["ARG1"], ep.args["ARG2"]) for ep in marks] == [("h10", "e11", "x20")]


def test_the_passive_of_a_verb_over_an_infinitive_moves_arguments():
    """*They told Kim to leave.*: *Kim was told to leave* has another order."""
    mrs = simplemrs.decode(
        f"""[ LTOP: h0 INDEX: e2 {EVENT.format("past", "-")} RELS: <
        [ pronoun_q LBL: h4 ARG0: x3 [ x PERS: 3 NUM: pl PT: std ] RSTR: h5 BODY: h6 ]
        [ pron LBL: h7 ARG0: x3 ]
        [ _tell_v_1 LBL: h1 ARG0: e2 ARG1: x3 ARG2: x8 ARG3: h9 ]
        [ proper_q LBL: h10 ARG0: x8 [ x PERS: 3 NUM: sg IND: + ] RSTR: h11 BODY: h12 ]
        [ named LBL: h13 ARG0: x8 CARG: "Kim" ]
        [ _leave_v_1 LBL: h14 ARG0: e15 {EVENT.format("untensed", "-")} ARG1: x8 ] >
        HCONS: < h0 qeq h1 h5 qeq h7 h9 qeq h14 h11 qeq h13 > ]"""
    )
    asked = edited("passive", mrs)
    assert moves_arguments(mrs, asked)
    assert not moves_arguments(mrs, edited("future", mrs))
