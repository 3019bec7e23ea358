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
from litgen.transformations.parsing import dependents, next_word
from litgen.transformations.protocol import Order
from litgen.transformations.units import (
    Units,
    hyphenated,
    part_of_compound,
    part_of_idiom,
    part_of_name,
)
from litgen.trees.nouns import is_person
from litgen.trees.tokens import Token
from litgen.wordnet import Pos

#: Minimum total probability of the senses that the broader word covers.
SURE = 0.75
_TAGS: Mapping[str, Pos] = {
    "NN": "n", "NNS": "n", "VB": "v", "VBD": "v", "VBG": "v", "VBN": "v", "VBP": "v", "VBZ": "v",
}  # fmt: skip
_COMPLEMENTS = ("prt", "xcomp", "ccomp", "dative", "oprd", "acomp")
#: Prepositions of direction and place; WordNet also lists *run through* (rehearse) as a verb.
_WAYS = ("through", "across", "along", "toward", "towards", "on", "in", "at", "near", "past")
_OBJECTS = ("dobj", "nsubjpass")
_KINDS: Mapping[str, Pos] = {"noun": "n", "verb": "v"}


@cache
def _exchanges(extent: Extent) -> Mapping[tuple[str, Pos], tuple[str, ...]]:
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
    """Return the verbs that have no object (``alone``) or one (``object``) in the listed sense."""
    entries = [entry for entry in rules_table("broader")["verb"] if entry.get(key)]
    return frozenset(word for e in entries for word in (e["broader"], *e["narrower"]))


@cache
def _listed(key: str) -> Mapping[tuple[str, Pos], frozenset[str]]:
    """Map each (broader word, part of speech) to its entry's words for a key such as ``beside``."""
    return {
        (entry["broader"], pos): frozenset(entry[key])
        for kind, pos in _KINDS.items()
        for entry in rules_table("broader")[kind]
        if key in entry
    }


class WordExchanged(PolarEdit):
    """Replace a noun or verb with a broader word (``hypernym``) or a narrower one (``hyponym``)."""

    nothing = "hypernym.none"

    def __init__(self, order: Order) -> None:
        super().__init__(order)
        self._extent: Extent = "broader" if base_of(order.name) == "hypernym" else "narrower"
        self._units = Units(order.rules)

    def _changes(self, sentence: Sentence) -> Iterator[Change]:
        lemmas = [token.lemma_.lower() for token in sentence.tree]
        words_here, pronouns = frozenset(lemmas), word_list("he_or_she")
        narrower = self._extent == "narrower"
        gendered = {*lemmas_with("male", "noun"), *lemmas_with("female", "noun")}
        pronoun = any(t.lower_ in pronouns and t.pos_ == "PRON" for t in sentence.tree)
        for token in sentence.tree:
            lemma, pos = token.lemma_.lower(), _TAGS.get(token.tag_)
            if pos is None or not self._alone(token) or lemmas.count(lemma) > 1:
                continue
            words = list(_exchanges(self._extent).get((lemma, pos), ()))
            if pos == "v" and not (_is_done_by(token, narrower) and _is_sure(token, narrower)):
                continue
            self._draw(f"{sentence.text} {lemma}").shuffle(words)
            for word in words:
                form = inflected(word, token.tag_)
                broad, narrow = (lemma, word) if narrower else (word, lemma)
                key = broad, pos
                if (
                    form is None
                    or word in lemmas
                    or not is_form(token.lower_, lemma, token.tag_)
                    or _listed("beside").get(key, words_here).isdisjoint(words_here)
                    or token.head.lower_ in _listed("not_after").get(key, ())
                    or next_word(token) in _listed("not_before").get(key, ())
                    or (pronoun and narrow in gendered)
                    or not self._means(token, lemma, word, pos)
                ):
                    continue
                span = sentence.span(token)
                yield Change(
                    (Replacement(*span, form),), self._extent, span[0], f"{lemma} -> {word}",
                    (span,), new=1,
                )  # fmt: skip

    def _alone(self, token: Token) -> bool:
        """Check that a word is not part of a name, compound, idiom or phrasal verb."""
        if part_of_name(token) or hyphenated(token):
            return False
        noun = token.tag_.startswith("NN")
        if not (self._is_exchangeable_noun(token) if noun else _is_exchangeable_verb(token)):
            return False
        literal = not noun and next_word(token) in _WAYS
        phrases = frozenset[str]() if literal else self._units.phrases
        return not part_of_idiom(token, self._units.idioms, phrases)

    def _is_exchangeable_noun(self, noun: Token) -> bool:
        relative = rules_table("broader")["relative"]["words"]
        wordnet, adjectives = self._units.wordnet, dependents(noun, "amod")
        return not (
            part_of_compound(noun)
            or noun.dep_ not in ("nsubj", "nsubjpass", "dobj", "pobj")
            or any(c.lower_ in relative for c in adjectives)
            # *dental students* are not *dental people*
            or any(is_relational(wordnet, c) for c in adjectives)
            or dependents(noun, "cc", "conj", "poss")  # as in *a horse and buggy*
            or any(c.lower_ == "of" for c in dependents(noun, "prep"))  # as in *a cup of tea*
            # avoids *has a person* for *has a child* and *lacks a building* for *lacks a library*
            or (noun.dep_ == "dobj" and noun.head.lemma_ == "have" and is_person(noun))
            or (noun.dep_ == "dobj" and noun.head.lemma_ == "lack")
            # *20,349 members*: an exact count depends on the noun
            or any(c.text[0].isdigit() for c in dependents(noun, "nummod"))
        )

    def _means(self, token: Token, lemma: str, word: str, pos: Pos) -> bool:
        narrow, broad = (lemma, word) if self._extent == "broader" else (word, lemma)
        wordnet = self._units.wordnet
        broader = {sense.name for sense in wordnet.senses(broad, pos)}
        below = {
            sense.name: wordnet.above(sense.name) & broader for sense in wordnet.senses(narrow, pos)
        }
        wanted = {name for name, above in below.items() if above}
        if self._extent == "narrower":
            wanted = {name for above in below.values() for name in above}
        sure = self._units.probability(token, lemma, pos, wanted, wanted) >= SURE
        return bool(wanted) and sure


