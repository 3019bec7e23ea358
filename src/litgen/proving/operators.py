"""Negation, implicative and factive verbs, tense, voice, clefts: what stands over a clause."""

from collections import Counter
from collections.abc import Sequence

from litgen.lexicon import lemmas_with
from litgen.proving.alignment import Alignment, Read
from litgen.proving.places import AtomicEdit, place_of
from litgen.proving.relations import (
    ALTERNATION,
    COVER,
    EQUIVALENT,
    FORWARD,
    INDEPENDENCE,
    NEGATION,
    REVERSE,
    Relation,
    join,
    turned,
)
from litgen.tables import function_words
from litgen.trees.tokens import Token

_NOT = function_words()["adverb:negative"]
_SUPPORT = ("do", "does", "did")
#: Signature -> the relation of the verb's clause with the clause that it governs (MacCartney 2009,
#: 6.2; that factives project is seen to apart).
_SIGNATURES: dict[str, Relation] = {
    "+/-": EQUIVALENT, "+/o": FORWARD, "o/-": REVERSE, "-/+": NEGATION, "-/o": ALTERNATION,
    "o/+": COVER, "o/o": INDEPENDENCE, "+/+": FORWARD, "-/-": ALTERNATION,
}  # fmt: skip


def negation_dropped(pair: Alignment, words: Sequence[Token]) -> AtomicEdit | None:
    """The edit that takes *not* or *never* from the main clause of somebody definite."""
    negations = [word for word in words if word.lower_ in _NOT]
    if len(negations) != 1 or any(w.lower_ not in (*_NOT, *_SUPPORT) for w in words):
        return None
    negation = negations[0]
    verb = negation.head
    if verb.dep_ != "ROOT" or negation.dep_ != "neg":
        return None
    subjects = [c for c in verb.children if c.dep_ in ("nsubj", "nsubjpass", "csubj")]
    if len(subjects) != 1 or not _one(subjects[0]):
        return None
    if any(c.dep_ in ("advcl", "conj", "ccomp") or c.tag_ == "MD" for c in verb.children):
        return None
    if any(w.lower_ in ("any", "until", "only", "because", "too") for w in pair.premise.words):
        return None
    relation = ALTERNATION if negation.lower_ == "never" else NEGATION
    return AtomicEdit("negation", f"drop {negation.lower_!r}", relation)


def _one(subject: Token) -> bool:
    """Whether a subject is definite or a name, so that a negation is of the same individual."""
    if subject.tag_ == "PRP" or subject.lower_ in ("this", "that", "it"):
        return True
    if any(c.dep_ in ("conj", "predet") or c.lower_ in ("all", "both") for c in subject.children):
        return False
    if subject.pos_ == "PROPN":
        return True
    return (
        any(
            c.lower_ in ("the", "this", "that", "these", "those") or c.dep_ == "poss"
            for c in subject.children
        )
        and subject.pos_ == "NOUN"
    )


def governed(pair: Alignment, words: Sequence[Token]) -> AtomicEdit | None:
    """The edit that leaves the clause which a verb with a signature governs: *managed to*.

    The words are the verb with what is between it and the clause: *to*, *that* and, before *that*,
    its subject.
    """
    for verb in words:
        entry = lemmas_with("signature", "verb").get(verb.lemma_.lower())
        below = next((c for c in verb.children if c.dep_ in ("xcomp", "ccomp")
                      and c.i in pair.partners), None)  # fmt: skip
        if entry is None or below is None or verb.pos_ != "VERB":
            continue
        frame = _frame(verb, below)
        signature = entry.get(frame)
        if signature is None or not _only(verb, below, words):
            continue
        relation = _SIGNATURES[signature]
        place = place_of(pair.premise, verb)
        kept = pair.partners[below.i]
        said = f"drop {pair.premise.text(words)!r}"
        because = f"{verb.lemma_} has the signature {signature}"
        if frame == "to" and not _tensed_alike(verb, kept):
            return None
        if verb.dep_ != "ROOT" and relation != EQUIVALENT:
            return None
        if signature == "+/+":
            return AtomicEdit("factive", said, FORWARD, because)
        if place.value == "none" or any(c.tag_ == "MD" for c in verb.children):
            return None
        negations = [c for c in verb.children if c.dep_ == "neg"]
        if any(c in words for c in negations):
            relation = join(NEGATION, relation)
            because += ", under not"
        elif negations:  # the negation goes or stays apart; what is below it is projected
            relation = turned(relation)
        return AtomicEdit("implicative" if frame != "that" else "attitude", said, relation, because)
    return None


