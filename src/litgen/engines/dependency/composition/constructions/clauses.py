"""Clauses: verb groups, operators, adverbial clauses, and clauses that modify nouns."""

from dataclasses import replace
from typing import Any

from litgen.engines.dependency.clauses import Clause
from litgen.engines.dependency.composition import relations
from litgen.engines.dependency.composition.composer import Composer
from litgen.engines.dependency.composition.graph import FORCE, REDUCED, Properties, Proposition
from litgen.engines.dependency.composition.lexicon import is_calendar, is_time, is_year
from litgen.engines.dependency.composition.relations import Conjunct, conjuncts
from litgen.lexicon import ADVERBS
from litgen.tables import rules_table
from litgen.trees.morphology import MODALS
from litgen.trees.words import Span, Word, extent

_SUBORDINATORS = rules_table("semantics/conjunctions")["subordinator"]


def joins_clauses(c: Composer, word: Word) -> bool:
    """Check whether a verb is coordinated with another: *Kim sang and danced*."""
    return len(_clausal(word)) > 1


def _clausal(word: Word) -> list[Conjunct]:
    return [i for i in conjuncts(word) if i.word is word or i.word.pos in relations.VERBAL]


def coordinated(c: Composer, word: Word, subject: str, force: str = "", **how: Any) -> Proposition:
    """Compose coordinated clauses or verb phrases: ``_and_c`` over events at one label."""
    items = _clausal(word)
    shared = _shares_operators(c, [item.word for item in items])
    how |= {"force": force, "operate": not shared}
    parts: list[Proposition] = []
    for item in items:
        own = relations.subject(item.word)
        parts.append(c.clause(item.word, "" if own else subject, alone=True, **how))
        how["label"] = ""
        if own and own.dep != "expl" and (item.word is not word or not subject):
            # the following verb phrases share the subject
            subject = c.joined.get(own.i) or c.known.get(own.i, "")
    top = parts[0].top
    for part in parts[1:]:
        c.merge(part.top, top)
    own_properties = c.variables.get(parts[0].event, {})
    event = c.join(items, [part.head for part in parts], top, own_properties)
    whole = Proposition(top, event, top, event)
    return _operate(c, whole, c.info(word), force or _force(c, word)) if shared else whole


def simple(
    c: Composer, word: Word, subject: str, label: str = "", properties: Properties | None = None,
    force: str = "", operate: bool = True,
) -> Proposition:  # fmt: skip
    """Compose one clause without the clauses coordinated with it.

    Args:
        label: label of the main predicate; by default a new one.
        properties: properties of the main event; by default those of the verb group.
        force: the value of SF; by default, it follows from the word order.
        operate: whether to add the clause's modal and negation.
    """
    info = c.info(word)
    force = force or _force(c, word)
    label = label or c.handle()
    c.cover(word)  # and below the rest of the verb group, even words without a predication
    c.covered.update(info.auxiliaries, [] if info.to is None else [info.to])
    before = len(c.deferred)
    event = c.verb_phrase(word, subject, label, properties or _properties(info, force, word))
    c.events.setdefault(word.i, event)
    c.modifiers(word, "clause", event, label)
    scopal = c.deferred[before:]
    del c.deferred[before:]
    core = Proposition(label, event, label, event)
    if operate:
        core = _operate(c, core, info, force)
    for above in sorted(scopal, key=lambda w: abs(w.i - w.head.i)):  # nearest to the verb first
        core = c.scope(core, above, force)
    return core


def as_argument(c: Composer, word: Word) -> str:
    """Compose a clause as an argument and return its handle: *what computers are*."""
    c.cover(*relations.complementisers(word))
    return c.qeq(c.clause(word).top)


def _properties(info: Clause, force: str, word: Word) -> Properties:
    tense = "untensed" if info.modal else info.tense or "untensed"
    bare = tense == "untensed" and word.tag == "VBG" and not info.auxiliaries
    return {
        "SF": "prop" if info.modal else force,
        "TENSE": "tensed" if force == "comm" else tense, "MOOD": "indicative",
        "PROG": "+" if bare or info.progressive else "-", "PERF": "+" if info.perfect else "-",
    }  # fmt: skip


