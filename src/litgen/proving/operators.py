"""Edits of a clause's operators: negation, implicatives, factives, tense, voice and clefts."""

from collections import Counter
from collections.abc import Sequence
from itertools import product

from delphin.mrs import MRS

from litgen.lexicon import lemmas_with
from litgen.mrs.monotonicity import monotonicity
from litgen.proving.alignment import Alignment, Read
from litgen.proving.modifiers import is_scopal
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
    project,
    turned,
)
from litgen.tables import function_words, rules_table, word_list
from litgen.transformations.adjuncts import is_condition
from litgen.trees.tokens import Token

_NOT = function_words()["adverb:negative"]
SUPPORT = ("do", "does", "did")
#: Map each signature to the relation of the verb's clause to the clause that the verb governs
#: (MacCartney 2009, 6.2; the projection of factives is handled separately).
_SIGNATURES: dict[str, Relation] = {
    "+/-": EQUIVALENT, "+/o": FORWARD, "o/-": REVERSE, "-/+": NEGATION, "-/o": ALTERNATION,
    "o/+": COVER, "o/o": INDEPENDENCE, "+/+": FORWARD, "-/-": ALTERNATION,
}  # fmt: skip
_SUBJECTS = ("nsubj", "nsubjpass", "csubj")


def negation_dropped(pair: Alignment, words: Sequence[Token]) -> AtomicEdit | None:
    """Return the edit that drops *not* or *never* from a main clause with a definite subject."""
    negations = [word for word in words if word.lower_ in _NOT]
    if len(negations) != 1 or any(w.lower_ not in (*_NOT, *SUPPORT) for w in words):
        return None
    negation = negations[0]
    verb = negation.head
    if verb.dep_ != "ROOT" or negation.dep_ != "neg":
        return None
    subjects = [c for c in verb.children if c.dep_ in _SUBJECTS]
    if len(subjects) != 1 or not is_one(subjects[0]):
        return None
    if any(c.dep_ in ("advcl", "conj", "ccomp") or c.tag_ == "MD" for c in verb.children):
        return None
    unsure = ("any", "until", "only", "because", "too")
    if any(w.lower_ in unsure or is_condition(w) for w in pair.premise.words):
        return None  # *If it rains, p* and *If it rains, not p* are both true if it does not rain
    relation = ALTERNATION if negation.lower_ == "never" else NEGATION
    return AtomicEdit("negation", f"drop {negation.lower_!r}", relation)


def is_one(subject: Token) -> bool:
    """Check whether a subject denotes the same individual under negation: a definite or a name."""
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
    """Return the edit that drops a verb with a signature but keeps its clause: *managed to*.

    The words are the verb and those between it and the clause: *to*, *that* and, with *that*, the
    verb's subject.
    """
    for verb in words:
        entry = lemmas_with("signature", "verb").get(verb.lemma_.lower())
        below = next((c for c in verb.children if c.dep_ in ("xcomp", "ccomp")
                      and c.i in pair.partners), None)  # fmt: skip
        if entry is None or below is None or verb.pos_ != "VERB":
            continue
        frame = _frame(verb, below)
        if frame not in entry or not _only(verb, below, words):
            continue
        leave = _clause_alone if frame == "that" else _verb_out
        edit = leave(pair, verb, below, _relation(entry[frame], frame, verb, below))
        if edit is None:
            return None
        because = f"{verb.lemma_} has the signature {entry[frame]}{edit.because}"
        return edit._replace(said=f"drop {pair.premise.text(words)!r}", because=because)
    return None


def _relation(signature: str, frame: str, verb: Token, below: Token) -> Relation | None:
    """Return the relation that a verb's signature states, or None for a factive.

    The relation is uncertain if people usually infer something that does not follow (an invited
    inference: Geis and Zwicky 1971), or if *began to* governs an activity with an endpoint (Dowty
    1979).
    """
    if signature == "+/+":
        return None
    lemma = verb.lemma_.lower()
    affirmed, _, denied = signature.partition("/")
    if lemma in word_list("ingressive", "proving") and not _goes_on(below):
        affirmed = "+o"
    if affirmed == "o" and _is_invited(lemma, frame):
        affirmed = "+-o"
    if denied == "o" and _is_invited(lemma, f"not_{frame}"):
        denied = "+-o"
    return frozenset(each for one, other in product(affirmed, denied)
                     for each in _SIGNATURES[f"{one}/{other}"])  # fmt: skip


def _is_invited(lemma: str, frame: str) -> bool:
    name = f"invited_{frame}"
    return name in rules_table("proving") and lemma in word_list(name, "proving")


