"""Mending a tree where the parser's labels contradict each other, before anything is composed.

Each mend says in its docstring what it repairs, with an example; none of them changes a tree
that is consistent.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from litgen.engines.dependency.composition import retagging
from litgen.engines.dependency.composition.inversion import mend_question
from litgen.engines.dependency.composition.numbers import ordinal
from litgen.engines.dependency.composition.tables import table
from litgen.engines.dependency.composition.tables import words as word_list
from litgen.engines.dependency.composition.words import move

if TYPE_CHECKING:
    from litgen.engines.dependency.clauses import Clause
    from litgen.engines.dependency.composition.words import Word

_DITRANSITIVE = word_list("verbs", "ditransitive", "verbs")
_SMALL_CLAUSE = word_list("verbs", "small_clause", "verbs")
_MONTHS = frozenset(table("nouns")["months"])
_CLAUSAL = ("nsubj", "nsubjpass", "aux", "auxpass", "cop", "dobj")
_DAY = re.compile(r"^\d{1,2}(st|nd|rd|th)?$")


def mend(words: list[Word], clauses: dict[int, Clause]) -> None:
    """Apply all mends to the words of a sentence; ``clauses`` gains the clauses found."""
    for word in words:
        retagging.name(word)
        retagging.nationality(word)
        retagging.verb_as_noun(word, clauses)
        retagging.past_as_participle(word, clauses)
    mend_question(words, clauses)
    for word in words:
        repair = _BY_LABEL.get(word.dep)
        if repair is not None:
            repair(word)
        if word.pos == "ADP":
            _two_objects(word)
        if word.lower in ("than", "as"):
            _standard_of_comparison(word)
        elif word.tag == "TO":
            _to_name(word)


def _subject(word: Word) -> None:
    _second_subject(word)
    _fronted_object(word)


def _particle(word: Word) -> None:
    """*walk up a mountain*: a particle with an object is a preposition."""
    if word.first("pobj"):
        word.dep = "prep"


def _to_name(word: Word) -> None:
    """*What was shown to Kim?*, *to* read as infinitival: it is a preposition."""
    name = word.head
    if name.dep == "xcomp" and name.pos == "PROPN":
        verb = name.head
        word.pos, word.tag = "ADP", "IN"
        move(word, verb, "prep")
        move(name, word, "pobj")


def _possessor_of_compound(word: Word) -> None:
    """*his index finger*, *his* read as the index's: it is the finger's.

    *his or her life*, both read as the life's: one is the conjunct of the other. *Caesar's
    favorite*: an adjective that someone has is a noun.
    """
    first = word.head.first("poss")
    if first is not None and first is not word and first.first("cc"):
        move(word, first, "conj")
        return
    if word.head.tag == "JJ":
        word.head.pos, word.head.tag = "NOUN", "NN"
    if word.head.dep == "compound" and word.head.head.i > word.i:
        move(word, word.head.head, "poss")


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
    if word.head.first("nsubj", "nsubjpass") is word:
        return
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
    if word.tag != "WP" or word.dep != "nsubj":
        return
    verb = word.head
    others = [d for d in verb.dependents if d.dep == "nsubj" and d is not word and d.i < verb.i]
    if others and word.i < others[0].i and not verb.first("dobj"):
        word.dep = "dobj"


def _participle_as_subject(word: Word) -> None:
    """*A boy, wearing a hat, plays*, *wearing* read as a subject: it hangs on the boy."""
    if word.tag not in ("VBG", "VBN"):
        return
    first = word.head.first("nsubj", "nsubjpass")
    if first is not None and first.i < word.i:
        move(word, first, "acl")


def _recipient(word: Word) -> None:
    """*What did Kim show Lee?*: a name after a verb of giving is its recipient."""
    if word.pos not in ("PROPN", "PRON"):
        return
    if word.head.lemma in _DITRANSITIVE and word.i > word.head.i and word.head.first("dobj"):
        word.dep = "dative"


def _clause_on_predicate(word: Word) -> None:
    """*Kim was tired and went home*: a finite clause is no conjunct of the adjective.

    *Kim is old and a teacher*, *teacher* hung on *is*: it is another predicate.
    """
    if word.pos not in ("VERB", "AUX"):
        _predicate_on_copula(word)
        _noun_on_verb(word)
        return
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


def _predicate_on_copula(word: Word) -> None:
    be = word.head
    predicate = be.first("acomp", "attr", "prep")
    if be.lemma != "be" or word.first("nsubj") or predicate is None or predicate.i > word.i:
        return
    for coordinator in [d for d in be.dependents if d.dep == "cc" and d.i < word.i]:
        if coordinator.i > predicate.i:
            move(coordinator, predicate, "cc")
    move(word, predicate, "conj")


def _noun_on_verb(word: Word) -> None:
    """*scan with pinpoint accuracy and honed focus*, *focus* hung on *scan*: the nouns are joined.

    A conjunct with a subject of its own, or after *but*, is left alone.
    """
    verb = word.head
    if word.pos not in ("NOUN", "PROPN") or verb.pos != "VERB" or word.first(*_CLAUSAL):
        return
    coordinators = [d for d in verb.dependents if d.dep == "cc" and verb.i < d.i < word.i]
    if not coordinators or coordinators[-1].lower not in ("and", "or"):
        return
    coordinator = coordinators[-1]
    before = [
        w
        for w in verb.subtree()
        if verb.i < w.i < coordinator.i
        and w.pos in ("NOUN", "PROPN")
        and w.dep in ("dobj", "pobj", "attr", "appos")
    ]
    if before:
        partner = max(before, key=lambda w: w.i)
        move(coordinator, partner, "cc")
        move(word, partner, "conj")


def _inverted_copula(be: Word) -> None:
    """*Is Kim a manager?*: the predicate that was read as part of the subject."""
    if be.i != 0 or be.lemma != "be":
        return
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
    if word.dep not in ("prep", "mark"):
        return
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
    if word.head.lemma != "be":
        return
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


def _date(month: Word) -> None:
    """*January 1st*: the month is the head, the day hangs on it."""
    if month.lower not in _MONTHS or not (
        _DAY.match(month.head.lower) or ordinal(month.head.lower)
    ):
        return
    day = month.head
    move(month, day.head, day.dep)
    for d in list(day.dependents):
        move(d, month, d.dep)
    move(day, month, "nummod")
    day.pos, day.tag = "NUM", "CD"


def _two_objects_as_clause(word: Word) -> None:
    """*teaches kids ballet*, *kids* read as the subject of *ballet*: they are two objects."""
    recipient = word.first("nsubj")
    if word.pos != "NOUN" or recipient is None or word.head.lemma not in _DITRANSITIVE:
        return
    if word.head.lemma in _SMALL_CLAUSE or word.first("mark"):
        return
    verb = word.head
    move(recipient, verb, "dative")
    word.dep = "dobj"


_BY_LABEL = {
    "ccomp": _two_objects_as_clause,
    "prt": _particle,
    "nsubj": _subject,
    "csubj": _participle_as_subject,
    "npadvmod": _recipient,
    "conj": _clause_on_predicate,
    "ROOT": _inverted_copula,
    "advcl": _infinitive_of_adjective,
    "xcomp": _infinitive_of_adjective,
    "compound": _date,
    "poss": _possessor_of_compound,
}
