"""The clauses of a sentence, read from its repaired tree: verb groups, subjects, governors."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from litgen.lexicon import VERBS
from litgen.trees.morphology import MODALS, PAST, PRESENT
from litgen.trees.tokens import Doc
from litgen.trees.words import AUX, Word, words_of_tree

SUBJECTS = frozenset(("nsubj", "nsubjpass", "csubj", "csubjpass", "expl"))

Tense = Literal["pres", "past", "fut"]
Kind = Literal[
    "root", "conjunct", "adverbial", "complement", "relative", "participial", "infinitive"
]

#: Kind of a finite clause, by dependency label; with any other label, a clause is a complement.
_KINDS: dict[str, Kind] = {
    "advcl": "adverbial", "xcomp": "infinitive", "relcl": "relative", "acl": "participial",
}  # fmt: skip


@dataclass(slots=True)
class Clause:
    """One clause: a verb with its auxiliaries, or a *be* with its predicate."""

    head: int  #: token index of the lexical verb, or of *be* in a copular clause
    kind: Kind  #: the function of the clause; a ``conjunct`` is coordinated with its ``governor``
    auxiliaries: tuple[int, ...] = ()  #: token indices, in order, without infinitival *to*
    to: int | None = None  #: token index of infinitival *to*
    #: token index of *not*, *n't* or *never* if it negates the verb group
    negation: int | None = None
    #: token index of the subject's head; None if the subject is shared or missing
    subject: int | None = None
    #: ``pres``, ``past``, ``fut``, or None for a clause that is not finite. A conjunct that omits
    #: its auxiliary has the tense of the clause with which it is coordinated.
    tense: Tense | None = None
    progressive: bool = False
    perfect: bool = False
    passive: bool = False
    modal: str | None = None  #: lemma of a modal other than *will*; None if there is none
    #: whether subject and auxiliary are inverted and a question mark closes the sentence
    question: bool = False
    inverted: bool = False  #: whether the first verb comes before the subject
    copular: bool = False
    agent: int | None = None  #: token index of *by* in a passive
    governor: int | None = None  #: head of the clause on which this one depends; None for the root
    shares: bool = False  #: whether the conjunct shares the governor's auxiliaries
    #: if coordinated verbs share an object, the last verb, to which the object is attached:
    #: *washes and dries a car*; passives share the ``agent`` in the same way
    object_of: int | None = None

    @property
    def finite(self) -> bool:
        """Whether the clause has a tense or a modal, either its own or a shared one."""
        return self.tense is not None or self.modal is not None

    @property
    def group(self) -> tuple[int, ...]:
        """The words of the verb group, in order, without infinitival *to*."""
        return (*self.auxiliaries, self.head)

    @property
    def last(self) -> int:
        """Token index of the verb that governs the object."""
        return self.head if self.object_of is None else self.object_of


@dataclass
class Sentence:
    """A parsed sentence with its repaired tree; a caption's text is the clause made from it."""

    text: str
    doc: Doc
    form: str  #: ``clause``, or ``caption`` if the clause was made from one
    clauses: list[Clause]
    #: why litgen cannot rewrite the sentence, for example because its root clause has no subject
    declined: str | None = None

    @cached_property
    def by_head(self) -> dict[int, Clause]:
        return {clause.head: clause for clause in self.clauses}

    @property
    def words(self) -> list[Word]:
        return words_of_tree(self.doc)

    @cached_property
    def root(self) -> Clause | None:
        """The root clause; None if the root does not head a clause."""
        return next((c for c in self.clauses if c.kind == "root"), None)

    @property
    def root_clause(self) -> Clause:
        """The root clause of a sentence that can be edited."""
        assert self.root is not None
        return self.root


def is_verbal(word: Word) -> bool:
    """Check whether a word heads a clause: a verb, or *be*, but not an auxiliary or a modifier."""
    verb = word.pos in ("VERB", "AUX") and word.dep not in (*AUX, "amod", "compound")
    return verb and any(character.isalnum() for character in word.text)


def is_fragment(word: Word) -> bool:
    """Check whether a word is the root of a sentence but not a verb."""
    return word.dep == "ROOT" and word.pos not in ("VERB", "AUX")


def is_elliptic(doc: Doc, clause: Clause) -> bool:
    """Check whether the predicate of *do* or *be* is elided: *Browne didn't.*, *as is*."""
    verb = doc[clause.head]
    if verb.lemma_ not in ("be", "do"):
        return False
    after = [c.i for c in verb.rights if not c.is_punct]
    if verb.lemma_ == "be":
        as_is = [c.lower_ for c in verb.children if not c.is_punct] == ["as"]
        finite = verb.tag_ in ("VBZ", "VBP", "VBD")
        return as_is or (finite and clause.negation is not None and after == [clause.negation])
    alone = clause.kind == "conjunct" and clause.subject is not None and not after
    left = clause.negation is not None or clause.inverted or alone  # as in *only they did*
    return left and not clause.auxiliaries


def read_clauses(doc: Doc) -> list[Clause]:
    """Return the clauses of a sentence in the order of their heads."""
    words = words_of_tree(doc)
    clauses: dict[int, Clause] = {}
    for verb in sorted(filter(is_verbal, words), key=lambda w: (len([*w.ancestors()]), w.i)):
        clauses[verb.i] = _read_clause(doc, verb, clauses)
    for i in sorted(clauses, reverse=True):
        _share(clauses, words, words[i])
    return [clauses[i] for i in sorted(clauses)]


