"""The page in a real headless Chromium: keyboard, screen reader, filters, themes, print."""

from __future__ import annotations

from pathlib import Path

import pytest

from litgen.reporting import write_report
from tests.reporting.browser import browser, find_browser
from tests.reporting.conftest import NASTY, QUOTES

pytestmark = [
    pytest.mark.skipif(find_browser() is None, reason="no Chromium here"),
    pytest.mark.slow,
]


@pytest.fixture(scope="module")
def path(report, tmp_path_factory) -> Path:
    pytest.importorskip("websocket")
    return write_report(report, tmp_path_factory.mktemp("page"))[0]


@pytest.fixture(scope="module")
def window(tmp_path_factory, path):
    with browser(tmp_path_factory.mktemp("profile")) as page:
        yield page


@pytest.fixture
def page(window, path):
    window.events.clear()
    window.media("light")
    window.call("Emulation.setScriptExecutionDisabled", value=False)
    window.open(path)
    return window


SHOWN = "[...document.querySelectorAll('.example:not([hidden])')]"


def shown(page):
    return page.eval(f"{SHOWN}.length")


def choose(page, name, value):
    page.eval(
        f"{{ const field = document.forms.filters.elements[{name!r}]; field.value = {value!r};"
        "field.dispatchEvent(new Event('input', {bubbles: true})); }"
    )


def test_loads_without_a_fault_or_a_request(page, path):
    assert page.faults == []
    assert page.fetched == [path.resolve().as_uri()]


def test_nasty_sentences_are_shown_and_not_run(page):
    assert page.eval("document.title").endswith("– litgen")
    text = page.eval("document.body.textContent")
    assert NASTY in text
    assert QUOTES in text
    assert page.eval("document.images.length") == 0
    assert page.eval("document.querySelectorAll('b').length") == 0


def test_search(page):
    assert shown(page) == 20
    assert page.eval("document.getElementById('status').textContent") == "20 of 60 pairs shown"
    page.eval("document.forms.filters.elements.search.focus()")
    page.type("onerror=")
    assert 0 < shown(page) <= 3
    assert page.eval(f"{SHOWN}.every(e => e.textContent.includes('onerror='))")
    page.type(" nowhere")
    assert shown(page) == 0
    assert page.eval("document.getElementById('status').textContent") == (
        "No pair matches these filters."
    )
    page.eval("document.querySelector('button[type=reset]').click()")
    page.eval("new Promise(done => setTimeout(done, 20))")
    assert shown(page) == 20


def test_filters(page):
    choose(page, "contrast", "past;future")
    assert shown(page) == 20
    assert page.eval(f"{SHOWN}.every(e => e.dataset.contrast === 'past;future')")
    choose(page, "outcome", "lost")
    every = shown(page)
    assert 0 < every < 20
    choose(page, "model", "one")
    assert shown(page) == every
    choose(page, "model", f"two {QUOTES}")
    assert shown(page) == 0
    choose(page, "model", "")
    choose(page, "labels", "entailment → neutral")
    assert 0 < shown(page) <= every
    choose(page, "outcome", "hard")
    assert shown(page) == 0


def test_more(page):
    page.eval("document.getElementById('more').click()")
    assert shown(page) == 40
    assert page.eval(f"document.activeElement === {SHOWN}[20]")
    page.eval("document.getElementById('more').click()")
    assert shown(page) == 60
    assert page.eval("document.getElementById('more').hidden")


def test_a_row_opens_and_shows_one_wrong_pair_after_the_other(page):
    row = "document.querySelector('details.row:has([data-next])')"
    page.eval(f"{row}.querySelector('summary').click()")
    assert page.eval(f"{row}.open")
    shown = f"[...{row}.querySelectorAll('.wrong > li')].map((each) => !each.hidden)"
    count = len(page.eval(shown))
    assert count > 1 and page.eval(shown) == [True] + [False] * (count - 1)
    page.eval(f"{row}.querySelector('[data-next]').click()")
    assert page.eval(shown) == [False, True] + [False] * (count - 2)
    assert page.eval(f"{row}.querySelector('[data-next]').textContent").startswith("Next pair (2")


def test_the_contents_mark_what_is_read(page):
    current = "document.querySelector('nav a[aria-current]').hash"
    assert page.eval(current) == "#main"
    page.eval("document.getElementById('examples').scrollIntoView()")
    page.eval("new Promise(done => setTimeout(done, 120))")
    assert page.eval(current) == "#examples"
    top = "document.getElementById('examples').getBoundingClientRect().top"
    bar = "document.querySelector('nav').getBoundingClientRect()"
    assert page.eval(f"{bar}.top") == 0
    assert page.eval(top) >= page.eval(f"{bar}.bottom")


