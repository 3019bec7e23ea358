"""Spelling errors: never the word itself, never another word."""

from __future__ import annotations

import pytest

from litgen.exceptions import UsageError
from litgen.transformations import Settings, find
from litgen.transformations.spelling import is_word, misspellings

TEXTS = [
    "A man is riding a bike.",
    "The two women from Chicago don't like it.",
    "I saw Tipper with him at the movie.",
    "Agencies have been further restricted and given less choice.",
    "all off",
]


@pytest.mark.parametrize(
    ("word", "operation", "errors"),
    [
        ("the", "swap", ["hte", "teh"]),
        ("The", "swap", ["Hte", "Teh"]),
        ("all", "swap", ["lal"]),
        ("aa", "swap", []),
        ("Qa", "keyboard", ["Wa", "Qs"]),
        ("p-o", "swap", []),
        ("é", "keyboard", []),
    ],
)
def test_all_errors_of_a_word(word: str, operation: str, errors: list[str]) -> None:
    assert misspellings(word, operation) == errors


@pytest.mark.parametrize("name", ["spelling", "spelling:swap", "spelling:keyboard"])
@pytest.mark.parametrize("seed", range(5))
def test_one_word_is_misspelt(name: str, seed: int) -> None:
    made = find(name, settings=Settings(seed=seed))
    for text, outcome in zip(TEXTS, made.apply(TEXTS), strict=True):
        (variant,) = outcome.variants
        (edit,) = variant.edits
        assert variant.candidates[0] != text
        assert edit.before != edit.after
        assert text[edit.start :].startswith(edit.before)
        end = edit.start + len(edit.before)
        assert variant.candidates[0] == text[: edit.start] + edit.after + text[end:]
        assert not is_word(edit.after.lower())
        if name == "spelling:swap":
            assert sorted(edit.after.lower()) == sorted(edit.before.lower())
        if name == "spelling:keyboard":
            changed = [a != b for a, b in zip(edit.before, edit.after, strict=True)]
            assert sum(changed) == 1


def test_content_and_function_words() -> None:
    text = "The dogs and she saw a movie."
    drawn: dict[str, set[str]] = {"content": set(), "function": set()}
    for seed in range(40):
        settings = Settings(seed=seed, tagger="spacy")
        for kind, words in drawn.items():
            (outcome,) = find(f"spelling:{kind}", settings=settings).apply([text])
            words.add(outcome.variants[0].edits[0].before)
    assert drawn == {"content": {"dogs", "movie"}, "function": {"The", "and", "she"}}


def test_short_names_stay() -> None:
    for seed in range(20):
        (outcome,) = find("spelling", settings=Settings(seed=seed)).apply(["Then she met Tim."])
        assert outcome.variants[0].edits[0].before != "Tim"


def test_no_part_of_a_word_becomes_another() -> None:
    for seed in range(20):
        (outcome,) = find("spelling:swap", settings=Settings(seed=seed)).apply(["two-to"])
        assert outcome.variants[0].edits[0].after in ("wto-to", "two-ot")


def test_no_word_becomes_a_name() -> None:
    for seed in range(40):
        for text in ("See him.", "She did it."):
            (outcome,) = find("spelling", settings=Settings(seed=seed)).apply([text])
            assert outcome.variants[0].edits[0].after not in ("jim", "Jim", "sid", "un", "ti")


@pytest.mark.parametrize("text", ["", "a I 3.", "1,000 !"])
def test_no_word_to_misspell(text: str) -> None:
    (outcome,) = find("spelling").apply([text])
    assert outcome.declined == "spelling.none"


def test_the_paper_takes_any_error() -> None:
    """*form* for *from* is an error of the paper's, too."""
    found = {
        find("spelling:swap,paper", settings=Settings(seed=seed))
        .apply(["from"])[0].variants[0].candidates[0]
        for seed in range(20)
    }  # fmt: skip
    assert "form" in found


def test_arguments() -> None:
    with pytest.raises(UsageError, match="use only one of any, content, function"):
        find("spelling:content,function")
    with pytest.raises(UsageError, match="unknown argument 'vowels'"):
        find("spelling:vowels")


@pytest.mark.parametrize("seed", range(5))
def test_what_stays_whole_is_not_misspelt(seed: int) -> None:
    text = "On May 3, @anna met five boys at https://example.org."
    (variant,) = find("spelling", settings=Settings(seed=seed)).apply([text])[0].variants
    whole = ("May 3", "@anna", "five", "https://example.org")
    assert all(each in variant.candidates[0] for each in whole)
