"""Patterns over trees in the format of spaCy's ``DependencyMatcher``, matched over words.

spaCy's matcher tries every pattern on every word, which takes longer than parsing. With litgen's
matcher, a pattern costs almost nothing unless some word of the text can begin a match. The
extensions to spaCy's format are

* ``OP``, as in spaCy's ``Matcher``: ``!`` no such word, ``?`` an optional word, ``*`` all that fit;
* ``AND``, further relations: ``[["LEFT_ID", "REL_OP"], ...]``, with ``!`` before a relation that
  must not hold;
* ``_``, named predicates, for conditions that attributes cannot express;
* the relations ``^``, later words whose head precedes the left word; ``=``, the same word again;
  ``again``, forms of the same pronoun: *he*, *him*, *his*, *himself*;
* ``"@name"``, the words of a list in ``rules/words.toml``; several names are separated by spaces.

A match uses each word at most once. The leftmost word that fits is tried first or, for relations
with a direction (``>--``, ``$++``, ``;*``), the nearest.
"""

import re
from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from litgen.exceptions import RuleError
from litgen.lexicon import words_named
from litgen.trees.morphology import AGAIN
from litgen.trees.words import Word

#: The words matched by each node: one word, or all that fit if the node has ``OP`` ``*``.
Match: TypeAlias = dict[str, list[Word]]
Predicate: TypeAlias = Callable[[Word], object]
#: Map a sentence's words and the word left of the operator to the words that fit on its right.
Relation: TypeAlias = Callable[[Sequence[Word], Word], Sequence[Word]]

ATTRIBUTES = {
    "LOWER": "lower", "LEMMA": "lemma", "POS": "pos", "TAG": "tag", "DEP": "dep",
    "ENT_TYPE": "entity", "TEXT": "text",
}  # fmt: skip
#: Maximum number of words with annotations for which an index caches the patterns that may begin.
_WORDS_KEPT = 20_000
_KEYS = frozenset(("RIGHT_ID", "RIGHT_ATTRS", "LEFT_ID", "REL_OP", "AND", "OP"))


def _above(word: Word) -> list[Word]:
    return [] if word.head is word else [word.head]


def _left(words: Sequence[Word], word: Word) -> list[Word]:
    return [w for w in reversed(words) if w.i < word.i]


def _right(words: Sequence[Word], word: Word) -> list[Word]:
    return [w for w in words if w.i > word.i]


RELATIONS: dict[str, Relation] = {
    "<": lambda words, a: _above(a),
    ">": lambda words, a: a.dependents,
    ">>": lambda words, a: sorted((w for w in a.subtree() if w is not a), key=lambda w: w.i),
    ".": lambda words, a: words[a.i + 1 : a.i + 2],
    ".*": lambda words, a: words[a.i + 1 :],
    ";": lambda words, a: words[a.i - 1 : a.i] if a.i else (),
    ";*": lambda words, a: words[: a.i][::-1],
    "$++": lambda words, a: _right(a.head.dependents, a),
    "$--": lambda words, a: _left(a.head.dependents, a),
    ">++": lambda words, a: _right(a.dependents, a),
    ">--": lambda words, a: _left(a.dependents, a),
    "<++": lambda words, a: _right(_above(a), a),
    "<--": lambda words, a: _left(_above(a), a),
    # extensions
    "^": lambda words, a: [w for w in words[a.i + 1 :] if w.head.i < a.i],
    "=": lambda words, a: [w for w in words if w.lower == a.lower],
    "again": lambda words, a: [w for w in words if w.lower in AGAIN.get(a.lower, ())],
}


class Node(NamedTuple):
    """A word in a pattern: the conditions on it, and its relations to earlier nodes."""

    name: str
    tests: tuple[tuple[str, Callable[[str], object], bool], ...]
    predicates: tuple[tuple[Predicate, object], ...]
    relations: tuple[tuple[str, Relation, bool], ...]
    quantifier: str

    def fits(self, word: Word) -> bool:
        for attribute, holds, wanted in self.tests:  # nearly all of the time is spent here
            if bool(holds(getattr(word, attribute))) is not wanted:
                return False
        return all(predicate(word) == wanted for predicate, wanted in self.predicates)

    def found(self, words: Sequence[Word], match: Match) -> list[Word]:
        """Return the words that fit and have the required relations to the matched words."""
        left, relation, _ = self.relations[0]
        found = [w for w in relation(words, match[left][0]) if self.fits(w)]
        if found:
            taken = [w for each in match.values() for w in each]
            found = [w for w in found if not any(w is t for t in taken)]
        for left, relation, wanted in self.relations[1:]:
            if not found:
                break
            right = relation(words, match[left][0])
            found = [w for w in found if any(w is r for r in right) is wanted]
        return found


