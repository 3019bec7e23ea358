"""Detection of texts in a language other than English, by function words (spaCy's lists)."""

import importlib.util
import re
import runpy
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

#: Languages that are distinguished from English, by spaCy's codes. Languages in other scripts need
#: no list.
_OTHERS = ("cs", "da", "de", "es", "fi", "fr", "hu", "it", "nb", "nl", "pl", "pt", "ro", "sv", "tr")
_WORD = re.compile(r"[^\W\d_]+")
#: The share of words that must be function words of the other language, and the least ratio of
#: these to English function words. In German captions a third are, in English ones hardly any.
_SHARE, _TIMES = 0.25, 2


def other_language(texts: Iterable[str]) -> str | None:
    """Return the code of the language that texts look like, or None if that may be English.

    Example:
        >>> other_language(["Der Hund schläft.", "Ein Mann liest ein Buch."])
        'de'
        >>> other_language(["A dog is sleeping.", "Two men are on bikes."]) is None
        True
    """
    words = [word for text in texts for word in _WORD.findall(text.lower())]
    if not words:
        return None

    def share(language: str) -> float:
        listed = _function_words(language)
        return sum(word in listed for word in words) / len(words)

    shares = {language: share(language) for language in _OTHERS}
    best = max(shares, key=shares.__getitem__)
    return best if shares[best] >= max(_SHARE, _TIMES * share("en")) else None


@lru_cache(maxsize=32)
def _function_words(language: str) -> frozenset[str]:
    """Read spaCy's list from its file alone; importing a language compiles tokenizer patterns."""
    found = importlib.util.find_spec("spacy.lang")
    assert found is not None and found.submodule_search_locations is not None
    folder = Path(found.submodule_search_locations[0])
    return frozenset(runpy.run_path(str(folder / language / "stop_words.py"))["STOP_WORDS"])
