"""Read rules, grammars and prompts from a checkout or an installed wheel."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any, TypeVar, cast

from litgen.exceptions import LitgenError, RuleError

T = TypeVar("T")


@cache
def _folder(name: str, holds: str) -> Path:
    package = Path(__file__).resolve().parent
    for folder in (package / name, package.parents[1] / name):
        if (folder / holds).is_file():
            return folder
    raise LitgenError(f"{package / name}: the tables are missing; reinstall litgen")


#: Return the folder ``rules/`` of a checkout, or ``litgen/rules`` of an installed wheel.
rules_folder = partial(_folder, "rules", "guards.toml")
grammars_folder = partial(_folder, "grammars", "erg-1214.toml")
prompts_folder = partial(_folder, "prompts", "anli.toml")


@lru_cache(maxsize=32)
def rules_table(name: str) -> dict[str, Any]:
    """Return a cached table from ``rules/``, without examples, which must not be changed.

    Example:
        >>> rules_table("pronouns")["pronoun"][0]["object"]
        'me'
    """
    found: dict[str, Any] = with_function_words(
        _without_examples(read_toml(rules_folder() / f"{name}.toml"))
    )
    return found


def _without_examples(node: Any) -> Any:
    """Remove the examples, which are only for documentation and tests."""
    if isinstance(node, dict):
        return {key: _without_examples(each) for key, each in node.items() if key != "example"}
    return [_without_examples(each) for each in node] if isinstance(node, list) else node


#: Matches the name of a class in a list: ``@universal`` or ``@determiner:universal``.
_CLASS = re.compile(r"@((?:[a-z]+:)?[a-z]+)(?![a-z.:])")


@cache
def function_words() -> Mapping[str, tuple[str, ...]]:
    """Return the members of each closed class of function words, overall and by part of speech.

    The classes are the features that ``rules/lexicon`` declares as ``closed``. A pronoun is in the
    classes of the determiner that it contains (``rules/semantics/pronouns.toml``).

    Example:
        >>> function_words()["determiner:negative"], function_words()["pronoun:universal"]
        (('neither', 'no'), ('everybody', 'everyone', 'everything', 'everywhere'))
    """
    classes: dict[str, set[str]] = {}
    bound: dict[str, str] = {}
    for part in ("determiner", "adverb"):
        table = read_toml(rules_folder() / "lexicon" / f"{part}s.toml")
        closed = {name for name, what in table["features"].items() if what.get("closed")}
        for word, entry in table["lemmas"].items():
            for name in closed.intersection(each for each in entry if isinstance(each, str)):
                classes.setdefault(f"{part}:{name}", set()).add(word)
            if part == "determiner":
                bound.update((e["predicate"], word) for e in entry if "predicate" in e)
    pronouns = read_toml(rules_folder() / "semantics" / "pronouns.toml")
    for pronoun, what in {**pronouns["indefinite"], **pronouns["adverbial"]}.items():
        for name in [n for n, words in classes.items() if bound.get(what[0]) in words]:
            classes.setdefault(f"pronoun:{name.partition(':')[2]}", set()).add(pronoun)
    for name in list(classes):
        classes.setdefault(name.partition(":")[2], set()).update(classes[name])
    return {name: tuple(sorted(words)) for name, words in classes.items()}


def with_function_words(node: Any) -> Any:
    """Replace the names of classes in a table's lists with the words of the classes.

    Example:
        >>> with_function_words(["_@determiner:negative_q", "nor", "@adverb:negation"])
        ['_neither_q', '_no_q', 'nor', "n't", 'not', 'n’t']
    """
    if isinstance(node, dict):
        return {key: with_function_words(each) for key, each in node.items()}
    if not isinstance(node, list):
        return node
    return [each for value in node for each in _with_words(value)]


def _with_words(value: Any) -> list[Any]:
    found = _CLASS.search(value) if isinstance(value, str) else None
    words = function_words().get(found[1]) if found else None
    if found is None or words is None:
        return [with_function_words(value)]
    return [value[: found.start()] + word + value[found.end() :] for word in words]


@lru_cache(maxsize=16)
def grammars_table(name: str) -> dict[str, Any]:
    """Return a cached table from ``grammars/``, which must not be changed.

    Example:
        >>> grammars_table("standins")["nouns"]["predicate"]
        '_*_n_1'
    """
    return read_toml(grammars_folder() / f"{name}.toml")


def read_toml(path: Path) -> dict[str, Any]:
    """Read a file of rules or words.

    Raises:
        RuleError: the file cannot be read.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise RuleError(f"{path}: {error}") from error


