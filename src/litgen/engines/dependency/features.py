"""The features of a sentence that guards test, by name, computed on first use.

A feature (``root.lemma = ["have"]``) is a property of a part of the sentence; it assigns values to
words.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from litgen.engines.dependency import phrases, predicates
from litgen.engines.dependency.clauses import Clause, Sentence
from litgen.engines.dependency.phrases import Part, Property
from litgen.lexicon import VERBS
from litgen.tables import rules_table
from litgen.trees.tokens import Doc, Token

_OF_SENTENCE: dict[str, Property] = {
    "facts": lambda p: p.told("sentence", "facts"),
    "capital": lambda p: p.told("sentence", "capital"),
    "dates": lambda p: p.told("sentence", "dates"),
    # the apostrophe of *the retailers' costs* is not a quotation mark
    "words": lambda p: ((t.lower_ if t.tag_ != "POS" else "POS", t) for t in p.doc),
}
#: Part of a sentence -> its properties.
KNOWN: Mapping[str, Mapping[str, Property]] = {
    "sentence": _OF_SENTENCE,
    "root": predicates.PROPERTIES,
    "subject": phrases.PROPERTIES,
    "object": phrases.OBJECT_PROPERTIES,
}


def facts_of(part: str) -> set[str]:
    tables = ("object", "subject") if part == "object" else (part,)
    told = (entry["name"] for each in tables for entry in rules_table("facts")[each]["facts"])
    return set(told)


def unknown(name: str, values: Iterable[str]) -> str | None:
    """An error message for a feature or value that does not exist, None if all exist."""
    part, _, what = name.partition(".")
    if what not in KNOWN.get(part, ()):
        return f'there is no feature "{name}"'
    known = facts_of(part) if what == "facts" else values
    return next((f'{name} has no "{each}"' for each in values if each not in known), None)


def raised(sentence: Sentence, verb: int) -> Features:
    """The features for a passive under a raising verb: those of the infinitive and its object."""
    clauses = [
        replace(c, object_of=verb) if c.kind == "root" else c
        for c in sentence.clauses
    ]  # fmt: skip
    return Features(Sentence(sentence.text, sentence.doc, sentence.form, clauses))


class Features:
    """The features of a sentence with a finite root clause; a missing part has none."""

    def __init__(self, sentence: Sentence) -> None:
        self._sentence = sentence
        self._parts: dict[str, Part | None] = {}
        self._found: dict[str, defaultdict[str, list[Token]]] = {}
        #: Guard id -> the words that it found.
        self.stopped: dict[str, list[Token]] = {}

    def words(self, name: str, values: Sequence[Collection[str]]) -> list[Token]:
        """The words whose value for a feature is in one of the sets; without sets, any value."""
        part, _, what = name.partition(".")
        if part not in self._parts:
            head = _head(self._sentence, part)
            self._parts[part] = None if head is None else Part(self._sentence, head)
        of = self._parts[part]
        if name not in self._found:
            had = self._found[name] = defaultdict(list)
            for value, word in KNOWN[part][what](of) if of else ():
                had[value].append(word)
        had = self._found[name]
        if len(values) == 1 and len(values[0]) == 1:
            return had.get(next(iter(values[0])), [])
        return [
            word
            for value, words in had.items()
            if not values or any(value in each for each in values)
            for word in words
        ]


def _head(sentence: Sentence, part: str) -> Token | None:
    doc, clause = sentence.doc, sentence.root
    assert clause is not None and clause.subject is not None
    if part == "object":
        target = object_of(doc, clause)
        return None if target is None else doc[target]
    return doc[clause.subject if part == "subject" else clause.head]


def object_of(doc: Doc, clause: Clause) -> int | None:
    """Index of the head of the object.

    The object is a direct object, a noun phrase after a copula, or one after a preposition that the
    verb keeps in the passive (*look at a painting*).
    """
    after = [c for c in doc[clause.last].rights if c.dep_ in ("dobj", "attr")]
    found = next((c.i for c in sorted(after, key=lambda c: (c.dep_ == "attr", c.i))), None)
    if found is None and (kept := kept_preposition(doc[clause.head])) is not None:
        return next(kept.children).i  # it may come first: *which car they look at*
    return found


def kept_preposition(verb: Token) -> Token | None:
    """The preposition that a verb keeps in the passive: *is looked at*."""
    selected = VERBS.prepositional.get(verb.lemma_, {}).get("passive", ())
    return next(
        (
            c for c in verb.rights
            if c.dep_ == "prep" and c.lower_ in selected
            and [g.dep_ for g in c.children] == ["pobj"]
        ),
        None,
    )  # fmt: skip