def _frame(verb: Token, below: Token) -> str:
    if below.dep_ == "ccomp":
        return "that"
    if any(c.lower_ == "to" and c.dep_ == "aux" for c in below.children):
        return "object_to" if any(c.dep_ == "dobj" for c in verb.children) else "to"
    return "gerund" if below.tag_ == "VBG" else ""


def _only(verb: Token, below: Token, words: Sequence[Token]) -> bool:
    """Whether the words are the verb, *to* or *that*, and of *that* the whole clause above."""
    inside = {word.i for word in words}
    needed = {verb.i} | {c.i for c in below.children if c.lower_ in ("to", "that")}
    if below.dep_ == "ccomp":
        needed |= {w.i for c in verb.children if c != below and not c.is_punct
                   for w in c.subtree}  # fmt: skip
    denial = {c.i for c in verb.children if c.lower_ in (*_NOT, *_SUPPORT)}
    return inside in (needed, needed | denial)


def _tensed_alike(verb: Token, kept: Token) -> bool:
    support = next((c for c in verb.children if c.lower_ in _SUPPORT), verb)
    tag = verb.tag_ if kept.tag_ == "VB" else support.tag_
    return tag == kept.tag_ and tag in ("VBD", "VBZ", "VBP", "VB", "VBN")


def tense_changed(pair: Alignment, old: Token, new: Token, gone: Sequence[Token],
                  added: Sequence[Token]) -> AtomicEdit | None:  # fmt: skip
    """The edit that makes *was running* or *has run* *ran*."""
    if added or old.lemma_ != new.lemma_ or new.tag_ != "VBD":
        return None
    auxiliaries = [word.lower_ for word in gone]
    said = f"{' '.join((*auxiliaries, old.lower_))} -> {new.lower_}"
    place = place_of(pair.premise, old)
    if auxiliaries in (["has"], ["have"], ["had"]) and old.tag_ == "VBN":
        return place.edit("tense", said, EQUIVALENT | FORWARD)
    activity = old.lemma_.lower() in lemmas_with("activity", "verb")
    bare = not any(c.dep_ in ("dobj", "prep", "prt") for c in old.children)
    if auxiliaries in (["was"], ["were"]) and old.tag_ == "VBG" and activity and bare:
        return place.edit("aspect", said, EQUIVALENT | FORWARD)
    return None


def passive_turned(pair: Alignment) -> AtomicEdit | None:
    """The edit that makes a passive of an active, or takes it back: their MRSs are the same."""
    if not pair.gaps or _content(pair.premise) != _content(pair.hypothesis):
        return None
    from delphin.mrs import MRS, is_isomorphic

    first, second = (
        MRS(m.top, m.index, m.rels, m.hcons, (), m.variables)
        for m in (pair.premise.reading.mrs, pair.hypothesis.reading.mrs)
    )
    if not is_isomorphic(first, second):
        return None
    return AtomicEdit("voice", "active and passive with one MRS", EQUIVALENT)


def _content(read: Read) -> Counter[str]:
    return Counter(w.lemma_.lower() for w in read.words if w.pos_ in ("NOUN", "PROPN", "VERB"))


def cleft_undone(pair: Alignment) -> tuple[list[AtomicEdit], Alignment]:
    """The edit that leaves *it is ... who* of a cleft, and what else differs.

    The other way round nothing follows: *it is a dog that barks* says that nothing else does.
    """
    words, mrs = pair.premise.words, pair.premise.reading.mrs
    if not any(ep.predicate == "_be_v_itcleft" for ep in mrs.rels):
        return [], pair
    frame = [g for g in pair.gaps if not g.new and _is_frame(g.gone, words)]
    if len(frame) != 2:
        return [], pair
    gaps = tuple(gap for gap in pair.gaps if gap not in frame)
    said = f"drop {' '.join(word.text for gap in frame for word in gap.gone)!r} of a cleft"
    return [AtomicEdit("cleft", said, FORWARD)], pair._replace(gaps=gaps)


def _is_frame(gone: Sequence[Token], words: Sequence[Token]) -> bool:
    if gone[0] == words[0]:
        return len(gone) == 2 and gone[0].lower_ == "it" and gone[1].lemma_ == "be"
    return len(gone) == 1 and gone[0].lower_ in ("who", "that", "which")
