"""The antonym construction of Naik et al. (2018, section 3.1), as in the authors' code.

Lesk's algorithm picks a sense for every word. If it is a sense of a noun or satellite adjective,
each antonym of the sense's lemmas in turn replaces the word's first occurrence, even one inside
another word. The authors took the words from the corpus's parses; litgen uses NLTK's tokenizer.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from litgen.replacement import Edit
from litgen.transformations.antonyms.table import load_antonyms
from litgen.transformations.protocol import Order, Outcome, TextTransformation, Variant


class PaperAntonym(TextTransformation):
    """Make every replacement that the authors' code makes, each as a separate variant."""

    def __init__(self, order: Order) -> None:
        from litgen.wordnet import load_wordnet

        super().__init__(order)
        order.parts_of_speech(("ADJ", "NOUN"))
        self._wordnet = load_wordnet()
        self._table = load_antonyms(order.rules)

    def describe(self) -> Mapping[str, Any]:
        wordnet = dict(self._wordnet.describe())
        return {**super().describe(), "mode": "paper", "wordnet": wordnet}

    def _one(self, text: str) -> Outcome:
        made: dict[str, Edit] = {}
        for edit in self._edits(text):
            made.setdefault(edit.made_in(text), edit)
        made.pop(text, None)
        if not made:
            return self._declined("antonym.none")
        return Outcome(
            tuple(
                Variant((changed,), {"choice": str(number)}, edits=(edit,))
                for number, (changed, edit) in enumerate(made.items(), 1)
            )
        )

    def _edits(self, text: str) -> Iterator[Edit]:
        from nltk.tokenize.destructive import NLTKWordTokenizer

        words = [str(word).lower() for word in NLTKWordTokenizer().tokenize(text)]
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
