"""The table of synonyms (``rules/synonyms``) and its conditions."""

import re
from functools import lru_cache
from typing import NamedTuple

from litgen.lexicon import lemmas_with
from litgen.tables import word_list
from litgen.transformations.entries import Complement, Entries, Entry, read_entries
from litgen.transformations.parsing import beside, dependents, next_word, roots_of
from litgen.transformations.units import determiner_of
from litgen.trees.nouns import is_animate
from litgen.trees.tokens import Doc, Token
from litgen.wordnet import Pos

#: Map universal parts of speech to file names and WordNet's letters.
PARTS: dict[str, tuple[str, Pos]] = {
    "NOUN": ("nouns", "n"), "VERB": ("verbs", "v"), "ADJ": ("adjectives", "a"),
    "ADV": ("adverbs", "r"),
}  # fmt: skip
_KEYS = (
    "usual", "number", "mass", "determined", "determiners", "unowned", "before", "not_after",
    "plain", "scene", "any", "frames", "place",
)  # fmt: skip
_AGE_AND_SEX = lemmas_with("age_and_sex", "adjective")
#: Maximum number of words in the description of a scene.
_SCENE_WORDS = 16
_SEEN = ("VBG", "VBZ", "VBP", "NN", "NNS")
_STATES = {*lemmas_with("stative", "verb"), *lemmas_with("no_scene", "verb")}
_SPEAKERS = frozenset(("i", "me", "my", "we", "us", "our", "you", "your"))
_REGIONAL = word_list("regional_spelling")
_IZE = re.compile(r"[a-z]{3,}(iz|yz)(e[ds]?|ers?|ing|ations?)")
_WHEREABOUTS = word_list("whereabouts") | {"with"}
_PREDICATES, _SUBJECTS = ("acomp", "attr", "oprd"), ("nsubj", "nsubjpass")
#: Dependencies, each with the frame that it indicates.
_FRAMES: dict[str, Complement] = {
    "dobj": "object", "dative": "objects", "prt": "particle", "auxpass": "passive",
    "nsubjpass": "passive", "acomp": "predicate", "attr": "predicate", "oprd": "predicate",
}  # fmt: skip


class Table(NamedTuple):
    """The entries for a part of speech, by word, and the nouns that need no determiner."""

    entries: Entries
    bare: frozenset[str] = frozenset()


@lru_cache(maxsize=16)
def load_table(part: str, folder: str | None = None) -> Table:
    """Return the table for a part of speech, with the user's entries before litgen's own."""
    name = f"synonyms/{PARTS[part][0]}.toml"
    spelling = {"usual": True, "spelling": True}
    groups = {"": {}, "usual_": {"usual": True}, "spelling_": spelling}
    entries, files = read_entries(name, folder, groups, _KEYS)
    return Table(entries, frozenset(word for file in files for word in file.get("bare", ())))


def meets(condition: Entry, token: Token, lemmas: frozenset[str]) -> bool:
    """Check whether a word, its noun phrase and its sentence meet an entry's conditions."""
    plural, determiner = token.tag_ == "NNS", determiner_of(token)
    word = "" if determiner is None else determiner.lower_
    owned = determiner is not None and determiner.dep_ == "poss"
    named = {word.replace("an", "a"), *(["'s"] if owned else [])}
    following = next_word(token)
    return not (
        (condition.number and plural != (condition.number == "plural"))
        or (condition.mass and (plural or word in ("a", "an", "one", "each")))
        or (condition.determined and determiner is None)
        or (condition.unowned and owned)
        or (condition.determiners and not named & condition.determiners)
        or (condition.before and following not in condition.before)
        or following in condition.not_before
        or not _has_place(condition, token)
        or (token.dep_ == "pobj" and token.head.lower_ in condition.not_after)
        or (condition.plain and not _plain(token))
        or (condition.scene and not is_scene(token.doc))
        or (condition.spelling and _shows_spelling(token))
        or (condition.any and not condition.any & lemmas)
        or condition.unless & lemmas
    )


