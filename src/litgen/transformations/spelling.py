"""Spelling errors: two swapped letters or a neighbouring key (Naik et al. 2018, section 3.3)."""

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from litgen.exceptions import UsageError
from litgen.replacement import Edit
from litgen.tables import rules_table, word_list
from litgen.transformations.naming import refuse_unknown
from litgen.transformations.protocol import Order, Outcome, TextTransformation
from litgen.transformations.tagging import load_tagger
from litgen.transformations.tokens import Token, is_number, words_of

OPERATIONS = ("swap", "keyboard")
KINDS = ("any", "content", "function")
#: Parts of speech of content words and of function words; of the determiners, only articles count.
_PARTS = {"content": ("NOUN", "ADJ"), "function": ("CONJ", "PRON", "DET")}
_ARTICLES = ("a", "an", "the")
#: Candidate words: letters, possibly with hyphens.
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
#: Names shorter than this may turn into other names when misspelt (*Tim*, *Tom*).
_NAME_LENGTH = 5


class Spelling(TextTransformation):
    """Misspell a word drawn at random from a text: *Teh man sleeps.*

    The arguments are ``swap`` or ``keyboard``, and ``any``, ``content`` or ``function``. In sound
    mode the result is not another English word, since readers would not recognise *form* as a
    misspelling of *from*.

    Raises:
        UsageError: an argument is unknown, or more than one kind of word is given.
        LitgenError: the tagger's data is missing.
    """

    def __init__(self, order: Order) -> None:
        super().__init__(order)
        refuse_unknown(order.name, order.arguments, (*OPERATIONS, *KINDS, "sound", "paper"))
        chosen = [each for each in order.arguments if each in OPERATIONS]
        self._operations = chosen or list(OPERATIONS)
        kinds = [each for each in order.arguments if each in KINDS]
        if len(kinds) > 1:
            raise UsageError(f"{order.name}: use only one of {', '.join(KINDS)}")
        self._kind = (*kinds, "any")[0]
        self._sound = order.mode == "sound"
        self._tagger = None if self._kind == "any" else load_tagger(order.settings.tagger)

    def apply(self, texts: Sequence[str]) -> list[Outcome]:
        tokens = [words_of(text, self.settings.tokenized) for text in texts]
        if self._tagger is not None:
            tagged = self._tagger.tag([[token.word for token in each] for each in tokens])
            tokens = [
                tuple(t for t, tag in zip(words, tags, strict=True) if self._is_kind(t, tag))
                for words, tags in zip(tokens, tagged, strict=True)
            ]
        return [self._misspell(*each) for each in zip(texts, tokens, strict=True)]

    def _is_kind(self, token: Token, tag: str) -> bool:
        return tag in _PARTS[self._kind] and (tag != "DET" or token.word.lower() in _ARTICLES)

    def _misspell(self, text: str, tokens: Sequence[Token]) -> Outcome:
        draw = self._draw(text)
        order = [token for token in tokens if len(token.word) > 1 and _WORD.fullmatch(token.word)]
        draw.shuffle(order)
        for token in order:
            if self._sound and (_is_short_name(text, token) or is_number(token.word)):
                continue
            operations = list(self._operations)
            draw.shuffle(operations)
            for operation in operations:
                errors = misspellings(token.word, operation)
                if self._sound:
                    errors = [each for each in errors if not _is_another(token.word, each)]
                if errors:
                    edit = Edit(token.start, token.word, draw.choice(errors))
                    return self._changed(edit.made_in(text), edit, changed=1)
        return self._declined("spelling.none")

    def describe(self) -> Mapping[str, Any]:
        own: dict[str, Any] = {"operations": self._operations, "words": self._kind}
        own |= {"mode": self.mode, "seed": self.settings.seed}
        if self._sound:
            from litgen.engines.dependency.models import describe_nlp

            own["words_of_english"] = describe_nlp()
        if self._tagger is not None:
            own["tagger"] = dict(self._tagger.describe())
        return {**super().describe(), **own, "tokenized": self.settings.tokenized}


def _is_another(word: str, error: str) -> bool:
    """Check whether a misspelling or its changed part is a word: *tow-letter* for *two-letter*."""
    parts = zip(word.lower().split("-"), error.lower().split("-"), strict=True)
    changed = [after for before, after in parts if after != before]
    return any(is_word(each) for each in (error.lower(), *changed))


def misspellings(word: str, operation: str) -> list[str]:
    """Return all distinct misspellings of a word by one operation; each position keeps its case.

    Example:
        >>> misspellings("The", "swap"), misspellings("at", "keyboard")
        (['Hte', 'Teh'], ['st', 'ar', 'ay'])
    """
    made = _swapped(word) if operation == "swap" else _hit_beside(word)
    return [each for each in dict.fromkeys(made) if each != word]


def _swapped(word: str) -> Iterator[str]:
    for at, (first, second) in enumerate(pairwise(word)):
        if first.isalpha() and second.isalpha():
            new = _cased(second, first) + _cased(first, second)
            yield word[:at] + new + word[at + 2 :]


def _hit_beside(word: str) -> Iterator[str]:
    for at, letter in enumerate(word):
        for neighbour in _neighbours().get(letter.lower(), ""):
            yield word[:at] + _cased(neighbour, letter) + word[at + 1 :]


def _cased(letter: str, like: str) -> str:
    return letter.upper() if like.isupper() else letter.lower()


@lru_cache(maxsize=1)
def _neighbours() -> dict[str, str]:
    """Map each letter to its neighbours in the same row of the keyboard."""
    beside: dict[str, str] = {}
    for row in rules_table("keyboard")["rows"]:
        for left, right in pairwise(row):
            beside[left] = beside.get(left, "") + right
            beside[right] = beside.get(right, "") + left
    return beside


def _is_short_name(text: str, token: Token) -> bool:
    """Check whether a word looks like a name so short that an error may yield another name."""
    if len(token.word) >= _NAME_LENGTH or not token.word[0].isupper():
        return False
    return bool(text[: token.start].strip()) or not is_word(token.word.lower())


_FURTHER = word_list("further_words")
#: Shorter entries in spaCy's vocabulary are mostly parts of words.
_LONG = 4


def is_word(word: str) -> bool:
    """Check whether a lower-cased word is an English word.

    The sources are spaCy's stop words and vocabulary, LemmInflect's dictionary, and
    ``further_words`` in ``rules/words.toml``. These contain no accented words (*café*), so every
    accented word counts as a word.

    Example:
        >>> is_word("from"), is_word("form"), is_word("frmo"), is_word("crêpe")
        (True, True, False, True)
    """
    from spacy.lang.en.stop_words import STOP_WORDS

    from litgen.engines.dependency.models import load_nlp
    from litgen.trees.morphology import known_as

    plain = unicodedata.normalize("NFKD", word)
    if not word.isascii() and "".join(c for c in plain if not unicodedata.combining(c)).isascii():
        return True
    known = word in STOP_WORDS or word in _FURTHER or known_as(word)
    return bool(known) or (len(word) >= _LONG and word in _seen(load_nlp().path))


@lru_cache(maxsize=2)
def _seen(pipeline: Path | None) -> frozenset[str]:
    """Return the pipeline's vocabulary as stored, without the words that spaCy adds as it runs."""
    if pipeline is None:
        return frozenset()
    strings = json.loads((pipeline / "vocab" / "strings.json").read_text("utf-8"))
    return frozenset(string for string in strings if string.isalpha())
