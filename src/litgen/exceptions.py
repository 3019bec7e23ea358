"""The exceptions of litgen: one root, caught once at the entry point.

Every message is one line that says what is wrong, where, and how to mend it.
"""


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
