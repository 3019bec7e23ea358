"""What guards ask about the root clause: its verb group, what stands around it, its conjuncts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from litgen.engines.dependency.clauses import SUBJECTS, joining, splice
from litgen.engines.dependency.facts import told
from litgen.engines.dependency.morphology import FIRST, PLURAL, SINGULAR, known_as
from litgen.engines.dependency.nouns import is_plural
from litgen.engines.dependency.phrases import (
    Named,
    Part,
    Property,
    adverbials,
    described,
    labels,
    with_told,
)
from litgen.lexicon import NOUNS
from litgen.tables import LISTS

if TYPE_CHECKING:
    from spacy.tokens import Token


#: Marks before which a clause has ended.
_ENDS = frozenset(";.!?")
_FORMS = ("copular", "passive", "progressive", "perfect")


def _verb_group(p: Part) -> list[Token]:
    return [p.doc[i] for i in p.clause.group]


def _start(p: Part) -> int:
    """Where the subject begins."""
    return p.doc[p.clause.subject or 0].left_edge.i


def _form(p: Part) -> Named:
    """Tense, voice and aspect of the verb group; whether it is negated, or *simple present*; a
    *passive in its course* is progressive."""
    clause, group = p.clause, _verb_group(p)
    names = [form for form in _FORMS if getattr(clause, form)]
    if clause.tense == "pres" and not names:
        names.append("simple present")
    if clause.modal:
        names.append("modal")
    if clause.passive and clause.progressive:
        names.append("passive in its course")
    if clause.negation is not None:
        yield "negated", p.doc[clause.negation]
    for name in filter(None, (*names, clause.tense)):
        yield from ((name, verb) for verb in group)


def _verb(p: Part) -> Token:
    """The verb; of *has to feed* the infinitive, where its passive is asked about."""
    verb = p.doc[p.clause.last]
    return p.head if verb.dep_ == "conj" else verb


def _placed(p: Part, where: str) -> Iterator[Token]:
    """Dependents of the verb, but subject and auxiliaries, in front, in the middle, after it."""
    first, last = {
        "front": (0, _start(p)), "middle": (_start(p), p.head.i), "rest": (p.head.i, len(p.doc)),
    }[where]  # fmt: skip
    group, verb = [p.clause.subject, *p.clause.auxiliaries], _verb(p)
    if verb != p.head:
        group += [verb.i, *(t.i for t in verb.ancestors)]
    shared = () if p.clause.object_of is None else p.doc[p.clause.object_of].rights
    below = (*p.head.children, *shared)
    return (c for c in below if first <= c.i < last and c.i not in group)


def of_the_subject(verb: Token) -> bool:
    """*Judging that it was late,* before a subject: who judges is the subject."""
    alone = verb.dep_ == "advcl" and verb.tag_ in ("VBG", "VBN") and verb.left_edge == verb
    after = verb.right_edge.i + 1
    apart = all(c.dep_ not in (*SUBJECTS, "advmod") for c in verb.children)
    return alone and apart and verb.doc[after : after + 1].text == ","


def _middle(p: Part) -> Named:
    """As elsewhere; two words between commas, or a phrase behind an auxiliary, are an ``aside``:
    *The office, for example, has*, *has in fact*; not *, including civilians,*."""
    for child in _placed(p, "middle"):
        before, after = child.left_edge.i - 1, child.right_edge.i + 1
        apart = p.doc[before].text == p.doc[after].text == "," and after - before == 3
        apart = (apart and child.tag_ == "IN") or any(i <= before for i in p.clause.auxiliaries)
        yield from [("aside", child)] if apart and child.dep_ == "prep" else labels((child,))


def _front(p: Part) -> Named:
    """As elsewhere; an adverbial clause with a subject of its own is ``finite advcl``, a
    participle of the subject that a comma closes ``participle``, who is spoken to ``vocative``."""
    for child in _placed(p, "front"):
        if of_the_subject(child):
            yield "participle", child
            continue
        after = child.right_edge.i + 1
        name = child.dep_ == "npadvmod" and child.pos_ == "PROPN" and child.ent_type_ != "DATE"
        if name and p.doc[after : after + 1].text == ",":  # *No, Dave Hanson, you were late*
            yield "vocative", child
            continue
        if any(t.tag_ in ("VBG", "VBN") and t.dep_ == "pcomp" for t in child.subtree):
            yield "front participle", child
        yield from adverbials((child,))


def _conjuncts(p: Part) -> Named:
    """The verbs coordinated with the root's, by what is unlike in them."""
    root = p.clause
    for other in p.sentence.clauses:
        if other.governor == root.head and other.kind == "conjunct":
            facts = {
                "clause": other.subject is not None,
                "clause without a comma": other.subject is not None and _goes_on(p, other.head),
                "unmarked clause": other.subject is not None and not _is_marked_off(p, other.head),
                "verb": other.subject is None,
                "with auxiliary": other.subject is None and other.auxiliaries,
                "another tense": other.tense and root.tense and other.tense != root.tense,
                "past perfect": other.tense == "past" and other.perfect,
                "past beside another": {"past"} < {other.tense, root.tense} - {None},
                "unlike": (other.copular, other.passive) != (root.copular, root.passive),
            }  # fmt: skip
            yield from ((name, p.doc[other.head]) for name, holds in facts.items() if holds)
    yield from told(p.doc, "facts", "root", "conjunct", head=p.head.i)


