"""Captions become clauses; what is no single clause is declined with its reason."""

import pytest

from litgen.engines.dependency.sentences import read_sentences
from litgen.tables import read_toml, rules_folder

ENTRIES = read_toml(rules_folder() / "captions.toml")["other_verb"]


@pytest.mark.parametrize(
    ("caption", "clause"),
    [
        ("Two dogs running on the grass.", "Two dogs are running on the grass."),
        ("A man reading the paper at a cafe", "A man is reading the paper at a cafe"),
        ("A dog running outside.", "A dog is running outside."),
        (
            "A woman and a man walking down a street.",
            "A woman and a man are walking down a street.",
        ),
        # a comma before the participle goes, one that closes another stays
        ("A man in a hat, jumping down a hill.", "A man in a hat is jumping down a hill."),
        (
            "A girl, eight years old, jumping down a hill.",
            "A girl, eight years old, is jumping down a hill.",
        ),
        ("A balloon getting filled.", "A balloon is getting filled."),
        ("A tall man being stopped by an officer.", "A tall man is being stopped by an officer."),
        (
            "A little girl in a pink shirt about to cry",
            "A little girl in a pink shirt is about to cry",
        ),
        ("A man in a photo booth at a carnival.", "A man is in a photo booth at a carnival."),
        ("A man in a blue coat on a bench.", "A man in a blue coat is on a bench."),
        ("A man in a suit", "A man is in a suit"),
        ("A man in white gloves on a stage.", "A man in white gloves is on a stage."),
        ("A woman outside.", "A woman is outside."),
        # what was taken for a garment is what they do
        ("Women wearing red dancing.", "Women wearing red are dancing."),
        # *court* is no verb of a singular
        (
            "A boy running to a tennis court while others play.",
            "A boy is running to a tennis court while others play.",
        ),
    ],
)
def test_captions(caption, clause):
    (sentence,) = read_sentences([caption])
    assert not isinstance(sentence, str)
    assert (sentence.text, sentence.form) == (clause, "caption")


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["example"])
def test_no_clause_is_made_where_another_word_may_be_the_verb(entry):
    assert entry.keys() == {"name", "example", "counterexample", "pattern"}
    other, caption = read_sentences([entry["example"], entry["counterexample"]])
    assert not isinstance(other, str) and other.form == "clause"
    assert not isinstance(caption, str) and caption.form == "caption"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "parse.empty"),
        ("   \t ", "parse.empty"),
        ("word " * 10_000, "parse.too-long"),
        ("A man \x07 rides.", "parse.control-characters"),
        ("Ein Mann\u202e reitet.", "parse.control-characters"),
        ("مرحبا بالعالم", "parse.not-english"),
        ("123 456", "parse.not-english"),
        ("A boy with a bike.", "parse.no-finite-verb"),
        ("a basketball player slam dunking his doughnut in his coffee", "parse.no-finite-verb"),
        ("A family day at the beach.", "parse.no-finite-verb"),
        ("Standing near the door, a woman with two dogs.", "parse.no-finite-verb"),
        ("The costs relating to hospitals", "parse.no-finite-verb"),
        ("The man rides a bike. Ride it.", "parse.several-sentences"),
        ("One man rides; do not run.", "parse.several-sentences"),
    ],
)
def test_declined(text, reason):
    (found,) = read_sentences([text])
    assert (found if isinstance(found, str) else found.declined) == reason


@pytest.mark.parametrize(
    "text",
    [
        "A man rides a bike \U0001f600.",
        "\U0001f436 A dog runs.",
        "They don’t like it.",
        "U.S. Army's 82nd Airborne Div. is in Italy.",
        "Capt. Smith left.",
        "Around 1500 b.c. , a massive volcanic eruption destroyed the island.",
    ],
)
def test_marks_that_are_no_words_keep_their_place(text):
    (sentence,) = read_sentences([text])
    assert not isinstance(sentence, str)
    assert (sentence.text, sentence.declined) == (text.replace("’", "'"), None)


def test_a_batch_keeps_its_order():
    texts = ["A man sleeps.", "", "A dog running.", "word " * 100, "Birds sing."]
    found = read_sentences(texts)
    assert [f if isinstance(f, str) else f.text for f in found] == [
        "A man sleeps.", "parse.empty", "A dog is running.", "parse.too-long", "Birds sing.",
    ]  # fmt: skip
