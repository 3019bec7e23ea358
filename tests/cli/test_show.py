"""``litgen show`` with the embedded engine."""

from __future__ import annotations

import json
from functools import partial

import pytest

from tests.fresh import imports_of

BIKE = "A man is riding a bike."


@pytest.fixture
def show(litgen):
    return partial(litgen, "show")


def test_what_people_try_first(show):
    code, out, err = show(BIKE)
    assert (code, err) == (0, "")
    lines = [" ".join(line.split()) for line in out.splitlines()]
    for line in (
        "Tense",
        "past A man was riding a bike.",
        "future A man will be riding a bike.",
        "may A man may be riding a bike.",
        "cleft (ARG2) It is a bike that a man is riding.",
        "passive (ARG2) A bike is being ridden by a man.",
        "question Is a man riding a bike?",
        "Not made",
    ):
        assert line in lines
    assert "\x1b" not in out


def test_nothing_is_loaded_that_a_sentence_does_not_need():
    loaded = imports_of(f"from litgen import cli\ncli.run(['show', '--rank', 'none', {BIKE!r}])")
    assert {"spacy", "nltk"} <= loaded
    assert not {"torch", "scipy", "sklearn"} & loaded


@pytest.mark.parametrize("before", ["scipy", "nltk.corpus", "thinc.api"])
def test_whatever_was_loaded_before(before):
    code = f"import {before}\nfrom litgen import cli\nassert not cli.run(['show', {BIKE!r}])"
    assert {before.partition(".")[0], "spacy"} <= imports_of(code)


def test_words_need_no_quotes(show):
    assert show("-t", "past", *BIKE.split())[1] == show("-t", "past", BIKE)[1]


def test_only_what_is_asked_for(show):
    _, out, _ = show("-t", "past", "-t", "may+passive", "--json", BIKE)
    groups = json.loads(out)["groups"]
    assert [e["transformation"] for g in groups for e in g["entries"]] == ["past", "may+passive"]
    assert groups[1]["entries"][0]["text"] == "A bike may be ridden by a man."


def test_guard_says_why(show):
    _, out, _ = show("-t", "swap", "--json", BIKE)
    (declined,) = json.loads(out)["groups"][0]["declined"]
    assert declined["reason"] == "swap.inanimate-object"
    assert declined["why"].startswith("guard swap.inanimate-object: ")


def test_mrs(show):
    _, out, _ = show("--mrs", "-t", "past", BIKE)
    assert out.count("_ride_v_1<") == 2
    assert "TENSE: past" in out
    assert show("--mrs", BIKE)[1].count("_ride_v_1<") == 1


def test_caption_is_read_as_a_clause(show):
    _, out, _ = show("-t", "past", "Two dogs running on the grass.")
    assert "read as: Two dogs are running on the grass." in out
    assert "Two dogs were running on the grass." in out


def test_html(show, tmp_path):
    path = tmp_path / "page.html"
    code, out, err = show("--html", str(path), BIKE)
    assert code == 0
    assert out == ""
    assert str(path) in err
    assert "<ins>was</ins>" in path.read_text(encoding="utf-8")


def test_html_that_cannot_be_written(show, tmp_path):
    code, _, err = show("--html", str(tmp_path / "no" / "page.html"), BIKE)
    assert code == 1
    assert "No such file" in err


def test_unread_sentence(show):
    code, out, _ = show("The old man with the hat.")
    assert code == 1
    assert "No rule applies:" in out
    code, out, _ = show("--json", "The old man with the hat.")
    assert code == 1
    assert json.loads(out)["unread"]


def test_an_imperative_is_shown_and_its_reason_said_once(show):
    code, out, _ = show("--mrs", "Close the door.")
    assert code == 1
    assert "SF: comm" in out
    assert out.count("parse.imperative") == 1


def test_a_page_of_what_cannot_be_read_says_so(show, tmp_path):
    code, out, err = show("--html", str(tmp_path / "page.html"), "Close the door.")
    assert (code, out) == (1, "")
    assert "litgen: no rule applies: parser parse.imperative: The sentence is" in err


@pytest.mark.parametrize("nothing", ["", "   ", "\n"])
def test_empty_sentence(show, nothing):
    code, _, err = show(nothing)
    assert code == 2
    assert "the sentence is empty" in err


@pytest.mark.parametrize("odd", ["🚲", "\x00\x07", "‏שלום עולם", "((((", "x" * 5000, "word " * 400])
def test_odd_sentences_are_read_or_declined(show, odd):
    code, _, err = show("-t", "past", odd)
    assert code in (0, 1)
    assert "internal error" not in err


def test_unknown_transformation(show):
    code, _, err = show("-t", "pst", BIKE)
    assert code == 2
    assert "did you mean past" in err


def test_bad_rules_folder(show, tmp_path):
    (tmp_path / "mine.toml").write_text("[[rule]]\nname = 'mine'\n")
    code, _, err = show("--rules", str(tmp_path), BIKE)
    assert code == 1
    assert "mine.toml" in err


def test_polarity_is_drawn_and_nothing_rewritten(show):
    _, out, _ = show("--polarity", "No boy without a hat is riding a red bike.")
    assert "No↑ boy↓ without↓ a↑ hat↑ is riding↓ a↓ red↓ bike↓." in out
    assert "a, hat: under _no_q, _without_p" in out
    assert "Tense" not in out


def test_polarity_beside_what_is_asked_for(show):
    _, out, _ = show("--polarity", "-t", "past", BIKE)
    assert "riding↑" in out
    assert "was riding" in out


def test_polarity_as_json(show):
    _, out, _ = show("--polarity", "--json", "No boy sleeps.")
    words = json.loads(out)["words"]
    assert [word["polarity"]["value"] for word in words] == ["up", "down", "down"]
    assert words[1]["polarity"]["through"] == ["_no_q"]


def test_polarity_on_a_page(show, tmp_path):
    show("--polarity", "--html", str(tmp_path / "page.html"), "No boy sleeps.")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert 'boy<b class="down">↓</b> sleeps<b class="down">↓</b>.' in page
