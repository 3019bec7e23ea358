"""What has scope over a clause: adverbs such as *probably*, adverbial clauses."""

from __future__ import annotations

from litgen.engines.dependency.composition import relations
from litgen.engines.dependency.composition.composer import Composer
from litgen.engines.dependency.composition.graph import FORCE, REDUCED, Proposition
from litgen.engines.dependency.composition.lexicon import is_time
from litgen.engines.dependency.words import Span, Word, extent
from litgen.lexicon import ADVERBS
from litgen.tables import rules_table

_SUBORDINATORS = rules_table("semantics/conjunctions")["subordinator"]


def is_over_clause(word: Word) -> bool:
    """*with his dog running*: a preposition over a clause."""
    inner = word.first("pcomp")
    return inner is not None and inner.pos == "VERB" and inner.first("nsubj") is not None


def defer(c: Composer, word: Word, target: str, label: str) -> None:
    """The clause takes these once its verb stands."""
    c.deferred.append(word)


def scopal_adverb(c: Composer, core: Proposition, word: Word, force: str) -> Proposition:
    """*The dog probably barked*: ``_probable_a_1`` over the barking."""
    label, event = c.over(core, ADVERBS.scopal[word.lower]["predicate"], word, FORCE)
    c.modifiers(word, "degree", event, label)
    return core._replace(top=label)


def subordinate(c: Composer, core: Proposition, word: Word, force: str) -> Proposition:
    """An adverbial clause: its subordinator over both clauses, ``subord`` where it has none."""
    inner = word.first("pcomp") if word.dep == "prep" else None
    if inner is not None:
        c.cover(word)
        predicate, span, word = "_with_x_subord", word.span, inner
    else:
        predicate, span = _subordinator(c, word)
    if word.pos == "ADJ":
        top = c.graph.handle()
        c.predicate(word, c.graph.variable(), top, FORCE, alone=True)
    else:
        top = c.clause(word).top
    label = c.graph.handle()
    event = c.graph.event(FORCE if predicate == "subord" else {"SF": force})
    c.graph.add(predicate, span, label, event, ARG1=c.graph.qeq(core.top), ARG2=c.graph.qeq(top))
    return core._replace(top=label)


def _subordinator(c: Composer, word: Word) -> tuple[str, Span]:
    """The predicate of an adverbial clause's subordinator, and its span."""
    for mark in word.dependents:
        if mark.i > word.i or mark.i in c.covered or not (
            mark.dep == "mark" or (mark.dep == "advmod" and mark.tag == "WRB")
        ):  # fmt: skip
            continue
        c.cover(mark)
        if mark.lower in _COMPLEMENTISERS:
            continue
        before = [d for d in (*mark.dependents, *word.dependents) if d.i < mark.i]
        phrase = next((f"{b.lower} {mark.lower}" for b in before
                       if f"{b.lower} {mark.lower}" in _SUBORDINATORS), "")  # fmt: skip
        entry = _SUBORDINATORS.get(phrase or mark.lower)
        if phrase:
            c.cover(*before)
        start = before[0].start if phrase else mark.start
        return entry["predicate"] if entry else f"_{mark.lower}_x", (start, mark.end)
    to = c.info(word).to
    if to is None or word.dep != "advcl":
        return "subord", extent(word)
    span = c.words[to].span
    order = next((d for d in word.dependents if d.lower == "order"), None)
    if order is not None:
        c.cover(*(d for d in word.dependents if d.i <= order.i))
        span = (c.words[order.i - 1].start, order.end)
    return "_in+order+to_x", span


_COMPLEMENTISERS = frozenset(("that", "whether", "for", "to"))


def is_clause(c: Composer, word: Word) -> bool:
    """A verb that heads a clause."""
    return word.i in c.clauses


def relative(c: Composer, verb: Word, referent: str, label: str) -> None:
    """A finite clause on a noun, at the noun's label; its gap or pronoun is the noun's referent."""
    pronoun = relations.relative_pronoun(verb)
    front = next((d for d in verb.dependents if d.tag == "WRB" and d.i < verb.i), None)
    subject, at_time = "", False
    if pronoun is not None:
        c.known[pronoun.i] = referent
        c.cover(pronoun)
    elif relations.subject(verb) is None:
        subject = referent
    elif front is not None:  # *the house where she lives*
        c.known[front.i] = referent
    elif is_time(verb.head) and relations.stranded(verb) is None:
        at_time = True  # *the day she left*: the gap is when she left
    else:
        at_time = not c.fill_gap(verb, referent)
    inner = c.clause(verb, subject)
    if at_time:
        c.graph.modify("loc_nonsp", verb.span, inner.label, ARG1=inner.event, ARG2=referent)
    c.graph.merge(inner.top, label)  # with its operator: *who may win*


def reduced(c: Composer, verb: Word, referent: str, label: str) -> None:
    """A participle or infinitive on a noun: *a woman reading*, *a dog chased by Kim*.

    A clause with a complementiser (*the idea that Kim left*) is the noun's argument; one with a
    subordinator belongs to the clause that the noun stands in.
    """
    marks = [m for m in verb.of("mark", "advmod") if m.i < verb.i]
    if verb.dep == "advcl" and any(m.lower in _SUBORDINATORS for m in marks):
        c.deferred.append(verb)
        return
    info = c.info(verb)
    mark = next((m for m in verb.of("mark") if m.lower in ("that", "whether", "if")), None)
    infinitive = info.to is not None
    told = mark is not None or (info.finite and verb.dep in ("acl", "ccomp"))
    if told or (infinitive and _is_argument(c, verb, referent)):
        c.cover(mark)
        top, noun = c.clause(verb).top, c.graph.heads[referent]
        role = next(r for r in ("ARG1", "ARG2", "ARG3", "ARG4") if r not in noun.args)
        noun.args[role] = c.graph.qeq(top)
        return
    subject = referent if not infinitive and relations.subject(verb) is None else ""
    if infinitive:
        c.fill_gap(verb, referent)  # *a dog to chase*
    bare = verb.tag in ("VBN", "VBD") and not infinitive and not info.auxiliaries
    inner = c.clause(verb, subject, properties=REDUCED if bare else None)
    c.graph.merge(inner.top, label)


def _is_argument(c: Composer, verb: Word, referent: str) -> bool:
    """Whether an infinitive is what a noun is about: *the right to live there*."""
    transitive = verb.first("dobj", "ccomp", "xcomp", "attr", "acomp")
    named = c.graph.heads[referent].predicate.endswith(("_n_1", "_of"))
    return bool(transitive or named) and relations.stranded(verb) is None


def is_relational(c: Composer, of: Word) -> bool:
    """Whether a noun takes an *of*-phrase as its argument."""
    noun = c.graph.heads.get(c.known.get(of.head.i, ""))
    if noun is None or relations.of_phrase(of.head) is not of or of.first("conj"):
        return False
    return noun.predicate.endswith("_of") and of.first("pobj", "pcomp") is not None


def of_argument(c: Composer, of: Word, referent: str, label: str) -> None:
    """The *of*-phrase of a relational noun is its ARG1."""
    noun = c.graph.heads[referent]
    c.cover(of)
    noun.args["ARG1"] = c.argument(of.of("pobj", "pcomp")[0])
    c.modifiers(of, "degree", referent, label)
