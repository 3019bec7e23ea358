"""The words of sentences, as the statistics of a data set count them."""

from __future__ import annotations

import re

_WORD = re.compile(r"\w+(?:['’]\w+)*")


def words_of(text: str) -> list[str]:
    """The words of a sentence, in small letters.

    Example:
        >>> words_of("A man isn't riding; he's asleep.")
        ['a', 'man', "isn't", 'riding', "he's", 'asleep']
    """
    return [word.replace("’", "'") for word in _WORD.findall(text.casefold())]
