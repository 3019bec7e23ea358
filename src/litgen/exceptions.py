"""The exceptions of litgen: one root, caught once at the entry point.

Every message is one line that says what is wrong, where, and how to mend it.
"""

from __future__ import annotations

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


class RuleError(LitgenError):
    """A rule file, or a rule, is at fault: the message holds file, rule and reason."""


class EngineError(LitgenError):
    """An engine is missing or broken."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The end of a message about a name that there is not.

    Example:
        >>> did_you_mean("anly", ["anli", "chat"]), did_you_mean("x", ["anli", "chat"])
        ('did you mean anli?', 'there are anli, chat')
    """
    names = list(known)
    near = difflib.get_close_matches(name, names, n=1)
    return f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}"
