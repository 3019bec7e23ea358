"""``conditional:NAME``: both sentences of a pair in one, *If the man sleeps, then he is tired.*

The patterns are data (``rules/frames.toml``). Only what is said of one and the same is joined:
nobody says *If a man sleeps, then a dog is barking*.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from litgen.lexicon import lemmas_with
from litgen.tables import word_list
from litgen.transformations.definite import with_definite_subject
from litgen.transformations.framing import entry_of, parser, statements_of
from litgen.transformations.protocol import Level, Order, Outcome, Variant

if TYPE_CHECKING:
    from litgen.engines.dependency.clauses import Sentence

#: More words than this read badly beside another clause.
_LONGEST = 20
_PRONOUNS = {
    word: lemmas_with(feature, "noun")
    for word, feature in (("he", "male"), ("she", "female"), ("it", "animal"))
}
_STATES = frozenset(
    lemma for name in ("stative", "lasting", "state") for lemma in lemmas_with(name, "verb")
)
_POINTING = word_list("definite_determiners") - {"the"}
_FIRST_PERSON = word_list("first_person")
#: They tell nothing that is not told without them.
_LIGHT = frozenset(("a", "an", "the", "be"))


class Conditional:
    """``conditional:NAME``: both sentences of a pair in one, *If P, then H.*

    Raises:
        UsageError: there is no conditional of this name.
        RuleError: the table is at fault.

    Example:
        >>> rule = Conditional(Order("conditional:unless", ("unless",)))
        >>> rule.apply_pairs([("A man is asleep.", "The man works.")])[0].variants[0].text
        'The man works unless he is asleep.'
    """

    level: Level = "pair"

    def __init__(self, order: Order) -> None:
        self.name = order.name
        self._entry = entry_of(order, "conditional")

    def apply_pairs(self, pairs: Sequence[tuple[str, str]]) -> list[Outcome]:
        """Join the sentences of pairs, in order, one outcome each."""
        read = statements_of([text for pair in pairs for text in pair])
        return [self._joined(*both) for both in zip(read[::2], read[1::2], strict=True)]

    def _joined(self, p: Sentence | Outcome, h: Sentence | Outcome) -> Outcome:
        if isinstance(p, Outcome) or isinstance(h, Outcome):
            return p if isinstance(p, Outcome) else h if isinstance(h, Outcome) else Outcome()
        premise, hypothesis = str(self._entry["premise"]), str(self._entry["hypothesis"])
        pattern = f"{premise} {hypothesis}"
        first, second = (h, p) if "{he_p}" in pattern else (p, h)
        reason = _apart(p) or _apart(h) or _of_others(first, second) or _alike(p, h)
        if reason is None and ("only if" in premise or "unless" in premise) and _is_past(p):
            reason = "a single event"  # *He slowed only if he stopped*
        if reason:
            return Outcome(declined=reason, stage="inapplicable")
        words = {"p": with_definite_subject(p), "h": with_definite_subject(h)}
        if None in words.values():
            return Outcome(declined="no subject that may be definite", stage="inapplicable")
        ours, theirs = (
            {t.lemma_.lower() for t in each.doc[_after_subject(each) :] if t.is_alpha} - _LIGHT
            for each in (p, h)
        )
        if ours <= theirs or theirs <= ours:  # either both or neither, whatever *or* says
            return Outcome(declined="one sentence in the other", stage="inapplicable")
        words |= {"he_p": _taken_up(p, words["p"]), "he_h": _taken_up(h, words["h"])}
        words |= {key.upper(): text[:1].upper() + text[1:] for key, text in words.items() if text}
        made = premise.format(**words), hypothesis.format(**words)
        return Outcome((Variant((made[0],), hypothesis=made[1]),))

    def describe(self) -> Mapping[str, Any]:
        """Name, both sides and parser."""
        told = {side: self._entry[side] for side in ("premise", "hypothesis")}
        return {"name": self.name, **told, **parser()}


def _apart(sentence: Sentence) -> str | None:
    """What reads badly in a clause joined to another by *or*, *if*, *unless*."""
    doc, root = sentence.doc, sentence.root
    assert root is not None  # of a statement
    if len(doc) > _LONGEST:
        return "long"
    if any(t.text == "," or t.dep_ == "neg" or t.lower_ in ("no", "nobody") for t in doc):
        return "a comma or a negation"
    if root.modal or root.tense not in ("pres", "past"):
        return "modal"
    if any(t.dep_ in ("conj", "advcl") and t.head.i == root.head for t in doc):
        return "further verbs"
    state = root.copular or root.passive or root.perfect or root.progressive
    if root.tense == "pres" and not state and doc[root.head].lemma_ not in _STATES:
        return "a habit"  # *If the men clean, ...*: of a picture it is *are cleaning*
    subject = _subject(sentence)
    if subject and any(doc[i].lower_ in _FIRST_PERSON for i in subject):
        return "of the speaker"  # who knows whether it is so
    return None if subject and subject[0] == 0 else "no plain subject"


def _subject(sentence: Sentence) -> list[int] | None:
    """Where the words of the subject stand, None where they are torn."""
    root = sentence.root
    assert root is not None and root.subject is not None
    at = sorted(t.i for t in sentence.doc[root.subject].subtree)
    return at if at == list(range(at[0], at[-1] + 1)) else None


def _of_others(first: Sentence, second: Sentence) -> str | None:
    """Why the second sentence does not go on about the subject of the first, None where it does."""
    assert first.root is not None and second.root is not None
    if first.root.tense != second.root.tense:
        return "two tenses"
    nouns = [each.doc[each.root.subject or 0] for each in (first, second) if each.root]
    described = [
        {t.lemma_.lower() for t in noun.subtree if t.dep_ not in ("det", "punct")} for noun in nouns
    ]
    if nouns[0].lemma_.lower() != nouns[1].lemma_.lower() or nouns[0].tag_ != nouns[1].tag_:
        return "two subjects"
    pointing = any(c.lower_ in _POINTING for c in nouns[1].lefts)  # *these people*
    return None if described[1] <= described[0] and not pointing else "two subjects"


def _after_subject(sentence: Sentence) -> int:
    at = _subject(sentence)
    return at[-1] + 1 if at else 0


def _is_past(sentence: Sentence) -> bool:
    return sentence.root is not None and sentence.root.tense == "past"


def _alike(p: Sentence, h: Sentence) -> str | None:
    """Two states of mind may be one: *He liked it warmer, He preferred a higher temperature*."""
    assert p.root is not None and h.root is not None
    verbs = [each.doc[each.root.head].lemma_ for each in (p, h) if each.root]
    plain = not (p.root.copular or h.root.copular)
    return "two states" if plain and _STATES.issuperset(verbs) else None


def _taken_up(sentence: Sentence, text: str | None) -> str | None:
    """The sentence with a pronoun for its subject, or as it is where none is surely right."""
    from litgen.engines.dependency.realisation.fields import final_punctuation
    from litgen.engines.dependency.realisation.surface import Piece, surface

    doc, at = sentence.doc, _subject(sentence)
    assert at is not None and sentence.root is not None and sentence.root.subject is not None
    noun = doc[sentence.root.subject]
    lemma = noun.lemma_.lower()
    pronoun = next((word for word, lemmas in _PRONOUNS.items() if lemma in lemmas), None)
    if noun.tag_ == "NNS" or any(c.dep_ == "conj" for c in noun.children):
        pronoun = "they"
    if pronoun is None or noun.tag_ not in ("NN", "NNS"):
        return text
    order = [Piece("that"), Piece(pronoun), *range(at[-1] + 1, final_punctuation(doc))]
    return surface(doc, order, {})[len("that ") :]
