"""Write docs/gallery.md (all transformations) and docs/reasons.md (all reasons).

The examples are those of ``litgen list``, which the tests check; another test compares the pages.

>>> python scripts/gallery_page.py          # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path

from litgen.catalogue import Entry, catalogue
from litgen.contrast.names import Example, examples, named
from litgen.contrast.suites import Suite, load_suites
from litgen.gallery.marks import marked
from litgen.tables import read_toml, rules_folder

REASONS = Path(__file__).parents[1] / "docs" / "reasons.md"
PAGE = Path(__file__).parents[1] / "docs" / "gallery.md"
#: The number of contrasts of a suite that are shown; `litgen list contrasts` has all of them.
SHOWN = 8
HEAD = """\
# Gallery

Every transformation and every suite, with an example that litgen made. New words are marked.
`python scripts/gallery_page.py` writes this page from what `litgen list` shows, and the tests
make the examples again.

For a sentence of your own, use `litgen show "A man is riding a bike."`; `--html FILE` writes
a page:

![The page of litgen show: a sentence with its rewritings by phenomenon](figures/show.png)
"""
REASONS_HEAD = """\
# Glossary of reasons

The reasons why litgen does not make or keep a rewriting. The id is the key in `manifest.json` and
in the output of `litgen show`. `python scripts/gallery_page.py` writes this page from the rules.

An example is a text that litgen declines for this reason, with the transformation if the reason is
not one of a guard.
"""
#: Tables of rules/ with the reasons, and the titles of their sections.
REASONS_OF = (
    ("source_problems", "problem", "Source problems"),
    ("reasons", "parser", "Parsing"),
    ("reasons", "rule", "Rules"),
    ("guards", "guard", "Guards"),
    ("reasons", "generator", "Generation"),
    ("reasons", "transformation", "Text transformations"),
    ("reasons", "failure", "Failures"),
)
SUITES = """
## Suites

A suite is a list of [contrasts](concepts.md), *premise;hypothesis*: what is done to each sentence
of a pair. *Controls* have the same words and keep the label; those of new pairs have another.
"""


def page() -> str:
    """The gallery page."""
    return "".join(_parts())


def _parts() -> Iterator[str]:
    yield HEAD
    phenomena: dict[str, list[Entry]] = {}
    for entry in catalogue("transformations")["transformations"]:
        phenomena.setdefault(entry.summary.partition(": ")[0], []).append(entry)
    for phenomenon, entries in sorted(phenomena.items()):
        yield f"\n## {phenomenon.capitalize()}\n"
        for entry in entries:
            yield _card(f"`{entry.name}`", entry.summary.partition(": ")[2], _rewriting(entry))
    yield SUITES
    found = examples()
    for suite in load_suites().values():
        yield f"\n### `{suite.name}`\n\n{suite.title}. `litgen transform PAIRS -o DIR --suite "
        yield f"{suite.name}`\n"
        yield from _suite(suite, found)


def _suite(suite: Suite, found: dict[str, Example]) -> Iterator[str]:
    if suite.parts:
        names = ", ".join(f"[`{part.name}`](#{part.name})" for part in suite.parts)
        yield f"\nAll of {names}.\n"
        return
    for title, contrasts in (("", suite.contrasts), ("control", suite.controls)):
        for contrast in contrasts[: SHOWN if len(contrasts) > 2 * SHOWN else None]:
            example = found.get(str(contrast))
            yield _card(
                f"{named(str(contrast)).name} `{contrast}`",
                title,
                _pair(example) if example else "",
            )
        if len(contrasts) > 2 * SHOWN:
            kind = f" {title}s" if title else ""
            yield f"\nAnd {len(contrasts) - SHOWN}{kind} more: `litgen list contrasts`.\n"


def reasons() -> str:
    """The glossary of reasons."""
    rows = [REASONS_HEAD]
    for table, key, title in REASONS_OF:
        rows.append(f"\n## {title}\n\n| id | reason | example |\n|---|---|---|\n")
        rows += [
            f"| `{each['id']}` | {_cell(each['reason'])} | {_cell(each.get('example', ''))} |\n"
            for each in read_toml(rules_folder() / f"{table}.toml")[key]
        ]
    return "".join(rows)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")


def _card(name: str, what: str, example: str) -> str:
    gloss = f' <span class="gloss">{_prose(what)}</span>' if what else ""
    return f'\n<div class="sample" markdown>\n{name}{gloss}\n{example}</div>\n'


def _rewriting(entry: Entry) -> str:
    """The example of a transformation; a transformation of pairs has its examples as pairs."""
    before, _, after = entry.example.partition("  →  ")
    after, _, step = after.partition("  (")
    if not after:
        return ""
    called = step.removesuffix(")")
    named = f" <code>{escape(called)}</code>" if called not in ("", entry.name) else ""
    return _lines(_text(before), _marked(before, after) + named)


def _pair(example: Example) -> str:
    """A pair before and after, each with its label."""
    rows = []
    for at, (premise, hypothesis, label) in enumerate((example.original, example.made)):
        texts = [
            _marked(old, new) if at and old else _text(new)
            for old, new in zip(example.original, (premise, hypothesis), strict=False)
        ]
        badge = f'<span class="label {label}">{label}</span>' if label else ""
        rows.append(f"{texts[0]} <b>/</b> {texts[1]} {badge}")
    return _lines(*rows) if example.original[2] else _lines("", rows[1])


def _lines(before: str, after: str) -> str:
    old = f'<p class="before">{before}</p>\n' if before else ""
    return f'{old}<p class="after">{after}</p>\n'


def _marked(source: str, text: str) -> str:
    parts = ((escape(each.text, quote=False), each.new) for each in marked(source, text))
    return "".join(f"<mark>{each}</mark>" if new else each for each, new in parts)


def _text(text: str) -> str:
    return escape(text, quote=False) if text else "<i>(nothing)</i>"


def _prose(text: str) -> str:
    return escape(text, quote=False).replace("*", "\\*")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    REASONS.write_text(reasons(), encoding="utf-8")