class Pattern(NamedTuple):
    """The nodes of a pattern in order; a match begins at the first."""

    nodes: tuple[Node, ...]

    def match(self, words: Sequence[Word], first: Word) -> Match | None:
        """Return the first match that begins with a word, or None."""
        start = self.nodes[0]
        return self._rest(words, 1, {start.name: [first]}) if start.fits(first) else None

    def _rest(self, words: Sequence[Word], at: int, match: Match) -> Match | None:
        if at == len(self.nodes):
            return match
        node = self.nodes[at]
        found = node.found(words, match)
        if node.quantifier == "!":
            return None if found else self._rest(words, at + 1, match)
        if node.quantifier == "*":
            return self._rest(words, at + 1, {**match, node.name: found})
        for word in found:
            whole = self._rest(words, at + 1, {**match, node.name: [word]})
            if whole is not None:
                return whole
        return self._rest(words, at + 1, match) if node.quantifier == "?" else None


def read_pattern(
    entries: Sequence[Mapping[str, Any]], predicates: Mapping[str, Predicate]
) -> Pattern:
    nodes: list[Node] = []
    for entry in entries:
        known = {node.name for node in nodes if node.quantifier == "1"}
        nodes.append(_node(entry, known, predicates))
    if not nodes or nodes[0].quantifier != "1":
        raise RuleError("a pattern must begin with a node without OP")
    return Pattern(tuple(nodes))


def _node(entry: Mapping[str, Any], known: set[str], predicates: Mapping[str, Predicate]) -> Node:
    name = entry.get("RIGHT_ID", "")
    quantifier = entry.get("OP", "1")
    if not name or not entry.keys() <= _KEYS or quantifier not in ("1", "!", "?", "*"):
        raise RuleError(
            f"a node must have RIGHT_ID and may only have {', '.join(sorted(_KEYS))}; "
            "OP must be !, ? or *"
        )
    related = [(entry.get("LEFT_ID", ""), entry.get("REL_OP", ""))] if known else []
    related += entry.get("AND", ())
    relations = []
    for left_id, operator in related:
        relation = RELATIONS.get(operator.removeprefix("!"))
        if left_id not in known or relation is None:
            raise RuleError(
                f"node {name}: unknown relation {operator!r}, or no earlier node {left_id!r}"
            )
        relations.append((left_id, relation, not operator.startswith("!")))
    attributes = dict(entry.get("RIGHT_ATTRS", {}))
    asked = attributes.pop("_", {})
    if not attributes.keys() <= ATTRIBUTES.keys() or not asked.keys() <= predicates.keys():
        known_keys = f"{', '.join(ATTRIBUTES)} and, under _, {', '.join(predicates)}"
        raise RuleError(f"node {name}: RIGHT_ATTRS may only have {known_keys}")
    tests = list[tuple[str, Callable[[str], object], bool]]()
    for attribute, value in attributes.items():
        either: Mapping[str, Any] = value if isinstance(value, Mapping) else {"IN": [value]}
        for key, values in either.items():
            if key not in ("IN", "NOT_IN", "REGEX"):
                raise RuleError(f"node {name}: {attribute} needs IN, NOT_IN or REGEX, not {key}")
            found = re.compile(values).search if key == "REGEX" else _among(values)
            tests.append((ATTRIBUTES[attribute], found, key != "NOT_IN"))
    checks = tuple((predicates[key], wanted) for key, wanted in asked.items())
    return Node(name, tuple(tests), checks, tuple(relations), quantifier)


def _among(values: Sequence[str] | str) -> Callable[[str], bool]:
    if not isinstance(values, str):
        return frozenset(values).__contains__
    lists = [words_named(name[1:])[0] for name in values.split()]
    return lambda word: any(word in each for each in lists)


class Index:
    """An index of patterns by first word; of the predicates, it tests only those in ``alone``."""

    def __init__(self, patterns: Sequence[Pattern], alone: Container[Predicate]) -> None:
        self._firsts = [
            first._replace(predicates=tuple(p for p in first.predicates if p[0] in alone))
            for first in (pattern.nodes[0] for pattern in patterns)
        ]
        self._known: dict[tuple[str, ...], list[int]] = {}

    def beginning(self, word: Word) -> list[int]:
        key = (word.text, word.lemma, word.pos, word.tag, word.dep, word.entity)
        if key not in self._known:
            if len(self._known) > _WORDS_KEPT:
                self._known.clear()
            self._known[key] = [i for i, first in enumerate(self._firsts) if first.fits(word)]
        return self._known[key]
