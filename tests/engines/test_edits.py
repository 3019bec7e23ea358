"""Typed edits: what each rule asks for, and what no edit covers."""

from typing import get_args

import pytest
from delphin.mrs import EP, MRS

from litgen.engines import Request, load_engine
from litgen.engines.dependency import edits as e
from litgen.engines.dependency.analysis import Declined
from litgen.engines.dependency.difference import difference
from litgen.engines.dependency.realisation import REALISERS, realise
from litgen.mrs import load_rules
from litgen.mrs.application import apply
from litgen.mrs.scope import Scope


@pytest.fixture(scope="module")
def engine():
    return load_engine("dependency")


def variants(engine, name, text):
    (parse,) = engine.parse([text])
    reading, rules = parse.readings[0], load_rules()
    found = apply(rules.by_name[name], reading.mrs, engine.dialect).variants
    return reading, [variant.mrs for variant in found]


def edits_of(engine, name, text, variant=0):
    reading, found = variants(engine, name, text)
    return difference(reading.analysis, Scope(found[variant]))


@pytest.mark.parametrize(
    ("name", "text", "variant", "edits"),
    [
        ("past", "A man is riding a bike.", 0, (e.Tense(3, "past"),)),
        ("past", "A man sits and reads.", 0, (e.Tense(2, "past"), e.Tense(4, "past"))),
        ("perfect", "A man rides a bike.", 0, (e.Aspect(2, True, False, True, True),)),
        ("negation", "The man rides a bike.", 0, (e.Negation(2),)),
        ("negation", "A boy plays.", 0, (e.Determiner(0),)),
        ("passive", "A man rides a bike.", 0, (e.Promotion(4, agent=True),)),
        ("passive", "The man has to feed it.", 0, (e.Promotion(5, agent=True, below=4),)),
        ("passive", "The critics say the law is bad.", 0, (e.Impersonal(agent=True),)),
        ("passive-short", "A man rides a bike.", 0, (e.Promotion(4, agent=False),)),
        ("passive-short", "A bike is ridden by a man.", 0, (e.Promotion(None, agent=False),)),
        ("active", "A bike is ridden by a man.", 0, (e.Demotion(),)),
        ("swap", "A man sees a dog.", 0, (e.Swap(4, identity=False),)),
        ("permute", "The man is the doctor.", 0, (e.Swap(4, identity=True),)),
        ("cleft", "A man rode a bike.", 0, (e.Focus(1, True, "past", False),)),
        ("cleft", "A man rides a bike.", 1, (e.Focus(4, False, "pres", False, False),)),
        ("question", "A man rides a bike.", 0, (e.Question(),)),
    ],
)
def test_the_edits_of_a_rule(engine, name, text, variant, edits):
    assert edits_of(engine, name, text, variant) == edits


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("past", {"tense", "tense-past"}),
        ("progressive", {"aspect", "aspect-prog"}),
        ("may", {"modal", "modal-may"}),
        ("seem", {"raising", "raising-seem"}),
        ("want", {"control", "control-want"}),
        ("used-to", {"raising", "raising-use", "tense", "tense-past"}),
        ("negation", {"negation"}),
        ("passive", {"passive", "reorder"}),
        ("passive-short", {"passive-short", "reorder"}),
        ("swap", {"swap", "reorder"}),
        ("cleft", {"cleft-subject", "reorder"}),
        ("question", {"question", "reorder"}),
    ],
)
def test_edits_name_themselves_in_the_words_of_guards(engine, name, names):
    found = e.names_of(edits_of(engine, name, "The man rides a bike."))
    assert found == {*names, "any"}
    assert all(map(e.NAME.fullmatch, found))


def test_an_operator_has_its_whole_chain(engine):
    found = edits_of(engine, "persuade", "The man rides a bike.")
    (operators,) = (edit for edit in found if isinstance(edit, e.Operators))
    (verb,) = operators.verbs
    assert (verb.lemma, verb.complement, verb.between) == ("persuade", "to", ("Carol",))
    assert operators.before == ()


def test_can_becomes_could_in_the_past(engine):
    found = edits_of(engine, "past", "The man can ride a bike.")
    assert e.names_of(found) == {"tense", "tense-past", "any"}
    assert [v.lemma for edit in found if isinstance(edit, e.Operators) for v in edit.verbs] == [
        "could"
    ]


