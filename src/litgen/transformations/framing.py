"""Embed a sentence under *knows that*, *it is true that* or *if*; add *still* or *almost*.

``rules/frames.toml`` contains the frames: text around a single declarative clause.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from litgen.engines.dependency.analysis import Declined
from litgen.engines.dependency.clauses import Sentence
from litgen.engines.dependency.realisation.fields import final_punctuation
from litgen.engines.dependency.realisation.surface import Piece, surface
from litgen.exceptions import RuleError, UsageError
from litgen.lexicon import lemmas_with
from litgen.tables import read_toml, shipped_and_own, word_list
from litgen.transformations.parsing import dependents
from litgen.transformations.protocol import Order, Outcome, Transformation, Variant
from litgen.transformations.statements import (
    StatementTransformation,
    embedded,
    is_habit,
    is_of_speaker,
)
from litgen.transformations.traits import TraitReader
from litgen.trees.tokens import Token

_ACCOMPLISHMENTS, _ACHIEVEMENTS = (
    lemmas_with(feature, "verb") for feature in ("accomplishment", "achievement")
)
#: Negative words and words for times or habits, which do not go with *still* or *no longer*.
_SETTLED = word_list("settled") | frozenset(
    (*lemmas_with("habitual", "adverb"), *lemmas_with("time", "adverb"))
)
_FIELDS = {
    "frame": frozenset(("name", "text", "verb", "under", "habits", "example")),
    "conditional": frozenset(("name", "premise", "hypothesis", "example")),
    "adverb": frozenset(("name", "words", "aspect", "last", "tense", "telic", "alone", "example")),
}
_OPTIONAL = {"verb", "under", "habits", "last", "tense", "telic", "alone"}


class Frame(StatementTransformation):
    """``frame:NAME`` embeds a sentence: *Kim knows that a man sleeps.* for *A man sleeps.*

    Example:
        >>> frame = Frame(Order("frame:true", ("true",)))
        >>> frame.apply(["The man sleeps."])[0].variants[0].text
        'It is true that the man sleeps.'
    """

    def __init__(self, order: Order) -> None:
        super().__init__(order)
        entry = entry_of(order, "frame")
        self._text, self._habits = str(entry["text"]), bool(entry.get("habits", True))
        self._traits = TraitReader()

    def _of(self, sentence: Sentence, text: str) -> Outcome:
        if is_of_speaker(sentence):
            # speakers would know: *It is possible that I like it*
            raise Declined("statement.first-person")
        if not self._habits and is_habit(sentence):
            raise Declined("frame.habit-or-caption")
        clause = embedded(sentence.doc, range(final_punctuation(sentence.doc)))
        framed = self._text.format(clause=clause)
        if clause.endswith(".") and framed.endswith(".."):
            framed = framed[:-1]  # as in *It is true that he works for Warner Bros.*
        return Outcome((Variant((framed,), traits=self._traits.read(text)),))

    def describe(self) -> Mapping[str, Any]:
        return {**super().describe(), "text": self._text}


class Adverb(StatementTransformation):
    """``adverb:NAME`` adds an adverb: *A man is still sleeping.* for *A man is sleeping.*

    Example:
        >>> adverb = Adverb(Order("adverb:still", ("still",)))
        >>> adverb.apply(["The man is sleeping."])[0].variants[0].text
        'The man is still sleeping.'
    """

    def __init__(self, order: Order) -> None:
        super().__init__(order)
        self._entry = entry_of(order, "adverb")

    def _of(self, sentence: Sentence, text: str) -> Outcome:
        clause, doc, entry = sentence.root_clause, sentence.doc, self._entry
        verb, last = doc[clause.head], entry.get("last")
        kind = "perfect" if clause.perfect else "progressive" if clause.progressive else "simple"
        at = clause.auxiliaries[0] + 1 if clause.auxiliaries else clause.head
        at = final_punctuation(doc) if last else at
        adverbs = dependents(verb, "advmod")
        reasons = {
            "adverb.aspect": kind not in entry["aspect"]
            or clause.modal
            or clause.passive
            or clause.copular,
            "clause.negated": clause.negation is not None or any(t.dep_ == "neg" for t in doc),
            "statement.first-person": is_of_speaker(sentence),  # avoids *Am I still singing?*
            "adverb.time-habit-or-negative": any(t.lower_ in _SETTLED for t in doc),
            "adverb.going-to": verb.lemma_ == "go" and any(t.dep_ == "xcomp" for t in verb.rights),
            "adverb.tense": clause.tense != entry.get("tense", clause.tense),
            "adverb.complement": entry.get("alone")
            and any(c.dep_ not in ("punct", "advmod", "npadvmod") for c in verb.rights),
            "adverb.atelic": entry.get("telic") and not _is_telic(verb),
            "adverb.further-verbs": dependents(verb, "conj", "advcl"),
            "adverb.position-taken": any(t.i in range(at - 1, at + (not last)) for t in adverbs),
        }
        if reason := next((reason for reason, holds in reasons.items() if holds), None):
            raise Declined(reason)
        words = map(Piece, str(entry["words"]).split())
        return self._changed(surface(doc, [*range(at), *words, *range(at, len(doc))], {}))

    def describe(self) -> Mapping[str, Any]:
        return {**super().describe(), "words": self._entry["words"]}


def _is_telic(verb: Token) -> bool:
    """Check whether a verb phrase is telic: *painted a fence*, *won*."""
    objects = (c for c in verb.rights if c.dep_ == "dobj")
    quantified = any(d.dep_ in ("det", "poss", "nummod") for c in objects for d in c.lefts)
    lemma = verb.lemma_.lower()
    return lemma in _ACHIEVEMENTS or (quantified and lemma in _ACCOMPLISHMENTS)


def double_negation(order: Order) -> Transformation:
    """``double-negation`` turns *A man sleeps.* into *It is not true that no man sleeps.*"""
    from litgen.transformations.registry import find

    found = find("negation+frame:not-true", order.engine, order.rules, order.settings, order.ranker)
    found.name = order.name
    return found


def entry_of(order: Order, kind: str) -> Mapping[str, Any]:
    """Return the entry of ``frames.toml`` that a name such as ``frame:true`` refers to.

    Raises:
        UsageError: there is no such entry.
    """
    entries = entries_of(kind, Path(order.rules) if order.rules else None)
    name = ",".join(order.arguments)
    if name not in entries:
        there = ", ".join(entries)
        raise UsageError(f"{order.name}: there is no {kind} {name!r}; use one of {there}")
    return entries[name]


def entries_of(kind: str, rules: Path | None) -> Mapping[str, Mapping[str, Any]]:
    """Return the entries of one kind in litgen's and the user's ``frames.toml``, by name.

    Raises:
        RuleError: an entry is malformed.
    """
    entries: dict[str, Mapping[str, Any]] = {}
    for path in shipped_and_own("frames.toml", rules):
        for entry in read_toml(path).get(kind, ()):
            known = _FIELDS[kind]
            optional = _OPTIONAL | {"example"} if kind != "adverb" else _OPTIONAL
            if missing := sorted(known - optional - set(entry)):
                name = entry.get("name")
                raise RuleError(f"{path}: {kind} {name!r}: the key {missing[0]!r} is missing")
            if unknown := sorted(set(entry) - known):
                raise RuleError(f"{path}: {kind} {entry['name']!r}: unknown key {unknown[0]!r}")
            entries[entry["name"]] = entry
    return entries
