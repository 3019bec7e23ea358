"""spaCy's classes for annotations: importing spaCy takes a second, so only type checkers do it."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token
else:
    Doc = Span = Token = Any

__all__ = ["Doc", "Span", "Token"]
