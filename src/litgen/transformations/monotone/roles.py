"""Tree tests for monotonicity edits: agents, relational adjectives, the scope of negations."""

from litgen.lexicon import lemmas_with
from litgen.trees.tokens import Doc, Token
from litgen.wordnet import WordNet

_SUBJECTS = ("nsubj", "nsubjpass")


def doer_of(verb: Token) -> Token | None:
    """Return the subject of a verb, or the noun or subject that it shares; None if unknown."""
    subject = next((c for c in verb.children if c.dep_ in _SUBJECTS), None)
    if subject is not None:
        relative = subject.tag_ in ("WP", "WDT") and verb.dep_ == "relcl"
        return verb.head if relative else subject
    if verb.dep_ in ("acl", "relcl"):
        return verb.head
    above = verb.dep_ in ("conj", "xcomp", "advcl", "pcomp", "prep") and verb.head.i != verb.i
    return doer_of(verb.head) if above else None


def acts(doer: Token) -> bool:
    """Check for a person, an animal or a group: skis do not sit, and roads do not jog."""
    from litgen.trees.nouns import is_animate

    group = doer.lemma_.lower() in lemmas_with("group", "noun")
    name = doer.pos_ == "PROPN" and not any(c.dep_ == "det" for c in doer.children)
    return group or name or is_animate(doer)


def is_relational(wordnet: WordNet, adjective: Token) -> bool:
    """Check whether an adjective's first sense is relational: *dental*, *chemical*."""
    senses = wordnet.senses(adjective.lower_, "a")
    return bool(senses) and senses[0].field == "adj.pert"


def has_unclear_scope(tree: Doc) -> bool:
    """Check whether a negation may take scope over a neighbouring clause: *A man is not petting a
    dog, smiling*, *would not come if it rained*."""
    denied = [t for t in tree if t.pos_ in ("VERB", "AUX") and _is_denied(t)]
    beside = [*(c for t in denied for c in t.children), *(t for t in tree if denied and _hangs(t))]
    conditional = any(t.lower_ in ("if", "unless") and t.dep_ == "mark" for t in tree)
    return any(map(_is_beside, beside)) or (bool(denied) and conditional)


def _is_denied(root: Token) -> bool:
    """Check for a negated clause or a negative subject."""
    return any(c.dep_ == "neg" for c in root.children) or any(
        c.lower_ in ("no", "nobody")
        for subject in root.children if subject.dep_ in _SUBJECTS
        for c in (subject, *subject.children)
    )  # fmt: skip


def _is_beside(clause: Token) -> bool:
    """*did not sweep the coast, drowning many*, *was not made using tools*, *sat down and left*"""
    head = clause.head
    if clause.dep_ == "conj" and clause.pos_ in ("VERB", "AUX"):
        return not any(c.dep_ in (*_SUBJECTS, "expl") for c in clause.children)
    marked = any(c.dep_ == "mark" for c in clause.children)
    participle = clause.dep_ in ("advcl", "prep") and clause.tag_ == "VBG" and not marked
    return _hangs(clause) or (participle and clause.i > head.i)


def _hangs(participle: Token) -> bool:
    """A participle that may attach to the subject: *sitting in a chair reading*."""
    return participle.dep_ == "acl" and participle.tag_ == "VBG" and not acts(participle.head)


def may_be_verb(second: Token) -> bool:
    """Check whether a conjunct tagged as a noun may be a verb: *bought a car or sang*."""
    from litgen.trees.morphology import known_as

    known = known_as(second.lower_)
    if known == {"VERB"}:
        return True
    bare = second.tag_ == "NN" and not any(c.i < second.i for c in second.children)
    return bare and "VERB" in known and any(each.tag_ == "VB" for each in second.ancestors)
