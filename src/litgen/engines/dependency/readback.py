"""Reading back: a candidate stands only if parsing it gives the skeleton that the edit asked for.

A safety net, not the source of quality: the same parser repeats its own mistakes. What is compared
is the clausal skeleton (verb, tense, aspect, voice, modality, polarity, heads of the arguments) and
that every content word is covered; comparing whole MRSs would lose a fifth of the good sentences.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from litgen.engines.dependency.auxiliaries import SUBJECT_CASE
from litgen.engines.dependency.clauses import Clause, Sentence
from litgen.engines.dependency.morphology import inflect
from litgen.engines.dependency.verbgroups import Element

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

    from litgen.engines.dependency.analysis import Analysis
    from litgen.engines.dependency.plan import Plan


class Expected(NamedTuple):
    """The skeleton that a candidate must show.

    Attributes:
        elements: the chain of verbs; ``lemma`` of the last is the main verb's.
        subject, other: lower-cased words of the heads, None where nothing is asked.
        focus: the head in focus of a cleft, None where there is no cleft.
    """

    elements: tuple[Element, ...]
    tense: str | None
    negated: bool
    subject: str | None
    other: str | None
    focus: str | None


def expected(analysis: Analysis, plan: Plan) -> Expected:
    """What an edited plan asks a candidate to show."""
    root = plan.root
    doc = analysis.sentence.doc

    def word(variable: str | None) -> str | None:
        head = analysis.heads.get(variable or "")
        return _key(doc[head]) if head is not None else None

    source = analysis.sentence.root
    assert source is not None
    there = source.subject is not None and doc[source.subject].dep_ == "expl"
    return Expected(
        root.elements, root.tense, root.negated,
        None if there else word(root.subject), word(root.other),
        word(plan.cleft) if plan.cleft is not None else None,
    )  # fmt: skip


def _key(token: Token) -> str:
    """A word under which a phrase's head is found again: pronouns by person, nouns by form."""
    if token.pos_ == "PRON":
        return SUBJECT_CASE.get(token.lower_, token.lower_).lower()
    return token.lower_


def mismatch(sentence: Sentence, wanted: Expected) -> str | None:
    """Where a parsed candidate differs from what was asked for, None where it does not.

    Example:
        ``"tense"`` for *A man was riding* where TENSE pres was asked for.
    """
    if sentence.root is None:
        return "no verb"
    clause: Clause | None = sentence.root
    doc = sentence.doc
    if wanted.focus is not None:
        clause = _below_cleft(sentence, wanted)
        if clause is None:
            return "cleft"
        if wanted.focus not in _keys(doc, doc[sentence.root.head]):
            return "focus"
    assert clause is not None
    problem = _group_mismatch(sentence, clause, wanted)
    if problem:
        return problem
    if wanted.focus is None and wanted.subject is not None:
        if clause.subject is None or _key(doc[clause.subject]) != wanted.subject:
            return "subject"
    if wanted.other is not None and wanted.other not in _keys(doc, doc[sentence.root.head]):
        return "object"
    return None


def _keys(doc: Doc, head: Token) -> set[str]:
    return {_key(t) for t in head.subtree}


def _below_cleft(sentence: Sentence, wanted: Expected) -> Clause | None:
    """The clause of *It is X who/that ...* that holds the main verb."""
    root = sentence.root
    assert root is not None
    if not root.copular or root.subject is None or sentence.doc[root.subject].lower_ != "it":
        return None
    first = wanted.elements[0]
    lemma = first.lemma if first.to or first.gerund else wanted.elements[-1].lemma
    for clause in sentence.clauses:
        if clause.kind in ("relative", "complement", "adverbial") and clause.finite:
            if _is_verb(sentence, clause, lemma):
                return clause
    return None


def _lemma(sentence: Sentence, clause: Clause) -> str:
    return "be" if clause.copular else sentence.doc[clause.head].lemma_


def _is_verb(sentence: Sentence, clause: Clause, lemma: str) -> bool:
    """The clause has the verb asked for; a participle may be tagged as an adjective (*drunk*)."""
    token = sentence.doc[clause.head]
    return _lemma(sentence, clause) == lemma or token.lower_ == inflect(lemma, "VBN")


def _group_mismatch(sentence: Sentence, clause: Clause, wanted: Expected) -> str | None:
    first = next(e for e in wanted.elements if not e.modal)
    modal = next((e.lemma for e in wanted.elements if e.modal), None)
    if not _is_verb(sentence, clause, first.lemma):
        return "verb"
    if clause.modal != modal:
        return "modal"
    if modal is None and clause.tense != wanted.tense:
        return "tense"
    if clause.progressive != first.progressive:
        return "progressive"
    if clause.perfect != first.perfect:
        return "perfect"
    if clause.passive != bool(first.passive):
        return "voice"
    if wanted.negated and clause.negation is None:
        return "negation"
    if first.to or first.gerund:
        return _complement_mismatch(sentence, wanted, first)
    return None


def _complement_mismatch(sentence: Sentence, wanted: Expected, operator: Element) -> str | None:
    """Whether the infinitive or gerund below an operator is the main verb's."""
    main = wanted.elements[-1]
    for clause in sentence.clauses:
        if _lemma(sentence, clause) == main.lemma:
            gerund = sentence.doc[clause.head].tag_ == "VBG"
            if clause.to is not None if operator.to else gerund:
                return None
    return "infinitive" if operator.to else "gerund"
