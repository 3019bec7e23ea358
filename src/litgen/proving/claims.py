"""The claims that the single clauses of a text make, and the inferences between these clauses.

This covers the connectives of propositional logic in English: successive sentences, *and*, *but*,
*so*, *because*, *although*, *neither ... nor*, *not ... or*, *it is true that*, *it is false that*;
and *if*, *unless*, *either ... or*, which relate two clauses. Karttunen (1973, *Presuppositions of
compound sentences*) describes which clauses a compound sentence asserts or presupposes.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from litgen.lexicon import lemmas_with
from litgen.proving.between import written_out
from litgen.proving.coordination import chain_of, own_words
from litgen.proving.modifiers import is_framed
from litgen.proving.operators import is_one
from litgen.proving.relations import ALTERNATION, EQUIVALENT, FORWARD, NEGATION, Relation
from litgen.tables import function_words, word_list
from litgen.transformations.positions import position_of
from litgen.trees.tokens import Doc, Token

#: Texts with more sentences than this are skipped.
MOST_SENTENCES = 5
_SUBJECTS = ("nsubj", "nsubjpass", "expl", "csubj")
_ARTICLES = ("det", "poss")
_CONDITIONAL = {"if": True, "unless": False}


class Claim(NamedTuple):
    """A clause of a text, written as a sentence, and its relation to the text.

    Attributes:
        said: its origin in the text, such as ``the clause of 'because'``.
    """

    text: str
    relation: Relation
    said: str


class Step(NamedTuple):
    """An inference: if one sentence is true (or false), another is true (or false).

    Example: given *Either Tom left or Mary stayed*, *Mary stayed* is true if *Tom left* is false.
    """

    first: str
    first_holds: bool
    then: str
    then_holds: bool
    said: str

    @property
    def contraposed(self) -> "Step":
        """The contrapositive of the inference (modus tollens)."""
        first, then = not self.then_holds, not self.first_holds
        return Step(self.then, first, self.first, then, self.said)


def claims_of(tree: Doc) -> tuple[list[Claim], list[Step]]:
    """Return the claims that a text's clauses make, and the inferences between clauses."""
    claims: list[Claim] = []
    steps: list[Step] = []
    roots = [word for word in tree if word.head == word and not word.is_punct and not word.is_space]
    if len(roots) > MOST_SENTENCES or any(word.is_quote for word in tree):
        return [], []
    for number, root in enumerate(roots, start=1):
        words = list(root.subtree)
        if words[-1].text == "?":
            continue
        found, more = _of_sentence(root, words) if _has_subject(root) else ([], [])
        if len(roots) > 1:
            found = [
                each._replace(relation=_WEAKER.get(each.relation, each.relation)) for each in found
            ]
            if not more:
                claims.append(Claim(_written(words), FORWARD, f"sentence {number}"))
        claims += found
        steps += more
    return claims, [*steps, *(step.contraposed for step in steps)]


#: The claims of a single sentence follow from a text of several, but are not equivalent to it.
_WEAKER = {EQUIVALENT: FORWARD, NEGATION: ALTERNATION}


def _has_subject(verb: Token) -> bool:
    return any(child.dep_ in _SUBJECTS for child in verb.children)


def _of_sentence(root: Token, words: list[Token]) -> tuple[list[Claim], list[Step]]:
    if (truth := _said_true(root, words)) is not None:
        return [truth], []
    steps = list(_conditions(root, words))
    if steps or _is_hedged(root, words):
        return [], steps
    return [*_clauses(root, words), *_denied(root, words)], [*_alternatives(root, words)]


