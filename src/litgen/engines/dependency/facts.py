"""Facts that patterns of words tell: ``rules/facts.toml``, ``rules/flaws.toml``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from litgen.engines.dependency.patterns import Index, Pattern, read_pattern
from litgen.engines.dependency.repairs import ALONE, PREDICATES
from litgen.engines.dependency.words import words_of_tree
from litgen.tables import rules_table

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

#: The name that the first word of a pattern has if it is the head of what is asked about.
_HEAD = "head"


@cache
def _facts(table: str, *keys: str) -> tuple[list[str], list[Pattern], Index]:
    """The names and patterns of some facts, and which of them a word may begin."""
    entries: Any = rules_table(table)
    for key in keys:
        entries = entries.get(key, {})
    entries = [entry for entry in entries if "text" not in entry]
    patterns = [read_pattern(_pattern(entry), PREDICATES) for entry in entries]
    return [entry["name"] for entry in entries], patterns, Index(patterns, ALONE)


def _pattern(entry: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The pattern of an entry; of a ``phrase``, its words, each after the other."""
    if "pattern" in entry:
        pattern: list[dict[str, Any]] = entry["pattern"]
        return pattern
    words = entry["phrase"].split()
    first = {"RIGHT_ID": words[0], "RIGHT_ATTRS": {"LOWER": words[0]}}
    after = ({"LEFT_ID": a, "REL_OP": ".", "RIGHT_ID": b, "RIGHT_ATTRS": {"LOWER": b}}
             for a, b in pairwise(words))  # fmt: skip
    return [first, *after]


def told(doc: Doc, *keys: str, head: int | None = None) -> Iterator[tuple[str, Token]]:
    """The facts of a table, and under what keys in it, that hold in a sentence, with their words.

    Args:
        head: index of the head of the part of the sentence that is asked about.
    """
    words, (names, patterns, index) = words_of_tree(doc), _facts(*keys)
    for word in words:
        for number in index.beginning(word):
            pattern = patterns[number]
            if pattern.nodes[0].name == _HEAD and word.i != head:
                continue
            if pattern.match(words, word):
                yield names[number], doc[word.i]
