"""Restatements: reversed comparisons, possession with *have*, and clauses as sentences."""

from litgen.lexicon import lemmas_with
from litgen.proving.alignment import Alignment, Read
from litgen.proving.lexical import are_opposite
from litgen.proving.noun_phrases import names, subject_of
from litgen.proving.places import AtomicEdit, place_of
from litgen.proving.relations import ALTERNATION, EQUIVALENT, FORWARD
from litgen.trees.nouns import is_person
from litgen.trees.tokens import Token

_POSSESSIVES = ("his", "her", "their")


def restated(pair: Alignment) -> AtomicEdit | None:
    """Return the edit that restates the premise in the form of the hypothesis, if there is one."""
    return _comparison_turned(pair) or _possessed(pair) or _clause_said(pair)


def _comparison_turned(pair: Alignment) -> AtomicEdit | None:
    """Return the edit that exchanges the sides of a comparison.

    *The dog is bigger than the cat* excludes *The cat is bigger than the dog* and is equivalent to
    *The cat is smaller than the dog*.
    """
    one, other = _compared(pair.premise), _compared(pair.hypothesis)
    if one is None or other is None or (one[0], one[2]) != (other[2], other[0]):
        return None
    said = f"{one[0]} and {one[2]} exchanged"
    if one[1] == other[1]:
        return AtomicEdit("comparison", said, ALTERNATION)
    if one[3] == other[3] and are_opposite(one[1], other[1]):
        return AtomicEdit("comparison", f"{said}, {one[1]} -> {other[1]}", EQUIVALENT)
    return None


def _compared(read: Read) -> tuple[str, str, str, str] | None:
    """Return the subject of a comparison, its adjective, its standard, and the tense."""
    subject = subject_of(read)
    if subject is None or subject.head.lemma_ != "be":
        return None
    children = [c for c in subject.head.children if c != subject and not c.is_punct]
    if len(children) != 1 or children[0].tag_ != "JJR" or children[0].dep_ != "acomp":
        return None
    degree = children[0]
    if [(c.lower_, c.dep_) for c in degree.children] != [("than", "prep")]:
        return None
    things = list(next(iter(degree.children)).children)
    if len(things) != 1 or things[0].dep_ != "pobj":
        return None
    if not all(_is_definite(each) for each in (subject, things[0])):
        return None
    return (_text(subject), degree.lemma_.lower(), _text(things[0]), subject.head.tag_)


def _is_definite(noun: Token) -> bool:
    named = noun.pos_ == "PROPN" or any(
        c.dep_ == "poss" or c.lower_ in ("the", "this", "that") for c in noun.children
    )
    return named and names(noun)


def _text(noun: Token) -> str:
    return " ".join(word.lower_ for word in noun.subtree if not word.is_punct)


def _possessed(pair: Alignment) -> AtomicEdit | None:
    """Return the edit that turns a possessive into *have*.

    *The queen loves her two sons* entails *The queen has two sons*. This holds only
    for relatives and parts of the body, and only in the same tense, since a man who lost his wife
    no longer has one.
    """
    subject, having = subject_of(pair.premise), subject_of(pair.hypothesis)
    if subject is None or having is None or not names(subject) or _text(subject) != _text(having):
        return None
    verb = having.head
    if _is_past(subject.head) != _is_past(verb):
        return None
    things = [c for c in verb.children if c != having and not c.is_punct]
    if verb.lemma_ != "have" or [c.dep_ for c in things] != ["dobj"] or subject == having:
        return None
    for noun in pair.premise.words:
        owner = next((c for c in noun.children if c.dep_ == "poss"), None)
        if owner is None or owner.lower_ not in _POSSESSIVES or noun.lemma_ != things[0].lemma_:
            continue
        if not _is_of(noun, subject) or not _is_inalienable(noun.lemma_.lower()):
            continue
        own = {c.lower_ for c in noun.children if c.dep_ in ("amod", "nummod")}
        asked = [c for c in things[0].children if not c.is_punct]
        if noun.tag_ == things[0].tag_ and all(
            c.lower_ in own or c.lower_ in ("a", "an", "some") for c in asked
        ):
            return AtomicEdit("possession", f"possession of {_text(noun)}", FORWARD)
    return None


def _is_past(verb: Token) -> bool:
    helper = next((c for c in verb.children if c.dep_ in ("aux", "auxpass")), verb)
    return helper.tag_ not in ("VBZ", "VBP")


def _is_of(noun: Token, subject: Token) -> bool:
    """Check whether *his*, *her* or *their* in a main clause refers to the subject."""
    owner = next(c for c in noun.children if c.dep_ == "poss")
    others = [w for w in noun.doc if w.pos_ in ("NOUN", "PROPN") and w not in (noun, subject)
              and is_person(w)]  # fmt: skip
    person = subject.tag_ != "PRP" and (is_person(subject) or subject.ent_type_ == "PERSON")
    inside = all(w.dep_ in ("dobj", "pobj", "prep", "ROOT") for w in (noun, *noun.ancestors))
    plural = subject.tag_ in ("NNS", "NNPS")
    return person and inside and not others and (owner.lower_ == "their") == plural


def _is_inalienable(noun: str) -> bool:
    from litgen.wordnet import load_wordnet

    wordnet = load_wordnet()
    senses = wordnet.senses(noun, "n")[:1]
    return noun in lemmas_with("inalienable", "noun") or any(
        "relative.n.01" in wordnet.above(each.name) for each in senses
    )


def _clause_said(pair: Alignment) -> AtomicEdit | None:
    """Return the edit that turns a relative clause into a separate sentence.

    *The man who won the lottery bought a boat* entails *Someone won the lottery*.
    """
    subject = subject_of(pair.hypothesis)
    if subject is None or subject.head.dep_ != "ROOT":
        return None
    predicate = [w for w in pair.hypothesis.words if w not in list(subject.subtree)]
    for clause in pair.premise.words:
        if clause.dep_ != "relcl" or not names(clause.head):
            continue
        words = [w for w in clause.subtree if not w.is_punct]
        if words[0].lower_ not in ("who", "that", "which") or words[0].dep_ != "nsubj":
            continue
        if [w.lower_ for w in words[1:]] != [w.lower_ for w in predicate]:
            continue
        place = place_of(pair.premise, clause.head, phrase=True)
        if place.value != "up" and not _is_definite(clause.head):
            return None
        if any(c.tag_ == "MD" or c.dep_ == "neg" for c in clause.children):
            return None
        before = [w.lower_ for w in clause.head.subtree if w.i <= clause.head.i]
        asked = _text(subject).split()
        same = asked == before or (
            asked[0] in ("a", "an", "some") and asked[-1] == before[-1]
            and set(asked[1:]) <= set(before)
        )  # fmt: skip
        somebody = asked in (["someone"], ["somebody"]) and is_person(clause.head)
        if same or somebody:
            return AtomicEdit(
                "clause", f"make a sentence of the clause after {clause.head.text!r}", FORWARD
            )
    return None
