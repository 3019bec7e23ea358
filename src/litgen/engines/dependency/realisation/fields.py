"""The fields of a root clause, which each realiser takes and returns in changed form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import accumulate, product
from typing import NamedTuple

from litgen.engines.dependency.analysis import Analysis, Declined, Group
from litgen.engines.dependency.clauses import Clause
from litgen.engines.dependency.realisation.surface import Piece, surface
from litgen.lexicon import VERBS, lemmas_with
from litgen.tables import LISTS
from litgen.trees.tokens import Doc, Token

#: A sequence of source tokens (given by their indices) and inserted words.
Order = Sequence["int | Piece"]
#: Adverbs in *-ly* of degree, frequency, likelihood and the like, which are not adverbs of manner.
_NO_MANNER = frozenset().union(
    *(lemmas_with(each, "adverb") for each in ("medial", "scopal", "degree", "likelihood",
      "participle_degree", "absolute_degree", "focus", "not_derived", "past_date"))
)  # fmt: skip
#: Punctuation marks that are not part of the phrase that they follow.
_CLOSING = frozenset((".", "!", "?", "-", "--", ";", ":"))


class Fields(NamedTuple):
    """A root clause in an intermediate form between source and surface; immutable."""

    source: Analysis
    front: Order
    subject: Order
    middle: Order  #: the tokens after the subject up to the verb
    rest: Order
    final: Order
    head: int | None
    groups: Mapping[int, Group]
    #: the words that replace each token; other tokens are unchanged
    words: Mapping[int, Sequence[Piece]] = {}
    #: whether the sentence is divided into fields; otherwise ``middle`` is the whole sentence
    cut: bool = True
    asks: bool = False
    emphatic: bool = False  #: whether single verbs take *do*: *did aim* for *aimed*
    #: whether to try both attachments if the tree is ambiguous; the quality model decides later
    lenient: bool = False
    #: the positions chosen for movable phrases: ``{"by-phrase": "last"}``
    style: Mapping[str, str] = {}

    @property
    def doc(self) -> Doc:
        return self.source.doc

    @property
    def clause(self) -> Clause:
        return self.source.root_clause

    @property
    def order(self) -> list[int | Piece]:
        """The tokens and inserted words of the whole sentence."""
        return [*self.front, *self.subject, *self.middle, *self.rest, *self.final]

    @property
    def surfaces(self) -> list[str]:
        """The sentence; if its first word may be a name, also a version that keeps the capital."""
        ways = (False, True) if self.lenient and self.doc[0].pos_ == "PROPN" else (False,)
        return [surface(self.doc, self.order, self.words, named) for named in ways]

    def asks_of(self, clause: Clause) -> bool:
        """Check whether a clause has its finite verb before the subject."""
        return clause.question or (self.asks and clause.kind == "root")

    def regrouped(self, head: int, **values: object) -> Fields:
        group = self.groups[head]._replace(**values)  # type: ignore[arg-type]
        return self._replace(groups={**self.groups, head: group})

    def less(self, tokens: Sequence[int]) -> Fields:
        return self._replace(middle=without(self.middle, tokens), rest=without(self.rest, tokens))

    def probes(self) -> tuple[str, ...]:
        """Return the strings to parse: the sentence, or one for each choice of ``Piece.read``."""
        reads = ((p, p.read if isinstance(p, Piece) else ()) for p in self.order)
        ways = product(*([*map(Piece, read)] if read else [piece] for piece, read in reads))
        return tuple(surface(self.doc, way, self.words, plain=True) for way in ways)

    def in_words(self) -> dict[str, str]:
        names = ("front", "subject", "middle", "rest", "final")
        orders = accumulate((getattr(self, name) for name in names), lambda a, b: [*a, *b])
        texts = [surface(self.doc, order, self.words) for order in orders]
        pairs = zip(names, texts, ["", *texts], strict=False)
        return {name: text[len(before) :].strip() for name, text, before in pairs}


def fields_of(analysis: Analysis, cut: bool, lenient: bool = False) -> Fields:
    """Return the fields of the source; edits to the word order require ``cut``."""
    doc, clause, groups = analysis.doc, analysis.root_clause, analysis.groups
    head, whole = clause.subject, range(len(doc))
    if not cut:
        return Fields(analysis, (), (), whole, (), (), head, groups, cut=False, lenient=lenient)
    assert head is not None
    subject, end = span(doc, head), final_punctuation(doc)
    if subject[-1] >= clause.group[0]:
        raise Declined("generation.discontinuous-subject")
    return Fields(
        analysis, whole[: subject[0]], subject, whole[subject[-1] + 1 : clause.head + 1],
        whole[clause.head + 1 : end], whole[end:], head, groups, lenient=lenient,
    )  # fmt: skip


def final_punctuation(doc: Doc) -> int:
    """Return the index of the first mark that closes the text, or its length if there is none."""
    end = len(doc)
    while end > 0 and (doc[end - 1].text in (".", "!", "?", "...", "…") or doc[end - 1].is_space):
        end -= 1
    return end


def span(doc: Doc, head: int) -> list[int]:
    """Return the tokens of a phrase; raise Declined if it is discontinuous."""
    indices = sorted(t.i for t in doc[head].subtree)
    # a closing mark at the end of the phrase belongs to the context
    while (last := doc[indices[-1]]).is_punct and last.head.i == head and last.text in _CLOSING:
        indices.pop()
    if indices != list(range(indices[0], indices[-1] + 1)):
        raise Declined("generation.discontinuous-phrase")
    return indices


def other_extents(fields: Fields, noun: Token, own: Order) -> list[list[int]]:
    """Return other extents of an object: with the next phrase, and without its own last phrase."""
    found = [whole := span(noun.doc, noun.i)]
    after = next((t for t in noun.head.rights if t.left_edge.i == whole[-1] + 1), noun)
    last = next((t for t in noun.rights if t.right_edge.i == whole[-1]), noun)
    scene = noun.head.lemma_ in VERBS.locates_event and after.lower_ in LISTS.left_behind
    if after.dep_ == "prep" and not scene:
        with suppress(Declined):
            found.append([*whole, *span(noun.doc, after.i)])
    if last.dep_ == "prep" and last.lower_ not in ("of", "than"):
        found.append([i for i in whole if i < last.i])
    return [each for each in found if fields.lenient and each != own]


def cased(doc: Doc, phrase: Order, forms: Mapping[str, str]) -> Order:
    """Put the pronouns that head a phrase or its conjuncts in another case: *her and Kevin*."""
    words = [i for i in phrase if isinstance(i, int)]
    heads = [doc[i] for i in words if doc[i].head.i == i or doc[i].head.i not in words]
    joined = {t.i for head in heads for t in (head, *head.conjuncts) if t.tag_ != "PRP$"}
    changed = {i: Piece(forms[doc[i].lower_], i) for i in joined if doc[i].lower_ in forms}
    return [changed.get(i, i) if isinstance(i, int) else i for i in phrase]


def without(order: Order, removed: Sequence[int]) -> list[int | Piece]:
    return [i for i in order if isinstance(i, Piece) or i not in removed]


def is_adverb(token: Token, clause: Clause) -> bool:
    """Check whether a token is a one-word adverb of manner that modifies the clause: *quickly*."""
    own = token.dep_ == "advmod" and token.head.i == clause.head and not token.n_lefts
    manner = token.lower_.endswith("ly") and token.lower_ not in _NO_MANNER
    return own and not token.n_rights and manner
