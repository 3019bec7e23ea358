"""Tautologies: where they are put, and what takes none."""

from __future__ import annotations

from pathlib import Path

import pytest

from litgen.exceptions import RuleError, UsageError
from litgen.transformations import Settings, find, parsing


def added(name: str, text: str, **settings: object) -> str | None:
    (outcome,) = find(name, settings=Settings(**settings)).apply([text])  # type: ignore[arg-type]
    return outcome.variants[0].candidates[0] if outcome.variants else None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The man sleeps.", "The man sleeps and true is true."),
        ("The man sleeps", "The man sleeps and true is true"),
        ("The man sleeps!  ", "The man sleeps and true is true!"),
        ("He left at 5 p.m.", "He left at 5 p.m. and true is true."),
        ("He lives in the U.S.", "He lives in the U.S. and true is true."),
        ("He bought pens, paper etc.", "He bought pens, paper etc. and true is true."),
        ("She works for Apple Inc.", "She works for Apple Inc. and true is true."),
        ('He said "go away."', 'He said "go away" and true is true.'),
        ('He yelled "go away!"', 'He yelled "go away!" and true is true.'),
        ("He left (in a hurry).", "He left (in a hurry) and true is true."),
        ("(He left.)", "(He left and true is true.)"),
        ("He ran. She sat.", "He ran. She sat and true is true."),
        ("He wondered...", "He wondered and true is true..."),
        ("Mom waits in a line.", "Mom waits in a line and true is true."),
        ("Husband and wife are here.", "Husband and wife are here and true is true."),
        ("He is tired, she said.", "He is tired, she said and true is true."),
    ],
)
def test_the_place(text: str, expected: str) -> None:
    assert added("overlap", text) == expected
    assert added("overlap", text, mode="paper") == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("negation-tautology", "He left and false is not true."),
        ("length-mismatch", "He left" + 5 * " and true is true" + "."),
        ("tautology:green", "He left and green is not red."),
    ],
)
def test_the_statements(name: str, expected: str) -> None:
    assert added(name, "He left.") == expected


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Is he asleep?", "text.question"),
        ("What did he eat", "text.question"),
        ("A man riding a bike.", "text.no-finite-clause"),
        ("Two dogs", "text.no-finite-clause"),
        ("Sit down.", "text.no-finite-clause"),
        ("He left and,", "tautology.incomplete"),
        ("He said:", "tautology.incomplete"),
        ("Uh he left.", "tautology.hesitation"),
        ("The restorations is very promising.", "agreement.subject-verb"),
        ("They rallies on the streets.", "agreement.subject-verb"),
        ("Two woman are walking.", "agreement.determiner-noun"),
        ("They fisherman caught 500 fish.", "verb.unknown"),
        ("The days doesn't exist.", "agreement.subject-verb"),
        ("For himself he chose Atat??rk.", "text.garbled"),
        ('The shock came of her memory."', "tautology.incomplete"),
        (" ", "parse.empty"),
    ],
)
def test_what_takes_none(text: str, reason: str) -> None:
    (outcome,) = find("overlap").apply([text])
    assert outcome.declined == reason
    (outcome,) = find("overlap:paper").apply([text])
    assert bool(outcome.variants) == bool(text.strip())


@pytest.mark.parametrize(
    "text",
    [
        "100 miles is the average for a rural route.",
        "Heathers was a wonderful dark comedy.",
        "Beziers has thousands of visitors.",
        "A man in a shirt and tie is travelling by boat.",
        "He runs from tree to tree.",
    ],
)
def test_what_takes_one(text: str) -> None:
    assert find("overlap").apply([text])[0].variants


def test_named_entities_change_nothing() -> None:
    """Whether another transformation asked for names before or not, tautologies are the same."""
    texts = [
        "The YMCA of Indianapolis was founded in 1998.",
        "Anselmo gets angry.",
        "Two hours is long.",
    ]
    for names in (False, True):
        docs = parsing.trees_of(texts, names)
        assert any(doc.ents for doc in docs) == names
        assert all(outcome.variants for outcome in find("overlap").apply(texts))


def test_a_tree_has_names_where_they_are_asked_for_and_only_there() -> None:
    (named,), (plain,) = (
        parsing.trees_of(["Kim sleeps."], names=True),
        parsing.trees_of(["Kim sleeps."]),
    )
    assert named.ents and not plain.ents


def test_edits_go_back_to_the_result() -> None:
    for text in ("The man sleeps. ", 'He said "go away."', "He left at 5 p.m."):
        (variant,) = find("overlap").apply([text])[0].variants
        (edit,) = variant.edits
        end = edit.start + len(edit.before)
        assert text[edit.start : end] == edit.before
        assert text[: edit.start] + edit.after + text[end:].strip() == variant.candidates[0]
        assert variant.counts["changed"] == 4


def test_ones_own(tmp_path: Path) -> None:
    own = (("up", "and up is not down"),)
    assert added("tautology:up", "He left.", tautologies=own) == "He left and up is not down."
    (tmp_path / "tautologies.toml").write_text('[snow]\ntext = "and snow is white"\ntimes = 2\n')
    (outcome,) = find("tautology:snow", rules=tmp_path).apply(["He left."])
    assert outcome.variants[0].candidates == ("He left and snow is white and snow is white.",)
    with pytest.raises(UsageError, match=r"no tautology 'down': use one of overlap, .*snow"):
        find("tautology:down", rules=tmp_path)
    with pytest.raises(UsageError, match="use exactly one name"):
        find("tautology")
    (tmp_path / "tautologies.toml").write_text("[snow]\ntimes = 2\n")
    with pytest.raises(RuleError, match="tautology 'snow' must have a text"):
        find("tautology:snow", rules=tmp_path)
