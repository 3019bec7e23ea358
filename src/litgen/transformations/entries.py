"""Word replacements and their conditions (``rules/antonyms.toml``, ``rules/synonyms``)."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from litgen.exceptions import RuleError
from litgen.tables import read_toml, shipped_and_own, with_function_words


class Entry(NamedTuple):
    """A word, its replacement and the conditions on its use; an empty or false field sets none.

    ``rules/synonyms/nouns.toml`` and ``rules/antonyms.toml`` document the keys.
    """

    word: str
    by: str
    usual: bool = False
    spelling: bool = False
    position: str = ""
    number: str = ""
    mass: bool = False
    determined: bool = False
    determiners: frozenset[str] = frozenset()
    unowned: bool = False
    before: frozenset[str] = frozenset()
    not_before: frozenset[str] = frozenset()
    not_after: frozenset[str] = frozenset()
    plain: bool = False
    scene: bool = False
    any: frozenset[str] = frozenset()
    unless: frozenset[str] = frozenset()
    frames: frozenset[str] = frozenset()
    place: str = ""
    heads: frozenset[str] = frozenset()
    not_heads: frozenset[str] = frozenset()
    example: str = ""
    counterexamples: tuple[str, ...] = ()


Entries = Mapping[str, tuple[Entry, ...]]
_COMMON = frozenset((
    "words", "pairs", "one_way", "heads", "not_heads", "not_before", "unless", "example", "because",
))  # fmt: skip


def read_entries(
    name: str,
    folder: str | None,
    groups: Mapping[str, Mapping[str, Any]],
    keys: Collection[str],
    values: Mapping[str, Collection[str]],
) -> tuple[Entries, list[dict[str, Any]]]:
    """Return the entries of a table by the word to replace, a user's first, and the files'
    contents.

    Args:
        name: the file name below ``rules/`` and below the user's folder.
        groups: the fields of entries in ``PREFIXpairs`` and ``PREFIXone_way``, by prefix.
        keys: the keys that ``careful`` entries may have in addition to the common ones.
        values: the valid values of some keys.

    Raises:
        RuleError: a file is malformed.
    """
    found: dict[str, dict[str, Entry]] = {}
    files: list[dict[str, Any]] = []
    for path in reversed(shipped_and_own(name, folder)):
        table = with_function_words(read_toml(path))
        files.insert(0, table)
        try:
            for entry in _entries(table, groups, _COMMON | set(keys)):
                for key, known in values.items():
                    said = getattr(entry, key)
                    if not ({said} if isinstance(said, str) else said) <= set(known):
                        raise ValueError(f"{entry.word}: no {key} {said!r}")
                found.setdefault(entry.word, {}).setdefault(entry.by, entry)
        except (TypeError, ValueError, KeyError, AttributeError) as error:
            raise RuleError(f"{path}: an entry is at fault: {error}") from error
    return {word: tuple(entries.values()) for word, entries in found.items()}, files


def _entries(
    table: Mapping[str, Any], groups: Mapping[str, Mapping[str, Any]], keys: Collection[str]
) -> Iterator[Entry]:
    for prefix, said in groups.items():
        for first, second in _directed(table, prefix):
            yield Entry(first, second, **said)
    for each in table.get("careful", ()):
        if unknown := set(each) - set(keys):
            raise ValueError(f"{each.get('words')}: no key {sorted(unknown)[0]!r}")
        words = [each["words"]] if "words" in each else list(_directed(each))
        examples = each.get("example", [""] * len(words))
        fields = {
            key: _value(key, value)
            for key, value in each.items()
            if key in Entry._fields and key != "example"
        }
        listed = [examples] if isinstance(examples, str) else examples
        if not words or len(listed) != len(words):
            raise ValueError(f"{words}: write words, pairs or one_way, and an example of each")
        for (first, second), example in zip(words, listed, strict=True):
            yield Entry(first, second, example=example, **fields)


def _directed(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Yield the words of ``PREFIXpairs``, in both directions, and of ``PREFIXone_way``."""
    for first, second in table.get(f"{prefix}pairs", ()):
        yield first, second
        yield second, first
    yield from map(tuple, table.get(f"{prefix}one_way", ()))


def _value(key: str, value: Any) -> Any:
    """Convert the value of a key to the type of its field: a flag, a text, or a set of texts."""
    default = Entry._field_defaults[key]
    if isinstance(default, (bool, str)):
        return type(default)(value)
    return type(default)([value] if isinstance(value, str) else value)
