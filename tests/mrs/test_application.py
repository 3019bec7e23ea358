"""What each rule makes of MRSs written by hand, seen through the skeleton."""

import delphin.mrs
import pytest
from delphin.codecs import simplemrs

from litgen.exceptions import RuleError, UsageError
from litgen.mrs import Source, apply, apply_sequence, load_rules, skeleton
from litgen.mrs.scope import Scope
from tests.mrs.samples import (
    SAMPLES,
    can_swim,
    event,
    is_the_winner,
    not_sleeping,
    read,
    ride,
    sit_and_read,
    smiles_while_eating,
    tall,
)

RULES = load_rules()
PASSIVE = "e2 topic x14"


def run(name, mrs, dialect="dependency"):
    return apply_sequence([RULES.by_name[n] for n in name.split("+")], mrs, dialect)


def one(name, mrs, dialect="dependency"):
    application = run(name, mrs, dialect)
    assert application.declined is None
    (variant,) = application.variants
    assert delphin.mrs.is_well_formed(variant.mrs)
    return variant.mrs


def verbs(mrs):
    """(operators, predicate, tense, progressive, perfect, voice) of the main clauses."""
    return [
        (
            [o.predicate for o in c.operators],
            c.predicate,
            c.finite_tense,
            c.progressive,
            c.perfect,
            c.voice,
        )
        for c in skeleton(mrs).clauses
    ]


def declined(name, mrs, dialect="dependency"):
    application = run(name, mrs, dialect)
    assert application.variants == ()
    return application.declined


@pytest.mark.parametrize("dialect", ["erg-1214", "erg-2018", "erg-2023", "erg-2025", "dependency"])
@pytest.mark.parametrize("name", RULES.by_name)
def test_every_rule_on_every_sample_is_well_formed_or_declined(name, dialect):
    for sentence, mrs in SAMPLES.items():
        application = run(name, mrs, dialect)
        assert bool(application.variants) != bool(application.declined), sentence
        for variant in application.variants:
            assert delphin.mrs.is_well_formed(variant.mrs), sentence
            assert variant.mrs != mrs or RULES.by_name[name].keeps, sentence


# --- tense ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "source", "tense"),
    [
        ("past", "pres", "past"),
        ("present", "past", "pres"),
        ("future", "pres", "fut"),
        ("past", "fut", "past"),
    ],
)
def test_tense_keeps_the_aspect(name, source, tense):
    edited = one(name, ride(source, "+", "+"))
    assert verbs(edited) == [([], "_ride_v_1", tense, True, True, "active")]


def test_only_the_tense_changes():
    source = ride()
    edited = one("past", source)
    assert edited.rels == source.rels
    assert [ep.lnk for ep in edited.rels] == [ep.lnk for ep in source.rels]
    assert edited.variables == {
        **source.variables,
        "e2": {**source.variables["e2"], "TENSE": "past"},
    }


def test_tense_goes_over_every_coordinated_clause_and_the_coordination():
    edited = one("past", sit_and_read(shared=False))
    assert [edited.variables[e]["TENSE"] for e in ("e2", "e8", "e9")] == ["past"] * 3


def test_a_clause_already_in_the_tense_is_declined_even_where_others_could_follow():
    assert declined("past", ride("past")) == "tense.already-past"
    assert declined("past", smiles_while_eating("past", "pres")) == "tense.already-past"


def test_tense_of_a_modal():
    assert verbs(one("past", can_swim()))[0][2] == "past"
    assert verbs(one("present", can_swim("past")))[0][2] == "pres"
    assert declined("future", one("may", ride())) == "clause.modal"


def test_the_past_under_a_modal_is_a_perfect():
    edited = one("past", one("may", ride()))
    assert verbs(edited) == [(["_may_v_modal"], "_ride_v_1", "pres", True, True, "active")]
    assert verbs(edited) == verbs(one("may", one("past", ride())))
    assert declined("past", edited) == "tense.already-past"


