"""Antonyms: where the opposite contradicts, which guards stop it; the paper's program."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from spacy.tokens import Doc

from litgen.engines.dependency.sentences import parse_docs
from litgen.exceptions import RuleError, UsageError
from litgen.transformations import Settings, find, replacing
from litgen.transformations.antonyms.positions import contradicts
from litgen.transformations.antonyms.table import load_antonyms
from litgen.transformations.entries import Entry


def said(text: str, name: str = "antonym", seed: int = 0) -> list[str]:
    (outcome,) = find(name, settings=Settings(seed=seed)).apply([text])
    return [v.candidates[0] for v in outcome.variants] or [f"({outcome.declined})"]


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("The soup is hot.", "The soup is cold."),
        ("This is a hot soup.", "This is a cold soup."),
        ("A man is sleeping.", "A woman is sleeping."),
        ("An old dog is running.", "A young dog is running."),
        ("The winner is happy.", "The winner is unhappy."),
    ],
)
def test_opposites(text: str, made: str) -> None:
    assert said(text) == [made]


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("The winner is happy.", "The winner is unhappy."),
        ("The soup is hot.", "(antonym.not-listed)"),
    ],
)
def test_affixal_opposites_differ_by_a_negative_prefix(text: str, made: str) -> None:
    assert said(text, "antonym:affixal") == [made]


@pytest.mark.parametrize(
    "guard", [guard for guard in load_antonyms().guards if guard.example], ids=lambda g: g.name
)
def test_guards_stop_their_examples(guard) -> None:  # type: ignore[no-untyped-def]
    (declined,) = said(guard.example)
    known = {each.name for each in load_antonyms().guards}
    assert declined.strip("()") in known


def test_every_guard_has_an_example() -> None:
    assert all(guard.example for guard in load_antonyms().guards)


CAREFUL = [
    entry for entries in load_antonyms().entries.values() for entry in entries if entry.example
]


def stands(text: str, entry: Entry) -> bool:
    (tree,) = parse_docs([text])
    return any(contradicts(token, entry) for token in tree if token.lemma_ == entry.word)


@pytest.mark.parametrize("entry", CAREFUL, ids=lambda entry: f"{entry.word} {entry.by}")
def test_conditions_of_entries_have_their_examples(entry: Entry) -> None:
    assert stands(entry.example, entry)
    assert [text for text in entry.counterexamples if stands(text, entry)] == []


@pytest.mark.parametrize(
    "text",
    [
        "The soup is completely hot.",
        "The soup is sorely hot.",
        "The soup is the hottest small dish of all.",
        "The soup was small but hot.",
        "The other man left.",
        "20,349 women are outside.",
        "The women are sisters.",
        "A handsome man is outside.",
    ],
)
def test_where_the_opposite_reads_badly_or_is_none(text: str) -> None:
    assert said(text)[0].startswith("(")


def test_said_of_one_person() -> None:
    assert said("The man left.") == ["The woman left."]
    assert said("A young man is running.") != ["(word.idiom)"]


@pytest.mark.parametrize(
    ("text", "fits"), [("Bob is an employee.", True), ("Bob is an employee of the bank.", False)]
)
def test_converses_with_their_argument_stay(text: str, fits: bool) -> None:
    (entry,) = load_antonyms().entries["employee"]
    assert stands(text, entry) == fits


def test_unknown_keys_are_refused(tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "antonyms.toml").write_text(
        '[[careful]]\nwords = ["hot", "cold"]\nposition = "anywhere"\nnot_befor = ["of"]\n'
    )
    with pytest.raises(RuleError, match="unknown key 'not_befor'"):
        load_antonyms(str(tmp_path))


def test_a_careful_entry_of_several_words(tmp_path: Path) -> None:
    (tmp_path / "antonyms.toml").write_text(
        '[[careful]]\npairs = [["zig", "zag"]]\none_way = [["zog", "zug"]]\nposition = "noun"\n'
    )
    entries = load_antonyms(str(tmp_path)).entries
    found = [
        (word, entry.by) for word in ("zig", "zag", "zog", "zug") for entry in entries.get(word, ())
    ]
    assert found == [("zig", "zag"), ("zag", "zig"), ("zog", "zug")]


@pytest.mark.parametrize(
    "words", ['pairs = [["zig", "zag"]]\nexample = ["A zig."]', 'position = "noun"']
)
def test_words_without_examples_are_refused(words: str, tmp_path: Path) -> None:
    (tmp_path / "antonyms.toml").write_text(f"[[careful]]\n{words}\n")
    with pytest.raises(RuleError, match="use words, pairs or one_way, with an example for each"):
        load_antonyms(str(tmp_path))


def test_a_child_is_never_old() -> None:
    assert said("A young dog is running.") == ["An old dog is running."]
    assert "An old boy is running." not in said("A young boy is running.")


def test_one_word_is_drawn() -> None:
    text = "An old man is holding a big dog."
    made = {said(text, seed=seed)[0] for seed in range(12)}
    assert len(made) > 1
    assert said(text, seed=3) == said(text, seed=3)


def test_the_papers_program_makes_all() -> None:
    made = said("the winner met an old man", "antonym:paper")
    assert made == ["the loser met an old man", "the winner met an old woman"]


def test_only_what_its_words_leave_open_is_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[str] = []

    def spying(texts: Iterable[str]) -> list[Doc]:
        given = list(texts)
        parsed.extend(given)
        return parse_docs(given)

    monkeypatch.setattr(replacing, "parse_docs", spying)
    texts = ["The soup is hot.", "The sun shines.", "The soup is hot or warm.", "The soup is hot."]
    outcomes = find("antonym").apply(texts)
    assert [outcome.declined for outcome in outcomes] == [
        None,
        "antonym.not-listed",
        "antonym.condition",
        None,
    ]
    assert parsed == ["The soup is hot."]


@pytest.mark.parametrize("name", ["antonym", "synonym"])
def test_arguments_are_read_alike(name: str) -> None:
    assert find(f"{name}:NOUN+ADJ").describe()["parts"] == ["NOUN", "ADJ"]
    with pytest.raises(UsageError, match="unknown argument 'odd'"):
        find(f"{name}:odd")
    with pytest.raises(UsageError, match="remove NOUN"):
        find(f"{name}:NOUN,paper")


def test_a_users_entries_come_first_and_replace(tmp_path: Path) -> None:
    (tmp_path / "antonyms.toml").write_text(
        'predicative_one_way = [["old", "modern"]]\n'
        '[[careful]]\nwords = ["old", "young"]\nposition = "anywhere"\nunless = ["dog"]\n'
    )
    shipped = [entry.by for entry in load_antonyms().entries["old"]]
    own = load_antonyms(str(tmp_path)).entries["old"]
    assert [entry.by for entry in own[:2]] == ["modern", "young"]
    assert sorted(entry.by for entry in own) == sorted({"modern", *shipped})
    assert own[1].unless == {"dog"}


def test_values_that_are_not_known_are_refused(tmp_path: Path) -> None:
    (tmp_path / "antonyms.toml").write_text('[[careful]]\nwords = ["a", "b"]\nposition = "here"\n')
    with pytest.raises(RuleError, match=r"antonyms\.toml: 'a' position: Input should be"):
        load_antonyms(str(tmp_path))
