"""Transformations that keep every label and can therefore be the phi of an IE test.

According to ``rules/labels.toml``, the rewritten pair must have its original's label, whatever that
label is. Guards that depend on the sentences are checked when pairs are made.
"""

from collections.abc import Sequence
from pathlib import Path

from litgen.contrast.notation import Contrast, Side, expand, parse_contrast
from litgen.contrast.policy import LabelPolicy, load_policy
from litgen.contrast.policy_file import LETTERS
from litgen.exceptions import UsageError
from litgen.options import Grounds
from litgen.transformations.declarations import declaration
from litgen.transformations.naming import split_steps
from litgen.transformations.registry import check_names


def equivalence_contrasts(
    phi: str, grounds: Grounds = "default", rules: Path | None = None
) -> tuple[Contrast, ...]:
    """Return the contrast that phi denotes, followed by fallbacks that rewrite one sentence.

    ``phi`` is a name such as ``synonym``, or a contrast such as ``passive;original``. A name is
    applied to premise and hypothesis (or to the sides that the transformation declares). If only
    one sentence can be rewritten, the pair with that sentence rewritten is used if this contrast
    also keeps every label.

    Raises:
        UsageError: the transformation is unknown, or does not keep labels.

    Example:
        >>> [str(contrast) for contrast in equivalence_contrasts("passive")]
        ['passive;passive', 'passive;original', 'original;passive']
    """
    contrast = one_contrast(phi, rules)
    policy = LabelPolicy(load_policy(grounds, rules).file, grounds, guarded=False)
    reason = why_not(contrast, policy)
    if reason is not None:
        raise UsageError(
            f"--phi {phi}: {reason}; the test needs a transformation that keeps every label, "
            "such as synonym, passive or overlap"
        )
    one_sided = (
        contrast._replace(hypothesis=Side(contrast.hypothesis.origin)),
        contrast._replace(premise=Side(contrast.premise.origin)),
    )
    fallbacks = one_sided if contrast.two_sided else ()
    return (contrast, *(each for each in fallbacks if why_not(each, policy) is None))


def one_contrast(text: str, rules: Path | None = None) -> Contrast:
    """Return the one contrast that a name or contrast notation denotes.

    Raises:
        UsageError: the text denotes several contrasts, or none.

    Example:
        >>> str(one_contrast("past")), str(one_contrast("may;original"))
        ('past;past', 'may;original')
    """
    found: Sequence[Contrast]
    if ";" not in text and declaration(split_steps(text)[-1]) is None:
        found = [parse_contrast(f"{text};{text}")]  # to both sentences, as in the paper
    else:
        found = expand(text)
        found = [each for each in found if each.form != "new"] or found
    if len(found) > 1:
        names = " or ".join(str(each) for each in found)
        raise UsageError(f"{text} denotes several contrasts; use one of them: {names}")
    if found[0].pairwise is None:
        check_names((*found[0].premise.steps, *found[0].hypothesis.steps), rules)
    return found[0]


def why_not(contrast: Contrast, policy: LabelPolicy) -> str | None:
    """Return why a contrast does not keep every label (ignoring guards); None if it does."""
    if contrast.form == "new":
        return f"{contrast} makes new pairs, which have no label to keep"
    for label in LETTERS.values():
        decision = policy.decide(contrast, label)
        because = decision.steps[-1].because if decision.steps else decision.reason
        if decision.basis == "corruption":
            return f"{contrast} destroys the meaning ({because})"
        if decision.label is None:
            return f"{contrast} does not keep {label} ({because})"
        if decision.label != label:
            return f"{contrast} changes {label} to {decision.label} ({because})"
    return None