def _adverbs(p: Part) -> Named:
    """Those of the main clauses: *He will come, or perhaps she will*, *It is probably a dog*."""
    for verb in (p.head, *p.head.conjuncts):
        after_be = [c for c in verb.rights if c.dep_ in ("attr", "acomp")]
        for word in (verb, *after_be, *(g for c in after_be for g in c.lefts)):
            yield from ((c.lower_, c) for c in word.children if c.dep_ == "advmod")


def _goes_on(p: Part, head: int) -> bool:
    """No mark stands before the clause: *until he left and everybody slept*."""
    before = p.doc[head].left_edge.i - 1
    before -= p.doc[before].dep_ == "cc"
    return not p.doc[before].is_punct


def _is_marked_off(p: Part, head: int) -> bool:
    """A clause begins where a reader sees it: *left, but Bob slept*, *left; Bob did*, *left. Bob
    did.*; a conjunction suffices, before which a cleft puts a comma, or a comma, which it makes a
    semicolon."""
    start = p.doc[head].left_edge.i
    ended = p.doc[start - 1].text in _ENDS
    return ended or joining(p.doc, head) is not None or splice(p.doc, head) is not None


def _one_comma(p: Part) -> Iterable[Token]:
    """*Dad, get the cigarettes*; not *Parks, Inc. offers*, *April 27, 2008*, *rivers, lakes*, nor
    *this small, old dog*, *a new, more powerful view*."""
    found = []
    for comma in p.doc[max(_start(p), 1) : p.head.i]:
        following = comma.nbor().head if comma.nbor().dep_ == "advmod" else comma.nbor()
        if comma.text == "," and [t.dep_ for t in (comma.nbor(-1), following)] != ["amod"] * 2:
            after = comma.nbor().lower_
            year = after.isdigit() and len(after) == 4
            if not year and after.rstrip(".") not in LISTS.after_names:
                found.append(comma)
    closes = bool(found) and found[0].nbor() in _verb_group(p)  # *Bob and Kim, can sing*
    alone = len(found) == 1 and (closes or found[0].head == p.head or not found[0].head.conjuncts)
    return found if alone else ()


def _agreement_clash(p: Part) -> Iterable[Token]:
    """A singular subject has a plural verb: the sentence or its tree is broken (*a merry go
    round*)."""
    clause, subject, verb = p.clause, p.doc[p.clause.subject or 0], _verb_group(p)[0]
    word, tag = subject.lower_, subject.tag_
    were = verb.lower_ == "were" and not any(t.lower_ in ("if", "though", "of") for t in p.doc)
    if (clause.tense != "pres" and not were) or clause.shares or clause.modal:
        return ()
    if subject.conjuncts or subject.lemma_.lower() in NOUNS.either_number:
        return ()
    if word.endswith("s") and "NOUN" in known_as(word[:-1]):
        return ()  # *synonyms*, tagged as a singular
    base = verb.tag_ in ("VBP", "VB") and verb.lower_ not in SINGULAR | FIRST
    name = tag == "NNP" and (subject.ent_type_ in ("PERSON", "GPE") or "NOUN" in known_as(word))
    single = name or (tag == "NN" and subject.pos_ == "NOUN")
    clash = single and (base or verb.lower_ in PLURAL) and not is_plural(subject)
    return (subject, verb) if clash else ()


FACTS = with_told("root", {"agreement clash": _agreement_clash, "one comma inside": _one_comma})
PROPERTIES: dict[str, Property] = {
    "lemma": lambda p: [(_verb(p).lemma_, _verb(p))],
    "form": _form,
    "modal": lambda p: [(p.clause.modal, _verb_group(p)[0])] if p.clause.modal else (),
    "front": _front,
    "middle": _middle,
    "ahead": lambda p: described(p.doc[: _start(p)]),
    "rest": lambda p: adverbials(_placed(p, "rest")),
    "adverb": _adverbs,
    "conjunct": _conjuncts,
}
