"""Mending a tree where the parser's labels contradict each other, before anything is composed.

Each mend names what it repairs with an example; none of them changes a tree that is consistent.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from litgen.engines.dependency.clauses import Clause, Tense
from litgen.engines.dependency.semantics.tables import table
from litgen.engines.dependency.semantics.tables import words as word_list

if TYPE_CHECKING:
    from litgen.engines.dependency.semantics.words import Word

_DITRANSITIVE = word_list("verbs", "ditransitive", "verbs")
_NOMINAL = ("NOUN", "PROPN", "PRON", "NUM")


def mend(words: list[Word], clauses: dict[int, Clause]) -> None:
    """Apply all mends to the words of a sentence; ``clauses`` gains the clauses found."""
    for word in words:
        _name(word)
        _nationality(word)
        if word.pos == "NOUN" and word.dep in ("advcl", "ccomp", "conj"):
            _verb_as_noun(word, clauses)
        elif word.dep == "prt" and word.first("pobj"):
            word.dep = "prep"  # *walk up a mountain*
        elif word.pos == "ADP":
            _two_objects(word)
    for word in list(words):
        if word.dep == "nsubj" and word.head.first("nsubj", "nsubjpass") is not word:
            _second_subject(word)
        elif word.dep == "nsubj" and word.tag == "WP":
            _fronted_object(word)
        elif word.dep == "csubj" and word.tag in ("VBG", "VBN"):
            _participle_as_subject(word)
        elif word.dep == "npadvmod" and word.pos in ("PROPN", "PRON"):
            _recipient(word)
        elif word.dep == "conj" and word.pos in ("VERB", "AUX"):
            _clause_on_predicate(word)
        elif word.dep == "ROOT" and word.i == 0 and word.lemma == "be":
            _inverted_copula(word)
        elif word.lower in ("than", "as") and word.dep in ("prep", "mark"):
            _standard_of_comparison(word)
        elif word.tag == "TO" and word.head.dep == "xcomp" and word.head.pos == "PROPN":
            name, verb = word.head, word.head.head
            word.pos, word.tag = "ADP", "IN"
            move(word, verb, "prep")
            move(name, word, "pobj")
        elif word.dep in ("advcl", "xcomp") and word.head.lemma == "be":
            _infinitive_of_adjective(word)
        elif word.dep == "compound" and word.lower in _MONTHS and _DAY.match(word.head.lower):
            _date(word)
        elif word.dep == "poss" and word.head.dep == "compound" and word.head.head.i > word.i:
            move(word, word.head.head, "poss")


def move(word: Word, head: Word, dep: str) -> None:
    """Hang a word on another head."""
    if word.head is not word and word in word.head.dependents:
        word.head.dependents.remove(word)
    word.head, word.dep = head, dep
    head.dependents.append(word)
    head.dependents.sort(key=lambda w: w.i)


@lru_cache(maxsize=65536)
def _in_vocabulary(word: str) -> bool:
    from lemminflect import getAllLemmas

    return bool(getAllLemmas(word))


def _name(word: Word) -> None:
    """*Abrams barked*, *Abrams* read as a noun: a capital, and no such word otherwise."""
    if (
        word.pos in ("NOUN", "VERB", "ADJ", "X", "INTJ")
        and word.text[:1].isupper()
        and (len(word.text) > 1 and word.text.isalpha() and not _in_vocabulary(word.lower))
    ):
        if word.pos == "VERB" and (word.dep == "ROOT" or word.dependents):
            return
        word.pos, word.tag = "PROPN", "NNP"
        if word.dep in ("xcomp", "ccomp"):
            word.dep = "dobj"


@lru_cache(maxsize=65536)
def _verb_lemma(form: str) -> str:
    """The lemma of a verb form, empty for what is no verb form."""
    from lemminflect import getAllLemmas

    found = getAllLemmas(form).get("VERB", ())
    return str(found[0]) if found else ""


def _nationality(word: Word) -> None:
    """*A Swede is Swedish*: names of peoples are common nouns and adjectives."""
    if word.entity not in ("NORP", "LANGUAGE") or word.pos != "PROPN" or not word.text.isalpha():
        return
    word.lemma = word.lower
    if word.dep in ("compound", "amod", "nmod"):
        word.pos, word.tag, word.dep = "ADJ", "JJ", "amod"
    elif word.dep in ("attr", "acomp") and not word.dependents and word.tag == "NNP":
        word.pos, word.tag, word.dep = "ADJ", "JJ", "acomp"
    else:
        word.pos = "NOUN"
        if word.tag == "NNPS" and word.lower.endswith("s"):
            word.lemma = word.lower[:-1]


def _verb_as_noun(word: Word, clauses: dict[int, Clause]) -> None:
    """*while a small child watches*, *and talk*: a verb that was read as a noun.

    A subordinator, a subject or a coordinated verb says that it is one.
    """
    lemma = _verb_lemma(word.lower)
    if not lemma or word.tag not in ("NN", "NNS"):
        return
    subject = word.first("nsubj")
    marked = any(d.dep in ("mark", "advmod") and d.pos == "SCONJ" for d in word.dependents)
    left = [d for d in word.dependents if d.i < word.i and d.dep in _OF_NOUNS]
    if word.dep == "conj":
        if word.head.pos != "VERB" or left or word.head.tag not in ("VB", "VBP", "VBZ", "VBG"):
            return
        if (word.tag == "NNS") != (word.head.tag == "VBZ") or word.head.tag == "VBG":
            return
    elif subject is None:
        noun = next((d for d in reversed(left) if d.dep == "compound"), None)
        if not marked or word.dep != "advcl" or noun is None:
            return
        noun.dep = "nsubj"
        for d in left:
            if d is not noun:
                move(d, noun, d.dep)
        subject = noun
    word.pos, word.lemma = "VERB", lemma
    word.tag = "VBZ" if word.tag == "NNS" else "VB" if word.dep == "ccomp" else "VBP"
    for d in word.dependents:
        if d.dep == "compound":
            d.dep = "npadvmod"
    shared = clauses.get(word.head.i) if word.dep == "conj" else None
    tense: Tense | None = "pres" if word.dep == "advcl" else None
    clauses[word.i] = Clause(
        head=word.i,
        kind="conjunct" if shared else "adverbial" if word.dep == "advcl" else "complement",
        subject=subject.i if subject else None,
        tense=shared.tense if shared else tense,
        modal=shared.modal if shared else None,
        governor=word.head.i,
        shares=shared is not None,
    )


_OF_NOUNS = frozenset(("det", "amod", "poss", "compound", "nummod", "predet", "nmod"))


def _two_objects(word: Word) -> None:
    """*for the boys birthday*: the first of two objects belongs to the second.

    *in their car smiling*: the participle belongs to the verb.
    """
    objects = word.of("pobj")
    if len(objects) > 1:
        for one, other in zip(objects, objects[1:], strict=False):
            if not any(w.i > one.i for w in one.subtree()) and one.pos in ("NOUN", "PROPN"):
                for d in list(one.dependents):
                    if d.dep in ("det", "poss"):
                        move(d, other, d.dep)
                move(one, other, "compound")
    participle = word.first("pcomp")
    if objects and participle is not None and participle.tag in ("VBG", "VBN"):
        move(participle, objects[-1], "acl")


def _second_subject(word: Word) -> None:
    """A second subject: a conjunct of the first, or of the noun just before it.

    *A woman in a black sweater, blue jeans and boots is ...*; *A boy and a girl are ...*.
    """
    verb = word.head
    first = verb.first("nsubj", "nsubjpass")
    if first is None or first is word or first.i > word.i or word.i > verb.i:
        return
    if first.tag in ("WP", "WDT") or any(d.tag in ("WDT", "WP") for d in first.of("det")):
        move(first, verb, "dobj")
        return
    start = min(w.i for w in word.subtree())
    if any(d.dep == "cc" and d.i == start - 1 for d in first.dependents):
        move(word, first, "conj")
        return
    before = [w for w in first.subtree() if w.i < start and w.pos in ("NOUN", "PROPN")
              and w.dep in ("pobj", "dobj", "conj", "nsubj", "nsubjpass")]  # fmt: skip
    listed = any(d.dep in ("cc", "conj") for d in word.dependents)
    if word.first("acl", "relcl") and not listed:
        move(word, first, "appos")  # *Two men, one wearing a hat, ...*
    elif before and (listed or word.pos in ("NOUN", "PROPN")):
        move(word, max(before, key=lambda w: w.i), "conj")


def _fronted_object(word: Word) -> None:
    """*who Kim manages* with two subjects: the pronoun is the object."""
    verb = word.head
    others = [d for d in verb.dependents if d.dep == "nsubj" and d is not word and d.i < verb.i]
    if others and word.i < others[0].i and not verb.first("dobj"):
        word.dep = "dobj"


def _participle_as_subject(word: Word) -> None:
    """*A boy, wearing a hat, plays*, *wearing* read as a subject: it hangs on the boy."""
    first = word.head.first("nsubj", "nsubjpass")
    if first is not None and first.i < word.i:
        move(word, first, "acl")


def _inverted_copula(be: Word) -> None:
    """*Is Kim a manager?*: the predicate that was read as part of the subject."""
    if be.first("attr", "acomp", "expl", "prep", "advmod"):
        return
    subjects = be.of("nsubj")
    if len(subjects) > 1:
        subjects[1].dep = "attr"
        return
    if not subjects:
        return
    subject = subjects[0]
    last = next((d for d in reversed(subject.dependents) if d.dep != "punct"), None)
    if last is None or last.i < subject.i:
        return
    if last.dep == "appos":
        move(last, be, "attr")
    elif last.dep == "prep":
        move(last, be, "prep")
    elif last.dep in ("amod", "acl") and last.pos == "ADJ":
        move(last, be, "acomp")


def _standard_of_comparison(word: Word) -> None:
    """*interviewed more men than Kim saw*: the *than*-clause belongs to *more*."""
    clause = word if word.dep == "prep" else word.head
    if word.dep == "mark" and clause.dep != "advcl":
        return
    if clause.head.tag in ("JJR", "RBR") or clause.head is clause:
        return
    wanted = ("JJR", "RBR") if word.lower == "than" else ()
    found = [w for w in clause.head.subtree() if w.i < word.i and (
        w.tag in wanted or (word.lower == "as" and w.lower == "as" and w.dep == "advmod"
                            and w.head.pos in ("ADJ", "ADV")))]  # fmt: skip
    if not found:
        return
    comparative = max(found, key=lambda w: w.i)
    if word.lower == "as" or (
        comparative.lower in ("more", "less") and comparative.dep == "advmod"
    ):
        comparative = comparative.head
    if comparative is not clause.head and comparative.pos in ("ADJ", "ADV"):
        move(clause, comparative, clause.dep)


def _infinitive_of_adjective(word: Word) -> None:
    """*Kim is hard for Lee to please*: the infinitive belongs to the adjective."""
    adjective = word.head.first("acomp")
    marks = [d.lower for d in word.of("mark")]
    if adjective is None or word.i < adjective.i or not any(d.tag == "TO" for d in word.dependents):
        return
    if (
        marks in ([], ["for"])
        and word.head.first("nsubj") is not None
        and (
            word.head.first("nsubj").lower != "it"  # type: ignore[union-attr]
        )
    ):
        move(word, adjective, "xcomp")


_MONTHS = frozenset(table("nouns")["months"])
_DAY = re.compile(r"^\d{1,2}(st|nd|rd|th)?$")


def _date(month: Word) -> None:
    """*January 1st*: the month is the head, the day hangs on it."""
    day = month.head
    move(month, day.head, day.dep)
    for d in list(day.dependents):
        move(d, month, d.dep)
    move(day, month, "nummod")
    day.pos, day.tag = "NUM", "CD"


def _recipient(word: Word) -> None:
    """*What did Kim show Lee?*: a name after a verb of giving is its recipient."""
    if word.head.lemma in _DITRANSITIVE and word.i > word.head.i and word.head.first("dobj"):
        word.dep = "dative"


def _clause_on_predicate(word: Word) -> None:
    """*Kim was tired and went home*: a finite clause is no conjunct of the adjective."""
    head = word.head
    if head.dep not in ("acomp", "attr", "prep") or head.head.lemma != "be":
        return
    if word.tag in ("VBD", "VBZ", "VBP") or any(
        d.dep in ("nsubj", "nsubjpass", "aux", "auxpass") for d in word.dependents
    ):
        be = head.head
        for coordinator in [d for d in head.dependents if d.dep == "cc" and d.i < word.i]:
            if not any(d.dep == "conj" and coordinator.i < d.i < word.i for d in head.dependents):
                move(coordinator, be, "cc")
        move(word, be, "conj")
