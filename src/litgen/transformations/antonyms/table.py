"""Antonyms and the guards of the sentences that they go into (``rules/antonyms.toml``)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from litgen.exceptions import RuleError
from litgen.tables import rules_folder
from litgen.wordnet import Pos

#: Where an adjective or noun may stand that is turned into its opposite.
POSITIONS = ("anywhere", "predicative", "attributive", "quantifier", "noun")


class Entry(NamedTuple):
    """A word and the antonym that may take its place.

    Attributes:
        word: a base form.
        by: its antonym.
        position: one of ``POSITIONS``.
        heads: nouns that the adjective must be said of, any where empty; ``animate`` and
            ``inanimate`` stand for all such nouns.
        not_before: sequences of words that may not follow; ``#`` is any number.
        not_heads: nouns that the adjective may not be said of.
        unless: words that may not stand in the sentence.
        example: a sentence in which it may be used, for the tests.
        counterexamples: sentences in which it may not.
    """

    word: str
    by: str
    position: str
    heads: frozenset[str] = frozenset()
    not_before: frozenset[tuple[str, ...]] = frozenset()
    not_heads: frozenset[str] = frozenset()
    unless: frozenset[str] = frozenset()
    example: str = ""
    counterexamples: tuple[str, ...] = ()

    @property
    def pos(self) -> Pos:
        """WordNet's part of speech."""
        return "n" if self.position == "noun" else "a"


class Guard(NamedTuple):
    """Why a sentence is left alone, and how it is known.

    Attributes:
        name: the reason that is counted in the manifest.
        words: lower-case words, anywhere.
        marks: punctuation, anywhere.
        root: lower-case words beside the root verb.
        facts: of the sentence (:func:`litgen.transformations.antonyms.guards.facts_of`).
        heads: base forms on which the changed word may not depend.
        example: a sentence that it stops.
    """

    name: str
    words: frozenset[str] = frozenset()
    marks: frozenset[str] = frozenset()
    root: frozenset[str] = frozenset()
    facts: frozenset[str] = frozenset()
    heads: frozenset[str] = frozenset()
    example: str = ""


class Antonyms(NamedTuple):
    """The whole table.

    Attributes:
        entries: by the word to be replaced.
        guards: in their order.
        veto: words that the paper's way leaves alone.
        refused: antonyms that it does not take.
        literal: WordNet's entries of several words that mean what their words say.
    """

    entries: Mapping[str, tuple[Entry, ...]]
    guards: tuple[Guard, ...]
    veto: frozenset[str] = frozenset()
    refused: frozenset[str] = frozenset()
    literal: frozenset[str] = frozenset()


_SETS = ("words", "marks", "root", "facts", "heads")
_KNOWN = {
    "words", "position", "heads", "not_before", "not_heads", "unless", "example",
    "counterexamples", "because",
}  # fmt: skip


@lru_cache(maxsize=4)
def load_antonyms(folder: str | None = None) -> Antonyms:
    """The table that litgen ships, and that of a user's folder over it.

    Args:
        folder: a user's folder of rules, in which ``antonyms.toml`` is looked for.

    Raises:
        RuleError: a file is at fault.
    """
    paths = [rules_folder() / "antonyms.toml"]
    if folder is not None and (Path(folder) / "antonyms.toml").is_file():
        paths.append(Path(folder) / "antonyms.toml")
    entries: dict[str, tuple[Entry, ...]] = {}
    guards: list[Guard] = []
    literal: set[str] = set()
    paper: dict[str, set[str]] = {"words": set(), "antonyms": set()}
    for path in paths:
        try:
            with path.open("rb") as file:
                table = tomllib.load(file)
            for entry in _entries(table):
                others = [e for e in entries.get(entry.word, ()) if e.by != entry.by]
                entries[entry.word] = (*others, entry)
            literal.update(table.get("literal", ()))
            guards += [_guard(each) for each in table.get("guard", ())]
            for name, words in paper.items():
                words.update(table.get("paper", {}).get(name, ()))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise RuleError(f"{path}: {error}") from error
        except (TypeError, ValueError, KeyError, AttributeError) as error:
            raise RuleError(f"{path}: an entry is at fault: {error}") from error
    veto, refused = frozenset(paper["words"]), frozenset(paper["antonyms"])
    return Antonyms(entries, tuple(guards), veto, refused, frozenset(literal))


def _entries(table: Mapping[str, Any]) -> Iterator[Entry]:
    for position in POSITIONS:
        for first, second in table.get(f"{position}_pairs", ()):
            yield Entry(first, second, position)
            yield Entry(second, first, position)
        for first, second in table.get(f"{position}_one_way", ()):
            yield Entry(first, second, position)
    for each in table.get("careful", ()):
        first, second = each["words"]
        if each["position"] not in POSITIONS:
            raise ValueError(f"{first}: no position {each['position']!r}")
        if unknown := set(each) - _KNOWN:
            raise ValueError(f"{each['words']}: no key {sorted(unknown)[0]!r}")
        heads = each.get("heads", ())
        yield Entry(
            first,
            second,
            each["position"],
            frozenset([heads] if isinstance(heads, str) else heads),
            frozenset(tuple(words.split()) for words in each.get("not_before", ())),
            frozenset(each.get("not_heads", ())),
            frozenset(each.get("unless", ())),
            each.get("example", ""),
            tuple(each.get("counterexamples", ())),
        )


def _guard(table: Mapping[str, Any]) -> Guard:
    sets = {name: frozenset(table.get(name, ())) for name in _SETS}
    return Guard(table["name"], **sets, example=table.get("example", ""))
