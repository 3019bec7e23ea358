"""What verbs take besides objects: clauses, predicates, particles, prepositional complements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgen.engines.dependency.composition.constructions import nominals, prepositions
from litgen.engines.dependency.composition.graph import REDUCED, UNTENSED, Properties
from litgen.engines.dependency.composition.tables import table

if TYPE_CHECKING:
    from litgen.engines.dependency.composition.composer import Composer
    from litgen.engines.dependency.composition.words import Word

_VERBS = table("verbs")
_RAISING, _QUASI = _VERBS["raising"], _VERBS["quasi_modal"]
_OBJECT, _CONTROL = _VERBS["raising_to_object"], _VERBS["object_control"]
_PROMISE, _LINKING = _VERBS["subject_control_over_object"], _VERBS["linking"]
_ROLES = ("ARG2", "ARG3", "ARG4")
_SUBJECTS = ("nsubj", "nsubjpass", "csubj", "expl")


def _clausal(word: Word) -> Word | None:
    return next((d for d in word.dependents if d.dep in ("xcomp", "ccomp") and d.i > word.i
                 and d.pos in ("VERB", "AUX")), None)  # fmt: skip


def _is_to(word: Word) -> bool:
    return any(d.tag == "TO" for d in word.dependents)


def is_raising(word: Word, passive: bool) -> bool:
    """Whether a verb is used as a raising verb or a quasi-modal: *seems to*, *used to*."""
    inner = _clausal(word)
    if inner is None or any(d.dep in _SUBJECTS for d in inner.dependents):
        return False
    if word.first("dobj") is not None:
        return False
    quasi = _QUASI.get(word.lemma)
    if quasi is not None and _is_to(inner) and word.tag in quasi.get("tag", word.tag).split():
        return True
    return (
        not passive
        and word.lemma in _RAISING
        and inner.dep == "xcomp"
        and (inner.tag == "VBG" or _is_to(inner))
    )


def raising(
    c: Composer, word: Word, subject: str | None, label: str, properties: Properties
) -> str:
    """*Kim seems to bark*: the verb takes the clause alone, the clause takes the subject."""
    from litgen.engines.dependency.composition.constructions.clauses import clause

    inner = _clausal(word)
    assert inner is not None
    quasi = _QUASI.get(word.lemma)
    is_quasi = (
        quasi is not None and _is_to(inner) and (word.tag in quasi.get("tag", word.tag).split())
    )
    entry = quasi if is_quasi else _RAISING[word.lemma]
    event = c.graph.event(properties)
    force = "prop" if is_quasi or inner.tag == "VBG" else "prop-or-ques"
    ep = c.add(entry["predicate"], word, label, event)
    lower = clause(c, inner, subject, force=force)
    ep.args["ARG1"] = c.graph.qeq(lower.top)
    return event


def complete(
    c: Composer, word: Word, label: str, event: str, args: dict[str, str], passive: bool
) -> str:
    """Add clausal, predicative and prepositional complements; returns the verb's predicate."""
    particle = word.first("prt")
    inner = _clausal(word)
    predicate = None
    if inner is not None:
        predicate = _clause(c, word, inner, args, passive)
    else:
        predicate = _predicate(c, word, args, passive)
    if particle is not None:
        c.cover(particle)
        return c.lexicon.verb(word, particle.lower)
    selected = _prepositional(c, word, args)
    frame = "".join(args[r][0] for r in ("ARG1", *_ROLES) if r in args)
    return predicate or selected or c.lexicon.verb(word, frame=frame)


def _free(args: dict[str, str]) -> str:
    return next((r for r in _ROLES if r not in args), "ARG4")