def _goes_on(verb: Token) -> bool:
    """Check whether a clause describes a state, or an activity without a goal."""
    lemma = verb.lemma_.lower()
    if any(lemma in lemmas_with(name, "verb") for name in ("state", "stative")):
        return True
    ends = any(
        c.dep_ in ("prt", "npadvmod")
        or (c.dep_ == "prep" and c.lower_ in word_list("path", "proving"))
        or (c.dep_ == "dobj" and c.lemma_.lower() in lemmas_with("performed", "noun"))
        for c in verb.children
    )
    builds = any(c.dep_ in ("dobj", "dative") for c in verb.children)
    on = lemma in lemmas_with("activity", "verb") or (
        lemma in lemmas_with("accomplishment", "verb") and not builds
    )
    return on and not ends


def _clause_alone(
    pair: Alignment, verb: Token, below: Token, relation: Relation | None
) -> AtomicEdit | None:
    """Return the edit from *Kim proved that Lee lied* to *Lee lied*, if its relation is certain."""
    value = place_of(pair.premise, verb).value
    negations = [c for c in verb.children if c.dep_ == "neg"]
    plain = value == "up" and not negations
    if verb.dep_ != "ROOT" or any(c.tag_ == "MD" for c in verb.children):
        return None
    if relation is None:  # any other edit would be inside the presupposition
        sure = plain or (len(pair.gaps) == 1 and not _is_own_thought(verb))
        return AtomicEdit("factive", "", FORWARD) if sure else None
    if _is_question(verb):
        return None
    adverbs = [c.lower_ for c in verb.children if c.dep_ == "advmod"]
    for name, judged in (("mistaken", ALTERNATION), ("right", FORWARD)):
        if not word_list(name, "proving").isdisjoint(adverbs):
            of_opinion = plain and relation >= INDEPENDENCE and len(adverbs) == 1
            return AtomicEdit("attitude", "", judged, f", {adverbs[0]}") if of_opinion else None
    if any(is_scopal(each) for each in adverbs):
        return None
    if plain:
        return AtomicEdit("attitude", "", relation)
    if value == "down" and len(negations) == 1:
        return AtomicEdit("attitude", "", join(NEGATION, relation), ", under not")
    return None


def _verb_out(
    pair: Alignment, verb: Token, below: Token, relation: Relation | None
) -> AtomicEdit | None:
    """Return the edit from *Kim managed to win* to *Kim won*, if its relation is certain."""
    if not _tensed_alike(verb, pair.partners[below.i]) or _is_question(verb) or relation is None:
        return None
    has = any(c.lemma_ == "have" and c.dep_ == "aux" for c in verb.children)
    if any(c.tag_ == "MD" for c in verb.children) or (has and verb.lemma_ == "get"):
        return None  # *have got to* is a modal (Quirk et al. 1985, 3.45)
    value = place_of(pair.premise, verb).value
    if value == "none" or any(c.dep_ == "advmod" and is_scopal(c.lower_) for c in verb.children):
        return None
    negations = [c for c in verb.children if c.dep_ == "neg"]
    of_one = [c for c in verb.children if c.dep_ in _SUBJECTS and is_one(c)]
    goes = any(c.i not in pair.partners for c in negations)
    if verb.dep_ != "ROOT":
        whole = relation == EQUIVALENT and not goes
        return AtomicEdit("implicative", "", relation) if whole else None
    if goes:
        if value != "down" or len(negations) > 1 or not of_one:
            return None
        return AtomicEdit("implicative", "", join(NEGATION, relation), ", under not")
    if relation <= EQUIVALENT | FORWARD | REVERSE:
        return AtomicEdit("implicative", "", project(relation, value))
    neutral = relation <= REVERSE | COVER | INDEPENDENCE
    if relation == INDEPENDENCE or (value == "up" and (neutral or of_one)):
        return AtomicEdit("implicative", "", relation)
    if value == "down" and len(negations) == 1 and of_one:
        return AtomicEdit("implicative", "", turned(relation))
    return None


def _is_own_thought(verb: Token) -> bool:
    """Check whether the speaker denies knowing: *I do not know that it rains* (Karttunen 1971)."""
    auxiliaries = [c for c in verb.children if c.dep_ == "aux"]
    present = all(each.tag_ != "VBD" for each in (verb, *auxiliaries))
    return present and any(c.dep_ == "nsubj" and c.lower_ in ("i", "we") for c in verb.children)


def _is_question(verb: Token) -> bool:
    return verb.doc[len(verb.doc) - 1].text == "?"


def passive_governed(pair: Alignment, words: Sequence[Token]) -> AtomicEdit | None:
    """Return the edit that drops a passive such as *was forced to* but keeps its clause."""
    verb = next((word for word in words if word.tag_ == "VBN" and word.dep_ == "ROOT"), None)
    below = verb and next((c for c in verb.children if c.dep_ == "xcomp"), None)
    if verb is None or below is None or below.i not in pair.partners:
        return None
    signature = lemmas_with("signature", "verb").get(verb.lemma_.lower(), {}).get("object_to")
    finite = [c for c in verb.children if c.dep_ == "auxpass"]
    to = [c for c in below.children if c.lower_ == "to"]
    if signature is None or set(words) != {verb, *finite, *to} or len(finite) != 1:
        return None
    relation = _relation(signature, "object_to", verb, below)
    one = any(c.dep_ == "nsubjpass" and is_one(c) for c in verb.children)
    if relation is None or not (one or relation <= EQUIVALENT | FORWARD):
        return None
    if finite[0].tag_ != pair.partners[below.i].tag_ or place_of(pair.premise, verb).value != "up":
        return None
    because = f"{verb.lemma_} has the signature {signature}"
    return AtomicEdit("implicative", f"drop {pair.premise.text(words)!r}", relation, because)


