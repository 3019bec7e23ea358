"""The state of one composition: words, clauses, the graph, and what stands for which word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgen.engines.dependency.composition.graph import UNTENSED, Graph, Properties, Proposition
from litgen.engines.dependency.composition.mending import mend
from litgen.engines.dependency.composition.words import read_words

if TYPE_CHECKING:
    from delphin.mrs import EP

    from litgen.engines.dependency.clauses import Clause, Sentence
    from litgen.engines.dependency.composition.lexicon import Lexicon
    from litgen.engines.dependency.composition.words import Word


class Composer:
    """Everything the constructions share while one sentence is composed.

    Attributes:
        events, referents, groups: as in ``Built``.
        known: token index -> variable already composed for it, a shared subject or a relative
            pronoun's antecedent.
        gaps: (token index of a verb or preposition, role) -> variable of the gap's filler.
        labels: referent -> label of its noun, where modifiers go.
        covered: token indices for which a predication or a function in the grammar stands.
        pending: clauses that hang nowhere else; they are joined to the root at the end.
        deferred: adverbial clauses that the parser hung inside a phrase; the clause takes them.
    """

    __slots__ = (
        "clauses",
        "covered",
        "deferred",
        "events",
        "gaps",
        "graph",
        "groups",
        "known",
        "labels",
        "lexicon",
        "pending",
        "referents",
        "sentence",
        "words",
    )  # fmt: skip

    def __init__(self, sentence: Sentence, lexicon: Lexicon) -> None:
        self.sentence = sentence
        self.lexicon = lexicon
        self.words = read_words(sentence.doc)
        self.clauses: dict[int, Clause] = dict(sentence.by_head)
        mend(self.words, self.clauses)
        _tell(sentence, self.clauses)
        self.graph = Graph()
        self.events: dict[int, str] = {}
        self.referents: dict[int, str] = {}
        self.groups: dict[int, str] = {}
        self.known: dict[int, str] = {}
        self.gaps: dict[tuple[int, str], str] = {}
        self.labels: dict[str, str] = {}
        self.covered: set[int] = set()
        self.pending: list[Proposition] = []
        self.deferred: list[Word] = []

    def cover(self, *words: Word) -> None:
        """Words that the composition has taken account of."""
        self.covered.update(word.i for word in words)

    def add(self, predicate: str, word: Word, label: str, arg0: str, /, **args: str) -> EP:
        """Add the elementary predication of a word, spanning it."""
        self.covered.add(word.i)
        return self.graph.add(predicate, word.span, label, arg0, **args)

    def modify(
        self, predicate: str, word: Word, label: str, target: str, properties: Properties = UNTENSED
    ) -> str:
        """Add a one-place modifier of ``target`` and return its event.

        Example:
            ``c.modify("_old_a_1", word, label, dog, ATTRIBUTIVE)``
        """
        event = self.graph.event(properties)
        self.add(predicate, word, label, event, ARG1=target)
        return event


def _tell(sentence: Sentence, clauses: dict[int, Clause]) -> None:
    """Clauses that mending found or corrected are clauses of the sentence: the realiser edits
    them with the others (*run and jump*, *jump* read as a noun, becomes *ran and jumped*).
    """
    if any(sentence.by_head.get(head) is not clause for head, clause in clauses.items()):
        sentence.by_head.clear()
        sentence.by_head.update(clauses)
        sentence.clauses[:] = [clauses[head] for head in sorted(clauses)]