def _has_place(condition: Entry, token: Token) -> bool:
    """Check the conditions on the word's position, its complements and an adjective's noun."""
    attributive = token.dep_ == "amod" and token.i < token.head.i
    before = beside(token, -1)
    places = {
        "attributive": attributive,
        "predicative": token.dep_ in _PREDICATES,
        "auxiliary": before is not None and before.pos_ == "AUX",
    }
    if not places.get(condition.place, True):
        return False
    if condition.frames and not frames_of(token) <= condition.frames:
        return False
    if not condition.heads and not condition.not_heads:
        return True
    noun = token.head if attributive else next(iter(dependents(token.head, *_SUBJECTS)), None)
    head = "" if noun is None else noun.lemma_
    return (not condition.heads or head in condition.heads) and head not in condition.not_heads


def frames_of(verb: Token) -> set[Complement]:
    """Return the complements of a verb, as named in ``rules/synonyms/verbs.toml``."""
    found = {_FRAMES[child.dep_] for child in verb.children if child.dep_ in _FRAMES}
    found |= {_clausal_frame(child) for child in dependents(verb, "xcomp", "ccomp")}
    if verb.tag_ == "VBN" and verb.dep_ == "acl":
        found.add("passive")
    relative = verb.dep_ == "relcl" and "object" not in found
    if relative and not any(child.tag_ in ("WDT", "WP", "WRB") for child in verb.children):
        found.add("gap")
    return found or {"none"}


def _clausal_frame(clause: Token) -> Complement:
    if any(child.lower_ == "to" for child in dependents(clause, "aux")):
        return "to"
    if clause.dep_ == "ccomp" or clause.tag_ == "VB":
        return "clause"
    return "ing" if clause.tag_ == "VBG" else "predicate"


def _shows_spelling(word: Token) -> bool:
    """Check whether another word has a regional spelling: *they recognize the organization*."""
    others = (token for token in word.doc if token.lemma_ != word.lemma_)
    return any(t.lemma_ in _REGIONAL or _IZE.fullmatch(t.lower_) for t in others)


def is_scene(doc: Doc) -> bool:
    """Check whether a text describes a visible scene: *A child is sitting on a bench.*"""
    words = [t for t in doc if not t.is_punct]
    thought = any(t.tag_ in ("NNP", "NNPS") or t.dep_ == "ccomp" for t in words)
    spoken = any(t.lower_ in _SPEAKERS for t in words)
    short = len(words) <= _SCENE_WORDS
    return short and not spoken and not thought and all(map(_is_seen, roots_of(doc)))


def _is_seen(root: Token) -> bool:
    if root.tag_ not in _SEEN or any(child.tag_ in ("MD", "VBD") for child in root.children):
        return False
    if root.lemma_ == "be":  # accepts *is on a bench* and *there is a child*, not *there are risks*
        if dependents(root, "expl"):
            return any(map(is_animate, dependents(root, "attr")))
        return any(child.lower_ in _WHEREABOUTS for child in root.children)
    subjects = dependents(root, "nsubj")
    all_of_them = any(c.tag_ == "NNS" and determiner_of(c) is None for c in subjects)
    finite = root.tag_ in ("VBZ", "VBP")
    return not finite or not (all_of_them or root.lemma_ in _STATES)


def _plain(token: Token) -> bool:
    """Check for a plain noun phrase, unlike *young man*, *man's* and *Man is mortal*."""
    bare, singular = determiner_of(token) is None, token.tag_ == "NN"
    joined = token.dep_ == "conj"
    conjunct = joined or any(determiner_of(c) is None for c in dependents(token, "conj"))
    return not (
        any(child.lower_ in _AGE_AND_SEX for child in token.lefts)
        or any(child.tag_ == "POS" for child in token.children)
        or (bare and (singular or joined))
        or (conjunct and singular)
    )
