"""Verbs with their arguments: subjects, objects and by-phrases; raising; ellipsis."""

from collections.abc import Mapping

from litgen.engines.dependency.clauses import SUBJECTS
from litgen.engines.dependency.composition import relations
from litgen.engines.dependency.composition.composer import Composer
from litgen.engines.dependency.composition.graph import REDUCED, UNTENSED, Properties
from litgen.engines.dependency.composition.lexicon import is_time
from litgen.lexicon import ADVERBS, VERBS
from litgen.trees.words import Word

#: Labels of a past participle without an auxiliary.
_REDUCED = frozenset(["acl", "advcl", "amod", "relcl", "ROOT", "conj", "xcomp", "ccomp", "pcomp"])
#: Labels of dependents that show that a verb is not elliptical.
_KEPT = frozenset(["dobj", "prep", "advmod", "xcomp", "ccomp", "prt", "attr", "dative", "oprd"])


def verb(c: Composer, word: Word, subject: str, label: str, properties: Properties) -> str:
    """Compose a verb: ARG1 is the subject, ARG2 the object, ARG3 the indirect object.

    In a passive, ARG1 is the by-phrase; the subject has the role of the missing object and is the
    topic in ICONS.
    """
    passive, shared = _is_passive(c, word), c.info(word).agent
    first = c.subject(word) or subject
    args: dict[str, str] = {}
    if passive:
        # as in *was washed and dried by a man*
        by = word.first("agent") or (None if shared is None else c.words[shared])
        c.cover(by)
        args["ARG1"] = (by and _object_of(c, by)) or c.variable()
    elif first:
        args["ARG1"] = first
    elif properties.get("SF") == "comm":
        understood = {"PERS": "2", "PT": "zero"}  # the *you* of an imperative
        span = (0, c.words[-1].wide_end)
        args["ARG1"] = c.thing("pron", "pronoun_q", span, understood)
    elif word.lemma not in VERBS.weather:
        args["ARG1"] = c.variable()
    direct, indirect = _objects(c, word)
    if passive and first:  # as in *Kim was shown a house*
        direct, indirect = (direct, first) if direct else (first, indirect)
    event = c.event(properties)
    args |= {role: v for role, v in (("ARG2", direct), ("ARG3", indirect)) if v}
    inner, particle = relations.clausal_complement(word), word.first("prt")
    if inner is not None:
        name = _clausal(c, word, inner, args, passive)
    else:
        name = _predicative(c, word, args, passive)
    if particle is not None:
        c.cover(particle)
        name = c.lexicon.verb(word, particle.lower)
    else:
        name = _prepositional(c, word, args, passive) or name
    args = dict(sorted(args.items()))
    name = name or c.lexicon.verb(word, frame="".join(each[0] for each in args.values()))
    c.add(name, word, label, event, **args)
    if passive and first[:1] in ("x", "i"):
        c.icons.append((event, "topic", first))
    elif passive and word.first("nsubjpass"):
        c.icons.append((event, "topic", event))  # as in *it is said that he left*
    return event


def _is_passive(c: Composer, word: Word) -> bool:
    """Check whether a verb is passive, also as a bare participle: *a dog chased by Kim*."""
    info = c.info(word)
    bare = word.tag in ("VBN", "VBD") and not (info.finite or info.auxiliaries)
    return info.passive or (bare and word.dep in _REDUCED and not word.first("dobj"))


def _object_of(c: Composer, preposition: Word) -> str:
    target = preposition.first("pobj", "pcomp")
    return c.noun_phrase(target) if target else c.gaps.get((preposition.i, "pobj"), "")


def _objects(c: Composer, word: Word) -> tuple[str, str]:
    """Return the direct and indirect objects: *gave Kim a book*, *gave a book to Kim*."""
    last, gap = c.info(word).object_of, c.gaps.get((word.i, "dobj"), "")
    shared = None if last is None else c.words[last].first("dobj")
    if shared is not None:  # as in *washes and dries a car*
        return c.joined.get(shared.i) or c.noun_phrase(shared), ""
    indirect = ""
    nouns = [d for d in word.dependents if d.dep in ("dobj", "dative") and d.pos != "ADP"
             and (d.i not in c.covered or d.i in c.known)]  # fmt: skip
    if len(nouns) > 1:
        giving = word.lemma in VERBS.ditransitive and nouns[0].i > word.i
        recipients = [d for d in nouns if d.dep == "dative"] or nouns[:giving]
        indirect = c.noun_phrase(recipients[0]) if recipients else ""
        nouns = [d for d in nouns if d not in recipients[:1]]
    direct = c.noun_phrase(nouns[0]) if nouns else ""
    direct, indirect = (direct, indirect or gap) if direct else (gap, indirect)
    to = next((d for d in word.dependents if d.pos == "ADP" and d.lower in ("to", "for")
               and (d.dep == "dative" or (d.dep == "prep" and d.lower == "to"
                    and word.lemma in VERBS.to_recipient))), None)  # fmt: skip
    if to is not None and (direct or word.first("nsubjpass")):
        indirect = _object_of(c, to)
        c.cover(to if indirect else None)
    return direct, indirect


def over_infinitive(c: Composer, word: Word) -> Mapping[str, str] | None:
    """Return the entry of a raising verb or quasi-modal over an infinitive or participle."""
    inner = relations.clausal_complement(word)
    if inner is None or relations.subject(inner) or word.first("dobj") or _is_passive(c, word):
        return None
    infinitive, quasi = relations.is_infinitive(inner), VERBS.quasi_modal.get(word.lemma)
    if infinitive and quasi and word.tag in quasi.get("tag", word.tag).split():
        return quasi
    return VERBS.raising.get(word.lemma) if infinitive or inner.tag == "VBG" else None