def _said_true(root: Token, words: list[Token]) -> Claim | None:
    """Return the claim that *it is true that* or *it is not the case that* makes."""
    lower = [word.lower_ for word in words]
    if lower[:2] not in (["it", "is"], ["it", "'s"]) or words[1] != root or "that" not in lower:
        return None
    if any(c.dep_ in ("conj", "cc", "advcl", "parataxis") for c in root.children):
        return None
    that = lower.index("that")
    negated = lower[2] in function_words()["adverb:negative"]
    what = [word for word in lower[3 if negated else 2 : that] if word not in ("a", "the")]
    truths = word_list("true", "positions")
    if len(what) != 1 or what[0] not in truths | word_list("untrue", "positions"):
        return None
    holds = (what[0] in truths) != negated
    said = f"the clause after {' '.join(word.text for word in words[: that + 1])!r}"
    return Claim(_written(words[that + 1 :]), EQUIVALENT if holds else NEGATION, said)


def _conditions(root: Token, words: list[Token]) -> Iterator[Step]:
    """Yield the inference that a sentence with *if* or *unless* licenses."""
    clauses = [c for c in root.children if c.dep_ == "advcl"]
    if len(clauses) != 1 or (mark := _mark(clauses[0])) is None:
        return
    inside = list(clauses[0].subtree)
    if mark.lower_ not in _CONDITIONAL or inside[0] != mark or not _has_subject(clauses[0]):
        return  # this excludes *even if* and *only if*
    rest = [word for word in words if word not in inside and word.lower_ != "then"]
    if any(c.lower_ in word_list("unreal", "proving") for c in root.children):
        return
    if is_framed(root, clauses[0]) or (mark.i > 0 and mark.nbor(-1).lower_ in ("even", "only")):
        return
    holds = _CONDITIONAL[mark.lower_]
    yield Step(_written(inside[1:]), holds, _written(rest), True, f"{mark.lower_!r}")


def _mark(clause: Token) -> Token | None:
    return next((c for c in clause.children if c.dep_ == "mark"), None)


def _subject(verb: Token) -> Token:
    return next(child for child in verb.children if child.dep_ in _SUBJECTS)


def _is_hedged(root: Token, words: list[Token]) -> bool:
    """Check whether a sentence leaves open which of its clauses it asserts."""
    hedges = {*_CONDITIONAL, "whether", "provided", *lemmas_with("likelihood", "adverb")}
    return is_framed(root) or any(word.lower_ in hedges for word in words)


def _factive_clauses(root: Token) -> list[Token]:
    """Return the clauses asserted in addition to the main one, such as those with *because*."""
    known = word_list("factive_marks", "proving")
    found = []
    for clause in root.children:
        mark = _mark(clause) if clause.dep_ == "advcl" else None
        if mark is None or mark.lower_ not in known or not _has_subject(clause):
            continue
        before = [w for w in clause.subtree if w.i < mark.i and w.dep_ != "punct"]
        if all(w.lower_ in ("even", "just", "only") for w in before):
            found.append(clause)
    return found


def _clauses(root: Token, words: list[Token]) -> Iterator[Claim]:
    """Yield a claim for each of the coordinated or factive clauses that a sentence asserts."""
    if any(c.dep_ == "advcl" for c in root.children):
        clauses = _factive_clauses(root)
        for clause in clauses:
            if any(c.tag_ == "MD" for c in root.children) or (
                clause.i > root.i and _denies(root, clause)
            ):
                return
            inside, mark = list(clause.subtree), _mark(clause)
            said = f"clause of {mark.lower_!r}" if mark else ""
            rest = [word for word in words if word not in inside]
            yield Claim(_written(rest), FORWARD, f"the main {said}")
            own = [word for word in inside if mark and word.i > mark.i]
            yield Claim(_written(own), FORWARD, f"the {said}")
        return
    joined = [c for c in root.children if c.dep_ in ("conj", "ccomp") and _has_subject(c)]
    if len(joined) != 1 or any(c.dep_ == "advcl" for c in joined[0].children):
        return
    (other,) = joined
    if other.dep_ == "ccomp" and (other.i > root.i or _mark(other)):
        return
    joints = [
        c
        for each in (root, other)
        for c in each.children
        if c.dep_ in ("cc", "preconj") or (c.lower_ == "so" and c.dep_ == "advmod")
    ]
    if not joints or any(c.lower_ not in ("and", "but", "so", "yet") for c in joints):
        return
    inside = [word for word in other.subtree if word not in joints]
    rest = [word for word in words if word not in inside and word not in joints]
    for part in (rest, inside):
        yield Claim(_written(part), FORWARD, f"a clause joined by {joints[0].lower_!r}")


