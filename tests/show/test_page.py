from __future__ import annotations

from html.parser import HTMLParser

import pytest

from litgen.show import build, gallery
from litgen.show.page import render_page
from tests.show.fakes import BIKE, TRANSFORMATIONS, FakeEngine, made, refused

VOID = {"meta", "link", "img", "br", "input"}


class Outline(HTMLParser):
    """Collects tags and text; fails on a tag that is not closed in its order."""

    def __init__(self):
        super().__init__()
        self.open, self.tags, self.text = [], [], []
        self.attributes = {}

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes.setdefault(tag, []).append(dict(attrs))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def outline(found):
    parser = Outline()
    parser.feed(render_page(found))
    assert parser.open == []
    return parser


def test_well_formed_and_self_contained():
    page = outline(build(BIKE, TRANSFORMATIONS, FakeEngine()))
    assert page.tags.count("h1") == 1
    assert not {"script", "link", "img"} & set(page.tags)
    assert page.attributes["html"] == [{"lang": "en"}]
    assert {"name": "color-scheme", "content": "light dark"} in page.attributes["meta"]
    html = render_page(build(BIKE, TRANSFORMATIONS, FakeEngine()))
    assert "prefers-color-scheme: dark" in html
    assert "<ins>was</ins>" in html
    assert "http" not in html


@pytest.mark.parametrize("nasty", ["<script>alert(1)</script>", "\"'><b onload=x>&amp;"])
def test_everything_is_escaped(nasty, monkeypatch):
    monkeypatch.setattr(gallery, "encode", lambda mrs: nasty)
    found = build(
        nasty,
        [(nasty, made(nasty, nasty + "!", nasty, role=nasty)), ("x", refused(nasty, nasty))],
        FakeEngine(read_as=nasty + "."),
        mrs=True,
    )
    page = outline(found)
    assert "script" not in page.tags
    assert "b" not in page.tags
    assert nasty in "".join(page.text)


def test_every_table_has_headings():
    page = outline(build(BIKE, TRANSFORMATIONS, FakeEngine()))
    assert all("aria-labelledby" in attributes for attributes in page.attributes["table"])
    assert {"scope": "row"} in page.attributes["th"]


def test_no_reading():
    refusing = [("Tense", refused("past", "a fragment", "unparsed"))]
    page = outline(build("xyz", refusing, FakeEngine(declined="a fragment")))
    assert "No reading: a fragment." in "".join(page.text)
    assert "table" not in page.tags


def test_without_a_reading_what_needs_none_is_shown():
    gallery = build("xyz", [("Noise", made("spelling", "xzy"))], FakeEngine(declined="a fragment"))
    page = outline(gallery)
    assert "No reading: a fragment." in "".join(page.text)
    assert "xzy" in "".join(page.text)
