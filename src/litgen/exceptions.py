"""The exceptions of litgen: one root, caught once at the entry point.

Every message is one line that says what is wrong, where, and how to fix it.
"""

import difflib
from collections.abc import Iterable


class LitgenError(Exception):
    """Root of all errors that litgen raises on purpose (exit code 1)."""

    exit_code = 1


class UsageError(LitgenError):
    """The caller asked for something that does not exist or does not fit (exit code 2)."""

    exit_code = 2


class DataError(LitgenError):
    """Input that cannot be read: the message holds file and line."""


class InputError(DataError, UsageError):
    """What was named is not there, or is something else than is needed (exit code 2)."""


class RuleError(LitgenError):
    """A rule file, or a rule, is at fault: the message holds file, rule and reason."""


class EngineError(LitgenError):
    """An engine is missing or broken."""


#: How many names a message lists where none comes near.
_LISTED = 24


def nearest(name: str, known: Iterable[str]) -> list[str]:
    """The names that come near one that there is not, nearest first, at most three.

    Example:
        >>> nearest("orignal", ["past", "original"])
        ['original']
    """
    there = {each.lower(): each for each in known}
    return [there[each] for each in difflib.get_close_matches(name.lower(), there)]


def did_you_mean(name: str, known: Iterable[str], see: str = "litgen list") -> str:
    """The end of a message about a name that there is not.

    Args:
        see: the command that lists the names, where there are too many for a message.

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
