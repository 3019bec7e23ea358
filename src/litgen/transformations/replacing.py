"""What the transformations share that put words of WordNet in the place of others."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

from litgen.transformations.plausibility import LIMIT, Trial, losses
from litgen.transformations.protocol import Level, Order, Outcome
from litgen.transformations.units import (
    hyphenated,
    load_idioms,
    part_of_compound,
    part_of_idiom,
    part_of_name,
)
from litgen.transformations.wording import Replacement
from litgen.wordnet.sensing import read_senses

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

    from litgen.ranking import Ranker
    from litgen.wordnet import Pos, WordNet

_CONTENT = ("NOUN", "VERB", "ADJ", "ADV", "PROPN")

#: What may be done to one text, before the language model is asked.
Draft = TypeVar("Draft")


class WordReplacement(ABC, Generic[Draft]):
    """Replaces words in the sense that the sentence means, where a language model has no objection.

    Args:
        name: of the transformation.
        wordnet: the database.
        parts: universal parts of speech whose words may be replaced.
        seed: for drawing one of several words.
        rules: a folder of the user's tables.
        ranker: a language model that refuses what reads badly; None refuses nothing.
    """

    level: Level = "sentence"

    def __init__(
        self,
        name: str,
        wordnet: WordNet,
        parts: Sequence[str],
        seed: int = 0,
        rules: str | None = None,
        ranker: Ranker | None = None,
    ) -> None:
        self.name = name
        self._wordnet = wordnet
        self._parts = tuple(parts)
        self._seed = seed
        self._ranker = ranker
        self._idioms = load_idioms(rules)
        self._phrases = wordnet.phrases

    @classmethod
    def ordered(cls, order: Order, parts: Sequence[str]) -> Self:
        """The transformation that was asked for.

        Raises:
            LitgenError: WordNet is missing or damaged; a table is at fault.
        """
        from litgen.wordnet import load_wordnet

        seed = order.settings.seed
        return cls(order.name, load_wordnet(), parts, seed, order.rules, order.ranker)

    def apply(self, texts: Sequence[str]) -> list[Outcome]:
        """Replace words, in order of the texts, one outcome each."""
        found = self._drafts(texts)
        trials = [(text, replacement) for text in found for replacement in self._tried(found[text])]
        lost = losses(trials, self._ranker)
        return [self._outcome(text, found[text], lost) for text in texts]

    def describe(self) -> Mapping[str, Any]:
        """Name, parts of speech, WordNet, the pipeline that read the sentences."""
        from litgen.engines.dependency.models import describe_nlp

        return {
            "name": self.name,
            "mode": "sound",
            "parts": list(self._parts),
            "wordnet": dict(self._wordnet.describe()),
            **describe_nlp(),
        }

    def _drafts(self, texts: Sequence[str]) -> dict[str, Draft]:
        """A draft of each distinct text; those that are settled without a tree are not parsed."""
        from litgen.engines.dependency.sentences import parse_docs

        settled = {text: self._settled(text) for text in texts}
        left = [text for text, draft in settled.items() if draft is None]
        drafts = {text: draft for text, draft in settled.items() if draft is not None}
        for text, tree in zip(left, parse_docs(left), strict=True):
            drafts[text] = self._draft(text, tree)
        return drafts

    def _settled(self, text: str) -> Draft | None:
        """The draft of a text whose words alone say enough, None where it must be parsed."""
        return None

    @abstractmethod
    def _draft(self, text: str, tree: Doc) -> Draft:
        """What may be done to a text."""

    @abstractmethod
    def _tried(self, draft: Draft) -> Iterable[Replacement]:
        """The replacements that the language model is asked about, each made alone."""

    @abstractmethod
    def _outcome(self, text: str, draft: Draft, lost: Mapping[Trial, float]) -> Outcome:
        """What is done to a text, given what each replacement costs it."""

    def _in_unit(self, token: Token) -> str | None:
        """*name* or *compound* where a word is part of one."""
        if part_of_name(token):
            return "name"
        if hyphenated(token) or (token.pos_ == "NOUN" and part_of_compound(token)):
            return "compound"
        return None

    def _in_idiom(self, token: Token) -> bool:
        return part_of_idiom(token, self._idioms, self._phrases)

    def _probability(
        self, token: Token, word: str, pos: Pos, wanted: Collection[str], usual: Collection[str]
    ) -> float:
        """How sure it is that the sentence means one of the wanted senses of a word.

        Args:
            token: the word where it stands.
            word: its base form.
            pos: WordNet's part of speech.
            wanted: names of senses.
            usual: names of senses that are known to be the usual ones.
        """
        readings = read_senses(self._wordnet, word, pos, _context(token), usual)
        return sum(r.probability for r in readings if r.sense.name in wanted)


def reads_well(text: str, replacement: Replacement, lost: Mapping[Trial, float]) -> bool:
    """Whether the language model has no objection to a replacement, or was not asked."""
    return lost.get((text, replacement), 0.0) <= LIMIT


def _context(token: Token) -> Iterator[str]:
    """Base forms of the content words of the text, the word itself left out."""
    return (t.lemma_ for t in token.doc if t.pos_ in _CONTENT and t.i != token.i)
