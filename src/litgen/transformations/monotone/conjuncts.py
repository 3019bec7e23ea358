"""Drop a conjunct unless a word list in ``rules/dropping.toml`` prevents this."""

from collections.abc import Iterator, Sequence

from litgen.replacement import Replacement
from litgen.tables import rules_table
from litgen.transformations.adjuncts import is_condition, listed
from litgen.transformations.monotone.dropping import description_of
from litgen.transformations.monotone.edit import Change, Extent, PolarEdit, Sentence
from litgen.transformations.monotone.roles import may_be_verb
from litgen.transformations.parsing import dependents
from litgen.trees.tokens import Token

_SUBJECTS = ("nsubj", "nsubjpass")
_DETERMINERS = ("det", "poss", "nummod")


class ConjunctDropped(PolarEdit):
    """Drop the second conjunct: an *and* phrase becomes broader, an *or* phrase narrower."""

    nothing = "drop-conjunct.none"

    def _changes(self, sentence: Sentence) -> Iterator[Change]:
        words = {token.lemma_.lower() for token in sentence.tree}
        if words & listed("reciprocal"):
            return
        for second in sentence.tree:
            joint = _joined(second)
            verb = None if joint is None else _agreeing(second.head)
            if joint is None or verb is None:
                continue
            inside = list(second.subtree)
            last = inside[-1]
            place, first = _places(second)
            polarity = sentence.at(place)
            extent: Extent = "broader" if joint.lower_ == "and" else "narrower"
            if (
                (second.head.dep_ in _SUBJECTS and words & listed("together"))
                or last.is_punct
                or last.i - joint.i != len(inside)
                # the clause may modify both: *bought a hat and a rose as long as it was cheap*
                or any(map(is_condition, inside))
                or polarity != sentence.at(first)
                # *every man and woman* means every man and every woman
                or (extent == "broader" and second.pos_ == "NOUN" and polarity != "up")
            ):
                continue
            span = sentence.span(joint, last)
            yield Change(
                tuple(_replacements(sentence, joint, last, verb)), extent, sentence.span(place)[0],
                description_of(sentence, span), (span,),
            )  # fmt: skip


def _replacements(
    sentence: Sentence, joint: Token, last: Token, verb: Sequence[tuple[Token, str]]
) -> Iterator[Replacement]:
    for auxiliary, form in verb:
        if auxiliary.i == last.i + 1:  # one replacement covers the conjunct and the verb
            yield Replacement(sentence.span(joint)[0], sentence.span(auxiliary)[1], form)
            return
        yield Replacement(*sentence.span(auxiliary), form)
    yield sentence.without(joint, last)


def _places(second: Token) -> tuple[Token, Token]:
    """Return the words to compare in polarity: the determiners of both, or else the conjuncts."""
    both = (second, second.head)
    found = [[c for c in dependents(noun, *_DETERMINERS) if c.i < noun.i][:1] for noun in both]
    return (found[0][0], found[1][0]) if all(found) else both


def _joined(second: Token) -> Token | None:
    """Return the *and* or *or* before a conjunct, or None if the conjunct cannot be dropped."""
    first = second.head
    if second.dep_ != "conj" or second.pos_ != first.pos_ or first.pos_ not in ("NOUN", "VERB"):
        return None
    joint, *more = dependents(first, "cc") or [first]
    around = (*first.children, *second.children)
    if (
        joint == first
        or more
        or joint.lower_ not in ("and", "or")
        or first.dep_ == "conj"
        or dependents(second, "conj")
        or len(dependents(first, "conj")) > 1
        or joint.nbor(-1).is_punct
        or joint.i > second.i
        or any(c.dep_ in ("preconj", "predet", "relcl", "appos") for c in around)
    ):
        return None
    fits = _verbs_fit(first, second) if first.pos_ == "VERB" else _nouns_fit(first, second)
    return joint if fits else None


def _verbs_fit(first: Token, second: Token) -> bool:
    """Check whether the second verb can be dropped: the verbs share a subject but no object."""
    dangling = any(not list(c.children) for c in dependents(first, "prep"))
    shared = dependents(second, "dobj", "prep", "ccomp", "xcomp")
    own = any(c.i > first.i and c.dep_ not in ("cc", "conj", "punct") for c in first.children)
    return not (
        # The attachment of a final adverbial clause is uncertain: *sang or danced, although ...*
        dependents(second, *_SUBJECTS, "expl", "aux", "neg", "advcl")
        or first.dep_ != "ROOT"
        or second.tag_ != first.tag_
        or any(c.tag_ == "MD" for c in first.children)
        or dangling
        or (shared and not own)
    )


def _nouns_fit(first: Token, second: Token) -> bool:
    """Check whether the second noun can be dropped: *a hat and gloves*, *no man or woman*."""
    units = rules_table("exchanges")["at_least"]["not_before"]
    return not (
        first.dep_ not in ("nsubj", "dobj", "pobj")
        or may_be_verb(second)
        or dependents(second, "acl", "prep")
        or second.lemma_.lower() in units  # as in *a value of three dollars and nine cents*
        or (first.dep_ == "pobj" and first.head.lower_ in ("between", "of", "among"))
    )


def _agreeing(first: Token) -> list[tuple[Token, str]] | None:
    """Return the edits for agreement with the first conjunct, or None if the form is unknown."""
    if first.dep_ not in _SUBJECTS:
        return []
    verb = first.head
    auxiliary = next(iter(dependents(verb, "aux", "auxpass")), verb)
    past = auxiliary.tag_ == "VBD" and auxiliary.lower_ != "were"
    if first.tag_ == "NNS" or auxiliary.tag_ in ("MD", "VBZ") or past:
        return []
    singular = {"are": "is", "were": "was", "have": "has"}.get(auxiliary.lower_)
    return None if singular is None else [(auxiliary, singular)]
