"""Where an edit by polarity would read badly, or its sentence does: under a negation above all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from litgen.lexicon import lemmas_with
from litgen.transformations.parsing import roots_of

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

    from litgen.wordnet import WordNet

_SUBJECTS = ("nsubj", "nsubjpass")
_FINITE = ("VBZ", "VBP")
_REPORTING = lemmas_with("reporting", "verb")
_STATIVE = lemmas_with("stative", "verb")
#: What they count is none of a kind of thing: *no group*, *no percentage*, *every pair*.
_COUNTS = frozenset(
    lemma
    for feature in ("counts", "either_number", "count_of_plural", "group")
    for lemma in lemmas_with(feature, "noun")
) - {"people", "family", "they"}
#: More words than this are hard to deny at once.
_LONGEST = 24
_NONE, _ALL = ("no", "neither"), ("every", "each", "all", "most")
#: Determiners of what is spoken of already; with those of all or none of a kind.
DEFINITE = ("the", "this", "that", "these", "those", "both")
_BOUND = (*DEFINITE, *_NONE, *_ALL)
_AMOUNTS = ("many", "few", "several", "much", "multiple", "numerous", "various", "countless")


def oddity_of(tree: Doc) -> str | None:
    """Why an edit of a sentence would be no sentence that anybody writes, None where it would.

    Example:
        *Two men are not talking*: an indefinite beside a negation. *No dog licks his nose*: a
        habit of none.
    """
    return next((reason for reason, found in _looked_for(tree) if found), None)


def _looked_for(tree: Doc) -> Iterator[tuple[str, bool]]:
    root = roots_of(tree)[0]
    bracket = any(t.text in ("[", "]") for t in tree)
    yield "part of a longer text", tree[0].dep_ == "cc" or tree[0].text.islower() or bracket
    denied = [t for t in tree if t.pos_ in ("VERB", "AUX") and _is_denied(t)]
    beside = [*(c for t in denied for c in t.children), *(t for t in tree if denied and _hangs(t))]
    yield "a clause beside a negation", any(map(_is_beside, beside))
    yield "a comma beside a negation", any(map(_is_torn, tree))
    yield "long for a negation", len(tree) > _LONGEST and any(t.dep_ == "neg" for t in tree)
    yield "an indefinite beside a negation", any(map(_denies_indefinite, tree))
    yield "an adverb beside a negation", any(map(_denies_manner, tree))
    yield "an amount of none", any(t.lower_ == "no" and _is_amount(t.head) for t in tree)
    groups = (c for c in root.children if c.dep_ == "attr" and c.lemma_.lower() in _COUNTS)
    yield "an amount of none", root in denied and any(groups)  # *There is not a group of men*
    condition = any(t.lower_ in ("if", "unless") and t.dep_ == "mark" for t in tree)
    yield "a condition beside a negation", bool(denied) and condition
    yield "a quotation", any(t.text in ('"', "“", "”") for t in tree)
    yield "an exclamation", tree.text.rstrip().endswith("!")
    yield "each of them", any(t.lower_ == "each" and t.dep_ != "det" for t in tree)
    quantified = [t for t in tree if t.dep_ in _SUBJECTS and determined_by(t, (*_NONE, *_ALL))]
    yield "none after its verb", any(t.i > t.head.i for t in quantified)
    yield "a habit of all or none", any(_is_habit(t.head) for t in quantified)
    yield "a group, of all or none", any(t.lemma_.lower() in _COUNTS for t in quantified)
    torn = any(t.text == "," for each in quantified[:1] for t in tree[each.i :])
    yield "a comma, of all or none", torn
    yield "two clauses at a comma", any(map(_runs_on, root.children))
    named = any(c.dep_ == "attr" and c.pos_ == "PROPN" for c in root.children)
    yield "a name, of all or none", bool(quantified) and named


def _is_torn(negation: Token) -> bool:
    """*The two horses, one black and one brown, are not running*; not *Nobody asked, but ...*"""
    if negation.dep_ != "neg":
        return False
    subject = next((c for c in negation.head.children if c.dep_ in _SUBJECTS), negation.head)
    after = negation.doc[subject.left_edge.i : -1]
    return any(t.text == "," and t.nbor(1).dep_ != "cc" for t in after)


def _is_denied(root: Token) -> bool:
    """Whether a clause is negated, or its subject is nobody."""
    return any(c.dep_ == "neg" for c in root.children) or any(
        c.lower_ in ("no", "nobody")
        for subject in root.children if subject.dep_ in _SUBJECTS
        for c in (subject, *subject.children)
    )  # fmt: skip


def _is_beside(clause: Token) -> bool:
    """What a negation before it may have in its scope or not: *did not sweep the coast, drowning
    many*, *is not sitting in a chair reading*, *was not made using tools*, *sat down and left*.
    """
    head = clause.head
    if clause.dep_ == "conj" and clause.pos_ in ("VERB", "AUX"):
        return not any(c.dep_ in (*_SUBJECTS, "expl") for c in clause.children)
    if _hangs(clause):
        return True
    marked = any(c.dep_ == "mark" for c in clause.children)
    using = clause.dep_ == "prep" and clause.tag_ == "VBG"
    return using or (clause.dep_ == "advcl" and clause.tag_ == "VBG" and clause.i > head.i
                     and not marked)  # fmt: skip


def _hangs(participle: Token) -> bool:
    """A participle that may tell of the subject: *sitting in a chair reading*."""
    head = participle.head
    return participle.dep_ == "acl" and participle.tag_ == "VBG" and not acts(head)


def _runs_on(clause: Token) -> bool:
    """*They have done it well, the quarter shows a profit*: nothing joins the clauses."""
    head = clause.head
    if clause.dep_ == "ccomp" and clause.i < head.i:  # *Workers walking, it looks like rain*
        return head.lemma_.lower() not in _REPORTING
    if clause.dep_ != "conj" or any(c.dep_ == "cc" for c in head.children):
        return False
    return any(c.dep_ in _SUBJECTS for c in clause.children)


def _denies_indefinite(negation: Token) -> bool:
    """*Two men are not talking*, *People are not posing*, *A man is not asleep*.

    Nobody reports of some that they do not do a thing.
    """
    if negation.dep_ != "neg":
        return False
    subjects = [c for c in negation.head.children if c.dep_ in _SUBJECTS and c.i < negation.i]
    return any(s.pos_ == "NOUN" and not determined_by(s, _BOUND) for s in subjects)


def determined_by(noun: Token, words: tuple[str, ...]) -> bool:
    """Whether a noun has one of some determiners, or is somebody's."""
    return any(
        c.lower_ in words or (c.dep_ == "poss" and set(words) >= set(DEFINITE))
        for c in noun.children if c.i < noun.i and c.dep_ in ("det", "predet", "poss", "amod")
    )  # fmt: skip


