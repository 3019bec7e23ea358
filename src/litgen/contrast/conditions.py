"""Conditions for the guards in ``rules/labels.toml``: facts about one or both sentences of a pair.

A condition returns True or False, or None if a trait that it needs is missing.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from litgen.kinds import covers, is_group, may_be_same
from litgen.lexicon import lemmas_with
from litgen.tables import word_list
from litgen.transformations.protocol import Variant

#: An argument in ``Variant.traits``, or None if it is missing.
Phrase = Mapping[str, Any] | None
Held = bool | None
#: Punctuation that sets off an aside, but not the comma in *1,000*.
_SET_OFF = re.compile(r"[,;:](?=\s)|[()–—]|\s-")
#: Maps the situation of a hypothesis to those of a premise that rule out a truth-value gap.
_AFTER = {
    "state": ("episode", "state", "caption", "habit"),
    "caption": ("episode", "caption"),
    "habit": ("episode",),
}
_REFERRING = ("definite", "proper", "pronoun")


class Case(NamedTuple):
    """The arguments of a condition (a guard's ``relation``)."""

    premise: Variant
    hypothesis: Variant
    asked: Sequence[Variant]  #: the sentences that the guard is about
    options: Mapping[str, Any]  #: the options of the guard

    def arguments(self, role: str) -> tuple[Phrase, Phrase]:
        return _argument(self.premise, role), _argument(self.hypothesis, role)


Relation = Callable[[Case], Held]


def fits(value: Any, wanted: Any) -> bool | None:
    """Check whether a trait has the wanted value, is in a list of values, or is ``at_most`` n."""
    if value is None:
        return None
    if isinstance(wanted, dict):
        return bool(value <= wanted["at_most"])
    if isinstance(wanted, list):
        return value in wanted
    return bool(value == wanted)


def not_of_the_participants(case: Case) -> Held:
    """Check whether the hypothesis describes an event, or a state that only the root decides.

    Only the premise's root decides a state if the premise does not modify its subject and mentions
    no other events, and if the hypothesis states more than the subject's existence or kind.
    """
    state = case.hypothesis.traits.get("stative")
    if not state:
        return None if state is None else True
    ours, theirs = case.arguments("subject")
    if ours is None or theirs is None or ours["words"] or case.premise.traits["events"]:
        return False
    said = set(case.hypothesis.traits["content"]) - {theirs["noun"], "be"} - set(theirs["words"])
    kinds = any(covers(word, ours["noun"] or "") for word in said)
    return bool(said) and not kinds and _may_corefer(ours, theirs)


def about_the_event(case: Case) -> Held:
    """Check whether the hypothesis is about the root event of the premise and no other event.

    *A man holding a ball may be running* still entails *A man holds a ball*, so if the premise has
    further events, the hypothesis must be about the root event. Verbs in ``light`` do not count as
    events. If a modal applies to a state, the things that the state is about still exist (*The
    trouble may be the crowds*, *There are crowds*), so the hypothesis must have the same subject.
    """
    ours, theirs = case.premise.traits.get("roots"), case.hypothesis.traits.get("roots")
    others = case.premise.traits.get("events")
    if ours is None or theirs is None or others is None:
        return None
    if case.premise.traits.get("stative") and not _may_corefer(*case.arguments("subject")):
        return False
    others = set(others) - set(case.options["light"])
    return not others or (others.isdisjoint(theirs) and not set(ours).isdisjoint(theirs))


def no_other_conflict(case: Case) -> Held:
    """Check whether only the root events exclude each other and the subjects may be the same.

    The hypothesis must not add information about its subject, and the premise must not mention
    further events, apart from those of the verbs in ``light``.
    """
    ours, theirs = case.arguments("subject")
    others, content = map(case.premise.traits.get, ("events", "content"))
    if ours is None or theirs is None or others is None or content is None:
        return None
    if not set(others) <= set(case.options["light"]) or not _may_corefer(ours, theirs):
        return False
    return all(any(covers(new, old) for old in content) for new in theirs["words"])


def focus_covered(case: Case) -> Held:
    """Check whether the hypothesis's focus is the premise's whole focus, perhaps in broader words.

    A cleft is exhaustive: *It is a hat and a coat that he wears* does not entail *It is a hat that
    he wears*.
    """
    ours = _argument(case.premise, case.premise.parameters.get("role", ""))
    theirs = _argument(case.hypothesis, case.hypothesis.parameters.get("role", ""))
    if ours is None or theirs is None:
        return None
    if ours["coordinated"] or theirs["coordinated"]:
        return bool(
            ours["coordinated"] == theirs["coordinated"] and ours["words"] == theirs["words"]
        )
    if theirs["kind"] == "pronoun":
        return _may_corefer(ours, theirs)
    heads = any(covers(new, old) for new in _heads(theirs) for old in _heads(ours))
    return heads and _agree_in_number(ours, theirs)


def same_topic(case: Case) -> Held:
    """Check whether the sentences have the same root or may share the referent of one argument.

    The option ``role`` names the argument, for example the subject of a passive.

    *A man rides a horse* and *A man pets a dog* exclude each other because the man is assumed to be
    the same. Nothing in *A horse is ridden by a man* and *A dog is petted by a man* suggests that
    the man is the same.
    """
    roots = case.premise.traits.get("roots"), case.hypothesis.traits.get("roots")
    if None in roots:
        return None
    return _may_corefer(*case.arguments(case.options["role"])) or roots[0] == roots[1]


def quantified_alike(case: Case) -> Held:
    """Check whether the subjects are the same, or of the same kind if both are indefinite.

    Premise and hypothesis are those of the source pair: *No person is outside* entails *No girl is
    outside*, but *They are not outside* does not.
    """
    # Contraposition has exchanged the sentences: the premise was made from the hypothesis.
    theirs, ours = case.arguments("subject")
    if ours is None or theirs is None or None in (ours["noun"], theirs["noun"]):
        return None
    if ours["kind"] in case.options["definite"] and theirs["kind"] in case.options["definite"]:
        return bool(ours["noun"] == theirs["noun"])
    alike = ours["kind"] == theirs["kind"] == "indefinite"
    return alike and not theirs["words"] and covers(theirs["noun"], ours["noun"])


def _argument(side: Variant, role: str) -> Phrase:
    found: Phrase = side.traits.get("arguments", {}).get(role)
    return found


def _may_corefer(ours: Phrase, theirs: Phrase) -> bool:
    """Check whether two phrases may denote the same thing, judging by noun and number."""
    if ours is None or theirs is None:
        return False
    one, other = ours["noun"], theirs["noun"]
    if one is None or other is None or ours["coordinated"] or theirs["coordinated"]:
        return False
    if {ours["kind"], theirs["kind"]} == {"proper", "pronoun"}:
        return bool({one, other} & {"he", "she", "it"})
    return may_be_same(one, other) and _agree_in_number(ours, theirs)


def _heads(phrase: Mapping[str, Any]) -> list[str]:
    """Return the noun of a phrase and, if it is a group noun, also the phrase's other words."""
    noun = phrase["noun"]
    if noun is None:
        return []
    return [noun, *phrase["words"]] if is_group(noun) else [noun]


def _agree_in_number(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> bool:
    """Check whether two phrases may agree in number; a group noun agrees with any number."""
    if any(is_group(phrase["noun"]) for phrase in (ours, theirs)):
        return True
    numbers = {"sg" if phrase["number"] == "1" else phrase["number"] for phrase in (ours, theirs)}
    return len(numbers) == 1 or ("pl" in numbers and "sg" not in numbers)


def one_quantifier(case: Case) -> Held:
    """Check whether at most one argument is quantified, or all quantifiers are existential.

    Names, pronouns and definites do not take scope, and the order of existentials does not matter.
    """
    referential, existential = set(case.options["referential"]), set(case.options["existential"])
    for side in case.asked:
        quantifiers = side.traits.get("quantifiers")
        if quantifiers is None:
            return None
        scopal = [each for each in quantifiers if each not in referential]
        if len(scopal) > 1 and not existential.issuperset(scopal):
            return False
    return True


def wide_scope(case: Case) -> Held:
    """Check whether the negation has scope over the whole sentence.

    It does if the variant's ``scope`` is wide, or if the subject does not take scope.
    """
    for side in case.asked:
        scope, kind = side.parameters.get("scope"), side.traits.get("subject_kind")
        if kind in case.options.get("lowest", ()) and side.traits.get("adverbs") is False:
            continue  # *Snakes do not bite*, but not *Snakes often do not bite*
        if scope is not None:
            if scope != "wide":
                return False
            continue
        if kind is None:
            return None
        if kind not in case.options["kinds"]:
            return False
    return True


def no_aside(case: Case) -> Held:
    """Check that no supplement is set off by commas, dashes or brackets.

    Supplements are appositions, non-restrictive relative clauses and participles (Huddleston and
    Pullum 2002, chapter 15).
    """
    return not any(_SET_OFF.search(side.text) for side in case.asked)


def true_or_false(case: Case) -> Held:
    """Check whether the hypothesis is true or false, without a truth-value gap.

    There is no gap if the hypothesis is not about all or none of a plurality, or if the premise is
    about the same plurality. If the hypothesis is a caption or describes a state or a habit,
    ``_AFTER`` must list the premise's situation.

    *Few guests ate* and *The guests ate* exclude each other, but *The guests did not eat* follows
    only from premises like *The guests are sleeping*, not from *Few guests ate*. Similarly, *Tom
    does not smoke* does not follow from *Tom rarely smokes*. A factive presupposes its complement
    even if negated.
    """
    gap, situation = map(case.hypothesis.traits.get, ("homogeneity", "situation"))
    if gap is None or situation is None:
        return None
    if gap == "other" or _is_factive(case.hypothesis):
        return False
    before = None
    if not case.premise.traits.get("document"):
        before = case.premise.traits.get("situation", _frequency(case.premise.text))
    if situation in _AFTER:
        if before is None and situation != "state":
            return None
        if before is not None and before not in _AFTER[situation]:
            return False
    ours, theirs = case.arguments("subject")
    if gap == "none" or (theirs and theirs["kind"] not in _REFERRING and not theirs["coordinated"]):
        return True  # *No crowd is asleep*, *There are no dogs*
    if ours is None or theirs is None:
        return None
    # Otherwise the premise must be about each member of the same definite plurality.
    if any(ours[key] != theirs[key] for key in ("noun", "kind", "words", "number", "coordinated")):
        return False
    traits = case.premise.traits
    together = word_list("collective", "proving").intersection(traits["content"])
    several = traits["modal"] or traits["negated"] or traits["adverbs"] or traits["coordinated"]
    return bool(traits["homogeneity"] == "subject" and not several and not together)


def _is_factive(side: Variant) -> bool:
    """Check whether the root is factive (*know*, *notice*, *regret*) and has events below it."""
    verbs = lemmas_with("signature", "verb")
    found = [str(verbs[root].get("that")) for root in side.traits.get("roots", ()) if root in verbs]
    return bool(side.traits.get("events")) and any(each.endswith("/+") for each in found)


def _frequency(text: str) -> str | None:
    """Return ``frequency`` if an unparsed sentence has an adverb of frequency, else None."""
    words = lemmas_with("habitual", "adverb")
    return "frequency" if any(word in words for word in text.lower().split()) else None


def corefer(case: Case) -> Held:
    """Check that the subjects share a head and the hypothesis's subject can refer to the premise's.

    A document mentions many referents; a claim about a name or a definite is about one of them.
    """
    ours, theirs = case.premise.traits.get("subject"), case.hypothesis.traits.get("subject")
    kind = case.hypothesis.traits.get("subject_kind")
    if case.premise.traits.get("document"):
        return None if kind is None else kind in case.options["of_documents"]
    if ours is None or theirs is None or kind is None:
        return None
    return bool(ours == theirs and kind in case.options["kinds"])


#: The conditions that a guard's ``relation`` may name.
RELATIONS: dict[str, Relation] = {
    relation.__name__: relation
    for relation in (
        not_of_the_participants,
        about_the_event,
        no_other_conflict,
        focus_covered,
        same_topic,
        quantified_alike,
        one_quantifier,
        wide_scope,
        no_aside,
        true_or_false,
        corefer,
    )
}
