"""Texts whose verb the parser took for a noun, or whose participle it hid, are read again."""

import pytest

from litgen.engines.dependency.second_reading import NAME, trials
from litgen.engines.dependency.sentences import parse_docs, read_sentences
from litgen.tables import read_toml, rules_folder
from litgen.trees.facts import matching_facts
from litgen.trees.repairs import REPAIRED

TABLES = read_toml(rules_folder() / "captions.toml")


@pytest.mark.parametrize(
    ("text", "verb", "tag"),
    [
        ("The crowd cheers.", "cheers", "VBZ"),
        ("A man with a hat and tattoos strolls behind bleachers.", "strolls", "VBZ"),
        ("Ice melts.", "melts", "VBZ"),
        ("A person surfs.", "surfs", "VBZ"),
        ("A woman in green walks along a street.", "walks", "VBZ"),
        ("A mother and child row a canoe.", "row", "VBP"),
        ("A couple work together to make dinner in the kitchen.", "work", "VBP"),
        ("Two girls laying in the grass smile as their picture is taken.", "smile", "VBP"),
        ("A man playing the violin entertains on the sidewalk.", "entertains", "VBZ"),
        ("This joint attention to objects fosters early language development.", "fosters", "VBZ"),
        ("Our great school thanks you for your generous donation!", "thanks", "VBZ"),
        ("But not all fantasy qualifies as wish fulfillment.", "qualifies", "VBZ"),
        ("The paper deals with theories of fiscal policies.", "deals", "VBZ"),
        (
            "Fresh-cut flowers available at the market range from cheap to expensive.",
            "range",
            "VBP",
        ),
        ("The Sultan's Pool only hosts concerts in winter and spring.", "hosts", "VBZ"),
    ],
)
def test_a_finite_verb_is_found(text, verb, tag):
    (sentence,) = read_sentences([text])
    assert sentence.declined is None
    assert (sentence.text, sentence.form) == (text, "clause")
    found = sentence.doc[sentence.root_clause.head]
    assert (found.text, found.tag_) == (verb, tag)
    assert NAME in sentence.doc.user_data[REPAIRED]


def test_what_is_coordinated_with_it_is_repaired_too():
    (sentence,) = read_sentences(["The crowd cheers and claps."])
    assert [sentence.doc[c.head].text for c in sentence.clauses] == ["cheers", "claps"]


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("An older man in an apron cleaning.", "An older man in an apron is cleaning."),
        ("A human doing tricks", "A human is doing tricks"),
        (
            "A woman reaching for candy bars that are on a shelf.",
            "A woman is reaching for candy bars that are on a shelf.",
        ),
    ],
)
def test_a_participle_of_a_caption_is_found(text, clause):
    (sentence,) = read_sentences([text])
    assert (sentence.form, sentence.text) == ("caption", clause)


@pytest.mark.parametrize(
    "text",
    [
        "Ice skates.",
        "Hearty Sabbath meals.",
        "The soccer players.",
        "A team of people on a bike race.",
        "A family day at the beach.",
        "A view down the train tracks in a large city.",
        "A downtown shot of a man on his cellphone under an awning.",
        "Boats in daily use lie within feet of the fashionable bars.",
        "One part challenge, one part adventure.",
        # the participle may be another's, or another word the verb
        "View of a soccer ball being kicked into a goal net",
    ],
)
def test_what_may_be_a_noun_phrase_is_left_alone(text):
    (sentence,) = read_sentences([text])
    assert sentence.declined == "parse.no-finite-verb"


def test_a_long_text_is_not_read_again():
    (doc,) = parse_docs(["The crowd cheers" + " and cheers" * 20])
    assert len(doc) > 40
    assert trials(doc) == []


def names_of(text, key):
    (doc,) = parse_docs([text])
    roots = [t.i for t in doc if t.dep_ == "ROOT"]
    return {name for name, _ in matching_facts(doc, "captions", key, head=roots[0])}


@pytest.mark.parametrize(
    ("key", "entry"),
    [pytest.param(k, e, id=e["example"]) for k in ("noun", "complete") for e in TABLES[k]],
)
def test_a_pattern_finds_something_in_its_example_and_nothing_beside_it(key, entry):
    assert entry.keys() == {"name", "example", "counterexample", "pattern"}
    assert entry["name"] in names_of(entry["example"], key)
    assert entry["name"] not in names_of(entry["counterexample"], key)
