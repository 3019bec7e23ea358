"""Verb groups: every tense, aspect, voice and operator, and *do*."""

import pytest

from litgen.engines.dependency.analysis import Declined, Verb
from litgen.engines.dependency.realisation.verb_group import group_words
from litgen.trees.morphology import (
    Agreement,
    inflect,
    is_one_of,
    is_past_only,
    is_third_person,
    lemma_of_verb,
    singulars,
)

HE = Agreement(3, False)
THEY = Agreement(3, True)


@pytest.mark.parametrize(
    ("verb", "tense", "agreement", "words"),
    [
        (Verb("ride"), "pres", HE, "rides"),
        (Verb("ride"), "pres", THEY, "ride"),
        (Verb("ride"), "past", HE, "rode"),
        (Verb("ride"), "fut", HE, "will ride"),
        (Verb("ride", progressive=True), "past", THEY, "were riding"),
        (Verb("ride", perfect=True), "pres", HE, "has ridden"),
        (Verb("ride", perfect=True, progressive=True), "fut", HE, "will have been riding"),
        (Verb("ride", passive="be"), "pres", HE, "is ridden"),
        (Verb("ride", progressive=True, passive="be"), "past", HE, "was being ridden"),
        (Verb("hit", passive="get"), "past", HE, "got hit"),
        (Verb("be"), "pres", Agreement(1, False), "am"),
        (Verb("be"), "past", THEY, "were"),
    ],
)
def test_one_verb(verb, tense, agreement, words):
    assert group_words([verb], tense, agreement, support=False) == words.split()


@pytest.mark.parametrize(
    ("verbs", "tense", "words"),
    [
        ([Verb("may", complement="bare"), Verb("ride", progressive=True)], "pres", "may be riding"),
        ([Verb("must", complement="bare"), Verb("see", passive="be")], "pres", "must be seen"),
        ([Verb("seem", complement="to"), Verb("vote", perfect=True)], "past",
         "seemed to have voted"),
        ([Verb("persuade", complement="to", between=("Carol",)), Verb("vote")], "past",
         "persuaded Carol to vote"),
    ],
)  # fmt: skip
def test_chains(verbs, tense, words):
    assert group_words(verbs, tense, HE, support=False) == words.split()


def test_do_supports_a_single_verb_but_not_be():
    assert group_words([Verb("ride")], "past", HE, support=True) == ["did", "ride"]
    assert group_words([Verb("be")], "past", HE, support=True) == ["was"]
    have_to = Verb("have", complement="to", support=True)
    assert group_words([have_to, Verb("ride")], "pres", HE, True) == ["does", "have", "to", "ride"]
    assert group_words([Verb("ride", perfect=True)], "pres", HE, support=True) == [
        "has",
        "ridden",
    ]


def test_an_operator_has_no_form_in_a_tense_that_its_entry_leaves_out():
    used = Verb("use", complement="to", tenses=frozenset(("past",)))
    assert group_words([used, Verb("ride")], "past", HE, support=False) == ["used", "to", "ride"]
    with pytest.raises(Declined, match="defective-verb', 'use'"):
        group_words([used, Verb("ride")], "pres", HE, support=False)


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
        ("mimic", "VBD", "mimicked"),
        ("havoc", "VBG", "havocking"),
        ("outsell", "VBN", "outsold"),
        ("test-drive", "VBD", "test-drove"),
        ("undergo", "VBN", "undergone"),
        ("babysit", "VBD", "babysat"),
    ],
)
def test_inflection(lemma, tag, form):
    assert inflect(lemma, tag) == form


@pytest.mark.parametrize(
    ("form", "lemma"),
    [
        ("mimicked", "mimic"),
        ("premiered", "premiere"),
        ("bathing", "bathe"),
        ("chaperoned", "chaperone"),
        ("rewound", "rewind"),
        ("outsold", "outsell"),
        ("spoon-fed", "spoon-feed"),
        ("re-signed", "re-sign"),
        ("snuck", "sneak"),
    ],
)
def test_lemmas_of_past_forms(form, lemma):
    assert lemma_of_verb(form) == lemma


def test_base_forms_that_only_the_dictionary_has_are_none():
    assert is_past_only("rewound")
    assert not is_past_only("found")


@pytest.mark.parametrize(
    ("plural", "singular"),
    [
        ("oxen", "ox"),
        ("geese", "goose"),
        ("dice", "die"),
        ("frenchmen", "frenchman"),
        ("grandchildren", "grandchild"),
        ("paparazzi", "paparazzo"),
    ],
)
def test_irregular_plurals(plural, singular):
    assert singulars(plural)[0] == singular


@pytest.mark.parametrize("word", ["bus", "news", "series", "crying", "specimen", "opera", "xyzzy"])
def test_what_is_no_plural(word):
    assert not singulars(word)


@pytest.mark.parametrize(
    ("word", "lemma", "shared"),
    [
        ("hanged", "hang", True),
        ("burnt", "burn", True),
        ("proved", "prove", True),
        ("showed", "show", False),
        ("wove", "weave", False),
        ("underwent", "undergo", False),
    ],
)
def test_past_forms_that_are_participles(word, lemma, shared):
    assert is_one_of(word, lemma, "VBD")
    assert is_one_of(word, lemma, "VBN") is shared


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