def _clause(
    c: Composer, word: Word, inner: Word, args: dict[str, str], passive: bool
) -> str | None:
    """A clausal complement with its subject: its own, the object, or the subject."""
    from litgen.engines.dependency.composition.constructions.clauses import clause

    lemma = word.lemma
    c.cover(*[m for m in inner.of("mark") if m.lower in ("that", "whether", "if", "for")])
    own = any(d.dep in _SUBJECTS for d in inner.dependents)
    info = c.clauses.get(inner.i)
    finite = info is not None and info.finite
    if inner.dep == "ccomp" and (finite or own) and not (own and lemma in _CONTROL and not finite):
        if "ARG1" in args and args["ARG1"][0] == "i" and _bare_it(word):
            args["ARG1"] = c.graph.qeq(clause(c, inner).top)
            return None
        force = "" if finite else _OBJECT.get(lemma, {}).get("force", "")
        lower = clause(c, inner, force=force)
        args[_free(args)] = c.graph.qeq(lower.top)
        return None if finite or lemma not in _OBJECT else str(_OBJECT[lemma]["predicate"])
    if own and lemma in _CONTROL:  # *urged Kim to sing*, Kim read as the subject of *sing*
        subject = next(d for d in inner.dependents if d.dep in _SUBJECTS)
        args["ARG2"] = nominals.noun_phrase(c, subject)
        lower = clause(c, inner)
        args["ARG3"] = c.graph.qeq(lower.top)
        return str(_CONTROL[lemma]["predicate"])
    object_ = args.get("ARG2", "")
    if object_ and lemma in _OBJECT:
        args.pop("ARG2")
        lower = clause(c, inner, object_, force=_OBJECT[lemma].get("force", ""))
        args["ARG2"] = c.graph.qeq(lower.top)
        return str(_OBJECT[lemma]["predicate"])
    controller = object_ if object_ and lemma not in _PROMISE else args.get("ARG1")
    if passive:
        controller = object_ or None
    if controller is not None and not controller.startswith("x"):
        controller = None
    force = _PROMISE.get(lemma, {}).get("force", "")
    lower = clause(c, inner, controller, force=force)
    args[_free(args)] = c.graph.qeq(lower.top)
    for names in (_CONTROL, _PROMISE):
        if object_ and lemma in names:
            return str(names[lemma]["predicate"])
    return str(_OBJECT[lemma]["predicate"]) if lemma in _OBJECT and not object_ else None


def _bare_it(word: Word) -> bool:
    return any(d.lower == "it" and d.dep in _SUBJECTS for d in word.dependents)


def _predicate(c: Composer, word: Word, args: dict[str, str], passive: bool) -> str | None:
    """A predicate after the verb: *became rich*, *wiped it clean*, *was elected king*."""
    from litgen.engines.dependency.composition.constructions import coordination

    found = next((d for d in word.dependents if d.dep in ("acomp", "oprd", "attr", "ccomp")
                  and d.i > word.i and d.i not in c.covered), None)  # fmt: skip
    if found is None:
        return None
    nominal = found.pos in ("NOUN", "PROPN", "PRON", "NUM")
    linking = _LINKING.get(word.lemma)
    if nominal and found.dep == "attr" and not passive:
        args[_free(args)] = nominals.noun_phrase(c, found)
        return str(linking["predicate"]) if linking else None
    subject = args.get("ARG2") or args.get("ARG1", "")
    label = c.graph.handle()
    if nominal and found.first("nsubj") is None:
        args[_free(args)] = nominals.noun_phrase(c, found)
        return None
    properties = REDUCED if found.dep == "oprd" and found.tag.startswith("VB") else UNTENSED
    own = found.first("nsubj")
    if own is not None and found.dep == "ccomp":  # *made Kim happy*, Kim read as its subject
        subject = args["ARG2"] = nominals.noun_phrase(c, own)
        label = c.graph.handle()
    if found.dep == "conj" or any(d.dep == "conj" for d in found.dependents):
        coordination.predicates(c, found, label, subject, properties)
    else:
        coordination.predicate(c, found, label, subject, properties)
    args[_free(args)] = c.graph.qeq(label)
    return str(linking["predicate"]) if linking and "ARG3" not in args else None


def _prepositional(c: Composer, word: Word, args: dict[str, str]) -> str | None:
    """The preposition that a verb selects: its object is the verb's next argument."""
    for d in word.dependents:
        if d.dep != "prep" or d.i in c.covered or (d.i < word.i and d.dependents):
            continue
        predicate = c.lexicon.prepositional(word, d.lower)
        if predicate is None or any(s.dep in ("conj", "prep") for s in d.dependents):
            continue
        target = d.first("pobj", "pcomp")
        gap = c.gaps.get((d.i, "pobj"))
        if target is None and gap is None:
            continue
        if target is not None and prepositions.is_time(target):
            continue
        c.cover(d)
        role = _free(args)
        args[role] = ""
        args[role] = prepositions.argument(c, target) if target is not None else str(gap)
        return predicate
    return None