def test_the_future_of_an_ability_is_a_control_verb():
    edited = one("future", can_swim())
    (clause,) = skeleton(edited).clauses
    (able,) = clause.operators
    assert (able.predicate, able.kind, clause.finite_tense) == ("_able_a_1", "control", "fut")
    assert able.arguments["ARG1"] == clause.arguments["ARG1"]
    assert delphin.mrs.is_well_formed(edited)


def test_a_duty_has_every_tense():
    for name, tense in (("past", "past"), ("future", "fut")):
        (clause,) = skeleton(one(name, one("must", ride(prog="-")))).clauses
        assert [o.predicate for o in clause.operators] == ["_have_v_qmodal"]
        assert clause.finite_tense == tense


def test_negation_carries_the_tense():
    edited = one("past", not_sleeping())
    assert edited.variables["e11"]["TENSE"] == edited.variables["e2"]["TENSE"] == "past"


def test_sequence_of_tense():
    edited = one("past", smiles_while_eating())
    wear, smile, know, rain = (edited.variables[e]["TENSE"] for e in ("e25", "e9", "e13", "e21"))
    assert (wear, smile, know, rain) == ("past", "past", "past", "past")
    back = one("present", smiles_while_eating("past", "past"))
    assert {back.variables[e]["TENSE"] for e in ("e25", "e9", "e13", "e21")} == {"pres"}
    future = one("future", smiles_while_eating("pres", "past"))
    assert future.variables["e13"]["TENSE"] == "past"  # the main clause was not past
    assert "TENSE" not in edited.variables["e2"]


def test_a_progressive_passive_drops_its_progressive_under_future_and_perfect():
    assert verbs(one("future", ride(icons=PASSIVE)))[0][3] is False
    assert verbs(one("future", ride()))[0][3] is True
    assert verbs(one("may", ride(icons=PASSIVE)))[0][3] is False
    (passive, *_) = run("passive", ride("fut")).variants
    assert verbs(passive.mrs)[0][3] is False
    (passive, *_) = run("passive", ride("pres", "+", "+")).variants
    assert verbs(passive.mrs)[0][3:5] == (False, True)
    (passive, *_) = run("passive", ride()).variants
    assert verbs(passive.mrs)[0][3] is True


# --- aspect --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "aspect"),
    [("perfect", (False, True)), ("perfect-progressive", (True, True)), ("simple", (False, False))],
)
def test_aspect_keeps_the_tense(name, aspect):
    assert verbs(one(name, ride("past")))[0][2:5] == ("past", *aspect)


def test_aspect_is_copied_onto_coordinations():
    assert declined("perfect", can_swim()) == "aspect.perfect-under-can"
    edited = one("simple", sit_and_read())
    assert {edited.variables[e]["PROG"] for e in ("e2", "e8", "e9")} == {"-"}


def test_aspect_declines():
    assert declined("progressive", ride()) == "aspect.already-progressive"
    assert declined("progressive", tall()) == "clause.not-verbal"
    assert declined("progressive", is_the_winner()) == "aspect.stative"
    assert declined("perfect-progressive", ride(icons=PASSIVE)) == "aspect.progressive-passive"


# --- modality ------------------------------------------------------------------------------------


def test_a_modal_takes_the_clause_and_its_tense():
    edited = one("may", ride())
    assert verbs(edited) == [(["_may_v_modal"], "_ride_v_1", "pres", True, False, "active")]
    assert edited.variables["e2"]["TENSE"] == "untensed"
    assert edited.index == edited.rels[-1].args["ARG0"]


def test_a_modal_over_a_past_clause_is_a_perfect():
    edited = one("might", ride("past"))
    assert verbs(edited) == [(["_might_v_modal"], "_ride_v_1", "pres", True, True, "active")]
    assert edited.variables[edited.index]["PERF"] == "+"
    assert declined("can", ride("past")) == "clause.past"


