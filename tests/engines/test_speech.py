"""Transcribed speech: what the parser sees of it, and that a text keeps all of its words."""

from __future__ import annotations

import pytest

from litgen.engines.dependency.models import load_nlp
from litgen.engines.dependency.sentences import parse_docs, read_sentences
from litgen.transformations.registry import find
from litgen.trees.speech import written


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("yeah i i started uh studying it", "I started studying it."),
        ("uh-huh no i was in high in high school", "I was in high school."),
        ("well, um, he left.", "He left."),
        ("um you know what it is", "You know what it is."),
        ("uh no dog barks", "No dog barks."),
        ("um is it late?", "Is it late?"),
    ],
)
def test_the_parser_sees_what_is_said_as_it_is_written(text, shown):
    assert written(load_nlp().make_doc(text)).text == shown


@pytest.mark.parametrize("text", ["A man rides a bike", "The the dog barks.", "uh-huh um"])
def test_other_texts_are_seen_as_they_are(text):
    doc = load_nlp().make_doc(text)
    assert written(doc) is doc


def test_a_text_keeps_its_words_and_has_the_tree_of_what_is_said():
    text = "yeah right i i started uh studying it you know"
    (doc,) = parse_docs([text])
    assert doc.text == text
    tree = [(t.text, t.dep_, t.head.text) for t in doc]
    assert tree == [
        ("yeah", "intj", "started"),
        ("right", "intj", "started"),
        ("i", "intj", "started"),
        ("i", "nsubj", "started"),
        ("started", "ROOT", "started"),
        ("uh", "intj", "studying"),
        ("studying", "xcomp", "started"),
        ("it", "dobj", "studying"),
        ("you", "intj", "started"),
        ("know", "intj", "started"),
    ]


@pytest.mark.parametrize(
    ("rule", "text", "out"),
    [
        ("past", "yeah that is uh a big step yeah", "yeah that was uh a big step yeah"),
        ("future", "uh he he rides a bike", "uh he he will ride a bike"),
        ("past", "yeah that's that's a big step", None),  # the verb is said twice
    ],
)
def test_what_is_said_is_changed_and_the_rest_stays(rule, text, out):
    (outcome,) = find(rule).apply([text])
    assert [v.candidates[0] for v in outcome.variants] == ([out] if out else [])


def test_a_fragment_beside_a_clause_stays_and_alone_is_none():
    texts = ["Nothing at all! A man rides a bike.", "One man rides; the other man, no."]
    together, second, alone = read_sentences([*texts, "Nothing at all!"])
    assert (together.declined, second.declined, alone.declined) == (
        None,
        None,
        "parse.no-finite-verb",
    )
    (outcome,) = find("past").apply([together.text])
    (variant,) = outcome.variants
    assert variant.candidates[0] == "Nothing at all! A man rode a bike."
    assert variant.traits["uncovered_clauses"] > 0  # it says what it said: no label rests on it
