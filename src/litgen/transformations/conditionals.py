"""``conditional:NAME`` joins both sentences of a pair: *If the man sleeps, then he is tired.*

The patterns are data (``rules/frames.toml``). Both sentences must have the same subject referent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from litgen.kinds import covers
from litgen.lexicon import lemmas_with
from litgen.tables import word_list
from litgen.transformations.definite import with_definite_subject
from litgen.transformations.framing import entry_of
from litgen.transformations.protocol import Level, Order, Outcome, Variant
from litgen.transformations.statements import (
    cores_of,
    is_habit,
    is_of_speaker,
    parser,
    statements_of,
)

if TYPE_CHECKING:
    from spacy.tokens import Token

    from litgen.engines.dependency.clauses import Sentence

#: Maximum number of tokens; longer sentences are awkward next to another clause.
_LONGEST = 22
_GENDERS = {"he": lemmas_with("male", "noun"), "she": lemmas_with("female", "noun")}
_BACK = {"his": "he", "him": "he", "himself": "he", "he": "he"} | dict.fromkeys(
    ("her", "hers", "herself", "she"), "she"
)
_TITLES = {"mr.": "he", "mrs.": "she", "ms.": "she", "miss": "she", "sir": "he", "lady": "she"}
_MINDS = frozenset((*lemmas_with("stative", "verb"), *lemmas_with("state", "verb")))
_POINTING = word_list("definite") - {"the"}
_PLACES = ("GPE", "LOC")


class Conditional:
    """``conditional:NAME`` joins both sentences of a pair: *If P, then H.*

    Captions are first put into the progressive (rule ``ongoing``).

    Example:
        >>> rule = Conditional(Order("conditional:or", ("or",)))
        >>> rule.apply_pairs([("A man is asleep.", "A man rides a bike.")])[0].variants[0].text
        'Either the man is asleep or he is riding a bike.'
    """

    level: Level = "pair"

    def __init__(self, order: Order) -> None:
        self.name = order.name
        self._entry = entry_of(order, "conditional")
        self._order = order

    def apply_pairs(self, pairs: Sequence[tuple[str, str]]) -> list[Outcome]:
        read = self._reported([text for pair in pairs for text in pair])
        return [self._joined(*both) for both in zip(read[::2], read[1::2], strict=True)]

    def _reported(self, texts: Sequence[str]) -> list[Sentence | Outcome]:
        """Return the statements of texts, with captions (*a man rides*) in the progressive."""
        from litgen.transformations.registry import find

        read = cores_of(texts)
        captions = {
            i: each.text
            for i, each in enumerate(read)
            if not isinstance(each, Outcome) and is_habit(each)
        }
        if captions:
            rule = find("ongoing", self._order.engine, self._order.rules)
            made = zip(captions, rule.apply([*captions.values()]), strict=True)
            told = {i: outcome.variants[0].text for i, outcome in made if outcome.variants}
            for i, each in zip(told, statements_of([*told.values()]), strict=True):
                read[i] = each
        return read

    def _joined(self, p: Sentence | Outcome, h: Sentence | Outcome) -> Outcome:
        if isinstance(p, Outcome) or isinstance(h, Outcome):
            return p if isinstance(p, Outcome) else h if isinstance(h, Outcome) else Outcome()
        premise, hypothesis = str(self._entry["premise"]), str(self._entry["hypothesis"])
        reason = _apart(p) or _apart(h) or _of_others(p, h)
        alternatives = "ither " in premise + hypothesis
        reason = reason or _alike(p, h, alternatives=alternatives)
        if reason:
            return Outcome(declined=reason, stage="inapplicable")
        subject, pronoun = _phrase(p), _pronoun(p)
        if pronoun == "they" and not _is_plural(_noun(p)):  # *a worker during his break*
            pronoun = next(
                (_BACK[t.lower_] for s in (p, h) for t in s.doc if t.lower_ in _BACK), "they"
            )
        if subject is None or pronoun is None:
            reason = "no pronoun for it" if subject else "no subject that may be definite"
            return Outcome(declined=reason, stage="inapplicable")
        # The first mention has the full description, later ones a short form.
        whole = pronoun == "it" or "{he_p}" in premise + hypothesis  # *the time that it takes*
        first, full = subject.full if whole else subject.short, subject.full
        if alternatives and not (pronoun == "it" and _is_restricted(_noun(p))):
            # The description would hold in both: *Either the empty bus stops or it is full*
            first = full = subject.short
        words = {
            "p": f"{full} {_said(p)}",
            "h": f"{first} {_said(h)}",
            "he_p": _of_pronoun(p, pronoun),
            "he_h": _of_pronoun(h, pronoun),
        }
        words |= {key.upper(): text[:1].upper() + text[1:] for key, text in words.items()}
        made = premise.format(**words), hypothesis.format(**words)
        return Outcome((Variant((made[0],), hypothesis=made[1]),))

    def describe(self) -> Mapping[str, Any]:
        told = {side: self._entry[side] for side in ("premise", "hypothesis")}
        return {"name": self.name, **told, **parser()}


def _apart(sentence: Sentence) -> str | None:
    """Return why a clause would be awkward when joined by *or* or *if*, None if it would not."""
    doc, root = sentence.doc, sentence.root_clause
    if len(doc) > _LONGEST:
        return "long"
    if any(t.text == "," and t.head.i == root.head for t in doc):
        return "a comma or a negation"
    if any(t.dep_ == "neg" or t.lower_ in ("no", "nobody", "or") for t in doc):
        return "a comma or a negation"
    if root.modal or root.tense not in ("pres", "past"):
        return "modal"
    if any(t.dep_ == "advcl" and any(c.dep_ in ("mark", "nsubj") for c in t.children) for t in doc):
        return "further clauses"
    if is_habit(sentence):
        return "a habit"  # *If the men clean, ...*: a picture needs *are cleaning*
    if is_of_speaker(sentence):
        return "of the speaker"  # the speaker knows whether it is true
    subject = _subject(sentence)
    aside = subject and doc[subject[-1]].text == ","  # *The captain, drunk since noon, slept*
    return None if subject and subject[0] == 0 and not aside else "no plain subject"


def _subject(sentence: Sentence) -> list[int] | None:
    """Return the indexes of the subject's words, None if they are discontinuous."""
    at = sorted(t.i for t in sentence.doc[sentence.root_clause.subject or 0].subtree)
    return at if at == list(range(at[0], at[-1] + 1)) else None


