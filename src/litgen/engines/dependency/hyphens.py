"""Hyphenated verbs as one token, which spaCy's tokenizer cuts in three.

The tagger reads *fact-checked* and *re-signed* as verbs, but *re*, *-* and *signed* as three words
of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgen.tables import LISTS, word_list
from litgen.trees.morphology import (
    AUXILIARIES,
    OBJECT_CASE,
    is_hyphenated_verb,
)

if TYPE_CHECKING:
    from spacy.tokenizer import Tokenizer
    from spacy.tokens import Doc, Token

#: What stands before a base form, and after a verb with an object.
_BEFORE = AUXILIARIES.keys() | LISTS.negations | {"to", "never"}
_AFTER = frozenset().union(
    LISTS.articles, word_list("definite_determiners"), word_list("possessives"),
    OBJECT_CASE.values(), ["it"],
)  # fmt: skip


class JoiningTokenizer:
    """A tokenizer that makes one token of a hyphenated verb and of a word with a verb's prefix:
    *fact-checked*, *tie-dyed*, *co-founder*."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer

    def __call__(self, text: str) -> Doc:
        doc: Doc = self._tokenizer(text)
        hyphens = [t.i for t in doc[1:-1] if t.text == "-" and not _has_space(t)]
        if hyphens:
            with doc.retokenize() as retokenizer:
                for i in hyphens:
                    single = i - 2 not in hyphens and i + 2 not in hyphens  # not *go-go-dance*
                    if single and _is_one_word(doc, i):
                        retokenizer.merge(doc[i - 1 : i + 2])
        return doc


def _has_space(hyphen: Token) -> bool:
    return bool(hyphen.whitespace_ or hyphen.nbor(-1).whitespace_)


def _is_one_word(doc: Doc, hyphen: int) -> bool:
    first, last = doc[hyphen - 1], doc[hyphen + 1]
    if not first.is_alpha or first.like_num:  # *ten-speed bikes*
        return False
    before = "" if hyphen == 1 else doc[hyphen - 2].lower_
    after = "" if hyphen + 2 == len(doc) else doc[hyphen + 2].lower_
    # *will fact-check*, *fact-checks the speech*; not *part-time work*
    placed = before in _BEFORE or after in _AFTER
    return is_hyphenated_verb(first.lower_, last.lower_, placed, AUXILIARIES.get(before))