def _denies(root: Token, clause: Token) -> bool:
    """Check whether a word before a clause may negate it: *did not leave because he was tired*."""
    words = {"few", "little", "only"}.union(
        *(word_list(n, "positions") for n in ("negative", "no"))
    )
    before = [word for word in root.subtree if word.i < clause.left_edge.i]
    return any(word.dep_ == "neg" or word.lower_ in words for word in before)


def _coordinations(root: Token, joint: str) -> Iterator[list[Token]]:
    """Yield the clauses, or the parts of a clause, that are joined by ``joint``.

    Conjuncts in the scope of a quantifier are excluded: *Every boy sang or danced*.
    """
    one = is_one(_subject(root))
    for first in (root, *(w for c in root.children for w in (c, *_inside_phrase(c)))):
        chain = chain_of(first)
        if not chain or chain[0] != first:
            continue
        joints = {c.lower_ for each in chain for c in each.children if c.dep_ == "cc"}
        own = first.dep_ in _SUBJECTS or (first == root and all(map(_has_subject, chain)))
        if joints == {joint} and (own or one):
            yield chain


def _inside_phrase(word: Token) -> Iterator[Token]:
    if word.dep_ == "prep":
        yield from word.children


def _each(words: list[Token], chain: list[Token]) -> Iterator[str]:
    """Yield, for each conjunct, the sentence without the other conjuncts."""
    first = chain[0]
    joints = {
        c.i
        for each in chain
        for c in each.children
        if c.dep_ in ("cc", "preconj") or c.lower_ in ("neither", "either", "nor")
    }
    joints |= {w.i for w in words if w.text == "," and first.i < w.i < chain[-1].i}
    for kept in chain:
        gone = {w.i for other in chain if other != kept for w in own_words(other, chain)} | joints
        if kept != first and any(c.dep_ in _ARTICLES for c in kept.children):
            gone |= {c.i for c in first.children if c.dep_ in _ARTICLES}
        yield _written(word for word in words if word.i not in gone)


def _denied(root: Token, words: list[Token]) -> Iterator[Claim]:
    """Yield the claims made by *neither ... nor* and by *or* under *not*."""
    negations = [c for c in root.children if c.dep_ == "neg" and c.lower_ != "neither"]
    for chain in _coordinations(root, "nor"):
        before = [word.lower_ for word in words if word.i < chain[0].i]
        if before.count("neither") == 1 and not negations:
            for text in _each(words, chain):
                yield Claim(text, ALTERNATION, "a part denied by 'neither ... nor'")
    for chain in _coordinations(root, "or"):
        under = len(negations) == 1 and negations[0].i < chain[0].i and chain[0] != root
        if under and position_of(chain[0]).value == "down":
            for text in _each(words, chain):
                yield Claim(text, FORWARD, "a part joined by 'or' under a negation")


def _alternatives(root: Token, words: list[Token]) -> Iterator[Step]:
    """Yield the inference that *or* licenses: if one alternative is false, the other is true."""
    if any(c.dep_ == "neg" or c.tag_ == "MD" for c in root.children):
        return
    for chain in _coordinations(root, "or"):
        if len(chain) == 2:
            first, second = _each(words, chain)
            yield Step(first, False, second, True, "'or'")


def _written(words: Iterable[Token]) -> str:
    kept = list(words)
    while kept and (kept[-1].is_punct or kept[-1].is_space):
        kept.pop()
    while kept and (kept[0].is_punct or kept[0].dep_ == "cc"):
        kept.pop(0)
    return written_out([word.text for word in kept]) if kept else ""
