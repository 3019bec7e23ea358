"""Polarity from scope: the examples of the table, MRSs of the ERG, scope that is left open."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from delphin.codecs import simplemrs

from litgen.mrs.monotonicity import monotonicity, times
from litgen.mrs.polarity import ARROWS, Polarities, Polarity
from tests.mrs.samples import read, ride

GOLD = Path(__file__).parents[1] / "data" / "erg_gold.jsonl"
FIVE = 'card<4:5> LBL: h7 CARG: "5" ARG0: e8 ARG1: x3 ] [ {}<0:3> LBL: h7 ARG0: e9 ARG1: e8'
_WORD = re.compile(r"([\w'-]+)([↑↓=]?)")


def drawn(mrs, text):
    return [
        word.text + (ARROWS[word.polarity.value] if word.polarity else "")
        for word in Polarities(mrs).words(text)
    ]


def as_marked(found, example):
    """What was found, with the arrows of those words alone that the example has one on."""
    wanted = _WORD.findall(example)
    pairs = zip(found, wanted, strict=True)
    words = [each if arrow else each.rstrip("↑↓=") for each, (_, arrow) in pairs]
    return words, [word + arrow for word, arrow in wanted]


@pytest.mark.parametrize(
    "example",
    [
        "Every Swede↓ is a Scandinavian↑.",
        "Nearly every dog= barked↑.",
        "Two programmers↑ were interviewed↑ by every manager↓.",
        "None of the consultants= works↓ for Abrams.",
        "Neither managers↓ nor programmers↓ were interviewed↓.",
        "Browne was neither competent= nor hired=.",
        "Smith= swam↑ to the shore= before Jones= swam↓ to the shore.",
        "Was every= Ancient Greek= a noted= philosopher=?",
    ],
)
def test_polarity_of_gold_readings(example):
    plain = re.sub("[↑↓=]", "", example)
    rows = map(json.loads, GOLD.read_text(encoding="utf-8").splitlines())
    row = next(row for row in rows if row["text"] == plain)
    found, wanted = as_marked(drawn(simplemrs.decode(row["mrs"]), row["text"]), example)
    assert found == wanted


def test_conjuncts_stay_under_the_determiner_of_their_group():
    """*Every [dog and cat] sleeps* as the ERG has it: the determiner is that of the group."""
    found = Polarities(
        simplemrs.decode(
            "[ TOP: h0 INDEX: e2 [ e SF: prop TENSE: pres ] RELS: < "
            "[ _every_q<0:5> LBL: h4 ARG0: x3 [ x NUM: pl ] RSTR: h5 BODY: h6 ] "
            "[ udef_q<6:9> LBL: h7 ARG0: x8 [ x NUM: sg ] RSTR: h9 BODY: h10 ] "
            "[ _dog_n_1<6:9> LBL: h11 ARG0: x8 ] "
            "[ _and_c<10:13> LBL: h12 ARG0: x3 ARG1: x8 ARG2: x13 ] "
            "[ udef_q<14:17> LBL: h14 ARG0: x13 [ x NUM: sg ] RSTR: h15 BODY: h16 ] "
            "[ _cat_n_1<14:17> LBL: h17 ARG0: x13 ] "
            "[ _sleep_v_1<18:24> LBL: h1 ARG0: e2 ARG1: x3 ] > "
            "HCONS: < h0 qeq h1 h5 qeq h12 h9 qeq h11 h15 qeq h17 > ]"
        )
    )
    by_predicate = {ep.predicate: found.of(ep) for ep in found.mrs.rels}
    assert by_predicate["_dog_n_1"] == by_predicate["_cat_n_1"] == Polarity("down", ("_every_q",))
    assert by_predicate["_sleep_v_1"].value == "up"


def test_a_degree_word_is_not_under_what_it_goes_with():
    found = Polarities(
        simplemrs.decode(
            "[ TOP: h0 INDEX: e2 [ e SF: prop TENSE: past ] RELS: < "
            "[ proper_q<0:3> LBL: h4 ARG0: x3 RSTR: h5 BODY: h6 ] "
            '[ named<0:3> LBL: h7 ARG0: x3 CARG: "Kim" ] '
            "[ _very_x_deg<4:8> LBL: h1 ARG0: e8 ARG1: e9 ] "
            "[ _rare_a_1<9:15> LBL: h1 ARG0: e9 ARG1: e2 ] "
            "[ _sing_v_1<16:20> LBL: h1 ARG0: e2 ARG1: x3 ] > HCONS: < h0 qeq h1 h5 qeq h7 > ]"
        )
    )
    by_predicate = {ep.predicate: found.of(ep).value for ep in found.mrs.rels}
    assert (by_predicate["_very_x_deg"], by_predicate["_sing_v_1"]) == ("up", "down")


def test_a_degree_word_with_the_variable_of_its_quantifier_does_not_narrow_its_scope():
    mrs = simplemrs.decode(  # "Not everyone is singing.", ERG 1214
        "[ TOP: h0 INDEX: e2 [ e SF: prop TENSE: pres ] RELS: < "
        "[ _not_x_deg<0:3> LBL: h4 ARG0: e5 ARG1: x3 ] [ person<4:12> LBL: h6 ARG0: x3 ] "
        "[ every_q<4:12> LBL: h4 ARG0: x3 RSTR: h7 BODY: h8 ] "
        "[ _sing_v_1<16:24> LBL: h1 ARG0: e2 ARG1: x3 ] > HCONS: < h0 qeq h1 h7 qeq h6 > ]"
    )
    assert Polarities(mrs).of(mrs.rels[-1]).value == "down"


def test_what_has_turned_a_word_is_named_outermost_first():
    found = Polarities(ride(quantifier="_no_q"))
    by_predicate = {ep.predicate: found.of(ep) for ep in found.mrs.rels}
    assert by_predicate["_bike_n_1"] == Polarity("down", ("_no_q",))
    assert by_predicate["_no_q"] == Polarity("up")


def negated(after: bool) -> str:
    """*A man does not ride a bike* or, not ``after``, the same with the negation at the front."""
    link = "<6:9>" if after else "<0:0>"
    return f"""[ LTOP: h0 INDEX: e2 [ e SF: prop TENSE: pres PROG: - PERF: - ]
        RELS: < [ _a_q<1:2> LBL: h4 ARG0: x3 [ x PERS: 3 NUM: sg ] RSTR: h5 BODY: h6 ]
          [ _man_n_1<2:5> LBL: h7 ARG0: x3 ]
          [ neg{link} LBL: h20 ARG0: e21 [ e SF: prop ] ARG1: h22 ]
          [ _ride_v_1<9:15> LBL: h1 ARG0: e2 ARG1: x3 ARG2: x14 ]
          [ _a_q<16:17> LBL: h15 ARG0: x14 [ x PERS: 3 NUM: sg ] RSTR: h16 BODY: h17 ]
          [ _bike_n_1<18:22> LBL: h18 ARG0: x14 ] >
        HCONS: < h0 qeq h20 h22 qeq h1 h5 qeq h7 h16 qeq h18 > ]"""


@pytest.mark.parametrize(("after", "man"), [(True, "up"), (False, "down")])
def test_a_quantifier_has_scope_over_a_negation_that_comes_after_it(after, man):
    found = Polarities(read(negated(after)))
    by_predicate = {ep.predicate: found.of(ep).value for ep in found.mrs.rels}
    assert by_predicate["_man_n_1"] == man
    assert by_predicate["_bike_n_1"] == by_predicate["_ride_v_1"] == "down"


def test_nothing_in_a_question_has_a_polarity():
    found = Polarities(read(negated(after=True).replace("SF: prop TENSE", "SF: ques TENSE")))
    assert {found.of(ep).value for ep in found.mrs.rels} == {"none"}


def test_polarities_of_places_in_places_are_multiplied():
    assert [times(), times("up", "down"), times("down", "down"), times("none", "down")] == [
        "up", "down", "up", "none",
    ]  # fmt: skip


def test_a_quantifier_that_nobody_knows_says_nothing_of_its_clause():
    entry = monotonicity("quantifier", "_umpteen_q")
    assert entry is not None
    assert (entry.restriction, entry.body) == ("none", "none")


@pytest.mark.parametrize(
    ("amount", "man", "sing"),
    [
        ("_few_a_1<0:3> LBL: h7 ARG0: e8 ARG1: x3", "none", "down"),
        ("_at+most_a_1<0:3> LBL: h7 ARG0: e8 ARG1: x3", "none", "none"),
        (
            "_few_a_1<0:3> LBL: h7 ARG0: e8 ARG1: x3 ] [ comp<0:3> LBL: h7 ARG0: e9 ARG1: e8",
            "none",
            "none",
        ),
        ("_umpteen_x_deg<0:3> LBL: h7 ARG0: e8 ARG1: x3", "none", "none"),
        (FIVE.format("_fewer+than_x"), "down", "down"),  # as 1214 has it
        (FIVE.format("_fewer+than_x_deg"), "down", "down"),
        (FIVE.format("_not+more+than_x"), "down", "down"),
        (FIVE.format("_more+than_x"), "up", "up"),
    ],
)
def test_amounts_of_ace_and_unknown_degree_words(amount, man, sing):
    """*Few men sang*, *At most five men sang*, *Fewer men sang* as ACE may read them; *Fewer than
    five men sang* with the names of two releases."""
    found = Polarities(
        read(
            "[ TOP: h0 INDEX: e2 [ e SF: prop TENSE: past ] RELS: < "
            f"[ udef_q<0:8> LBL: h4 ARG0: x3 RSTR: h5 BODY: h6 ] [ {amount} ] "
            "[ _man_n_1<4:8> LBL: h7 ARG0: x3 ] [ _sing_v_1<9:13> LBL: h1 ARG0: e2 ARG1: x3 ] > "
            "HCONS: < h0 qeq h1 h5 qeq h7 > ]"
        )
    )
    by_predicate = {ep.predicate: found.of(ep).value for ep in found.mrs.rels}
    assert (by_predicate["_man_n_1"], by_predicate["_sing_v_1"]) == (man, sing)


def test_a_quantifier_of_one_conjunct_stays_in_it():
    """*Nobody asked, but a man sang* as the ERG 1214 has it: each clause has its own label."""
    found = Polarities(
        read(
            "[ TOP: h0 INDEX: e2 [ e SF: prop TENSE: past ] RELS: < "
            "[ _no_q<0:6> LBL: h4 ARG0: x3 RSTR: h5 BODY: h6 ] [ person<0:6> LBL: h7 ARG0: x3 ] "
            "[ _ask_v_1<7:12> LBL: h8 ARG0: e9 [ e SF: prop TENSE: past ] ARG1: x3 ] "
            "[ _but_c<14:17> LBL: h1 ARG0: e2 L-INDEX: e9 R-INDEX: e12 L-HNDL: h10 R-HNDL: h11 ] "
            "[ _a_q<18:19> LBL: h14 ARG0: x13 RSTR: h15 BODY: h16 ] "
            "[ _man_n_1<20:23> LBL: h17 ARG0: x13 ] "
            "[ _sing_v_1<24:28> LBL: h18 ARG0: e12 [ e SF: prop TENSE: past ] ARG1: x13 ] > "
            "HCONS: < h0 qeq h1 h5 qeq h7 h10 qeq h8 h11 qeq h18 h15 qeq h17 > ]"
        )
    )
    by_predicate = {ep.predicate: found.of(ep).value for ep in found.mrs.rels}
    assert by_predicate["_ask_v_1"] == "down"
    assert by_predicate["_man_n_1"] == by_predicate["_sing_v_1"] == "up"


@pytest.mark.parametrize("over", ["_while_p_1", "_while_x", "_though_x", "_although_x"])
def test_a_subordinator_of_each_release_leaves_both_clauses_up(over):
    """*A boy left while a man sang*: the ERG 1214 has ``_while_x``, 2025 ``_while_p_1``."""
    mrs = simplemrs.decode(
        f"""[ LTOP: h0 INDEX: e2 [ e SF: prop TENSE: past ] RELS: <
        [ _a_q<0:1> LBL: h4 ARG0: x3 [ x PERS: 3 NUM: sg ] RSTR: h5 BODY: h6 ]
        [ _boy_n_1<2:5> LBL: h7 ARG0: x3 ]
        [ _leave_v_1<6:10> LBL: h8 ARG0: e2 ARG1: x3 ARG2: p9 ]
        [ {over}<11:16> LBL: h1 ARG0: e10 [ e SF: prop TENSE: untensed ] ARG1: h11 ARG2: h12 ]
        [ _a_q<17:18> LBL: h13 ARG0: x14 [ x PERS: 3 NUM: sg ] RSTR: h15 BODY: h16 ]
        [ _man_n_1<19:22> LBL: h17 ARG0: x14 ]
        [ _sing_v_1<23:27> LBL: h19 ARG0: e20 [ e SF: prop TENSE: past ] ARG1: x14 ARG2: p21 ] >
        HCONS: < h0 qeq h1 h5 qeq h7 h11 qeq h8 h12 qeq h19 h15 qeq h17 > ]"""
    )
    found = Polarities(mrs).words("A boy left while a man sang.")
    polarities = {word.text: word.polarity and word.polarity.value for word in found}
    assert {polarities[word] for word in ("boy", "left", "man", "sang")} == {"up"}
