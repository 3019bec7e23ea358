"""Antonyms, and guards against sentences that an antonym would not contradict."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple, get_args

from litgen.tables import validated
from litgen.transformations.entries import Entries, Entry, Position, read_entries
from litgen.transformations.parsing import FINITE, SUBJECTS, dependents, roots_of
from litgen.trees.tokens import Doc, Token


class Guard(NamedTuple):
    """Conditions, each of which makes ``antonym`` decline a sentence (``rules/antonyms.toml``)."""

    name: str
    words: frozenset[str] = frozenset()
    marks: frozenset[str] = frozenset()
    root: frozenset[str] = frozenset()
    facts: frozenset[str] = frozenset()
    heads: frozenset[str] = frozenset()
    example: str = ""


class Antonyms(NamedTuple):
    """The table ``rules/antonyms.toml``.

    Attributes:
        veto: words that the paper mode does not replace.
        refused: antonyms that the paper mode does not use.
        literal: multiword entries of WordNet that have a literal meaning.
    """

    entries: Entries
    guards: tuple[Guard, ...]
    veto: frozenset[str] = frozenset()
    refused: frozenset[str] = frozenset()
    literal: frozenset[str] = frozenset()
    prefixes: frozenset[str] = frozenset()

    def is_affixal(self, entry: Entry) -> bool:
        """Check whether one antonym is the other with a negative prefix: *happy*, *unhappy*."""
        short, long = sorted((entry.word, entry.by), key=len)
        return any(prefix + short == long for prefix in self.prefixes)


@lru_cache(maxsize=4)
def load_antonyms(folder: str | None = None) -> Antonyms:
    """Return litgen's table of antonyms, extended and overridden by a user's table."""
    groups = {f"{position}_": {"position": position} for position in get_args(Position)[1:]}
    entries, files = read_entries("antonyms.toml", folder, groups, ("position", "counterexamples"))

    def words(name: str, table: str | None = None) -> frozenset[str]:
        held = (file if table is None else file.get(table, {}) for file in files)
        return frozenset(word for each in held for word in each.get(name, ()))

    listed = [each for file in files for each in file.get("guard", ())]
    return Antonyms(
        entries, tuple(validated(list[Guard], listed, "antonyms.toml")), words("words", "paper"),
        words("antonyms", "paper"), words("literal"), words("negative_prefixes"),
    )  # fmt: skip


def words_stopped_by(words: Iterable[str], guards: Iterable[Guard]) -> str | None:
    """Return the name of the first guard that matches any of the given words or marks, or None."""
    found = set(words)
    lower = {word.lower() for word in found}
    return next((g.name for g in guards if g.words & lower or g.marks & found), None)


def stopped_by(tree: Doc, guards: Iterable[Guard]) -> str | None:
    """Return the name of the first guard that matches a sentence's structure, or None."""
    beside = {token.lower_ for token in tree if token.dep_ != "ROOT" and token.head.dep_ == "ROOT"}
    facts = facts_of(tree)
    return next((g.name for g in guards if g.root & beside or g.facts & facts), None)


def head_stopped_by(token: Token, guards: Iterable[Guard]) -> str | None:
    """Return the name of the first guard that matches an ancestor: *thinks that it is hot*."""
    above = {each.lemma_ for each in token.ancestors}
    return next((guard.name for guard in guards if guard.heads & above), None)


def facts_of(tree: Doc) -> set[str]:
    """Return the facts about a sentence that guards test, such as ``order`` for *Be happy.*"""
    roots = roots_of(tree)
    facts = set[str]() if len(roots) == 1 else {"several sentences"}
    for root in roots:
        subjects, auxiliaries = dependents(root, *SUBJECTS), dependents(root, "aux", "auxpass")
        if any(each.tag_ == "MD" for each in (root, *root.children)):
            facts.add("modal")
        if not subjects and root.tag_ in ("VB", "VBP") and not auxiliaries:
            facts.add("order")
        inverted = subjects and (
            (auxiliaries and auxiliaries[0].i < subjects[0].i)
            or (root.lemma_ == "be" and root.i < subjects[0].i and subjects[0].dep_ != "expl")
        )
        asked = (t.tag_ in ("WP", "WRB", "WDT", "WP$") and t.i <= root.i for t in root.children)
        if inverted or any(asked):
            facts.add("question")
        for joined in dependents(root, "conj", "ccomp", "parataxis"):
            finite = any(each.tag_ in FINITE for each in (joined, *joined.children))
            if finite or dependents(joined, *SUBJECTS):
                facts.add("conjoined clauses")
    return facts
