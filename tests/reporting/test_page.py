"""The page as text: well-formed, self-contained, everything escaped, its policy right."""

from __future__ import annotations

import base64
import hashlib
import re

import pytest

from litgen.reporting.page import render_page
from tests.markup import outline_of
from tests.reporting.conftest import NASTY, QUOTES


@pytest.fixture(scope="module")
def html(report):
    return render_page(report)


@pytest.fixture(scope="module")
def page(html):
    return outline_of(html)


def test_nothing_from_outside(page, html):
    assert not page.all("link")
    assert not page.all("img")
    assert len(page.all("script")) == len(page.all("style")) == 1
    assert "src=" not in re.sub(r"&lt;.*?&gt;", "", html)
    assert not re.search(r"https?://", html.replace("http://www.w3.org/2000/svg", ""))
    assert "url(" not in html
    for values in (values for _, values in page.elements):
        assert not any(name.startswith("on") for name in values)
        assert "style" not in values


def test_the_policy_names_style_and_script_by_hash(page, html):
    (policy,) = (each["content"] for each in page.all("meta") if "http-equiv" in each)
    assert policy.startswith("default-src 'none'")
    for tag in ("style", "script"):
        inside = re.search(rf"<{tag}>(.*?)</{tag}>", html, re.S)[1]
        digest = base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy


def test_nasty_sentences_are_text(page):
    text = "".join(page.text)
    assert NASTY in text
    assert QUOTES in text
    assert "49" not in re.findall(r"\{\{ 7\*7 \}\}|49 </table>", text)


def test_structure(page):
    assert page.all("html") == [{"lang": "en"}]
    assert page.tags.count("h1") == 1
    assert len(page.ids) == len(set(page.ids))
    for link in page.all("a"):
        assert link["href"] == "details.html" or link["href"].removeprefix("#") in page.ids
    for region in page.all("div"):
        if "scroll" in region.get("class", ""):
            assert region["role"] == "group"  # no landmark: a page has several of one name
            assert region["aria-label"]
            assert region["tabindex"] == "0"
    for image in page.all("svg"):
        assert image["role"] == "img"
        assert image["aria-label"]
    for cell in page.all("th"):
        assert cell["scope"] in ("col", "row", "rowgroup")


def test_every_row_has_all_its_fields(html):
    """With the headings that span rows, every row of a table is as wide as its head."""
    for table in re.findall(r"<table>.*?</table>", html, re.S):
        width = len(re.findall(r"<t[hd]\b", re.search(r"<thead>.*?</thead>", table, re.S)[0]))
        spanning = 0
        for row in re.findall(r"<tr.*?</tr>", re.sub(r"<thead>.*?</thead>", "", table, flags=re.S),
                              re.S):  # fmt: skip
            cells = re.findall(r"<t[hd]\b[^>]*>", row)
            columns = sum(int((re.search(r'colspan="(\d+)"', c) or [0, 1])[1]) for c in cells)
            columns += 1 if spanning else 0
            assert columns == width
            rows = re.search(r'rowspan="(\d+)"', row)
            spanning = int(rows[1]) - 1 if rows else max(0, spanning - 1)