@pytest.mark.parametrize(
    ("name", "text", "names"),
    [
        ("past", "The man may ride a bike.", {"tense", "tense-past"}),
        ("past", "The man must ride a bike.", {"raising-have", "tense", "tense-past"}),
        ("future", "The man can ride a bike.", {"control-be-able", "tense", "tense-fut"}),
    ],
)
def test_what_stands_in_the_place_of_a_modal_is_a_tense(engine, name, text, names):
    assert e.names_of(edits_of(engine, name, text)) == {*names, "any"}


def test_a_past_of_a_modal_asks_for_the_sequence_of_tense(engine):
    text = "It may not be long before the results will be known."
    reading, (edited, *_) = variants(engine, "past", text)
    with pytest.raises(Declined, match=r"generation\.sequence-of-tenses"):
        difference(reading.analysis, Scope(edited))


def test_an_unedited_mrs_has_no_edits(engine):
    (parse,) = engine.parse(["The man who sings rides a red bike in the park."])
    reading = parse.readings[0]
    assert difference(reading.analysis, Scope(reading.mrs)) == ()
    assert e.names_of(()) == frozenset()


def test_every_edit_has_a_realiser():
    assert set(REALISERS) == set(get_args(e.Edit))


def changed(mrs, rels=None, variables=None):
    return MRS(mrs.top, mrs.index, rels or mrs.rels, mrs.hcons, mrs.icons,
               variables or mrs.variables, mrs.lnk, mrs.surface, mrs.identifier)  # fmt: skip


def ep_of(mrs, predicate):
    return next(ep for ep in mrs.rels if ep.predicate == predicate)


@pytest.mark.parametrize(
    ("predicate", "other", "declined"),
    [
        ("_red_a_1", "_blue_a_1", ("generation.unsupported-edit", "_red_a_1")),
        ("_bike_n_1", "_horse_n_1", ("generation.unsupported-edit", "_bike_n_1")),
        ("_ride_v_1", "_sell_v_1", ("generation.unsupported-edit", "_ride_v_1")),
        ("_the_q", "_every_q", ("generation.determiner",)),
    ],
)
def test_what_no_edit_covers_is_declined(engine, predicate, other, declined):
    (parse,) = engine.parse(["The man rides a red bike."])
    reading = parse.readings[0]
    mrs = reading.mrs
    old = ep_of(mrs, predicate)
    new = EP(other, old.label, dict(old.args), old.lnk)
    edited = changed(mrs, rels=[new if ep is old else ep for ep in mrs.rels])
    with pytest.raises(Declined) as raised:
        difference(reading.analysis, Scope(edited))
    (generation,) = engine.generate([Request(edited, reading)])
    assert generation.surfaces == ()
    assert raised.value.args == (generation.declined, *generation.words) == declined


def test_a_modifier_that_goes_or_comes_is_declined(engine):
    (parse,) = engine.parse(["The man rides a red bike."])
    reading = parse.readings[0]
    mrs, red = reading.mrs, ep_of(reading.mrs, "_red_a_1")
    less = changed(mrs, rels=[ep for ep in mrs.rels if ep is not red])
    with pytest.raises(Declined, match="unsupported-edit', '_red_a_1'"):
        difference(reading.analysis, Scope(less))
    old = EP("_old_a_1", red.label, {"ARG0": "e99", "ARG1": red.args["ARG1"]}, red.lnk)
    with pytest.raises(Declined, match="unsupported-edit', '_old_a_1'"):
        difference(reading.analysis, Scope(changed(mrs, rels=[*mrs.rels, old])))


def test_another_number_of_a_noun_is_declined(engine):
    (parse,) = engine.parse(["The man rides a red bike."])
    reading = parse.readings[0]
    x = ep_of(reading.mrs, "_bike_n_1").args["ARG0"]
    variables = {**reading.mrs.variables, x: {**reading.mrs.variables[x], "NUM": "pl"}}
    with pytest.raises(Declined, match="unsupported-edit', '_bike_n_1'"):
        difference(reading.analysis, Scope(changed(reading.mrs, variables=variables)))


def test_a_tense_that_an_operator_has_no_form_for_is_declined(engine):
    (parse,) = engine.parse(["A man rides a bike."])
    reading = parse.readings[0]
    _, (mrs, *_) = variants(engine, "used-to", "A man rides a bike.")
    event = ep_of(mrs, "_used+to_v_qmodal").args["ARG0"]
    present = {**mrs.variables, event: {**mrs.variables[event], "TENSE": "pres"}}
    edits = difference(reading.analysis, Scope(changed(mrs, variables=present)))
    with pytest.raises(Declined, match="defective-verb', 'use'"):
        realise(reading.analysis, edits)
