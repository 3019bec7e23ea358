"""``litgen list labels CONTRAST`` and ``--check``: the rules that give labels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from litgen.cli.terminal import Shown
from litgen.exceptions import UsageError

if TYPE_CHECKING:
    from litgen.contrast.policy_file import LabelRule, PolicyFile
    from litgen.contrast.proofs import Finding


def show(contrast: str, rules: Path | None) -> Shown:
    """Show the rules for a contrast: the meaning of its sentences, and why each label holds."""
    from litgen.contrast.policy import rules_in

    file = rules_in(rules)
    found = _rules_for(contrast, file)
    records = [_record(rule) | {"claims": list(_claims(rule, file))} for rule in found]
    pairs = zip(found, records, strict=True)
    return Shown(records, (line for each in pairs for line in _lines(*each, file)))


def check(contrasts: Sequence[str], rules: Path | None, engine: str) -> Shown:
    """Check each rule, or those for some contrasts, in all small models."""
    from litgen.contrast.policy import rules_in
    from litgen.contrast.proofs import check_rules

    file = rules_in(rules)
    if contrasts:
        named = [rule for each in contrasts for rule in _rules_for(each, file)]
        file = file._replace(rules=tuple(named))
    found = [_finding(each) for each in check_rules(file)]
    failed = sum(not each["holds"] for each in found)
    lines = [f"{each['claim']}  {_verdict(each)}" for each in found]
    lines.append(click.style(f"{len(found)} claims, {failed} do not hold", bold=True))
    return Shown(found, lines, failed > 0)


def _lines(rule: LabelRule, record: Mapping[str, Any], file: PolicyFile) -> Iterator[str]:
    yield click.style(record["rule"], bold=True)
    yield f"  {rule.because}"
    for name in record["guards"]:
        yield f"  given {name}: {file.guards[name].because}"
    for said in _meanings(rule, file):
        yield f"  {said}"
    for claim in record["claims"]:
        yield f"  {claim['claim']}  {_verdict(claim)}"


def _rules_for(contrast: str, file: PolicyFile) -> list[LabelRule]:
    from litgen.contrast.notation import expand
    from litgen.contrast.policy import LabelPolicy

    policy = LabelPolicy(file)
    rules = [rule for each in expand(contrast) for rule in policy.rules_for(each)]
    if not rules:
        raise UsageError(f"{contrast!r} has no rule: its pairs have no label")
    return rules


def _record(rule: LabelRule) -> dict[str, Any]:
    from litgen.catalogue import title_of

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
        "rule": title_of(rule),
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
