"""``litgen labels``: list, show and check the rules that give labels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from litgen.cli.shared_options import json_option, rules_folder_option
from litgen.cli.terminal import write_json
from litgen.exceptions import UsageError

if TYPE_CHECKING:
    from litgen.contrast.policy_file import LabelRule, PolicyFile
    from litgen.contrast.proofs import Finding


@click.group("labels")
def command() -> None:
    """List, show and check the rules that say which label a rewritten pair has."""


@command.command("list")
@rules_folder_option
@json_option
def list_rules(folder: Path | None, as_json: bool) -> None:
    """List the rules: contrast, labels, on what ground, by which conventions.

    E -> E logic: an entailment stays one, which follows. -> EN: either may come of it.
    """
    from litgen.contrast.policy import rules_in

    file = rules_in(folder)
    if as_json:
        write_json([_record(rule) for rule in file.rules])
        return
    for rule in file.rules:
        click.secho(_title(rule), fg="cyan", nl=False)
        click.echo(f"  {'; '.join(_cells(rule)) or 'no label'}")
    click.secho("\nConventions", bold=True)
    for each in file.meanings.conventions.values():
        click.echo(f"  {click.style(each.name, fg='cyan')}: {each.because}")


@command.command("show")
@click.argument("contrast")
@rules_folder_option
@json_option
def show_rule(contrast: str, folder: Path | None, as_json: bool) -> None:
    """Show the rules for CONTRAST: what its sentences say, and why each label holds.

    \b
    litgen labels show 'past;future'
    litgen labels show 'may+cleft;cleft'
    """
    from litgen.contrast.policy import rules_in

    file = rules_in(folder)
    rules = _rules_for(contrast, file)
    found = [_record(rule) | {"claims": list(_claims(rule, file))} for rule in rules]
    if as_json:
        write_json(found)
        return
    for rule, record in zip(rules, found, strict=True):
        click.secho(_title(rule), bold=True)
        click.echo(f"  {rule.because}")
        for name in record["guards"]:
            click.echo(f"  given {name}: {file.guards[name].because}")
        for said in _meanings(rule, file):
            click.echo(f"  {said}")
        for claim in record["claims"]:
            click.echo(f"  {claim['claim']}  {_verdict(claim)}")


@command.command("check")
@click.argument("contrast", required=False)
@rules_folder_option
@json_option
@click.pass_context
def check_rules(
    ctx: click.Context, contrast: str | None, folder: Path | None, as_json: bool
) -> None:
    """Try each rule, or those for CONTRAST, in all small models: it holds or has a counterexample.

    Exit code 1 if a rule does not hold.
    """
    from litgen.contrast.policy import rules_in
    from litgen.contrast.proofs import check_rules as check

    file = rules_in(folder)
    if contrast is not None:
        file = file._replace(rules=tuple(_rules_for(contrast, file)))
    found = [_finding(each) for each in check(file)]
    failed = [each for each in found if each["counterexample"]]
    if as_json:
        write_json(found)
        ctx.exit(1 if failed else 0)
    for each in found:
        click.echo(f"{each['claim']}  {_verdict(each)}")
    click.secho(f"{len(found)} claims, {len(failed)} do not hold", bold=True)
    ctx.exit(1 if failed else 0)


def _rules_for(contrast: str, file: PolicyFile) -> list[LabelRule]:
    from litgen.contrast.notation import expand
    from litgen.contrast.policy import LabelPolicy

    policy = LabelPolicy(file)
    rules = [rule for each in expand(contrast) for rule in policy.rules_for(each)]
    if not rules:
        raise UsageError(f"{contrast!r} has no rule: its pairs have no label")
    return rules


def _title(rule: LabelRule) -> str:
    from litgen.contrast.policy_file import pattern_text

    kinds = "".join(f", {name} {value}" for name, value in rule.when.items())
    return pattern_text(rule.pattern) + kinds


def _cells(rule: LabelRule) -> Iterator[str]:
    """The cells of a rule: ``E -> EN logic, N default by independence``."""
    for source, cell in rule.cells.items():
        said = []
        if len(cell.logic) < 3:
            said.append(f"{''.join(sorted(cell.logic))} logic")
        if cell.default:
            said.append(f"{cell.default} default by {', '.join(cell.conventions)}")
        if cell.target:
            said.append(f"{cell.target} as a target")
        yield f"{source} -> {' and '.join(said)}"


def _record(rule: LabelRule) -> dict[str, Any]:
    cells = {
        source: {
            "logic": None if len(cell.logic) == 3 else "".join(sorted(cell.logic)),
            "default": cell.default,
            "target": cell.target,
            "conventions": list(cell.conventions),
        }
        for source, cell in rule.cells.items()
    }
    guards = [*rule.guards, *(name for cell in rule.cells.values() for name in cell.guards)]
    return {
        "rule": _title(rule),
        "because": rule.because,
        "guards": list(dict.fromkeys(guards)),
        "labels": cells,
    }


def _claims(rule: LabelRule, file: PolicyFile) -> Iterator[dict[str, Any]]:
    from litgen.contrast.proofs import claims_of, find

    return (_finding(find(claim, file.meanings)) for claim in claims_of(rule, file))


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "claim": str(finding.claim),
        "holds": finding.passed,
        "counterexample": finding.against,
        "conventions": list(finding.claim.conventions),
        "needs_them": not finding.needless,
    }


def _verdict(finding: Mapping[str, Any]) -> str:
    if not finding["holds"]:
        return click.style(f"does not hold: {finding['counterexample']}", fg="red")
    more = "" if finding["needs_them"] else ", without its conventions, too"
    return click.style("holds", fg="green") + more


def _meanings(rule: LabelRule, file: PolicyFile) -> Iterator[str]:
    from litgen.contrast.proof_text import told
    from litgen.contrast.proofs import means

    if not rule.void:
        yield from (f"{name}: {told(meaning)}" for name, meaning in means(rule, file))
