"""Proofs in several steps: through an intermediate sentence, or from the clauses of a premise."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from litgen.engines import load_engine
from litgen.proving.alignment import Alignment, Read, aligned
from litgen.proving.between import sentences_between
from litgen.proving.claims import Claim, Step, claims_of
from litgen.proving.operators import SUPPORT
from litgen.proving.places import AtomicEdit
from litgen.proving.proofs import NOTHING, TOO_DIFFERENT, Proof
from litgen.proving.quantifiers import of_a_part
from litgen.proving.relations import (
    ALTERNATION,
    FORWARD,
    join,
    label_of,
)
from litgen.transformations.polarity import SAME

#: Maximum number of words in which a pair differs, and of words in a premise to be split.
MOST_WORDS, MOST_CLAUSE_WORDS = 14, 80
#: Maximum number of rounds in which derived clauses yield further clauses.
MOST_STEPS = 3
_WORD = re.compile(r"\w+")
#: Matches texts that may have several clauses.
_SEVERAL = re.compile(
    r"[.!?;] +\S|\b(?:if|unless|or|nor|and|but|so|yet|because|although|though|since|whereas|that)"
    r"\b",
    re.IGNORECASE,
)
#: Words that may be added or dropped with a negation.
_SMALL = ("not", *SUPPORT)
_Texts = tuple[str, str]


class Prover:
    """A prover that parses each text and proves each pair of texts only once.

    Args:
        prove: a function that proves a pair from the edits between its sentences.
    """

    def __init__(self, prove: Callable[[Alignment], Proof]) -> None:
        self._prove = prove
        self._reads: dict[str, Read | str] = {}
        self._proofs: dict[_Texts, Proof] = {}

    def prove(self, pairs: Sequence[_Texts]) -> list[Proof]:
        """Return proofs of what is certain about pairs of texts, in order."""
        self._settle(pairs)
        left = [
            pair for pair in dict.fromkeys(pairs)
            if self._proofs[pair].answer is None and _may_be_clause(*pair)
        ]  # fmt: skip
        self._read([premise for premise, _ in left])
        self._by_clauses(left)
        return [self._proofs[pair] for pair in pairs]

    def _read(self, texts: Iterable[str]) -> None:
        new = [text for text in dict.fromkeys(texts) if text not in self._reads]
        for text, parse in zip(new, load_engine("dependency").parse(new), strict=True):
            read = Read(parse.readings[0]) if parse.readings else parse.declined or "parse.no-parse"
            self._reads[text] = read

    def _settle(self, pairs: Iterable[_Texts]) -> None:
        """Prove pairs from their edits, either directly or through an intermediate sentence."""
        new = [pair for pair in dict.fromkeys(pairs) if pair not in self._proofs]
        between = {
            pair: sentences_between(alignment)
            for pair, alignment in self._directly(new).items()
            if _may_have_between(self._proofs[pair], alignment)
        }
        self._directly(
            half
            for (premise, hypothesis), texts in between.items()
            for text in texts
            for half in ((premise, text), (text, hypothesis))
        )
        for pair, texts in between.items():
            self._proofs[pair] = self._joined(pair, texts)

    def _directly(self, pairs: Iterable[_Texts]) -> dict[_Texts, Alignment]:
        new = [pair for pair in dict.fromkeys(pairs) if pair not in self._proofs]
        near = [pair for pair in new if _near(*pair)]
        self._read(text for pair in near for text in pair)
        found = {}
        self._proofs |= dict.fromkeys(new, Proof(None, why=TOO_DIFFERENT))
        for pair in near:
            premise, hypothesis = (self._reads[text] for text in pair)
            if isinstance(premise, str):
                self._proofs[pair] = Proof(None, why=f"the premise was not parsed ({premise})")
            elif isinstance(hypothesis, str):
                why = f"the hypothesis was not parsed ({hypothesis})"
                self._proofs[pair] = Proof(None, why=why)
            else:
                found[pair] = aligned(premise, hypothesis)
                self._proofs[pair] = self._prove(found[pair])
        return found

    def _joined(self, pair: _Texts, texts: Sequence[str]) -> Proof:
        """Combine the direct proof of a pair with the proofs through intermediate sentences."""
        direct = self._proofs[pair]
        known, best = direct.relation, direct
        for text in texts:
            first, second = self._proofs[pair[0], text], self._proofs[text, pair[1]]
            if _is_inside_factive(first, second):
                continue
            edits = (*first.edits, *second.edits)
            relation = of_a_part(edits, join(first.relation, second.relation))
            known &= relation
            answer = label_of(relation)
            # *did not open the heavy door* and *opened the door* may be about the same door
            if answer == "neutral" and any(e.because.endswith(SAME) for e in edits):
                return direct
            if answer == "neutral" and any(self._says_twice(each) for each in pair):
                return direct
            if answer and best.answer is None:
                best = Proof(answer, edits, relation=relation)
        return best if known and best.answer == label_of(known) else direct

    def _says_twice(self, text: str) -> bool:
        read = self._reads[text]
        return not isinstance(read, str) and read.says_twice

    def _by_clauses(self, pairs: Sequence[_Texts]) -> None:
        """Prove pairs from single clauses of their premises."""
        known: dict[_Texts, tuple[dict[str, Claim], list[Step]]] = {}
        for premise, hypothesis in pairs:
            read = self._reads[premise]
            if not isinstance(read, str):
                said, steps = claims_of(read.tree)
                known[premise, hypothesis] = {claim.text: claim for claim in said}, steps
        for _ in range(MOST_STEPS):
            self._settle((text, h) for (_, h), (claims, _) in known.items() for text in claims)
            self._settle(
                (text, step.first)
                for claims, steps in known.values()
                for text in claims
                for step in steps
            )
            found = [self._step(*each) for each in known.values()]
            if not any(found):
                break
        for pair, (claims, _) in known.items():
            self._proofs[pair] = self._from_claims(pair, list(claims.values()))

    def _step(self, claims: dict[str, Claim], steps: Sequence[Step]) -> bool:
        """Add the clauses that follow from other clauses; return whether any were added."""
        new = {}
        for step in steps:
            wanted = "entailment" if step.first_holds else "contradiction"
            for claim in claims.values():
                found = join(claim.relation, self._proofs[claim.text, step.first].relation)
                if step.then not in claims and label_of(found) == wanted:
                    relation = FORWARD if step.then_holds else ALTERNATION
                    new[step.then] = Claim(
                        step.then, relation, f"{step.then!r} by {step.said} and {claim.said}"
                    )
        claims |= new
        return bool(new)

    def _from_claims(self, pair: _Texts, claims: Sequence[Claim]) -> Proof:
        proofs = []
        for claim in claims:
            proof = self._proofs[claim.text, pair[1]]
            relation = join(claim.relation, proof.relation)
            if answer := label_of(relation):
                edit = AtomicEdit("clause", claim.said, claim.relation)
                proofs.append(Proof(answer, (edit, *proof.edits), relation=relation))
        if len({proof.answer for proof in proofs}) == 1:
            return proofs[0]
        direct = self._proofs[pair]
        if len(claims) > 1 and not proofs and direct.answer is None:
            return direct._replace(why=f"no single clause proves a label; {direct.why}")
        return direct


def _is_inside_factive(first: Proof, second: Proof) -> bool:
    """Check whether an edit is inside a presupposition: *Nobody knows that a big dog barked*."""
    gone = any(edit.kind == "factive" and not edit.late for edit in second.edits)
    new = any(edit.kind == "factive" and edit.late for edit in first.edits)
    return gone or new


def _may_have_between(proof: Proof, pair: Alignment) -> bool:
    if proof.answer is not None:
        return False
    if len(pair.gaps) == 1:
        gap = pair.gaps[0]
        return bool(gap.gone and gap.new) and gap.gone[0].pos_ in ("VERB", "AUX")
    return proof.why.startswith(NOTHING) and len(proof.edits) > 1


def _may_be_clause(premise: str, hypothesis: str) -> bool:
    """Check whether a premise may have several clauses and has enough words of the hypothesis."""
    if not _SEVERAL.search(premise):
        return False
    one, other = (Counter(_WORD.findall(text.lower())) for text in (premise, hypothesis))
    return one.total() <= MOST_CLAUSE_WORDS and (other - one).total() <= 1 + other.total() // 2


def _near(premise: str, hypothesis: str) -> bool:
    """Check whether two sentences are similar enough to be aligned."""
    one, other = (
        Counter(word for word in _WORD.findall(text.lower()) if word not in _SMALL)
        for text in (premise, hypothesis)
    )
    apart = (one - other).total() + (other - one).total()
    return apart <= MOST_WORDS and (one & other).total() * 4 >= apart
