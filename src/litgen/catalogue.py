"""Make the catalogue of all named items, with examples, for ``litgen list``."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from litgen.contrast.names import Example, examples, named
from litgen.contrast.notation import expand
from litgen.contrast.phenomena import labels_of, load_phenomena
from litgen.contrast.policy import LabelPolicy, load_policy, rules_in
from litgen.contrast.policy_file import LETTERS, NEW, LabelRule, pattern_text
from litgen.contrast.suites import load_suites
from litgen.exceptions import UsageError, did_you_mean
from litgen.models.loading import schemes
from litgen.models.prompts import load_prompt, prompt_names
from litgen.mrs import load_rules
from litgen.mrs.rule import Rule
from litgen.reporting.wording import counted
from litgen.transformations.declarations import base_of, declared

#: Maps each of litgen's schemes to a description of its models and an example for ``--model``.
_MODELS = {
    "huggingface": ("a classifier in a folder or on the Hugging Face hub", "roberta-large-mnli"),
    "bow": ("a bag-of-words baseline trained with litgen study train --model bow", "baseline/"),
    "causal": ("a language model that compares the answers of a prompt", "causal:smollm2"),
    "openai": (
        "a language model behind an OpenAI-compatible endpoint",
        "openai:http://localhost:8000/v1#SmolLM2-135M-Instruct",
    ),
    "python": ("a Python function, named module:function", "my_code:predict"),
    "predictions": ("predictions made elsewhere, in a file or a folder", "predicted.jsonl"),
}


class Entry(NamedTuple):
    """An entry of the catalogue."""

    name: str
    summary: str  #: one-line description of the item
    #: a command that uses the item, or a sentence or pair with its rewriting; may be empty
    example: str


def catalogue(section: str | None = None, rules: Path | None = None) -> dict[str, list[Entry]]:
    """Return the entries of one section or of all, by section.

    Args:
        section: a name in ``SECTIONS``; None for all sections except those in ``APART``.

    Raises:
        UsageError: ``section`` is unknown.

    Example:
        >>> catalogue("models")["models"][0].name
        'huggingface'
    """
    if section is None:
        return {name: list(SECTIONS[name](rules)) for name in SECTIONS if name not in APART}
    if section not in SECTIONS:
        raise UsageError(f"there is no section {section!r}: {did_you_mean(section, SECTIONS)}")
    return {section: list(SECTIONS[section](rules))}


def _suites(rules: Path | None) -> Iterator[Entry]:
    for suite in load_suites(rules).values():
        more = f" and {counted(len(suite.controls), 'control')}" if suite.controls else ""
        parts = ", ".join(part.name for part in suite.parts)
        made = len(suite.all) - len(suite.controls)
        holds = parts or f"{counted(made, 'contrast')}{more}"
        named = {contrast for contrast, _ in suite.named}
        if lacking := sum(contrast.needs_wordnet for contrast in named):
            holds += "; needs WordNet"
            if lacking < len(named):
                holds += f" for {lacking} of its {counted(len(named), 'contrast')}"
        yield Entry(
            suite.name,
            f"{suite.title}: {holds}",
            f"litgen transform PAIRS -o DIR --suite {suite.name}",
        )


def _contrasts(rules: Path | None) -> Iterator[Entry]:
    known = load_suites(rules)
    of: dict[str, list[str]] = {}
    for suite in known.values():
        for contrast in suite.all:
            of.setdefault(str(contrast), []).append(suite.name)
    for name, suites in of.items():
        words = named(name)
        what = f"{words.name}. {words.gloss} In {', '.join(suites)}"
        yield Entry(name, what, "" if words.example is None else str(words.example))


def _phenomena(rules: Path | None) -> Iterator[Entry]:
    found = examples()
    shown = {rule.phenomenon: rule for rule in reversed([*load_rules(rules).by_name.values()])}
    policy = LabelPolicy(load_policy(folder=rules).file, guarded=False)
    for name, suite in load_phenomena(rules).items():
        contrasts = [contrast for contrast, _ in suite.named]
        controls = len(suite.every_control)
        made: dict[str, str] = {}
        for contrast in contrasts:
            for source, letters in labels_of(contrast, policy).items():
                made[source] = made.get(source, "") + letters
        labels = ", ".join(
            f"{source} → {'/'.join(each for each in LETTERS if each in possible)}"
            for source in (*LETTERS, NEW)
            if (possible := made.get(source))
        )
        holds = f"labels {labels}; {counted(len(contrasts) - controls, 'contrast')}"
        if controls:
            holds += f" and {counted(controls, 'control')}"
        if lacking := sum(contrast.needs_wordnet for contrast in contrasts):
            holds += f"; needs WordNet for {lacking} of them"
        example = next((str(found[str(c)]) for c in contrasts if str(c) in found), None)
        yield Entry(name, holds, example or _of_rule(shown.get(name)))


def _rules(rules: Path | None) -> Iterator[Entry]:
    for rule in load_rules(rules).by_name.values():
        yield Entry(rule.name, f"{rule.phenomenon}: {rule.gloss}", _of_rule(rule))


def _transformations(rules: Path | None) -> Iterator[Entry]:
    yield from _rules(rules)
    found = examples()
    for name, stated in declared().items():
        rewritten = (_rewritten(name, contrast, each) for contrast, each in found.items())
        command = f"litgen show -t {next(iter(stated.shown), name)} SENTENCE"
        example = next(filter(None, rewritten), command)
        needs = "; needs WordNet" if stated.wordnet else ""
        yield Entry(name, f"{stated.phenomenon}: {stated.summary}{needs}", example)


def _of_rule(rule: Rule | None) -> str:
    shown = next((each for each in rule.examples if each.outputs), None) if rule else None
    return "" if shown is None else f"{shown.text}  →  {shown.outputs[0]}"


def _rewritten(name: str, contrast: str, example: Example) -> str | None:
    """Return the sentence or pair that a transformation makes in a contrast's example."""
    (each, *_) = expand(contrast)
    if each.pairwise is not None:
        return str(example) if base_of(each.pairwise) == name else None
    for side, made in zip(each, example.made, strict=False):
        if side.steps and base_of(side.steps[0]) == name:
            original = example.original[side.origin == "hypothesis"]
            if original != made:
                return f"{original}  →  {made}  ({side.steps[0]})"
    return None


