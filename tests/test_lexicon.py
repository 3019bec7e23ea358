"""The lexicon: features of lemmas, a user's additions, articles."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from litgen.exceptions import RuleError
from litgen.lexicon import (
    PARTS,
    VERBS,
    add_lexicon,
    article_for,
    features_of,
    has_feature,
    lemma_of,
    lemmas_with,
    words_named,
)
from litgen.mrs import load_rules
from litgen.tables import read_toml, rules_folder, rules_table

NARROWER = rules_table("broader")["noun"]


@pytest.fixture
def own_lexicon(tmp_path: Path) -> Iterator[Path]:
    """A user's folder, whose additions are gone after the test."""
    changed = [lemmas_with(name, "verb") for name in ("no_passive", "raising")]
    kept = [dict(lemmas) for lemmas in changed]
    folder = tmp_path / "lexicon"
    folder.mkdir()
    yield folder
    for lemmas, before in zip(changed, kept, strict=True):
        lemmas.clear()
        lemmas.update(before)


def test_a_lemma_has_the_features_of_its_part_of_speech() -> None:
    assert {"no_passive", "stative", "quasi_modal"} <= features_of("have", "verb").keys()
    assert features_of("seem", "verb")["raising"] == {"predicate": "_seem_v_to"}
    assert features_of("have", "noun") == {}


def test_features_by_name() -> None:
    assert VERBS.no_passive is lemmas_with("no_passive", "verb")
    with pytest.raises(AttributeError, match="verbs have no feature 'garment'"):
        VERBS.garment  # noqa: B018


def test_endings_make_persons_but_for_some() -> None:
    persons = lemmas_with("person", "noun")
    assert "glassmaker" in persons and "man" in persons
    assert "playlist" not in persons and "dog" not in persons


def test_features_of_predicates_go_by_their_part_of_speech() -> None:
    assert lemma_of("_give+up_v_1") == "give+up/v"
    assert has_feature("_know_v_1", "stative") and not has_feature("_know_n_1", "stative")
    assert has_feature("_last+night_a_1", "past_time") and not has_feature("neg", "past_time")
    assert has_feature("_yesterday_a_1", "past_time")


def test_a_name_stands_for_a_feature_or_a_list_of_words() -> None:
    assert any("hat" in words for words in words_named("garment"))
    assert "himself" in words_named("reflexives")[0]
    (adverbs,) = words_named("adverb:habitual")
    assert "usually" in adverbs and "usual" not in adverbs
    with pytest.raises(KeyError):
        words_named("nonsense")


@pytest.mark.parametrize("part", PARTS)
def test_every_feature_is_declared_and_had(part: str) -> None:
    table = read_toml(rules_folder() / "lexicon" / f"{part}s.toml")
    for name, what in table["features"].items():
        assert what["says"].endswith(".") and what["example"], name
        assert lemmas_with(name, part) or what.get("endings"), name
    assert list(table["lemmas"]) == sorted(table["lemmas"])
    for lemma, entry in table["lemmas"].items():
        names = [each if isinstance(each, str) else each["feature"] for each in entry]
        assert len(set(names)) == len(names) > 0, lemma
        declared = [table["features"][name] for name in names]
        ended = [each for each in declared if lemma.endswith(tuple(each.get("endings", ())))]
        assert all(lemma in each.get("but", ()) for each in ended), f"{lemma}: its ending says so"
        below = {each for what in declared for each in what.get("narrower_of", ())}
        assert not [e for e in NARROWER if lemma in e["narrower"] and e["broader"] in below], lemma


def test_a_users_folder_adds_and_takes_away(own_lexicon: Path) -> None:
    asked_before = lemmas_with("no_passive", "verb")
    assert "crave" not in asked_before and "lack" in asked_before
    (own_lexicon / "verbs.toml").write_text(
        '[lemmas]\ncrave = ["no_passive"]\nlack = ["-no_passive"]\n', encoding="utf-8"
    )
    load_rules(own_lexicon.parent)
    assert "crave" in asked_before and "lack" not in asked_before


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("verbs", '[lemmas]\ncrave = ["no_pasive"]\n', "crave: there is no feature 'no_pasive'"),
        ("verbs", "[words]\na = []\n", "unknown key 'words'"),
        ("verbs", "[features]\nodd = {}\n", "features odd: 'says' is missing"),
        ("things", "[lemmas]\n", "a lexicon has verbs.toml"),
        ("verbs", "[lemmas", "verbs.toml"),
    ],
)
def test_an_error_names_file_and_lemma(own_lexicon: Path, file: str, text: str, message: str):
    (own_lexicon / f"{file}.toml").write_text(text, encoding="utf-8")
    with pytest.raises(RuleError, match=message) as error:
        add_lexicon(own_lexicon)
    assert f"{file}.toml" in str(error.value)


def test_articles_go_by_sound() -> None:
    pairs = {"mp3": "an", "x-ray": "an", "European": "a", "hourly": "an", "one-way": "a"}
    assert {word: article_for(word) for word in pairs} == pairs
