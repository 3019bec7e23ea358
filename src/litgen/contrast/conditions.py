"""Conditions that guards name in ``rules/labels.toml``: does a fact hold of one or both sides?

A condition answers True, False, or None where a trait that it asks for is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple


class SideFacts(NamedTuple):
    """What a label guard may ask about one side of a contrast pair.

    Attributes:
        edited: whether the side is rewritten.
        traits: facts about the source sentence (``Variant.traits``).
        parameters: of the variant (``Variant.parameters``).
    """

    edited: bool = False
    traits: Mapping[str, Any] = {}
    parameters: Mapping[str, str] = {}


Relation = Callable[[SideFacts, SideFacts, Sequence[SideFacts], Mapping[str, Any]], bool | None]


def fits(value: Any, wanted: Any) -> bool | None:
    """Whether a trait is as wanted: a value, one of a list, or ``{"at_most": n}``.

    Example:
        >>> fits(2, {"at_most": 1}), fits("pres", ["pres", "past"]), fits(None, True)
        (False, True, None)
    """
    if value is None:
        return None
    if isinstance(wanted, dict):
        return bool(value <= wanted["at_most"])
    if isinstance(wanted, list):
        return value in wanted
    return bool(value == wanted)


def not_settled(
    premise: SideFacts,
    hypothesis: SideFacts,
    asked: Sequence[SideFacts],
    options: Mapping[str, Any],
) -> bool | None:
    """The hypothesis is about what the premise's root says, not about words around it.

    *A man in blue may ride* still entails *A man wears blue*: all that the hypothesis says, light
    verbs aside, is said outside the root predicate.
    """
    root, content = hypothesis.traits.get("root"), hypothesis.traits.get("content")
    premise_root, around = premise.traits.get("root"), premise.traits.get("content")
    if root is None or content is None or premise_root is None or around is None:
        return None
    light = set(options["light"])
    if root == premise_root and root not in light:
        return True
    said = set(content) | ({root} - light)
    return not said <= set(around)


def one_quantifier(
    premise: SideFacts,
    hypothesis: SideFacts,
    asked: Sequence[SideFacts],
    options: Mapping[str, Any],
) -> bool | None:
    """At most one argument is quantified, or all that are have existential quantifiers.

    Names, pronouns and definites take no scope, and existentials commute.
    """
    referential, existential = set(options["referential"]), set(options["existential"])
    for side in asked:
        quantifiers = side.traits.get("quantifiers")
        if quantifiers is None:
            return None
        scopal = [each for each in quantifiers if each not in referential]
        if len(scopal) > 1 and not existential.issuperset(scopal):
            return False
    return True


def wide_scope(
    premise: SideFacts,
    hypothesis: SideFacts,
    asked: Sequence[SideFacts],
    options: Mapping[str, Any],
) -> bool | None:
    """The negation takes the whole sentence: the variant says so, or its subject takes no scope."""
    for side in asked:
        scope = side.parameters.get("scope")
        if scope is not None:
            if scope != "wide":
                return False
            continue
        kind = side.traits.get("subject_kind")
        if kind is None:
            return None
        if kind not in options["kinds"]:
            return False
    return True


def corefer(
    premise: SideFacts,
    hypothesis: SideFacts,
    asked: Sequence[SideFacts],
    options: Mapping[str, Any],
) -> bool | None:
    """Both subjects have one head, and the hypothesis's can refer back to the premise's."""
    ours, theirs = premise.traits.get("subject"), hypothesis.traits.get("subject")
    kind = hypothesis.traits.get("subject_kind")
    if ours is None or theirs is None or kind is None:
        return None
    return bool(ours == theirs and kind in options["kinds"])


def same_parameters(
    premise: SideFacts,
    hypothesis: SideFacts,
    asked: Sequence[SideFacts],
    options: Mapping[str, Any],
) -> bool | None:
    """Both variants have the same values of the parameters ``keys``."""
    return all(premise.parameters.get(k) == hypothesis.parameters.get(k) for k in options["keys"])


#: The conditions that a guard's ``relation`` may name.
RELATIONS: dict[str, Relation] = {
    "not_settled": not_settled,
    "one_quantifier": one_quantifier,
    "wide_scope": wide_scope,
    "corefer": corefer,
    "same_parameters": same_parameters,
}
