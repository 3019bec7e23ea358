"""The features of a sentence that guards test by name, computed on first use.

A feature such as ``root.lemma`` is a property of a part of the sentence; it gives values to words.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain, takewhile

from litgen.engines.dependency.clauses import Clause, Sentence
from litgen.exceptions import did_you_mean
from litgen.lexicon import VERBS
from litgen.tables import rules_table
from litgen.trees.facts import NOUN_FEATURES, matching_facts, noun_feature
from litgen.trees.nouns import ends
from litgen.trees.tokens import Doc, Token

_ASIDES = (",", "(", ")", "--", "–", "—", ":", ";")
_DETERMINERS = ("det", "predet", "poss", "nummod", "amod")
#: The values of a property, each with the word that has it.
Named = Iterable[tuple[str, "Token"]]


class Part:
    """A part of a sentence: a noun phrase, identified by its head, or a clause, by its verb."""

    def __init__(self, sentence: Sentence, head: Token) -> None:
        self.sentence, self.head = sentence, head
        self.doc, self.clause = sentence.doc, sentence.root_clause

    @cached_property
    def words(self) -> tuple[Token, ...]:
        """The head and all its descendants in order."""
        return tuple(self.head.subtree)

    @cached_property
    def following(self) -> tuple[Token, ...]:
        right = self.head.right_edge.i
        return tuple(c for c in self.doc[self.clause.last].rights if c.i > right)

    @cached_property
    def dependents(self) -> dict[int, str]:
        """The names, such as ``purpose``, of dependents of verbs, by index."""
        return {verb.i: name for name, verb in self.facts("root", "dependents")}

    def facts(self, *keys: str) -> Iterator[tuple[str, Token]]:
        """Yield the facts about this part under the given keys of ``rules/facts.toml``."""
        return matching_facts(self.doc, "facts", *keys, head=self.head.i)


Property = Callable[[Part], Named]


def labels(tokens: Iterable[Token]) -> Iterator[tuple[str, Token]]:
    """Yield the labels of dependents, also with word or tag: ``prep``, ``prep:in``, ``prep:IN``."""
    for token in tokens:
        dep = token.dep_
        yield dep, token
        yield f"{dep}:{token.lower_}", token
        yield f"{dep}:{token.tag_}", token


def adverbials(p: Part, tokens: Iterable[Token]) -> Iterator[tuple[str, Token]]:
    """Yield dependents of a verb with their names or, if they have none, their labels."""
    for token in tokens:
        name = p.dependents.get(token.i)
        yield from [(name, token)] if name else labels((token,))


def described(tokens: Iterable[Token]) -> Iterator[tuple[str, Token]]:
    """Yield each word's tag, label and form: ``NNS``, ``dobj``, ``dogs``; for *'s* only the tag."""
    for token in tokens:
        tag = token.tag_
        yield tag, token
        if tag != "POS":
            yield token.dep_, token
            yield token.lower_, token


def _set_off(p: Part) -> Named:
    """Yield, as ``comma``, the marks that divide a part, except in lists or around supplements."""
    marks = [
        t for t in p.words
        if t.text in _ASIDES or (t.text == "-" and t.i > 0 and t.nbor(-1).whitespace_)
        if not (t.text == "," and 0 < t.i < len(p.doc) - 1
                and t.nbor(-1).dep_ == t.nbor().dep_ == "amod")
    ]  # fmt: skip
    commas = all(t.text == "," for t in marks)
    closed = commas and len(marks) == 2 and p.words[-1].text == ","
    listed = commas and all(any(c.dep_ == "conj" for c in t.head.children) for t in marks)
    return () if closed or listed else (("comma", mark) for mark in marks)


def _later(p: Part) -> Named:
    """Yield the words after the object, also by lemma; omit named dependents of verbs."""
    rest = (c for c in p.following if not c.is_punct and c.dep_ != "conj")
    words = [t for c in rest if c.i not in p.dependents for t in c.subtree]
    yield from described(words)
    yield from ((t.lemma_.lower(), t) for t in words)


def _facts(*parts: str) -> Property:
    return lambda p: (
        (name, word) for part in parts for name, word in p.facts(part, "facts") if word in p.words
    )


def _as_noun(what: str) -> Property:
    return lambda p: [(noun_feature(p.sentence.words[p.head.i], what), p.head)]


def _form(p: Part) -> Named:
    """Yield the verb group's tense, voice and aspect, and whether it has a negation or modal."""
    clause = p.clause
    names = ("copular", "passive", "progressive", "perfect", "modal")
    if clause.negation is not None:
        yield "negated", p.doc[clause.negation]
    for name in filter(None, (*(n for n in names if getattr(clause, n)), clause.tense)):
        yield from ((name, p.doc[i]) for i in clause.group)


