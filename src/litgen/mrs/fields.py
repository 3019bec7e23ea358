"""Read single fields of a rule; every error is one line with file, rule and reason."""

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from litgen.exceptions import RuleError
from litgen.lexicon import is_feature
from litgen.mrs.rule import ANCHORS, EP_ANCHORS

T = TypeVar("T")
Raw = Mapping[str, Any]
#: Reads the value of a key; the key appears in the message if the value cannot be read.
Reader = Callable[[Any, str], Any]


class FieldReader:
    """Reads the fields of one rule, keeping track of the names it may use."""

    def __init__(self, path: Path, rule: str) -> None:
        self.path = path
        self.rule = rule
        self.names: set[str] = set(ANCHORS)
        self.eps: set[str] = set(EP_ANCHORS)

    def fail(self, reason: str) -> NoReturn:
        """Raise the one-line error."""
        raise RuleError(f"{self.path}: rule {self.rule}: {reason}")

    def record(
        self, raw: Any, what: str, readers: Mapping[str, Reader], capitals: Reader | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Read a table: the values of its keys, in the order of ``readers``, and of capital keys.

        ``capitals`` reads the values of keys such as ``TENSE`` and ``ARG1``, if the table may have
        them; ``what`` names the table in messages.
        """
        table = self.table_of(raw, what)
        upper = {key for key in table if capitals and key[:1].isupper()}
        for key in table.keys() - readers.keys() - upper:
            self.fail(f"{what}: unknown key {key!r}")
        said = {key: read(table[key], key) for key, read in readers.items() if key in table}
        return said, {k: capitals(v, k) for k, v in table.items() if capitals and k in upper}

    def text(self, value: Any, key: str) -> str:
        if not isinstance(value, str):
            self.fail(f"'{key}' is a string")
        return value

    def boolean(self, value: Any, key: str) -> bool:
        if not isinstance(value, bool):
            self.fail(f"'{key}' is true or false")
        return value

    def number(self, value: Any, key: str) -> int:
        """A whole number."""
        if not isinstance(value, int) or isinstance(value, bool):
            self.fail(f"'{key}' is a number")
        return value

    def strings(self, value: Any, key: str) -> tuple[str, ...]:
        values = [value] if isinstance(value, str) else value
        if not isinstance(values, list) or not all(isinstance(v, str) for v in values):
            self.fail(f"'{key}' is a string or a list of strings")
        return tuple(values)

    def strings_by_name(self, value: Any, key: str) -> dict[str, str]:
        table = self.table_of(value, key)
        if not all(isinstance(v, str) for v in table.values()):
            self.fail(f"'{key}' is a table of strings")
        return dict(table)

    def table_of(self, value: Any, key: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            self.fail(f"'{key}' is a table")
        return value

    def each(self, read: Callable[[Raw], T]) -> Callable[[Any, str], tuple[T, ...]]:

        def reader(values: Any, key: str) -> tuple[T, ...]:
            if not isinstance(values, list) or not all(isinstance(v, dict) for v in values):
                self.fail(f"'{key}' is a list of tables")
            return tuple(read(v) for v in values)

        return reader

    def all_of(self, read: Callable[[Any, str], T]) -> Callable[[Any, str], tuple[T, ...]]:
        """A reader of a list or of a single value."""
        return lambda values, key: tuple(
            read(v, key) for v in (values if isinstance(values, list) else [values])
        )

    def one_of(self, values: Collection[str]) -> Callable[[Any, str], str]:

        def reader(value: Any, key: str) -> str:
            if value not in values:
                self.fail(f"{key} {value!r}: one of {', '.join(values)}")
            return str(value)

        return reader

    def name(self, value: Any, key: str = "") -> str:
        """A name that an anchor, a pattern or ``fresh`` defines."""
        if value not in self.names:
            self.fail(f"name {value!r} is not defined; {self._there(self.names)}")
        return str(value)

    def ep(self, value: Any, key: str = "") -> str:
        if value not in self.eps:
            self.fail(f"predication {value!r} is not defined; {self._there(self.eps)}")
        return str(value)

    @staticmethod
    def _there(names: Collection[str]) -> str:
        """List the defined names and where they come from."""
        known = f"there are {', '.join(sorted(names))}" if names else "there are none"
        return f"anchors, patterns and fresh define names: {known}"

    def feature(self, value: Any, key: str) -> tuple[str, ...]:
        names = self.strings(value, key)
        for name in names:
            if not is_feature(name):
                self.fail(f"there is no feature {name!r} in the lexicon")
        return names

    def relation(self, *relations: str) -> Callable[[Any, str], tuple[str, str, str]]:
        """A reader of ``h1 qeq l``."""

        def reader(value: Any, key: str) -> tuple[str, str, str]:
            parts = value.split() if isinstance(value, str) else []
            if len(parts) != 3 or parts[1] not in relations:
                self.fail(f"{value!r}: write 'hi {' or '.join(relations)} lo'")
            return self.name(parts[0]), parts[1], self.name(parts[2])

        return reader

    def icon(self, value: Any, key: str) -> tuple[str, str, str]:
        """``["e", "topic", "x"]``, ``*`` for any"""
        parts = self.strings(value, "icons")
        if len(parts) != 3:
            self.fail(f"icons {value!r}: write [left, relation, right]")
        left, relation, right = (
            p if i == 1 or p == "*" else self.name(p) for i, p in enumerate(parts)
        )
        return left, relation, right
