"""Express a presupposition as a sentence of its own, as in IMPPRES (Jeretic et al. 2020)."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from litgen.engines.dependency.analysis import Declined
from litgen.engines.dependency.characters import text_of
from litgen.engines.dependency.clauses import Sentence
from litgen.engines.dependency.realisation.fields import final_punctuation
from litgen.engines.dependency.realisation.surface import Piece, surface
from litgen.exceptions import UsageError
from litgen.lexicon import article_for, lemmas_with
from litgen.tables import rules_table, word_list
from litgen.transformations.parsing import dependents
from litgen.transformations.protocol import Order, Outcome
from litgen.transformations.statements import StatementTransformation, capitalised
from litgen.trees.nouns import is_group, is_person
from litgen.trees.tokens import Token

#: Words before a noun that select one of several referents or express a comparison.
_PICKING = word_list("picking")
_UNIQUE = word_list("unique")
#: Nouns that are uninformative without a modifier, abstract nouns, and relational nouns (*father*).
_VAGUE = frozenset(rules_table("dropping")["lists"]["not_alone"]["words"])
_ABSTRACT, _RELATIONAL = lemmas_with("abstract", "noun"), lemmas_with("relational", "noun")
_PARTS = {*lemmas_with("inalienable", "noun"), *lemmas_with("part_of_body", "noun")}
#: Maximum number of tokens after a noun; longer phrases are awkward after *There is*.
_LONGEST = 12


class Presupposed(StatementTransformation):
    """State a presupposition: ``presupposed:existence``, ``possession`` or ``somebody``.

    ``absence``, ``lack`` and ``nobody`` state the negations of these.

    Raises:
        UsageError: the argument is unknown or missing.

    Example:
        >>> existence = Presupposed(Order("presupposed:existence", ("existence",)))
        >>> existence.apply(["The old man is riding a bike."])[0].variants[0].text
        'There is an old man.'
    """

    def __init__(self, order: Order) -> None:
        super().__init__(order)
        kind = ",".join(order.arguments)
        if kind not in _KINDS:
            raise UsageError(f"{order.name}: use presupposed: with one of {', '.join(_KINDS)}")
        self._write = _KINDS[kind]

    def _of(self, sentence: Sentence, text: str) -> Outcome:
        subject = sentence.doc[sentence.root_clause.subject or 0]
        return self._changed(f"{capitalised(self._write(sentence, subject))}.")


def _existence(sentence: Sentence, subject: Token, denied: bool = False) -> str:
    """Map *The old man rode* to *There was an old man* or *There was no old man*."""
    article, past = next(iter(dependents(subject, "det")), None), _is_past(sentence)
    if article is None or article.lower_ != "the" or subject.pos_ != "NOUN":
        raise Declined("presupposition.no-definite-subject")
    words = _described(subject, article.i + 1)
    of = any(c.lower_ == "of" for c in subject.rights)  # as in *the emergence of the city*
    rest = _modifiers(subject, past)
    if subject.tag_ not in ("NN", "NNS") or (of and not is_group(subject)):
        raise Declined("presupposition.complex-description")
    lemma = subject.lemma_.lower()
    if not is_group(subject) and (lemma in _VAGUE or lemma in _ABSTRACT):
        raise Declined("presupposition.relational-noun")  # avoids *There is no manner*
    if not rest and lemma in _RELATIONAL and is_person(subject):
        raise Declined("presupposition.kinship-noun")  # avoids *There is no father*
    if denied and any(c.dep_ == "nummod" for c in subject.lefts):
        raise Declined("presupposition.numeral")  # avoids *There are no five girls*
    if subject.lower_ in _UNIQUE or any(t.pos_ == "PROPN" for t in subject.lefts):
        raise Declined("presupposition.unique")
    plural = subject.tag_ == "NNS"
    verb = ("were" if plural else "was") if past else ("are" if plural else "is")
    return f"There {verb} {_indefinite(words, plural, denied)}{rest}"


def _possession(sentence: Sentence, subject: Token, denied: bool = False) -> str:
    """Map *The man's dog rode* to *The man had a dog* or *The man had no dog*."""
    owner = next((c for c in subject.lefts if c.dep_ == "poss" and c.pos_ == "NOUN"), None)
    if owner is None or {subject.tag_, owner.tag_} - {"NN", "NNS"}:
        raise Declined("presupposition.no-possessive")
    if subject.lemma_.lower() in _PARTS:
        raise Declined("presupposition.part-of-owner")  # avoids *The man has no body*
    mark = next((c for c in owner.rights if c.dep_ == "case"), None)
    if mark is None or any(c.i > mark.i for c in owner.subtree):
        raise Declined("presupposition.complex-description")
    words = _described(subject, mark.i + 1)
    before = text_of(sentence.doc[owner.left_edge.i : mark.i])
    present = "have" if owner.tag_ == "NNS" else "has"
    verb = "had" if _is_past(sentence) else present
    return f"{before} {verb} {_indefinite(words, subject.tag_ == 'NNS', denied)}"