def _verb(p: Part) -> Token:
    """Return the verb or, if an infinitive is to become passive (*has to feed*), the infinitive."""
    verb = p.doc[p.clause.last]
    return p.head if verb.dep_ == "conj" else verb


def _placed(p: Part, where: str) -> Iterator[Token]:
    """Return the verb's dependents at the ``front``, in the ``middle`` or in the ``rest``."""
    start = p.doc[p.clause.subject or 0].left_edge.i
    first, last = {
        "front": (0, start), "middle": (start, p.head.i), "rest": (p.head.i, len(p.doc)),
    }[where]  # fmt: skip
    group, verb = [p.clause.subject, *p.clause.auxiliaries], _verb(p)
    if verb != p.head:
        group += [verb.i, *(t.i for t in verb.ancestors)]
    shared = () if p.clause.object_of is None else p.doc[p.clause.object_of].rights
    below = (*p.head.children, *shared)
    return (c for c in below if first <= c.i < last and c.i not in group)


def _conjuncts(p: Part) -> Named:
    """Yield each verb that is coordinated with the root, with its differences from the root."""
    root = p.clause
    for other in p.sentence.clauses:
        if other.governor == root.head and other.kind == "conjunct":
            facts = {
                "clause": other.subject is not None,
                "verb": other.subject is None,
                "with auxiliary": other.subject is None and other.auxiliaries,
                "another tense": other.tense and root.tense and other.tense != root.tense,
                "unlike": (other.copular, other.passive) != (root.copular, root.passive),
            }  # fmt: skip
            yield from ((name, p.doc[other.head]) for name, holds in facts.items() if holds)


_OF_PHRASE: dict[str, Property] = {
    "facts": _facts("subject"),
    "word": lambda p: [  # in lower case, except abbreviations, since *the US* is not a pronoun
        (p.head.text if p.head.pos_ == "PROPN" and p.head.text.isupper() else p.head.lower_, p.head)
    ],
    "tag": lambda p: [(p.head.tag_, p.head), (p.head.pos_, p.head)],
    "dep": lambda p: [(p.head.dep_, p.head)],
    "determiner": lambda p: (
        (c.lower_, c)
        for c in p.head.children
        if c.dep_ in _DETERMINERS and c.pos_ in ("DET", "PRON", "NUM", "ADJ")
    ),
    "dependents": lambda p: labels(p.head.children),
    "within": lambda p: described(p.words),
    "below": lambda p: described(t for t in p.words if t != p.head),
    "marks": _set_off,
    "end": lambda p: described(p.words[-1:]),
    # the last word and its ancestors below the head
    "last": lambda p: labels(
        takewhile(lambda t: t != p.head, (p.words[-1], *p.words[-1].ancestors))
    ),
    **{what: _as_noun(what) for what in NOUN_FEATURES},
}
#: The properties of each part of a sentence.
KNOWN: Mapping[str, Mapping[str, Property]] = {
    "sentence": {
        "facts": lambda p: p.facts("sentence", "facts"),
        "capital": lambda p: p.facts("sentence", "capital"),
        "dates": lambda p: p.facts("sentence", "dates"),
        # the apostrophe in *the retailers' costs* is not a quotation mark
        "words": lambda p: ((t.lower_ if t.tag_ != "POS" else "POS", t) for t in p.doc),
    },
    "root": {
        "facts": lambda p: p.facts("root", "facts"),
        "lemma": lambda p: [(_verb(p).lemma_, _verb(p))],
        "form": _form,
        "modal": lambda p: [(p.clause.modal, p.doc[p.clause.group[0]])] if p.clause.modal else (),
        "front": lambda p: chain(adverbials(p, _placed(p, "front")), p.facts("root", "front")),
        "middle": lambda p: adverbials(p, _placed(p, "middle")),
        "rest": lambda p: adverbials(p, _placed(p, "rest")),
        "adverb": lambda p: p.facts("root", "adverb"),
        "conjunct": _conjuncts,
        "dependents": lambda p: p.facts("root", "dependents"),
    },
    "subject": _OF_PHRASE,
    "object": {
        **_OF_PHRASE,
        "facts": _facts("subject", "object"),
        "following": lambda p: adverbials(p, p.following),
        "later": _later,
        "tail": lambda p: ends(p.head),
    },
}