def _is_done_by(verb: Token, narrower: bool) -> bool:
    """Check that the agent can act (roads do not jog); a narrower verb excludes animals."""
    doer = doer_of(verb)
    if doer is None or not acts(doer):
        return False
    return not (narrower and doer.lemma_.lower() in lemmas_with("animal", "noun"))


def _is_sure(verb: Token, narrower: bool) -> bool:
    """Check that a narrower verb fits the context: *draw a tree*, not *draw $40,000*."""
    objects = [c.lemma_.lower() for c in dependents(verb, *_OBJECTS)]
    known = _objects().get(verb.lemma_.lower())
    adverb = any(c.lower_.endswith("ly") for c in dependents(verb, "advmod"))
    fits = not objects if known is None else known.issuperset(objects or [""])
    return not narrower or (fits and not adverb)


@cache
def _objects() -> Mapping[str, frozenset[str]]:
    """Map each verb that has a list of objects to the objects that allow a narrower verb."""
    entries = [entry for entry in rules_table("broader")["verb"] if "objects" in entry]
    return {entry["broader"]: frozenset(entry["objects"]) for entry in entries}


def _is_exchangeable_verb(verb: Token) -> bool:
    lemma, objects = verb.lemma_.lower(), dependents(verb, *_OBJECTS)
    wanted = _prepositions().get(lemma)
    interjection = verb.tag_ == "VB" and not dependents(verb, "aux", "nsubj")
    return not (
        verb.pos_ != "VERB"
        or interjection  # as in *Look, it rains*
        or any(c.lower_ == "it" for c in dependents(verb, "dobj"))  # as in *will not cut it*
        or (wanted is not None and next_word(verb) not in wanted)
        or verb.dep_ in ("amod", "compound")
        or dependents(verb, *_COMPLEMENTS)
        or (objects and lemma in _verbs("alone"))
        or (not objects and lemma in _verbs("object"))
    )


@cache
def _prepositions() -> Mapping[str, frozenset[str]]:
    """Map each verb that is replaced only before certain words to those words."""
    return {
        verb: frozenset(entry["before"])
        for entry in rules_table("broader")["verb"]
        if "before" in entry
        for verb in (entry["broader"], *entry["narrower"])
    }
