"""Make the subject of a sentence definite: *A man sleeps.* -> *the man sleeps*."""

from litgen.engines.dependency.analysis import Declined
from litgen.engines.dependency.clauses import Sentence
from litgen.engines.dependency.realisation.fields import final_punctuation
from litgen.engines.dependency.realisation.surface import Piece
from litgen.lexicon import lemmas_with
from litgen.tables import rules_table, word_list
from litgen.transformations.parsing import dependents
from litgen.transformations.protocol import Outcome
from litgen.transformations.statements import (
    StatementTransformation,
    capitalised,
    cores_of,
    embedded,
)
from litgen.trees.tokens import Token

_DEFINITE = word_list("definite")
_PRONOUNS = word_list("definite_pronouns")
#: Nouns that denote amounts: *the lot* would not refer to *a lot of people*.
_AMOUNTS = frozenset(lemmas_with("counts", "noun")) - frozenset(lemmas_with("group", "noun"))
_SHARES = lemmas_with("part_of", "noun")  # as in *70 percent*
_OF_PLURAL = lemmas_with("count_of_plural", "noun")
#: Numerals that occur as nouns before *of*: *thousands of fans*, *a third of them*.
_NUMBERS = frozenset(
    (
        *rules_table("numbers")["words"]["scales"],
        *rules_table("semantics/numbers")["ordinal"],
        "quarter",
    )
)
#: Words for vague amounts or alternatives, which do not go with *the*.
_LOOSE = word_list("loose_amounts")
#: Permitted dependencies of a word that modifies another modifier of a noun: *a black race car*.
_WITHIN = frozenset(("amod", "compound", "nummod"))
_BEFORE = ("det", "poss", "predet", "nummod", "amod", "compound", "nmod", "advmod")
_OPINIONS = lemmas_with("opinion", "verb")
#: Maximum number of tokens; longer sentences are awkward when embedded under other operators.
_LONGEST = 22


class MadeDefinite(StatementTransformation):
    """``under:the`` makes an indefinite subject definite and keeps a definite subject.

    *A man failed to leave* contradicts *A man left* only if both are about the same man, as *The
    man failed to leave* and *The man left* are.
    """

    _read = staticmethod(cores_of)

    def _of(self, sentence: Sentence, text: str) -> Outcome:
        doc, root = sentence.doc, sentence.root_clause
        if root.modal or len(doc) > _LONGEST:
            raise Declined("clause.modal" if root.modal else "statement.too-long")
        if doc[root.head].lemma_ in _OPINIONS:
            raise Declined("definite.opinion-verb")  # *I guess* comments on the sentence
        made = with_definite_subject(sentence)
        if made is None:
            raise Declined("definite.no-such-subject")
        return self._changed(f"{capitalised(made)}.")


def with_definite_subject(sentence: Sentence) -> str | None:
    """Return a statement as a clause with a definite subject and no full stop, or None if the
    subject cannot be made definite."""
    doc, root = sentence.doc, sentence.root_clause
    assert root.subject is not None  # statements have subjects
    subject = doc[root.subject]
    if subject.dep_ == "expl" and _is_loose(doc[root.head]):
        return None  # *There are many women*: there may be others elsewhere
    places = [_place(noun) for noun in (subject, *subject.conjuncts)]
    if None in places:
        return None
    articles = {place for place in places if place is not None and place >= 0}
    nouns = {n.i for n in (subject, *subject.conjuncts) if n.tag_ in ("NN", "NNS")} - {0}
    order: list[int | Piece] = []
    for token in doc[: final_punctuation(doc)]:
        if token.i in articles:
            order.append(Piece("the"))
        if token.i in nouns and token.is_title:
            order.append(Piece(token.lower_))  # as in *A Man left*
        elif token.i not in articles or token.dep_ != "det":
            order.append(token.i)
    return embedded(doc, order)


def _is_loose(verb: Token) -> bool:
    """Check whether the noun after *there is* cannot be made definite: *There are many women.*"""
    nouns = [c for c in verb.rights if c.dep_ in ("attr", "nsubj", "dobj")]
    return any(
        (noun.pos_ == "PRON" and noun.dep_ != "dobj")  # as in *There was me*
        or any(w.lower_ in _LOOSE or w.lower_ == "some" for w in noun.lefts)
        for noun in nouns
    )


def _place(noun: Token) -> int | None:
    """Return the index for inserting *the*, -1 if a phrase is definite, None if it cannot be."""
    words = [c for c in dependents(noun, *_BEFORE) if c.i < noun.i]
    first = words[0] if words else noun
    if noun.lower_ in _PRONOUNS and not words:
        return -1
    if first is not noun and (first.dep_ == "poss" or first.lower_ in _DEFINITE):
        return -1
    if noun.tag_ in ("NNP", "NNPS") and all(c.tag_ in ("NNP", "NNPS") for c in words):
        return -1
    lemma = noun.lemma_.lower()
    if noun.tag_ not in ("NN", "NNS") or lemma in _AMOUNTS or lemma in _SHARES:
        return None
    counted = lemma in _OF_PLURAL or lemma in _NUMBERS
    if counted and any(c.lower_ == "of" for c in noun.rights):
        return None  # as in *a couple of workers* and *two thirds of the voters*
    if any(c.dep_ == "neg" for c in noun.lefts):
        return None  # as in *Not a single tree*
    if noun.dep_ == "conj" and not words and noun.tag_ == "NN":
        return -1  # as in *a man and woman*
    if any(c.dep_ == "predet" or not _WITHIN.issuperset(g.dep_ for g in c.children)
           for c in words if c.dep_ != "amod"):  # fmt: skip
        return None
    before = (each for c in words for each in (c, *c.lefts))
    if any(each.lower_ in _LOOSE for each in before) or any(c.dep_ == "advmod" for c in words):
        return None  # as in *Only a man left* and *several thousand fans*
    if first.dep_ == "det":
        return first.i if first.lower_ in ("a", "an", "some") else None
    numbered = first.dep_ == "nummod" and first.lower_ != "one"
    return first.left_edge.i if numbered or noun.tag_ == "NNS" else None
