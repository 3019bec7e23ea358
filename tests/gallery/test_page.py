from __future__ import annotations

import pytest

from litgen.gallery import build, gallery
from litgen.gallery.gallery import render_page
from tests.gallery.fakes import BIKE, TRANSFORMATIONS, FakeEngine, made, refused
from tests.markup import outline_of


def outline(found):
    return outline_of(render_page(found))


def test_well_formed_and_self_contained():
    page = outline(build(BIKE, TRANSFORMATIONS, FakeEngine()))
    assert page.tags.count("h1") == 1
    assert not {"script", "link", "img"} & set(page.tags)
    assert page.all("html") == [{"lang": "en"}]
    assert {"name": "color-scheme", "content": "light dark"} in page.all("meta")
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
    assert all("aria-labelledby" in attributes for attributes in page.all("table"))
    assert {"scope": "row"} in page.all("th")


def test_no_reading():
    refusing = [("Tense", refused("past", "a fragment", "unparsed"))]
    page = outline(build("xyz", refusing, FakeEngine(declined="a fragment")))
    assert "No rule applies: a fragment" in "".join(page.text)
    assert "table" not in page.tags


def test_without_a_reading_what_needs_none_is_shown():
    gallery = build("xyz", [("Noise", made("spelling", "xzy"))], FakeEngine(declined="a fragment"))
    page = outline(gallery)
    assert "No rule applies: a fragment" in "".join(page.text)
    assert "xzy" in "".join(page.text)
