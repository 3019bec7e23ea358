"""Word replacements and their conditions (``rules/antonyms.toml``, ``rules/synonyms``)."""

from collections.abc import Collection, Iterator, Mapping
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BeforeValidator

from litgen.exceptions import RuleError
from litgen.tables import read_toml, shipped_and_own, validated, with_function_words

_several = BeforeValidator(lambda value: [value] if isinstance(value, str) else value)
Words = Annotated[frozenset[str], _several]
#: Positions of an adjective or noun in which an antonym may replace it.
Position = Literal["", "anywhere", "predicative", "attributive", "quantifier", "noun"]
#: The complements of verbs (``rules/synonyms/verbs.toml``).
Complement = Literal[
    "none", "object", "objects", "passive", "to", "ing", "clause", "predicate", "particle", "gap"
]


class Entry(NamedTuple):
    """A word, its replacement and its conditions; an empty or false field imposes no condition.

    ``rules/synonyms/nouns.toml`` and ``rules/antonyms.toml`` document the keys.
    """

    word: str
    by: str
    usual: bool = False
    spelling: bool = False
    position: Position = ""
    number: str = ""
    mass: bool = False
    determined: bool = False
    determiners: Words = frozenset()
    unowned: bool = False
    before: Words = frozenset()
    not_before: Words = frozenset()
    not_after: Words = frozenset()
    plain: bool = False
    scene: bool = False
    any: Words = frozenset()
    unless: Words = frozenset()
    frames: Annotated[frozenset[Complement], _several] = frozenset()
    place: Literal["", "attributive", "predicative", "auxiliary"] = ""
    heads: Words = frozenset()
    not_heads: Words = frozenset()
    example: str = ""
    counterexamples: Annotated[tuple[str, ...], _several] = ()


Entries = Mapping[str, tuple[Entry, ...]]
_COMMON = frozenset((
    "words", "pairs", "one_way", "heads", "not_heads", "not_before", "unless", "example", "because",
))  # fmt: skip


def read_entries(
    name: str,
    folder: str | None,
    groups: Mapping[str, Mapping[str, Any]],
    keys: Collection[str],
) -> tuple[Entries, list[dict[str, Any]]]:
    """Read a shipped table and the user's table of the same name.

    Args:
        name: the file name below ``rules/`` and below the user's folder.
        groups: maps a prefix to the fields of entries in ``PREFIXpairs`` and ``PREFIXone_way``.
        keys: the keys that ``careful`` entries may have in addition to the common ones.

    Returns:
        the entries by the word to replace, the user's first; and the contents of the files.

    Raises:
        RuleError: a file is malformed.
    """
    found: dict[str, dict[str, Entry]] = {}
    files: list[dict[str, Any]] = []
    for path in reversed(shipped_and_own(name, folder)):
        table = with_function_words(read_toml(path))
        files.insert(0, table)
        try:
            entries = list(_entries(table, groups, _COMMON | set(keys)))
        except (TypeError, ValueError, KeyError, AttributeError) as error:
            raise RuleError(f"{path}: invalid entry: {error}") from error
        for entry in validated(list[Entry], entries, path):
            found.setdefault(entry.word, {}).setdefault(entry.by, entry)
    return {word: tuple(entries.values()) for word, entries in found.items()}, files


def _entries(
    table: Mapping[str, Any], groups: Mapping[str, Mapping[str, Any]], keys: Collection[str]
) -> Iterator[dict[str, Any]]:
    for prefix, fields in groups.items():
        for first, second in _directed(table, prefix):
            yield {"word": first, "by": second, **fields}
    for each in table.get("careful", ()):
        if unknown := set(each) - set(keys):
            raise ValueError(f"{each.get('words')}: unknown key {sorted(unknown)[0]!r}")
        words = [each["words"]] if "words" in each else list(_directed(each))
        examples = each.get("example", [""] * len(words))
        listed = [examples] if isinstance(examples, str) else examples
        if not words or len(listed) != len(words):
            raise ValueError(f"{words}: use words, pairs or one_way, with an example for each")
        fields = {key: value for key, value in each.items() if key in Entry._fields}
        for (first, second), example in zip(words, listed, strict=True):
            yield {**fields, "word": first, "by": second, "example": example}


def _directed(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Yield the pairs in ``PREFIXpairs``, each in both directions, and all in ``PREFIXone_way``."""
    for first, second in table.get(f"{prefix}pairs", ()):
        yield first, second
        yield second, first
    yield from map(tuple, table.get(f"{prefix}one_way", ()))
