"""The label of a contrast pair, the steps that lead to it, and a one-line proof."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from litgen.contrast.notation import parse_contrast
from litgen.contrast.policy_file import PolicyFile
from litgen.contrast.proofs import meaning_of, meanings_of
from litgen.logic import Meaning

ROLES = ("premise", "hypothesis")
_OLD = re.compile(r"\bp\b")


class Step(NamedTuple):
    """An elementary contrast in a decision: its rule, and the possible labels before and after."""

    contrast: str
    because: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    guards: tuple[str, ...] = ()
    failed: str | None = None
    made: str = ""  #: ``contrast`` with names in place of classes, such as ``past;past``
    ground: str = "logic"
    conventions: tuple[str, ...] = ()  #: conventions on which a default label depends
    when: tuple[tuple[str, str], ...] = ()  #: parameter values to which the rule is limited


class Decision(NamedTuple):
    """The label of a contrast pair."""

    label: str | None  #: None if the pair has no label
    basis: str | None = None  #: ``logic``, ``default`` or ``corruption``; None without a label
    reason: str | None = None
    steps: tuple[Step, ...] = ()


def proof_of(steps: Sequence[Step], published: bool, file: PolicyFile) -> str:
    """Describe for each elementary contrast how the label follows, or that it was ``published``."""
    return "; then ".join(_proof(step, published, file) for step in steps)


def _proof(step: Step, published: bool, file: PolicyFile) -> str:
    before, after = _listed(step.before), _listed(step.after)
    if step.ground == "corruption":
        return f"{step.made}: {after} is kept as the target of corrupted text"
    if published:
        return f"{step.made}: {before} becomes {after} as published: {step.because}"
    so = "in all models" if step.ground == "logic" else f"by {_listed(step.conventions, 'and')}"
    given = f" (given: {', '.join(step.guards)})" if step.guards else ""
    kinds = "".join(f" ({value})" for _, value in step.when)
    return f"{step.made}{kinds}, {before}: {_meanings(step, file)}; so {after} {so}{given}"


def _meanings(step: Step, file: PolicyFile) -> str:
    """Return the meanings of the rewritten sentences, in words and as formulas."""
    contrast = parse_contrast(step.made)
    if contrast.pairwise is not None:
        return meaning_of(contrast.pairwise, file).gloss
    lines = ["premise and hypothesis change places"] * (contrast.form == "exchanged")
    new = contrast.form == "new"
    if contrast.premise.steps == contrast.hypothesis.steps != ():
        lines.append(f"both say {_chain(contrast.premise.steps, 'p', step, file)}")
        return "; ".join(lines)
    for role, side in zip(ROLES, contrast, strict=True):
        old = "h" if side.origin == "hypothesis" and not new else "p"
        if side.steps:
            lines.append(f"the {role} says {_chain(side.steps, old, step, file)}")
        elif new:
            lines.append(f"the {role} is {old}, the sentence itself")
    return "; ".join(lines)


def _chain(names: Sequence[str], old: str, step: Step, file: PolicyFile) -> str:
    """Return the meanings of several steps, each in terms of the previous step's result."""
    return ", and of this ".join(
        meaning_text(meaning, old, dict(step.when)) for _, meaning in meanings_of(names, file)
    )


def meaning_text(meaning: Meaning, old: str = "p", parameters: Mapping[str, str] = {}) -> str:
    """Return the meaning of a variant with the given parameters, in words and as a formula."""
    text = " or ".join(map(str, meaning.pairwise or meaning.says))
    if meaning.presupposes is not None:
        text += f", presupposing {meaning.presupposes}"
    if where := [*meaning.where, *meaning.given(parameters)]:
        text += f" where {', '.join(map(str, where))}"
    return f"{meaning.gloss} [{_OLD.sub(old, text)}]"


def _listed(names: Sequence[str], word: str = "or") -> str:
    return f" {word} ".join("new pair" if name == "new" else name for name in names)
