"""Replace words with hypernyms or hyponyms (``rules/broader.toml``) in the intended sense."""

from collections.abc import Iterator, Mapping
from functools import cache

from litgen.lexicon import lemmas_with
from litgen.replacement import Replacement
from litgen.tables import rules_table, word_list
from litgen.transformations.declarations import base_of
from litgen.transformations.inflection import inflected, is_form
from litgen.transformations.monotone.edit import Change, Extent, PolarEdit, Sentence
from litgen.transformations.monotone.roles import acts, doer_of, is_relational
from litgen.transformations.protocol import Order
from litgen.transformations.units import (
    hyphenated,
    load_idioms,
    part_of_compound,
    part_of_idiom,
    part_of_name,
)
from litgen.trees.tokens import Token
from litgen.wordnet import Pos
from litgen.wordnet.sensing import read_senses

#: Minimum probability of the senses that are below the broader word.
SURE = 0.75
_CONTENT = ("NOUN", "VERB", "ADJ", "ADV", "PROPN")
_TAGS: Mapping[str, Pos] = {
    "NN": "n", "NNS": "n", "VB": "v", "VBD": "v", "VBG": "v", "VBN": "v", "VBP": "v", "VBZ": "v",
}  # fmt: skip
_COMPLEMENTS = ("prt", "xcomp", "ccomp", "dative", "oprd", "acomp")
#: Literal directions and places; WordNet also lists *run through* for a rehearsal.
_WAYS = ("through", "across", "along", "toward", "towards", "on", "in", "at", "near", "past")
_OBJECTS = ("dobj", "nsubjpass")
_KINDS: Mapping[str, Pos] = {"noun": "n", "verb": "v"}


@cache
def _exchanges(extent: Extent) -> Mapping[tuple[str, Pos], tuple[str, ...]]:
    """Map (word, part of speech) to its possible replacements."""
    found: dict[tuple[str, Pos], list[str]] = {}
    for kind, pos in _KINDS.items():
        for entry in rules_table("broader")[kind]:
            if extent == "broader":
                for narrower in entry["narrower"]:
                    found.setdefault((narrower, pos), []).append(entry["broader"])
            else:
                key = entry["broader"], pos
                found.setdefault(key, []).extend(entry.get("typical", entry["narrower"]))
    return {key: tuple(words) for key, words in found.items()}


@cache
def _verbs(key: str) -> frozenset[str]:
    """Return verbs without an object in the table's sense (``alone``), or with one (``object``)."""
    entries = [entry for entry in rules_table("broader")["verb"] if entry.get(key)]
    return frozenset(word for e in entries for word in (e["broader"], *e["narrower"]))


class WordExchanged(PolarEdit):
    """Replace a noun or verb with a broader word (``hypernym``) or a narrower one (``hyponym``)."""

    nothing = "hypernym.none"

    def __init__(self, order: Order) -> None:
        from litgen.wordnet import load_wordnet

        super().__init__(order)
        self._extent: Extent = "broader" if base_of(order.name) == "hypernym" else "narrower"
        self._wordnet = load_wordnet()
        self._phrases = self._wordnet.phrases
        self._idioms = load_idioms(order.rules)

    def _changes(self, sentence: Sentence) -> Iterator[Change]:
        lemmas = [token.lemma_.lower() for token in sentence.tree]
        words_here = frozenset(lemmas)
        pronouns = word_list("he_or_she")
        gendered = any(t.lower_ in pronouns and t.pos_ == "PRON" for t in sentence.tree)
        for token in sentence.tree:
            lemma, pos = token.lemma_.lower(), _TAGS.get(token.tag_)
            if pos is None or not self._alone(token) or lemmas.count(lemma) > 1:
                continue
            words = list(_exchanges(self._extent).get((lemma, pos), ()))
            if pos == "v" and not _is_done_by(token, self._extent):
                continue
            if self._extent == "narrower" and pos == "v" and not _is_sure(token):
                continue
            self._draw(f"{sentence.text} {lemma}").shuffle(words)
            for word in words:
                form = inflected(word, token.tag_)
                if form is None or word in lemmas or not is_form(token.lower_, lemma, token.tag_):
                    continue
                broad = word if self._extent == "broader" else lemma
                if _listed("beside").get((broad, pos), words_here).isdisjoint(words_here):
                    continue
                if token.head.lower_ in _listed("not_after").get((broad, pos), ()):
                    continue
                if _next(token) in _listed("not_before").get((broad, pos), ()):
                    continue
                if gendered and _of_a_sex(word if self._extent == "narrower" else lemma):
                    continue
                if self._means(token, lemma, word, pos):
                    span = sentence.span(token)
                    yield Change(
                        (Replacement(*span, form),), self._extent, span[0],
                        f"{lemma} -> {word}", (span,), new=1,
                    )  # fmt: skip

    def _alone(self, token: Token) -> bool:
        """Check that a word is not in a name, compound or idiom; a verb must have no particle."""
        from litgen.trees.nouns import is_person

        if part_of_name(token) or hyphenated(token):
            return False
        children = list(token.children)
        if token.tag_.startswith("NN"):
            relative = rules_table("broader")["relative"]["words"]
            if part_of_compound(token) or token.dep_ not in ("nsubj", "nsubjpass", "dobj", "pobj"):
                return False
            if any(c.dep_ == "amod" and c.lower_ in relative for c in children):
                return False
            if any(c.dep_ == "amod" and is_relational(self._wordnet, c) for c in children):
                return False  # *dental students* are not *dental people*
            if any(c.dep_ in ("cc", "conj", "poss") for c in children):  # *a horse and buggy*
                return False
            if any(c.dep_ == "prep" and c.lower_ == "of" for c in children):
                return False  # *a cup of tea*
            if token.dep_ == "dobj" and token.head.lemma_ == "have" and is_person(token):
                return False  # *has a child* does not become *has a person*
            if token.dep_ == "dobj" and token.head.lemma_ == "lack":
                return False  # *lacks a library* does not become *lacks a building*
            if any(c.dep_ == "nummod" and c.text[0].isdigit() for c in children):
                return False  # *20,349 members*: an exact count depends on the noun
        else:
            if not _is_literal(token, children):
                return False
            kept = token.dep_ in ("amod", "compound") or any(
                c.dep_ in _COMPLEMENTS for c in children
            )
            intransitive = token.lemma_.lower() in _verbs("alone")
            if token.pos_ != "VERB" or kept:
                return False
            has_object = any(c.dep_ in _OBJECTS for c in children)
            if (intransitive and has_object) or (
                token.lemma_.lower() in _verbs("object") and not has_object
            ):
                return False
        literal = token.i + 1 < len(token.doc) and token.nbor(1).lower_ in _WAYS
        phrases = frozenset() if literal and not token.tag_.startswith("NN") else self._phrases
        return not part_of_idiom(token, self._idioms, phrases)

    def _means(self, token: Token, lemma: str, word: str, pos: Pos) -> bool:
        """Check whether the intended sense of a word is one for which the replacement holds."""
        narrow, broad = (lemma, word) if self._extent == "broader" else (word, lemma)
        broader = {sense.name for sense in self._wordnet.senses(broad, pos)}
        below = {
            sense.name: self._wordnet.above(sense.name) & broader
            for sense in self._wordnet.senses(narrow, pos)
        }
        if self._extent == "broader":
            wanted = {name for name, above in below.items() if above}
        else:
            wanted = {name for above in below.values() for name in above}
        if not wanted:
            return False
        context = (t.lemma_ for t in token.doc if t.pos_ in _CONTENT and t.i != token.i)
        readings = read_senses(self._wordnet, lemma, pos, context, wanted)
        return sum(r.probability for r in readings if r.sense.name in wanted) >= SURE


