"""Facts found by patterns over words: ``rules/facts.toml`` and other tables of patterns."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import pairwise
from typing import Any

from litgen.lexicon import NOUNS
from litgen.tables import LISTS, rules_table
from litgen.trees.patterns import Index, Pattern, Predicate, read_pattern
from litgen.trees.repairs import ALONE, PREDICATES
from litgen.trees.tokens import Doc, Token
from litgen.trees.words import Word, words_of_tree

#: A first node with this name matches only the head of the phrase in question.
_HEAD = "head"


def noun_feature(word: Word, what: str) -> str:
    """Return a noun's value for a feature such as ``kind`` from the first entry that matches."""
    return next(facts_of_word(word, "facts", "object" if what == "tail" else "subject", what))


def facts_of_word(word: Word, *keys: str) -> Iterator[str]:
    """Return, in table order, the facts under the given keys whose match begins with a word."""
    names, patterns, index = _facts(*keys)
    return (names[i] for i in index.beginning(word) if patterns[i].match(word.sentence, word))


def _is_selected(preposition: Word) -> bool:
    """Check whether a noun selects a preposition: *an interest in art*, *changes to a plan*."""
    lemma, word = preposition.head.lemma, preposition.lower
    if preposition.head.pos == "PRON":
        return False
    sense = str(NOUNS.sense.get(lemma, {}).get("predicate", ""))
    certain = lemma in NOUNS.abstract or word in LISTS.of_the_object
    certain = certain or lemma in {"on": LISTS.contents, "over": LISTS.powers}.get(word, ())
    return certain or word in sense.rpartition("_n_")[2].split("-")


NOUN_FEATURES = tuple(rules_table("facts")["subject"].keys() - {"facts"})
#: Predicates that patterns may use: those for repairs, and the features of nouns.
_PREDICATES: Mapping[str, Predicate] = {
    **PREDICATES,
    "selected": _is_selected,
    **{name: partial(noun_feature, what=name) for name in NOUN_FEATURES},
}


@cache
def _facts(table: str, *keys: str) -> tuple[list[str], list[Pattern], Index]:
    entries: Any = rules_table(table)
    for key in keys:
        entries = entries.get(key, {})
    entries = [entry for entry in entries if "pattern" in entry or "phrase" in entry]
    asked = (entry.get("pattern") or _words(entry["phrase"].split()) for entry in entries)
    patterns = [read_pattern(pattern, _PREDICATES) for pattern in asked]
    names = [entry.get("id") or entry["name"] for entry in entries]
    return names, patterns, Index(patterns, ALONE)


def _words(words: Sequence[str]) -> list[dict[str, Any]]:
    first = {"RIGHT_ID": words[0], "RIGHT_ATTRS": {"LOWER": words[0]}}
    after = ({"LEFT_ID": a, "REL_OP": ".", "RIGHT_ID": b, "RIGHT_ATTRS": {"LOWER": b}}
             for a, b in pairwise(words))  # fmt: skip
    return [first, *after]


def matching_facts(doc: Doc, *keys: str, head: int | None = None) -> Iterator[tuple[str, Token]]:
    """Yield each fact under the given keys that holds in a sentence, and its match's first word.

    ``head`` is the index of the head of the phrase in question.
    """
    words, (names, patterns, index) = words_of_tree(doc), _facts(*keys)
    for word in words:
        for number in index.beginning(word):
            pattern = patterns[number]
            if pattern.nodes[0].name == _HEAD and word.i != head:
                continue
            if pattern.match(words, word):
                yield names[number], doc[word.i]
