"""Sentences about pluralities and habits with their truth in small three-valued models.

This is a semantics of its own, apart from litgen's calculus: finite models are enumerated, and each
sentence is true, false or neither in each of them. What is said of a definite plural, of conjoined
names, of a mass or of a habit is true of all, false of none, and in between neither (Löbner 2000;
Križ 2015). Quantified sentences are true or false.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

Label = str
LABELS = {"E": "entailment", "C": "contradiction", "N": "neutral"}


class Meaning(NamedTuple):
    """In which models a sentence is true, and in which false."""

    true: frozenset[object]
    false: frozenset[object]
    models: frozenset[object]

    @property
    def denied(self) -> Meaning:
        """The same negated: true where it was false."""
        return Meaning(self.false, self.true, self.models)

    @property
    def untrue(self) -> Meaning:
        """That it is not true: also where it is neither."""
        return Meaning(self.models - self.true, self.true, self.models)


#: All models of a kind: (kind, number of parts, number of those that have the property, names).
_ALL: dict[str, list[tuple[object, ...]]] = {
    # Guests (or books, or parts of the water): which of them do it; and whether two with names do,
    # who may be the first two of them, or others.
    "several": [
        ("several", does, names)
        for size in (2, 3, 4, 5)
        for does in itertools.product((False, True), repeat=size)
        for names in itertools.product((False, True), repeat=2)
    ],
    # Occasions: how many of ten.
    "often": [("often", times) for times in range(11)],
}


def _several(test: Callable[[Sequence[bool], Sequence[bool]], bool | None]) -> Meaning:
    return _meaning("several", lambda model: test(model[1], model[2]))  # type: ignore[arg-type]


def _often(test: Callable[[int], bool | None]) -> Meaning:
    return _meaning("often", lambda model: test(model[1]))  # type: ignore[arg-type]


def _meaning(kind: str, test: Callable[[tuple[object, ...]], bool | None]) -> Meaning:
    values = {model: test(model) for model in _ALL[kind]}
    return Meaning(
        frozenset(m for m, value in values.items() if value is True),
        frozenset(m for m, value in values.items() if value is False),
        frozenset(values),
    )


def _all_or_none(does: Sequence[bool]) -> bool | None:
    """Homogeneity: true of all, false of none."""
    return True if all(does) else None if any(does) else False


#: What determiners say of the guests of whom ``does`` says whether they do it. Several meanings
#: where readings differ.
QUANTIFIED: dict[str, tuple[Meaning, ...]] = {
    "all": (_several(lambda does, _: all(does)),),
    "most": (_several(lambda does, _: 2 * sum(does) > len(does)),),
    "half": (_several(lambda does, _: 2 * sum(does) >= len(does)),),
    "few": (
        _several(lambda does, _: 3 * sum(does) <= len(does)),
        _several(lambda does, _: 0 < 3 * sum(does) <= len(does)),
    ),
    "no": (_several(lambda does, _: not any(does)),),
    "some": (_several(lambda does, _: any(does)),),
    "two": (_several(lambda does, _: sum(does) >= 2), _several(lambda does, _: sum(does) == 2)),
    "exactly two": (_several(lambda does, _: sum(does) == 2),),
    "not all": (_several(lambda does, _: not all(does)),),
    "the": (_several(lambda does, _: _all_or_none(does)),),
    "both": (_several(lambda does, _: all(does) if len(does) == 2 else None),),
    "neither": (_several(lambda does, _: not any(does) if len(does) == 2 else None),),
    "names": (_several(lambda _, names: _all_or_none(names)),),
    "name": (_several(lambda _, names: names[0]),),
}
#: A habit is told where it is mostly so, and denied where it never is.
ADVERBS: dict[str, tuple[Meaning, ...]] = {
    "always": (_often(lambda times: times == 10),),
    "usually": (_often(lambda times: times >= 6),),
    "often": (_often(lambda times: times >= 4),),
    "sometimes": (_often(lambda times: times >= 1), _often(lambda times: 1 <= times <= 5)),
    "rarely": (_often(lambda times: 1 <= times <= 2),),
    "never": (_often(lambda times: times == 0),),
    "": (_often(lambda times: True if times >= 6 else False if times == 0 else None),),
}


class Said(NamedTuple):
    """A sentence with its meaning, in one reading; ``of`` what it is about."""

    text: str
    meaning: Meaning
    of: str

    @property
    def definite(self) -> Meaning:
        """The meaning with a definite subject: *the two guests*."""
        two = self.of == "subject" and self.text.startswith("Two ")
        return QUANTIFIED["the"][0] if two else self.meaning


def label(premise: Meaning, hypothesis: Meaning) -> Label | None:
    """The label that models give a pair; none where the premise is never true."""
    if not premise.true:
        return None
    both = premise.true & hypothesis.true
    return "E" if both == premise.true else "N" if both else "C"


_SUBJECTS = {
    "all": ("All the {s}", "Every {one}"),
    "most": ("Most of the {s}",),
    "half": ("Half of the {s}",),
    "few": ("Few of the {s}",),
    "no": ("No {one}",),
    "some": ("Some of the {s}", "A {one}"),
    "two": ("Two {s}",),
    "exactly two": ("Exactly two {s}",),
    "not all": ("Not all the {s}",),
    "the": ("The {s}", "These {s}"),
    "both": ("Both {s}",),
    "neither": ("Neither {one}",),
    "names": ("Tom and Mary",),
    "name": ("Tom",),
}
_SINGULAR = ("Every", "No ", "A ", "Neither", "Tom")
#: Predicates of the singular and of the plural, in different tenses and aspects.
_PREDICATES = (
    ("guest", "is outside", "are outside"),
    ("guest", "is eating the soup", "are eating the soup"),
    ("boy", "was singing a song", "were singing a song"),
)
_OBJECTS = {
    "all": "all the {s}", "most": "most of the {s}", "few": "few of the {s}", "no": "no {s}",
    "some": "a {one}", "two": "two {s}", "the": "the {s}", "exactly two": "exactly two {s}",
}  # fmt: skip
_VERBS = (
    ("book", "The girl is reading {}."),
    ("picture", "Tom looked at {}."),
)
_MASSES = {
    "all": "All the {m}", "most": "Most of the {m}", "some": "Some of the {m}", "the": "The {m}",
    "half": "Half of the {m}",
}  # fmt: skip
_MASS_CLAUSES = (("water", "is cold"), ("crowd", "is singing"))
_HABITS = ("Tom {} plays chess.", "The woman {} sings in a choir.")


def families() -> Iterator[tuple[list[Said], list[Said]]]:
    """Premises, and hypotheses of the same models."""
    for noun, singular, plural in _PREDICATES:
        said = [
            Said(f"{subject.format(s=noun + 's', one=noun)} {predicate}.", meaning, "subject")
            for name, subjects in _SUBJECTS.items()
            for subject in subjects
            for one in [subject.startswith(_SINGULAR) and subject != "Tom and Mary"]
            for predicate in [singular if one else plural]
            for meaning in QUANTIFIED[name]
        ]
        yield said, said
    for noun, clause in _VERBS:
        said = [
            Said(clause.format(text.format(s=noun + "s", one=noun)), meaning, "object")
            for name, text in _OBJECTS.items()
            for meaning in QUANTIFIED[name]
        ]
        yield said, said
    for noun, clause in _MASS_CLAUSES:
        said = [
            Said(f"{text.format(m=noun)} {clause}.", meaning, "mass")
            for name, text in _MASSES.items()
            for meaning in QUANTIFIED[name]
        ]
        yield said, said
    for habit in _HABITS:
        said = [
            Said(" ".join(habit.format(adverb).split()), meaning, "habit")
            for adverb, meanings in ADVERBS.items()
            for meaning in meanings
        ]
        yield said, said
