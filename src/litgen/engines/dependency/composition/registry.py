"""Find the construction for a word in the tables of ``rules/semantics/constructions.toml``."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial, reduce
from importlib import import_module
from operator import attrgetter, getitem
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from litgen.engines.dependency.composition import graph
from litgen.lexicon import words_named
from litgen.tables import rules_table
from litgen.trees.words import Word

T = TypeVar("T")
_TABLES = rules_table("semantics/constructions")


def is_among(name: str, names: str) -> bool:
    """Check whether ``names`` is empty, lists a label, or is ``not ...`` and does not list it."""
    return not names or (name in names.split()) is not names.startswith("not ")


class Row(Generic[T]):
    """A construction and the conditions on the words to which it applies."""

    def __init__(
        self, build: str, label: str = "", pos: str = "", tag: str = "", side: str = "",
        words: Sequence[str] = (), has: str = "", lacks: str = "", when: str = "",
        whole: bool = False, gives: Mapping[str, str] = MappingProxyType({}),
    ) -> None:  # fmt: skip
        file, _, name = build.partition(".")
        module = import_module(f"{__package__}.constructions.{file}")
        given = {k: getattr(graph, v) if k == "properties" else v for k, v in gives.items()}
        found = getattr(module, name)
        self.build: Callable[..., T] = partial(found, **given) if given else found
        self.names, self.side, self.whole = (label, pos, tag), side, whole
        self.words = frozenset(form for word in words for form in _forms(word))
        self.has, self.lacks = has.split(), lacks.split()
        self._holds = not when.startswith("not ")
        self.when: Any = attrgetter(when.removeprefix("not "))(module) if when else None
        self._of_word = self.when is not None and self.when.__code__.co_argcount == 1

    def takes(self, composer: Any, word: Word, role: str) -> bool:
        """Check the conditions for a word that has the right label, part of speech and tag."""
        asked = (word,) if self._of_word else (composer, word)
        return bool(
            (not self.words or word.lower in self.words)
            and (not self.side or role or (word.i > word.head.i) is (self.side == "after"))
            and (not self.has or word.first(*self.has) is not None)
            and (not self.lacks or word.first(*self.lacks) is None)
            and (self.when is None or bool(self.when(*asked)) is self._holds)
        )


def _forms(word: str) -> Sequence[str]:
    """Return the form, or the forms denoted by ``@PART:FEATURE`` or ``@pronouns.NAME``."""
    if not word.startswith("@"):
        return [word]
    file, _, name = word[1:].rpartition(".")
    if not file:
        return [form for words in words_named(name) for form in words]
    table = rules_table(f"semantics/{file}")[name]
    return list(table.get("words", table))


class Table(Generic[T]):
    """The constructions of one kind; the first one whose conditions a word meets applies."""

    def __init__(self, name: str, tables: Mapping[str, Any] = _TABLES) -> None:
        self.name = name
        self._entry: Any = reduce(getitem, name.split("."), tables)
        self._index: dict[tuple[str, str, str], tuple[Row[T], ...]] = {}

    @cached_property
    def rows(self) -> tuple[Row[T], ...]:
        """The rows in order, read on first use, since constructions refer to tables."""
        return tuple(Row(**row) for row in self._entry["rows"])

    def take(self, composer: Any, word: Word, alone: bool = False) -> Row[T]:
        """Return the first row that applies to a word; the last row applies to every word."""
        row = self.find(composer, word, alone)
        assert row is not None, self.name
        return row

    def find(self, composer: Any, word: Word, alone: bool = False, role: str = "") -> Row[T] | None:
        """Return the first row that applies to a word, if any; ``role`` replaces label and side."""
        key = (role or word.dep, word.pos, word.tag)
        rows = self._index.get(key)
        if rows is None:
            left = () if key[0] in self._entry.get("ignoring", "").split() else self.rows
            rows = self._index[key] = tuple(r for r in left if all(map(is_among, key, r.names)))
        for row in rows:
            if not (alone and row.whole) and row.takes(composer, word, role):
                return row
        return None
