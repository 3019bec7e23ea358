"""MRSs written by hand in the style of the ERG 2018 and later."""

from delphin.codecs import simplemrs
from delphin.mrs import MRS

_E = "SF: prop TENSE: {} MOOD: indicative PROG: {} PERF: {}"
_MAN = """[ {q}<0:1> LBL: h4 ARG0: x3 [ x PERS: 3 NUM: sg IND: + ] RSTR: h5 BODY: h6 ]
          [ _man_n_1<2:5> LBL: h7 ARG0: x3 ]"""
_BIKE = """[ _a_q<16:17> LBL: h15 ARG0: x14 [ x PERS: 3 NUM: sg IND: + ] RSTR: h16 BODY: h17 ]
          [ _bike_n_1<18:22> LBL: h18 ARG0: x14 ]"""


def read(text: str) -> MRS:
    return simplemrs.decode(text)


def event(tense: str = "pres", prog: str = "-", perf: str = "-") -> str:
    return "[ e " + _E.format(tense, prog, perf) + " ]"


def ride(
    tense: str = "pres", prog: str = "+", perf: str = "-", quantifier: str = "_a_q", icons: str = ""
) -> MRS:
    """*A man is riding a bike.*; with ``icons="e2 topic x14"`` *A bike is ridden by a man.*"""
    return read(
        f"""[ LTOP: h0 INDEX: e2 {event(tense, prog, perf)}
        RELS: < {_MAN.format(q=quantifier)}
          [ _ride_v_1<9:15> LBL: h1 ARG0: e2 ARG1: x3 ARG2: x14 ]
          {_BIKE} >
        HCONS: < h0 qeq h1 h5 qeq h7 h16 qeq h18 > ICONS: < {icons} > ]"""
    )


def sit_and_read(tense: str = "pres", prog: str = "+", shared: bool = True) -> MRS:
    """*A man is sitting and reading.*; not ``shared``: *A man is sitting and Kim is reading.*"""
    reader = "x3" if shared else "x20"
    kim = (
        ""
        if shared
        else """[ proper_q LBL: h21 ARG0: x20 [ x PERS: 3 NUM: sg ] RSTR: h22 BODY: h23 ]
                [ named LBL: h24 CARG: "Kim" ARG0: x20 ]"""
    )
    return read(
        f"""[ LTOP: h0 INDEX: e2 {event(tense, prog)}
        RELS: < {_MAN.format(q="_a_q")}
          [ _sit_v_1<9:16> LBL: h1 ARG0: e8 {event(tense, prog)} ARG1: x3 ]
          [ _and_c<17:20> LBL: h1 ARG0: e2 ARG1: e8 ARG2: e9 ] {kim}
          [ _read_v_1<21:28> LBL: h1 ARG0: e9 {event(tense, prog)} ARG1: {reader} ] >
        HCONS: < h0 qeq h1 h5 qeq h7 {"" if shared else "h22 qeq h24"} > ICONS: < > ]"""
    )


def can_swim(tense: str = "pres", negated: bool = False) -> MRS:
    """*The man can swim.*"""
    low = "h20 h22 qeq h1" if negated else "h1"
    neg = """[ neg LBL: h20 ARG0: e21 [ e SF: prop TENSE: untensed ] ARG1: h22 ]"""
    return read(
        f"""[ LTOP: h0 INDEX: e2 {event(tense)}
        RELS: < {_MAN.format(q="_the_q")} {neg if negated else ""}
          [ _can_v_modal<8:11> LBL: h1 ARG0: e2 ARG1: h8 ]
          [ _swim_v_1<12:16> LBL: h9 ARG0: e10 {event("untensed")} ARG1: x3 ] >
        HCONS: < h0 qeq {low} h5 qeq h7 h8 qeq h9 > ICONS: < > ]"""
    )


def not_sleeping() -> MRS:
    """*The man isn't sleeping.*"""
    return read(
        f"""[ LTOP: h0 INDEX: e2 {event("pres", "+")}
        RELS: < {_MAN.format(q="_the_q")}
          [ neg<8:13> LBL: h10 ARG0: e11 {event("pres", "+")} ARG1: h12 ]
          [ _sleep_v_1<14:22> LBL: h1 ARG0: e2 ARG1: x3 ] >
        HCONS: < h0 qeq h10 h12 qeq h1 h5 qeq h7 > ICONS: < > ]"""
    )


def tall(quantifier: str = "_the_q", adjective: str = "_tall_a_1") -> MRS:
    """*The man is tall.*"""
    return read(
        f"""[ LTOP: h0 INDEX: e2 {event()}
        RELS: < {_MAN.format(q=quantifier)} [ {adjective}<11:15> LBL: h1 ARG0: e2 ARG1: x3 ] >
        HCONS: < h0 qeq h1 h5 qeq h7 > ICONS: < > ]"""
    )


def is_the_winner(second: str = "_the_q") -> MRS:
    """*Kim is the winner.*"""
    return read(
        f"""[ LTOP: h0 INDEX: e2 {event()}
        RELS: < [ proper_q<0:3> LBL: h4 ARG0: x3 [ x PERS: 3 NUM: sg ] RSTR: h5 BODY: h6 ]
          [ named<0:3> LBL: h7 CARG: "Kim" ARG0: x3 ]
          [ _be_v_id<4:6> LBL: h1 ARG0: e2 ARG1: x3 ARG2: x8 [ x PERS: 3 NUM: sg ] ]
          [ {second}<7:10> LBL: h9 ARG0: x8 RSTR: h10 BODY: h11 ]
          [ _winner_n_of<11:17> LBL: h12 ARG0: x8 ] >
        HCONS: < h0 qeq h1 h5 qeq h7 h10 qeq h12 > ICONS: < > ]"""
    )


def smiles_while_eating(main: str = "pres", below: str = "pres") -> MRS:
    """*The man who is wearing a hat smiles while he knows that it is raining.*"""
    return read(
        f"""[ LTOP: h0 INDEX: e2 [ e SF: prop ]
        RELS: < {_MAN.format(q="_the_q")}
          [ _wear_v_1<13:20> LBL: h7 ARG0: e25 {event(below, "+")} ARG1: x3 ARG2: x14 ] {_BIKE}
          [ _smile_v_1<27:33> LBL: h8 ARG0: e9 {event(main)} ARG1: x3 ]
          [ _while_p_1<34:39> LBL: h1 ARG0: e2 ARG1: h10 ARG2: h11 ]
          [ _know_v_1<43:48> LBL: h12 ARG0: e13 {event(below)} ARG1: x3 ARG2: h19 ]
          [ _rain_v_1<60:67> LBL: h20 ARG0: e21 {event(below, "+")} ] >
        HCONS: < h0 qeq h1 h5 qeq h7 h10 qeq h8 h11 qeq h12 h16 qeq h18 h19 qeq h20 >
        ICONS: < > ]"""
    )


#: Every sample with the sentence it stands for.
SAMPLES = {
    "A man is riding a bike.": ride(),
    "A bike was ridden by a man.": ride("past", "-", icons="e2 topic x14"),
    "A man is sitting and reading.": sit_and_read(),
    "A man is sitting and Kim is reading.": sit_and_read(shared=False),
    "The man can swim.": can_swim(),
    "The man can't swim.": can_swim(negated=True),
    "The man isn't sleeping.": not_sleeping(),
    "The man is tall.": tall(),
    "Kim is the winner.": is_the_winner(),
    "The man who is wearing a hat smiles while he knows that it is raining.": smiles_while_eating(),
}
