"""What verbs take besides objects: clauses, predicates, prepositional phrases."""

from __future__ import annotations

from litgen.engines.dependency.composition import relations
from litgen.engines.dependency.composition.composer import Composer, complement
from litgen.engines.dependency.composition.graph import REDUCED, UNTENSED
from litgen.engines.dependency.composition.lexicon import is_time
from litgen.engines.dependency.composition.words import Word
from litgen.lexicon import lemmas_with

_OBJECT, _CONTROL = lemmas_with("raising_to_object", "verb"), lemmas_with("object_control", "verb")
_PROMISE, _LINKING = lemmas_with("subject_control", "verb"), lemmas_with("linking", "verb")
_ROLES = ("ARG2", "ARG3", "ARG4")


def _free(args: dict[str, str]) -> str:
    return next((r for r in _ROLES if r not in args), "ARG4")


@complement(10, when=lambda _, word: relations.clausal_complement(word) is not None)
def clausal(c: Composer, word: Word, args: dict[str, str], passive: bool) -> str | None:
    """A clausal complement with its subject: its own, the object, or the subject."""
    inner = relations.clausal_complement(word)
    assert inner is not None
    lemma = word.lemma
    c.cover(*relations.complementisers(inner))
    own = relations.subject(inner)
    info = c.clauses.get(inner.i)
    finite = info is not None and info.finite
    if own is not None and lemma in _CONTROL and not finite:
        # *urged Kim to sing*, Kim read as the subject of *sing*
        args["ARG2"] = c.noun_phrase(own)
        args["ARG3"] = c.graph.qeq(c.clause(inner).top)
        return str(_CONTROL[lemma]["predicate"])
    raised = _OBJECT.get(lemma, {})
    if inner.dep == "ccomp" and (finite or own is not None):
        bare_it = args.get("ARG1", "")[:1] == "i" and relations.expletive(word, "it")
        force = "" if finite or bare_it else raised.get("force", "")
        role = "ARG1" if bare_it else _free(args)
        args[role] = c.graph.qeq(c.clause(inner, force=force).top)
        return None if finite or bare_it else raised.get("predicate")
    object_ = args.get("ARG2", "")
    if object_ and raised:
        args["ARG2"] = c.graph.qeq(c.clause(inner, object_, force=raised.get("force", "")).top)
        return str(raised["predicate"])
    controller: str | None = object_
    if not passive and (not object_ or lemma in _PROMISE):
        controller = args.get("ARG1")
    if not controller or controller[0] != "x":
        controller = None
    force = _PROMISE.get(lemma, {}).get("force", "")
    args[_free(args)] = c.graph.qeq(c.clause(inner, controller, force=force).top)
    entry = _CONTROL.get(lemma) or _PROMISE.get(lemma) if object_ else raised
    return entry["predicate"] if entry else None


@complement(20, when=lambda _, word: relations.clausal_complement(word) is None)
def predicative(c: Composer, word: Word, args: dict[str, str], passive: bool) -> str | None:
    """A predicate after the verb: *became rich*, *wiped it clean*, *was elected king*."""
    found = next((d for d in word.dependents if d.dep in ("acomp", "oprd", "attr", "ccomp")
                  and d.i > word.i and d.i not in c.covered), None)  # fmt: skip
    if found is None:
        return None
    linking = _LINKING.get(word.lemma)
    own = found.first("nsubj")
    if found.pos in relations.NOMINAL:
        linked = found.dep == "attr" and not passive
        if linked or own is None:
            args[_free(args)] = c.noun_phrase(found)
            return str(linking["predicate"]) if linked and linking else None
    subject = args.get("ARG2") or args.get("ARG1", "")
    properties = REDUCED if found.dep == "oprd" and found.tag.startswith("VB") else UNTENSED
    if own is not None and found.dep == "ccomp":  # *made Kim happy*, Kim read as its subject
        subject = args["ARG2"] = c.noun_phrase(own)
    label = c.graph.handle()
    c.predicate(found, subject, label, properties)
    args[_free(args)] = c.graph.qeq(label)
    return str(linking["predicate"]) if linking and "ARG3" not in args else None


@complement(30, when=lambda _, word: word.first("prt") is None)
def prepositional(c: Composer, word: Word, args: dict[str, str], passive: bool) -> str | None:
    """The preposition that a verb selects: its object is the verb's next argument."""
    for d in word.dependents:
        if d.dep != "prep" or d.i in c.covered or (d.i < word.i and d.dependents):
            continue
        selected = c.lexicon.prepositional(word, d.lower)
        if selected is None or d.first("conj", "prep"):
            continue
        target = d.first("pobj", "pcomp")
        gap = c.gaps.get((d.i, "pobj"))
        if (target is None and gap is None) or (target is not None and is_time(target)):
            continue
        c.cover(d)
        role = _free(args)
        args[role] = c.argument(target) if target is not None else str(gap)
        return selected
    return None
