from __future__ import annotations

import pytest
from delphin.codecs import simplemrs

from litgen.engines.ace import engine as ace
from litgen.engines.ace.alignment import Edit
from litgen.engines.ace.fidelity import compare
from litgen.engines.ace.opinion import is_misread, operations, opinions, stopped
from litgen.engines.dependency.analysis import Declined
from litgen.engines.dependency.difference import difference
from litgen.engines.dependency.edits import names_of
from litgen.engines.loading import load_engine
from litgen.engines.protocol import Reading, Request
from litgen.mrs.application import apply, apply_sequence
from litgen.mrs.frame import Source
from litgen.mrs.loading import load_rules
from litgen.mrs.scope import Scope
from litgen.transformations.grammar import GrammarTransformation

# *A woman in black dresses.*, as ACE may read it: she blacks dresses, in something.
BLACKS = simplemrs.decode(
    "[ TOP: h0 INDEX: e2 [ e SF: prop TENSE: pres ] RELS: < "
    "[ _the_q<0:3> LBL: h4 ARG0: x3 [ x PERS: 3 NUM: pl ] RSTR: h5 BODY: h6 ] "
    "[ _woman_n_1<4:9> LBL: h7 ARG0: x3 ] "
    "[ _black_v_1<19:24> LBL: h1 ARG0: e2 ARG1: x3 ARG2: x8 [ x PERS: 3 NUM: pl ] ] "
    "[ udef_q<25:32> LBL: h9 ARG0: x8 RSTR: h10 BODY: h11 ] "
    "[ _dress_n_1<25:32> LBL: h12 ARG0: x8 ] > HCONS: < h0 qeq h1 h5 qeq h7 h10 qeq h12 > ]"
)


def edited(text, name):
    """The MRS of a sentence, and what a rule makes of it."""
    rules = load_rules()
    engine = load_engine()
    mrs = engine.parse([text])[0].readings[0].mrs
    steps = [rules.by_name[step] for step in name.split("+")]
    found = apply_sequence(steps, Source(mrs), engine.dialect)
    return mrs, found.variants[0].mrs


def request(text, name):
    """What is asked of the engine, where a rule edits the MRS of a sentence."""
    source, asked = edited(text, name)
    return Request(asked, Reading(text, source))


def test_a_main_verb_is_a_verb():
    (opinion,) = opinions(["The women are wearing black dresses."])
    assert is_misread(BLACKS, opinion)
    assert not is_misread(BLACKS, opinion._replace(verbs=opinion.verbs | {19}))


def test_what_goes_with_a_verb_is_one():
    text = "Two dogs run and jump."
    (opinion,) = opinions([text])
    assert {text.index("run"), text.index("jump")} <= opinion.verbs


def test_a_caption_stands_for_a_clause_and_a_fragment_for_none():
    caption, nothing = opinions(["A rat running on a wheel.", "A red car"])
    assert (caption.declined, caption.clause) == (None, "A rat is running on a wheel.")
    assert caption.clause.index("running") in caption.verbs
    assert nothing.declined not in (None, "parse.misread") and nothing.clause is None


#: Examples whose edits MRSs tell otherwise than trees: *would* below the main clause, what is an
#: operator in one of them alone, and the verb whose subject *his wife* is.
OTHERWISE = {
    ("past", "The man hopes that the train will not be late."),
    ("past", "Many alumni have employers that will match the gift."),
    ("ongoing", "The girl tries to climb."),
    ("cleft", "The man fell, but his wife kept running."),
}


def test_operations_have_the_names_that_guards_use():
    """Those of the embedded engine's edits, over the examples of all rules."""
    engine, otherwise, names = load_engine(), set(), set()
    for rule in load_rules().by_name.values():
        for parse in engine.parse([each.text for each in rule.examples]):
            for reading in parse.statements:
                for variant in apply(rule, reading.source, "dependency").variants:
                    scope = Scope(variant.mrs)
                    try:
                        edits = names_of(difference(reading.analysis, scope))
                    except Declined:
                        continue
                    if operations(reading.source.scope, scope) != edits:
                        otherwise.add((rule.name, parse.text))
                    names |= edits
    assert otherwise <= OTHERWISE
    assert names >= {"control-be-about", "modal-can", "aspect-prog", "impersonal-short"}


def test_nothing_changed_asks_no_guard():
    scope = request("A man rides a bike.", "past").source.source.scope
    assert operations(scope, scope) == frozenset()


@pytest.mark.parametrize(
    ("text", "name", "guard"),
    [
        ("She wrote letters last night.", "future", "tense.past-time-adverbial"),
        ("A man has a hat.", "passive", "passive.verb-without-passive"),
        ("A man rides a bike.", "future", None),
        ("The man has to feed the dog.", "passive", None),  # not the passive of *has*
        ("The man is going to have a dog.", "passive", "passive.verb-without-passive"),
        ("The boy told me that you escaped.", "present", "generation.sequence-of-tenses"),
        ("The boy said that you were tired.", "present", None),
        ("They ask that you have it.", "past", "generation.sequence-of-tenses"),
        ("Since there is no train, the men walk home.", "past", None),
    ],
)
def test_guards_hold(text, name, guard):
    (opinion,) = opinions([text])
    if text == "A man has a hat.":
        text = "A man rides a hat."  # the rule declines *have* itself
    assert stopped(request(text, name), opinion) == guard


