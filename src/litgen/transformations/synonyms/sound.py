"""Synonyms that keep the meaning: in the intended sense, with the same number and inflection."""

from collections.abc import Sequence

from litgen.replacement import Replacement
from litgen.tables import word_list
from litgen.transformations.entries import Entry
from litgen.transformations.inflection import inflected, is_form
from litgen.transformations.protocol import Order, generator
from litgen.transformations.replacing import LIMIT, Draft, WordReplacement
from litgen.transformations.synonyms.table import (
    PARTS,
    Table,
    is_scene,
    load_table,
    meets,
    stands_bare,
)
from litgen.transformations.units import determiner_of, find_words
from litgen.trees.tokens import Doc, Token

#: Minimum probability of the senses that both words have.
SURE = 0.7
#: Maximum loss of log probability for one word in a text that is not a scene, in nats. Among 900
#: replacements inspected in MultiNLI, a fifth of those that lost more were unidiomatic (*the
#: alternative of flying*), and one in thirty of the others. The first word of a caption costs as
#: much in any case.
PROSE_LIMIT = 5.0
_QUOTES, _OF_WORDS = word_list("quotation_marks"), word_list("of_words")
_SEVERAL = word_list("more_than_one")
_TAGS = {
    "NOUN": ("NN", "NNS"),
    "VERB": ("VB", "VBD", "VBG", "VBN", "VBP", "VBZ"),
    "ADJ": ("JJ", "JJR", "JJS"),
    "ADV": ("RB", "RBR", "RBS"),
}


class SoundSynonym(WordReplacement):
    """Replace every word that has a listed synonym in the intended sense."""

    known = tuple(PARTS)
    usual = ("NOUN",)
    unlisted = "no synonym listed"

    def __init__(self, order: Order) -> None:
        super().__init__(order)
        self._tables = {part: load_table(part, order.rules) for part in self._parts}

    def _draft(self, text: str, tree: Doc) -> Draft:
        from litgen.acceptability.source import source_problem

        places = find_words(text, tree)
        if places is None:
            return Draft(reasons=("words not found",))
        lemmas = frozenset(token.lemma_ for token in tree)
        if problem := source_problem(tree):
            return Draft(reasons=(problem.id,))
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
        # Replace all occurrences of a word or none, or one referent would look like two.
        left = reasons.keys() | {token.lemma_.lower() for token in tree if token.pos_ == "PROPN"}
        whole = {lemma: each for lemma, each in choices.items() if lemma not in left}
        limit = LIMIT if is_scene(tree) else PROSE_LIMIT
        return Draft([*whole.values()], [*reasons.values()], limit=limit)

    def _choose(
        self, token: Token, lemmas: frozenset[str], text: str
    ) -> list[tuple[Entry, str]] | str | None:
        """Return entries with inflected words, a reason, or None for a word without entries."""
        table = self._tables.get(token.pos_)
        if table is None or token.tag_ not in _TAGS[token.pos_]:
            return None
        entries = table.entries.get(token.lemma_) or table.entries.get(token.lower_)
        if not entries:
            return None
        return self._reason(token, entries[0].word, table) or self._fitting(
            token, entries, lemmas, text
        )

    def _reason(self, token: Token, lemma: str, table: Table) -> str | None:
        """Return why a word cannot be replaced by any synonym, None if it can."""
        if unit := self._in_unit(token):
            return unit
        if token.pos_ == "VERB" and token.dep_ in ("amod", "compound"):
            return "compound"
        if stands_bare(token) and lemma not in table.bare:
            return "bare after a preposition"
        if self._in_idiom(token):
            return "idiom"
        if _too_few(token):
            return "number clash"
        if not is_form(token.lower_, lemma, token.tag_) or _misread_plural(token):
            return "odd form"
        if (lemma not in table.bare and _is_bare_name(token)) or _begins_name(token):
            return "name"
        if _is_mentioned(token):
            return "mentioned"
        return None

    def _fitting(
        self, token: Token, entries: Sequence[Entry], lemmas: frozenset[str], text: str
    ) -> list[tuple[Entry, str]] | str:
        """Return the entries that fit, in random order, or the reason why none does."""
        allowed = [entry for entry in entries if meets(entry, token, lemmas)]
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
        generator(self.settings.seed, self.name, f"{text}\0{token.lemma_}").shuffle(fitting)
        return fitting

    def _means(self, token: Token, entry: Entry) -> bool:
        """Check whether word and synonym share the intended sense, or one sense is above the
        other."""
        pos = PARTS[token.pos_][1]
        senses = self._wordnet.senses(entry.word, pos)
        by = entry.by.lower()
        shared = {s.name for s in senses if by in (lemma.lower() for lemma in s.lemmas)}
        if not shared:  # *guy* is a hyponym of *man* in WordNet
            others = [other.name for other in self._wordnet.senses(entry.by, pos)]
            shared = {s.name for s in senses if any(self._kin(s.name, each) for each in others)}
        usual = shared if entry.usual else ()
        return self._probability(token, entry.word, pos, shared, usual) >= SURE

    def _kin(self, one: str, other: str) -> bool:
        return one in self._wordnet.above(other) or other in self._wordnet.above(one)

    def _counts(self, found: Sequence[Replacement], reasons: Sequence[str]) -> dict[str, int]:
        return {"replaced": len(found), "read badly": reasons.count("reads badly")}


def _too_few(token: Token) -> bool:
    """*Several individual*."""
    return token.tag_ == "NN" and any(child.lower_ in _SEVERAL for child in token.children)


def _misread_plural(token: Token) -> bool:
    """*A plump hog* with *hog* mistagged as a plural."""
    return token.tag_ == "NNS" and token.lower_ == token.lemma_ != inflected(token.lemma_, "NNS")


def _begins_name(token: Token) -> bool:
    """The first word of a name that the tagger missed: *Doctors Without Borders*."""
    after = token.doc[token.i + 1 : token.i + 2]
    return token.is_title and any(t.is_title and t.pos_ != "PROPN" for t in after)


def _is_bare_name(token: Token) -> bool:
    """A singular without a determiner that begins a sentence of prose: *Kid played in clubs.*"""
    if token.tag_ != "NN" or not token.text[0].isupper() or determiner_of(token) is not None:
        return False
    return not is_scene(token.doc)


def _is_mentioned(token: Token) -> bool:
    """Check whether the word is mentioned, not used: *the words kid and child*, *the "kid"*."""
    before = token.nbor(-1) if token.i else token
    after = token.nbor() if token.i + 1 < len(token.doc) else token
    if before.text in _QUOTES and after.text in _QUOTES:
        return True
    bare = token.tag_ == "NN" and determiner_of(token) is None
    return bare and any(other.lemma_ in _OF_WORDS for other in token.doc)


def _with_possessive(token: Token, form: str, places: Sequence[int]) -> tuple[int, str]:
    """Return the end and the new word with its possessive: *children's* for *kids'*."""
    end = places[token.i] + len(token.text)
    after = token.nbor() if token.i + 1 < len(token.doc) else None
    if token.tag_ != "NNS" or after is None or after.tag_ != "POS" or places[after.i] != end:
        return end, form
    mark = after.text[0]
    return end + len(after.text), form + (mark if form.endswith("s") else f"{mark}s")
