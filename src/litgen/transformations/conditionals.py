"""``conditional:NAME`` joins the two sentences of a pair: *If the man sleeps, then he is tired.*

``rules/frames.toml`` contains the patterns. Both subjects must have the same referent.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from litgen.engines.dependency.characters import text_of
from litgen.engines.dependency.clauses import Sentence
from litgen.engines.dependency.models import describe_nlp
from litgen.engines.dependency.realisation.fields import final_punctuation
from litgen.kinds import covers
from litgen.lexicon import lemmas_with
from litgen.tables import word_list
from litgen.transformations.definite import with_definite_subject
from litgen.transformations.framing import entry_of
from litgen.transformations.parsing import dependents
from litgen.transformations.protocol import Order, Outcome, OwnTransformation, Variant
from litgen.transformations.statements import (
    capitalised,
    cores_of,
    embedded,
    is_habit,
    is_of_speaker,
    statements_of,
)
from litgen.trees.morphology import Agreement, form_of
from litgen.trees.nouns import is_group, is_person
from litgen.trees.tokens import Token

#: Maximum number of tokens in a sentence; longer ones are awkward next to another clause.
_LONGEST = 22
_GENDERS = {"he": lemmas_with("male", "noun"), "she": lemmas_with("female", "noun")}
_BACK = {"his": "he", "him": "he", "himself": "he", "he": "he"} | dict.fromkeys(
    ("her", "hers", "herself", "she"), "she"
)
_TITLES = {"mr.": "he", "mrs.": "she", "ms.": "she", "miss": "she", "sir": "he", "lady": "she"}
_MINDS = frozenset((*lemmas_with("stative", "verb"), *lemmas_with("state", "verb")))
_POINTING = word_list("definite") - {"the"}
_PLACES = ("GPE", "LOC")
_CONTENT = ("NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM")


class Conditional(OwnTransformation):
    """``conditional:NAME`` joins the two sentences of a pair: *If P, then H.*

    The rule ``ongoing`` first puts captions into the progressive.

    Example:
        >>> rule = Conditional(Order("conditional:or", ("or",)))
        >>> rule.apply_pairs([("A man is asleep.", "A man rides a bike.")])[0].variants[0].text
        'Either the man is asleep or he is riding a bike.'
    """

    level = "pair"

    def __init__(self, order: Order) -> None:
        super().__init__(order)
        self._entry = entry_of(order, "conditional")
        self._order = order

    def apply_pairs(self, pairs: Sequence[tuple[str, str]]) -> list[Outcome]:
        read = self._reported([text for pair in pairs for text in pair])
        return [self._joined(*both) for both in zip(read[::2], read[1::2], strict=True)]

    def _reported(self, texts: Sequence[str]) -> list[Sentence | Outcome]:
        """Return the statement in each text; put captions (*a man rides*) into the progressive."""
        from litgen.transformations.registry import find

        read = cores_of(texts)
        habits = {i: s.text for i, s in enumerate(read) if isinstance(s, Sentence) and is_habit(s)}
        if habits:
            rule = find("ongoing", self._order.engine, self._order.rules)
            made = zip(habits, rule.apply([*habits.values()]), strict=True)
            ongoing = {i: outcome.variants[0].text for i, outcome in made if outcome.variants}
            for i, each in zip(ongoing, statements_of([*ongoing.values()]), strict=True):
                read[i] = each
        return read

    def _joined(self, p: Sentence | Outcome, h: Sentence | Outcome) -> Outcome:
        if isinstance(p, Outcome):
            return p
        if isinstance(h, Outcome):
            return h
        premise, hypothesis = str(self._entry["premise"]), str(self._entry["hypothesis"])
        alternatives = "ither " in premise + hypothesis
        reason = _apart(p) or _apart(h) or _of_others(p, h) or _alike(p, h, alternatives)
        if reason:
            return self._declined(reason)
        subject, pronoun = _phrase(p), _pronoun(p)
        if pronoun == "they" and not _is_plural(_noun(p)):  # as in *a worker during his break*
            pronoun = next(
                (_BACK[t.lower_] for s in (p, h) for t in s.doc if t.lower_ in _BACK), "they"
            )
        if subject is None or pronoun is None:
            return self._declined(
                "conditional.no-pronoun" if subject else "definite.no-such-subject"
            )
        # The first mention has the full description (*the time that it takes*), unlike later ones.
        whole = pronoun == "it" or "{he_p}" in premise + hypothesis
        full, short = subject
        first = full if whole else short
        restricted = any(
            c.dep_ in ("relcl", "acl", "prep") and c.lower_ != "of" for c in _noun(p).rights
        )
        if alternatives and not (pronoun == "it" and restricted):
            # The modifiers would apply to both clauses: *Either the empty bus stops or it is full*
            first = full = short
        words = {
            "p": f"{full} {_predicate(p)}",
            "h": f"{first} {_predicate(h)}",
            "he_p": _of_pronoun(p, pronoun),
            "he_h": _of_pronoun(h, pronoun),
        }
        words |= {key.upper(): capitalised(text) for key, text in words.items()}
        made = premise.format(**words), hypothesis.format(**words)
        return Outcome((Variant((made[0],), hypothesis=made[1]),))

    def describe(self) -> Mapping[str, Any]:
        sides = {side: self._entry[side] for side in ("premise", "hypothesis")}
        return {**super().describe(), **sides, "parser": describe_nlp()}


def _apart(sentence: Sentence) -> str | None:
    """Return why a clause would be awkward after *or* or *if*, or None."""
    doc, root = sentence.doc, sentence.root_clause
    if len(doc) > _LONGEST:
        return "statement.too-long"
    comma = any(t.text == "," and t.head.i == root.head for t in doc)
    if comma or any(t.dep_ == "neg" or t.lower_ in ("no", "nobody", "or") for t in doc):
        return "conditional.comma-or-negation"
    if root.modal or root.tense not in ("pres", "past"):
        return "clause.modal"
    if any(t.dep_ == "advcl" and dependents(t, "mark", "nsubj") for t in doc):
        return "conditional.adverbial-clause"
    if is_habit(sentence):
        return "aspect.habit"  # avoids *If the men clean, ...* for *are cleaning*
    if is_of_speaker(sentence):
        return "statement.first-person"  # speakers know whether it is true
    subject = _subject(sentence)
    aside = subject and doc[subject[-1]].text == ","  # as in *The captain, drunk since noon, slept*
    return None if subject and subject[0] == 0 and not aside else "conditional.complex-subject"


def _subject(sentence: Sentence) -> list[int]:
    """Return the indices of the subject's words, or an empty list if it is discontinuous."""
    at = sorted(t.i for t in _noun(sentence).subtree)
    return at if at == list(range(at[0], at[-1] + 1)) else []


