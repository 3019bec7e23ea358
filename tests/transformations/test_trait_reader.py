"""Traits do not depend on the engine that rewrites."""

import pytest

from litgen.contrast.original import find_original
from litgen.engines import load_engine
from litgen.engines.protocol import Generation, Parse, Reading
from litgen.transformations import find
from litgen.transformations.traits import TraitReader


class Misreading:
    """An engine of its own mind: it reads every sentence as another one."""

    name, dialect = "misreading", "dependency"

    def __init__(self, as_what):
        (parse,) = load_engine().parse([as_what])
        self._reading = parse.readings[0]

    def parse(self, texts):
        return [Parse(text, (Reading(text, self._reading.mrs),)) for text in texts]

    def generate(self, requests):
        return [Generation(("A rewriting.",)) for _ in requests]

    def describe(self):
        return {"engine": self.name}


def test_equal_texts_have_equal_traits_whatever_the_engine():
    text = "A man rides a bike today."
    (ours,) = find("future").apply([text])
    (theirs,) = find("future", Misreading("The dogs are barking.")).apply([text])
    assert theirs.variants[0].engine == "misreading"
    assert theirs.variants[0].traits == ours.variants[0].traits
    assert ours.variants[0].traits["time_adverb"] is True


def test_uncovered_clauses_are_those_of_the_same_edit():
    text = "The plan is old and intended to help students."
    (ours,) = find("past").apply([text])
    (theirs,) = find("past", Misreading("The dogs are barking.")).apply([text])
    assert theirs.variants[0].traits["uncovered_clauses"] == 1
    assert ours.variants[0].traits["uncovered_clauses"] == 1


def test_a_text_that_only_the_other_engine_reads_has_its_traits():
    text = "and of the, but to"
    assert TraitReader().read(text) == {}
    (theirs,) = find("past", Misreading("The dogs are barking.")).apply([text])
    assert theirs.variants[0].traits["subject"] == "dog"
    assert theirs.variants[0].traits["uncovered_clauses"] == 0


@pytest.mark.parametrize("text", ["Close the door.", "Two young children.", "Seen by a man."])
def test_what_is_no_statement_has_no_traits(text):
    assert load_engine().parse([text])[0].readings
    assert TraitReader().read(text) == {}
    (outcome,) = find_original().apply([text])
    assert not outcome.variants
    assert outcome.stage == "unparsed"


def test_the_manifest_says_what_read_the_traits():
    described = find("past", Misreading("The dogs are barking.")).describe()
    assert described["engine"] == {"engine": "misreading"}
    assert described["traits"] == dict(load_engine().describe())
