"""Read ``rules/meanings.toml``: the meanings of transformations, and the conventions."""

import itertools
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import litgen.logic.formula as f
from litgen.exceptions import RuleError, did_you_mean
from litgen.logic.formula import Formula, parse_formula
from litgen.tables import read_toml, shipped_and_own

#: The file of meanings in a rules folder.
MEANINGS = "meanings.toml"


class Convention(NamedTuple):
    """An assumption that people make although it does not follow; labels may depend on it.

    ``rules/meanings.toml`` explains the fields of this class and of :class:`Meaning`.
    """

    name: str
    because: str
    axioms: tuple[Formula, ...] = ()
    shares: bool = False
    open: bool = False
    understood: bool = False
    source: bool = False


class Word(NamedTuple):
    """A name that denotes the same proposition in all formulas about a sentence."""

    name: str
    because: str
    where: tuple[Formula, ...] = ()


class Meaning(NamedTuple):
    """The meaning of a new sentence in terms of the old one, ``p`` (``rules/meanings.toml``)."""

    of: tuple[str, ...]
    gloss: str
    says: tuple[Formula, ...] = ()
    words: tuple[str, ...] = ()
    circumstances: tuple[str, ...] = ()
    where: tuple[Formula, ...] = ()
    presupposes: Formula | None = None
    by_convention: Mapping[str, Formula] = {}
    by: Mapping[str, Mapping[str, tuple[Formula, ...]]] = {}
    pairwise: tuple[Formula, Formula] | None = None

    @property
    def formulas(self) -> tuple[Formula, ...]:
        parts = (self.presupposes, *(self.pairwise or ()), *self.by_convention.values())
        by = [each for values in self.by.values() for all_of in values.values() for each in all_of]
        return (*self.says, *self.where, *filter(None, parts), *by)

    def given(self, parameters: Mapping[str, str]) -> tuple[Formula, ...]:
        """Return the formulas that hold for the values of a variant's parameters.

        Example:
            >>> [str(each) for each in load_meanings().of["{edit}"].given({"direction": "weaker"})]
            ['p -> edited']
        """
        found = {
            frozenset(names): self.by[key].get(values, ())
            for key in self.by
            if (names := key.split(", "))
            and (values := ", ".join(parameters.get(name, "") for name in names)) in self.by[key]
        }
        ours = (formulas for names, formulas in found.items() if not any(names < o for o in found))
        return tuple(itertools.chain.from_iterable(ours))


class Meanings(NamedTuple):
    """The content of ``meanings.toml``."""

    conventions: Mapping[str, Convention]
    words: Mapping[str, Word]
    of: Mapping[str, Meaning]  #: the meanings, by the name of a transformation or ``{class}``


@lru_cache(maxsize=8)
def load_meanings(folder: Path | None = None) -> Meanings:
    """Load the shipped meanings and those in a user's rules folder, which take precedence.

    Raises:
        RuleError: a file is not valid; the message gives the file, the entry and the reason.

    Example:
        >>> str(load_meanings().of["past"].says[0])
        "some t' < t: p(t')"
    """
    conventions: dict[str, Convention] = {}
    words: dict[str, Word] = {}
    of: dict[str, Meaning] = {}
    for path in shipped_and_own(MEANINGS, folder):
        table = read_toml(path)
        try:
            for key in set(table) - {"convention", "word", "meaning"}:
                raise RuleError(f"unknown table {key!r}: use convention, word or meaning")
            for where, entry in _entries(table, "convention", Convention):
                conventions[entry["name"]] = _convention(where, entry)
            for where, entry in _entries(table, "word", Word):
                given = _formulas(where, entry.get("where", ()))
                words[entry["name"]] = Word(entry["name"], entry["because"], given)
            for where, entry in _entries(table, "meaning", Meaning):
                meaning = _with_words(_meaning(where, entry, conventions), words)
                of |= dict.fromkeys(meaning.of, meaning)
        except RuleError as error:
            raise RuleError(f"{path}: {error}") from None
        except (TypeError, AttributeError, ValueError) as error:
            raise RuleError(f"{path}: {type(error).__name__}: {error}") from error
    return Meanings(conventions, words, of)


