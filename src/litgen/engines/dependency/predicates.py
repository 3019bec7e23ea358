"""What guards ask about the root clause: its verb group, what stands around it, its conjuncts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from litgen.engines.dependency.clauses import SUBJECTS, joining, splice
from litgen.engines.dependency.morphology import FIRST, PLURAL, SINGULAR, is_base, is_form, known_as
from litgen.engines.dependency.nouns import is_person, is_plural, is_surely_plural
from litgen.engines.dependency.phrases import (
    Fact,
    Named,
    Part,
    Property,
    adverbials,
    described,
    labels,
)
from litgen.lexicon import DETERMINERS, NOUNS, VERBS
from litgen.tables import LISTS

if TYPE_CHECKING:
    from spacy.tokens import Token

    from litgen.engines.dependency.clauses import Clause

#: Conjunctions of a clause that stands below another.
_IFS = ("if", "unless", "because", "although")
_OVER_CLAUSES = (
    VERBS.reporting | VERBS.quoting | VERBS.opinion
    | VERBS.that_passive | VERBS.signature | VERBS.insight
)  # fmt: skip
#: *The moment I left*, *every time I leave*.
_TIMES, _OF_TIMES = ("time", "moment", "instant", "minute", "second"), ("the", "every", "each")
#: Marks before which a clause has ended.
_ENDS = frozenset(";.!?")
_BRACKETS = ("(", ")", "[", "]")
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
    apart = not any(c.dep_ in (*SUBJECTS, "mark", "advmod", "cc") for c in verb.children)
    alone = verb.dep_ == "advcl" and verb.tag_ in ("VBG", "VBN") and verb.left_edge == verb
    after = verb.right_edge.i + 1
    closed = verb.right_edge.text == "," or verb.doc[after : after + 1].text == ","
    return alone and apart and closed and all(t.text not in _BRACKETS for t in verb.subtree)


def _middle(p: Part) -> Named:
    """As elsewhere; two words between commas, or a phrase behind an auxiliary, are an ``aside``:
    *The office, for example, has*, *has in fact*; not *, including civilians,*."""
    for child in _placed(p, "middle"):
        before, after = child.left_edge.i - 1, child.right_edge.i + 1
        apart = p.doc[before].text == p.doc[after].text == "," and after - before == 3
        apart = apart and child.tag_ == "IN"
        if child.dep_ == "prep" and (apart or any(i <= before for i in p.clause.auxiliaries)):
            yield "aside", child
        else:
            yield from labels((child,))


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
    for other in p.sentence.clauses:
        if p.doc[other.head].dep_ == "ROOT" and other is not p.clause:
            before = p.doc[other.head].lefts
            yield from labels(c for c in before if c.dep_ in ("ccomp", "parataxis"))


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
                "verb set against it": other.subject is None and any(
                    c.dep_ == "cc" and c.lower_ == "but" for c in p.head.rights),
                "with auxiliary": other.subject is None and other.auxiliaries,
                "another tense": other.tense and root.tense and other.tense != root.tense,
                "past perfect": other.tense == "past" and other.perfect,
                "past beside another": {"past"} < {other.tense, root.tense} - {None},
                "unlike": (other.copular, other.passive) != (root.copular, root.passive),
                "going to": p.doc[other.head].lemma_ == "go" and any(
                    c.dep_ == "xcomp" for c in p.doc[other.head].rights),
                "after an infinitive": _after_an_infinitive(p, other),
                "bare negated": other.negation is not None and not other.auxiliaries,
            }  # fmt: skip
            yield from ((name, p.doc[other.head]) for name, holds in facts.items() if holds)


def _after_an_infinitive(p: Part, other: Clause) -> bool:
    """*You have to dig them up and throw them away*: the form is that of an infinitive, too."""
    verb, between = p.doc[other.head], p.doc[p.head.i : other.head]
    bare = verb.tag_ == "VBP" and verb.lower_ == verb.lemma_ and not other.auxiliaries
    return (
        bare and other.subject is None and any(t.tag_ == "TO" and t.head.i > t.i for t in between)
    )


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


def _place_in_front(p: Part) -> Iterable[Token]:
    """*At the end is a model*, whose *be* has nothing else for its predicate."""
    if not p.clause.copular or any(c.dep_ in ("attr", "acomp") for c in p.head.children):
        return ()
    return (c for c in p.head.lefts if c.dep_ == "prep" and p.clause.inverted)


def _two_verbs(p: Part) -> Iterable[Token]:
    """*The collar popped kisses the neck*: a second finite verb, and nothing that joins it; a verb
    without its subject, after a semicolon."""
    start = _start(p)
    yield from (t for t in p.doc[start : p.head.i] if t.text == ";")
    yield from (  # *houses appropriate to the collections*
        p.doc[c.head] for c in p.sentence.clauses
        if c.kind in ("relative", "participial") and c.finite and c.subject is None
        and not c.auxiliaries and p.doc[c.head].dep_ in ("acl", "relcl")
    )  # fmt: skip
    for child in p.head.children:
        if child.dep_ == "conj" and any(c.dep_ == "mark" and c.lower_ in _IFS for c in child.lefts):
            yield child  # *and if you come we sing*, whose main clause hangs below
        if child.dep_ == "conj" and _is_unjoined(p, child):
            yield child
        if child.dep_ in ("advcl", "ccomp", "dep"):
            group = [c for c in child.children if c.dep_ in ("aux", "auxpass")] or [child]
            joined = any(c.dep_ in (*SUBJECTS, "mark", "advmod", "prep") for c in child.lefts)
            if group[0].tag_ in ("VBZ", "VBP", "VBD") and not joined:
                yield child
        if child.dep_ == "advmod" and child.tag_ in ("VBZ", "VBP", "VBD"):
            yield child  # *They fisherman caught*
        request = child.i == 0 and child.tag_ == "VB" and child.dep_ == "advcl"
        request = request and any(c.dep_ == "dobj" for c in p.head.rights)  # *Go, he said*
        noun = child.tag_ == "NNS" and child.dep_ != "npadvmod"  # not *thanks to you*
        if request or (noun and known_as(child.lower_) == {"VERB"}):
            yield child  # *Support us, participants take courses*; *mail exchanged magnifies it*
        if child.dep_ == "ccomp" and p.clause.copular and p.doc[start].lower_ == "it":
            beside = [c.dep_ for c in (*child.lefts, *p.head.rights)]
            if child.i > p.head.i and not {"mark", "advmod", "attr", "acomp", "prep"} & {*beside}:
                yield child  # *It's prices are high*
    yield from _clauses_of_no_verb(p)
    first = _verb_group(p)[0]
    before = p.doc[max(first.i - 1, 0)]
    while before.dep_ == "advmod" and before.head == p.head:
        before = before.nbor(-1) if before.i else p.head
    if before.dep_ == "cc" and before.i > _start(p):
        yield before  # *A girl in green looks up and stands there*
    before = p.head.nbor(-1) if p.head.i else p.head
    bare = before.dep_ == "acl" and before.tag_ == "VBN" and not list(before.children)
    if bare and p.head.tag_ == "VBD" and is_form(before.lower_, before.lemma_, "VBD"):
        yield before  # *The rulers directed administrated the mines*


def _is_unjoined(p: Part, verb: Token) -> bool:
    """*next to a boy with a hat rides a pony*: a second verb, and neither mark nor conjunction."""
    alone = verb.tag_ in ("VBZ", "VBP", "VBD") and not any(c.dep_ in SUBJECTS for c in verb.lefts)
    between = (t for t in p.doc[p.head.i + 1 : verb.i] if t.head == p.head)
    return alone and not any(t.dep_ == "cc" or t.is_punct for t in between)


def _clauses_of_no_verb(p: Part) -> Iterable[Token]:
    """*The girl scouts the council invites you*: a clause without *that* behind a verb that takes
    none."""
    if p.head.lemma_ == "be" or p.head.lemma_ in _OVER_CLAUSES:
        return
    for clause in p.sentence.clauses:
        verb = p.doc[clause.head]
        if clause.subject is None or verb.dep_ not in ("ccomp", "advcl") or verb.head != p.head:
            continue
        if clause.subject < p.head.i:
            continue  # *On the days I work, I wear a tie*
        between = p.doc[p.head.i + 1 : p.doc[clause.subject].left_edge.i]
        own = (
            t.dep_ == "intj" or (t.head == p.head and t.dep_ in ("prt", "advmod")) for t in between
        )
        if clause.tense and all(own):
            yield verb


def _direct_speech(p: Part) -> Iterable[Token]:
    """*He says, I am tired*: after a comma, and without *that*, the words are another's."""
    for said in p.head.lefts:  # *Then he said, where are you?*
        if said.dep_ == "parataxis" and said.lemma_ in VERBS.quoting and said.tag_ == "VBD":
            yield said
    for said in p.head.rights:
        between = p.doc[p.head.i + 1 : said.left_edge.i + 1]
        marked = any(c.dep_ == "mark" for c in said.lefts)
        if said.dep_ == "ccomp" and not marked and any(t.text == "," for t in between):
            yield said


