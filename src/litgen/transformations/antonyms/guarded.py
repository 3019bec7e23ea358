"""Sound mode: replace a word with its antonym only if the result contradicts the sentence."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from litgen.engines.dependency.sentences import words_of
from litgen.replacement import Replacement
from litgen.transformations.antonyms.positions import contradicts, describes_another
from litgen.transformations.antonyms.table import (
    head_stopped_by,
    load_antonyms,
    stopped_by,
    words_stopped_by,
)
from litgen.transformations.entries import Entry
from litgen.transformations.inflection import forms_of, inflected, is_form
from litgen.transformations.protocol import Order
from litgen.transformations.replacing import Draft, WordReplacement
from litgen.transformations.units import find_words
from litgen.trees.tokens import Doc, Token
from litgen.wordnet import Pos

#: Minimum total probability of the word's senses that have the antonym.
SURE = 0.6
#: The argument that allows only pairs formed with a negative prefix.
AFFIXAL = "affixal"
_LETTERS = re.compile(r"[^\W\d_]+")
_TAGS = {"ADJ": ("JJ",), "NOUN": ("NN", "NNS")}


class GuardedAntonym(WordReplacement):
    """Replace one adjective or noun with its antonym if the result contradicts the source.

    ``antonym:affixal`` uses only pairs formed with a negative prefix: *happy*, *unhappy*.
    """

    known = usual = ("ADJ", "NOUN")
    unlisted = "antonym.not-listed"

    def __init__(self, order: Order) -> None:
        own = tuple(a for a in order.arguments if a != AFFIXAL)
        super().__init__(order._replace(arguments=own))
        self._affixal = AFFIXAL in order.arguments
        self._table = load_antonyms(order.rules)
        self._units.phrases -= self._table.literal
        self._forms = frozenset(_forms(self._table.entries, self._parts))

    def _settled(self, text: str) -> str | None:
        if self._forms.isdisjoint(_LETTERS.findall(text.lower())):
            return self.unlisted
        return words_stopped_by(words_of(text), self._table.guards)

    def _draft(self, text: str, tree: Doc) -> Draft:
        listed = [token for token in tree if self._entries(token)]
        if not listed:
            return Draft()
        if guard := stopped_by(tree, self._table.guards):
            return Draft(reasons=(guard,))
        places = find_words(text, tree)
        if places is None:
            return Draft(reasons=("text.words-not-found",), stage="unparsed")
        lemmas = frozenset(token.lemma_ for token in tree)
        parameters: dict[Replacement, Mapping[str, str]] = {}
        reasons: list[str] = []
        for token in listed:
            kept = self._units.unit_of(token) or head_stopped_by(token, self._table.guards)
            start = places[token.i]
            for entry in self._entries(token):
                form = inflected(entry.by, token.tag_)
                reason = kept or self._unfit(token, entry, form, lemmas)
                if reason is not None or form is None:
                    reasons += filter(None, [reason])
                    continue
                another = entry.position != "quantifier" and describes_another(token)
                made = Replacement(start, start + len(token.text), form)
                parameters[made] = {"rests_on": "coreference"} if another else {}
        found = [*parameters]
        self._draw(text).shuffle(found)
        choices = [{each: [each] for each in found}] if found else []
        return Draft(choices, reasons, parameters=parameters)

    def _entries(self, token: Token) -> tuple[Entry, ...]:
        if token.pos_ not in self._parts or token.tag_ not in _TAGS[token.pos_]:
            return ()
        return tuple(
            entry
            for entry in self._table.entries.get(token.lemma_, ())
            if (entry.position == "noun") == (token.pos_ == "NOUN")
            and (not self._affixal or self._table.is_affixal(entry))
        )

    def _unfit(
        self, token: Token, entry: Entry, form: str | None, lemmas: frozenset[str]
    ) -> str | None:
        if entry.by in lemmas:
            return "antonym.already-there"
        if not contradicts(token, entry):
            return "antonym.position"
        if form is None or not is_form(token.lower_, entry.word, token.tag_):
            return "word.irregular-form"
        wordnet = self._units.wordnet
        pos: Pos = "n" if entry.position == "noun" else "a"
        senses = (sense.name for sense in wordnet.senses(entry.word, pos))
        having = {name for name in senses if entry.by in wordnet.antonyms(name, entry.word)}
        sure = self._units.probability(token, entry.word, pos, having, having) >= SURE
        return None if sure else "word.other-sense"


def _forms(entries: Mapping[str, Iterable[Entry]], parts: Sequence[str]) -> Iterator[str]:
    for entry in chain.from_iterable(entries.values()):
        noun = entry.position == "noun"
        if ("NOUN" if noun else "ADJ") in parts:
            yield entry.word
            yield from forms_of(entry.word, "NNS") if noun else ()
