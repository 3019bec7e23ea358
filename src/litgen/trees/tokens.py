"""spaCy's classes for type annotations; only type checkers import spaCy, which takes a second."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token
else:
    Doc = Span = Token = Any

__all__ = ["Doc", "Span", "Token"]
