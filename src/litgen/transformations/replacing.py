"""Base class of the transformations that replace words with the help of WordNet."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from litgen.engines.dependency.models import describe_nlp
from litgen.engines.dependency.sentences import parse_docs
from litgen.replacement import Replacement, replace
from litgen.transformations.protocol import Order, Outcome, Stage, TextTransformation, Variant
from litgen.transformations.units import Units
from litgen.trees.tokens import Doc

#: Maximum loss in a sentence's log probability for one replaced word, in nats. Among 600
#: replacements in SNLI and MultiNLI, wrong ones (*batter* in the sense of dough) lost 12 or more.
LIMIT = 11.0
#: A text and one replacement in it.
Trial = tuple[str, Replacement]


class Draft(NamedTuple):
    """The possible replacements in one text, before the language model scores them.

    Attributes:
        choices: for each word to replace, a mapping from its possible replacements, in random
            order, to the edits that make them, one for each occurrence of the word.
        stage: the stage at which processing ended if there are no choices.
        limit: the maximum loss in log probability for one replacement, in nats.
        parameters: the parameters that a replacement adds to its variant.
    """

    choices: Sequence[Mapping[Any, Sequence[Replacement]]] = ()
    reasons: Sequence[str] = ()
    stage: Stage = "inapplicable"
    limit: float = LIMIT
    parameters: Mapping[Replacement, Mapping[str, str]] = {}


class WordReplacement(TextTransformation, ABC):
    """Replace words in their intended senses; a language model may reject replacements."""

    #: The universal parts of speech that can be replaced, and those replaced by default.
    known: ClassVar[tuple[str, ...]]
    usual: ClassVar[tuple[str, ...]]
    #: The reason given if no word of a text is listed.
    unlisted: ClassVar[str]

    def __init__(self, order: Order) -> None:
        super().__init__(order)
        self._parts = order.parts_of_speech(self.known) or self.usual
        self._units = Units(order.rules)
        self._ranker = order.ranker

    def apply(self, texts: Sequence[str]) -> list[Outcome]:
        drafts = self._drafts(texts)
        trials = [
            (text, replacement)
            for text, draft in drafts.items()
            for words in draft.choices
            for replacements in words.values()
            for replacement in replacements
        ]
        badly = self._read_badly(trials, drafts)
        return [self._outcome(text, drafts[text], badly) for text in texts]

    def describe(self) -> Mapping[str, Any]:
        own = {"mode": "sound", "parts": list(self._parts)}
        wordnet = dict(self._units.wordnet.describe())
        return {**super().describe(), **own, "wordnet": wordnet, **describe_nlp()}

    def _drafts(self, texts: Sequence[str]) -> dict[str, Draft]:
        """Return a draft for each distinct text; parse only texts that need a tree."""
        reasons = {text: self._settled(text) for text in texts}
        left = [text for text, reason in reasons.items() if reason is None]
        drafts = {text: Draft(reasons=(reason,)) for text, reason in reasons.items() if reason}
        for text, tree in zip(left, parse_docs(left), strict=True):
            drafts[text] = self._draft(text, tree)
        return drafts

    def _settled(self, text: str) -> str | None:
        """Return why a text can be declined without a parse, or None if it must be parsed."""
        return None

    @abstractmethod
    def _draft(self, text: str, tree: Doc) -> Draft:
        """Return the possible replacements in a text."""

    def _read_badly(self, trials: Sequence[Trial], drafts: Mapping[str, Draft]) -> set[Trial]:
        """Return the replacements that each lower the log probability by more than the limit."""
        if self._ranker is None or not trials:
            return set()
        distinct = list(dict.fromkeys(trials))
        texts = list(dict.fromkeys(text for text, _ in distinct))
        made = [replace(text, [replacement])[0] for text, replacement in distinct]
        totals = self._ranker.total([*texts, *made])
        before, after = dict(zip(texts, totals, strict=False)), totals[len(texts) :]
        return {
            trial
            for trial, total in zip(distinct, after, strict=True)
            if before[trial[0]] - total > drafts[trial[0]].limit
        }

    def _outcome(self, text: str, draft: Draft, badly: Collection[Trial]) -> Outcome:
        """Replace each word with its first acceptable replacement not used for another word."""
        taken: set[Any] = set()
        reasons = list(draft.reasons)
        found: list[Replacement] = []
        for words in draft.choices:
            often = max(map(len, words.values()))
            fresh = {by: r for by, r in words.items() if by not in taken and len(r) == often}
            good = (by for by, r in fresh.items() if not any((text, each) in badly for each in r))
            if (by := next(good, None)) is not None:
                taken.add(by)
                found += fresh[by]
            else:
                reasons.append("generation.implausible" if fresh else "synonym.already-there")
        if found:
            made, edits = replace(text, found)
            parameters = {k: v for each in found for k, v in draft.parameters.get(each, {}).items()}
            counts = self._counts(found, reasons)
            return Outcome((Variant((made,), parameters=parameters, edits=edits, counts=counts),))
        if "generation.implausible" in reasons:
            return Outcome(declined="generation.implausible", stage="not read back")
        return Outcome(declined=next(iter(reasons), self.unlisted), stage=draft.stage)

    def _counts(self, found: Sequence[Replacement], reasons: Sequence[str]) -> dict[str, int]:
        return {"replaced": len(found)}
