from __future__ import annotations

import io

import pytest
from rich.console import Console

from litgen.gallery import build, gallery
from litgen.gallery.terminal import print_gallery
from tests.gallery.fakes import BIKE, TRANSFORMATIONS, FakeEngine, made, refused


def printed(found, terminal=False):
    out = io.StringIO()
    print_gallery(
        found,
        Console(
            file=out, force_terminal=terminal, width=100, color_system="standard", no_color=False
        ),
    )
    return out.getvalue()


@pytest.fixture
def bike():
    return build(BIKE, TRANSFORMATIONS, FakeEngine())


def test_pipe_gets_plain_lines(bike):
    text = printed(bike)
    assert "\x1b" not in text
    assert not any(line.endswith(" ") for line in text.splitlines())
    lines = [" ".join(line.split()) for line in text.splitlines()]
    assert "past A man was riding a bike." in lines
    assert "present       unchanged" in text
    assert "or  It's a bike a man is riding." in text


def test_terminal_marks_what_is_new(bike):
    text = printed(bike, terminal=True)
    assert "A man \x1b[1;32mwas\x1b[0m riding a bike." in text


def test_reasons_are_given_once(bike):
    text = printed(bike)
    assert "passive, passive-short" in text
    assert text.count("guard passive.verb-without-passive: ") == 1


def test_long_line_is_not_broken_in_a_pipe():
    long = " ".join(["word"] * 500)
    assert long in printed(build(BIKE, [("Tense", made("past", long))], FakeEngine()))


def test_markup_in_a_sentence_is_text():
    found = build("[bold]x[/nothing]", [("A", made("b", "[red]y[/red]"))], FakeEngine())
    assert "[bold]x[/nothing]" in printed(found)
    assert "[red]y[/red]" in printed(found)


def test_no_reading(bike):
    refusing = [("Tense", refused("past", "a fragment", "unparsed")),
                ("Noise", made("spelling", "xzy"))]  # fmt: skip
    text = printed(build("xyz", refusing, FakeEngine(declined="a fragment")))
    assert "No rule applies: a fragment" in text
    assert "past" not in text
    assert "xzy" in text


def test_mrs_lines(monkeypatch):
    monkeypatch.setattr(gallery, "encode", lambda mrs: "[ TOP: h0\n  RELS: < > ]")
    assert "RELS: < > ]" in printed(build(BIKE, [], FakeEngine(), mrs=True))
