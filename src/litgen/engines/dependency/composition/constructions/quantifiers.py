"""What binds a noun: determiners, possessors, amounts, nothing at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgen.engines.dependency.composition import numbers
from litgen.engines.dependency.composition.constructions import (
    adjectives,
    modifiers,
    names,
    pronouns,
)
from litgen.engines.dependency.composition.graph import ATTRIBUTIVE
from litgen.engines.dependency.composition.tables import table, words
from litgen.engines.dependency.composition.words import extent

if TYPE_CHECKING:
    from litgen.engines.dependency.composition.composer import Composer
    from litgen.engines.dependency.composition.words import Word

_QUANTIFIERS = table("quantifiers")
_QUANTIFYING = words("adjectives", "quantifying")
_POSSESSIVE = table("pronouns")["possessive"]


def quantify(c: Composer, word: Word, referent: str, label: str) -> None:
    """Bind the referent of a noun by its determiner, its possessor, or an implicit quantifier.

    Example:
        *every dog* has ``_every_q``, *dogs* has ``udef_q``, *her dog* ``def_explicit_q``.
    """
    determiners = [d for d in word.dependents if _determines(d)]
    possessor = word.first("poss")
    c.cover(*word.of("preconj"))
    if word.first("conj") is not None:  # *both cats and dogs*
        c.cover(*[d for d in word.of("det") if d.lower in ("both", "either", "neither")])
    bound = False
    if possessor is not None:
        possessive(c, word, possessor, referent, label)
        bound = True
    for d in determiners:
        if d.lower == "a" and any(_a_few(s) for s in determiners if s.i == d.i + 1):
            c.cover(d)
            continue
        bound = _determiner(c, word, d, referent, label, bound) or bound
    for d in word.of("nummod"):
        if d.i in c.covered:
            continue
        if not bound:
            start = d.first("compound") or d
            c.graph.quantify("udef_q", (start.start, d.end), referent, label)
            bound = True
        numbers.cardinal(c, d, label, referent)
    if not bound:
        day = next((d for d in word.of("compound") if names.is_calendar(d)), None)
        if day is not None and not word.plural:
            c.graph.quantify("def_explicit_q", day.span, referent, label)
        else:
            c.graph.quantify("udef_q", extent(word), referent, label)


def _a_few(word: Word) -> bool:
    return word.lower == "few"


def _determines(word: Word) -> bool:
    if word.dep in ("det", "predet"):
        return True
    if word.i > word.head.i or (word.dep == "nummod" and word.lower not in _QUANTIFIERS):
        return False
    if word.lower in ("little", "such") and word.head.first("det", "poss") is not None:
        return False  # *a little girl*
    return word.dep in ("amod", "nummod") and word.lower in _QUANTIFYING


def _determiner(c: Composer, word: Word, d: Word, referent: str, label: str, bound: bool) -> bool:
    """Add one determiner; says whether it has bound the referent."""
    if d.i in c.covered:
        return False
    entry = _entry(word, d)
    c.cover(d)
    if entry is None:
        return False
    amount = entry.get("amount")
    bare = entry["quantifier"] == "udef_q"
    binds = not bound and not (bare and _other_determiner(word, d))
    inner = ""
    if binds:
        predicate = entry["quantifier"]
        if "singular" in entry and not word.plural:
            predicate = entry["singular"]
        inner = c.graph.handle()
        span = extent(word) if bare else d.span
        c.graph.quantify(predicate, span, referent, label, inner)
        if not amount:
            modifiers.degrees(c, d, inner, c.graph.open("u"))
            for s in word.dependents:  # *nearly every dog*
                if s.i == d.i - 1 and s.dep == "advmod" and s.pos == "ADV":
                    modifiers.degree(c, s, inner, c.graph.open("u"))
    elif not bare:
        event = c.graph.event(ATTRIBUTIVE)
        c.graph.add(f"_{d.lower}_a_1", d.span, label, event, ARG1=referent)
        return False
    if amount:
        event = c.graph.event()
        extra = {"CARG": entry["constant"]} if "constant" in entry else {}
        c.graph.add(amount, d.span, label, event, ARG1=referent, **extra)
        if "degree" in entry:
            comparison = c.graph.event()
            compared = adjectives.standard(c, d)
            args = {"ARG2": compared} if compared else {}
            c.add(entry["degree"], d, label, comparison, ARG1=event, **args)
        c.cover(*[s for s in d.dependents if s.lower == "a" and d.lower == "few"])
        modifiers.degrees(c, d, label, event)
    return binds


def _entry(word: Word, d: Word) -> dict[str, str] | None:
    if d.lower == "few" and any(
        s.lower == "a" for s in (*word.dependents, *d.dependents) if s.i == d.i - 1
    ):
        return dict(_QUANTIFIERS["a few"])
    found = _QUANTIFIERS.get(d.lower)
    return dict(found) if found else None


def _other_determiner(word: Word, d: Word) -> bool:
    """Whether *many*, *few* stand under another determiner that binds: *the many dogs*."""
    return any(
        s is not d and s.dep in ("det", "predet", "quantmod") and s.lower in _QUANTIFIERS
        and not (s.lower == "a" and d.lower == "few")
        for s in word.dependents
    )  # fmt: skip


def possessive(c: Composer, word: Word, possessor: Word, referent: str, label: str) -> None:
    """*Kim's dog*, *her dog*: ``def_explicit_q`` and ``poss``."""
    from litgen.engines.dependency.composition.constructions.nominals import noun_phrase

    if possessor.lower in _POSSESSIVE and not possessor.first("conj"):
        c.graph.quantify("def_explicit_q", possessor.span, referent, label)
        owner = pronouns.personal(c, possessor, _POSSESSIVE[possessor.lower])
        c.referents[possessor.i] = owner
        c.graph.add("poss", possessor.span, label, c.graph.event(), ARG1=referent, ARG2=owner)
        return
    if possessor.lower == "whose":
        c.cover(possessor)
        owner = c.known.get(possessor.i) or _whose(c, possessor)
        c.graph.quantify("def_implicit_q", possessor.span, referent, label)
        c.graph.add("poss", possessor.span, label, c.graph.event(), ARG1=referent, ARG2=owner)
        return
    case = possessor.first("case")
    span = case.span if case is not None else possessor.span
    owner = noun_phrase(c, possessor)
    c.graph.quantify("def_explicit_q", span, referent, label)
    c.graph.add("poss", span, label, c.graph.event(), ARG1=referent, ARG2=owner)
    c.cover(*([case] if case else []))


def _whose(c: Composer, word: Word) -> str:
    owner = c.graph.referent({"PERS": "3", "NUM": "sg"})
    label = c.graph.handle()
    c.labels[owner] = label
    c.graph.add("person", word.span, label, owner)
    c.graph.quantify("which_q", word.span, owner, label)
    return owner
