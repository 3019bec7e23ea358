"""The clauses of a sentence, read off spaCy's tree: verb groups, subjects, how clauses hang."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from litgen.engines.dependency.auxiliaries import MODALS
from litgen.engines.dependency.verbforms import (
    SUBJECTS,
    Tense,
    aux_lemma,
    finite_tense,
    is_be,
    is_participle,
    participle_or_tense,
)

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

Kind = Literal[
    "root", "conjunct", "adverbial", "complement", "relative", "participial", "infinitive"
]

#: Dependency labels of a clause, and the kind of clause they make where the verb is finite.
_KINDS: dict[str, Kind] = {
    "ROOT": "root",
    "advcl": "adverbial",
    "ccomp": "complement",
    "csubj": "complement",
    "csubjpass": "complement",
    "pcomp": "complement",
    "xcomp": "infinitive",
    "relcl": "relative",
    "acl": "participial",
    "parataxis": "complement",
}


@dataclass(slots=True)
class Clause:
    """One clause: a verb with its auxiliaries, or a *be* with its predicate.

    Attributes:
        head: token index of the lexical verb, or of *be* in a copular clause.
        kind: how the clause hangs; ``conjunct`` is coordinated with the clause ``governor``.
        auxiliaries: token indices, in order, without infinitival *to*.
        to: token index of infinitival *to*.
        negation: token index of *not*, *n't* or *never* where it negates the verb group.
        subject: token index of the subject's head; None where the subject is shared or missing.
        tense: ``pres``, ``past``, ``fut``, or None for a clause that is not finite. A conjunct
            that leaves its auxiliary out has the tense of the clause it is coordinated with.
        modal: lemma of the modal other than *will*, None where there is none.
        question: subject and auxiliary are inverted, and a question mark closes the sentence.
        inverted: the verb, or its first auxiliary, stands before the subject.
        agent: token index of the *by* of a passive.
        governor: head of the clause this one hangs on, None for the root.
        shares: a conjunct's auxiliaries were left out: they are the governor's.
    """

    head: int
    kind: Kind
    auxiliaries: tuple[int, ...] = ()
    to: int | None = None
    negation: int | None = None
    subject: int | None = None
    tense: Tense | None = None
    progressive: bool = False
    perfect: bool = False
    passive: bool = False
    modal: str | None = None
    question: bool = False
    inverted: bool = False
    copular: bool = False
    agent: int | None = None
    governor: int | None = None
    shares: bool = False

    @property
    def finite(self) -> bool:
        """The clause has a tense or a modal of its own or shared."""
        return self.tense is not None or self.modal is not None


@dataclass(slots=True)
class Sentence:
    """A parsed sentence: its text (a caption made into a clause), spaCy's tree, its clauses."""

    text: str
    doc: Doc
    form: str
    clauses: list[Clause]
    by_head: dict[int, Clause] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.by_head = {clause.head: clause for clause in self.clauses}

    @property
    def root(self) -> Clause | None:
        """The root clause, None where the root is no clause."""
        return next((c for c in self.clauses if c.kind == "root"), None)


def is_verbal(token: Token) -> bool:
    """Whether a token heads a clause: a verb, or *be*, that is no auxiliary and no modifier.

    The hyphen of *wrote or co-wrote*, which the tagger may take for a verb, is none.
    """
    if not any(character.isalnum() for character in token.text):
        return False
    return token.pos_ in ("VERB", "AUX") and token.dep_ not in (
        "aux",
        "auxpass",
        "amod",
        "compound",
    )


def is_elliptic(doc: Doc, clause: Clause) -> bool:
    """*do* stands for a verb left out: *Browne didn't.*, *did she?*"""
    bare = doc[clause.head].lemma_ == "do" and not clause.auxiliaries
    return bare and (clause.negation is not None or clause.inverted)


def read_clauses(doc: Doc) -> list[Clause]:
    """All clauses of a sentence, in the order of their heads; governors are read before conjuncts.

    Example:
        ``A man is riding a bike.`` gives one root clause: head *riding*, auxiliaries (*is*),
        tense ``pres``, progressive.
    """
    clauses: dict[int, Clause] = {}
    pending = sorted((t for t in doc if is_verbal(t)), key=lambda t: (_depth(t), t.i))
    for token in pending:
        clauses[token.i] = _read_clause(token, clauses)
    return [clauses[i] for i in sorted(clauses)]


def _depth(token: Token) -> int:
    return sum(1 for _ in token.ancestors)


def _governor(token: Token, clauses: dict[int, Clause]) -> int | None:
    return next((a.i for a in token.ancestors if a.i in clauses), None)


