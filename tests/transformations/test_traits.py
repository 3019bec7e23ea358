import pytest
from delphin.codecs import simplemrs

from litgen.mrs import Source
from litgen.transformations.traits import traits_of, uncovered_clauses
from tests.mrs.samples import (
    can_swim,
    event,
    is_the_winner,
    not_sleeping,
    read,
    ride,
    sit_and_read,
    tall,
)


def traits(mrs):
    return traits_of(Source(mrs))


def bark(tense="pres", prog="-", quantifier="udef_q", verb="_bark_v_1", more="", hcons=""):
    return read(
        f"""[ LTOP: h0 INDEX: e2 {event(tense, prog)}
        RELS: < [ {quantifier} LBL: h4 ARG0: x3 [ x PERS: 3 NUM: pl ] RSTR: h5 BODY: h6 ]
          [ _dog_n_1 LBL: h7 ARG0: x3 ] [ {verb} LBL: h1 ARG0: e2 ARG1: x3 ] {more} >
        HCONS: < h0 qeq h1 h5 qeq h7 {hcons} > ICONS: < > ]"""
    )


def phrase(noun, **given):
    plain = {"coordinated": False, "kind": "indefinite", "number": "sg", "words": []}
    return {"noun": noun, **plain, **given}


def test_all_traits_of_a_sentence():
    assert traits(ride()) == {
        "tense": "pres",
        "modal": False,
        "negated": False,
        "question": False,
        "stative": False,
        "lasting": False,
        "generic": False,
        "end_of_state": False,
        "symmetric": False,
        "semelfactive": False,
        "time_adverb": False,
        "coordinated": False,
        "quantifiers": ["_a_q", "_a_q"],
        "subject": "man",
        "subject_kind": "indefinite",
        "root": "ride",
        "roots": ["ride"],
        "content": ["bike", "man"],
        "events": [],
        "perfect": False,
        "concessive": False,
        "adverbs": False,
        "homogeneity": "none",
        "situation": "episode",
        "polarity": "up",
        "progressive": True,
        "clauses": 1,
        "arguments": {
            "subject": phrase("man"),
            "ARG1": phrase("man"),
            "ARG2": phrase("bike"),
        },
    }


@pytest.mark.parametrize(
    ("mrs", "trait", "value"),
    [
        (can_swim(), "modal", True),
        (can_swim(), "content", ["man"]),
        (can_swim(negated=True), "negated", True),
        (not_sleeping(), "negated", True),
        (ride(quantifier="_no_q"), "negated", True),
        (ride("past"), "tense", "past"),
        (tall(), "stative", True),
        (tall(), "lasting", True),
        (tall(adjective="_glad_a_about"), "stative", True),
        (tall(adjective="_glad_a_about"), "lasting", False),
        (tall(), "root", "be"),
        (tall(), "content", ["man", "tall"]),
        (is_the_winner(), "root", "be"),
        (is_the_winner(), "subject", "Kim"),
        (is_the_winner(), "subject_kind", "proper"),
        (sit_and_read(), "coordinated", True),
        (sit_and_read(), "clauses", 1),
        (not_sleeping(), "polarity", "down"),
        (ride(quantifier="_no_q"), "polarity", "down"),
        (ride("past"), "progressive", True),
        (bark(), "generic", True),
        (bark(), "subject_kind", "bare"),
        (bark(prog="+"), "generic", False),
        (bark("past"), "generic", False),
        (bark(quantifier="_the_q"), "generic", False),
        (bark(more="[ _in_p_loc LBL: h1 ARG0: e8 ARG1: e2 ARG2: x3 ]"), "generic", False),
        (bark(more="[ _often_a_1 LBL: h1 ARG0: e8 ARG1: e2 ]"), "generic", True),
        (bark(quantifier="_every_q"), "subject_kind", "quantified"),
        (bark(more='[ card LBL: h7 ARG0: e8 ARG1: x3 CARG: "5" ]'), "subject_kind", "numeral"),
        (bark("past", verb="_die_v_1"), "end_of_state", True),
        (bark(verb="_meet_v_1"), "symmetric", True),
        (bark(), "semelfactive", True),
        (bark(verb="_know_v_1"), "stative", True),
        (bark(prog="+", verb="_wear_v_1"), "stative", True),
        (bark(more="[ _tomorrow_a_1 LBL: h1 ARG0: e8 ARG1: e2 ]"), "time_adverb", True),
        (bark(more="[ _in_p_temp LBL: h1 ARG0: e8 ARG1: e2 ARG2: x3 ]"), "time_adverb", True),
        (bark(more='[ card LBL: h7 ARG0: e8 ARG1: x3 CARG: "1990" ]'), "time_adverb", True),
    ],
)
def test_traits(mrs, trait, value):
    assert traits(mrs)[trait] == value


def test_a_question_is_a_trait():
    mrs = ride()
    mrs.variables["e2"]["SF"] = "ques"
    assert traits(mrs)["question"] is True


@pytest.mark.parametrize(
    ("tenses", "uncovered"),
    [(("past", "past"), 0), (("past", "pres"), 1), (("pres", "pres"), 0)],
)
def test_a_clause_that_an_edit_does_not_reach_is_uncovered(tenses, uncovered):
    mrs = sit_and_read(shared=False)
    edited = read(simplemrs.encode(mrs))
    for event_, tense in zip(("e8", "e9"), tenses, strict=True):
        edited.variables[event_]["TENSE"] = tense
    assert uncovered_clauses(Source(mrs), edited) == uncovered


def test_a_clause_that_was_so_already_is_covered():
    mrs = sit_and_read(shared=False)
    mrs.variables["e9"]["TENSE"] = "past"
    edited = read(simplemrs.encode(mrs))
    edited.variables["e8"]["TENSE"] = "past"
    assert uncovered_clauses(Source(mrs), edited) == 0