def _noun(sentence: Sentence) -> Token:
    return sentence.doc[sentence.root_clause.subject or 0]


def _of_others(p: Sentence, h: Sentence) -> str | None:
    ours, theirs = _noun(p), _noun(h)
    if ours.dep_ == "expl" or theirs.dep_ == "expl":
        return "conditional.complex-subject"
    if theirs.tag_ == "PRP" and ours.tag_ != "PRP":
        return None if theirs.lower_ == _pronoun(p) else "conditional.two-subjects"
    one, other = ours.lemma_.lower(), theirs.lemma_.lower()
    own, wanted = (
        {t.lemma_.lower() for t in noun.subtree if t.dep_ not in ("det", "punct")} - {noun.lemma_}
        for noun in (ours, theirs)
    )
    # *these people* may be other people; *A chef* and *A person* may have the same referent
    pointing = any(c.lower_ in _POINTING for c in theirs.lefts) and ours.text != theirs.text
    same = one == other or (ours.pos_ == theirs.pos_ == "NOUN" and covers(other, one))
    same &= _is_plural(ours) == _is_plural(theirs) and wanted - {other} <= own - {one}
    return None if same and not pointing else "conditional.two-subjects"


def _is_plural(noun: Token) -> bool:
    return noun.tag_ in ("NNS", "NNPS") or bool(dependents(noun, "conj"))


def _alike(p: Sentence, h: Sentence, alternatives: bool) -> str | None:
    """Return why two sentences are too similar (*Either they jump or they jump high*), or None."""
    one, other = verbs = [each.doc[each.root_clause.head] for each in (p, h)]
    plain = not (p.root_clause.copular or h.root_clause.copular)
    if plain and _MINDS.issuperset(verb.lemma_ for verb in verbs):
        return "conditional.two-states"  # *liked it warmer*, *preferred a higher temperature*
    objects = [any(t.dep_ == "dobj" for t in verb.rights) for verb in verbs]
    # as in *Either he runs in the park or he runs home*
    if alternatives and plain and one.lemma_ == other.lemma_ and not all(objects):
        return "conditional.overlap"
    ours, theirs = (
        {t.lemma_.lower() for t in each.doc[_after_subject(each) :] if t.pos_ in _CONTENT}
        for each in (p, h)
    )
    # includes the subject's modifiers: *The woman sitting on a bench is reading*
    whole = {t.lemma_.lower() for t in p.doc}
    same = theirs <= whole or 2 * len(ours & theirs) >= min(len(ours), len(theirs))
    return "conditional.overlap" if same else None


def _after_subject(sentence: Sentence) -> int:
    return _subject(sentence)[-1] + 1 if _subject(sentence) else 0


def _phrase(sentence: Sentence) -> tuple[str, str] | None:
    """Return the subject as a definite phrase, once in full and once without modifiers, or None."""
    doc, noun, at = sentence.doc, _noun(sentence), _subject(sentence)
    whole, predicate = with_definite_subject(sentence), f" {_predicate(sentence)}"
    if not at or whole is None or not whole.endswith(predicate):
        return None
    full = whole.removesuffix(predicate)
    if noun.pos_ != "NOUN" or dependents(noun, "poss", "conj"):
        return full, full
    of = [*doc[noun.i + 1 : at[-1] + 1]] if any(c.lower_ == "of" for c in noun.rights) else []
    kept = [*(c for c in noun.lefts if c.dep_ in ("nummod", "compound")), noun, *of]
    words = [text_of(doc[t.i : t.i + 1]) for t in kept]
    lower = [t.i == 0 or t.dep_ == "nummod" for t in kept]
    words = [w.lower() if low else w for w, low in zip(words, lower, strict=True)]
    return full, " ".join(("the", *words))


def _predicate(sentence: Sentence) -> str:
    """Return the predicate of a sentence: *is riding a bike*."""
    doc = sentence.doc
    return embedded(doc, range(_after_subject(sentence), final_punctuation(doc)))


def _pronoun(sentence: Sentence) -> str | None:
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
    """Return the sentence with a pronoun as its subject; *they* always takes a plural verb."""
    predicate, root = _predicate(sentence), sentence.root_clause
    at = min(root.group)
    if pronoun == "they" and root.tense is not None:
        form = form_of(sentence.doc[at].lemma_, root.tense, Agreement(3, True))
        predicate = predicate.replace(text_of(sentence.doc[at : at + 1]), form, 1)
    return f"{pronoun} {predicate}"
