"""Suites: named lists of contrasts (``rules/suites.toml``)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, product
from pathlib import Path
from typing import NamedTuple

from litgen.contrast.notation import Contrast, expand
from litgen.exceptions import LitgenError, RuleError, UsageError, did_you_mean
from litgen.tables import faults_of, read_toml, shipped_and_own

#: Keys of the lists of contrasts; a suite needs at least one of them.
_LISTS = ("contrasts", "families", "suites")
#: A placeholder; a contrast that contains it is repeated for each text in a list in ``over``.
_PLACE = re.compile(r"\{(\w+)\}")


class Suite(NamedTuple):
    """A named list of contrasts."""

    name: str
    title: str
    contrasts: tuple[Contrast, ...]
    #: contrasts with the same cues but a different effect on the label
    controls: tuple[Contrast, ...] = ()
    parts: tuple[Suite, ...] = ()  #: the suites that this suite includes
    #: contrasts made from one sentence by one edit, which are informative only together: if one
    #: of them cannot be made, none is made
    families: tuple[tuple[Contrast, ...], ...] = ()
    strict: bool = False  #: whether labels must follow logically
    documents: bool = False  #: whether premises may have any length and are never parsed

    @property
    def all(self) -> tuple[Contrast, ...]:
        """The suite's own contrasts, without those of its parts."""
        return self.contrasts + tuple(chain.from_iterable(self.families)) + self.controls

    def with_parts(self) -> Iterator[Suite]:
        """Yield all parts recursively, then the suite itself."""
        for part in self.parts:
            yield from part.with_parts()
        yield self

    @property
    def every_family(self) -> tuple[tuple[Contrast, ...], ...]:
        return tuple(family for each in self.with_parts() for family in each.families)

    @property
    def named(self) -> tuple[tuple[Contrast, str], ...]:
        """The contrasts, each with the suite that lists it; those of the parts come first."""
        return tuple((contrast, each.name) for each in self.with_parts() for contrast in each.all)

    @property
    def every_control(self) -> frozenset[Contrast]:
        return frozenset(chain.from_iterable(each.controls for each in self.with_parts()))

    @property
    def by_logic(self) -> frozenset[Contrast]:
        return frozenset(c for each in self.with_parts() if each.strict for c in each.all)

    @property
    def of_documents(self) -> frozenset[Contrast]:
        return frozenset(c for each in self.with_parts() if each.documents for c in each.all)


def load_suites(folder: Path | None = None) -> dict[str, Suite]:
    """Read litgen's suites and those of ``folder``, which take precedence."""
    suites: dict[str, Suite] = {}
    for path in shipped_and_own("suites.toml", folder):
        tables = read_toml(path)
        with faults_of(path):
            try:
                for name, table in tables.items():
                    suites[name] = _suite(name, table, suites)
            except LitgenError as error:
                raise RuleError(f"{path}: {error}") from error
    return suites


def find_suite(name: str, folder: Path | None = None) -> Suite:
    """Find a suite by name; if it is missing, raise a UsageError that suggests the nearest name."""
    suites = load_suites(folder)
    if name not in suites:
        raise UsageError(f"there is no suite {name!r}: {did_you_mean(name, suites)}")
    return suites[name]


def _suite(name: str, table: object, known: Mapping[str, Suite]) -> Suite:
    lists = [] if not isinstance(table, dict) else [table.get(key) for key in _LISTS]
    if not isinstance(table, dict) or not any(isinstance(each, list) for each in lists):
        raise RuleError(f"suite {name!r} is empty; add one of the lists {', '.join(_LISTS)}")
    parts = table.get("suites", [])
    for part in parts:
        if part not in known:
            raise RuleError(f"suite {name!r} includes {part!r}, which is not defined above it")
    over = table.get("over", {})

    def contrasts(key: str) -> tuple[tuple[Contrast, ...], ...]:
        groups = (group for each in table.get(key, ()) for group in _repeated(name, each, over))
        return tuple(tuple(c for text in group for c in expand(text)) for group in groups)

    return Suite(
        name,
        str(table.get("title", name)),
        tuple(chain.from_iterable(contrasts("contrasts"))),
        tuple(chain.from_iterable(contrasts("controls"))),
        tuple(known[part] for part in parts),
        contrasts("families"),
        _is(name, table, "labels", "logic", "default"),
        _is(name, table, "premise", "document", "sentence"),
    )


def _repeated(
    name: str, entry: str | Sequence[str], over: Mapping[str, Sequence[str]]
) -> Iterator[list[str]]:
    """Repeat an entry for each combination of texts from the lists in ``over`` that it names."""
    texts = [entry] if isinstance(entry, str) else list(entry)
    named = {each for text in texts for each in _PLACE.findall(text)}
    if unknown := sorted(named - over.keys()):
        raise RuleError(f"suite {name!r}: add a list for {{{unknown[0]}}} to [{name}.over]")
    lists = [key for key in over if key in named]
    for values in product(*(over[key] for key in lists)):
        filled = texts
        for key, value in zip(lists, values, strict=True):
            filled = [text.replace(f"{{{key}}}", value) for text in filled]
        yield filled


def _is(name: str, table: Mapping[str, object], key: str, special: str, usual: str) -> bool:
    if (value := table.get(key, usual)) not in (usual, special):
        raise RuleError(f"suite {name!r}: {key} is {value!r}, but must be {usual} or {special}")
    return value == special