def test_one_modal_over_coordinated_clauses():
    edited = one("must", sit_and_read())
    assert [v[0] for v in verbs(edited)] == [["_must_v_modal"]] * 2
    assert {edited.variables[e]["TENSE"] for e in ("e2", "e8", "e9")} == {"untensed"}


def test_a_modal_stands_above_the_verb_and_below_its_negation():
    assert verbs(one("should", not_sleeping()))[0][0] == ["neg", "_should_v_modal"]


def test_would_is_tensed_from_2018_on():
    for dialect, tense in (("erg-1214", "pres"), ("erg-2018", "tensed"), ("erg-2025", "tensed")):
        edited = one("would", ride(), dialect)
        assert edited.variables[edited.index]["TENSE"] == tense


@pytest.mark.parametrize("dialect", ["erg-1214", "erg-2018", "erg-2025", "dependency"])
def test_can_takes_the_progressive_away(dialect):
    assert one("can", ride(), dialect).variables["e2"]["PROG"] == "-"


def test_modality_declines():
    assert declined("may", can_swim()) == "clause.modal"


def test_would_leaves_a_negation_without_tense_as_it_is():
    mrs = simplemrs.decode(  # "They hope that it will not rain.", ERG 1214
        "[ TOP: h0 INDEX: e2 [ e SF: prop TENSE: pres PROG: - PERF: - ] RELS: < "
        "[ pron<0:4> LBL: h4 ARG0: x3 [ x PERS: 3 NUM: pl ] ] "
        "[ pronoun_q<0:4> LBL: h5 ARG0: x3 RSTR: h6 BODY: h7 ] "
        "[ _hope_v_1<5:9> LBL: h1 ARG0: e2 ARG1: x3 ARG2: h8 ] "
        "[ neg<23:26> LBL: h9 ARG0: e10 [ e SF: prop TENSE: untensed ] ARG1: h11 ] "
        "[ _rain_v_1<27:32> LBL: h12 ARG0: e13 [ e SF: prop TENSE: fut ] ] > "
        "HCONS: < h0 qeq h1 h6 qeq h4 h8 qeq h9 h11 qeq h12 > ]"
    )
    edited = one("past", mrs, "erg-1214")
    assert [ep.predicate for ep in edited.rels][-1] == "_would_v_modal"
    assert edited.variables["e10"]["TENSE"] == "untensed"


def test_a_modal_takes_the_place_of_will():
    assert delphin.mrs.is_isomorphic(one("may", ride("fut")), one("may", ride("pres")))


def test_what_would_undo_another_rule_is_no_composition():
    with pytest.raises(UsageError, match="cannot be composed"):
        run("past+future", ride())


# --- negation ------------------------------------------------------------------------------------


def test_no_for_an_indefinite_subject_has_wide_scope():
    (variant,) = run("negation", ride()).variants
    assert variant.parameters == {"scope": "wide"}
    assert variant.mrs.rels[0].predicate == "_no_q"
    assert verbs(variant.mrs)[0][0] == []


def test_auxiliary_negation_under_a_definite_subject_has_wide_scope():
    source = ride(quantifier="_the_q")
    (variant,) = run("negation", source).variants
    assert variant.parameters == {"scope": "wide"}
    assert verbs(variant.mrs)[0][0] == ["neg"]
    assert variant.mrs.index == source.index
    assert variant.mrs.variables[variant.mrs.rels[-1].iv]["TENSE"] == "pres"


def test_auxiliary_negation_under_another_quantifier_has_narrow_scope():
    (variant,) = run("negation", ride(quantifier="_most_q")).variants
    assert variant.parameters == {"scope": "narrow"}
    assert declined("negation", ride(quantifier="_every_q")) == "negation.quantified-subject"


