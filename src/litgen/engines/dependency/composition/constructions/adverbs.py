"""Adverbs and adjectives, wherever they stand; places, times, manner, reason."""

from __future__ import annotations

from litgen.engines.dependency.composition import relations
from litgen.engines.dependency.composition.composer import Composer
from litgen.engines.dependency.composition.graph import FORCE, UNTENSED, Predication, Properties
from litgen.engines.dependency.words import Word
from litgen.lexicon import ADJECTIVES, ADVERBS

#: Question words: the predicate over the event, the noun that is asked for, its properties.
_ASKING = {"how": ("unspec_manner", "manner", FORCE), "why": ("_for_p", "reason", UNTENSED)}


def is_connective(word: Word) -> bool:
    """*So* or *then* at the front names no time."""
    return word.i == 0 and word.lower in ("so", "then")


def adverb(c: Composer, word: Word, target: str, label: str) -> str:
    """An adverb that modifies an event."""
    if word.lower in _ASKING:
        above, asked, properties = _ASKING[word.lower]
        found, _ = c.graph.thing(asked, "which_q", word.span)
        return c.modify(above, word, label, target, properties, ARG2=found)
    lexicon, particle = c.lexicon, word.lower in ADVERBS.particle or word.pos == "ADP"
    name = lexicon.preposition(word.lower, "way") if particle else lexicon.adverb(word)
    event = c.modify(name, word, label, target)
    if word.pos in ("ADV", "ADJ"):
        c.modifier(word, "form", event, label)
    c.modifiers(word, "degree complement", event, label)
    return event


def negates(c: Composer, word: Word) -> bool:
    """Whether *not* negates its clause, which composes it as an operator."""
    return c.info(word.head).negation == word.i


def place_or_time(c: Composer, word: Word, target: str, label: str) -> str:
    """*here*, *now*, *where*: ``loc_nonsp`` of a place or a time."""
    found = _named(c, word)
    event = c.graph.modify("loc_nonsp", word.wide, label, ARG1=target, ARG2=found)
    c.modifiers(word, "degree complement", event, label)
    return event


def _named(c: Composer, word: Word) -> str:
    """The place or time that an adverb names."""
    if word.i in c.known:
        c.cover(word)
        return c.known[word.i]
    place = word.lower in ADVERBS.place
    entry = (ADVERBS.place if place else ADVERBS.time)[word.lower]["predicate"]
    asked = entry.endswith("_q")
    quantifier = entry if asked else "def_implicit_q"
    referent, label = c.thing("place_n" if place else "time_n", quantifier, word)
    if not asked:
        c.graph.modify(entry, word.span, label, ARG1=referent)
    return referent


def predicative(c: Composer, word: Word, subject: str, label: str, properties: Properties) -> str:
    """An adverb as a predicate, or beside a noun: *is here*, *is over*; *the then king*."""
    if word.lower in ADVERBS.place:
        event = c.graph.event(properties)
        c.graph.add("loc_nonsp", word.span, label, event, ARG1=subject, ARG2=_named(c, word))
    else:
        event = c.modify(c.lexicon.adverb(word), word, label, subject, properties)
    c.modifiers(word, "degree complement", event, label)
    return event


def before_participle(c: Composer, word: Word, target: str, label: str) -> None:
    """*a well known man*: an adverb before a participle."""
    c.modify(c.lexicon.adverb(word), word, label, target)


def adjective(c: Composer, word: Word, subject: str, label: str, properties: Properties) -> str:
    """*very old*: ``_old_a_1`` (ARG1 the subject) and ``_very_x_deg`` (ARG1 the being old)."""
    event = c.graph.event(properties)
    ep = c.add(c.lexicon.adjective(word, _frame(word)), word, label, event, ARG1=subject)
    c.modifier(word, "form", event, label)
    c.modifiers(word, "degree", event, label)
    if not _tough(c, word, ep):
        _clausal(c, word, ep)
    c.modifiers(word, "complement", event, label)
    return event


def _frame(word: Word) -> str:
    """The preposition that follows, or *to*."""
    taken = next((d for d in word.of("xcomp", "ccomp", "prep") if d.i > word.i), None)
    return "" if taken is None else taken.lower if taken.dep == "prep" else "to"


def _tough(c: Composer, word: Word, ep: Predication) -> bool:
    """*Kim is hard to please*: the clause is ARG1, and the subject is what it leaves out."""
    inner, subject = word.first("xcomp"), ep.args.get("ARG1", "")
    if inner is None or word.lemma not in ADJECTIVES.tough or subject[:1] != "x":
        return False
    c.cover(*relations.complementisers(inner))
    c.fill_gap(inner, subject)
    ep.args["ARG1"] = c.graph.qeq(c.clause(inner, force="prop-or-ques").top)
    own = inner.first("nsubj", "nsubjpass")
    if own is not None and own.i in c.known:
        ep.args["ARG2"] = c.known[own.i]
    return True


def _clausal(c: Composer, word: Word, ep: Predication) -> None:
    """A clause that an adjective takes: *eager to please*, *sure that it rains*."""
    inner = next((d for d in word.of("xcomp", "ccomp", "acl", "advcl")
                  if d.pos in relations.VERBAL and d.i not in c.covered
                  and not (d.dep == "advcl" and d.first("mark"))), None)  # fmt: skip
    if inner is not None:
        c.cover(*relations.complementisers(inner))
        subject = ep.args.get("ARG1", "")
        lower = c.clause(inner, subject if subject[:1] == "x" else "")
        ep.args["ARG2" if subject else "ARG1"] = c.graph.qeq(lower.top)
