"""Where rules, grammars and prompts lie: in the checkout, or in the installed wheel."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

from litgen.exceptions import LitgenError, RuleError


@lru_cache(maxsize=1)
def rules_folder() -> Path:
    """The folder ``rules/`` of a checkout, or ``litgen/rules`` of an installed wheel.

    Raises:
        LitgenError: if neither is there.
    """
    return _folder("rules", "guards.toml")


@lru_cache(maxsize=1)
def grammars_folder() -> Path:
    """The folder ``grammars/`` of a checkout, or ``litgen/grammars`` of an installed wheel.

    Raises:
        LitgenError: if neither is there.
    """
    return _folder("grammars", "erg-1214.toml")


@lru_cache(maxsize=1)
def prompts_folder() -> Path:
    """The folder ``prompts/`` of a checkout, or ``litgen/prompts`` of an installed wheel.

    Raises:
        LitgenError: if neither is there.
    """
    return _folder("prompts", "anli.toml")


def _folder(name: str, holds: str) -> Path:
    package = Path(__file__).resolve().parent
    for folder in (package / name, package.parents[1] / name):
        if (folder / holds).is_file():
            return folder
    raise LitgenError(f"{package / name}: the tables are missing: install litgen again")


@lru_cache(maxsize=16)
def rules_table(name: str) -> dict[str, Any]:
    """A table of ``rules/``, read once; not to be changed.

    Example:
        >>> rules_table("pronouns")["pronoun"][0]["object"]
        'me'
    """
    return read_toml(rules_folder() / f"{name}.toml")


@lru_cache(maxsize=16)
def grammars_table(name: str) -> dict[str, Any]:
    """A table of ``grammars/``, read once; not to be changed.

    Example:
        >>> grammars_table("standins")["nouns"]["predicate"]
        '_*_n_1'
    """
    return read_toml(grammars_folder() / f"{name}.toml")


def read_toml(path: Path) -> dict[str, Any]:
    """A file of rules or words.

    Raises:
        RuleError: it cannot be read.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise RuleError(f"{path}: {error}") from error


def shipped_and_own(name: str, folder: str | Path | None) -> list[Path]:
    """A file of ``rules/``, and that of the same name in a user's folder, if there is one."""
    own = [] if folder is None else [Path(folder) / name]
    return [rules_folder() / name, *(path for path in own if path.is_file())]


def word_list(name: str) -> frozenset[str]:
    """A list of ``rules/words.toml``.

    Raises:
        KeyError: there is no such list.

    Example:
        >>> "yesterday" in word_list("past_dates")
        True
    """
    return frozenset(rules_table("words")[name]["words"])