def _share(clauses: dict[int, Clause], words: list[Word], verb: Word) -> None:
    """Record the object or agent that two coordinated verbs share: *washes and dries a car*."""
    beside = verb.head.of("conj") if verb.dep == "conj" else []
    following = next((d for d in (*verb.of("conj"), *beside) if d.i > verb.i), None)
    clause, other = clauses[verb.i], clauses.get(following.i) if following is not None else None
    if other is None or following is None or other.subject is not None or other.copular:
        return
    between = words[verb.i + 1 : following.i]
    own = [w for w in between if w.head is following and w.dep in ("aux", "auxpass", "advmod")]
    if any(w not in own and w.dep not in ("cc", "punct") for w in between):
        return
    if clause.passive and other.passive:
        by = clause.agent if clause.agent is not None else other.agent
        clause.agent = other.agent = by
    elif not clause.passive and not other.passive and verb.lemma in VERBS.takes_object:
        objects = following.of("dobj", "dative")
        if other.object_of is not None or [d.dep for d in objects if d.i > following.i] == ["dobj"]:
            clause.object_of = other.object_of = other.object_of or other.head


def _read_clause(doc: Doc, verb: Word, clauses: dict[int, Clause]) -> Clause:
    first = {d.dep: d.i for d in reversed(verb.dependents)}
    subjects = verb.of(*SUBJECTS - {"expl"})
    auxiliaries = [d for d in verb.of(*AUX) if d.tag != "TO" and d.i < verb.i]
    clause = Clause(
        head=verb.i,
        kind="root",
        auxiliaries=tuple(d.i for d in auxiliaries),
        to=next((d.i for d in verb.of("aux") if d.tag == "TO"), None),
        negation=first.get("neg"),
        subject=subjects[0].i if subjects else None,
        agent=first.get("agent"),
        governor=next((w.i for w in verb.ancestors() if w.i in clauses), None),
    )
    asked = clause.negation is not None and clause.negation - 1 in clause.auxiliaries
    if (clause.negation or 0) < (clause.subject or -1) < verb.i and not asked:
        clause.negation = None  # as in *whether or not he left*, unlike *didn't he leave*
    if "expl" in first and (clause.subject is None or first["expl"] < clause.subject):
        clause.subject = first["expl"]
    clause.copular = verb.lemma == "be"
    _read_group(clause, verb, auxiliaries)
    _inherit(clause, verb, clauses)
    clause.kind = _kind(clause, doc, verb)
    clause.inverted = clause.subject is not None and clause.group[0] < clause.subject
    clause.question = clause.inverted and (
        doc[verb.i : doc[verb.i].sent.end].text.rstrip().endswith("?")
    )
    return clause


def _read_group(clause: Clause, verb: Word, auxiliaries: list[Word]) -> None:
    """Set tense, aspect, voice and modality from the auxiliaries and the form of the verb."""
    for auxiliary, following in zip(auxiliaries, [*auxiliaries[1:], verb], strict=False):
        lemma = auxiliary.lemma
        if lemma == "have" and following.tag in ("VBN", "VBD"):
            clause.perfect = True
        elif lemma == "be" and following.tag == "VBG":
            clause.progressive = True
        elif lemma in ("be", "get", "become") and following.tag in ("VBN", "VBD"):
            clause.passive = True
        elif lemma == "will":
            clause.tense = "fut"
        elif lemma in MODALS:
            clause.modal = lemma
    if not (clause.modal or clause.tense == "fut" or clause.to is not None):
        first = auxiliaries[0] if auxiliaries else verb
        form = first.lower.replace("’", "'")
        if first.tag in ("VBZ", "VBP") or form in PRESENT:
            clause.tense = "pres"
        elif first.tag == "VBD" or form in PAST:
            clause.tense = "past"


def _inherit(clause: Clause, verb: Word, clauses: dict[int, Clause]) -> None:
    """Let a conjunct inherit an auxiliary that it omits: *is sitting and reading*."""
    if verb.dep != "conj" or verb.head.i not in clauses or clause.subject is not None:
        return
    governor, tag = clauses[verb.head.i], verb.tag
    modal = governor.modal or governor.tense == "fut"
    left_out = {
        "VBG": governor.progressive, "VBN": governor.passive or governor.perfect, "VB": modal,
        "VBP": modal,
    }  # fmt: skip
    if not left_out.get(tag) or clause.auxiliaries or clause.to is not None:
        return
    clause.shares = True
    clause.tense, clause.modal = governor.tense, governor.modal
    if tag not in ("VB", "VBP"):  # as in *may be singing and dance*
        clause.progressive, clause.perfect = governor.progressive, governor.perfect
    clause.passive = governor.passive and tag == "VBN"


def _kind(clause: Clause, doc: Doc, verb: Word) -> Kind:
    if verb.dep == "ROOT":
        roots = (w for w in words_of_tree(doc) if w.dep == "ROOT")
        first = next(w.i for w in roots if not is_fragment(w))
        if first == verb.i:
            return "root"
        clause.governor = first  # the verb heads another sentence of the text
    if verb.dep in ("ROOT", "conj"):
        return "conjunct"
    kind = _KINDS.get(verb.dep, "complement")
    if clause.to is not None or kind == "infinitive":
        return "infinitive"
    return kind if clause.finite else "participial"