@cache
def _listed(key: str) -> Mapping[tuple[str, Pos], frozenset[str]]:
    """Map (broader word, part of speech) to its entry's value of a key such as ``beside``."""
    return {
        (entry["broader"], pos): frozenset(entry[key])
        for kind, pos in _KINDS.items()
        for entry in rules_table("broader")[kind]
        if key in entry
    }


def _next(token: Token) -> str:
    return token.nbor(1).lower_ if token.i + 1 < len(token.doc) else ""


def _is_done_by(verb: Token, extent: Extent) -> bool:
    """Check that the agent is a person or, for a broader verb, an animal: roads do not jog."""
    doer = doer_of(verb)
    beast = doer is not None and doer.lemma_.lower() in lemmas_with("animal", "noun")
    return doer is not None and acts(doer) and not (beast and extent == "narrower")


def _is_sure(verb: Token) -> bool:
    """Check that a narrower verb fits the sense: *draw a tree*, not *draw $40,000* or *draw
    slowly*."""
    objects = [c.lemma_.lower() for c in verb.children if c.dep_ in _OBJECTS]
    known = _objects().get(verb.lemma_.lower())
    adverb = any(c.dep_ == "advmod" and c.lower_.endswith("ly") for c in verb.children)
    return not adverb and (not objects if known is None else known.issuperset(objects or [""]))


@cache
def _objects() -> Mapping[str, frozenset[str]]:
    """Map transitive verbs with narrower verbs to the objects that permit them."""
    entries = [entry for entry in rules_table("broader")["verb"] if "objects" in entry]
    return {entry["broader"]: frozenset(entry["objects"]) for entry in entries}


def _is_literal(verb: Token, children: list[Token]) -> bool:
    """Check that a verb is not an interjection (*Look, it rains*) or in an idiom (*will not cut
    it*)."""
    if verb.tag_ == "VB" and not any(c.dep_ in ("aux", "nsubj") for c in children):
        return False
    if any(c.dep_ == "dobj" and c.lower_ == "it" for c in children):
        return False
    wanted = _prepositions().get(verb.lemma_.lower())
    following = verb.nbor(1) if verb.i + 1 < len(verb.doc) else None
    return wanted is None or (following is not None and following.lower_ in wanted)


@cache
def _prepositions() -> Mapping[str, frozenset[str]]:
    """Map verbs that are replaced only before certain words to these words."""
    return {
        verb: frozenset(entry["before"])
        for entry in rules_table("broader")["verb"]
        if "before" in entry
        for verb in (entry["broader"], *entry["narrower"])
    }


def _of_a_sex(word: str) -> bool:
    return word in lemmas_with("male", "noun") or word in lemmas_with("female", "noun")