def _force(c: Composer, word: Word) -> str:
    """Return the sentence force; inversion or *wh*-words before the verb mark a question."""
    info, first, asks = c.info(word), c.words[0], c.words[-1].text == "?"
    if word.dep in ("ROOT", "conj"):
        below = first.head.head is word and first.head.pos not in relations.VERBAL  # *How often*
        wh = c.words[: word.i] if asks else [first] if below else []
        asked = any(w.tag in relations.QUESTION_TAGS for w in wh)
        if info.question or (asked and word.dep == "ROOT"):
            return "ques"
        bare = info.to is None and info.modal is None and not relations.subject(word)
        if bare and word.dep == "ROOT" and word.tag in ("VB", "VBP"):
            return "ques" if asks else "comm"
    before = (each for d in word.dependents if d.i < word.i for each in (d, *d.dependents))
    embedded = word.dep in ("ccomp", "pcomp", "csubj") and any(
        each.tag in relations.QUESTION_TAGS or each.lower in ("whether", "if") for each in before
    )
    return "ques" if embedded else "prop"


def _shares_operators(c: Composer, words: list[Word]) -> bool:
    """Check whether one modal or *do not* has scope over all coordinated verb phrases."""
    first = c.info(words[0])
    if not first.modal and first.negation is None:
        return False
    supported = any(c.words[i].lemma == "do" for i in first.auxiliaries)
    for word in words[1:]:
        info = c.info(word)
        left_out = info.shares or (supported and word.tag in ("VB", "VBP"))
        if not left_out or info.auxiliaries or info.negation is not None or info.to is not None:
            return False
        if word.first("nsubj", "nsubjpass", "expl"):
            return False
        if supported:
            c.clauses[word.i] = replace(info, tense=first.tense, shares=True)
    return True


def _operate(c: Composer, core: Proposition, info: Clause, force: str) -> Proposition:
    """Add a clause's modal over the main predicate, and its negation over both."""
    if info.modal is not None:
        # a modal without a word of its own is shared: *She may sing and dance*
        words = (c.words[i] for i in info.auxiliaries)
        word = next((w for w in words if w.dep == "aux"), c.words[info.head])
        entry = MODALS[info.modal]
        tense = {"SF": force, "TENSE": entry.get("tense", "pres")}
        properties = {**c.variables[core.event], **tense}
        label, event = c.over(core, entry["predicate"], word, properties)
        core = core._replace(top=label, head=event)
    if info.negation is not None:
        word = c.words[info.negation]
        never = word.lower == "never"
        own = FORCE if never else c.variables[core.head]
        label, _ = c.over(core, "_never_a_1" if never else "neg", word, own)
        core = core._replace(top=label)
    return core


def is_over_clause(word: Word) -> bool:
    """Check whether a preposition takes a clause: *with his dog running*."""
    inner = word.first("pcomp")
    return inner is not None and inner.pos == "VERB" and inner.first("nsubj") is not None


def defer(c: Composer, word: Word, target: str, label: str) -> None:
    """Defer a modifier until the verb of its clause is composed."""
    c.deferred.append(word)


def scopal_adverb(c: Composer, core: Proposition, word: Word, force: str) -> Proposition:
    """Compose *The dog probably barked*: ``_probable_a_1`` over the clause."""
    label, event = c.over(core, ADVERBS.scopal[word.lower]["predicate"], word, FORCE)
    c.modifiers(word, "degree", event, label)
    return core._replace(top=label)


def subordinate(c: Composer, core: Proposition, word: Word, force: str) -> Proposition:
    """Compose an adverbial clause: a subordinator, or ``subord``, over both clauses."""
    inner = word.first("pcomp") if word.dep == "prep" else None
    if inner is not None:
        c.cover(word)
        predicate, span, word = "_with_x_subord", word.span, inner
    else:
        predicate, span = _subordinator(c, word)
    if word.pos == "ADJ":
        top = c.handle()
        c.predicate(word, c.variable(), top, FORCE, alone=True)
    else:
        top = c.clause(word).top
    label = c.handle()
    event = c.event(FORCE if predicate == "subord" else {"SF": force})
    c.add(predicate, span, label, event, ARG1=c.qeq(core.top), ARG2=c.qeq(top))
    return core._replace(top=label)