def _verb_as_subject(p: Part) -> Iterable[Token]:
    """*children sleep and often view shows*; not *what matters is*, where a word opens a clause."""
    for clause in p.sentence.clauses:
        if clause.subject is not None and clause.kind in ("root", "conjunct"):
            subject = p.doc[clause.subject]
            before = p.doc[subject.left_edge.i : subject.i]
            opened = any(t.tag_ in ("WP", "WDT", "WRB") or t.dep_ == "mark" for t in before)
            if subject.tag_ in ("VBZ", "VBP", "MD") and not opened:
                yield subject


def _unknown_verb(p: Part) -> Iterable[Token]:
    """*photoing*; *wrote or co-wrote*, of which *co* was taken for the verb; *bovids moo*."""
    finite = (c for c in p.sentence.clauses if c.finite and not c.copular and c is not p.clause)
    yield from (
        v for v in (p.doc[c.head] for c in finite) if v.tag_ == "VBZ" and not is_base(v.lemma_)
    )
    below = [p.doc[c.head] for c in p.sentence.clauses if c.governor == p.head.i]
    yield from (t for t in below if p.doc[t.i : t.i + 2].text == f"{t.text}-")
    before = p.head.nbor(-1) if p.head.i > 1 else None
    hyphened = before is not None and before.tag_ == "HYPH" and not before.whitespace_
    if hyphened or (not p.clause.copular and not is_base(p.head.lemma_)):  # *is chosing*
        yield p.head


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


