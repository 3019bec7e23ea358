"""A label's proof in one line: how it follows from source label, meanings and conventions."""

import re
from collections.abc import Mapping, Sequence

from litgen.contrast.decision import Step
from litgen.contrast.notation import parse_contrast
from litgen.contrast.policy_file import PolicyFile
from litgen.contrast.proofs import meaning_of, meanings_of
from litgen.logic import Meaning

ROLES = ("premise", "hypothesis")
_NEW = "new pair"
_OLD = re.compile(r"\bp\b")


def proof_of(steps: Sequence[Step], published: bool, file: PolicyFile) -> str:
    """The proof of a label: the meaning of each elementary contrast, and the label that follows.

    Args:
        published: whether the labels are those of the papers, which have no proof.
    """
    return "; then ".join(_proof(step, published, file) for step in steps)


def _proof(step: Step, published: bool, file: PolicyFile) -> str:
    before, after = _listed(step.before), _listed(step.after)
    if step.ground == "corruption":
        return f"{step.made}: {after} is kept as the target of corrupted text"
    if published:
        return f"{step.made}: {before} becomes {after} as published: {step.because}"
    so = "in all models" if step.ground == "logic" else f"by {_listed(step.conventions, 'and')}"
    given = f" (given: {', '.join(step.guards)})" if step.guards else ""
    said = "; ".join(_said(step, file))
    kinds = "".join(f" ({value})" for _, value in step.when)
    return f"{step.made}{kinds}, {before}: {said}; so {after} {so}{given}"


def _said(step: Step, file: PolicyFile) -> list[str]:
    """The meanings of the rewritten sides, in words and as formulas."""
    contrast = parse_contrast(step.made)
    if contrast.pairwise is not None:
        return [meaning_of(contrast.pairwise, file).gloss]
    lines = ["premise and hypothesis change places"] * (contrast.form == "exchanged")
    new = contrast.form == "new"
    if contrast.premise.steps == contrast.hypothesis.steps != ():
        return [*lines, f"both say {_chain(contrast.premise.steps, 'p', step, file)}"]
    for role, side in zip(ROLES, contrast, strict=True):
        old = "h" if side.origin == "hypothesis" and not new else "p"
        if side.steps:
            lines.append(f"the {role} says {_chain(side.steps, old, step, file)}")
        elif new:
            lines.append(f"the {role} is {old}, the sentence itself")
    return lines


def _chain(names: Sequence[str], old: str, step: Step, file: PolicyFile) -> str:
    """The meanings of several steps, each about the result of the step before."""
    return ", and of this ".join(
        told(meaning, old, dict(step.when)) for _, meaning in meanings_of(names, file)
    )


def told(meaning: Meaning, old: str = "p", parameters: Mapping[str, str] = {}) -> str:
    """A meaning in words and as a formula about the sentence ``old``.

    Args:
        parameters: the variant's, such as ``direction``, which may add further formulas.
    """
    formulas = meaning.pairwise or meaning.says
    text = " or ".join(str(each) for each in formulas)
    if meaning.presupposes is not None:
        text += f", presupposing {meaning.presupposes}"
    if where := [*meaning.where, *meaning.given(parameters)]:
        text += f" where {', '.join(map(str, where))}"
    return f"{meaning.gloss} [{_OLD.sub(old, text)}]"


def _listed(names: Sequence[str], word: str = "or") -> str:
    return f" {word} ".join(_NEW if name == "new" else name for name in names)
