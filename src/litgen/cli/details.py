"""The details that ``litgen list SECTION NAME`` shows, and the checks of ``--check``."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from litgen.cli.terminal import Shown
from litgen.exceptions import UsageError

if TYPE_CHECKING:
    from litgen.contrast.policy_file import LabelRule, PolicyFile
    from litgen.contrast.proofs import Finding
    from litgen.models.prompts import Prompt
    from litgen.mrs.rule import Rule

#: The example pair used to display a prompt.
PAIR = "A man rides a bike.", "A man is outside."


class Section(NamedTuple):
    show: Callable[[str, Path | None], Shown]  #: takes a name and the folder of the user's rules
    #: takes several names, the folder of the user's rules and an engine
    check: Callable[[Sequence[str], Path | None, str], Shown]


def _checked(checks: Sequence[dict[str, Any]], name: str, text: str) -> Shown:
    """Return the outcome of checks; ``name`` and ``text`` are the keys of the fields to print."""
    failed = [check for check in checks if not check["passed"]]
    lines = []
    for check in failed:
        lines.append(click.style(f"{check[name]}: {check[text]}", fg="red"))
        lines.append(f"    expected  {check['expected']}\n    got       {check['got']}")
    examples = "1 example" if len(checks) == 1 else f"{len(checks)} examples"
    lines.append(click.style(f"{examples}, {len(failed)} failed", bold=True))
    return Shown(checks, lines, bool(failed))


def _show_rule(name: str, rules: Path | None) -> Shown:
    from litgen.transformations import find_rule

    rule = find_rule(name, rules)
    record = {
        "name": rule.name,
        "phenomenon": rule.phenomenon,
        "gloss": rule.gloss,
        "source": rule.source,
        "file": str(rule.path),
        "position": rule.position,
        "unavailable": _unavailable(rule),
        "examples": [example._asdict() for example in rule.examples],
    }
    return Shown(record, _lines_of_rule(rule))


def _check_rules(names: Sequence[str], rules: Path | None, engine: str) -> Shown:
    from litgen.transformations import check_examples
    from litgen.wordnet.locations import is_installed

    if not is_installed():
        click.echo("the examples of drop-modifier and hypernym need WordNet: not run", err=True)
    checks = check_examples(tuple(names), rules, engine)
    return _checked([each._asdict() for each in checks], "rule", "text")


def _lines_of_rule(rule: Rule) -> Iterator[str]:
    yield f"{click.style(rule.name, bold=True)}  ({rule.phenomenon})\n{rule.gloss}\n"
    yield f"source    {rule.source}\nfile      {rule.path}"
    for dialect, gaps in _unavailable(rule).items():
        yield f"{dialect:9} not available: {'; '.join(gaps)}"
    # The rule's text in the file, from its header to the next header or comment.
    blocks = re.split(r"^(?=\[\[rule\]\]$)", rule.path.read_text("utf-8"), flags=re.MULTILINE)
    named = re.compile(rf"^name = {re.escape(json.dumps(rule.name))}$", re.MULTILINE)
    block = next((block for block in blocks if named.search(block)), "")
    yield "\n" + re.sub(r"(\s*^#[^\n]*)+\s*\Z", "", block, flags=re.MULTILINE).strip()


def _unavailable(rule: Rule) -> dict[str, list[str]]:
    return {
        dialect: gaps
        for dialect, forms in rule.forms.items()
        if (gaps := sorted({form.unavailable for form in forms if form.unavailable}))
    }


def _show_labels(contrast: str, rules: Path | None) -> Shown:
    from litgen.contrast.policy import rules_in
    from litgen.contrast.proofs import claims_of, find

    file = rules_in(rules)
    found = _label_rules(contrast, file)
    records = []
    for rule in found:
        claims = [_finding(find(claim, file.meanings)) for claim in claims_of(rule, file)]
        records.append(_record_of_labels(rule) | {"claims": claims})
    pairs = zip(found, records, strict=True)
    return Shown(records, (line for each in pairs for line in _lines_of_labels(*each, file)))


def _check_labels(contrasts: Sequence[str], rules: Path | None, engine: str) -> Shown:
    from litgen.contrast.policy import rules_in
    from litgen.contrast.proofs import check_rules

    file = rules_in(rules)
    if contrasts:
        named = [rule for each in contrasts for rule in _label_rules(each, file)]
        file = file._replace(rules=tuple(named))
    found = [_finding(each) for each in check_rules(file)]
    failed = sum(not each["holds"] for each in found)
    lines = [f"{each['claim']}  {_verdict(each)}" for each in found]
    lines.append(click.style(f"{len(found)} claims, {failed} do not hold", bold=True))
    return Shown(found, lines, failed > 0)


def _label_rules(contrast: str, file: PolicyFile) -> list[LabelRule]:
    from litgen.contrast.notation import expand
    from litgen.contrast.policy import LabelPolicy

    policy = LabelPolicy(file)
    rules = [rule for each in expand(contrast) for rule in policy.rules_for(each)]
    if not rules:
        raise UsageError(f"{contrast!r}: no rule applies to this contrast; its pairs have no label")
    return rules


def _lines_of_labels(rule: LabelRule, record: Mapping[str, Any], file: PolicyFile) -> Iterator[str]:
    from litgen.contrast.decision import meaning_text
    from litgen.contrast.proofs import means

    yield click.style(record["rule"], bold=True)
    yield f"  {rule.because}"
    for name in record["guards"]:
        yield f"  given {name}: {file.guards[name].because}"
    for name, meaning in () if rule.void else means(rule, file):
        yield f"  {name}: {meaning_text(meaning)}"
    for claim in record["claims"]:
        yield f"  {claim['claim']}  {_verdict(claim)}"


def _record_of_labels(rule: LabelRule) -> dict[str, Any]:
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
    more = "" if finding["needs_them"] else ", even without its conventions"
    return click.style("holds", fg="green") + more


def _show_prompt(name: str, rules: Path | None) -> Shown:
    from litgen.models.prompts import load_prompt

    prompt = load_prompt(name)
    record = {**prompt.describe(), "summary": prompt.summary, "source": prompt.source}
    return Shown(record, _lines_of_prompt(prompt))


def _check_prompts(names: Sequence[str], rules: Path | None, engine: str) -> Shown:
    from litgen.models.prompts import load_prompt, prompt_names
    from litgen.models.reading import check_prompt

    prompts = [load_prompt(name) for name in names or prompt_names()]
    checks = [each for prompt in prompts for each in check_prompt(prompt)]
    return _checked(checks, "prompt", "example")


def _lines_of_prompt(prompt: Prompt) -> Iterator[str]:
    from litgen.models.prompts import choose_shots

    yield f"{click.style(prompt.name, bold=True)}  {prompt.summary}"
    yield f"source   {prompt.source}\nfile     {prompt.path}\nscoring  {prompt.scoring}\n"
    shots = choose_shots(prompt.shots, prompt.labels, None, PAIR[:1])
    if prompt.chat:
        for message in prompt.messages(*PAIR, shots):
            yield click.style(f"{message['role']}:", fg="cyan")
            yield message["content"]
    else:
        yield prompt.text(*PAIR, shots)
    yield click.style("\nanswers", bold=True)
    for label, answer in prompt.answers(*PAIR).items():
        yield f"  {label:13}  {answer}"


DETAILED = {
    "rules": Section(_show_rule, _check_rules),
    "labels": Section(_show_labels, _check_labels),
    "prompts": Section(_show_prompt, _check_prompts),
}