def facts_of(part: str) -> set[str]:
    tables = ("object", "subject") if part == "object" else (part,)
    names = (entry["name"] for each in tables for entry in rules_table("facts")[each]["facts"])
    return set(names)


def unknown(name: str, values: Iterable[str]) -> str | None:
    """Return an error message for an unknown feature or value, or None if all are known."""
    part, _, what = name.partition(".")
    if what not in KNOWN.get(part, ()):
        names = (f"{part}.{what}" for part, properties in KNOWN.items() for what in properties)
        return f'unknown feature "{name}": {did_you_mean(name, names, "docs/rules.md")}'
    known = facts_of(part) if what == "facts" else values
    wrong = next((each for each in values if each not in known), None)
    meant = wrong and did_you_mean(wrong, sorted(known), "rules/facts.toml")
    return wrong and f'the feature "{name}" has no value "{wrong}": {meant}'


def raised(sentence: Sentence, verb: int) -> Features:
    """Return the features for a passive under a raising verb, based on the infinitive."""
    clauses = [replace(c, object_of=verb) if c.kind == "root" else c for c in sentence.clauses]
    return Features(Sentence(sentence.text, sentence.doc, sentence.form, clauses))


class Features:
    """The features of a sentence with a finite root clause; missing parts have no features."""

    def __init__(self, sentence: Sentence) -> None:
        self._sentence = sentence
        self._parts: dict[str, Part | None] = {}
        self._found: dict[str, defaultdict[str, list[Token]]] = {}
        #: The words that triggered each guard, by guard id.
        self.stopped: dict[str, list[Token]] = {}

    def words(self, name: str, values: Sequence[Collection[str]]) -> list[Token]:
        """Return the words with a value of a feature in ``values``; if empty, with any value."""
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
        fit = (v for v in had if not values or any(v in each for each in values))
        return [word for value in fit for word in had[value]]


def _head(sentence: Sentence, part: str) -> Token | None:
    doc, clause = sentence.doc, sentence.root
    assert clause is not None and clause.subject is not None
    if part == "object":
        target = object_of(doc, clause)
        return None if target is None else doc[target]
    return doc[clause.subject if part == "subject" else clause.head]


def object_of(doc: Doc, clause: Clause) -> int | None:
    """Return the index of the head of the object.

    The object is a direct object, a noun phrase after a copula, or one after a preposition that the
    verb keeps in the passive (*look at a painting*).
    """
    after = [c for c in doc[clause.last].rights if c.dep_ in ("dobj", "attr")]
    found = next((c.i for c in sorted(after, key=lambda c: (c.dep_ == "attr", c.i))), None)
    if found is None and (kept := kept_preposition(doc[clause.head])) is not None:
        return next(kept.children).i  # the object may come first: *which car they look at*
    return found


def kept_preposition(verb: Token) -> Token | None:
    """Return the preposition that a verb keeps in the passive: *is looked at*."""
    selected = VERBS.prepositional.get(verb.lemma_, {}).get("passive", ())
    found = (c for c in verb.rights if c.dep_ == "prep" and c.lower_ in selected)
    return next((c for c in found if [g.dep_ for g in c.children] == ["pobj"]), None)
