"""Replace determiners, as an edit with a direction or to change the polarity of other edits."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from litgen.exceptions import UsageError
from litgen.lexicon import lemmas_with
from litgen.replacement import Replacement, replace
from litgen.tables import rules_table
from litgen.transformations.monotone.edit import Change, Extent, PolarEdit, Sentence
from litgen.transformations.naming import refuse_unknown
from litgen.transformations.parsing import is_finite, is_question, roots_of, trees_of
from litgen.transformations.protocol import Order, Outcome, TextTransformation
from litgen.transformations.units import find_words
from litgen.trees.tokens import Doc, Token

_SUBJECTS = ("nsubj", "nsubjpass")
#: Maximum number of words; longer sentences are rarely said of all.
_LONGEST = 12
#: Tags of verbs for single events; habits and states may be generic.
_EPISODIC = ("VBG", "VBN", "VBD")
#: Conventions of ``rules/meanings.toml``.
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
    if token.lower_ not in words or noun.tag_ != "NNS" or list(token.children):
        return
    if noun.lemma_.lower() in _table()["at_least"]["not_before"] or not _is_argument(noun):
        return
    others = [
        c for c in noun.children if c.dep_ in ("det", "poss", "predet", "cc") and c.i < noun.i
    ]
    # *Two horses, one black*
    taken_up = noun.dep_ in _SUBJECTS and any(t.lower_ in _stopping() for t in token.doc)
    if (
        others
        or taken_up
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
    alone = not any(
        c.i != token.i and c.dep_ in ("det", "poss", "predet", "nummod") for c in noun.children
    )
    joined = any(c.dep_ in ("conj", "appos") for c in noun.children)
    if not _may_be_of_all(noun):
        return
    if not alone or joined or not _is_subject_of_event(noun) or list(token.children):
        return
    if noun.lower_ == "one":  # *no one* is one word
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
    said = f"{token.lower_} -> {words}"
    following = sentence.span(token.nbor(1))
    if words == "a":
        return Change(
            (Replacement(span[0], following[1], _with_article(sentence, following)),),
            extent, span[0], said, (span,), new,
        )  # fmt: skip
    return Change((Replacement(*span, words),), extent, span[0], said, (span,), new)


def _with_article(sentence: Sentence, following: tuple[int, int]) -> str:
    from litgen.lexicon import article_for

    word = sentence.text[slice(*following)]
    return f"{article_for(word)} {word}"


def _may_be_of_all(subject: Token) -> bool:
    """Check whether *every* or *all* would be natural: a short clause about persons or animals."""
    from litgen.trees.nouns import is_animate

    tree = subject.doc
    long = sum(t.is_alpha for t in tree) > _LONGEST
    clauses = any(t.dep_ in ("advcl", "relcl", "ccomp", "mark") for t in tree)
    spoken = any("1" in t.morph.get("Person", []) for t in tree if t.pos_ == "PRON")
    counted = subject.lemma_.lower() in lemmas_with("counts", "noun")
    return is_animate(subject) and not (long or clauses or spoken or counted)


def _is_argument(noun: Token) -> bool:
    return noun.dep_ in (*_SUBJECTS, "dobj") and _tells_event(noun.head)


def _is_subject_of_event(noun: Token) -> bool:
    verb = noun.head
    torn = any(c.dep_ == "prep" and c.lower_ == "of" for c in verb.children)  # *is done of risks*
    counted = noun.lemma_.lower() in lemmas_with("counts", "noun")
    event = noun.dep_ in _SUBJECTS and verb.dep_ == "ROOT" and _tells_event(verb)
    return event and _agrees(noun) and not torn and not counted


def _tells_event(verb: Token) -> bool:
    auxiliaries = [c for c in verb.children if c.dep_ in ("aux", "auxpass")]
    finite = verb.tag_ == "VBD" or any(c.tag_ in ("VBZ", "VBP", "VBD") for c in auxiliaries)
    modal = any(c.tag_ == "MD" for c in auxiliaries)
    return verb.pos_ == "VERB" and verb.tag_ in _EPISODIC and finite and not modal


def _agrees(noun: Token) -> bool:
    """Check that a singular subject has a singular verb: not *a group of men are*."""
    verbs = (noun.head, *noun.head.children)
    return noun.tag_ == "NNS" or not any(v.lower_ in ("are", "were", "have") for v in verbs)


class Requantified(TextTransformation):
    """``under:every`` replaces the determiner of an indefinite subject.

    The rest of the sentence then has another polarity, so that a further edit may have another
    direction. The transformation has no label of its own.

    Raises:
        UsageError: the argument is not in ``rules/exchanges.toml``.
    """

    def __init__(self, order: Order) -> None:
        super().__init__(order)
        known = tuple(_table()["under"])
        refuse_unknown(order.name, order.arguments, known)
        if len(order.arguments) != 1:
            raise UsageError(f"{order.name}: write one of {', '.join(known)} after the colon")
        self._words: Mapping[str, str] = _table()["under"][order.arguments[0]]
        self._of_all = order.arguments[0] != "no"

    def apply(self, texts: Sequence[str]) -> list[Outcome]:
        trees = trees_of(texts)
        return [self._of(text, tree) for text, tree in zip(texts, trees, strict=True)]

    def _of(self, text: str, tree: Doc) -> Outcome:
        places = find_words(text, tree)
        roots = roots_of(tree)
        if places is None or len(roots) != 1 or not is_finite(roots[0]) or is_question(tree):
            return self._declined("under.not-one-statement")
        from litgen.acceptability.source import source_problem

        if problem := source_problem(tree):
            return self._declined(problem.id)
        root = roots[0]
        subject = _subject_of(root)
        if (
            subject is None
            or subject.tag_ not in ("NN", "NNS")
            or not _is_subject_of_event(subject)
        ):
            return self._declined("under.no-event")
        if stopped := next((t.lower_ for t in tree if t.lower_ in _stopping()), None):
            return self._declined("under.blocking-word")._replace(words=(stopped,))
        if self._of_all and not _may_be_of_all(subject):
            return self._declined("under.not-distributive")
        if any(t.dep_ in ("conj", "appos") or t.text == "," for t in subject.subtree):
            return self._declined("under.coordinated-subject")
        if any(t.dep_ == "conj" and _subject_of(t) is not None for t in root.children):
            return self._declined("text.several-clauses")
        word = self._words["more" if subject.tag_ == "NNS" else "one"]
        span = _indefinite(subject, places)
        if not word or span is None:
            return self._declined("under.definite-subject")
        made, edits = replace(text, [Replacement(*span, word)])
        return self._changed(made, *edits)

    def describe(self) -> Mapping[str, Any]:
        from litgen.engines.dependency.models import describe_nlp

        return {"name": self.name, **self._words, **describe_nlp()}


@cache
def _stopping() -> frozenset[str]:
    """Return words that refer to individual members of the subject, and negations."""
    return frozenset(_table()["stopping"]["words"])


def _subject_of(verb: Token) -> Token | None:
    return next((c for c in verb.children if c.dep_ in _SUBJECTS), None)


def _indefinite(subject: Token, places: Sequence[int]) -> tuple[int, int] | None:
    """Return the span of a subject's indefinite article, *some* or number, None if it has none."""
    found = [c for c in subject.children if c.dep_ in ("det", "poss", "predet", "nummod")]
    if any(c.lower_ in ("many", "few", "several", "other", "more") for c in subject.children
           if c.dep_ == "amod"):  # fmt: skip
        return None
    if len(found) != 1 or list(found[0].children) or found[0].i > subject.i:
        return None
    word = found[0]
    singular = word.lower_ in ("a", "an") and subject.tag_ == "NN"
    plural = subject.tag_ == "NNS" and (word.lower_ == "some" or word.dep_ == "nummod")
    start = places[word.i]
    return (start, start + len(word.text)) if singular or plural else None