def _models(rules: Path | None) -> Iterator[Entry]:
    for scheme in schemes():
        what, name = _MODELS.get(scheme, ("of another package", f"{scheme}:NAME"))
        yield Entry(scheme, what, f"litgen evaluate DIR --model {name} -o PREDICTIONS")


def _prompts(rules: Path | None) -> Iterator[Entry]:
    for name in prompt_names():
        prompt = load_prompt(name)
        model = "openai:URL#NAME" if prompt.chat else "causal:smollm2"
        yield Entry(
            name,
            prompt.summary,
            f"litgen evaluate DIR --model {model} --prompt {name} -o PREDICTIONS",
        )


def _labels(rules: Path | None) -> Iterator[Entry]:
    for rule in rules_in(rules).rules:
        yield Entry(title_of(rule), "; ".join(_cells(rule)) or "no label", rule.because)


def title_of(rule: LabelRule) -> str:
    """Return a title that describes the contrasts that a rule labels."""
    return pattern_text(rule.pattern) + "".join(
        f", {name} {value}" for name, value in rule.when.items()
    )


def _cells(rule: LabelRule) -> Iterator[str]:
    """Yield a rule's effects on labels, such as ``E -> EN logic, N default by independence``."""
    for source, cell in rule.cells.items():
        said = []
        if len(cell.logic) < 3:
            said.append(f"{''.join(sorted(cell.logic))} logic")
        if cell.default:
            said.append(f"{cell.default} default by {', '.join(cell.conventions)}")
        if cell.target:
            said.append(f"{cell.target} as a target")
        yield f"{source} -> {' and '.join(said)}"


def _conventions(rules: Path | None) -> Iterator[Entry]:
    for each in rules_in(rules).meanings.conventions.values():
        yield Entry(each.name, each.because, f"litgen transform PAIRS -o DIR --conventions "
                    f"'{each.name}'")  # fmt: skip


#: Maps each section to the function that yields its entries.
SECTIONS: Mapping[str, Callable[[Path | None], Iterator[Entry]]] = {
    "suites": _suites,
    "contrasts": _contrasts,
    "phenomena": _phenomena,
    "transformations": _transformations,
    "models": _models,
    "prompts": _prompts,
    "rules": _rules,
    "labels": _labels,
    "conventions": _conventions,
}
#: Sections that are listed only on request: the rules for transformations and labels.
APART = ("rules", "labels", "conventions")
