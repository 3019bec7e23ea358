"""Answers about pluralities, masses and habits against small three-valued models."""

from __future__ import annotations

from collections import defaultdict

import pytest

from litgen.proving import prove_texts
from tests.homogeneity_models import LABELS, Said, families, label


def pairs() -> dict[tuple[str, str], set[str]]:
    """Pairs of sentences, negated ones among them, with the labels of their readings."""
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for first, second in families():
        for p in with_negations(first):
            for h in with_negations(second):
                if (gold := label(p.meaning, h.meaning)) is not None:
                    found[p.text, h.text].add(LABELS[gold])
    return found


def with_negations(family: list[Said]) -> list[Said]:
    """The same, and the negations of what has a definite subject."""
    found = list(family)
    for said in family:
        if said.text.startswith(("The ", "Tom ")) and (text := negated(said.text)):
            found.append(said._replace(text=text, meaning=said.meaning.denied))
    return found


def negated(text: str) -> str | None:
    words = text.split()
    verb = next((w for w in words if w in ("is", "are", "was", "were")), None)
    if verb is not None:
        return text.replace(f" {verb} ", f" {verb} not ", 1)
    for third, base in (("plays", "play"), ("eats", "eat"), ("sings", "sing")):
        if f" {third} " in text and words[1] in (third, "always", "usually", "often"):
            return text.replace(words[1], f"does not {words[1]}", 1).replace(third, base, 1)
    return None


@pytest.mark.slow
def test_no_answer_that_the_models_refuse() -> None:
    wanted = pairs()
    proofs = dict(zip(wanted, prove_texts(list(wanted)), strict=True))
    answered = {pair: proof for pair, proof in proofs.items() if proof.answer is not None}
    wrong = [
        (*pair, proof.line) for pair, proof in answered.items() if proof.answer not in wanted[pair]
    ]
    assert wrong == []
    assert len(answered) > 150
