"""Appositions: a noun phrase after a noun that is said of the same thing."""

from __future__ import annotations

from litgen.engines.dependency.composition.composer import Composer, modifier
from litgen.engines.dependency.words import Word


@modifier("after", 35, label="appos")
@modifier("after", 51, label="npadvmod dep dobj attr nmod oprd nsubj pobj compound",
          pos="NOUN PROPN PRON", side="after")  # fmt: skip
@modifier("after", 51, label="nummod npadvmod dep nmod", pos="NUM SYM", side="after")
def apposition(c: Composer, word: Word, target: str, label: str) -> None:
    """*Kim, the manager*: ``appos`` of the two."""
    inner = c.noun_phrase(word)
    span = (word.head.start, word.wide_end)
    c.graph.modify("appos", span, label, ARG1=target, ARG2=inner)
