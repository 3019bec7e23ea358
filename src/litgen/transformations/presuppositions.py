"""Turn a presupposition into a sentence of its own, as in IMPPRES (Jeretic et al. 2020)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from litgen.exceptions import UsageError
from litgen.lexicon import article_for, lemmas_with
from litgen.tables import rules_table, word_list
from litgen.transformations.protocol import Order, Outcome, TextTransformation
from litgen.transformations.statements import parser, statements_of

if TYPE_CHECKING:
    from spacy.tokens import Token

    from litgen.engines.dependency.clauses import Sentence

#: Words before a noun that select one of several, or compare it.
_PICKING = word_list("picking")
_UNIQUE = word_list("unique")
#: Nouns that are uninformative alone; abstract nouns; relational nouns (*father*).
_VAGUE = frozenset(rules_table("dropping")["lists"]["not_alone"]["words"])
_ABSTRACT, _RELATIONAL = lemmas_with("abstract", "noun"), lemmas_with("relational", "noun")
_PARTS = frozenset(
    lemma for name in ("inalienable", "part_of_body") for lemma in lemmas_with(name, "noun")
)
#: Maximum number of tokens after a noun; more are awkward after *There is*.
_LONGEST = 12


class Presupposed(TextTransformation):
    """``presupposed:existence``, ``presupposed:possession``, ``presupposed:somebody``; and their
    negations, ``presupposed:absence``, ``presupposed:lack``, ``presupposed:nobody``.

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
            raise UsageError(f"{order.name}: write presupposed: and one of {', '.join(_KINDS)}")
        self._told = _KINDS[kind]

    def apply(self, texts: Sequence[str]) -> list[Outcome]:
        found = []
        for sentence in statements_of(texts):
            if isinstance(sentence, Outcome):
                found.append(sentence)
                continue
            told, text = self._told(sentence)
            found.append(self._changed(text) if told else self._declined(text))
        return found

    def describe(self) -> Mapping[str, Any]:
        return {"name": self.name, **parser()}


def _existence(sentence: Sentence, denied: bool = False) -> tuple[bool, str]:
    """*The old man rode* -> *There was an old man.*, *There was no old man.*"""
    from litgen.trees.nouns import is_group, is_person

    subject = _subject(sentence)
    article = next((c for c in subject.lefts if c.dep_ == "det"), None)
    if article is None or article.lower_ != "the" or subject.pos_ != "NOUN":
        return False, "no definite subject"
    words = _described(subject, article.i + 1)
    of = any(c.lower_ == "of" for c in subject.rights)  # *the emergence of the city*
    rest = _restriction(subject, _is_past(sentence))
    if words is None or subject.tag_ not in ("NN", "NNS") or (of and not is_group(subject)):
        return False, "no plain description"
    if rest is None:
        return False, "no plain description"
    lemma = subject.lemma_.lower()
    if not is_group(subject) and (lemma in _VAGUE or lemma in _ABSTRACT):
        return False, "nothing by itself"  # *There is no manner*
    if not rest and lemma in _RELATIONAL and is_person(subject):
        return False, "somebody's"  # *There is no father*
    if denied and any(c.dep_ == "nummod" for c in subject.lefts):
        return False, "a number of them"  # *There are no five girls*
    if subject.lower_ in _UNIQUE or any(t.pos_ == "PROPN" for t in subject.lefts):
        return False, "one of a kind"
    plural, past = subject.tag_ == "NNS", _is_past(sentence)
    verb = ("were" if plural else "was") if past else ("are" if plural else "is")
    return True, f"There {verb} {_indefinite(words, plural, denied)}{rest}."


def _possession(sentence: Sentence, denied: bool = False) -> tuple[bool, str]:
    """*The man's dog rode* -> *The man had a dog.*, *The man had no dog.*"""
    from litgen.engines.dependency.characters import text_of

    subject = _subject(sentence)
    owner = next((c for c in subject.lefts if c.dep_ == "poss" and c.pos_ == "NOUN"), None)
    if owner is None or subject.tag_ not in ("NN", "NNS") or owner.tag_ not in ("NN", "NNS"):
        return False, "no owner"
    if subject.lemma_.lower() in _PARTS:
        return False, "a part of the owner"  # *The man has no body*
    mark = next((c for c in owner.rights if c.dep_ == "case"), None)
    words = _described(subject, mark.i + 1) if mark is not None else None
    if mark is None or words is None or any(c.i > mark.i for c in owner.subtree):
        return False, "no plain description"
    before = text_of(sentence.doc[owner.left_edge.i : mark.i])
    present = "have" if owner.tag_ == "NNS" else "has"
    verb = "had" if _is_past(sentence) else present
    text = f"{before} {verb} {_indefinite(words, subject.tag_ == 'NNS', denied)}."
    return True, text[:1].upper() + text[1:]


