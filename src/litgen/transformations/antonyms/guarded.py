"""The guarded way: one word turned into its opposite where that contradicts the sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from litgen.engines.dependency.sentences import words_of
from litgen.transformations.antonyms.guards import head_stopped_by, stopped_by, words_stopped_by
from litgen.transformations.antonyms.positions import may_stand
from litgen.transformations.antonyms.table import Entry, load_antonyms
from litgen.transformations.drawing import generator
from litgen.transformations.plausibility import Trial
from litgen.transformations.protocol import Outcome, Variant
from litgen.transformations.replacing import WordReplacement, reads_well
from litgen.transformations.units import find_words
from litgen.transformations.wording import Replacement, forms_of, inflected, is_form, replace

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

    from litgen.ranking import Ranker
    from litgen.wordnet import WordNet

#: How sure it must be that the sentence means a sense that has the antonym.
SURE = 0.6
_LETTERS = re.compile(r"[^\W\d_]+")
_TAGS = {"ADJ": ("JJ",), "NOUN": ("NN", "NNS")}
#: Replacements of which one is to be made, in an order that is drawn; or why none is.
Draft = list[Replacement] | Outcome


class GuardedAntonym(WordReplacement[Draft]):
    """Replaces one adjective or noun by its antonym where the whole then contradicts the source.

    Arguments as of :class:`WordReplacement`.

    Example:
        >>> antonym.apply(["The soup is hot."])[0].variants[0].candidates  # doctest: +SKIP
        ('The soup is cold.',)
    """

    def __init__(
        self,
        name: str,
        wordnet: WordNet,
        parts: Sequence[str] = ("ADJ", "NOUN"),
        seed: int = 0,
        rules: str | None = None,
        ranker: Ranker | None = None,
    ) -> None:
        super().__init__(name, wordnet, parts, seed, rules, ranker)
        self._table = load_antonyms(rules)
        self._phrases -= self._table.literal
        self._forms = frozenset(_forms(self._table.entries, self._parts))

    def _settled(self, text: str) -> Outcome | None:
        reason = self._words_say(text)
        return Outcome(declined=reason, stage="inapplicable") if reason else None

    def _words_say(self, text: str) -> str | None:
        """Why a text has no opposite, so far as that can be told without a tree."""
        if self._forms.isdisjoint(_LETTERS.findall(text.lower())):
            return "no antonym listed"
        return words_stopped_by(words_of(text), self._table.guards)

    def _draft(self, text: str, tree: Doc) -> Draft:
        listed = [token for token in tree if self._entries(token)]
        if not listed:
            return Outcome(declined="no antonym listed", stage="inapplicable")
        if guard := stopped_by(tree, self._table.guards):
            return Outcome(declined=guard, stage="inapplicable")
        places = find_words(text, tree)
        if places is None:
            return Outcome(declined="words not found", stage="unparsed")
        lemmas = frozenset(token.lemma_ for token in tree)
        found: list[Replacement] = []
        reasons: dict[str, None] = {}
        for token in listed:
            for made in self._opposites(token, lemmas):
                if isinstance(made, str):
                    reasons[made] = None
                else:
                    _, form = made
                    start = places[token.i]
                    found.append(Replacement(start, start + len(token.text), form))
        if not found:
            return Outcome(declined=next(iter(reasons)), stage="inapplicable")
        generator(self._seed, self.name, text).shuffle(found)
        return found

    def _entries(self, token: Token) -> tuple[Entry, ...]:
        if token.pos_ not in self._parts or token.tag_ not in _TAGS[token.pos_]:
            return ()
        pos = "n" if token.pos_ == "NOUN" else "a"
        found = self._table.entries.get(token.lemma_, ())
        return tuple(entry for entry in found if entry.pos == pos)

    def _opposites(self, token: Token, lemmas: frozenset[str]) -> Iterator[tuple[Entry, str] | str]:
        """Antonyms with their forms; reasons where there are none."""
        if reason := self._left_alone(token):
            yield reason
            return
        for entry in self._entries(token):
            form = inflected(entry.by, token.tag_)
            if entry.by in lemmas:
                yield "antonym in the sentence"
            elif not may_stand(token, entry):
                yield "no contradiction there"
            elif form is None or not is_form(token.lower_, entry.word, token.tag_):
                yield "odd form"
            elif not self._means(token, entry):
                yield "another sense"
            else:
                yield entry, form

    def _tried(self, draft: Draft) -> Sequence[Replacement]:
        return () if isinstance(draft, Outcome) else draft

    def _outcome(self, text: str, draft: Draft, lost: Mapping[Trial, float]) -> Outcome:
        """The first replacement that reads well."""
        if isinstance(draft, Outcome):
            return draft
        for replacement in draft:
            if reads_well(text, replacement, lost):
                changed, edits = replace(text, [replacement])
                return Outcome((Variant((changed,), edits=edits, counts={"replaced": 1}),))
        return Outcome(declined="reads badly", stage="not read back")

    def _left_alone(self, token: Token) -> str | None:
        if unit := self._in_unit(token):
            return unit
        if self._in_idiom(token):
            return "idiom"
        return head_stopped_by(token, self._table.guards)

    def _means(self, token: Token, entry: Entry) -> bool:
        """Whether the sentence means a sense of the word that has the antonym."""
        wordnet = self._wordnet
        having = {
            sense.name
            for sense in wordnet.senses(entry.word, entry.pos)
            if entry.by in wordnet.antonyms(sense.name, entry.word)
        }
        return self._probability(token, entry.word, entry.pos, having, having) >= SURE


def _forms(entries: Mapping[str, Iterable[Entry]], parts: Sequence[str]) -> Iterator[str]:
    """Every form of the words that may be replaced."""
    for entry in chain.from_iterable(entries.values()):
        if "NOUN" in parts and entry.pos == "n":
            yield entry.word
            yield from forms_of(entry.word, "NNS")
        elif "ADJ" in parts and entry.pos == "a":
            yield entry.word
