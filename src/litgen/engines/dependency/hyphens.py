"""Hyphenated verbs as one token, which the tokenizer cuts in three: the first of the pipeline."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spacy.language import Language

from litgen.engines.dependency.morphology import is_one_word

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

JOINED = "litgen_joined"


@Language.component(JOINED)
def join(doc: Doc) -> Doc:
    """Make one token of a hyphenated verb, participle or word with a verb's prefix.

    The tagger reads *fact-checked* and *re-signed* as verbs, but *re*, *-* and *signed* as three
    words of their own.
    """
    hyphens = [t.i for t in doc[1:-1] if t.text == "-" and not _has_space(t)]
    if hyphens:
        with doc.retokenize() as retokenizer:
            for i in hyphens:
                first, last = doc[i - 1], doc[i + 1]
                single = i - 2 not in hyphens and i + 2 not in hyphens  # not *go-go-dancing*
                if single and first.is_alpha and is_one_word(first.lower_, last.lower_):
                    retokenizer.merge(doc[i - 1 : i + 2])
    return doc


def _has_space(hyphen: Token) -> bool:
    return bool(hyphen.whitespace_ or hyphen.nbor(-1).whitespace_)