def parse_conventions(text: str) -> tuple[str, ...]:
    """Parse the value of ``--conventions``: names separated by commas, or ``none``."""
    names = [each.strip() for each in text.split(",")]
    return tuple(name for name in names if name and names != ["none"])


def _entries(table: Mapping[str, Any], key: str, kind: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Check the keys of a table's entries; yield each entry with its name for messages."""
    name, because, *rest = (each for each in kind._fields if (key, each) != ("meaning", "words"))
    for entry in table.get(key, ()):
        of = entry.get("of") or ()
        where = f"{key} {entry.get('name', '')!r}" if key != "meaning" else "a meaning"
        where = f"meaning of {', '.join(of)}" if of else where
        for each in entry:
            if each not in (known := (name, because, *rest)):
                raise RuleError(f"{where}: unknown key {each!r}: {did_you_mean(each, known)}")
        for each in (name, because):
            if not entry.get(each):
                raise RuleError(f"{where}: {each!r} is missing")
        yield where, entry


def _convention(where: str, entry: Mapping[str, Any]) -> Convention:
    found = Convention(**{**entry, "axioms": _formulas(where, entry.get("axioms", ()))})
    kinds = Convention._fields[2:]
    if sum(bool(getattr(found, kind)) for kind in kinds) != 1:
        raise RuleError(f"{where}: use exactly one of {', '.join(kinds)}")
    return found


def _with_words(meaning: Meaning, words: Mapping[str, Word]) -> Meaning:
    used = frozenset[str]().union(*map(f.names_in, meaning.formulas)) & words.keys()
    names = tuple(sorted(used))
    where = tuple(formula for name in names for formula in words[name].where)
    return meaning._replace(words=names, where=(*meaning.where, *where))


def _meaning(where: str, entry: dict[str, Any], conventions: Mapping[str, Convention]) -> Meaning:
    listed = {key: _formulas(where, entry.get(key, ())) for key in ("says", "where", "pairwise")}
    pair = listed["pairwise"]
    if bool(listed["says"]) == bool(pair) or len(pair) not in (0, 2):
        raise RuleError(f"{where}: use 'says', or 'pairwise' with formulas for both sentences")
    understood = entry.get("by_convention", {})
    for name in understood:
        if name not in conventions:
            known = did_you_mean(name, conventions)
            raise RuleError(f"{where}: unknown convention {name!r}: {known}")
    by = {
        parameter: {value: _formulas(where, texts) for value, texts in values.items()}
        for parameter, values in entry.get("by", {}).items()
    }
    found = Meaning(
        **{**entry, **listed, "of": tuple(entry["of"]), "by": by, "pairwise": pair or None,
           "circumstances": tuple(entry.get("circumstances", ())),
           "presupposes": next(iter(_formulas(where, entry.get("presupposes", ()))), None),
           "by_convention": {name: _formula(where, text) for name, text in understood.items()}}
    )  # fmt: skip
    for each in () if pair else found.formulas:  # a meaning with ``says`` is about one sentence
        if "h" in f.names_in(each):
            raise RuleError(f"{where}: {each} mentions 'h', the other sentence; use 'pairwise'")
    return found


def _formulas(where: str, texts: str | Iterable[str]) -> tuple[Formula, ...]:
    return tuple(_formula(where, text) for text in ([texts] if isinstance(texts, str) else texts))


def _formula(where: str, text: str) -> Formula:
    try:
        found = parse_formula(text)
    except RuleError as error:
        raise RuleError(f"{where}: {error}") from None
    loose = sorted(name for name in _free(found) if name.endswith("'"))
    if loose:
        why = f"no quantifier binds {loose[0]}; use some, all or no"
        raise RuleError(f"{where}: formula {text!r}: {why}")
    return found


def _free(formula: Formula) -> frozenset[str]:
    match formula:
        case f.Quantified(_, variable, limit, body):
            outside = frozenset(filter(None, limit[1:])) if limit else frozenset()
            return (_free(body) - {variable}) | outside
        case f.Not(body):
            return _free(body)
        case f.Joined(_, left, right):
            return _free(left) | _free(right)
    return f.variables_in(formula)