def _read_clause(token: Token, clauses: dict[int, Clause]) -> Clause:
    children = list(token.children)
    aux = tuple(
        c.i for c in children if c.dep_ in ("aux", "auxpass") and c.i < token.i and c.tag_ != "TO"
    )
    clause = Clause(head=token.i, kind="root", auxiliaries=aux, governor=_governor(token, clauses))
    clause.to = next((c.i for c in children if c.dep_ == "aux" and c.tag_ == "TO"), None)
    clause.negation = next((c.i for c in children if c.dep_ == "neg"), None)
    clause.subject = next((c.i for c in children if c.dep_ in SUBJECTS and c.dep_ != "expl"), None)
    if (clause.negation or 0) < (clause.subject or -1) < token.i:
        clause.negation = None  # *whether or not he left*
    expletive = next((c.i for c in children if c.dep_ == "expl"), None)
    if clause.subject is None or (expletive is not None and expletive < clause.subject):
        clause.subject = expletive if expletive is not None else clause.subject
    clause.agent = next((c.i for c in children if c.dep_ == "agent"), None)
    clause.copular = is_be(token)
    _read_group(clause, token)
    _inherit(clause, token, clauses)
    clause.kind = _kind(clause, token)
    first = min((*aux, token.i)) if clause.copular or aux else token.i
    clause.inverted = clause.subject is not None and first < clause.subject
    clause.question = clause.inverted and token.doc[
        token.i : token.sent.end
    ].text.rstrip().endswith("?")
    return clause


def _read_group(clause: Clause, token: Token) -> None:
    """Tense, aspect, voice and modality from the auxiliaries and the form of the verb."""
    doc = token.doc
    lemmas = [aux_lemma(doc[i]) for i in clause.auxiliaries]
    verb = participle_or_tense(token, bool(clause.auxiliaries))
    forms = [*((doc[i], lemma) for i, lemma in zip(clause.auxiliaries, lemmas, strict=True))]
    for position, (_, lemma) in enumerate(forms):
        following = (
            verb if position + 1 == len(forms) else doc[clause.auxiliaries[position + 1]].tag_
        )
        if lemma == "have" and following in ("VBN", "VBD"):
            clause.perfect = True
        elif lemma == "be" and following == "VBG":
            clause.progressive = True
        elif lemma in ("be", "get", "become") and following in ("VBN", "VBD"):
            clause.passive = True
        elif lemma == "will":
            clause.tense = "fut"
        elif lemma in MODALS:
            clause.modal = lemma
    if clause.modal or clause.tense == "fut" or clause.to is not None:
        return
    first = doc[clause.auxiliaries[0]] if clause.auxiliaries else token
    clause.tense = finite_tense(first, verb if not clause.auxiliaries else first.tag_)


def _inherit(clause: Clause, token: Token, clauses: dict[int, Clause]) -> None:
    """A conjunct without auxiliary takes over what it left out: *is sitting and reading*."""
    if token.dep_ != "conj" or token.head.i not in clauses or clause.subject is not None:
        return
    governor = clauses[token.head.i]
    if clause.auxiliaries or clause.to is not None:
        return
    form = token.tag_
    if form == "VB" and governor.tense == "pres" and not governor.auxiliaries:
        clause.tense = "pres"  # *Two dogs run and jump*, tagged as an infinitive
        return
    left_out = (
        (form == "VBG" and governor.progressive)
        or (is_participle(token) and (governor.passive or governor.perfect))
        or (form in ("VB", "VBP") and bool(governor.modal or governor.tense == "fut"))
    )  # fmt: skip
    if not left_out:
        return
    clause.shares = True
    clause.tense, clause.modal = governor.tense, governor.modal
    if form not in ("VB", "VBP"):  # *may be singing and dance*
        clause.progressive, clause.perfect = governor.progressive, governor.perfect
    clause.passive = governor.passive and form in ("VBN", "VBD")


def _kind(clause: Clause, token: Token) -> Kind:
    if token.dep_ == "conj":
        return "conjunct"
    if token.dep_ == "ROOT" and any(t.dep_ == "ROOT" for t in token.doc[: token.i]):
        clause.governor = next(t.i for t in token.doc if t.dep_ == "ROOT")
        return "conjunct"  # a further sentence of the string
    kind = _KINDS.get(token.dep_, "complement")
    if clause.to is not None and kind in ("adverbial", "complement", "relative", "participial"):
        return "infinitive"
    if not clause.finite and kind in ("adverbial", "complement", "relative"):
        return "participial"
    return kind
