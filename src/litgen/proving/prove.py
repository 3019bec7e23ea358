"""Prove the labels of pairs of sentences.

The difference between two sentences is a chain of edits. Each edit has a relation at its place in
the sentence, and the join of these relations holds between the two sentences (MacCartney and
Manning 2009, *An extended model of natural logic*).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from litgen.data import Pair, agree
from litgen.proving.adverbs import adverb_exchanged
from litgen.proving.alignment import Alignment, Gap
from litgen.proving.coordination import conjuncts_dropped
from litgen.proving.lexical import exchanged, opposed, related
from litgen.proving.modifiers import modifiers_dropped
from litgen.proving.noun_phrases import determiner_exchanged, object_dropped, pronoun_exchanged
from litgen.proving.operators import (
    cleft_undone,
    governed,
    negation_dropped,
    passive_governed,
    passive_turned,
    tense_changed,
)
from litgen.proving.places import AtomicEdit
from litgen.proving.proofs import NOTHING, TOO_DIFFERENT, Proof
from litgen.proving.quantifiers import of_a_part, quantifier_exchanged
from litgen.proving.relations import (
    ALTERNATION,
    EQUIVALENT,
    FORWARD,
    INDEPENDENCE,
    NEGATION,
    REVERSE,
    Label,
    Relation,
    join_all,
    label_of,
    name_of,
)
from litgen.proving.restated import restated
from litgen.proving.steps import Prover
from litgen.trees.tokens import Token

#: Maximum number of places where the sentences of a pair may differ.
MOST_GAPS = 4
#: Number of pairs to parse together.
CHUNK = 128
#: Kinds of edits that change the form of a verb or of a noun.
_GOVERNING = ("negation", "implicative", "attitude", "factive")
_VERB_FORMS = (*_GOVERNING, "tense", "aspect")
_NOUN_FORMS = ("quantifier",)
#: Determiners that do not change the meaning of a bare noun.
_EXISTENTIAL = ("any", "some")


def prove_aligned(pair: Alignment) -> Proof:
    """Prove what is certain about two sentences from the words in which they differ."""
    edits: list[AtomicEdit] = []
    if (same := passive_turned(pair)) is not None:
        return Proof("entailment", (same,), relation=EQUIVALENT)
    cleft, pair = cleft_undone(pair)
    edits += cleft
    if not cleft and (form := restated(pair)) is not None:
        return Proof(label_of(form.relation), (form,), relation=form.relation)
    if len(pair.gaps) > MOST_GAPS:
        return Proof(None, why=TOO_DIFFERENT)
    for gap in pair.gaps:
        found = _edits(pair, gap)
        if found is None:
            gone, new = pair.premise.text(gap.gone), pair.hypothesis.text(gap.new)
            why = f"no rule covers the change from {gone!r} to {new!r}"
            return Proof(None, tuple(edits), why)
        edits += (edit.certain() for edit in found)
    if changed := _form_changed(pair, edits):
        return Proof(None, tuple(edits), f"no known edit explains the new form of {changed!r}")
    if not cleft and (apart := _read_apart(pair)):
        return Proof(None, tuple(edits), f"the two parses disagree on {apart!r}")
    edits.sort(key=_rank)
    answer, relation = _conclude(edits)
    if answer == "neutral" and (pair.premise.says_twice or pair.hypothesis.says_twice):
        said = "; ".join(edit.said for edit in edits)
        return Proof(
            None, tuple(edits), f"a verb occurs twice in a sentence, which may matter for {said}"
        )
    if answer is None:
        said = "; ".join(f"{e.said} ({e.because})" if e.because else e.said for e in edits)
        why = f"{NOTHING} {said}"
        return Proof(None, tuple(edits), why, relation)
    return Proof(answer, tuple(edits), relation=relation)


def _read_apart(pair: Alignment) -> str | None:
    """Return a noun or verb whose head differs between the sentences, a sign of a wrong parse.

    Example: *smiled* goes with *Most* in *Most of the women with a hat smiled*, but with *hat* if
    the parser takes it for a participle.
    """
    kept = pair.partners.values()
    for index, other in pair.partners.items():
        word = pair.premise.tree[index]
        head = pair.partners.get(word.head.i)
        if head in (None, other.head) or other.head not in kept or word.head == word:
            continue
        copular = "AUX" in (word.head.pos_, other.head.pos_)  # as in *A hat was worn*
        if word.pos_ in ("NOUN", "VERB") and not copular:
            return word.text
    return None


def _rank(edit: AtomicEdit) -> float:
    """Return a sort key: edits of the premise come first, then operators, then other edits.

    A negation reverses the polarity of the words that it governs. Edits whose polarity comes from
    the premise must therefore precede the addition or removal of a negation, while edits whose
    polarity comes from the hypothesis must follow it.
    """
    if edit.kind in _GOVERNING:
        # *Everyone knows that p* / *not p*: an operator above the negation comes first.
        return 2 if edit.kind == "negation" else 2.5 if edit.late else 1.5
    turns = edit.relation in (NEGATION, ALTERNATION)  # such as *some* to *no*
    return (3 if turns else 4) if edit.late else (1 if turns else 0)


def _conclude(edits: Sequence[AtomicEdit]) -> tuple[Label | None, Relation]:
    """Return the label that a chain of edits proves, and all that is known about its relation.

    If some edits broaden the meaning and others, with unrelated words, narrow it, the hypothesis is
    true in some models of the premise and false in others.
    """
    relation = of_a_part(edits, join_all(edit.relation for edit in edits))
    label = label_of(relation)
    if label is not None or not all(e.relation in (FORWARD, REVERSE, INDEPENDENCE) for e in edits):
        return label, relation
    if len({e.alone for e in edits}) == 1 and edits[0].alone in (FORWARD, REVERSE):
        return "neutral", INDEPENDENCE  # all edits concern counted nouns and have one direction
    less = {word for e in edits if e.relation == FORWARD for each in e.words for word in each}
    for edit in edits:
        own = {word for each in edit.words for word in each}
        if edit.relation == REVERSE and own and not any(related(a, b) for a in own for b in less):
            return "neutral", INDEPENDENCE
    return None, relation


def _edits(pair: Alignment, gap: Gap) -> list[AtomicEdit] | None:
    """Return the edits that make up a difference, or None if no rule covers it."""
    if gap.gone and gap.new:
        return _exchange(pair, gap)
    if gap.gone:
        return _dropped(pair, gap.gone)
    found = _dropped(pair.turned(), gap.new)
    return None if found is None else [edit.turned() for edit in reversed(found)]


def _dropped(pair: Alignment, words: Sequence[Token]) -> list[AtomicEdit] | None:
    found = conjuncts_dropped(pair, words) or modifiers_dropped(pair, words)
    if found:
        return found
    if words[0].lower_ in _EXISTENTIAL and len(words) > 1:
        return _dropped(pair, words[1:])  # *any* and *some* do not change the meaning of a noun
    edit = negation_dropped(pair, words) or governed(pair, words) or passive_governed(pair, words)
    edit = edit or object_dropped(pair, words)
    edit = edit or quantifier_exchanged(pair, words, ()) or adverb_exchanged(pair, words, ())
    edit = edit or _tense(pair, words, ())
    return None if edit is None else [edit]


def _tense(pair: Alignment, gone: Sequence[Token], new: Sequence[Token]) -> AtomicEdit | None:
    word = gone[-1].head
    partner = pair.partners.get(word.i)
    return None if partner is None else tense_changed(pair, word, partner, gone, new)


def _exchange(pair: Alignment, gap: Gap) -> list[AtomicEdit] | None:
    edit = (
        opposed(pair, gap)
        or quantifier_exchanged(pair, gap.gone, gap.new)
        or adverb_exchanged(pair, *gap)
        or exchanged(pair, gap.gone, gap.new)
        or pronoun_exchanged(pair, gap.gone, gap.new)
    )
    if edit is not None:
        return [edit]
    if turned := pronoun_exchanged(pair.turned(), gap.new, gap.gone):
        return [turned.turned()]
    if found := determiner_exchanged(pair, gap):
        rest = _edits(pair, found[1]) if any(found[1]) else []
        return None if rest is None else [found[0], *rest]
    if found := determiner_exchanged(pair.turned(), Gap(gap.new, gap.gone)):
        left = Gap(found[1].new, found[1].gone)
        rest = _edits(pair, left) if any(left) else []
        return None if rest is None else [found[0].turned(), *rest]
    if gap.gone[0].lower_ in _EXISTENTIAL:
        return _edits(pair, Gap(gap.gone[1:], gap.new))
    if gap.new[0].lower_ in _EXISTENTIAL:
        return _edits(pair, Gap(gap.gone, gap.new[1:]))
    old, new = gap.gone[-1], gap.new[-1]
    heads = exchanged(pair, (old,), (new,)) if len(gap.gone) + len(gap.new) > 2 else None
    gone, added = gap.gone, gap.new
    if heads is not None:
        pair = pair._replace(partners={**pair.partners, old.i: new})
        gone, added = gone[:-1], added[:-1]
    first = _dropped(pair, gone) if gone else []
    second = _edits(pair, Gap((), added)) if added else []
    if first is None or second is None or (first and second):
        return None  # a replacement may exclude what it replaces
    return [*first, *([heads] if heads else []), *second]


def _form_changed(pair: Alignment, edits: Sequence[AtomicEdit]) -> str | None:
    """Return a word whose form has changed without an edit that explains the change."""
    kinds = Counter(
        "V" if e.kind in _VERB_FORMS else "N" for e in edits if e.kind in _VERB_FORMS + _NOUN_FORMS
    )
    plain = {"VBP": "VBZ", "NNPS": "NNS"}
    for index, other in pair.partners.items():
        word = pair.premise.tree[index]
        if word.lower_ == other.lower_ or word.tag_[:1] not in "NV":
            continue
        if plain.get(word.tag_, word.tag_) == plain.get(other.tag_, other.tag_):
            continue
        kinds[word.tag_[:1]] -= 1
        if kinds[word.tag_[:1]] < 0:
            return word.text
    return None


def prove_texts(texts: Sequence[tuple[str, str]]) -> list[Proof]:
    """Prove what is certain about pairs of texts, in order; each distinct text is parsed once.

    Example:
        >>> prove_texts([("No dog barks.", "No big dog barks.")])[0].line  # doctest: +SKIP
        "add 'big' (down under _no_q): follows; so entailment"
    """
    return Prover(prove_aligned).prove(texts)


def prove_pairs(pairs: Iterable[Pair], *, jobs: int = 1) -> Iterator[tuple[Pair, Proof]]:
    """Yield pairs with their proofs, in order, regardless of the number of jobs."""
    from litgen.workers import worker_pool

    with worker_pool(jobs) as pool:
        for chunk, proofs in pool.map(_prove_chunk, _chunks(pairs)):
            yield from zip(chunk, proofs, strict=True)


def _chunks(pairs: Iterable[Pair]) -> Iterator[tuple[Pair, ...]]:
    left = iter(pairs)
    while chunk := tuple(islice(left, CHUNK)):
        yield chunk


def _prove_chunk(chunk: tuple[Pair, ...]) -> tuple[tuple[Pair, ...], list[Proof]]:
    return chunk, prove_texts([(pair.premise, pair.hypothesis) for pair in chunk])


def is_suspicious(pair: Pair, proof: Proof) -> bool:
    """Check whether the gold label of a pair contradicts its proof.

    A gold contradiction is not suspicious if the two sentences are independent: most data sets
    assume that both sentences are about the same people, and then they may contradict each other.
    """
    if proof.answer is None or not pair.label or agree(proof.answer, pair.label):
        return False
    return (pair.label, proof.answer) != ("contradiction", "neutral")


def record_of(pair: Pair, proof: Proof) -> dict[str, Any]:
    return {
        "id": pair.id, "premise": pair.premise, "hypothesis": pair.hypothesis,
        "label": pair.label or None, "answer": proof.answer,
        "proof": proof.line if proof.answer else None, "why": proof.why or None,
        "edits": [
            {"kind": e.kind, "edit": e.said, "relation": name_of(e.relation), "polarity": e.because}
            for e in proof.edits
        ],
    }  # fmt: skip
