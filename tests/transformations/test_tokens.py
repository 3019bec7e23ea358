"""Words of a text, and texts put together again."""

from __future__ import annotations

import re

import pytest

from litgen.transformations import tokens
from litgen.transformations.tokens import put_together, words_of

TEXTS = [
    "A man is riding a bike.",
    "He can't go; she won't (ever) say \"why\".",
    "The so-called \"experts\" said ``no'' to it...",
    "  Two   spaces, and a tab\there. \n",
    "Mr. Smith of the U.S. Army paid $5.50 (50%). It rained!",
    "“Curly quotes,” she said—‘single’ ones, too…",
    "don't,won't;can't",
    "a\"b''c``d",
    "'' `` \" ''",
    "¿Qué? 你好。 \u00a0 x\u200by",
    "Plain, well-known words of 2 kinds , and no more.",
    "See (https://a.org/b?c=d), @bob and report_2.pdf by May 3rd, 2024!",
    "They cannot. I'm gonna, wanna and gotta go; wanna.",
    "...",
    "",
    "   ",
]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("tokenized", [False, True])
def test_words_cover_the_text_and_go_back_to_it(text: str, tokenized: bool) -> None:
    found = words_of(text, tokenized)
    rest, at = "", 0
    for token in found:
        assert token.start >= at
        assert token.end > token.start
        rest += text[at : token.start]
        at = token.end
    assert not (rest + text[at:]).strip()
    assert put_together(text, found, range(len(found))) == text.strip()


@pytest.mark.parametrize(
    "text", [*TEXTS, "gimme more", "A cat , a dog,", "Ends in , ", "3,000 men."]
)
def test_plain_sentences_are_cut_as_nltk_cuts_them(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fast = words_of(text)
    tokens._remembered.cache_clear()
    monkeypatch.setattr(tokens, "_PLAIN", re.compile(r"(?!)"))
    assert words_of(text) == fast
    tokens._remembered.cache_clear()


def test_every_sentence_of_a_string_loses_its_mark() -> None:
    words = [token.word for token in words_of("He ran. Mr. A. B. Smith sat! Why? So.")]
    assert " ".join(words) == "He ran . Mr. A. B. Smith sat ! Why ? So ."


@pytest.mark.parametrize(
    ("text", "dropped", "left"),
    [
        ("A man, in a hat, runs.", {"man", "hat"}, "A, in a, runs."),
        ("The man (a cook) sat.", {"cook"}, "The man (a) sat."),
        ("The man (a cook) sat.", {"a"}, "The man (cook) sat."),
        ("I don't know.", {"do"}, "I n't know."),
        ('He said "go away" twice.', {"go"}, 'He said "away" twice.'),
        ("A dog runs.", {"A", "dog", "runs", "."}, ""),
    ],
)
def test_what_is_left_keeps_its_spacing(text: str, dropped: set[str], left: str) -> None:
    found = words_of(text)
    kept = [at for at, token in enumerate(found) if token.word not in dropped]
    assert put_together(text, found, kept) == left


def test_tokenized_text_stays_tokenized() -> None:
    text = "I ca n't , he said ."
    found = words_of(text, tokenized=True)
    assert put_together(text, found, [0, 3, 4, 5, 6]) == "I , he said ."


@pytest.mark.parametrize(
    "word",
    [
        "https://example.org", "www.bbc.co.uk/news", "bob.smith@mail.co.uk", "@anna_b", "#WorldCup",
        "report_final.pdf", "main.py", "/usr/bin/python3", "$5.50", "12%", "2024-05-12", "10:30pm",
        "12 May 2024", "May 3rd, 2024",
    ],
)  # fmt: skip
def test_what_means_nothing_in_pieces_is_one_word(word: str) -> None:
    assert word in [token.word for token in words_of(f"We read ({word}), and left.")]
    assert any(word in chunk for chunk in tokens.chunks_of(f"We read {word} today."))