def _subordinator(c: Composer, word: Word) -> tuple[str, Span]:
    marks = [m for m in word.of("mark", "advmod") if m.i < word.i and m.i not in c.covered]
    c.cover(*relations.complementisers(word))
    for mark in marks:
        before = [d for d in (*mark.dependents, *word.dependents) if d.i == mark.i - 1]
        for first in (*before, mark):
            phrase = mark.lower if first is mark else f"{first.lower} {mark.lower}"
            if phrase in _SUBORDINATORS:
                c.cover(first, mark)
                return _SUBORDINATORS[phrase]["predicate"], (first.start, mark.end)
    to = c.info(word).to
    if to is None or word.dep != "advcl":
        return "subord", extent(word)
    return "_in+order+to_x", c.words[to].span


def is_clause(c: Composer, word: Word) -> bool:
    return word.i in c.clauses


def relative(c: Composer, verb: Word, referent: str, label: str) -> None:
    """Compose a relative clause; its gap or relative pronoun has the noun's referent."""
    pronoun = relations.relative_pronoun(verb)
    front = next((d for d in verb.dependents if d.tag == "WRB" and d.i < verb.i), None)
    subject, at_time = "", False
    if pronoun is not None:
        c.known[pronoun.i] = referent
        c.cover(pronoun)
    elif relations.subject(verb) is None:
        subject = referent
    elif front is not None:  # as in *the house where she lives*
        c.known[front.i] = referent
    else:  # *the day she left*: the gap is the time
        timed = is_time(verb.head) and relations.stranded(verb) is None
        at_time = timed or not c.fill_gap(verb, referent)
    inner = c.clause(verb, subject)
    if at_time:
        c.modify("loc_nonsp", verb.span, inner.label, inner.event, ARG2=referent)
    c.merge(inner.top, label)  # including its operator: *who may win*


def reduced(c: Composer, verb: Word, referent: str, label: str) -> None:
    """Compose a participle, infinitive or *that*-clause after a noun: *a dog chased by Kim*."""
    marks = [m for m in verb.of("mark", "advmod") if m.i < verb.i]
    if verb.dep == "advcl" and any(m.lower in _SUBORDINATORS for m in marks):
        c.deferred.append(verb)
        return
    info = c.info(verb)
    mark = next((m for m in verb.of("mark") if m.lower in ("that", "whether", "if")), None)
    complement = mark is not None or (info.finite and verb.dep in ("acl", "ccomp"))
    if complement or info.to is not None:
        c.cover(mark)
        top, noun = c.clause(verb).top, c.heads[referent]
        role = next(r for r in ("ARG1", "ARG2", "ARG3", "ARG4") if r not in noun.args)
        noun.args[role] = c.qeq(top)
        return
    subject = referent if relations.subject(verb) is None else ""
    bare = verb.tag in ("VBN", "VBD") and not info.auxiliaries
    inner = c.clause(verb, subject, properties=REDUCED if bare else None)
    c.merge(inner.top, label)


def is_relational(c: Composer, of: Word) -> bool:
    """Check whether a noun takes an *of*-phrase as its argument."""
    noun = c.heads.get(c.known.get(of.head.i, ""))
    if noun is None or relations.of_phrase(of.head) is not of or of.first("conj"):
        return False
    return noun.predicate.endswith("_of") and of.first("pobj", "pcomp") is not None


def is_dated(word: Word) -> bool:
    """Check whether a word is the year after a month: *May 1991*."""
    return is_year(word) and is_calendar(word.head)


def of_argument(c: Composer, of: Word, referent: str, label: str) -> None:
    """Set ARG1 of a relational noun to its *of*-phrase, or that of a month to the year after it."""
    noun = c.heads[referent]
    c.cover(of)
    noun.args["ARG1"] = c.argument(of.first("pobj", "pcomp") or of)
    c.modifiers(of, "degree", referent, label)
