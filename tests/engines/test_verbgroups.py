"""Verb groups: every tense, aspect, voice and operator, and *do*."""

import pytest

from litgen.engines.dependency.morphology import Agreement, inflect, is_third_person
from litgen.engines.dependency.verbgroups import Element, group_words

HE = Agreement(3, False)
THEY = Agreement(3, True)


@pytest.mark.parametrize(
    ("element", "tense", "agreement", "words"),
    [
        (Element("ride"), "pres", HE, "rides"),
        (Element("ride"), "pres", THEY, "ride"),
        (Element("ride"), "past", HE, "rode"),
        (Element("ride"), "fut", HE, "will ride"),
        (Element("ride", progressive=True), "past", THEY, "were riding"),
        (Element("ride", perfect=True), "pres", HE, "has ridden"),
        (Element("ride", perfect=True, progressive=True), "fut", HE, "will have been riding"),
        (Element("ride", passive="be"), "pres", HE, "is ridden"),
        (Element("ride", progressive=True, passive="be"), "past", HE, "was being ridden"),
        (Element("hit", passive="get"), "past", HE, "got hit"),
        (Element("be"), "pres", Agreement(1, False), "am"),
        (Element("be"), "past", THEY, "were"),
    ],
)
def test_one_verb(element, tense, agreement, words):
    assert group_words([element], tense, agreement, support=False) == words.split()


@pytest.mark.parametrize(
    ("elements", "tense", "words"),
    [
        ([Element("may", modal=True), Element("ride", progressive=True)], "pres", "may be riding"),
        ([Element("must", modal=True), Element("see", passive="be")], "pres", "must be seen"),
        ([Element("seem", to=True), Element("vote", perfect=True)], "past", "seemed to have voted"),
        ([Element("persuade", to=True, between=("Carol",)), Element("vote")], "past",
         "persuaded Carol to vote"),
    ],
)  # fmt: skip
def test_chains(elements, tense, words):
    assert group_words(elements, tense, HE, support=False) == words.split()


def test_do_supports_a_single_verb_but_not_be():
    assert group_words([Element("ride")], "past", HE, support=True) == ["did", "ride"]
    assert group_words([Element("be")], "past", HE, support=True) == ["was"]
    assert group_words([Element("ride", perfect=True)], "pres", HE, support=True) == [
        "has",
        "ridden",
    ]


@pytest.mark.parametrize(
    ("lemma", "tag", "form"),
    [
        ("lie", "VBD", "lay"),
        ("hang", "VBN", "hung"),
        ("dive", "VBD", "dived"),
        ("skateboard", "VBG", "skateboarding"),
        ("double-check", "VBD", "double-checked"),
        ("frobnicate", "VBD", "frobnicated"),
        ("bazify", "VBZ", "bazifies"),
    ],
)
def test_inflection(lemma, tag, form):
    assert inflect(lemma, tag) == form


def test_third_person_forms_are_told_from_other_words_in_s():
    assert is_third_person("digs")
    assert is_third_person("walks")
    assert not is_third_person("was")
    assert not is_third_person("press")


@pytest.mark.parametrize(
    ("lemma", "tag", "form"),
    [
        ("ride", "VBN", "ridden"),
        ("ski", "VBD", "skied"),
        ("blorby", "VBD", "blorbied"),
        ("blorby", "VBZ", "blorbies"),
        ("blorby", "VBG", "blorbying"),
        ("blooy", "VBD", "blooyed"),
        ("blooy", "VBZ", "blooys"),
        ("blorge", "VBN", "blorged"),
        ("blorge", "VBG", "blorging"),
        ("blorgee", "VBG", "blorgeeing"),
        ("blorsh", "VBZ", "blorshes"),
        ("blorch", "VBZ", "blorches"),
        ("blorx", "VBZ", "blorxes"),
        ("blorz", "VBZ", "blorzes"),
        ("blors", "VBZ", "blorses"),
        ("blort", "VBZ", "blorts"),
        ("blort", "VBD", "blorted"),
        ("re-ride", "VBD", "re-rode"),
    ],
)
def test_forms_of_verbs_that_the_dictionary_has_and_has_not(lemma, tag, form):
    assert inflect(lemma, tag) == form
