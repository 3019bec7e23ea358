"""Tree tests for monotonicity edits: agents, relational adjectives, the scope of negations."""

from litgen.lexicon import lemmas_with
from litgen.transformations.parsing import dependents
from litgen.trees.morphology import known_as
from litgen.trees.nouns import is_animate
from litgen.trees.tokens import Doc, Token
from litgen.wordnet import WordNet

_SUBJECTS = ("nsubj", "nsubjpass")


def doer_of(verb: Token) -> Token | None:
    """Return a verb's subject, which it may share, or the noun that it modifies, or None."""
    for subject in dependents(verb, *_SUBJECTS):
        relative = subject.tag_ in ("WP", "WDT") and verb.dep_ == "relcl"
        return verb.head if relative else subject
    if verb.dep_ in ("acl", "relcl"):
        return verb.head
    above = verb.dep_ in ("conj", "xcomp", "advcl", "pcomp", "prep") and verb.head.i != verb.i
    return doer_of(verb.head) if above else None


def acts(doer: Token) -> bool:
    """Check whether a noun denotes something that can act: a person, an animal or a group."""
    group = doer.lemma_.lower() in lemmas_with("group", "noun")
    name = doer.pos_ == "PROPN" and not dependents(doer, "det")
    return group or name or is_animate(doer)


def is_relational(wordnet: WordNet, adjective: Token) -> bool:
    """Check whether an adjective's first sense is relational: *dental*, *chemical*."""
    senses = wordnet.senses(adjective.lower_, "a")
    return bool(senses) and senses[0].field == "adj.pert"


def has_unclear_scope(tree: Doc) -> bool:
    """Check whether a negation may scope over a neighbouring clause: *did not sit, smiling*."""
    denied = [t for t in tree if t.pos_ in ("VERB", "AUX") and _is_denied(t)]
    conditional = any(t.lower_ in ("if", "unless") and t.dep_ == "mark" for t in tree)
    clauses = (c for t in denied for c in t.children)
    may_attach = any(map(_is_beside, clauses)) or any(map(_may_attach_to_subject, tree))
    return bool(denied) and (conditional or may_attach)


def _is_denied(root: Token) -> bool:
    subjects = dependents(root, *_SUBJECTS)
    words = (word for subject in subjects for word in (subject, *subject.children))
    return bool(dependents(root, "neg")) or any(w.lower_ in ("no", "nobody") for w in words)


def _is_beside(clause: Token) -> bool:
    """Check for a conjunct or participle that may be outside the scope of its head's negation."""
    if clause.dep_ == "conj" and clause.pos_ in ("VERB", "AUX"):
        return not dependents(clause, *_SUBJECTS, "expl")
    participle = clause.dep_ in ("advcl", "prep") and clause.tag_ == "VBG"
    return participle and clause.i > clause.head.i and not dependents(clause, "mark")


def _may_attach_to_subject(participle: Token) -> bool:
    """Check for a participle parsed as a modifier of a thing: *sitting in a chair reading*."""
    return participle.dep_ == "acl" and participle.tag_ == "VBG" and not acts(participle.head)


def may_be_verb(second: Token) -> bool:
    """Check whether a conjunct tagged as a noun may be a verb: *bought a car or sang*."""
    known = known_as(second.lower_)
    bare = second.tag_ == "NN" and not any(second.lefts)
    below_verb = "VERB" in known and any(each.tag_ == "VB" for each in second.ancestors)
    return known == {"VERB"} or (bare and below_verb)