def _somebody(sentence: Sentence, subject: Token, denied: bool = False) -> str:
    """Map *A man rode a bike.* to *Someone rode a bike* or *No one rode a bike*."""
    doc, root = sentence.doc, sentence.root_clause
    if not is_person(subject) or subject.pos_ not in ("NOUN", "PROPN"):
        raise Declined("presupposition.no-person")
    if denied and any(t.dep_ == "neg" or t.lower_ in ("no", "never") for t in doc):
        raise Declined("clause.negated")  # avoids *No one will never win*
    verb = doc[min(root.group)]
    if verb.tag_ not in ("VBZ", "MD", "VBD") or verb.lower_ == "were":
        raise Declined("presupposition.plural-subject")
    indices = sorted(t.i for t in subject.subtree)
    if indices != list(range(len(indices))):
        raise Declined("generation.discontinuous-subject")
    if any(t.lower_ in _PICKING for t in subject.subtree):
        raise Declined("presupposition.complex-description")
    later = range(len(indices), final_punctuation(doc))
    if any(t.pos_ == "PRON" and t.morph.get("Person", []) == ["3"] for t in doc[len(indices) :]):
        raise Declined("presupposition.pronoun")
    who = map(Piece, ("no", "one") if denied else ("someone",))
    return surface(doc, [*who, *later], {})


_KINDS: Mapping[str, Callable[[Sentence, Token], str]] = {
    "existence": _existence,
    "possession": _possession,
    "somebody": _somebody,
    "absence": partial(_existence, denied=True),
    "lack": partial(_possession, denied=True),
    "nobody": partial(_somebody, denied=True),
}


def _is_past(sentence: Sentence) -> bool:
    return sentence.root_clause.tense == "past"


def _described(noun: Token, start: int) -> list[str]:
    doc = noun.doc
    words = doc[start : noun.i + 1]
    if (
        dependents(noun, "conj", "cc", "appos")
        or any(t.lower_ in _PICKING or t.tag_ in ("JJS", "RBS", "JJR") for t in words)
        or any(t.dep_ not in ("amod", "compound", "nummod", "advmod") for t in words[:-1])
    ):
        raise Declined("presupposition.complex-description")
    return [text_of(doc[t.i : t.i + 1]) for t in words]


def _modifiers(noun: Token, past: bool) -> str:
    """Return a space and the postmodifiers; decline long, set-off or differently tensed ones."""
    after = noun.doc[noun.i + 1 : noun.right_edge.i + 1]
    apart = any(not noun.is_ancestor(t) or t.is_punct for t in after)
    if apart or len(after) > _LONGEST or (past and any(t.tag_ in ("VBZ", "VBP") for t in after)):
        raise Declined("presupposition.complex-description")
    return f" {text_of(after)}" if len(after) else ""


def _indefinite(words: Sequence[str], plural: bool, denied: bool) -> str:
    if denied:
        return " ".join(("no", *words))
    return " ".join(words if plural else (article_for(words[0]), *words))
