"""``litgen show DIR ID`` and ``--rule``: how a contrast pair or a rewriting came about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import shorten
from typing import TYPE_CHECKING, Any

import click

from litgen.cli.terminal import write_json
from litgen.exceptions import UsageError

if TYPE_CHECKING:
    from litgen.contrast.decision import Step
    from litgen.contrast.explain import Explanation


#: Maximum characters of a text in the list of declined transformations.
_SHOWN = 90


def explain(folder: Path, identity: str | None, declined: bool, as_json: bool) -> None:
    """Print how a pair of a contrast set and its label came about, or what was declined."""
    if declined == (identity is not None):
        raise UsageError("name the ID of a contrast pair, or --declined")
    if identity is None:
        _list_declined(folder, as_json)
        return
    from litgen.contrast.explain import explain as explanation_of

    explanation = explanation_of(folder, identity)
    if as_json:
        write_json(explanation.as_record())
        return
    for line in _lines(explanation):
        click.echo(line)


def trace(sentence: str, rule: str, rules: Path | None, html: Path | None, as_json: bool) -> None:
    """Print the trace of a rule on a sentence, and write it as a page if requested."""
    from litgen.gallery.trace import lines_of, page_of, trace_of

    found = trace_of(sentence, rule, None if rules is None else str(rules))
    if html is not None:
        html.write_text(page_of(found), encoding="utf-8")
    if as_json:
        write_json(found.record)
        return
    for title, lines in lines_of(found.record):
        click.secho(title, bold=True)
        for line in lines:
            click.echo(f"  {line}".rstrip())


def _list_declined(folder: Path, as_json: bool) -> None:
    from litgen.acceptability import decider_of
    from litgen.contrast.declined import read_declined

    if as_json:
        write_json(list(read_declined(folder)))
        return
    each = None
    for each in read_declined(folder):
        texts = [each[key] for key in ("sentence", "premise", "hypothesis") if key in each]
        text = " / ".join(shorten(text, _SHOWN, placeholder=" ...") for text in texts)
        came = str(decider_of(each["declined"]) or each["declined"] or "made despite a failure")
        click.echo(
            f"{click.style(each['transformation'], bold=True)}  {came.removesuffix('.')}: {text}"
        )
        for output, confidence in each.get("dropped", ()):
            click.echo(f"  confidence {confidence}: {output}")
        for failure in each["failures"]:
            where = f", {failure['where']}" if failure["where"] else ""
            again = "; a fault of the moment" if failure["transient"] else ""
            click.echo(f"  {failure['reason']}: {failure['error']}{where}{again}")
    if each is None:
        click.echo("nothing went wrong")


def _lines(explanation: Explanation) -> Iterator[str]:
    record = explanation.record
    yield click.style(record["id"], bold=True)
    suite = f", suite {record['suite']}" if record["suite"] else ""
    yield f"contrast {record['contrast']} of pair {record['pair_id']}{suite}"
    for role, story in (("premise", explanation.premise), ("hypothesis", explanation.hypothesis)):
        yield ""
        yield from _side(role, story, record)
    yield ""
    original = record["original_label"] or "new pair"
    became = explanation.decision.label or "no label"
    basis = f" ({explanation.decision.basis})" if explanation.decision.basis else ""
    yield f"{click.style('label', bold=True)}  {original} -> {became}{basis}"
    if explanation.proof is not None:
        yield f"  {explanation.proof}"
    for step in explanation.decision.steps:
        yield from _step(step, explanation)
    if explanation.decision.reason:
        yield f"  no label: {explanation.decision.reason}"
    if explanation.same is False:
        yield click.style(
            "\nmade again, a sentence came out otherwise: engine or rules have changed since",
            fg="yellow",
        )


def _side(role: str, story: Mapping[str, Any], record: Mapping[str, Any]) -> Iterator[str]:
    from litgen.gallery.marks import marked
    from litgen.gallery.trace import assessed, said

    score, confidence = record[f"{role}_score"], record.get(f"{role}_confidence")
    ranked = f", chosen by the ranker ({score})" if score is not None else ""
    if confidence is not None and not story["assessment"]:
        ranked += f", confidence {confidence}"
    yield f"{click.style(role, bold=True)}  {story['transformation']}{ranked}"
    yield f"  {story['source']}"
    if story["text"] != story["source"]:
        words = "".join(
            click.style(part.text, fg="green", bold=True) if part.new else part.text
            for part in marked(story["source"], story["text"])
        )
        yield f"  {words}"
    if story["assessment"]:
        yield from (f"  {line}" for line in assessed(story["assessment"]))
    if story["traits"]:
        facts = ", ".join(f"{name} {said(value)}" for name, value in story["traits"].items())
        yield click.style(f"  {facts}", dim=True)


def _step(step: Step, explanation: Explanation) -> Iterator[str]:
    after = " or ".join(step.after) or "none"
    yield f"  {step.contrast}: {' or '.join(step.before)} -> {after}; {step.because}"
    for name in step.guards:
        failed = step.failed is not None and step.failed.startswith(name)
        mark = "failed" if failed else "asked" if step.failed else "passed"
        yield f"    guard {name} {mark}; required because {explanation.guards[name].because}"