def test_auxiliary_negation_under_an_adverbial_clause_has_narrow_scope():
    (variant,) = run("negation", smiles_while_eating()).variants
    assert variant.parameters == {"scope": "narrow"}
    assert verbs(variant.mrs)[0][0] == ["neg"]


def test_the_negation_of_earlier_grammars_has_no_tense():
    edited = one("negation", tall(), "erg-2018")
    assert edited.variables[edited.rels[-1].iv]["TENSE"] == "untensed"


def test_negation_declines():
    assert declined("negation", not_sleeping()) == "negation.already"
    assert declined("negation", ride(quantifier="_no_q")) == "negation.already"
    assert declined("negation", ride(quantifier="_some_q")) == "negation.polarity-item"
    assert declined("negation", sit_and_read(shared=False)) == "clause.distinct-subjects"


# --- voice ---------------------------------------------------------------------------------------


def test_passive_by_topic_and_by_parg_d():
    edited = one("passive", ride())
    assert [tuple(i) for i in edited.icons] == [("e2", "topic", "x14")]
    assert len(edited.rels) == len(ride().rels)
    old = one("passive", ride(), "erg-1214")
    assert not old.icons
    mark = old.rels[-1]
    assert (mark.predicate, mark.label, mark.args["ARG1"], mark.args["ARG2"]) == (
        "parg_d", "h1", "e2", "x14",
    )  # fmt: skip
    assert verbs(old)[0][5] == verbs(edited)[0][5] == "passive"


@pytest.mark.parametrize("dialect", ["erg-1214", "erg-2025"])
def test_active_undoes_passive(dialect):
    passive = one("passive", ride("past", "-"), dialect)
    assert delphin.mrs.is_isomorphic(one("active", passive, dialect), ride("past", "-"))


def test_passive_promotes_a_second_object():
    mrs = ride("past", "-")
    verb = mrs.rels[2]
    verb.args.update(ARG3="x30")
    give = read(
        f"""[ LTOP: h0 INDEX: e2 {event("past")}
        RELS: < [ pronoun_q LBL: h4 ARG0: x3 RSTR: h5 BODY: h6 ] [ pron LBL: h7 ARG0: x3 ]
          [ proper_q LBL: h8 ARG0: x9 RSTR: h10 BODY: h11 ] [ named LBL: h12 ARG0: x9 CARG: "Al" ]
          [ udef_q LBL: h13 ARG0: x14 RSTR: h15 BODY: h16 ] [ _food_n_1 LBL: h17 ARG0: x14 ]
          [ _give_v_1 LBL: h1 ARG0: e2 ARG1: x3 ARG2: x14 ARG3: x9 ] >
        HCONS: < h0 qeq h1 h5 qeq h7 h10 qeq h12 h15 qeq h17 > ICONS: < > ]"""
    )
    variants = run("passive-any", give).variants
    assert [(v.parameters["promoted"], v.mrs.icons[0].right) for v in variants] == [
        ("ARG2", "x14"),
        ("ARG3", "x9"),
    ]


@pytest.mark.parametrize("icons", ["", PASSIVE])
def test_passive_without_by_phrase_drops_the_agents_words(icons):
    edited = one("passive-short", ride("past", "-", icons=icons))
    assert verbs(edited)[0][5] == "passive"
    assert "_man_n_1" not in [ep.predicate for ep in edited.rels]
    assert edited.rels[0].args["ARG1"].startswith("i")


def test_voice_declines():
    assert declined("passive", sit_and_read()) == "clause.coordinated"
    assert declined("passive", tall()) == "clause.no-object"
    assert declined("passive", ride(icons=PASSIVE)) == "passive.already"
    assert declined("passive", is_the_winner()) == "passive.no-passive-form"
    assert declined("active", ride()) == "active.already"


# --- clefts, questions, arguments ----------------------------------------------------------------


