"""``litgen explain``: how one contrast pair, or one rewriting, came about, or what went wrong."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import shorten
from typing import TYPE_CHECKING, Any

import click

from litgen.cli.engine_options import ace_options, parser_option
from litgen.cli.shared_options import json_option, rules_option
from litgen.cli.terminal import write_json
from litgen.exceptions import UsageError

if TYPE_CHECKING:
    from litgen.contrast.decision import Step
    from litgen.contrast.explain import Explanation


#: Characters of a text that the list of what was declined shows.
_SHOWN = 120


@click.command("explain")
@click.argument("what", metavar="DIR|SENTENCE")
@click.argument("identity", metavar="[ID]", required=False)
@click.option("--declined", is_flag=True, help="List what went wrong, instead of a pair: crashes "
              "and faults, with sentence, transformation and place; of a run with --keep-declined "
              "all that was declined.")  # fmt: skip
@click.option("--rule", metavar="NAME", help="Show the way of a SENTENCE under this rule, or under "
              "a sequence such as past+cleft.")  # fmt: skip
@rules_option
@click.option("--engine", metavar="NAME", help="The engine of --rule: dependency, the only one "
              "that can tell its way.")  # fmt: skip
@click.option("--html", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="With --rule, also write a page with the tree drawn by displaCy.")  # fmt: skip
@parser_option
@ace_options
@json_option
def command(
    what: str,
    identity: str | None,
    declined: bool,
    rule: str | None,
    rules: str | None,
    engine: str | None,
    html: Path | None,
    as_json: bool,
) -> None:
    """Tell how the contrast pair ID of the contrast set DIR and its label came about.

    \b
    litgen explain out example-01:past:future
    litgen explain out --declined
    litgen explain "A man is riding a bike." --rule past+cleft

    With --rule: how one SENTENCE is read, repaired, composed, edited, realised and read back, and
    where its way ends.
    """
    if rule is not None:
        _refuse_folder(what, identity, declined, engine)
        _trace(what, rule, rules, html, as_json)
        return
    for option, value in (("--rules", rules), ("--engine", engine), ("--html", html)):
        if value is not None:
            raise UsageError(f"{option} goes with a SENTENCE and --rule NAME")
    if not os.path.isdir(what) and " " in what.strip():
        raise UsageError(f"{what!r} is no folder; of a sentence say the rule, too: --rule past")
    folder = Path(what)
    if declined == (identity is not None):
        raise UsageError("name the ID of a contrast pair, or --declined")
    if identity is None:
        _list_declined(folder, as_json)
        return
    from litgen.contrast.explain import explain

    explanation = explain(folder, identity)
    if as_json:
        write_json(explanation.as_record())
        return
    for line in _lines(explanation):
        click.echo(line)


def _refuse_folder(what: str, identity: str | None, declined: bool, engine: str | None) -> None:
    """Refuse what does not go with ``--rule``."""
    if os.path.isdir(what):
        raise UsageError(f"{what} is a folder: --rule takes a SENTENCE, a folder takes an ID")
    if identity is not None:
        raise UsageError(f"{identity!r} is one word too many: put the SENTENCE in quotes")
    if declined:
        raise UsageError("--declined takes a folder, --rule a SENTENCE")
    if engine not in (None, "dependency"):
        raise UsageError(
            f"--engine {engine}: only the dependency engine can tell its way; leave out --engine"
        )


def _trace(sentence: str, rule: str, rules: str | None, html: Path | None, as_json: bool) -> None:
    from litgen.cli.show import import_parsers

    import_parsers()
    from litgen.gallery.trace import lines_of, page_of, trace_of

    trace = trace_of(sentence, rule, rules)
    if html is not None:
        html.write_text(page_of(trace), encoding="utf-8")
    if as_json:
        write_json(trace.record)
        return
    for title, lines in lines_of(trace.record):
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
        came = decider_of(each["declined"]) or each["declined"] or "made despite a failure"
        click.echo(f"{click.style(each['transformation'], bold=True)}  {came}: {text}")
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
