from __future__ import annotations

import pytest
from delphin.codecs import simplemrs

from litgen.engines.ace.answers import Answer, Result
from litgen.engines.ace.standins import restored, stand_in
from litgen.engines.protocol import Reading, Request

UMPIRES = (
    "[ TOP: h0 INDEX: e2 [ e SF: prop TENSE: past ] RELS: < "
    "[ udef_q<0:9> LBL: h4 ARG0: x3 [ x PERS: 3 NUM: pl ] RSTR: h5 BODY: h6 ] "
    "[ _onlookers/nns_u_unknown<0:9> LBL: h7 ARG0: x3 ] "
    "[ _see_v_1<10:13> LBL: h1 ARG0: e2 ARG1: x3 ARG2: x9 [ x PERS: 3 NUM: sg ] ] "
    "[ _a_q<14:16> LBL: h10 ARG0: x9 RSTR: h11 BODY: h12 ] "
    "[ _infamous/jj_u_unknown<17:25> LBL: h13 ARG0: e14 [ e SF: prop ] ARG1: x9 ] "
    "[ _NFL-umpire/nn_u_unknown<26:37> LBL: h13 ARG0: x9 ] > "
    "HCONS: < h0 qeq h1 h5 qeq h7 h11 qeq h13 > ]"
)
TEXT = "Onlookers saw an infamous NFL-umpire."


def prepared(mrs=UMPIRES, text=TEXT):
    decoded = simplemrs.decode(mrs)
    return stand_in(Request(decoded, Reading(text, decoded)))


def surfaces(words, *texts):
    answer = Answer(tuple(Result(surface=text) for text in texts))
    return [each.surface for each in restored(answer, words).results]


def test_words_stand_in():
    made = prepared()
    assert [ep.predicate for ep in made[0].rels] == [
        "udef_q", "_table_n_1", "_see_v_1", "_a_q", "_ugly_a_1", "_apple_n_1",
    ]  # fmt: skip
    assert made[0].variables == simplemrs.decode(UMPIRES).variables
    assert list(made[1].values()) == ["onlookers", "infamous", "NFL-umpire"]


def test_words_come_back():
    words = prepared()[1]
    assert surfaces(words, "An ugly apple was seen by tables.") == [
        "An infamous NFL-umpire was seen by onlookers."
    ]
    assert surfaces(words, "Tables will see an ugly apple.") == [
        "Onlookers will see an infamous NFL-umpire."
    ]


def test_articles_are_repaired():
    words = {("apple", "apples"): "yak"}
    assert surfaces(words, "An apple will be seen.") == ["A yak will be seen."]


@pytest.mark.parametrize(
    "text", ["Tables will see.", "Tables will see an ugly apple and an apple."]
)
def test_a_word_that_is_missing_or_twice_there(text):
    assert surfaces(prepared()[1], text) == []


def test_words_of_the_sentence_do_not_stand_in():
    text = TEXT.replace("saw", "saw, tables and apples aside,")
    used = {form for forms in prepared(text=text)[1] for form in forms}
    assert used.isdisjoint({"table", "tables", "apple", "apples"})


def test_known_words_stay():
    mrs = UMPIRES.replace("_onlookers/nns_u_unknown", "_dog_n_1")
    mrs = mrs.replace("_infamous/jj_u_unknown", "_tall_a_1").replace(
        "_NFL-umpire/nn_u_unknown", "_emancipating/vbg_u_unknown"
    )
    made = prepared(mrs)
    assert made[1] == {} and made[0] == simplemrs.decode(mrs)
