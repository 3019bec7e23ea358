"""Replace words with synonyms in the intended sense; keep their number and inflection."""

from collections.abc import Sequence

from litgen.acceptability.source import source_problem
from litgen.replacement import Replacement
from litgen.tables import word_list
from litgen.transformations.entries import Entry
from litgen.transformations.inflection import inflected, is_form
from litgen.transformations.parsing import beside
from litgen.transformations.protocol import Order
from litgen.transformations.replacing import LIMIT, Draft, WordReplacement
from litgen.transformations.synonyms.table import PARTS, Table, is_scene, load_table, meets
from litgen.transformations.units import determiner_of, find_words
from litgen.trees.tokens import Doc, Token

#: Minimum total probability of the senses that the two words share.
SURE = 0.7
#: Maximum loss in log probability for one word in a text that is not a scene, in nats. Among 900
#: replacements inspected in MultiNLI, a fifth of those with a greater loss were unidiomatic (*the
#: alternative of flying*), but only one in thirty of the rest. The limit does not apply to
#: captions, in which every replacement of the first word exceeds it.
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
    unlisted = "synonym.not-listed"

    def __init__(self, order: Order) -> None:
        super().__init__(order)
        self._tables = {part: load_table(part, order.rules) for part in self._parts}

    def _draft(self, text: str, tree: Doc) -> Draft:
        places = find_words(text, tree)
        if places is None:
            return Draft(reasons=("text.words-not-found",))
        if problem := source_problem(tree):
            return Draft(reasons=(problem.id,))
        lemmas = frozenset(token.lemma_ for token in tree)
        choices: dict[str, dict[str, list[Replacement]]] = {}
        reasons: dict[str, str] = {}
        for token in tree:
            table = self._tables.get(token.pos_)
            if table is None or token.tag_ not in _TAGS[token.pos_]:
                continue
            entries = table.entries.get(token.lemma_) or table.entries.get(token.lower_)
            if not entries:
                continue
            reason = self._reason(token, entries[0].word, table)
            found = reason or self._fitting(token, entries, lemmas, text)
            if isinstance(found, str):
                reasons[token.lemma_] = found
                continue
            for entry, form in found:
                end, word = _with_possessive(token, form, places)
                replacement = Replacement(places[token.i], end, word)
                choices.setdefault(token.lemma_, {}).setdefault(entry.by, []).append(replacement)
        # Replace all occurrences of a word or none; otherwise, one referent would appear as two.
        left = reasons.keys() | {token.lemma_.lower() for token in tree if token.pos_ == "PROPN"}
        whole = [each for lemma, each in choices.items() if lemma not in left]
        limit = LIMIT if is_scene(tree) else PROSE_LIMIT
        return Draft(whole, [*reasons.values()], limit=limit)

    def _reason(self, token: Token, lemma: str, table: Table) -> str | None:
        unit = self._units.unit_of(token)
        singular = token.tag_ == "NN" and determiner_of(token) is None
        if unit and unit != "word.idiom":
            return unit
        if token.pos_ == "VERB" and token.dep_ in ("amod", "compound"):
            return "word.compound"
        if singular and token.dep_ == "pobj" and lemma not in table.bare:
            return "synonym.bare-after-preposition"
        if unit:
            return unit
        if token.tag_ == "NN" and any(child.lower_ in _SEVERAL for child in token.children):
            return "synonym.number"  # avoids *several individual*
        misread = token.lower_ == token.lemma_ != inflected(token.lemma_, "NNS")
        if not is_form(token.lower_, lemma, token.tag_) or (token.tag_ == "NNS" and misread):
            return "word.irregular-form"  # as in *a plump hog* with *hog* mistagged as a plural
        before, following = beside(token, -1) or token, beside(token) or token
        # as in *Doctors Without Borders* and *Kid played in clubs.*
        name = following.i > token.i and token.is_title and following.is_title
        bare = singular and lemma not in table.bare and token.text[0].isupper()
        if (name and following.pos_ != "PROPN") or (bare and not is_scene(token.doc)):
            return "word.name"
        # as in *the "kid"* and *the words kid and child*
        quoted = before.text in _QUOTES and following.text in _QUOTES
        if quoted or (singular and any(other.lemma_ in _OF_WORDS for other in token.doc)):
            return "synonym.mentioned"
        return None

    def _fitting(
        self, token: Token, entries: Sequence[Entry], lemmas: frozenset[str], text: str
    ) -> list[tuple[Entry, str]] | str:
        allowed = [entry for entry in entries if meets(entry, token, lemmas)]
        if not allowed:
            return "synonym.condition"
        allowed = [entry for entry in allowed if entry.by.lower() not in lemmas]
        if not allowed:
            return "synonym.already-there"
        sure = [entry for entry in allowed if self._means(token, entry)]
        if not sure:
            return "word.other-sense"
        forms = [(entry, inflected(entry.by, token.tag_)) for entry in sure]
        fitting = [(entry, form) for entry, form in forms if form is not None]
        self._draw(text, token.lemma_).shuffle(fitting)
        return fitting or "synonym.no-inflected-form"

    def _means(self, token: Token, entry: Entry) -> bool:
        """Check that both words share the intended sense or one is a hypernym of the other."""
        wordnet, pos, by = self._units.wordnet, PARTS[token.pos_][1], entry.by.lower()
        senses = wordnet.senses(entry.word, pos)
        shared = {s.name for s in senses if by in (lemma.lower() for lemma in s.lemmas)}
        if not shared:
            others = {other.name for other in wordnet.senses(entry.by, pos)}
            above = {name for other in others for name in wordnet.above(other)}
            shared = {s.name for s in senses if s.name in above or wordnet.above(s.name) & others}
        usual = shared if entry.usual else ()
        return self._units.probability(token, entry.word, pos, shared, usual) >= SURE

    def _counts(self, found: Sequence[Replacement], reasons: Sequence[str]) -> dict[str, int]:
        return {"replaced": len(found), "read badly": reasons.count("generation.implausible")}


def _with_possessive(token: Token, form: str, places: Sequence[int]) -> tuple[int, str]:
    """Return the end of the edit and the new word with its possessive: *kids'* -> *children's*."""
    end, after = places[token.i] + len(token.text), beside(token)
    if token.tag_ != "NNS" or after is None or after.tag_ != "POS" or places[after.i] != end:
        return end, form
    mark = after.text[0]
    return end + len(after.text), form + (mark if form.endswith("s") else f"{mark}s")