def _denies_manner(negation: Token) -> bool:
    """*Did not meticulously arrange the seats*: that he did it otherwise, or not at all."""
    if negation.dep_ != "neg" or negation.i + 1 >= len(negation.doc):
        return False
    after = negation.nbor(1)
    return after.tag_ == "RB" and after.lower_.endswith("ly") and after.head.pos_ == "VERB"


def _is_amount(noun: Token) -> bool:
    """*No many noises*, *no large percentage*."""
    amounts = any(c.lower_ in _AMOUNTS for c in noun.children)
    return amounts or noun.lemma_.lower() in _COUNTS


def _is_habit(verb: Token) -> bool:
    """A simple present, or what may be one, but of a state: *No dog licks it*, *No men read*."""
    simple = not any(c.dep_ in ("aux", "auxpass") for c in verb.children)
    present = verb.tag_ in _FINITE or (verb.tag_ == "VBD" and verb.lower_ == verb.lemma_)
    return verb.pos_ == "VERB" and simple and present and verb.lemma_.lower() not in _STATIVE


def doer_of(verb: Token) -> Token | None:
    """Who does what a verb tells: its subject, or what it is said of; None where it is not told."""
    subject = next((c for c in verb.children if c.dep_ in _SUBJECTS), None)
    if subject is not None:
        relative = subject.tag_ in ("WP", "WDT") and verb.dep_ == "relcl"
        return verb.head if relative else subject
    if verb.dep_ in ("acl", "relcl"):
        return verb.head
    above = verb.dep_ in ("conj", "xcomp", "advcl", "pcomp", "prep") and verb.head.i != verb.i
    return doer_of(verb.head) if above else None


def acts(doer: Token) -> bool:
    """Whether persons or animals are named: skis do not sit, and roads do not jog."""
    from litgen.trees.nouns import is_animate

    group = doer.lemma_.lower() in lemmas_with("group", "noun")
    name = doer.pos_ == "PROPN" and not any(c.dep_ == "det" for c in doer.children)
    return group or name or is_animate(doer)


def is_relational(wordnet: WordNet, adjective: Token) -> bool:
    """Whether an adjective tells what a noun is of or for, first of all: *dental*, *chemical*."""
    senses = wordnet.senses(adjective.lower_, "a")
    return bool(senses) and senses[0].field == "adj.pert"