def _frame(verb: Token, below: Token) -> str:
    if below.dep_ == "ccomp":
        return "that"
    if any(c.lower_ == "to" and c.dep_ == "aux" for c in below.children):
        return "object_to" if any(c.dep_ == "dobj" for c in verb.children) else "to"
    return "gerund" if below.tag_ == "VBG" else ""


def _only(verb: Token, below: Token, words: Sequence[Token]) -> bool:
    """Check whether the words are only the verb with *to*, or with *that* and its dependents."""
    inside = {word.i for word in words}
    needed = {verb.i} | {c.i for c in below.children if c.lower_ in ("to", "that")}
    if below.dep_ == "ccomp":
        needed |= {w.i for c in verb.children if c != below and not c.is_punct
                   for w in c.subtree}  # fmt: skip
    denial = {c.i for c in verb.children if c.lower_ in (*_NOT, *SUPPORT)}
    return inside in (needed, needed | denial)


def _tensed_alike(verb: Token, kept: Token) -> bool:
    support = next((c for c in verb.children if c.lower_ in SUPPORT), verb)
    tag = verb.tag_ if kept.tag_ == "VB" else support.tag_
    return tag == kept.tag_ and tag in ("VBD", "VBZ", "VBP", "VB", "VBN")


def tense_changed(pair: Alignment, old: Token, new: Token, gone: Sequence[Token],
                  added: Sequence[Token]) -> AtomicEdit | None:  # fmt: skip
    """Return the edit from *was running* or *has run* to *ran*."""
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
    """Return the edit between an active and a passive with the same MRS."""
    if not pair.gaps or _content(pair.premise) != _content(pair.hypothesis):
        return None
    from delphin.mrs import is_isomorphic

    first, second = (
        MRS(m.top, m.index, m.rels, m.hcons, (), m.variables)
        for m in (pair.premise.reading.mrs, pair.hypothesis.reading.mrs)
    )
    if not is_isomorphic(first, second) or _has_orders(first):
        return None
    return AtomicEdit("voice", "active and passive have the same MRS", EQUIVALENT)


def _has_orders(mrs: MRS) -> bool:
    """Check whether the scopal elements of a clause may come in two orders that differ in meaning.

    This is possible if a negation, modal or quantifier occurs with an indefinite, or with another
    negation, modal or quantifier: *Every cat chased a dog*, *A dog was chased by every cat*.
    """
    scopal = indefinite = 0
    definite = monotonicity("quantifier", "_the_q")
    for name in (ep.predicate for ep in mrs.rels):
        if name.endswith("_q"):
            found = monotonicity("quantifier", name)
            some = found is not None and (found.restriction, found.body) == ("up", "up")
            indefinite += some
            scopal += not some and found != definite
        else:
            denies = name == "neg" or (name.startswith("_") and name.split("_")[1] in _NOT)
            scopal += denies or name.endswith("_modal") or monotonicity("amount", name) is not None
    return scopal > 0 and scopal + indefinite > 1


def _content(read: Read) -> Counter[str]:
    """Count the words except passive markers, as MRSs may lack words: *not* in *not all*."""
    words = (w for w in read.words if w.pos_ != "AUX" and w.lower_ != "by")
    return Counter("a" if w.lower_ == "an" else w.lemma_.lower() for w in words)


def cleft_undone(pair: Alignment) -> tuple[list[AtomicEdit], Alignment]:
    """Return the edit that drops *it is ... who* from a cleft, and the remaining differences.

    The reverse does not follow: *it is a dog that barks* implies that nothing else barks.
    """
    words, mrs = pair.premise.words, pair.premise.reading.mrs
    if not any(ep.predicate == "_be_v_itcleft" for ep in mrs.rels):
        return [], pair
    frame = [g for g in pair.gaps if not g.new and _is_frame(g.gone, words)]
    if len(frame) != 2:
        return [], pair
    gaps = tuple(gap for gap in pair.gaps if gap not in frame)
    said = f"drop {' '.join(word.text for gap in frame for word in gap.gone)!r} from a cleft"
    return [AtomicEdit("cleft", said, FORWARD)], pair._replace(gaps=gaps)


def _is_frame(gone: Sequence[Token], words: Sequence[Token]) -> bool:
    if gone[0] == words[0]:
        return len(gone) == 2 and gone[0].lower_ == "it" and gone[1].lemma_ == "be"
    return len(gone) == 1 and gone[0].lower_ in ("who", "that", "which")
