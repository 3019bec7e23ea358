"""``litgen list rules NAME`` and ``--check``: the rules that rewrite MRSs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from litgen.cli.terminal import Shown, outcome

if TYPE_CHECKING:
    from litgen.mrs.rule import Rule


def show(name: str, rules: Path | None) -> Shown:
    """Show a rule's effect, its source, and its text, examples included."""
    from litgen.transformations import find_rule

    rule = find_rule(name, rules)
    return Shown(_record(rule), _lines(rule))


def check(names: Sequence[str], rules: Path | None, engine: str) -> Shown:
    """Run the examples of rules, or of tables of edits and frames; of all when none is named."""
    from litgen.transformations import check_examples
    from litgen.wordnet.locations import is_installed

    if not is_installed():
        click.echo("without WordNet drop-modifier and hypernym are not run", err=True)
    checks = check_examples(tuple(names), rules, engine)
    return outcome([each._asdict() for each in checks], "rule", "text")


def _lines(rule: Rule) -> Iterator[str]:
    yield f"{click.style(rule.name, bold=True)}  ({rule.phenomenon})\n{rule.gloss}\n"
    yield f"source    {rule.source}\nfile      {rule.path}"
    for dialect, forms in rule.forms.items():
        if gaps := {form.unavailable for form in forms if form.unavailable}:
            yield f"{dialect:9} not available: {'; '.join(sorted(gaps))}"
    yield f"\n{_text(rule)}"


def _text(rule: Rule) -> str:
    """Return a rule's text from its file: from its header to the next rule's header or comment."""
    blocks = re.split(r"^(?=\[\[rule\]\]$)", rule.path.read_text("utf-8"), flags=re.MULTILINE)
    named = re.compile(rf"^name = {re.escape(json.dumps(rule.name))}$", re.MULTILINE)
    block = next((block for block in blocks if named.search(block)), "")
    return re.sub(r"(\s*^#[^\n]*)+\s*\Z", "", block, flags=re.MULTILINE).strip()


def _record(rule: Rule) -> dict[str, Any]:
    return {
        "name": rule.name,
        "phenomenon": rule.phenomenon,
        "gloss": rule.gloss,
        "source": rule.source,
        "file": str(rule.path),
        "position": rule.position,
        "unavailable": {
            dialect: sorted({form.unavailable for form in forms if form.unavailable})
            for dialect, forms in rule.forms.items()
            if any(form.unavailable for form in forms)
        },
        "examples": [example._asdict() for example in rule.examples],
    }
