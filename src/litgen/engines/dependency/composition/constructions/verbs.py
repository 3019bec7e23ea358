"""Verbs with their arguments: objects, clauses, prepositional complements, passives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgen.engines.dependency.composition.constructions import complements, nominals
from litgen.engines.dependency.composition.graph import Properties
from litgen.engines.dependency.composition.tables import table, words

if TYPE_CHECKING:
    from litgen.engines.dependency.clauses import Clause
    from litgen.engines.dependency.composition.composer import Composer
    from litgen.engines.dependency.composition.words import Word

_DITRANSITIVE = words("verbs", "ditransitive", "verbs")
_QUASI = table("verbs")["quasi_modal"]
_TAKING_UP = words("adverbs", "taking_up")
_EXPLETIVE = ("it", "there")
#: Verbs whose second noun phrase says what the object is: *He was elected mayor*.
_NAMING = words("verbs", "naming", "verbs")
_WEATHER = words("verbs", "weather", "verbs")


def verbal(
    c: Composer,
    word: Word,
    subject: str | None,
    label: str,
    properties: Properties,
    info: Clause | None,
) -> str:
    """Add a verb with its arguments at a label; returns its event.

    ARG1 is the subject, ARG2 the object, ARG3 the indirect object; of a passive, ARG1 is the
    by-phrase and the subject fills the place of the missing object, as ICONS topic says.
    """
    if _elliptical(c, word, info):
        return _ellipsis(c, word, subject, label, properties)
    passive = is_passive(word, info)
    first = subject_of(c, word) or subject
    if complements.is_raising(word, passive):
        return complements.raising(c, word, first, label, properties)
    args: dict[str, str] = {}
    if passive:
        args["ARG1"] = _agent(c, word, info) or c.graph.open()
    elif first:
        args["ARG1"] = first
    elif properties.get("SF") == "comm":
        args["ARG1"] = _addressee(c, word)
    elif word.lemma not in _WEATHER:
        args["ARG1"] = c.graph.open()
    objects = _objects(c, word)
    indirect = objects.pop("ARG3", "")
    direct = objects.pop("ARG2", "")
    if passive and first:
        if direct and word.lemma not in _NAMING:  # *Kim was shown a house*
            indirect = indirect or first
        elif direct:
            indirect = direct
            direct = first
        else:
            direct = first
    event = c.graph.event(properties)
    if direct:
        args["ARG2"] = direct
    if indirect:
        args["ARG3"] = indirect
    predicate = complements.complete(c, word, label, event, args, passive)
    c.add(predicate, word, label, event, **dict(sorted(args.items())))
    if passive and first and first[:1] in "xi":
        c.graph.inform(event, "topic", first)
    return event


def is_passive(word: Word, info: Clause | None) -> bool:
    """A passive verb group, or a past participle without one (*a dog chased by Kim*)."""
    if info is not None and info.passive:
        return True
    if word.tag not in ("VBN", "VBD") or (info is not None and (info.finite or info.auxiliaries)):
        return False
    return word.dep in (
        "acl",
        "advcl",
        "amod",
        "relcl",
        "ROOT",
        "conj",
        "xcomp",
        "ccomp",
        "pcomp",
    ) and not word.first("dobj")


def subject_of(c: Composer, word: Word) -> str | None:
    """The variable of a clause's own subject; nothing for an expletive."""
    for d in word.dependents:
        if d.dep in ("nsubj", "nsubjpass"):
            if d.lower == "it" and (word.lemma in _WEATHER or _extraposed(word)):
                c.cover(d)
                continue
            return nominals.noun_phrase(c, d)
        if d.dep == "expl":
            c.cover(d)
        if d.dep in ("csubj", "csubjpass"):
            if d.tag == "VBG" and d.first("nsubj") is None:
                return nominals.noun_phrase(c, d)
            from litgen.engines.dependency.composition.constructions.clauses import clause

            c.cover(*[m for m in d.of("mark") if m.lower in ("that", "whether")])
            return c.graph.qeq(clause(c, d).top)
    return None


