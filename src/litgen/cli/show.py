"""The command ``litgen show``."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.abc import MetaPathFinder
from pathlib import Path
from textwrap import shorten
from typing import TYPE_CHECKING, Any

import click

from litgen.cli.engine_options import engine_options
from litgen.cli.shared_options import Verb, json_option, refuse_options, run_options
from litgen.cli.terminal import write_json
from litgen.cli.values import TRANSFORMATION
from litgen.exceptions import UsageError

if TYPE_CHECKING:
    from litgen.contrast.decision import Step
    from litgen.contrast.explain import Explanation

#: Maximum number of characters of a text in the list of declined transformations.
_SHOWN = 90


@click.command("show", cls=Verb)
@click.argument("what", nargs=-1, metavar="SENTENCE | DIR [ID]", required=True)
@click.option("-t", "--transformation", "names", multiple=True, type=TRANSFORMATION,
              help="Show only this transformation, such as past or may+passive. May be repeated."
              )  # fmt: skip
@run_options("rank", rank={"help": "The language model that chooses among wordings: a folder, a "
             "name on the hub, auto (the quality model, which also marks what a run would drop) or "
             "none.", "group": "Options"})  # fmt: skip
@click.option("--mrs", is_flag=True,
              help="Show the sentence's MRS and, with -t, those of the results.")  # fmt: skip
@click.option("--polarity", is_flag=True,
              help="Show which words may become broader (↑) or narrower (↓), and which words "
              "reverse this; without -t, show nothing else.")  # fmt: skip
@click.option("--rule", metavar="NAME", help="Show each step of a rule, or of a sequence such as "
              "past+cleft, and where it stops.")  # fmt: skip
@click.option("--declined", is_flag=True, help="List the crashes and faults of a contrast set DIR "
              "and, if it was made with --keep-declined, all declined rewritings.")  # fmt: skip
@click.option("--html", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Write an HTML page to FILE.")  # fmt: skip
@json_option
@run_options("rules")
@engine_options
@click.pass_context
def command(
    ctx: click.Context, /, what: Sequence[str], rule: str | None, declined: bool, as_json: bool,
    html: Path | None, rules: Path | None, **given: Any,
) -> None:  # fmt: skip
    """Show the rewritings of SENTENCE, and why other transformations were declined.

    \b
    litgen show "A man is riding a bike."
    litgen show -t past -t may+passive --mrs "A man is riding a bike."
    litgen show --polarity "No boy without a hat is riding a red bike."
    litgen show --rule past+cleft "A man is riding a bike."
    litgen show out example-01:past:future

    For a contrast set DIR, litgen shows how the contrast pair ID was made and why it has its label.
    The exit code is 1 if the sentence cannot be parsed.
    """
    pair = len(what) == 2 and ":" in what[1]
    if declined or pair or (os.path.isdir(what[0]) and len(what) <= 2):
        others = ("names", "mrs", "polarity", "rule", "html", "rules")
        refuse_options(others, f"{what[0]} is a contrast set")
        _explain(Path(what[0]), what[1] if len(what) == 2 else None, declined, as_json)
        return
    sentence = " ".join(what)
    import_parsers()
    if rule is not None:
        refuse_options(("names", "mrs", "polarity"), "--rule shows each step")
        if given["engine"] != "dependency":
            raise UsageError(f"--engine {given['engine']}: --rule needs the dependency engine")
        _trace(sentence, rule, rules, html, as_json)
        return
    from rich.console import Console

    from litgen.gallery import gallery_of

    with Console(stderr=True).status("reading the sentence"):  # the bar is drawn only on a terminal
        gallery = gallery_of(sentence, rules=rules, **given)
    if as_json:
        write_json(gallery.as_record())
    if html is not None:
        from litgen.gallery.gallery import render_page

        html.write_text(render_page(gallery), encoding="utf-8")
        if not as_json:
            click.echo(f"{html}: {gallery.rewritings} rewritings", err=True)
            if gallery.unread:
                click.echo(f"litgen: no rule applies: {gallery.why_unread}", err=True)
    elif not as_json:
        from litgen.gallery.terminal import print_gallery

        print_gallery(gallery, every_mrs=bool(given["names"]))
    ctx.exit(1 if gallery.unread else 0)


def _trace(sentence: str, rule: str, rules: Path | None, html: Path | None, as_json: bool) -> None:
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


def _explain(folder: Path, identity: str | None, declined: bool, as_json: bool) -> None:
    if declined == (identity is not None):
        raise UsageError(
            f"{folder}: this is a contrast set; pass either the ID of a contrast pair or --declined"
        )
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


def _list_declined(folder: Path, as_json: bool) -> None:
    from litgen.acceptability import decider_of
    from litgen.contrast.folder import DECLINED, read_declined

    if as_json:
        write_json(list(read_declined(folder)))
        return
    each = None
    for each in read_declined(folder):
        texts = [each[key] for key in ("sentence", "premise", "hypothesis") if key in each]
        text = " / ".join(shorten(text, _SHOWN, placeholder=" ...") for text in texts)
        came = str(decider_of(each["declined"]) or each["declined"] or "written despite a failure")
        click.echo(
            f"{click.style(each['transformation'], bold=True)}  {came.removesuffix('.')}: {text}"
        )
        for output, confidence in each.get("dropped", ()):
            click.echo(f"  confidence {confidence}: {output}")
        for failure in each["failures"]:
            where = f", {failure['where']}" if failure["where"] else ""
            again = "; a transient fault" if failure["transient"] else ""
            click.echo(f"  {failure['reason']}: {failure['error']}{where}{again}")
    if each is None:
        hint = "; use litgen transform --keep-declined to record declined rewritings as well"
        click.echo("no failures are recorded" + hint * (not (folder / DECLINED).exists()))


def _lines(explanation: Explanation) -> Iterator[str]:
    record, decision = explanation.record, explanation.decision
    yield click.style(record["id"], bold=True)
    suite = f", suite {record['suite']}" if record["suite"] else ""
    yield f"contrast {record['contrast']} of pair {record['pair_id']}{suite}"
    for role, story in (("premise", explanation.premise), ("hypothesis", explanation.hypothesis)):
        yield ""
        yield from _side(role, story, record)
    yield ""
    original = record["original_label"] or "new pair"
    basis = f" ({decision.basis})" if decision.basis else ""
    label = decision.label or "no label"
    yield f"{click.style('label', bold=True)}  {original} -> {label}{basis}"
    if explanation.proof is not None:
        yield f"  {explanation.proof}"
    for step in decision.steps:
        yield from _step(step, explanation)
    if decision.reason:
        yield f"  no label: {decision.reason}"
    if explanation.same is False:
        yield click.style(
            "\na repeated rewriting differs: the engine or the rules have changed", fg="yellow"
        )


def _side(role: str, story: Mapping[str, Any], record: Mapping[str, Any]) -> Iterator[str]:
    from litgen.gallery.marks import marked
    from litgen.gallery.trace import as_text, assessed

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
        facts = ", ".join(f"{name} {as_text(value)}" for name, value in story["traits"].items())
        yield click.style(f"  {facts}", dim=True)


def _step(step: Step, explanation: Explanation) -> Iterator[str]:
    after = " or ".join(step.after) or "none"
    yield f"  {step.contrast}: {' or '.join(step.before)} -> {after}; {step.because}"
    for name in step.guards:
        failed = step.failed is not None and step.failed.startswith(name)
        mark = "failed" if failed else "asked" if step.failed else "passed"
        yield f"    guard {name} {mark}; required because {explanation.guards[name].because}"


#: Packages that spaCy and NLTK import if installed, which takes seconds; litgen needs none of them.
_OPTIONAL = ("torch", "scipy", "sklearn")


class _Hiding(MetaPathFinder):
    """An import hook that hides optional packages that are not loaded yet.

    None in ``sys.modules`` would also hide a package, but SciPy would mistake it for a module.
    """

    def find_spec(self, name: str, path: object, target: object = None) -> None:
        if name in _OPTIONAL:
            raise ModuleNotFoundError(f"{name}: litgen hides this package", name=name)


_HIDING = _Hiding()


def import_parsers() -> None:
    """Import spaCy and NLTK but not their optional packages, which can still be imported later.

    With a parser other than the packaged one, nothing is hidden, because it may need torch.
    """
    from litgen.trees.parsers import PACKAGED, parser_in_use

    if parser_in_use() != PACKAGED:
        return
    sys.meta_path.insert(0, _HIDING)
    try:
        for name in ("spacy", "nltk"):
            importlib.import_module(name)
    finally:
        sys.meta_path.remove(_HIDING)
