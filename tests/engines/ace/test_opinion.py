from __future__ import annotations

import pytest
from delphin.codecs import simplemrs

from litgen.engines.ace import engine as ace
from litgen.engines.ace.opinion import is_misread, operations, opinions, stopped
from litgen.engines.loading import load_engine
from litgen.engines.protocol import Reading, Request
from litgen.mrs.application import apply_sequence
from litgen.mrs.frame import Source
from litgen.mrs.loading import load_rules
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
    assert nothing.declined not in (None, "misread") and nothing.clause is None


@pytest.mark.parametrize(
    ("text", "name", "found"),
    [
        ("A man rides a bike.", "past", {"tense", "tense-past"}),
        ("A man rides a bike.", "future+passive", {"tense", "tense-fut", "passive", "reorder"}),
        ("A man rides a bike.", "passive-short", {"passive-short", "reorder"}),
        ("A bike is ridden by a man.", "passive-short", {"passive-short"}),
        ("A bike is ridden by a man.", "active", {"active", "reorder"}),
        ("A man rides a bike.", "may", {"modal"}),
        ("A man rides a bike.", "progressive", {"aspect"}),
        ("A man rides a bike.", "negation", {"negation"}),
        ("A man rides a bike.", "question", {"question"}),
        ("A man rides a bike.", "cleft", {"cleft-subject"}),
        ("A man sees a woman.", "swap", {"swap", "reorder"}),
        ("A man rides a bike.", "seem", {"raising"}),
        ("A man rides a bike.", "want", {"control"}),
    ],
)
def test_operations(text, name, found):
    assert operations(*edited(text, name)) - {"any"} >= found


def test_nothing_changed_asks_no_guard():
    mrs, _ = edited("A man rides a bike.", "past")
    assert operations(mrs, mrs) == frozenset()


@pytest.mark.parametrize(
    ("text", "name", "guard"),
    [
        ("She wrote letters last night.", "future", "tense.past-time-adverbial"),
        ("A man has a hat.", "passive", "passive.verb-without-passive"),
        ("A man rides a bike.", "future", None),
    ],
)
def test_guards_hold(text, name, guard):
    (opinion,) = opinions([text])
    if name == "passive":
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