def _noun(sentence: Sentence) -> Token:
    return sentence.doc[sentence.root_clause.subject or 0]


def _of_others(p: Sentence, h: Sentence) -> str | None:
    """Return why the second sentence is not about the subject of the first, None if it is."""
    ours, theirs = _noun(p), _noun(h)
    if ours.dep_ == "expl" or theirs.dep_ == "expl":
        return "no plain subject"
    if any(c.lower_ in _POINTING for c in theirs.lefts) and ours.text != theirs.text:
        return "two subjects"  # *these people*
    told, said = (
        {t.lemma_.lower() for t in noun.subtree if t.dep_ not in ("det", "punct")} - {noun.lemma_}
        for noun in (ours, theirs)
    )
    one, other = ours.lemma_.lower(), theirs.lemma_.lower()
    if theirs.tag_ == "PRP" and ours.tag_ != "PRP":
        return None if theirs.lower_ == _pronoun(p) else "two subjects"
    if _is_plural(ours) != _is_plural(theirs) or not said - {other} <= told - {one}:
        return "two subjects"
    if one == other or (ours.pos_ == theirs.pos_ == "NOUN" and covers(other, one)):
        return None
    return "two subjects"


def _is_restricted(noun: Token) -> bool:
    """Check for a restrictive postmodifier: *the time that it takes*."""
    return any(c.dep_ in ("relcl", "acl", "prep") and c.lower_ != "of" for c in noun.rights)


def _is_plural(noun: Token) -> bool:
    return noun.tag_ in ("NNS", "NNPS") or any(c.dep_ == "conj" for c in noun.children)


#: Parts of speech of content words.
_CONTENT = ("NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM")


