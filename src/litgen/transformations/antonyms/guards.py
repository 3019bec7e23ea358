"""Which sentences and words are left alone, because the opposite would contradict nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from litgen.transformations.antonyms.table import Guard

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_SUBJECTS = ("nsubj", "nsubjpass", "csubj", "csubjpass", "expl")
_FINITE = ("VBZ", "VBP", "VBD", "MD")


def words_stopped_by(words: Iterable[str], guards: Iterable[Guard]) -> str | None:
    """The name of the first guard that words and marks run into, wherever they stand.

    Args:
        words: words and marks of a text that need not be parsed for this.
        guards: in their order.
    """
    found = set(words)
    lower = {word.lower() for word in found}
    return next((g.name for g in guards if g.words & lower or g.marks & found), None)


def stopped_by(tree: Doc, guards: Iterable[Guard]) -> str | None:
    """The name of the first guard that a sentence's structure runs into, None for none."""
    beside = {token.lower_ for token in tree if token.dep_ != "ROOT" and token.head.dep_ == "ROOT"}
    facts = facts_of(tree)
    return next((g.name for g in guards if g.root & beside or g.facts & facts), None)


def head_stopped_by(token: Token, guards: Iterable[Guard]) -> str | None:
    """The name of the guard against what a word depends on (*thinks that the soup is hot*)."""
    above = {each.lemma_ for each in token.ancestors}
    return next((guard.name for guard in guards if guard.heads & above), None)


def facts_of(tree: Doc) -> set[str]:
    """Named facts about a sentence that guards ask for.

    Example:
        *Be happy.* has ``order``; *The soup is hot and the tea is good.* ``conjoined clauses``.
    """
    facts = set()
    roots = [token for token in tree if token.dep_ == "ROOT"]
    if len(roots) != 1:
        facts.add("several sentences")
    for root in roots:
        if root.tag_ == "MD" or any(child.tag_ == "MD" for child in root.children):
            facts.add("modal")
        subjects = [child for child in root.children if child.dep_ in _SUBJECTS]
        auxiliaries = [child for child in root.children if child.dep_ in ("aux", "auxpass")]
        if not subjects and root.tag_ in ("VB", "VBP") and not auxiliaries:
            facts.add("order")
        if subjects and (
            (auxiliaries and auxiliaries[0].i < subjects[0].i)
            or (root.lemma_ == "be" and root.i < subjects[0].i and subjects[0].dep_ != "expl")
        ):
            facts.add("question")
        if any(t.tag_ in ("WP", "WRB", "WDT", "WP$") and t.i <= root.i for t in root.children):
            facts.add("question")
        if any(child.dep_ == "conj" and _is_clause(child) for child in root.children):
            facts.add("conjoined clauses")
        if any(
            child.dep_ in ("ccomp", "parataxis") and _is_clause(child) for child in root.children
        ):
            facts.add("conjoined clauses")
    return facts


def _is_clause(token: Token) -> bool:
    own = any(child.dep_ in _SUBJECTS or child.tag_ in _FINITE for child in token.children)
    return own or token.tag_ in _FINITE