@contextmanager
def faults_of(path: Path | str) -> Iterator[None]:
    """Convert errors due to values of the wrong type to errors that name the user's file.

    Raises:
        RuleError: a value that the block uses has the wrong type.
    """
    try:
        yield
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        said = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise RuleError(f"{path}: the form differs from that of litgen's file: {said}") from error


def validated(kind: type[T], value: Any, where: Path | str, context: Any = None) -> T:
    """Convert TOML data to records; pydantic checks types, missing keys and unknown keys.

    Args:
        kind: a NamedTuple, or a container of NamedTuples, whose field validators raise ValueError.
        where: the file for the message.
        context: further data for field validators.

    Raises:
        RuleError: the data is invalid; the message names the file, the record and the key.

    Example:
        >>> from typing import NamedTuple
        >>> class Frame(NamedTuple):
        ...     name: str
        ...     text: str
        >>> validated(dict[str, list[Frame]], {"frame": [{"name": "true"}]}, "frames.toml")
        Traceback (most recent call last):
          ...
        litgen.exceptions.RuleError: frames.toml: frame 'true': 'text' is missing
    """
    from pydantic import ValidationError

    try:
        found: T = _validator(cast(Any, kind)).validate_python(value, context=context)
    except ValidationError as error:
        raise RuleError(f"{where}: {_fault(value, error.errors()[0])}") from None
    return found


@lru_cache(maxsize=64)
def _validator(kind: Any) -> Any:
    from pydantic import TypeAdapter

    return TypeAdapter(kind)


#: Keys that identify a record in messages; the first that it has is used.
_CALLED = ("name", "of", "predicate", "word")


def _fault(node: Any, error: Mapping[str, Any]) -> str:
    """Describe a pydantic error; refer to a record in a list by its name or number."""
    *path, key = error["loc"] or ("the file",)
    if error["type"] in ("missing", "missing_argument"):
        said = f"{key!r} is missing"
    elif error["type"] in ("extra_forbidden", "unexpected_keyword_argument"):
        said = f"unknown key {key!r}"
    else:
        path, said = [*path, key], error["msg"].removeprefix("Value error, ")
        said = said.replace("tuple", "list").replace("dictionary", "table")
    names = []
    for part in path:
        node = node[part] if isinstance(node, (dict, list)) else None
        record = node if isinstance(node, dict) else {}
        called = next((record[each] for each in _CALLED if each in record), None)
        names.append(f"{called or part + 1!r}" if isinstance(part, int) else part)
    return f"{' '.join(names)}: {said}" if names else said


def shipped_and_own(name: str, folder: str | Path | None) -> list[Path]:
    """Return a file in ``rules/`` and, if it exists, the same file in a user's folder."""
    own = [] if folder is None else [Path(folder) / name]
    return [rules_folder() / name, *(path for path in own if path.is_file())]


def word_list(name: str, table: str = "words") -> frozenset[str]:
    """Return a list in ``rules/words.toml`` or another table, or a class of function words.

    Raises:
        KeyError: there is no such list.

    Example:
        >>> "himself" in word_list("reflexives")
        True
    """
    closed = function_words().get(name) if table == "words" else None
    return frozenset(closed or rules_table(table)[name]["words"])


class _Lists:
    """The lists in ``rules/words.toml``, and the classes of function words, by name.

    Example:
        >>> "himself" in LISTS.reflexives
        True
    """

    def __getattr__(self, name: str) -> frozenset[str]:
        try:
            words = word_list(name)
        except KeyError:
            raise AttributeError(f"rules/words.toml has no list {name!r}") from None
        setattr(self, name, words)
        return words


LISTS = _Lists()
