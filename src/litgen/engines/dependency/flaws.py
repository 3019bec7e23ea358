"""What is wrong in a sentence as it stands: nothing is made of one with a flaw."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from litgen.engines.dependency.facts import told
from litgen.lexicon import article_for
from litgen.tables import rules_table

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token


def flaws(doc: Doc) -> Iterator[tuple[str, Token]]:
    """What is wrong in a sentence as it stands, and the words: the flaws of ``rules/flaws.toml``,
    and ``article form`` (*a animal*)."""
    yield from told(doc, "flaws", "flaw")
    text = doc.text
    for entry in rules_table("flaws")["flaw"]:
        for found in re.finditer(entry["text"], text) if "text" in entry else ():
            start = found.start()
            yield entry["name"], next(t for t in doc if t.idx + len(t) > start)
    yield from (("article form", token) for token in doc[:-1] if _is_other_article(token))


def _is_other_article(article: Token) -> bool:
    """*a animal*; either may stand before a number, an *h*, letters: *an LSC decision*."""
    word, after = article.lower_, article.nbor()
    first = after.lower_[:1]
    spelt = len(after) < 3 or after.text.isupper() or not first.isalpha() or first == "h"
    if word not in ("a", "an") or article.dep_ != "det" or spelt:
        return False
    return article_for(after.lower_) != word and not (word == "an" and first in "aeiou")
