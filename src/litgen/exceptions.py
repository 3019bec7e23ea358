"""The exceptions of litgen, with a common base class that only the entry point catches.

Every message is one line that states where the error is, what is wrong and how to fix it.
"""

import difflib
from collections.abc import Iterable


class LitgenError(Exception):
    """The base class of all errors that litgen raises deliberately (exit code 1)."""

    exit_code = 1


class UsageError(LitgenError):
    """The caller requested something that does not exist or is invalid (exit code 2)."""

    exit_code = 2


class DataError(LitgenError):
    """An input cannot be read; the message names the file and line."""


class InputError(DataError, UsageError):
    """An input that the caller named is missing or of the wrong kind (exit code 2)."""


class RuleError(LitgenError):
    """A rule or rule file is faulty; the message names the file, the rule and the reason."""


class EngineError(LitgenError):
    """An engine is missing or broken."""


#: Maximum number of names that a message lists if none is similar.
_LISTED = 24


def nearest(name: str, known: Iterable[str]) -> list[str]:
    """Return at most three known names that are similar to an unknown name, most similar first.

    Example:
        >>> nearest("orignal", ["past", "original"])
        ['original']
    """
    there = {each.lower(): each for each in known}
    return [there[each] for each in difflib.get_close_matches(name.lower(), there)]


def did_you_mean(name: str, known: Iterable[str], see: str = "litgen list") -> str:
    """Return the end of a message about an unknown name: similar names, or all known names.

    Args:
        see: the command or file that lists the names, used if there are too many for a message.

    Example:
        >>> did_you_mean("anly", ["anli", "chat"]), did_you_mean("x", ["anli", "chat"])
        ('did you mean anli?', 'use one of anli, chat')
    """
    names = list(dict.fromkeys(known))
    if near := nearest(name, names):
        return f"did you mean {' or '.join(near)}?"
    if len(names) > _LISTED:
        return f"{see} lists all {len(names)}"
    return f"use one of {', '.join(names)}" if names else "there are none"
