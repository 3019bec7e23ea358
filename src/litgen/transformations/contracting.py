"""``contraction`` exchanges *is not* and *isn't* in statements, commands and questions."""

import re
from functools import lru_cache

from litgen.replacement import Edit
from litgen.tables import word_list
from litgen.transformations.protocol import Outcome, TextTransformation

#: Auxiliaries that lose letters before *n't*.
_STEMS = {"can": "ca", "will": "wo"}
#: Words that make a preceding *not* a constituent negation; determiners that make *will* a noun.
_ONLY = re.compile(r"\s+(?:only|just|merely|simply|necessarily|even|all|every)\b", re.IGNORECASE)
_NOUN = re.compile(r"\b(?:a|an|the|my|his|her|its|our|their|your)\s+$", re.IGNORECASE)


class Contraction(TextTransformation):
    """Expand each *n't*, except in questions; if there is none, contract each *not*.

    Example:
        >>> from litgen.transformations.protocol import Order
        >>> contraction = Contraction(Order("contraction"))
        >>> made = contraction.apply(["Do not miss it.", "She can't come.", "Isn't it?"])
        >>> [each.variants[0].text if each.variants else each.declined for each in made]
        ["Don't miss it.", 'She cannot come.', 'contraction.none']
    """

    arguments = ()

    def _one(self, text: str) -> Outcome:
        expanded = [] if "?" in text else _edits(text, short=True)
        edits = expanded or _edits(text, short=False)
        if not edits:
            return self._declined("contraction.none")
        made = text
        for edit in reversed(edits):
            made = edit.made_in(made)
        return self._changed(made, *edits, changed=len(edits))


def _edits(text: str, *, short: bool) -> list[Edit]:
    """Return the edits that expand *n't* (if ``short``) or contract *not* (otherwise)."""
    pattern, words = _forms(short)
    return [
        Edit(found.start(), found[0], _like(found[0], words[_plain(found[0])]))
        for found in pattern.finditer(text)
        if short or not (_ONLY.match(text, found.end()) or _NOUN.search(text[: found.start()]))
    ]


@lru_cache(maxsize=2)
def _forms(short: bool) -> tuple[re.Pattern[str], dict[str, str]]:
    """Return a pattern for the short or the full forms in spaCy's table, and their replacements."""
    from spacy.lang.en.tokenizer_exceptions import TOKENIZER_EXCEPTIONS

    full = {stem: word for word, stem in _STEMS.items()}
    contracted = {
        each: f"{full.get(each[:-3], each[:-3])} not"
        for each in TOKENIZER_EXCEPTIONS
        if each.endswith("n't") and each.islower()
        and full.get(each[:-3], each[:-3]) not in word_list("rarely_contracted")
    }  # fmt: skip
    contracted["can't"] = "cannot"
    words = contracted if short else {
        **{of: each for each, of in contracted.items()}, "can not": "can't",
    }  # fmt: skip
    either = "|".join(sorted(map(re.escape, words), key=len, reverse=True))
    pattern = either.replace("'", "['’]").replace(r"\ ", r"\s+")
    return re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE), words


def _plain(found: str) -> str:
    return " ".join(found.lower().replace("’", "'").split())


def _like(found: str, word: str) -> str:
    """Return a word with the capitalisation of the word that it replaces."""
    if found.isupper():
        return word.upper()
    return word[0].upper() + word[1:] if found[0].isupper() else word