def _somebody(sentence: Sentence, denied: bool = False) -> tuple[bool, str]:
    """*A man rode a bike.* -> *Someone rode a bike.*, *No one rode a bike.*"""
    from litgen.engines.dependency.realisation.fields import final_punctuation
    from litgen.engines.dependency.realisation.surface import Piece, surface
    from litgen.trees.nouns import is_person

    subject, doc = _subject(sentence), sentence.doc
    if not is_person(subject) or subject.pos_ not in ("NOUN", "PROPN"):
        return False, "no person"
    if denied and any(t.dep_ == "neg" or t.lower_ in ("no", "never") for t in doc):
        return False, "negated"  # *No one will never win*
    indices = sorted(t.i for t in subject.subtree)
    assert sentence.root is not None
    verb = doc[min(*sentence.root.auxiliaries, sentence.root.head, len(doc))]
    past = verb.tag_ == "VBD" and verb.lower_ != "were"
    if not (past or verb.tag_ in ("VBZ", "MD")):
        return False, "plural subject"
    if indices != list(range(indices[0], indices[-1] + 1)) or indices[0] != 0:
        return False, "subject in two pieces"
    if any(t.lower_ in _PICKING for t in subject.subtree):
        return False, "no plain description"
    later = doc[indices[-1] + 1 :]
    if any(t.pos_ == "PRON" and t.morph.get("Person", []) == ["3"] for t in later):
        return False, "a pronoun for the subject"
    who = [Piece(word) for word in ("no one" if denied else "someone").split()]
    text = surface(doc, [*who, *range(indices[-1] + 1, final_punctuation(doc))], {})
    return True, f"{text[:1].upper()}{text[1:]}."


_KINDS: Mapping[str, Callable[[Sentence], tuple[bool, str]]] = {
    "existence": _existence,
    "possession": _possession,
    "somebody": _somebody,
    "absence": partial(_existence, denied=True),
    "lack": partial(_possession, denied=True),
    "nobody": partial(_somebody, denied=True),
}


def _subject(sentence: Sentence) -> Token:
    assert sentence.root is not None and sentence.root.subject is not None
    return sentence.doc[sentence.root.subject]


def _is_past(sentence: Sentence) -> bool:
    return sentence.root is not None and sentence.root.tense == "past"


def _described(noun: Token, start: int) -> list[str] | None:
    """Return the words from a determiner to a noun; None if they select one of several."""
    from litgen.engines.dependency.characters import text_of

    doc = noun.doc
    words = doc[start : noun.i + 1]
    kinds = ("amod", "compound", "nummod", "advmod")
    if any(c.dep_ in ("conj", "cc", "appos") for c in noun.children) or noun.lower_ in _PICKING:
        return None
    if any(t.lower_ in _PICKING or t.tag_ in ("JJS", "RBS", "JJR") for t in words):
        return None
    if any(t.dep_ not in kinds for t in words[:-1]):
        return None
    return [text_of(doc[t.i : t.i + 1]) for t in words]


def _restriction(noun: Token, past: bool) -> str | None:
    """Return a noun's postmodifiers after a space; None if they are long, set off or in the
    present."""
    from litgen.engines.dependency.characters import text_of

    after = noun.doc[noun.i + 1 : noun.right_edge.i + 1]
    if any(not noun.is_ancestor(t) or t.is_punct for t in after) or len(after) > _LONGEST:
        return None
    if past and any(t.tag_ in ("VBZ", "VBP") for t in after):
        return None
    return f" {text_of(after)}" if len(after) else ""


def _indefinite(words: Sequence[str], plural: bool, denied: bool) -> str:
    if denied:
        return " ".join(("no", *words))
    return " ".join(words if plural else (article_for(words[0]), *words))
