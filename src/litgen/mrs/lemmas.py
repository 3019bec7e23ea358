"""Lemmas of predicates."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=4096)
def lemma_of(predicate: str) -> str:
    """Lemma and part of speech of a surface predicate; an abstract predicate as it is.

    Example:
        >>> lemma_of("_know_v_1"), lemma_of("_some_q"), lemma_of("neg")
        ('know/v', 'some/q', 'neg')
    """
    if not predicate.startswith("_"):
        return predicate
    parts = predicate[1:].split("_")
    return f"{parts[0]}/{parts[1]}" if len(parts) > 1 else parts[0]