def _extraposed(word: Word) -> bool:
    """*It seems that ...*, *It bothers Kim that ...*: the clause is the real subject."""
    return any(
        d.dep in ("ccomp", "advcl") and any(m.lower == "that" for m in d.of("mark"))
        for d in word.dependents
    ) and not word.first("prep", "prt")


def _addressee(c: Composer, word: Word) -> str:
    """The understood *you* of an imperative."""
    referent = c.graph.referent({"PERS": "2", "PT": "zero"})
    label = c.graph.handle()
    span = (0, c.words[-1].wide_end)
    c.graph.quantify("pronoun_q", span, referent, label)
    c.graph.add("pron", span, label, referent)
    return referent


def _agent(c: Composer, word: Word, info: Clause | None) -> str:
    """The by-phrase of a passive."""
    by = word.first("agent")
    if by is None:
        return ""
    c.cover(by)
    target = by.first("pobj", "pcomp")
    if target is None:
        return c.gaps.get((by.i, "pobj"), "")
    return nominals.noun_phrase(c, target)


def _objects(c: Composer, word: Word) -> dict[str, str]:
    """Direct and indirect object: *gave Kim a book*, *gave a book to Kim*."""
    found: dict[str, str] = {}
    nouns = [d for d in word.dependents if d.dep in ("dobj", "dative") and d.pos != "ADP"
             and (d.i not in c.covered or d.i in c.known)]  # fmt: skip
    dative = next((d for d in nouns if d.dep == "dative"), None)
    if len(nouns) > 1 and dative is None:
        dative = nouns[0] if word.lemma in _DITRANSITIVE and nouns[0].i > word.i else None
    for d in nouns:
        role = "ARG3" if d is dative and len(nouns) > 1 else "ARG2"
        if role not in found:
            found[role] = nominals.noun_phrase(c, d)
    gap = c.gaps.get((word.i, "dobj"))
    if gap is not None and "ARG2" not in found:
        found["ARG2"] = gap
    elif gap is not None:
        found.setdefault("ARG3", gap)
    to = next((d for d in word.dependents if d.pos == "ADP" and d.lower in ("to", "for")
               and (d.dep == "dative" or (d.dep == "prep" and d.lower == "to"
                    and word.lemma in _TO_RECIPIENT))), None)  # fmt: skip
    if to is not None and ("ARG2" in found or word.first("nsubjpass")):
        target = to.first("pobj")
        recipient = nominals.noun_phrase(c, target) if target else c.gaps.get((to.i, "pobj"), "")
        if recipient and "ARG3" not in found:
            c.cover(to)
            found["ARG3"] = recipient
    return found


_TO_RECIPIENT = words("verbs", "to_recipient", "verbs")


def _elliptical(c: Composer, word: Word, info: Clause | None) -> bool:
    """An auxiliary without its verb: *and Kim did*, *if she could*."""
    if word.lemma == "do" and word.pos == "AUX":
        return not word.first("dobj", "attr", "xcomp", "ccomp", "prt")
    if word.tag == "MD":
        return word.first("xcomp", "ccomp") is None
    return (
        word.lower in ("did", "does", "do")
        and not any(
            d.dep in ("dobj", "prep", "advmod", "xcomp", "ccomp", "prt", "attr", "dative", "oprd")
            and d.i > word.i
            and d.lower not in _TAKING_UP
            for d in word.dependents
        )
        and (word.i, "dobj") not in c.gaps
    )


def _ellipsis(
    c: Composer, word: Word, subject: str | None, label: str, properties: Properties
) -> str:
    """*Kim did*: ``ellipsis_ref``; *Kim could*: the same under the modal."""
    first = subject_of(c, word) or subject or c.graph.open()
    event = c.graph.event(properties)
    c.add("ellipsis_ref", word, label, event, ARG1=first)
    return event