def raising(c: Composer, word: Word, subject: str, label: str, properties: Properties) -> str:
    """Compose *Kim seems to bark*: the clause, which contains the subject, is the only argument."""
    subject = c.subject(word) or subject
    inner, entry = relations.clausal_complement(word), over_infinitive(c, word)
    assert inner is not None and entry is not None
    event = c.event(properties)
    ep = c.add(entry["predicate"], word, label, event)
    sure = entry["predicate"].endswith("_qmodal") or inner.tag == "VBG"
    inner_force = "prop" if sure else "prop-or-ques"
    ep.args["ARG1"] = c.qeq(c.clause(inner, subject, force=inner_force).top)
    return event


def is_elliptical(c: Composer, word: Word) -> bool:
    """Check whether a form of *do* replaces an elided verb."""
    kept = (d for d in word.dependents if d.dep in _KEPT and d.lower not in ADVERBS.elliptical)
    without = not any(d.i > word.i or d.dep == "dobj" for d in kept)
    return without and (word.i, "dobj") not in c.gaps


def ellipsis(c: Composer, word: Word, subject: str, label: str, properties: Properties) -> str:
    """Compose an auxiliary without its verb (*and Kim did*, *if she could*): ``ellipsis_ref``."""
    first = c.subject(word) or subject or c.variable()
    return c.modify("ellipsis_ref", word, label, first, properties)


def _free(args: dict[str, str]) -> str:
    return next((r for r in ("ARG2", "ARG3") if r not in args), "ARG4")


def _clausal(
    c: Composer, word: Word, inner: Word, args: dict[str, str], passive: bool
) -> str | None:
    """Compose a clausal complement; its subject is its own, or the verb's object or subject."""
    c.cover(*relations.complementisers(inner))
    lemma, own, finite = word.lemma, relations.subject(inner), c.info(inner).finite
    raised = VERBS.raising_to_object.get(lemma, {})
    controls = VERBS.object_control.get(lemma, {})
    object_ = args.get("ARG2", "")
    if own is not None and controls and not finite:
        # *urged Kim to sing*, with Kim parsed as the subject of *sing*
        role, controller, force, entry = "ARG3", "", "", controls
        args["ARG2"] = c.noun_phrase(own)
    elif inner.dep == "ccomp" and (finite or own is not None):
        said = any(d.lower == "it" for d in word.of(*SUBJECTS))
        bare_it = said and args.get("ARG1", "")[:1] == "i" and not passive
        # as in *it seems that*, unlike *it is said that*
        role, controller = "ARG1" if bare_it else _free(args), ""
        entry = {} if finite else raised
        force = entry.get("force", "")
    elif object_ and raised:
        role, controller, force, entry = "ARG2", object_, raised.get("force", ""), raised
    else:
        by_subject = VERBS.subject_control.get(lemma, {})
        role, controller, force = _free(args), object_, by_subject.get("force", "")
        if not passive and (not object_ or by_subject):
            controller = args.get("ARG1", "")
        controller = controller if controller[:1] == "x" else ""
        entry = (controls or by_subject) if object_ else raised
    args[role] = c.qeq(c.clause(inner, controller, force=force).top)
    return entry.get("predicate")


def _predicative(c: Composer, word: Word, args: dict[str, str], passive: bool) -> str | None:
    """Compose a predicative complement: *became rich*, *wiped it clean*, *was elected king*."""
    found = next((d for d in word.dependents if d.dep in ("acomp", "oprd", "attr", "ccomp")
                  and d.i > word.i and d.i not in c.covered), None)  # fmt: skip
    if found is None:
        return None
    linking = VERBS.linking.get(word.lemma)
    own = found.first("nsubj")
    if found.pos in relations.NOMINAL:
        linked = found.dep == "attr" and not passive
        if linked or own is None:
            args[_free(args)] = c.noun_phrase(found)
            return str(linking["predicate"]) if linked and linking else None
    subject = args.get("ARG2") or args.get("ARG1", "")
    properties = REDUCED if found.dep == "oprd" and found.tag.startswith("VB") else UNTENSED
    if own is not None and found.dep == "ccomp":  # *made Kim happy*, with Kim parsed as its subject
        subject = args["ARG2"] = c.noun_phrase(own)
    label = c.handle()
    c.predicate(found, subject, label, properties)
    args[_free(args)] = c.qeq(label)
    return str(linking["predicate"]) if linking and "ARG3" not in args else None


def _prepositional(c: Composer, word: Word, args: dict[str, str], passive: bool) -> str | None:
    """Return the predicate of a verb with a preposition; add the object as the next argument."""
    for d in word.dependents:
        if d.dep != "prep" or d.i in c.covered or (d.i < word.i and d.dependents):
            continue
        selected = c.lexicon.prepositional(word, d.lower)
        if selected is None or d.first("conj", "prep"):
            continue
        target = d.first("pobj", "pcomp")
        gap = c.gaps.get((d.i, "pobj"))
        if passive and target is None and gap is None and args.get("ARG2"):
            c.cover(d)  # as in *is being looked at*
            return selected
        if (target is None and gap is None) or (target is not None and is_time(target)):
            continue
        c.cover(d)
        role = _free(args)
        args[role] = c.argument(target) if target is not None else str(gap)
        return selected
    return None
