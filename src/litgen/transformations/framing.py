"""Embed a sentence under *knows that*, *it is true that* or *if*; add *still* or *almost*.

The frames are data (``rules/frames.toml``): text around a single declarative clause.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from litgen.exceptions import RuleError, UsageError
from litgen.lexicon import lemmas_with
from litgen.mrs.loading import load_rules
from litgen.tables import read_toml, shipped_and_own, word_list
from litgen.transformations.protocol import (
    Order,
    Outcome,
    TextTransformation,
    Transformation,
    Variant,
)
from litgen.transformations.statements import is_habit, is_of_speaker, parser, statements_of
from litgen.transformations.trait_reader import TraitReader

if TYPE_CHECKING:
    from spacy.tokens import Token

    from litgen.engines.dependency.clauses import Sentence

_ACCOMPLISHMENTS, _ACHIEVEMENTS = (
    lemmas_with(feature, "verb") for feature in ("accomplishment", "achievement")
)
#: Words for a time, a habit or nobody; such a sentence does not go with *still* or *no longer*.
_SETTLED = word_list("settled") | frozenset(
    (*lemmas_with("habitual", "adverb"), *lemmas_with("time", "adverb"))
)
_FIELDS = {
    "frame": frozenset(("name", "text", "verb", "under", "habits", "example")),
    "conditional": frozenset(("name", "premise", "hypothesis", "example")),
    "adverb": frozenset(("name", "words", "aspect", "last", "tense", "telic", "alone", "example")),
}
_OPTIONAL = {"verb", "under", "habits", "last", "tense", "telic", "alone"}


class Frame(TextTransformation):
    """``frame:NAME``: *A man sleeps.* -> *Kim knows that a man sleeps.*

    Example:
        >>> frame = Frame(Order("frame:true", ("true",)))
        >>> frame.apply(["The man sleeps."])[0].variants[0].text
        'It is true that the man sleeps.'
    """

    def __init__(self, order: Order) -> None:
        super().__init__(order)
        entry = entry_of(order, "frame")
        self._text, self._habits = str(entry["text"]), bool(entry.get("habits", True))
        self._traits = TraitReader(load_rules(order.rules))

    def apply(self, texts: Sequence[str]) -> list[Outcome]:
        clauses = zip(texts, _clauses_of(texts, self._habits), strict=True)
        return [
            self._framed(text, clause) if isinstance(clause, str) else clause
            for text, clause in clauses
        ]

    def _framed(self, text: str, clause: str) -> Outcome:
        framed = self._text.format(clause=clause)
        if clause.endswith(".") and framed.endswith(".."):
            framed = framed[:-1]  # *It is true that he works for Warner Bros.*
        return Outcome((Variant((framed,), traits=self._traits.read(text)),))

    def describe(self) -> Mapping[str, Any]:
        return {"name": self.name, "text": self._text, **parser()}


class Adverb(TextTransformation):
    """``adverb:NAME``: *A man is sleeping.* -> *A man is still sleeping.*

    Example:
        >>> adverb = Adverb(Order("adverb:still", ("still",)))
        >>> adverb.apply(["The man is sleeping."])[0].variants[0].text
        'The man is still sleeping.'
    """

    def __init__(self, order: Order) -> None:
        super().__init__(order)
        self._entry = entry_of(order, "adverb")

    def apply(self, texts: Sequence[str]) -> list[Outcome]:
        return [
            each if isinstance(each, Outcome) else self._added(each)
            for each in statements_of(texts)
        ]

    def _added(self, sentence: Sentence) -> Outcome:
        from litgen.engines.dependency.realisation.fields import final_punctuation
        from litgen.engines.dependency.realisation.surface import Piece, surface

        clause, doc = sentence.root, sentence.doc
        assert clause is not None  # a statement has a root clause
        kind = "perfect" if clause.perfect else "progressive" if clause.progressive else "simple"
        if kind not in self._entry["aspect"] or clause.modal or clause.passive or clause.copular:
            return self._declined("another aspect")
        if clause.negation is not None or any(t.dep_ == "neg" for t in doc):
            return self._declined("negated")
        if is_of_speaker(sentence):
            return self._declined("of the speaker")  # *Am I still singing?*
        if any(t.lower_ in _SETTLED for t in doc):
            return self._declined("a time, a habit, or nobody")
        if doc[clause.head].lemma_ == "go" and any(
            t.dep_ == "xcomp" for t in doc[clause.head].rights
        ):
            return self._declined("going to")
        if clause.tense != self._entry.get("tense", clause.tense):
            return self._declined("another tense")
        if self._entry.get("alone") and not _is_alone(doc[clause.head]):
            return self._declined("an object or a complement")
        if self._entry.get("telic") and not _is_telic(doc[clause.head]):
            return self._declined("no end of its own")
        if any(t.dep_ in ("conj", "advcl") and t.head.i == clause.head for t in doc):
            return self._declined("further verbs")
        words = [Piece(word) for word in str(self._entry["words"]).split()]
        at = clause.auxiliaries[0] + 1 if clause.auxiliaries else clause.head
        if self._entry.get("last"):
            at = final_punctuation(doc)
        before = doc[at - 1 : at + 1] if not self._entry.get("last") else doc[at - 1 : at]
        if any(t.dep_ == "advmod" and t.head.i == clause.head for t in before):
            return self._declined("an adverb already")
        return self._changed(surface(doc, [*range(at), *words, *range(at, len(doc))], {}))

    def describe(self) -> Mapping[str, Any]:
        return {"name": self.name, "words": self._entry["words"], **parser()}


def _is_alone(verb: Token) -> bool:
    """Check that a verb has no object, complement or other phrase: *moved*, *slept soundly*."""
    return all(c.dep_ in ("punct", "advmod", "npadvmod") for c in verb.rights)


def _is_telic(verb: Token) -> bool:
    """Check whether a verb phrase is telic: *painted a fence*, *won*."""
    quantified = any(
        c.dep_ == "dobj" and any(d.dep_ in ("det", "poss", "nummod") for d in c.lefts)
        for c in verb.rights
    )
    lemma = verb.lemma_.lower()
    return lemma in _ACHIEVEMENTS or (quantified and lemma in _ACCOMPLISHMENTS)


def double_negation(order: Order) -> Transformation:
    """``double-negation``: *A man sleeps.* -> *It is not true that no man sleeps.*"""
    from litgen.transformations.registry import find

    found = find("negation+frame:not-true", order.engine, order.rules, order.settings, order.ranker)
    found.name = order.name
    return found


def entry_of(order: Order, kind: str) -> Mapping[str, Any]:
    """Return the entry of ``frames.toml`` that a name such as ``frame:true`` refers to.

    Raises:
        UsageError: there is none.
    """
    entries = entries_of(kind, Path(order.rules) if order.rules else None)
    name = ",".join(order.arguments)
    if name not in entries:
        there = ", ".join(entries)
        raise UsageError(f"{order.name}: there is no {kind} {name!r}: there are {there}")
    return entries[name]


def entries_of(kind: str, rules: Path | None) -> Mapping[str, Mapping[str, Any]]:
    """Return the ``frames.toml`` entries of one kind by name, including those in a user's folder.

    Raises:
        RuleError: an entry is malformed.
    """
    entries: dict[str, Mapping[str, Any]] = {}
    for path in shipped_and_own("frames.toml", rules):
        for entry in read_toml(path).get(kind, ()):
            known = _FIELDS[kind]
            optional = _OPTIONAL | {"example"} if kind != "adverb" else _OPTIONAL
            if missing := sorted(known - optional - set(entry)):
                raise RuleError(f"{path}: {kind} {entry.get('name')!r}: needs {missing[0]!r}")
            if unknown := sorted(set(entry) - known):
                raise RuleError(f"{path}: {kind} {entry['name']!r}: unknown {unknown[0]!r}")
            entries[entry["name"]] = entry
    return entries


def _clauses_of(texts: Sequence[str], habits: bool) -> list[str | Outcome]:
    """Return each text as an embedded clause (*the man sleeps*), or the reason why it cannot be."""
    from litgen.engines.dependency.realisation.fields import final_punctuation
    from litgen.engines.dependency.realisation.surface import Piece, surface

    found: list[str | Outcome] = []
    for sentence in statements_of(texts):
        if isinstance(sentence, Outcome):
            found.append(sentence)
            continue
        reason = "a habit, or a caption" if not habits and is_habit(sentence) else None
        if is_of_speaker(sentence):
            reason = "of the speaker"  # *It is possible that I like it*: the speaker knows
        if reason:
            found.append(Outcome(declined=reason, stage="inapplicable"))
            continue
        doc = sentence.doc
        inside = surface(doc, [Piece("that"), *range(final_punctuation(doc))], {})
        found.append(inside[len("that ") :])
    return found
