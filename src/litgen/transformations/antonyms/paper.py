"""The antonym construction of Naik et al. (2018, section 3.1), as the authors coded it.

Every word goes through Lesk's algorithm; where the sense it picks is a noun's or a satellite
adjective's (what the program asks for; the paper says nouns and adjectives), each antonym of each
of the sense's words takes the place of the first stretch of letters like the word. The authors took
the words from the corpus's parses; here NLTK's tokenizer finds them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from litgen.replacement import Edit
from litgen.transformations.antonyms.table import load_antonyms
from litgen.transformations.protocol import Level, Outcome, Variant

if TYPE_CHECKING:
    from litgen.wordnet import WordNet


class PaperAntonym:
    """Every replacement that the paper's program makes, one variant each.

    Args:
        name: of the transformation.
        wordnet: the database.
        rules: a folder of the user's tables.

    Example:
        >>> antonym.apply(["i love the old story ."])[0].variants  # doctest: +SKIP
    """

    level: Level = "sentence"

    def __init__(self, name: str, wordnet: WordNet, rules: str | None = None) -> None:
        self.name = name
        self._wordnet = wordnet
        self._table = load_antonyms(rules)

    def apply(self, texts: Sequence[str]) -> list[Outcome]:
        """Replace words, in order of the texts, one outcome each."""
        return [self._outcome(text) for text in texts]

    def describe(self) -> Mapping[str, Any]:
        """Name and WordNet."""
        return {"name": self.name, "mode": "paper", "wordnet": dict(self._wordnet.describe())}

    def _outcome(self, text: str) -> Outcome:
        made: dict[str, Edit] = {}
        for edit in self._edits(text):
            start, before, after = edit
            changed = text[:start] + after + text[start + len(before) :]
            if changed != text:
                made.setdefault(changed, edit)
        if not made:
            return Outcome(declined="no antonym", stage="inapplicable")
        return Outcome(
            tuple(
                Variant((changed,), {"choice": str(number)}, edits=(edit,))
                for number, (changed, edit) in enumerate(made.items(), 1)
            )
        )

    def _edits(self, text: str) -> Iterator[Edit]:
        words = [word.lower() for word in _words(text)]
        for word in words:
            if word in self._table.veto:
                continue
            sense = self._wordnet.lesk(words, word)
            start = text.find(word)
            if sense is None or sense[1] not in ("s", "n") or start < 0:
                continue
            for antonym in self._wordnet.antonyms(sense[0]):
                if " " not in antonym and antonym not in self._table.refused:
                    yield Edit(start, word, antonym)


def _words(text: str) -> list[str]:
    from nltk.tokenize.destructive import NLTKWordTokenizer

    return [str(word) for word in NLTKWordTokenizer().tokenize(text)]
