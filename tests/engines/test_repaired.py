"""Trees as a parser gets them wrong, written by hand: what is built after their repair."""

from __future__ import annotations

import pytest
import spacy
from spacy.tokens import Doc

from litgen.engines.dependency.builder import build
from litgen.engines.dependency.clauses import Sentence, read_clauses
from litgen.trees.repairs import repair

VOCAB = spacy.blank("en").vocab


def built(tree, entities=None):
    """Build from ``word/TAG/POS/dep/head`` tokens; the last has no space before it."""
    rows = [token.split("/") for token in tree.split()]
    words = [row[0] for row in rows]
    doc = Doc(
        VOCAB,
        words=words,
        spaces=[i < len(words) - 2 for i in range(len(words))],
        tags=[row[1] for row in rows],
        pos=[row[2] for row in rows],
        deps=[row[3] for row in rows],
        heads=[int(row[4]) for row in rows],
        lemmas=[word.lower() for word in words],
        ents=entities,
    )
    repair(doc)
    sentence = Sentence(doc.text, doc, "clause", read_clauses(doc))
    return sentence, build(sentence)


def eps(result):
    return {ep.predicate: ep for ep in result.mrs.rels}


def test_noun_that_is_a_coordinated_verb():
    sentence, result = built(
        "They/PRP/PRON/nsubj/1 sit/VBP/VERB/ROOT/1 and/CC/CCONJ/cc/1 talk/NN/NOUN/conj/1 "
        "././PUNCT/punct/1"
    )
    found = eps(result)
    assert found["_talk_v_about"].args["ARG1"] == found["_sit_v_1"].args["ARG1"]
    assert sentence.by_head[3].tense == "pres"
    assert result.uncovered == ()


def test_noun_that_is_the_verb_of_an_adverbial_clause():
    sentence, result = built(
        "Dogs/NNS/NOUN/nsubj/1 bark/VBP/VERB/ROOT/1 while/IN/SCONJ/mark/5 a/DT/DET/det/5 "
        "child/NN/NOUN/compound/5 watches/NNS/NOUN/advcl/1 ././PUNCT/punct/1"
    )
    found = eps(result)
    assert found["_watch_v_1"].args["ARG1"] == found["_child_n_1"].args["ARG0"]
    assert 5 in sentence.by_head


def test_second_subject_is_a_conjunct():
    _, result = built(
        "Rita/NNP/PROPN/nsubj/3 and/CC/CCONJ/cc/0 Tom/NNP/PROPN/nsubj/3 sing/VBP/VERB/ROOT/3 "
        "././PUNCT/punct/3"
    )
    found = eps(result)
    assert found["_sing_v_1"].args["ARG1"] == found["_and_c"].args["ARG0"]


def test_past_tense_read_as_participle():
    _, result = built(
        "Rita/NNP/PROPN/nsubj/1 arrived/VBD/VERB/ROOT/1 and/CC/CCONJ/cc/1 smiled/VBN/VERB/conj/1 "
        "././PUNCT/punct/1"
    )
    verb = eps(result)["_smile_v_1"]
    assert result.mrs.variables[verb.args["ARG0"]]["TENSE"] == "past"
    assert verb.args["ARG1"] == eps(result)["_arrive_v_1"].args["ARG1"]
    assert result.mrs.icons == []


@pytest.mark.parametrize(("word", "name"), [("Quimblow", True), ("Table", False)])
def test_capitalised_word_outside_the_vocabulary_is_a_name(word, name):
    _, result = built(f"{word}/NN/NOUN/nsubj/1 barked/VBD/VERB/ROOT/1 ././PUNCT/punct/1")
    assert ("named" in eps(result)) is name


def test_noun_in_the_place_of_an_argument_is_never_attached_by_guess():
    _, result = built(
        "Rita/NNP/PROPN/nsubj/2 Tom/NNP/PROPN/nsubjpass/2 sang/VBD/VERB/ROOT/2 ././PUNCT/punct/2"
    )
    assert result.uncovered in ((), (1,))
    if result.uncovered == ():
        assert "_and_c" in eps(result) or "implicit_conj" in eps(result)


def test_noun_that_hangs_on_the_verb_joins_the_nearest_noun():
    _, result = built(
        "They/PRP/PRON/nsubj/1 scan/VBP/VERB/ROOT/1 with/IN/ADP/prep/1 care/NN/NOUN/pobj/2 "
        "and/CC/CCONJ/cc/1 honed/JJ/ADJ/amod/6 focus/NN/NOUN/conj/1 ././PUNCT/punct/1"
    )
    assert not result.uncovered
    found = eps(result)
    assert found["_and_c"].args["ARG1"] == found["_care_n_1"].args["ARG0"]
    assert found["_and_c"].args["ARG2"] == found["_focus_n_1"].args["ARG0"]
