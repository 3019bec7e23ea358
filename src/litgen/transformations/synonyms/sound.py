"""Synonyms that keep the meaning: the sense that the sentence means, number and inflection kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from litgen.transformations.drawing import generator
from litgen.transformations.plausibility import Trial
from litgen.transformations.protocol import Outcome, Variant
from litgen.transformations.replacing import WordReplacement, reads_well
from litgen.transformations.synonyms.context import meets, stands_bare
from litgen.transformations.synonyms.table import PARTS, Entry, Table, load_table
from litgen.transformations.units import find_words
from litgen.transformations.wording import Replacement, inflected, is_form, replace

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

    from litgen.ranking import Ranker
    from litgen.wordnet import WordNet

#: How sure it must be that the sentence means a sense that both words have.
SURE = 0.7
_TAGS = {
    "NOUN": ("NN", "NNS"),
    "VERB": ("VB", "VBD", "VBG", "VBN", "VBP", "VBZ"),
    "ADJ": ("JJ", "JJR", "JJS"),
    "ADV": ("RB", "RBR", "RBS"),
}


class Draft(NamedTuple):
    """What may be done to one text.

    Attributes:
        choices: base form of a word -> synonyms in the order they were drawn -> where they stand
            in the text, once for each time that the word occurs.
        reasons: why other words were left alone.
    """

    choices: Mapping[str, Mapping[str, Sequence[Replacement]]] = {}
    reasons: Sequence[str] = ()


class SoundSynonym(WordReplacement[Draft]):
    """Replaces every word that has a listed synonym in the sense that the sentence means.

    Arguments as of :class:`WordReplacement`.

    Example:
        >>> synonym.apply(["A kid on a couch."])[0].variants[0].candidates  # doctest: +SKIP
        ('A child on a sofa.',)
    """

    def __init__(
        self,
        name: str,
        wordnet: WordNet,
        parts: Sequence[str] = ("NOUN",),
        seed: int = 0,
        rules: str | None = None,
        ranker: Ranker | None = None,
    ) -> None:
        super().__init__(name, wordnet, parts, seed, rules, ranker)
        self._tables: dict[str, Table] = {part: load_table(part, rules) for part in parts}

    def _draft(self, text: str, tree: Doc) -> Draft:
        places = find_words(text, tree)
        if places is None:
            return Draft(reasons=("words not found",))
        lemmas = frozenset(token.lemma_ for token in tree)
        choices: dict[str, dict[str, list[Replacement]]] = {}
        reasons: dict[str, str] = {}
        for token in tree:
            found = self._choose(token, lemmas, text)
            if isinstance(found, str):
                reasons[token.lemma_] = found
            for entry, form in () if found is None or isinstance(found, str) else found:
                end, word = _with_possessive(token, form, places)
                replacement = Replacement(places[token.i], end, word)
                choices.setdefault(token.lemma_, {}).setdefault(entry.by, []).append(replacement)
        # A word that is replaced in one place and not in another would look like two things.
        whole = {lemma: each for lemma, each in choices.items() if lemma not in reasons}
        return Draft(whole, tuple(reasons.values()))

    def _choose(
        self, token: Token, lemmas: frozenset[str], text: str
    ) -> list[tuple[Entry, str]] | str | None:
        """Entries with inflected words, a reason, or None for a word without entries."""
        part = token.pos_ if token.pos_ in self._tables else None
        if part is None or token.tag_ not in _TAGS[part]:
            return None
        lemma = token.lemma_
        table = self._tables[part]
        entries = table.entries.get(lemma) or table.entries.get(token.lower_)
        if not entries:
            return None
        return self._reason(token, entries[0].word, table) or self._fitting(
            token, entries, lemmas, text
        )

    def _reason(self, token: Token, lemma: str, table: Table) -> str | None:
        """Why a word is left alone, whatever its synonyms."""
        if unit := self._in_unit(token):
            return unit
        if token.pos_ == "VERB" and token.dep_ in ("amod", "compound"):
            return "compound"
        if stands_bare(token) and lemma not in table.bare:
            return "bare after a preposition"
        if self._in_idiom(token):
            return "idiom"
        if not is_form(token.lower_, lemma, token.tag_):
            return "odd form"
        return None

    def _fitting(
        self, token: Token, entries: Sequence[Entry], lemmas: frozenset[str], text: str
    ) -> list[tuple[Entry, str]] | str:
        """The entries that fit, in an order that is drawn; or why none does."""
        allowed = [entry for entry in entries if meets(entry.condition, token, lemmas)]
        if not allowed:
            return "condition of the entry"
        allowed = [entry for entry in allowed if entry.by.lower() not in lemmas]
        if not allowed:
            return "synonym in the sentence"
        sure = [entry for entry in allowed if self._means(token, entry)]
        if not sure:
            return "another sense"
        forms = [(entry, inflected(entry.by, token.tag_)) for entry in sure]
        fitting = [(entry, form) for entry, form in forms if form is not None]
        if not fitting:
            return "no such form"
        generator(self._seed, self.name, f"{text}\0{token.lemma_}").shuffle(fitting)
        return fitting

    def _means(self, token: Token, entry: Entry) -> bool:
        """Whether the sentence means a sense that the word and its synonym share."""
        pos = PARTS[token.pos_][1]
        senses = self._wordnet.senses(entry.word, pos)
        by = entry.by.lower()
        shared = {s.name for s in senses if by in (lemma.lower() for lemma in s.lemmas)}
        usual = shared if entry.usual else ()
        return self._probability(token, entry.word, pos, shared, usual) >= SURE

    def _tried(self, draft: Draft) -> Iterator[Replacement]:
        for synonyms in draft.choices.values():
            for replacements in synonyms.values():
                yield from replacements

    def _outcome(self, text: str, draft: Draft, lost: Mapping[Trial, float]) -> Outcome:
        """Take for each word the first synonym that reads well and stands for no other word."""
        taken: set[str] = set()
        reasons = list(draft.reasons)
        found: list[Replacement] = []
        for synonyms in draft.choices.values():
            often = max(map(len, synonyms.values()))
            fresh = {by: r for by, r in synonyms.items() if by not in taken and len(r) == often}
            good = [
                by for by, r in fresh.items() if all(reads_well(text, each, lost) for each in r)
            ]
            if good:
                taken.add(good[0])
                found += fresh[good[0]]
            else:
                reasons.append("reads badly" if fresh else "synonym in the sentence")
        if not found:
            badly = "reads badly" in reasons
            reason = "reads badly" if badly else next(iter(reasons), "no synonym listed")
            return Outcome(declined=reason, stage="not read back" if badly else "inapplicable")
        made, edits = replace(text, found)
        counts = {"replaced": len(found), "read badly": reasons.count("reads badly")}
        return Outcome((Variant((made,), edits=edits, counts=counts),))


def _with_possessive(token: Token, form: str, places: Sequence[int]) -> tuple[int, str]:
    """Where the word ends, and the new one: *kids'* becomes *children's*, *men's* *males'*."""
    end = places[token.i] + len(token.text)
    after = token.nbor() if token.i + 1 < len(token.doc) else None
    if token.tag_ != "NNS" or after is None or after.tag_ != "POS" or places[after.i] != end:
        return end, form
    mark = after.text[0]
    return end + len(after.text), form + (mark if form.endswith("s") else f"{mark}s")
