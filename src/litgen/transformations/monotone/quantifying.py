"""Replace a determiner, as an edit in its own right or to change the direction of a later one."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from litgen.acceptability.source import source_problem
from litgen.engines.dependency.models import describe_nlp
from litgen.exceptions import UsageError
from litgen.lexicon import article_for, lemmas_with
from litgen.replacement import Replacement, replace
from litgen.tables import rules_table
from litgen.transformations.monotone.edit import Change, Extent, PolarEdit, Sentence
from litgen.transformations.naming import refuse_unknown
from litgen.transformations.parsing import (
    dependents,
    is_finite,
    is_question,
    roots_of,
    trees_of,
)
from litgen.transformations.protocol import Order, Outcome, TextTransformation
from litgen.transformations.units import find_words
from litgen.trees.nouns import is_animate
from litgen.trees.tokens import Doc, Token

_SUBJECTS = ("nsubj", "nsubjpass")
#: Maximum number of words; longer sentences rarely describe all members of a group.
_LONGEST = 12
#: Tags of verbs that describe single events; habits and states may be generic.
_EPISODIC = ("VBG", "VBN", "VBD")
_PLURAL = ("are", "were", "have")
#: Conventions in ``rules/meanings.toml``.
_IMPORT, _EXACT, _AT_LEAST = "existential import", "exact numbers", "at-least numbers"


@cache
def _table() -> Mapping[str, Any]:
    return rules_table("exchanges")


class QuantifierExchanged(PolarEdit):
    """Replace a determiner or numeral with a weaker or stronger one."""

    nothing = "quantifier.none"

    def _changes(self, sentence: Sentence) -> Iterator[Change]:
        for token in sentence.tree:
            if token.dep_ == "nummod":
                yield from _lower_bounds(sentence, token)
            elif token.dep_ in ("det", "amod") and token.head.tag_ in ("NN", "NNS"):
                yield from _along_the_scale(sentence, token)


def _lower_bounds(sentence: Sentence, token: Token) -> Iterator[Change]:
    words, noun = _table()["at_least"]["words"], token.head
    others = dependents(noun, "det", "poss", "predet", "cc")
    if (
        token.lower_ not in words
        or noun.tag_ != "NNS"
        or list(token.children)
        or noun.lemma_.lower() in _table()["at_least"]["not_before"]
        or noun.dep_ not in (*_SUBJECTS, "dobj")
        or not _is_event(noun.head)
        or any(c.i < noun.i for c in others)
        # as in *Two horses, one black*
        or (noun.dep_ in _SUBJECTS and any(t.lower_ in _stopping() for t in token.doc))
        or (token.i and token.nbor(-1).lower_ in ("of", "than", "least", "most", "to", "or"))
    ):
        return
    lower = words[: words.index(token.lower_)][-1:]
    change = _change(sentence, token, f"at least {(*lower, token.lower_)[0]}", "broader", 2)
    yield change._replace(rests_on=None if lower else _EXACT, own=_AT_LEAST)


def _along_the_scale(sentence: Sentence, token: Token) -> Iterator[Change]:
    noun, scale = token.head, _table()["scale"]
    own = {word: name for name, entry in scale.items() for word in (entry["one"], entry["more"])}
    name = _table()["also"].get(token.lower_) or own.get(token.lower_)
    others = dependents(noun, "det", "poss", "predet", "nummod", "conj", "appos")
    if (
        not _may_be_of_all(noun)
        or any(c.i != token.i for c in others)
        or not _is_subject_of_event(noun)
        or list(token.children)
        or noun.lower_ == "one"  # *no one* counts as one word
    ):
        return
    number = "more" if noun.tag_ == "NNS" else "one"
    negative = _table()["negative"].get(token.lower_)
    if negative is not None:
        change = _change(sentence, token, negative[number], "broader", 2)
        yield change._replace(rests_on=_IMPORT if negative["empty"] else None)
    more_than = _table()["more_than"].get(token.lower_)
    if more_than is not None:
        yield _change(sentence, token, scale[more_than["member"]][number], "broader", 1)
    if name is None:
        return
    order = list(scale)
    for other, entry in scale.items():
        if other != name and entry[number] and noun.lower_ != "people":
            extent: Extent = "broader" if order.index(other) > order.index(name) else "narrower"
            change = _change(sentence, token, entry[number], extent, 1)
            one_sided = scale[name].get("empty", False) != entry.get("empty", False)
            yield change._replace(rests_on=_IMPORT if one_sided else None)


def _change(sentence: Sentence, token: Token, words: str, extent: Extent, new: int) -> Change:
    span = sentence.span(token)
    made = Replacement(*span, words)
    if words == "a":
        start, end = sentence.span(token.nbor(1))
        following = sentence.text[start:end]
        made = Replacement(span[0], end, f"{article_for(following)} {following}")
    return Change((made,), extent, span[0], f"{token.lower_} -> {words}", (span,), new)


def _may_be_of_all(subject: Token) -> bool:
    """Check for a short clause about persons or animals, in which *every* or *all* is natural."""
    tree = subject.doc
    long = sum(t.is_alpha for t in tree) > _LONGEST
    clauses = any(t.dep_ in ("advcl", "relcl", "ccomp", "mark") for t in tree)
    spoken = any("1" in t.morph.get("Person", []) for t in tree if t.pos_ == "PRON")
    counted = subject.lemma_.lower() in lemmas_with("counts", "noun")
    return is_animate(subject) and not (long or clauses or spoken or counted)


def _is_subject_of_event(noun: Token) -> bool:
    verb = noun.head
    return (
        noun.dep_ in _SUBJECTS
        and verb.dep_ == "ROOT"
        and _is_event(verb)
        # excludes *a group of men are*
        and (noun.tag_ == "NNS" or not any(v.lower_ in _PLURAL for v in (verb, *verb.children)))
        and not any(c.lower_ == "of" for c in dependents(verb, "prep"))  # as in *is done of risks*
        and noun.lemma_.lower() not in lemmas_with("counts", "noun")
    )


def _is_event(verb: Token) -> bool:
    auxiliaries = {c.tag_ for c in dependents(verb, "aux", "auxpass")}
    finite = verb.tag_ == "VBD" or not auxiliaries.isdisjoint(("VBZ", "VBP", "VBD"))
    event = verb.pos_ == "VERB" and verb.tag_ in _EPISODIC
    return event and finite and "MD" not in auxiliaries


class Requantified(TextTransformation):
    """``under:every`` replaces the determiner of an indefinite subject with *every* or *all*.

    This may change the polarity of the rest of the sentence and the direction of a later edit.
    The transformation determines no label on its own.

    Raises:
        UsageError: the argument is not in ``rules/exchanges.toml``.
    """

    def __init__(self, order: Order) -> None:
        super().__init__(order)
        known = tuple(_table()["under"])
        refuse_unknown(order.name, order.arguments, known)
        if len(order.arguments) != 1:
            raise UsageError(f"{order.name}: use one of {', '.join(known)} after the colon")
        self._words: Mapping[str, str] = _table()["under"][order.arguments[0]]
        self._of_all = order.arguments[0] != "no"

    def apply(self, texts: Sequence[str]) -> list[Outcome]:
        trees = trees_of(texts)
        return [self._of(text, tree) for text, tree in zip(texts, trees, strict=True)]

    def _of(self, text: str, tree: Doc) -> Outcome:
        places, roots = find_words(text, tree), roots_of(tree)
        if places is None or len(roots) != 1 or not is_finite(roots[0]) or is_question(tree):
            return self._declined("under.not-one-statement")
        if problem := source_problem(tree):
            return self._declined(problem.id)
        subject, *_ = dependents(roots[0], *_SUBJECTS) or [roots[0]]
        if subject.tag_ not in ("NN", "NNS") or not _is_subject_of_event(subject):
            return self._declined("under.no-event")
        if stopped := next((t.lower_ for t in tree if t.lower_ in _stopping()), None):
            return self._declined("under.blocking-word")._replace(words=(stopped,))
        if self._of_all and not _may_be_of_all(subject):
            return self._declined("under.not-distributive")
        if any(t.dep_ in ("conj", "appos") or t.text == "," for t in subject.subtree):
            return self._declined("under.coordinated-subject")
        if any(dependents(verb, *_SUBJECTS) for verb in dependents(roots[0], "conj")):
            return self._declined("text.several-clauses")
        word = self._words["more" if subject.tag_ == "NNS" else "one"]
        article = _indefinite(subject)
        if not word or article is None:
            return self._declined("under.definite-subject")
        start = places[article.i]
        made, edits = replace(text, [Replacement(start, start + len(article.text), word)])
        return self._changed(made, *edits)

    def describe(self) -> Mapping[str, Any]:
        return {**super().describe(), **self._words, **describe_nlp()}


@cache
def _stopping() -> frozenset[str]:
    """Return the words that block the edit, such as negations, *one*, *each* and *together*."""
    return frozenset(_table()["stopping"]["words"])


def _indefinite(subject: Token) -> Token | None:
    """Return a subject's indefinite article, *some* or numeral, or None if it has none."""
    amounts = ("many", "few", "several", "other", "more")
    word, *others = dependents(subject, "det", "poss", "predet", "nummod") or [subject]
    if (
        word.i >= subject.i
        or others
        or list(word.children)
        or any(c.lower_ in amounts for c in dependents(subject, "amod"))
    ):
        return None
    singular = word.lower_ in ("a", "an") and subject.tag_ == "NN"
    plural = subject.tag_ == "NNS" and (word.lower_ == "some" or word.dep_ == "nummod")
    return word if singular or plural else None
