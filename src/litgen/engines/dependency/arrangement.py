"""The order of a root clause's parts: as in the source, passive, cleft, question, swapped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from litgen.engines.dependency.clauses import Clause, Sentence
from litgen.engines.dependency.nouns import is_animate
from litgen.engines.dependency.surface import Piece, object_case, subject_case
from litgen.lexicon import lemmas_with
from litgen.tables import word_list

if TYPE_CHECKING:
    from spacy.tokens import Doc

Order = list["int | Piece"]


class Fields(NamedTuple):
    """The parts of a root clause as token indices, in source order.

    ``front`` stands before the subject, ``middle`` between subject and verb (the verb included),
    ``rest`` after the verb, ``final`` is the closing punctuation.
    """

    front: list[int]
    subject: list[int]
    middle: list[int]
    rest: list[int]
    final: list[int]


class Declined(Exception):
    """No surface can be built; the argument is the reason that is counted."""


def fields(sentence: Sentence) -> Fields:
    """Cut a declarative root clause into its parts.

    Raises:
        Declined: where subject and verb are inverted or the subject is not one piece.
    """
    doc, clause = sentence.doc, sentence.root
    if clause is None or clause.subject is None:
        raise Declined("no subject")
    if clause.question:
        raise Declined("inverted clause")
    subject = span(doc, clause.subject)
    end = final_punctuation(doc)
    first_verb = min((*clause.auxiliaries, clause.head))
    if subject[-1] >= first_verb:
        raise Declined("subject in two pieces")
    return Fields(
        list(range(subject[0])),
        subject,
        list(range(subject[-1] + 1, clause.head + 1)),
        list(range(clause.head + 1, end)),
        list(range(end, len(doc))),
    )


def final_punctuation(doc: Doc) -> int:
    """Index of the first token of the closing punctuation (the length where there is none)."""
    end = len(doc)
    while end > 0 and (doc[end - 1].text in (".", "!", "?", "...", "…") or doc[end - 1].is_space):
        end -= 1
    return end


def span(doc: Doc, head: int) -> list[int]:
    """The tokens of a phrase.

    Raises:
        Declined: where the phrase is not one piece.
    """
    indices = sorted(t.i for t in doc[head].subtree)
    # a comma or bracket that closes the phrase belongs to what surrounds it
    while (
        indices
        and doc[indices[-1]].is_punct
        and doc[indices[-1]].head.i == head
        and (doc[indices[-1]].text in (".", "!", "?", "-", "--", ";", ":"))
    ):
        indices.pop()
    if indices != list(range(indices[0], indices[-1] + 1)):
        raise Declined("phrase in two pieces")
    return indices


def as_subject(doc: Doc, phrase: Sequence[int]) -> Order:
    """A phrase in subject position: a lone pronoun takes its subject form."""
    return _cased(doc, phrase, subject_case)


def as_object(doc: Doc, phrase: Sequence[int]) -> Order:
    """A phrase in object position or after *by*."""
    return _cased(doc, phrase, object_case)


def _cased(doc: Doc, phrase: Sequence[int], case: object) -> Order:
    if len(phrase) == 1 and callable(case):
        form = case(doc[phrase[0]])
        if form is not None:
            return [Piece(form, phrase[0])]
    return list(phrase)


def without(indices: Sequence[int], removed: Sequence[int]) -> list[int]:
    """Indices less those removed."""
    gone = set(removed)
    return [i for i in indices if i not in gone]


def replaced(indices: Sequence[int], old: Sequence[int], new: Order) -> Order:
    """Indices with one contiguous phrase replaced by another."""
    order: Order = []
    for index in indices:
        if index == old[0]:
            order.extend(new)
        if index not in old:
            order.append(index)
    return order


def particles(doc: Doc, clause: Clause) -> list[int]:
    """Particles that follow the verb: *put on*, *pick up*."""
    return [c.i for c in doc[clause.head].children if c.dep_ == "prt" and c.i > clause.head]


class Arranged(NamedTuple):
    """A clause in its new order; ``head`` is the token that heads the new subject."""

    front: Order
    subject: Order
    predicate: Order
    final: Order
    head: int

    def declarative(self) -> Order:
        """The whole order of a statement."""
        return [*self.front, *self.subject, *self.predicate, *self.final]


def unchanged(sentence: Sentence, parts: Fields) -> Arranged:
    """The parts as the source has them."""
    clause = sentence.root
    assert clause is not None and clause.subject is not None
    predicate: Order = [*parts.middle, *parts.rest]
    return Arranged([*parts.front], [*parts.subject], predicate, [*parts.final], clause.subject)


def passive(sentence: Sentence, parts: Fields, promoted: int, by_phrase: bool) -> list[Arranged]:
    """A passive clause, the by-phrase next to the verb or after what goes with the verb.

    Args:
        promoted: head of the phrase that becomes the subject.
    """
    doc, clause = sentence.doc, sentence.root
    assert clause is not None
    if doc[promoted].dep_ != "dobj" or doc[promoted].head.i != clause.head:
        raise Declined("no direct object")  # *rely on it*, *want to see it*
    phrase = span(doc, promoted)
    prt = particles(doc, clause)
    rest = without(parts.rest, [*phrase, *prt])
    verb: Order = [*parts.middle, *prt]
    agent: Order = [Piece("by"), *as_object(doc, parts.subject)] if by_phrase else []
    close = short_phrase(doc, clause, rest) if agent else []
    if close:  # *is ridden down the road by a woman*: the other way the phrase is the woman's
        agent, rest = [*close, *agent], rest[len(close) :]
    orders: list[Order] = [[*verb, *agent, *rest]]
    subject = as_subject(doc, phrase)
    return [Arranged([*parts.front], subject, o, [*parts.final], promoted) for o in orders]


_DIRECTIONS = lemmas_with("direction", "adverb")
_BEFORE_AGENT = word_list("before_agent")
#: A phrase of more words goes after the by-phrase.
_SHORT = 6


def short_phrase(doc: Doc, clause: Clause, rest: Sequence[int]) -> list[int]:
    """A short prepositional phrase or adverb right after the verb, which goes before *by*."""
    if not rest:
        return []
    token = doc[rest[0]]
    manner = token.dep_ == "advmod" and (token.lower_.endswith("ly") or token.lower_ in _DIRECTIONS)
    where = token.dep_ in ("prep", "dative") and token.lower_ in _BEFORE_AGENT
    if not (manner or where) or token.head.i != clause.head:
        return []
    phrase = sorted(t.i for t in token.subtree)
    if len(phrase) > _SHORT or any(doc[i].pos_ in ("VERB", "AUX", "PUNCT") for i in phrase):
        return []
    nested = [i for i in phrase[1:] if doc[i].pos_ == "ADP" and doc[i].lower_ != "of"]
    if nested or any(is_animate(doc[i]) for i in phrase):
        return []  # *next to a boy by a man*
    return phrase if phrase == list(rest[: len(phrase)]) else []


def agentless(sentence: Sentence, arranged: Arranged) -> Arranged:
    """A passive without its by-phrase."""
    clause = sentence.root
    assert clause is not None
    if clause.agent is None:
        raise Declined("no by-phrase")
    by = span(sentence.doc, clause.agent)
    predicate = [i for i in arranged.predicate if i not in by]
    return arranged._replace(predicate=predicate)


def active(sentence: Sentence, parts: Fields) -> Arranged:
    """The active of a passive clause with a by-phrase.

    Raises:
        Declined: where there is no by-phrase with a noun phrase.
    """
    doc, clause = sentence.doc, sentence.root
    assert clause is not None
    if clause.agent is None:
        raise Declined("no by-phrase")
    by = sorted(t.i for t in doc[clause.agent].subtree)
    agents = [c.i for c in doc[clause.agent].children if c.dep_ == "pobj"]
    if len(agents) != 1 or by[0] != clause.agent or by != list(range(by[0], by[-1] + 1)):
        raise Declined("no by-phrase")
    prt = particles(doc, clause)
    rest = without(parts.rest, [*by, *prt])
    predicate: Order = [*parts.middle, *prt, *as_object(doc, parts.subject), *rest]
    subject = as_subject(doc, by[1:])
    return Arranged([*parts.front], subject, predicate, [*parts.final], agents[0])


def swapped(sentence: Sentence, parts: Fields, other: int) -> Arranged:
    """Subject and object, or the two sides of an identity, in each other's place."""
    doc = sentence.doc
    phrase = span(doc, other)
    if any(i not in parts.rest for i in phrase):
        raise Declined("object before the verb")
    rest = replaced(parts.rest, phrase, as_object(doc, parts.subject))
    predicate: Order = [*parts.middle, *rest]
    return Arranged([*parts.front], as_subject(doc, phrase), predicate, [*parts.final], other)


def clefted(arranged: Arranged, be: Sequence[Piece], link: str) -> Order:
    """*It is SUBJECT who PREDICATE*; what stood before the subject stays in front."""
    return [
        *arranged.front, Piece("it"), *be, *arranged.subject, Piece(link), *arranged.predicate,
        *arranged.final,
    ]  # fmt: skip


def object_clefted(
    sentence: Sentence, arranged: Arranged, focus: int, be: Sequence[Piece]
) -> Order:
    """*It is OBJECT that SUBJECT VERB REST*."""
    phrase = span(sentence.doc, focus)
    predicate = [i for i in arranged.predicate if isinstance(i, Piece) or i not in phrase]
    return [
        *arranged.front, Piece("it"), *be, *as_object(sentence.doc, phrase), Piece("that"),
        *arranged.subject, *predicate, *arranged.final,
    ]  # fmt: skip
