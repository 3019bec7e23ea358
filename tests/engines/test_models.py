"""The spaCy pipeline of the embedded engine."""

from __future__ import annotations

import pytest
from spacy.matcher import Matcher

from litgen.engines.dependency import models
from litgen.engines.dependency.models import load_nlp

TEXTS = (
    "He's got it, and she gets that which they've had.",
    "That a dog barks is what there is; there are no others that bark.",
    "Which of the men  who'd gone\n did that? She had her hair cut.",
    "GOT that dog? It wasn't theirs, was it?",
    "Let's see what they're gonna do; y'all said it ain't so.",
)


def test_what_is_remembered_of_a_word_is_what_spacy_finds(monkeypatch):
    monkeypatch.setattr(models, "_WORDS_KEPT", 20)  # some is forgotten on the way
    nlp = load_nlp()
    ruler = nlp.get_pipe("attribute_ruler")
    plain = Matcher(nlp.vocab)
    for number, entry in enumerate(ruler.patterns):
        plain.add(str(number), entry["patterns"])
    with nlp.select_pipes(enable=["tok2vec", "tagger", "parser"]):
        docs = list(nlp.pipe(TEXTS * 2))
    found = [sorted(ruler.matcher(doc, allow_missing=True, as_spans=False)) for doc in docs]
    assert found == [sorted(plain(doc, allow_missing=True)) for doc in docs]
    assert {end - start for each in found for _, start, end in each} == {1, 2}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The co-founder re-signed it.", ["The", "co-founder", "re-signed", "it", "."]),
        ("They will fact-check the speech.", ["They", "will", "fact-check", "the", "speech", "."]),
        ("A part-time job.", ["A", "part", "-", "time", "job", "."]),
        ("A go-go-dancing girl.", ["A", "go", "-", "go", "-", "dancing", "girl", "."]),
        ("Y'all know Mary'd left.", ["Y'all", "know", "Mary", "'d", "left", "."]),
        ("- a -", ["-", "a", "-"]),
        ("", []),
    ],
)
def test_words_with_hyphens_and_clitics(text, words):
    assert [token.text for token in load_nlp().make_doc(text)] == words
