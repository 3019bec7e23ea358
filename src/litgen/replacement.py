"""Replace words in a text, preserve capitals, and correct *a* and *an*."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from litgen.lexicon import article_for

_ARTICLE = re.compile(r"\b(an?)(\s+)$", re.IGNORECASE)


class Edit(NamedTuple):
    """A replaced span of a text, and its replacement."""

    start: int  #: position in the text before the transformation, in characters
    before: str
    after: str

    def made_in(self, text: str) -> str:
        """Apply this edit to a text, and return the result."""
        return text[: self.start] + self.after + text[self.start + len(self.before) :]


class Replacement(NamedTuple):
    """A span of a text, in characters, and the word that replaces it, in lower case."""

    start: int
    end: int
    word: str


def replace(text: str, replacements: Sequence[Replacement]) -> tuple[str, tuple[Edit, ...]]:
    """Replace words in a text; return the new text and its edits.

    The new word begins with a capital if the old one does; *a* and *an* before a replaced word
    become the form that the new word requires.

    Example:
        >>> replace("A automobile hit an infant.", [Replacement(20, 26, "baby")])
        ('A automobile hit a baby.', (Edit(start=17, before='an infant', after='a baby'),))
    """
    made, edits = text, []
    for start, end, word in sorted(replacements, reverse=True):
        before, after = text[start:end], word
        if before[:1].isupper() and (not before[1:].isupper() or not text[:start].strip()):
            after = word[:1].upper() + word[1:]  # but not if all letters are capitals (TV)
        article = _ARTICLE.search(text[:start])
        if article and article_for(after) != article[1].lower():
            right = article_for(after)
            right = right.capitalize() if article[1][0].isupper() else right
            start = article.start()
            before, after = text[start:end], f"{right}{article[2]}{after}"
        made = made[:start] + after + made[end:]
        edits.append(Edit(start, before, after))
    return made, tuple(reversed(edits))
