"""Negate an embedded clause but not the sentence (local negation; So et al. 2025)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from litgen.engines import load_engine
from litgen.engines.dependency import edits
from litgen.engines.dependency.analysis import Analysis, Declined
from litgen.engines.dependency.clauses import Clause
from litgen.engines.dependency.models import describe_nlp
from litgen.engines.dependency.realisation import realise
from litgen.engines.dependency.realisation.surface import Piece, surface
from litgen.lexicon import VERBS, lemmas_with
from litgen.tables import word_list
from litgen.transformations.affirming import negates
from litgen.transformations.parsing import dependents
from litgen.transformations.protocol import Order, Outcome, TextTransformation, Variant
from litgen.trees.tokens import Token

_POLARITY_ITEMS = word_list("free_choice").union(
    *(lemmas_with("positive_polarity", part) for part in ("adverb", "determiner"))
)
_INDEFINITE = ("a", "an", "some", "another")


class LocalNegation(TextTransformation):
    """``local-negation`` negates a relative, participial or complement clause.

    The parameter ``clause`` is the kind of clause: ``relative`` (of an indefinite), ``relative of a
    definite``, ``relative of a predicate`` (*is a man who ...*), ``factive`` (*knows that ...*) or
    ``complement`` (*says that ...*).

    Example:
        >>> local = LocalNegation(Order("local-negation"))
        >>> local.apply(["A man wearing a hat is singing."])[0].variants[0].text
        'A man not wearing a hat is singing.'
    """

    def __init__(self, order: Order) -> None:
        super().__init__(order)
        self._engine = load_engine("dependency")

    def apply(self, texts: Sequence[str]) -> list[Outcome]:
        return [
            self._negated(parse.statements[0].analysis)
            if parse.statements
            else Outcome(declined=parse.declined or "parse.no-parse", stage="unparsed")
            for parse in self._engine.parse(texts)
        ]

    def _negated(self, analysis: Analysis) -> Outcome:
        if any(map(negates, analysis.doc)):
            return self._declined("local-negation.already-negated")
        variants: dict[str, Variant] = {}
        reasons = ["local-negation.no-clause"]
        for clause, kind in _clauses(analysis):
            try:
                text = _with_not(analysis, clause)
            except Declined as declined:
                reasons.append(str(declined.args[0]))
                continue
            variants.setdefault(kind, Variant((text,), {"clause": kind}, analysis.form))
        return Outcome((*variants.values(),)) if variants else self._declined(reasons[-1])

    def describe(self) -> Mapping[str, Any]:
        return {**super().describe(), "parser": describe_nlp()}


def _clauses(analysis: Analysis) -> Iterator[tuple[Clause, str]]:
    for clause in analysis.clauses:
        verb = analysis.doc[clause.head]
        governor = verb.head
        if clause.kind == "complement" and clause.finite:
            signature = VERBS.signature.get(governor.lemma_, {}).get("that")
            of_root = clause.governor == analysis.root_clause.head and governor.pos_ == "VERB"
            asked = any(t.tag_[0] == "W" for t in verb.lefts)  # as in *what he wants*
            if of_root and governor.i < verb.left_edge.i and not asked:
                yield clause, "factive" if signature == "+/+" else "complement"
        elif clause.kind in ("relative", "participial") and governor.pos_ == "NOUN":
            if verb.left_edge.i == governor.i + 1 and verb.lemma_ not in VERBS.naming:
                yield clause, _of_noun(governor)


def _of_noun(noun: Token) -> str:
    own = [t for t in noun.lefts if t.dep_ in ("det", "poss")]
    if any(t.lower_ not in _INDEFINITE for t in own):
        return "relative of a definite"
    phrases = [t for t in (noun, *noun.ancestors) if t.dep_ in ("attr", "appos")]
    predicated = any(not any(c.dep_ == "expl" for c in t.head.lefts) for t in phrases)
    identified = noun.dep_ == "nsubj" and any(c.dep_ == "attr" for c in noun.head.rights)
    return "relative of a predicate" if predicated or identified else "relative"


def _with_not(analysis: Analysis, clause: Clause) -> str:
    doc, verb = analysis.doc, analysis.doc[clause.head]
    if any(c.i > verb.i and c.pos_ in ("VERB", "AUX") for c in dependents(verb, "conj")):
        raise Declined("text.several-clauses")
    if analysis.asks or analysis.root_clause.question:
        raise Declined("text.question")
    if any(t.lower_ in _POLARITY_ITEMS for t in verb.subtree):
        raise Declined("local-negation.polarity-item")
    first = clause.group[0]
    if not clause.finite and clause.to is None and doc[first].tag_ in ("VBG", "VBN"):
        return surface(doc, [*range(first), Piece("not"), *range(first, len(doc))], {})
    if not clause.finite or clause.head not in analysis.groups:
        raise Declined("local-negation.no-clause")
    return realise(analysis, [edits.Negation(clause.head)])[0].surface
