"""The exceptions of litgen, with a common root that is caught only at the entry point.

Every message is one line that says what is wrong, where, and how to fix it.
"""

import difflib
from collections.abc import Iterable


class LitgenError(Exception):
    """The base class of all errors that litgen raises deliberately (exit code 1)."""

    exit_code = 1


class UsageError(LitgenError):
    """The caller requested something that does not exist or does not fit (exit code 2)."""

    exit_code = 2


class DataError(LitgenError):
    """Input cannot be read; the message names the file and line."""


class InputError(DataError, UsageError):
    """An input that the caller named is missing or of the wrong kind (exit code 2)."""


class RuleError(LitgenError):
    """A rule or rule file is faulty; the message names the file, rule and reason."""


class EngineError(LitgenError):
    """An engine is missing or broken."""


#: Maximum number of names that a message lists if none is similar.
_LISTED = 24


def nearest(name: str, known: Iterable[str]) -> list[str]:
    """Return at most three known names similar to an unknown name, the most similar first.

    Example:
        >>> nearest("orignal", ["past", "original"])
        ['original']
    """
    there = {each.lower(): each for each in known}
    return [there[each] for each in difflib.get_close_matches(name.lower(), there)]


def did_you_mean(name: str, known: Iterable[str], see: str = "litgen list") -> str:
    """Return the end of a message about an unknown name: suggestions, or all known names.

    Args:
        see: the command that lists the names, used if there are too many for a message.

    Example:
        >>> did_you_mean("anly", ["anli", "chat"]), did_you_mean("x", ["anli", "chat"])
        ('did you mean anli?', 'there are anli, chat')
    """
    names = list(dict.fromkeys(known))
    if near := nearest(name, names):
        return f"did you mean {' or '.join(near)}?"
    if len(names) > _LISTED:
        return f"{see} shows the {len(names)} that there are"
    return f"there are {', '.join(names)}" if names else "there are none"
