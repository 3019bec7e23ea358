"""Clauses: the main predicate, what modifies it, and the operators over it, in their order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgen.engines.dependency.composition.constructions import (
    adverbials,
    coordination,
    copulas,
    operators,
    verbs,
)
from litgen.engines.dependency.composition.graph import Properties, Proposition

if TYPE_CHECKING:
    from litgen.engines.dependency.composition.composer import Composer
    from litgen.engines.dependency.composition.words import Word

_SUBJECTS = ("nsubj", "nsubjpass", "csubj", "csubjpass")


def clause(
    c: Composer,
    word: Word,
    subject: str | None = None,
    label: str = "",
    properties: Properties | None = None,
    force: str = "",
) -> Proposition:
    """Compose a clause with the clauses coordinated with it.

    Args:
        subject: variable of a subject that is not expressed in it: a relative clause's noun, a
            controller.
        label: where the main predicate goes; a fresh label without it.
        properties: of the main event, in place of those that the verb group says.
        force: SF, in place of what the order of words says.
    """
    items = coordination.conjuncts(word)
    clausal = [i for i in items if _is_clausal(i.word, word)]
    if len(clausal) < 2:
        return simple(c, word, subject, label, properties, force)
    parts = []
    shared = operators.shared(c, [item.word for item in clausal])
    for item in clausal:
        own = any(d.dep in (*_SUBJECTS, "expl") for d in item.word.dependents)
        first = item.word is word
        here = label if first else ""
        parts.append(
            simple(c, item.word, None if own else subject, here, properties, force, not shared)
        )
        if first and subject is None:
            subject = _subject_of(c, word)
    whole = coordination.clausal(c, clausal, parts)
    if shared:
        force = force or _force(word, c)
        whole = operators.apply(c, whole, c.clauses.get(word.i), force, word)
    return whole


def _is_clausal(word: Word, first: Word) -> bool:
    return word is first or word.pos in ("VERB", "AUX")


def _subject_of(c: Composer, word: Word) -> str | None:
    """The subject that following verb phrases share."""
    for d in word.dependents:
        if d.dep in _SUBJECTS:
            return c.groups.get(d.i) or c.referents.get(d.i) or c.known.get(d.i)
    return None


def simple(
    c: Composer,
    word: Word,
    subject: str | None = None,
    label: str = "",
    properties: Properties | None = None,
    force: str = "",
    operate: bool = True,
) -> Proposition:
    """One clause without its coordinated sisters; ``operate``: with its modal and negation."""
    info = c.clauses.get(word.i)
    force = force or _force(word, c)
    label = label or c.graph.handle()
    own = properties or operators.main_properties(info, force, word)
    c.cover(word, *(c.words[i] for i in operators.function_words(info)))
    before = len(c.deferred)
    if word.lemma == "be" or (info is not None and info.copular):
        event = copulas.copular(c, word, subject, label, own)
    else:
        event = verbs.verbal(c, word, subject, label, own, info)
    c.events.setdefault(word.i, event)
    scopal = adverbials.modify(c, word, label, event)
    scopal += c.deferred[before:]
    del c.deferred[before:]
    core = Proposition(label, event, label, event)
    for mark in word.of("mark"):  # *It rained, so they left*
        if mark.lower == "so" and word.dep in ("ROOT", "conj", "ccomp"):
            c.modify("_so_a_thus", mark, label, event)
    if operate:
        core = operators.apply(c, core, info, force, word)
    return adverbials.wrap(c, core, scopal, force)


def _force(word: Word, c: Composer) -> str:
    info = c.clauses.get(word.i)
    if word.dep == "ROOT" or word.dep == "conj":
        if info is not None and (info.question or _asks(word)):
            return "ques"
        if _imperative(word, c):
            return "ques" if c.words[-1].text == "?" else "comm"
    if word.dep in ("ccomp", "pcomp", "csubj") and _embedded_question(word):
        return "ques"
    return "prop"


def _asks(word: Word) -> bool:
    """A main clause with a question word in front: *Who saw Kim?*."""
    return (
        any(
            inner.tag in ("WP", "WRB", "WDT", "WP$") and inner.i < word.i
            for d in word.dependents
            if d.i < word.i and d.dep not in ("advcl", "ccomp", "csubj")
            for inner in d.subtree()
            if inner is d or inner.head is d or inner.head.head is d
            if inner.dep not in ("relcl",) and inner.head.dep != "relcl"
        )
        and word.dep == "ROOT"
    )


def _embedded_question(word: Word) -> bool:
    for d in word.dependents:
        if d.i > word.i:
            break
        if d.dep == "mark" and d.lower in ("whether", "if"):
            return True
        if any(s.tag in ("WP", "WRB", "WDT", "WP$") for s in (d, *d.dependents)):
            return True
    return False


def _imperative(word: Word, c: Composer) -> bool:
    info = c.clauses.get(word.i)
    if word.dep != "ROOT" or word.tag not in ("VB", "VBP"):
        return False
    if any(d.dep in (*_SUBJECTS, "expl") for d in word.dependents):
        return False
    return info is None or (info.to is None and info.modal is None)