def test_cleft_of_both_roles():
    variants = run("cleft", ride("past")).variants
    assert [v.parameters for v in variants] == [{"role": "ARG1"}, {"role": "ARG2"}]
    for variant, clefted in zip(variants, ("x3", "x14"), strict=True):
        cleft = variant.mrs.rels[-1]
        assert cleft.predicate == "_be_v_itcleft"
        assert (cleft.args["ARG1"], cleft.args["ARG2"]) == (clefted, "h1")
        assert variant.mrs.index == cleft.iv
        assert Scope(variant.mrs).low["h0"] == cleft.label
        assert variant.mrs.variables[cleft.iv]["TENSE"] == "past"
        assert verbs(variant.mrs)[0][2] == "past"


def test_the_be_of_a_cleft_is_past_only_if_the_clause_is():
    (variant, _) = run("cleft", ride("fut")).variants
    assert variant.mrs.variables[variant.mrs.index]["TENSE"] == "pres"


def test_tense_of_a_cleft_goes_on_both_verbs():
    source = run("cleft", ride()).variants[0].mrs
    edited = one("past", source)
    assert edited.variables[edited.index]["TENSE"] == edited.variables["e2"]["TENSE"] == "past"


def test_cleft_over_coordinated_verbs_needs_a_shared_subject_or_is_of_the_first():
    (variant,) = run("cleft", sit_and_read()).variants
    assert variant.parameters == {"role": "ARG1"}
    assert declined("cleft", sit_and_read(shared=False), "erg-1214") == "cleft.no-such-role"
    (variant,) = run("cleft", sit_and_read(shared=False)).variants
    (cleft,) = (ep for ep in variant.mrs.rels if ep.predicate == "_be_v_itcleft")
    first, _ = (ep for ep in variant.mrs.rels if ep.predicate in ("_sit_v_1", "_read_v_1"))
    assert (variant.parameters, cleft.args["ARG1"]) == ({"role": "ARG1"}, first.args["ARG1"])


def test_cleft_of_a_grammar_that_has_none():
    assert declined("cleft", ride(), "erg-2025") == "cleft.not-in-grammar"


@pytest.mark.parametrize("mrs", [ride(), can_swim(), not_sleeping(), sit_and_read()])
def test_question(mrs):
    edited = one("question", mrs)
    assert edited.variables[edited.index]["SF"] == "ques"
    assert skeleton(edited).force == "ques"
    assert declined("question", edited) == "question.already"


def test_swap_and_permutation():
    assert one("swap", ride()).rels[2].args == {"ARG0": "e2", "ARG1": "x14", "ARG2": "x3"}
    assert one("permute", is_the_winner()).rels[2].args["ARG1"] == "x8"
    assert declined("permute", is_the_winner("_a_q")) == "swap.indefinite"
    assert declined("swap", is_the_winner()) == "clause.copula"


# --- raising and control -------------------------------------------------------------------------


def test_seem_takes_the_tense_and_leaves_a_perfect():
    edited = one("seem", ride("past", "-"))
    assert verbs(edited) == [(["_seem_v_to"], "_ride_v_1", "past", False, True, "active")]
    assert verbs(one("seem", ride("past", "+"))) == [
        (["_seem_v_to"], "_ride_v_1", "past", True, False, "active")
    ]


def test_control_verbs_share_the_subject():
    edited = one("want", ride("past"))
    assert verbs(edited) == [(["_want_v_1"], "_ride_v_1", "past", False, False, "active")]
    assert edited.rels[-1].args["ARG1"] == "x3"
    edited = one("try", ride())
    assert edited.variables[edited.index]["PROG"] == "+"
    assert verbs(edited)[0][3] is False


def test_persuade_brings_in_carol():
    edited = one("persuade", ride("past", "-"))
    persuade = next(ep for ep in edited.rels if ep.predicate == "_persuade_v_of")
    verb = next(ep for ep in edited.rels if ep.predicate == "_ride_v_1")
    assert persuade.args["ARG1"] == "x3"
    assert verb.args["ARG1"] == persuade.args["ARG2"] != "x3"
    assert next(ep for ep in edited.rels if ep.predicate == "named").carg == "Carol"