def _alike(p: Sentence, h: Sentence, alternatives: bool) -> str | None:
    """Return why two sentences are too similar, if so: *Either they jump or they jump high*."""
    verbs = [each.doc[each.root_clause.head].lemma_ for each in (p, h)]
    plain = not (p.root_clause.copular or h.root_clause.copular)
    if plain and _MINDS.issuperset(verbs):
        return "two states"  # *He liked it warmer, he preferred a higher temperature*
    objects = [
        any(t.dep_ == "dobj" for t in each.doc[each.root_clause.head].rights) for each in (p, h)
    ]
    if alternatives and plain and verbs[0] == verbs[1] and not all(objects):
        return "one sentence in the other"  # *Either he runs in the park or he runs home*
    ours, theirs = (
        {t.lemma_.lower() for t in each.doc[_after_subject(each) :] if t.pos_ in _CONTENT}
        for each in (p, h)
    )
    told = {t.lemma_.lower() for t in p.doc}  # *The woman sitting on a bench is reading*
    if theirs <= told or 2 * len(ours & theirs) >= min(len(ours), len(theirs)):
        return "one sentence in the other"
    return None


def _after_subject(sentence: Sentence) -> int:
    at = _subject(sentence)
    return at[-1] + 1 if at else 0


class _Phrase(NamedTuple):
    """A subject with all its modifiers, and in short with only its article or number."""

    full: str
    short: str


def _phrase(sentence: Sentence) -> _Phrase | None:
    """Return the subject of a sentence as a definite phrase, None if it cannot be definite."""
    from litgen.engines.dependency.characters import text_of

    doc, noun, at = sentence.doc, _noun(sentence), _subject(sentence)
    whole, said = with_definite_subject(sentence), f" {_said(sentence)}"
    if at is None or whole is None or not whole.endswith(said):
        return None
    full = whole.removesuffix(said)
    if noun.pos_ != "NOUN" or any(c.dep_ in ("poss", "conj") for c in noun.children):
        return _Phrase(full, full)
    kept = [c for c in noun.lefts if c.dep_ in ("nummod", "compound")]
    of = [*doc[noun.i + 1 : at[-1] + 1]] if any(c.lower_ == "of" for c in noun.rights) else []
    lower = [t.i == 0 or t.dep_ == "nummod" for t in (*kept, noun, *of)]
    words = [text_of(doc[t.i : t.i + 1]) for t in (*kept, noun, *of)]
    words = [w.lower() if low else w for w, low in zip(words, lower, strict=True)]
    return _Phrase(full, " ".join(("the", *words)))


def _said(sentence: Sentence) -> str:
    """Return the predicate of a sentence: *is riding a bike*."""
    from litgen.engines.dependency.realisation.fields import final_punctuation
    from litgen.engines.dependency.realisation.surface import Piece, surface

    doc = sentence.doc
    order = [Piece("that"), *range(_after_subject(sentence), final_punctuation(doc))]
    return surface(doc, order, {})[len("that ") :]


def _pronoun(sentence: Sentence) -> str | None:
    """Return the pronoun for the subject of a sentence, None if it is uncertain."""
    from litgen.trees.nouns import is_group, is_person

    noun, lemma = _noun(sentence), _noun(sentence).lemma_.lower()
    if noun.tag_ == "PRP":
        return noun.lower_
    if _is_plural(noun):
        return "they"
    if gender := next((word for word, nouns in _GENDERS.items() if lemma in nouns), None):
        return gender
    if noun.pos_ == "PROPN":
        title = next((_TITLES[t.lower_] for t in noun.lefts if t.lower_ in _TITLES), None)
        return title or ("it" if noun.ent_type_ in _PLACES else None)
    if is_person(noun) or is_group(noun):
        return "they"
    return "it" if noun.tag_ == "NN" else None


def _of_pronoun(sentence: Sentence, pronoun: str) -> str:
    """Return the sentence with a pronoun as subject; *they* always takes a plural verb."""
    from litgen.engines.dependency.characters import text_of
    from litgen.trees.morphology import Agreement, form_of

    said, root = _said(sentence), sentence.root_clause
    at = min((*root.auxiliaries, root.head))
    if pronoun == "they" and root.tense is not None:
        form = form_of(sentence.doc[at].lemma_, root.tense, Agreement(3, True))
        said = said.replace(text_of(sentence.doc[at : at + 1]), form, 1)
    return f"{pronoun} {said}"
