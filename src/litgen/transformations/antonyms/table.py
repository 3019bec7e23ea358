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
        heads: ``animate``, ``inanimate``, or nouns that the adjective must be said of.
        not_before: words that may not follow.
        not_heads: nouns that the adjective may not be said of.
        example: a sentence in which it may be used, for the tests.
    """

    word: str
    by: str
    position: str
    heads: str | frozenset[str] = ""
    not_before: frozenset[str] = frozenset()
    not_heads: frozenset[str] = frozenset()
    example: str = ""

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
    """

    entries: Mapping[str, tuple[Entry, ...]]
    guards: tuple[Guard, ...]
    veto: frozenset[str] = frozenset()
    refused: frozenset[str] = frozenset()


_SETS = ("words", "marks", "root", "facts", "heads")


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
    paper: dict[str, set[str]] = {"words": set(), "antonyms": set()}
    for path in paths:
        try:
            with path.open("rb") as file:
                table = tomllib.load(file)
            for entry in _entries(table):
                others = [e for e in entries.get(entry.word, ()) if e.by != entry.by]
                entries[entry.word] = (*others, entry)
            guards += [_guard(each) for each in table.get("guard", ())]
            for name, words in paper.items():
                words.update(table.get("paper", {}).get(name, ()))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise RuleError(f"{path}: {error}") from error
        except (TypeError, ValueError, KeyError, AttributeError) as error:
            raise RuleError(f"{path}: an entry is at fault: {error}") from error
    veto, refused = frozenset(paper["words"]), frozenset(paper["antonyms"])
    return Antonyms(entries, tuple(guards), veto, refused)


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
        heads = each.get("heads", "")
        yield Entry(
            first,
            second,
            each["position"],
            heads if isinstance(heads, str) else frozenset(heads),
            frozenset(each.get("not_before", ())),
            frozenset(each.get("not_heads", ())),
            each.get("example", ""),
        )


def _guard(table: Mapping[str, Any]) -> Guard:
    sets = {name: frozenset(table.get(name, ())) for name in _SETS}
    return Guard(table["name"], **sets, example=table.get("example", ""))
