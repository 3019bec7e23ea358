"""Checks of single fields of a rule: every mistake is one line with file, rule and reason."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from litgen.exceptions import RuleError
from litgen.lexicon import is_feature
from litgen.mrs.matching import SORTS
from litgen.mrs.rule import ANCHORS, EP_ANCHORS

T = TypeVar("T")
Raw = Mapping[str, Any]


class FieldReader:
    """Checks the fields of one rule, keeping track of the names it may use."""

    def __init__(self, path: Path, rule: str) -> None:
        self.path = path
        self.rule = rule
        self.names: set[str] = set(ANCHORS)
        self.eps: set[str] = set(EP_ANCHORS)

    def fail(self, reason: str) -> NoReturn:
        """Raise the one-line error."""
        raise RuleError(f"{self.path}: rule {self.rule}: {reason}")

    def each(self, raw: Raw, key: str, read: Callable[[Raw], T]) -> tuple[T, ...]:
        """A list of tables, each read by ``read``."""
        values = raw.get(key, [])
        if not isinstance(values, list) or not all(isinstance(v, dict) for v in values):
            self.fail(f"'{key}' is a list of tables")
        return tuple(read(v) for v in values)

    def name(self, name: str) -> str:
        """A name that an anchor, a pattern or ``fresh`` gives a meaning."""
        if name not in self.names:
            self.fail(f"name {name!r} is bound nowhere")
        return name

    def ep(self, name: str) -> str:
        """A name that an anchor or a pattern gives a predication."""
        if name not in self.eps:
            self.fail(f"predication {name!r} is matched nowhere")
        return name

    def sort(self, name: str) -> None:
        """A name whose first letter is a sort, or an anchor."""
        if name not in self.names and name[:1] not in SORTS:
            self.fail(f"name {name!r}: begin it with its sort, one of {', '.join(SORTS)}")

    def features(self, raw: Raw) -> tuple[str, ...]:
        """Features that the lexicon has."""
        names = self.strings(raw.get("feature", []), "feature")
        for name in names:
            if not is_feature(name):
                self.fail(f"there is no feature {name!r} in the lexicon")
        return names

    def keys(self, raw: Raw, known: Collection[str], what: str, upper: bool = False) -> None:
        """No key that means nothing."""
        for key in raw:
            if key not in known and not (upper and key[:1].isupper()):
                self.fail(f"{what}: unknown key {key!r}")

    def one_of(self, value: str | None, values: Collection[str], key: str) -> None:
        """None, or one of the values."""
        if value is not None and value not in values:
            self.fail(f"{key} {value!r}: one of {', '.join(values)}")

    def text(self, raw: Raw, key: str) -> str | None:
        """A string, None where the key is missing."""
        value = raw.get(key)
        if value is not None and not isinstance(value, str):
            self.fail(f"'{key}' is a string")
        return value

    def boolean(self, raw: Raw, key: str) -> bool | None:
        """true or false, None where the key is missing."""
        value = raw.get(key)
        if value is not None and not isinstance(value, bool):
            self.fail(f"'{key}' is true or false")
        return value

    def strings(self, value: Any, key: str) -> tuple[str, ...]:
        """A string or a list of strings."""
        values = [value] if isinstance(value, str) else value
        if not isinstance(values, list) or not all(isinstance(v, str) for v in values):
            self.fail(f"'{key}' is a string or a list of strings")
        return tuple(values)

    def strings_by_name(self, value: Any, key: str) -> dict[str, str]:
        """A table of strings."""
        table = self.table_of(value, key)
        if not all(isinstance(v, str) for v in table.values()):
            self.fail(f"'{key}' is a table of strings")
        return dict(table)

    def table_of(self, value: Any, key: str) -> dict[str, Any]:
        """A table."""
        if not isinstance(value, dict):
            self.fail(f"'{key}' is a table")
        return value
