"""Reading back: each field that is compared refuses a candidate that differs in it alone."""

import pytest

from litgen.engines import load_engine
from litgen.engines.dependency.readback import (
    InWords,
    in_words,
    levels_in_words,
    mismatch,
    reattach_cleft,
)
from litgen.engines.dependency.sentences import parse_docs
from litgen.mrs import load_rules
from litgen.mrs.application import apply
from litgen.mrs.scope import Scope


@pytest.fixture(scope="module")
def engine():
    return load_engine("dependency")


def analysis_of(engine, text):
    (parse,) = engine.parse([text])
    return parse.readings[0].analysis


def words_of(engine, text):
    analysis = analysis_of(engine, text)
    return in_words(analysis, analysis.scope)


def field_of(engine, wanted, candidate):
    found = mismatch(wanted, levels_in_words(analysis_of(engine, candidate)))
    return found and found.field


@pytest.mark.parametrize(
    ("text", "candidate", "field"),
    [
        ("A man was riding a bike.", "A man was riding a bike.", None),
        ("A man was riding a bike.", "A man was selling a bike.", "verb"),
        ("A man was riding a bike.", "A man may be riding a bike.", "operators"),
        ("A man wants to ride a bike.", "A man tries to ride a bike.", "verb"),
        ("A man can ride a bike.", "A man could ride a bike.", "operators"),
        ("A man was riding a bike.", "A man is riding a bike.", "tense"),
        ("A man was riding a bike.", "A man rode a bike.", "progressive"),
        ("A man rides a bike.", "A man has ridden a bike.", "perfect"),
        ("A man is riding a bike.", "A bike is being ridden by a man.", "voice"),
        ("A man is riding a bike.", "A man is not riding a bike.", "negation"),
        ("There is a dog in the park.", "There is no dog in the park.", "negation"),
        ("There is not a dog in the park.", "There is no dog in the park.", None),
        ("A man was riding a bike.", "A dog was riding a bike.", "ARG1"),
        ("A man was riding a bike.", "A man was riding a horse.", "ARG2"),
        ("A man gives a dog a bone.", "A man gives a cat a bone.", "ARG3"),
        ("It is a man who rides a bike.", "It is a bike that a man rides.", "focus"),
        ("It is a man who rides a bike.", "A man rides a bike.", "focus"),
        ("It is a man who rides a bike.", "It was a man who rides a bike.", "cleft"),
        ("It is a man who rides a bike.", "It is not a man who rides a bike.", "cleft"),
        ("A man is tired.", "A man sleeps.", "verb"),
        ("A man sits and reads.", "A man sits.", "clauses"),
        ("A man sits and reads.", "A man sits and sings.", "verb"),
        ("A man may sit and read.", "A man may sit and reads.", "operators"),
        ("A bike was ridden by him.", "He was ridden by a bike.", "ARG1"),
        ("A ball is kicked by him.", "A ball is kicked by he.", None),
        ("Two farmers work on a field.", "A field is worked on by two farmers.", "voice"),
    ],
)
def test_what_is_compared(engine, text, candidate, field):
    assert field_of(engine, words_of(engine, text), candidate) == field


def test_every_field_but_the_oblique_words_is_compared():
    first = InWords("ride", (), "past", False, False, "active", False, "man", "bike",
                    None, None, None)  # fmt: skip
    for field in InWords._fields:
        other = first._replace(**{field: "something else"})
        found = mismatch((first,), ((other,),))
        assert (found and found.field) == (None if field == "oblique" else field)


def test_an_object_may_stand_after_a_preposition_but_may_not_be_lost():
    first = InWords("teach", (), "past", False, False, "passive", False, "man", "chess",
                    "children", None, None)  # fmt: skip
    lost = first._replace(ARG3=None)
    assert mismatch((first,), ((lost,),))[1:4] == ("ARG3", "children", None)
    assert mismatch((first,), ((lost._replace(oblique=("children",)),),)) is None
    assert mismatch((lost,), ((first,),))[1:4] == ("ARG3", None, "children")


def edited(engine, name, text):
    analysis = analysis_of(engine, text)
    rules = load_rules()
    variant, *_ = apply(rules.by_name[name], analysis.mrs, engine.dialect).variants
    return in_words(analysis, Scope(variant.mrs))


@pytest.mark.parametrize(
    ("name", "text", "candidate", "field"),
    [
        ("negation", "The man rides a bike.", "The man does not ride a bike.", None),
        ("negation", "The man rides a bike.", "The man rides a bike.", "negation"),
        ("cleft", "The man rides a bike.", "It is the man who rides a bike.", None),
        ("cleft", "The man rides a bike.", "It is the woman who rides a bike.", "ARG1"),
        ("cleft", "The man rides a bike.", "It is the man who rode a bike.", "tense"),
        ("cleft", "The man rides a bike.", "It is the man who rides a horse.", "ARG2"),
        ("passive", "The man rides a bike.", "A bike is ridden by the man.", None),
        ("passive", "The man rides a bike.", "A bike is ridden by the woman.", "ARG1"),
        ("passive", "The man rides a bike.", "A horse is ridden by the man.", "ARG2"),
        ("passive", "A man taught the boys chess.", "The boys chess was taught by a man.", "ARG3"),
        ("perfect", "The man rides a bike.", "The man has ridden a bike.", None),
        ("may", "The man rides a bike.", "The man may ride a bike.", None),
        ("may", "The man rides a bike.", "The man must ride a bike.", "operators"),
        ("want", "The man rides a bike.", "The man wants to ride a bike.", None),
        ("want", "The man rides a bike.", "The man wants to sell a bike.", "verb"),
        ("stop", "The man rides a bike.", "The man stops to ride a bike.", "operators"),
        ("seem", "A man sings while taking pictures.",
         "A man seems to sing while taking pictures.", None),
    ],
)  # fmt: skip
def test_what_an_edit_asks_for(engine, name, text, candidate, field):
    assert field_of(engine, edited(engine, name, text), candidate) == field


def test_the_clause_of_a_sentence_built_as_a_cleft_hangs_on_its_be(engine):
    (doc,) = parse_docs(["It is a group of people who prepare cars for racing."])
    reattach_cleft(doc, words_of(engine, "It is a man who prepares cars."))
    (verb,) = (token for token in doc if token.text == "prepare")
    assert (verb.head.text, verb.dep_) == ("is", "relcl")


def test_a_verb_that_shares_the_subject_of_the_cleft_hangs_on_its_clause(engine):
    (doc,) = parse_docs(["It was I who hesitated, but asked him the proper process."])
    (verb,) = (token for token in doc if token.text == "asked")
    assert verb.head.text == "was"
    reattach_cleft(doc, edited(engine, "cleft", "I hesitated, but asked him the proper process."))
    assert verb.head.text == "hesitated"


def test_nothing_is_hung_elsewhere_in_a_sentence_that_is_no_cleft(engine):
    (doc,) = parse_docs(["It is a group of people who prepare cars for racing."])
    heads = [token.head.i for token in doc]
    reattach_cleft(doc, words_of(engine, "A man prepares cars."))
    assert [token.head.i for token in doc] == heads
