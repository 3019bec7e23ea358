"""Spelling errors (Naik et al. 2018, section 3.3): two letters swapped, or a neighbouring key hit.

*The man sleeps.* -> *Teh man sleeps.* One word of a text is misspelt.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from litgen.exceptions import UsageError
from litgen.replacement import Edit
from litgen.tables import rules_table
from litgen.transformations.drawing import generator
from litgen.transformations.lexicon import is_word
from litgen.transformations.naming import refuse_unknown
from litgen.transformations.protocol import Level, Order, Outcome, Variant
from litgen.transformations.tagging import Remembering, load_tagger
from litgen.transformations.tokens import Token, words_of

OPERATIONS = ("swap", "keyboard")
KINDS = ("any", "content", "function")
#: Parts of speech of content words, and of function words; of determiners the articles only.
_CONTENT = ("NOUN", "ADJ")
_FUNCTION = ("CONJ", "PRON", "DET")
_ARTICLES = ("a", "an", "the")
#: Words that are misspelt: letters, also with hyphens; two at least.
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
#: A shorter name, misspelt, may be another one (*Tim*, *Tom*).
_NAME_LENGTH = 5


class Spelling:
    """Misspells one word of a text, drawn among those that can be.

    What comes out is never the word itself, and in sound mode no other word of English either
    (*form* for *from* is no spelling error that a reader would mend).

    Args:
        name: such as ``spelling:keyboard,content``.
        operations: which errors may be drawn: ``swap``, ``keyboard``.
        kind: which words: ``any``, ``content`` or ``function``.
        seed: of the drawing.
        sound: whether other words of English are refused.
        tagger: tags words; None where all are taken.
        tokenized: whether texts are split at spaces already.

    Example:
        >>> made = Spelling("spelling:swap", ("swap",), "any", seed=0).apply(["Teh sky."])[0]
        >>> made.variants[0].edits[0].before in ("Teh", "sky")
        True
    """

    level: Level = "sentence"

    def __init__(
        self,
        name: str,
        operations: Sequence[str],
        kind: str,
        seed: int,
        sound: bool = True,
        tagger: Remembering | None = None,
        tokenized: bool = False,
    ) -> None:
        self.name = name
        self._operations = tuple(operations)
        self._kind = kind
        self._seed = seed
        self._sound = sound
        self._tagger = tagger
        self._tokenized = tokenized

    def apply(self, texts: Sequence[str]) -> list[Outcome]:
        """Misspell a word of each text, in order, one outcome each."""
        tokens = [words_of(text, self._tokenized) for text in texts]
        if self._tagger is None:
            return [self._one(*each) for each in zip(texts, tokens, strict=True)]
        tags = self._tagger.tag([[token.word for token in each] for each in tokens])
        chosen = [
            [token for token, tag in zip(words, of_words, strict=True) if self._fits(token, tag)]
            for words, of_words in zip(tokens, tags, strict=True)
        ]
        return [self._one(*each) for each in zip(texts, chosen, strict=True)]

    def _fits(self, token: Token, tag: str) -> bool:
        if self._kind == "content":
            return tag in _CONTENT
        return tag in _FUNCTION and (tag != "DET" or token.word.lower() in _ARTICLES)

    def _one(self, text: str, tokens: Sequence[Token]) -> Outcome:
        draw = generator(self._seed, self.name, text)
        order = [token for token in tokens if len(token.word) > 1 and _WORD.fullmatch(token.word)]
        draw.shuffle(order)
        for token in order:
            if self._sound and _is_short_name(text, token):
                continue
            operations = list(self._operations)
            draw.shuffle(operations)
            for operation in operations:
                errors = self._errors(token.word, operation)
                if errors:
                    return _outcome(text, token, draw.choice(errors))
        return Outcome(declined="no word to misspell", stage="inapplicable")

    def _errors(self, word: str, operation: str) -> list[str]:
        """The misspellings of a word; in sound mode those that make no other word of it."""
        made = misspellings(word, operation)
        return [each for each in made if not (self._sound and _is_another(word, each))]

    def describe(self) -> Mapping[str, Any]:
        """Name, what it draws from, seed; the tagger where it has one."""
        told: dict[str, Any] = {
            "name": self.name,
            "operations": list(self._operations),
            "words": self._kind,
            "mode": "sound" if self._sound else "paper",
            "seed": self._seed,
            "tokenized": self._tokenized,
        }
        if self._sound:
            from litgen.engines.dependency.models import describe_nlp

            told["words_of_english"] = describe_nlp()
        return told if self._tagger is None else {**told, "tagger": dict(self._tagger.describe())}


def _is_another(word: str, error: str) -> bool:
    """Whether an error is a word, or the part that it changes is (*two-letter*, *tow-letter*)."""
    parts = zip(word.lower().split("-"), error.lower().split("-"), strict=True)
    changed = [after for before, after in parts if after != before]
    return any(is_word(each) for each in (error.lower(), *changed))


def misspellings(word: str, operation: str) -> list[str]:
    """All distinct misspellings of a word by one error; the case stays with the place.

    Example:
        >>> misspellings("The", "swap"), misspellings("at", "keyboard")
        (['Hte', 'Teh'], ['st', 'ar', 'ay'])
    """
    made = _swapped(word) if operation == "swap" else _hit_beside(word)
    return [each for each in dict.fromkeys(made) if each != word]


def _swapped(word: str) -> Iterator[str]:
    for at in range(len(word) - 1):
        first, second = word[at], word[at + 1]
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
    """Letters, each with those beside it in its row of the keyboard."""
    beside: dict[str, str] = {}
    for row in rules_table("keyboard")["rows"]:
        for left, right in zip(row, row[1:], strict=False):
            beside[left] = beside.get(left, "") + right
            beside[right] = beside.get(right, "") + left
    return beside


def _is_short_name(text: str, token: Token) -> bool:
    """Whether a word is written like a name and so short that it may become another."""
    if len(token.word) >= _NAME_LENGTH or not token.word[0].isupper():
        return False
    return bool(text[: token.start].strip()) or not is_word(token.word.lower())


def _outcome(text: str, token: Token, word: str) -> Outcome:
    edit = Edit(token.start, token.word, word)
    changed = text[: token.start] + word + text[token.end :]
    return Outcome((Variant((changed,), edits=(edit,), counts={"changed": 1}),))


def find(order: Order) -> Spelling:
    """``spelling``, with ``swap`` or ``keyboard``, and ``any``, ``content`` or ``function``.

    Raises:
        UsageError: another argument, or two of one kind.
        LitgenError: the tagger's data is not there.
    """
    refuse_unknown(order.name, order.arguments, (*OPERATIONS, *KINDS, "sound", "paper"))
    operations = [each for each in order.arguments if each in OPERATIONS]
    kinds = [each for each in order.arguments if each in KINDS]
    if len(kinds) > 1:
        raise UsageError(f"{order.name}: take one of {', '.join(KINDS)}")
    kind = kinds[0] if kinds else "any"
    settings = order.settings
    return Spelling(
        order.name,
        operations or OPERATIONS,
        kind,
        settings.seed,
        order.mode == "sound",
        None if kind == "any" else load_tagger(settings.tagger),
        settings.tokenized,
    )