def test_guards_on_what_a_tree_leaves_open_are_not_asked():
    (opinion,) = opinions(["The man rides his bike."])
    assert stopped(request("The man rides a bike.", "passive"), opinion) is None


def test_a_stopped_edit_is_not_generated(engine, standin, monkeypatch):
    (opinion,) = opinions(["The dog barked last night."])
    every = opinion._replace(verbs=frozenset(range(100)))
    monkeypatch.setattr(ace, "opinions", lambda texts: [every] * len(texts))
    rules = load_rules()
    (outcome,) = GrammarTransformation(["future"], engine, rules).apply(["The dog barks."])
    assert (outcome.stage, outcome.declined) == ("not generated", "tense.past-time-adverbial")
    assert standin.starts == ["parse"]


JOINED = """[ TOP: h0 INDEX: e2 [ e SF: prop TENSE: pres ] RELS: <
 [ _the_q<0:3> LBL: h4 ARG0: x3 [ x PERS: 3 NUM: sg ] RSTR: h5 BODY: h6 ]
 [ _sign_n_1<4:8> LBL: h7 ARG0: x3 ] [ _catch_v_1<9:16> LBL: h1 ARG0: e2 ARG1: x3 ARG2: x8 ]
 [ _and_c<34:37> LBL: h9 ARG0: x8 [ x PERS: 3 NUM: pl ] L-INDEX: x10 R-INDEX: x11 ]
 [ udef_q<17:45> LBL: h12 ARG0: x8 RSTR: h13 BODY: h14 ]
 [ _the_q<17:20> LBL: h15 ARG0: x10 [ x PERS: 3 NUM: sg ] RSTR: h16 BODY: h17 ]
 [ _eye_n_1<{first}> LBL: h18 ARG0: x10 ]
 [ udef_q<38:42> LBL: h19 ARG0: x11 [ x PERS: 3 NUM: sg ] RSTR: h20 BODY: h21 ]
 [ {last}<38:42> LBL: h22 ARG0: x11 ] >
 HCONS: < h0 qeq h1 h5 qeq h7 h13 qeq h9 h16 qeq h18 h20 qeq h22 > ]"""


@pytest.mark.parametrize(
    ("first", "last", "reason"),
    [
        ("21:24", "_girl_n_1", "parse.misread"),  # the tree joins *man* and *girl*
        ("30:33", "_girl_n_1", None),
        ("30:33", "nominalization", "parse.misread"),
    ],
)
def test_what_a_passive_joins_is_joined_in_the_tree(first, last, reason):
    """*The eye of a man and girl are caught*, where ACE joins the eye and the girl."""
    text = "The sign catches the eye of a man and girl."
    (opinion,) = opinions([text])
    mrs = simplemrs.decode(JOINED.format(first=first, last=last))
    asked = apply(load_rules().by_name["passive"], Source(mrs), "erg-1214").variants[0].mrs
    assert stopped(Request(asked, Reading(text, mrs)), opinion) == reason


CLAIM = """[ TOP: h0 INDEX: e2 [ e SF: prop TENSE: pres MOOD: indicative PROG: - PERF: - ] RELS: <
 [ pronoun_q<0:4> LBL: h4 ARG0: x3 [ x PERS: 3 NUM: pl PT: std ] RSTR: h5 BODY: h6 ]
 [ pron<0:4> LBL: h7 ARG0: x3 ] [ _claim_v_1<5:10> LBL: h1 ARG0: e2 ARG1: x3 ARG2: h9 ]
 [ _the_q<16:19> LBL: h11 ARG0: x12 [ x PERS: 3 NUM: sg ] RSTR: h13 BODY: h14 ]
 [ _law_n_1<20:23> LBL: h15 ARG0: x12 ]
 [ _bad_a_1<27:30> LBL: h16 ARG0: e17 [ e SF: prop TENSE: pres ] ARG1: x12 ] >
 HCONS: < h0 qeq h1 h5 qeq h7 h9 qeq h16 h13 qeq h15 > ICONS: < > ]"""


@pytest.mark.parametrize("dialect", ["erg-1214", "erg-2018", "erg-2025"])
def test_the_passive_over_a_clause_has_a_subject_without_a_predication(dialect):
    """*It is claimed that the law is bad*: an ``i`` is the topic, as in the ERG's treebank."""
    mrs = simplemrs.decode(CLAIM)
    (variant,) = apply(load_rules().by_name["passive"], Source(mrs), dialect).variants
    marks = [ep.args["ARG2"] for ep in variant.mrs.rels if ep.predicate == "parg_d"]
    (topic,) = marks or [icon.right for icon in variant.mrs.icons]
    assert topic[0] == "i" and variant.mrs.variables[topic] == {"PERS": "3", "NUM": "sg"}
    found = operations(Scope(mrs), Scope(variant.mrs))
    assert found == {"impersonal-short", "reorder", "any"}
    source, surface = "They claim that the law is bad.", "It is claimed that the law is bad."
    assert compare(surface, source, Edit(moved=True, shorter=True)).reason is None