def test_keyboard(page):
    page.key("Tab", 9)
    assert page.eval("document.activeElement.className") == "skip"
    assert page.eval("document.activeElement.getBoundingClientRect().left") >= 0
    page.key("Enter", 13, "\r")
    assert page.eval("location.hash") == "#main"
    assert page.eval("document.activeElement.id") == "main"
    page.eval("document.querySelector('summary').focus()")
    page.key("Enter", 13, "\r")
    assert page.eval("document.querySelector('details').open")
    reached = set()
    for _ in range(120):
        page.key("Tab", 9)
        reached.add(page.eval("document.activeElement.name || document.activeElement.type || ''"))
    assert {"search", "contrast", "outcome", "model", "labels", "reset", "button"} <= reached


def test_focus_is_seen(page):
    page.eval("document.querySelector('nav a').focus()")
    page.key("Tab", 9)
    outline = page.eval("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"


def test_screen_reader(page):
    tree = page.tree()
    roles = [node["role"] for node in tree]
    for role in ("banner", "navigation", "main", "search", "status", "contentinfo"):
        assert role in roles
    assert all(node["name"] for node in tree if node["role"] in
               ("table", "image", "searchbox", "combobox", "button", "link"))  # fmt: skip
    levels = [node["level"] for node in tree if node["role"] == "heading"]
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in zip(levels, levels[1:], strict=False))
    names = [node["name"] for node in tree]
    assert any(name.startswith("right:") for name in names)
    assert any(name.startswith("wrong:") for name in names)


def luminance(colour):
    red, green, blue = (int(part) for part in colour[4:-1].split(","))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


#: The lowest contrast of a text with what it stands on (WCAG 2.1, 1.4.3), and the text.
CONTRAST = """(() => {
  const parse = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = (rgb) => rgb.slice(0, 3).map((v) => v / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, at) => sum + v * [0.2126, 0.7152, 0.0722][at], 0);
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const rgb = parse(getComputedStyle(at).backgroundColor);
      if (rgb.length === 3 || rgb[3] > 0) return rgb;
    }
    return [255, 255, 255];
  };
  let worst = [99, ""];
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    const box = element.getBoundingClientRect();
    if (!own || box.width < 2 || element.tagName === "SCRIPT") continue;
    const style = getComputedStyle(element);
    const ink = light(parse(element.closest("svg") ? style.fill : style.color));
    const page = light(ground(element));
    const ratio = (Math.max(ink, page) + 0.05) / (Math.min(ink, page) + 0.05);
    if (ratio < worst[0]) worst = [ratio, element.outerHTML.slice(0, 200)];
  }
  return worst;
})()"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_is_legible(page, scheme):
    page.media(scheme)
    page.eval("for (const each of document.querySelectorAll('details')) each.open = true")
    ratio, where = page.eval(CONTRAST)
    assert 4.5 <= ratio < 99, where


def test_light_dark_and_print(page, tmp_path):
    ground = "getComputedStyle(document.body).backgroundColor"
    ink = "getComputedStyle(document.body).color"
    assert luminance(page.eval(ground)) > 200 > 60 > luminance(page.eval(ink))
    page.media("dark")
    assert luminance(page.eval(ground)) < 60 < 200 < luminance(page.eval(ink))
    page.media("dark", "print")
    assert luminance(page.eval(ground)) > 200 > 60 > luminance(page.eval(ink))
    assert page.eval("getComputedStyle(document.forms.filters).display") == "none"
    page.media("light")
    page.pdf(tmp_path / "page.pdf")
    assert (tmp_path / "page.pdf").read_bytes().startswith(b"%PDF")
    assert page.eval("document.querySelectorAll('details[open]').length") == 0


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_nothing_sticks_out(page, path, width):
    page.open(path, width=width)
    page.eval("for (const each of document.querySelectorAll('details')) each.open = true")
    assert page.eval("document.documentElement.scrollWidth") <= width


def test_without_script_everything_is_there(window, path):
    window.call("Emulation.setScriptExecutionDisabled", value=True)
    window.open(path)
    assert shown(window) == 60
    assert window.eval("document.forms.filters.hidden")
    window.call("Emulation.setScriptExecutionDisabled", value=False)


@pytest.mark.parametrize("width", [390, 1280, 1920])
def test_navigation_is_whole_and_the_screen_is_used(page, width):
    page.resize(width, 900)
    assert page.eval("document.documentElement.scrollWidth - innerWidth") <= 0
    cut = page.eval(
        "[...document.querySelectorAll('nav a')].filter(a => a.getBoundingClientRect().right >"
        " Math.min(innerWidth, a.closest('nav').getBoundingClientRect().right) + 1).length"
    )
    assert cut == 0
    used = page.eval(
        "document.querySelector('main').getBoundingClientRect().right -"
        " document.querySelector('nav').getBoundingClientRect().left"
    )
    assert used > 0.85 * width