def _clause_of_a_time(p: Part) -> Iterable[Token]:
    """*By the time I turned the curve I was late*, *Thanks to the help we got, he came*: the first
    clause was read as the main one."""
    start = _start(p)
    before = p.doc[start - 1] if start > 1 else p.doc[start]
    determined = any(c.lower_ in _OF_TIMES for c in before.children)
    later = (c.head for c in p.sentence.clauses if c.kind == "conjunct" and c.subject is not None)
    goes_on = before.pos_ == "NOUN" and any(splice(p.doc, head) is not None for head in later)
    return (before,) if determined and (before.lemma_ in _TIMES or goes_on) else ()


def _agreement_clash(p: Part) -> Iterable[Token]:
    """Subject and verb do not agree: the sentence or its tree is broken (*a merry go round*)."""
    clause, subject, verb = p.clause, p.doc[p.clause.subject or 0], _verb_group(p)[0]
    for other in p.sentence.clauses:  # *I listen to it and has been glad*
        if other.kind == "conjunct" and other.governor == clause.head and other.subject is None:
            first = p.doc[other.group[0]]
            several = subject.lower_ in ("i", "you", "we", "they") or is_surely_plural(subject)
            single = subject.tag_ == "NN" and subject.lemma_.lower() not in NOUNS.either_number
            clash = several and first.tag_ == "VBZ"
            clash = clash or (single and not is_plural(subject) and first.lower_ == "are")
            if clash and not subject.conjuncts:
                return (subject, first)
    was = verb.lower_ == "was"
    were = verb.lower_ == "were" and not any(t.lower_ in ("if", "though", "of") for t in p.doc)
    if (clause.tense != "pres" and not (was or were)) or clause.shares or clause.modal:
        return ()
    word, tag = subject.lower_, subject.tag_
    if subject.conjuncts or subject.lemma_.lower() in NOUNS.either_number:
        return ()
    if tag != "NNS" and word.endswith("s") and "NOUN" in known_as(word[:-1]):
        return ()  # *synonyms*, tagged as a singular
    base = verb.tag_ in ("VBP", "VB") and verb.lower_ not in SINGULAR | FIRST
    clash = base or verb.lower_ in PLURAL
    name = tag == "NNP" and (subject.ent_type_ in ("PERSON", "GPE") or "NOUN" in known_as(word))
    if name or (tag == "NN" and subject.pos_ == "NOUN"):
        clash = clash and not is_plural(subject)
    else:
        counted = [c.lower_ for c in subject.children if c.dep_ == "nummod"]
        these = any(
            c.lower_ in DETERMINERS.of_a_plural and c.dep_ != "nummod" for c in subject.children
        )
        clash = tag == "NNS" and verb.tag_ == "VBZ" and word != subject.lemma_ and these
        these = these or any(n not in ("one", "1") for n in counted)
        clash = clash or (tag == "NNS" and was and is_person(subject) and these)
    return (subject, verb) if clash else ()


FACTS: dict[str, Fact] = {
    "agreement clash": _agreement_clash,
    "clause of a time": _clause_of_a_time,
    "direct speech": _direct_speech,
    "comma inside": lambda p: (
        t for t in p.doc[_start(p) : p.head.i] if t.text == "," and t.head == p.head
    ),
    "one comma inside": _one_comma,
    "place in front": _place_in_front,
    "preposition in front": lambda p: (
        c for c in _placed(p, "front") if c.dep_ == "prep" and c.tag_ == "IN" and not c.n_rights
    ),
    "stranded preposition": lambda p: (
        c for c in p.head.rights if c.dep_ == "prep" and c.tag_ == "IN" and not c.n_rights
    ),
    "two finite verbs": _two_verbs,
    "unknown verb": _unknown_verb,
    "verb as subject": _verb_as_subject,
}
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
