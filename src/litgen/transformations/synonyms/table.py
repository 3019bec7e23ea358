"""The table of words that may stand for each other (``rules/synonyms``)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from litgen.exceptions import RuleError
from litgen.tables import rules_folder
from litgen.wordnet import Pos

#: Universal part of speech -> file and WordNet's letter.
PARTS: dict[str, tuple[str, Pos]] = {
    "NOUN": ("nouns", "n"),
    "VERB": ("verbs", "v"),
    "ADJ": ("adjectives", "a"),
    "ADV": ("adverbs", "r"),
}


class Condition(NamedTuple):
    """Where a word may be replaced; what is empty or false asks nothing.

    Attributes:
        number: ``singular`` or ``plural``.
        mass: without *a*, *an*, a number, and not in the plural.
        determined: with a determiner or possessive.
        determiners: with one of these.
        before: before one of these words.
        not_before: not before one of these.
        not_after: not as the object of one of these prepositions.
        frames: of a verb: with nothing else than these (``verbs.toml`` says what they are).
        place: of an adjective: ``attributive`` or ``predicative``; of an adverb: ``auxiliary``,
            which is after an auxiliary verb.
        heads: of an adjective: said of one of these nouns.
        not_heads: said of none of these.
        plain: without an adjective of age or sex, no possessive, no bare conjunct (*man and wife*).
        any: with one of these base forms in the sentence.
        unless: without these.
    """

    number: str = ""
    mass: bool = False
    determined: bool = False
    determiners: frozenset[str] = frozenset()
    before: frozenset[str] = frozenset()
    not_before: frozenset[str] = frozenset()
    not_after: frozenset[str] = frozenset()
    plain: bool = False
    any: frozenset[str] = frozenset()
    unless: frozenset[str] = frozenset()
    frames: frozenset[str] = frozenset()
    place: str = ""
    heads: frozenset[str] = frozenset()
    not_heads: frozenset[str] = frozenset()


class Entry(NamedTuple):
    """A word that may stand for another.

    Attributes:
        word: the word to be replaced, a base form.
        by: the word that may take its place.
        usual: whether the sense that they share is known to be the usual one.
        condition: where.
        example: a sentence in which it may, for the tests.
    """

    word: str
    by: str
    usual: bool = False
    condition: Condition = Condition()
    example: str = ""


class Table(NamedTuple):
    """Entries of one part of speech by the word to be replaced; words that may stand bare."""

    entries: Mapping[str, tuple[Entry, ...]]
    bare: frozenset[str] = frozenset()


_FLAGS = ("mass", "determined", "plain")
_TEXTS = ("number", "place")
_LISTS = (
    "determiners", "before", "not_before", "not_after", "any", "unless", "frames", "heads",
    "not_heads",
)  # fmt: skip
_KNOWN = {"words", "usual", "because", "example", *_FLAGS, *_TEXTS, *_LISTS}
#: What may stand with a verb (``rules/synonyms/verbs.toml``), and where other words may stand.
FRAMES = frozenset(
    ("none", "object", "objects", "passive", "to", "ing", "clause", "predicate", "particle", "gap")
)
PLACES = ("", "attributive", "predicative", "auxiliary")


def load_table(part: str, folder: str | None = None) -> Table:
    """The table of a part of speech, with a user's entries before litgen's own.

    Args:
        part: ``NOUN``, ``VERB``, ``ADJ`` or ``ADV``.
        folder: a user's folder of rules, in which ``synonyms/nouns.toml`` is looked for.

    Raises:
        RuleError: a file is at fault.
    """
    name = f"{PARTS[part][0]}.toml"
    files = [rules_folder() / "synonyms" / name]
    if folder is not None and (Path(folder) / "synonyms" / name).is_file():
        files.insert(0, Path(folder) / "synonyms" / name)
    entries: dict[str, dict[str, Entry]] = {}
    bare: set[str] = set()
    for path in files:
        read = _read(path)
        bare.update(read.bare)
        for word, found in read.entries.items():
            known = entries.setdefault(word, {})
            for entry in found:
                known.setdefault(entry.by, entry)
    return Table({word: tuple(found.values()) for word, found in entries.items()}, frozenset(bare))


@lru_cache(maxsize=16)
def _read(path: Path) -> Table:
    try:
        with path.open("rb") as file:
            found = tomllib.load(file)
        entries: dict[str, tuple[Entry, ...]] = {}
        for entry in _entries(found):
            entries[entry.word] = (*entries.get(entry.word, ()), entry)
        return Table(entries, frozenset(found.get("bare", ())))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise RuleError(f"{path}: {error}") from error
    except (TypeError, ValueError, AttributeError) as error:
        raise RuleError(f"{path}: an entry is no pair of words with conditions: {error}") from error


def _entries(table: Mapping[str, Any]) -> Iterator[Entry]:
    for usual in (False, True):
        prefix = "usual_" if usual else ""
        for first, second in table.get(f"{prefix}pairs", ()):
            yield Entry(first, second, usual)
            yield Entry(second, first, usual)
        for first, second in table.get(f"{prefix}one_way", ()):
            yield Entry(first, second, usual)
    for each in table.get("careful", ()):
        if unknown := set(each) - _KNOWN:
            raise ValueError(f"{each.get('words')}: no key {sorted(unknown)[0]!r}")
        first, second = each["words"]
        said: dict[str, Any] = {flag: bool(each.get(flag, False)) for flag in _FLAGS}
        said |= {name: frozenset(each.get(name, ())) for name in _LISTS}
        said |= {name: str(each.get(name, "")) for name in _TEXTS}
        condition = Condition(**said)
        if condition.place not in PLACES or not condition.frames <= FRAMES:
            raise ValueError(f"{each['words']}: no such place or frame")
        yield Entry(first, second, bool(each.get("usual")), condition, each.get("example", ""))
