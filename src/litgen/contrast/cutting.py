"""Cut a contrast into the fewest elementary contrasts for which there are label rules."""

import fnmatch
import itertools
from collections.abc import Mapping, Sequence

from litgen.contrast.notation import Contrast, Form
from litgen.contrast.policy_file import LabelRule, pattern_text
from litgen.transformations.declarations import label_class
from litgen.transformations.naming import matches


def cut(
    contrast: Contrast,
    rules: Mapping[Form, Sequence[LabelRule]],
    classes: Mapping[str, Sequence[str]],
) -> list[LabelRule] | None:
    """Return the rules for a contrast's elementary contrasts; None if a rule is missing."""
    if (name := contrast.pairwise) is not None:
        patterns = ((rule, rule.pattern.pairwise) for rule in rules.get("pairwise", ()))
        found = (r for r, step in patterns if step and _matches(step, name, classes, {}))
        return next(([rule] for rule in found), None)
    ours, theirs = contrast.premise.steps, contrast.hypothesis.steps
    best: dict[tuple[int, int, bool], list[LabelRule]] = {(0, 0, contrast.form == "pair"): []}
    places = itertools.product(range(len(ours) + 1), range(len(theirs) + 1), (False, True))
    # Positions are visited in ascending order of the number of steps before them, so that every cut
    # is complete before it is extended.
    for place in sorted(places, key=lambda each: (each[0] + each[1], *each)):
        if place not in best:
            continue
        at, other, started = place
        for rule in rules.get("pair" if started else contrast.form, ()):
            pattern = rule.pattern
            if not _begins(pattern, ours[at:], theirs[other:], classes):
                continue
            key = at + len(pattern.premise.steps), other + len(pattern.hypothesis.steps), True
            if key not in best or len(best[place]) + 1 < len(best[key]):
                best[key] = [*best[place], rule]
    return best.get((len(ours), len(theirs), True))


def part(contrast: Contrast, pattern: Contrast, at: tuple[int, int]) -> tuple[str, tuple[int, int]]:
    """Return the elementary contrast that a rule covers from ``at``, and the next position."""
    if contrast.pairwise is not None:
        return contrast.pairwise, at
    to = at[0] + len(pattern.premise.steps), at[1] + len(pattern.hypothesis.steps)
    part = Contrast(
        pattern.premise._replace(steps=contrast.premise.steps[at[0] : to[0]]),
        pattern.hypothesis._replace(steps=contrast.hypothesis.steps[at[1] : to[1]]),
    )
    return pattern_text(part), to


def _begins(
    pattern: Contrast,
    premise: Sequence[str],
    hypothesis: Sequence[str],
    classes: Mapping[str, Sequence[str]],
) -> bool:
    """Check whether the remaining steps begin with a rule's pattern."""
    ours, theirs = pattern.premise.steps, pattern.hypothesis.steps
    if len(ours) > len(premise) or len(theirs) > len(hypothesis):
        return False
    bound: dict[str, str] = {}
    pairs = (*zip(ours, premise, strict=False), *zip(theirs, hypothesis, strict=False))
    for step, name in pairs:
        if step != name and not _matches(step, name, classes, bound):
            return False
    return True


def _matches(
    step: str, name: str, classes: Mapping[str, Sequence[str]], bound: dict[str, str]
) -> bool:
    """Check whether a name matches a pattern's step; uses of a class must match the same name."""
    if not step.startswith("class:"):
        return matches(step, name)
    listed = any(fnmatch.fnmatchcase(name, member) for member in classes[step[6:]])
    if not listed and label_class(name) != step[6:]:
        return False
    return bound.setdefault(step, name) == name
