"""Drop a conjunct, unless ``rules/dropping.toml`` blocks it."""

from collections.abc import Iterator, Sequence

from litgen.replacement import Replacement
from litgen.tables import rules_table
from litgen.transformations.adjuncts import is_condition, listed
from litgen.transformations.monotone.dropping import said_of
from litgen.transformations.monotone.edit import Change, Extent, PolarEdit, Sentence
from litgen.transformations.monotone.roles import may_be_verb
from litgen.trees.tokens import Token

_SUBJECTS = ("nsubj", "nsubjpass")
_DETERMINERS = ("det", "poss", "nummod")


class ConjunctDropped(PolarEdit):
    """Drop the second conjunct: with *and* the rest is broader, with *or* it is narrower."""

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
            if second.head.dep_ in _SUBJECTS and words & listed("together"):
                continue
            last = list(second.subtree)[-1]
            if last.is_punct or last.i - joint.i != sum(1 for _ in second.subtree):
                continue
            if any(map(is_condition, second.subtree)):
                continue  # modifies both: *bought a hat and a rose as long as it was cheap*
            place, first = _places(second)
            extent: Extent = "broader" if joint.lower_ == "and" else "narrower"
            if sentence.at(place) != sentence.at(first):
                continue
            if extent == "broader" and second.pos_ == "NOUN" and sentence.at(place) != "up":
                continue  # *every man and woman* means every man and every woman
            span = sentence.span(joint, last)
            yield Change(
                tuple(_replacements(sentence, joint, last, verb)), extent, sentence.span(place)[0],
                said_of(sentence, span), (span,),
            )  # fmt: skip


def _replacements(
    sentence: Sentence, joint: Token, last: Token, verb: Sequence[tuple[Token, str]]
) -> Iterator[Replacement]:
    """Yield the replacements that drop a conjunct and put the verb in the singular."""
    for auxiliary, form in verb:
        if auxiliary.i == last.i + 1:  # the verb takes the place of the conjunct
            yield Replacement(sentence.span(joint)[0], sentence.span(auxiliary)[1], form)
            return
        yield Replacement(*sentence.span(auxiliary), form)
    yield sentence.without(joint, last)


def _places(second: Token) -> tuple[Token, Token]:
    """Return the determiners, if both conjuncts have one, or the conjuncts, to compare
    polarities."""
    both = (second, second.head)
    found = [
        next((c for c in noun.children if c.dep_ in _DETERMINERS and c.i < noun.i), None)
        for noun in both
    ]
    return (found[0], found[1]) if found[0] and found[1] else both


def _joined(second: Token) -> Token | None:
    """Return the *and* or *or* between two conjuncts, None if there are more than two."""
    first = second.head
    if second.dep_ != "conj" or second.pos_ != first.pos_ or first.pos_ not in ("NOUN", "VERB"):
        return None
    joints = [c for c in first.children if c.dep_ == "cc"]
    more = first.dep_ == "conj" or any(c.dep_ == "conj" for c in second.children)
    more |= sum(c.dep_ == "conj" for c in first.children) > 1
    if len(joints) != 1 or more or joints[0].lower_ not in ("and", "or"):
        return None
    joint = joints[0]
    around = (*first.children, *second.children)
    if (
        joint.nbor(-1).is_punct
        or joint.i > second.i
        or any(c.dep_ in ("preconj", "predet", "relcl", "appos") for c in around)
    ):
        return None
    fits = _verbs_fit(first, second) if first.pos_ == "VERB" else _nouns_fit(first, second, joint)
    return joint if fits else None


def _verbs_fit(first: Token, second: Token) -> bool:
    """Check whether the second verb can be dropped: same subject, and no object for both."""
    # The attachment of a final adverbial clause is uncertain: *sang or danced, although it rained*
    if any(c.dep_ in (*_SUBJECTS, "expl", "aux", "neg", "advcl") for c in second.children):
        return False
    if (
        first.dep_ != "ROOT"
        or second.tag_ != first.tag_
        or any(c.tag_ == "MD" for c in first.children)
    ):
        return False
    dangling = any(c.dep_ == "prep" and not list(c.children) for c in first.children)
    shared = any(c.dep_ in ("dobj", "prep", "ccomp", "xcomp") for c in second.children)
    own = any(c.i > first.i and c.dep_ not in ("cc", "conj", "punct") for c in first.children)
    return not dangling and (own or not shared)


def _nouns_fit(first: Token, second: Token, joint: Token) -> bool:
    """Check whether the second noun can be dropped: *a hat and gloves*, *no man or woman*."""
    if first.dep_ not in (*_SUBJECTS, "dobj", "pobj") or first.dep_ == "nsubjpass":
        return False
    if may_be_verb(second) or any(c.dep_ in ("acl", "prep") for c in second.children):
        return False
    if second.lemma_.lower() in rules_table("exchanges")["at_least"]["not_before"]:
        return False  # *a value of three dollars and nine cents*
    return not (first.dep_ == "pobj" and first.head.lower_ in ("between", "of", "among"))


def _agreeing(first: Token) -> list[tuple[Token, str]] | None:
    """Return the change that makes the verb agree with one conjunct; None if it is unknown."""
    if first.dep_ not in _SUBJECTS:
        return []
    verb = first.head
    auxiliary = next((c for c in verb.children if c.dep_ in ("aux", "auxpass")), verb)
    if first.tag_ == "NNS" or auxiliary.tag_ == "MD":
        return []
    if (auxiliary.tag_ == "VBD" and auxiliary.lower_ != "were") or auxiliary.tag_ == "VBZ":
        return []
    singular = {"are": "is", "were": "was", "have": "has"}.get(auxiliary.lower_)
    return None if singular is None else [(auxiliary, singular)]