def test_raising_and_control_declines():
    assert declined("want", ride(icons=PASSIVE)) == "clause.passive"
    assert declined("want", tall()) == "clause.not-verbal"
    assert declined("seem", can_swim()) == "clause.modal"
    assert declined("try", not_sleeping()) == "clause.negated"


# --- sequences -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one_order", "other"),
    [
        ("past+cleft", "cleft+past"),
        ("future+passive+cleft", "cleft+passive+future"),
        ("may+passive", "passive+may"),
        ("seem+past", "past+seem"),
        ("negation+cleft", "cleft+negation"),
        ("may+negation", "negation+may"),
        ("question+future", "future+question"),
    ],
)
def test_a_sequence_means_the_same_in_any_order(one_order, other):
    first, second = run(one_order, ride()).variants, run(other, ride()).variants
    assert [(v.mrs, v.parameters) for v in first] == [(v.mrs, v.parameters) for v in second]
    assert first


def test_future_passive_cleft():
    variants = run("future+passive+cleft", ride()).variants
    assert [v.parameters for v in variants] == [
        {"promoted": "ARG2", "role": "ARG1"},
        {"promoted": "ARG2", "role": "ARG2"},
    ]
    for variant in variants:
        assert verbs(variant.mrs) == [
            (["_be_v_itcleft"], "_ride_v_1", "fut", False, False, "passive")
        ]


def test_a_sequence_declines_with_the_reason_of_the_step_that_failed():
    assert declined("past+passive", tall()) == "clause.no-object"
    assert declined("past+cleft", ride("past")) == "tense.already-past"


# --- rules at fault ------------------------------------------------------------------------------

FAULTY = """
[[rule]]
name = "faulty"
phenomenon = "none"
gloss = "Adds a predication that hangs on nothing."
source = "none"
position = 1
add = [{ predicate = "_loose_n_1", LBL = "l1", ARG0 = "x1" }]
[rule.fresh]
l1 = {}
x1 = {}
"""


def test_a_rule_that_makes_an_ill_formed_mrs_is_at_fault_loudly(tmp_path):
    (tmp_path / "f.toml").write_text(FAULTY, encoding="utf-8")
    rules = load_rules(tmp_path)
    with pytest.raises(RuleError, match=r"f\.toml: rule faulty: the edited MRS .*is ill-formed"):
        apply(rules.by_name["faulty"], ride(), "dependency")


def test_but_not_for_an_mrs_that_was_ill_formed_before(tmp_path):
    (tmp_path / "f.toml").write_text(FAULTY, encoding="utf-8")
    rules = load_rules(tmp_path)
    ill = ride()
    ill.rels.append(ill.rels[2])
    assert apply(rules.by_name["faulty"], ill, "dependency").variants


def test_a_fragment_without_a_clause_is_declined():
    noun = read(
        """[ LTOP: h0 INDEX: x3 RELS: < [ _the_q LBL: h4 ARG0: x3 RSTR: h5 BODY: h6 ]
        [ _man_n_1 LBL: h7 ARG0: x3 ] > HCONS: < h0 qeq h7 h5 qeq h7 > ICONS: < > ]"""
    )
    assert apply(RULES.by_name["past"], noun, "dependency").declined == "parse.no-clause"


def test_a_source_can_be_used_for_several_rules():
    source = Source(ride())
    assert run("past", source) == run("past", ride())
    assert run("passive", source) == run("passive", ride())


def test_a_rule_is_applied_once_to_a_source_whatever_follows_it():
    source = Source(ride())
    (alone,), (before,) = run("past", source).variants, run("past", source).variants
    assert alone is before
    assert run("past+cleft", source).variants
    assert "skeleton" in vars(alone.source)  # the cleft was made of the same past
