"""The table of synonyms (``rules/synonyms``) and its conditions."""

import re
from functools import lru_cache
from typing import NamedTuple

from litgen.lexicon import lemmas_with
from litgen.tables import word_list
from litgen.transformations.entries import Entries, Entry, read_entries
from litgen.transformations.units import determiner_of
from litgen.trees.nouns import is_animate
from litgen.trees.tokens import Doc, Token
from litgen.wordnet import Pos

#: Universal part of speech -> file and WordNet's letter.
PARTS: dict[str, tuple[str, Pos]] = {
    "NOUN": ("nouns", "n"),
    "VERB": ("verbs", "v"),
    "ADJ": ("adjectives", "a"),
    "ADV": ("adverbs", "r"),
}
_KEYS = (
    "usual", "number", "mass", "determined", "determiners", "unowned", "before", "not_after",
    "plain", "scene", "any", "frames", "place",
)  # fmt: skip
#: The complements of verbs (``rules/synonyms/verbs.toml``) and the positions of other words.
_VALUES = {
    "frames": (
        "none", "object", "objects", "passive", "to", "ing", "clause", "predicate", "particle",
        "gap",
    ),
    "place": ("", "attributive", "predicative", "auxiliary"),
}  # fmt: skip
_AGE_AND_SEX = lemmas_with("age_and_sex", "adjective")
#: The maximum number of words of a scene.
_SCENE_WORDS = 16
_SEEN = ("VBG", "VBZ", "VBP", "NN", "NNS")
_STATES = {*lemmas_with("stative", "verb"), *lemmas_with("no_scene", "verb")}
_SPEAKERS = frozenset(("i", "me", "my", "we", "us", "our", "you", "your"))
_REGIONAL = word_list("regional_spelling")
_IZE = re.compile(r"[a-z]{3,}(iz|yz)(e[ds]?|ers?|ing|ations?)")
_WHEREABOUTS = word_list("whereabouts") | {"with"}
_PREDICATES = ("acomp", "attr", "oprd")
#: Dependencies that are a frame by themselves.
_FRAMES = {
    "dobj": "object", "dative": "objects", "prt": "particle", "auxpass": "passive",
    "nsubjpass": "passive", "acomp": "predicate", "attr": "predicate", "oprd": "predicate",
}  # fmt: skip


class Table(NamedTuple):
    """Entries of one part of speech by the word to replace, and words that need no determiner."""

    entries: Entries
    bare: frozenset[str] = frozenset()


@lru_cache(maxsize=16)
def load_table(part: str, folder: str | None = None) -> Table:
    """Return the table of a part of speech, with a user's entries before litgen's own."""
    name = f"synonyms/{PARTS[part][0]}.toml"
    groups = {
        "": {},
        "usual_": {"usual": True},
        "spelling_": {"usual": True, "spelling": True},
    }
    entries, files = read_entries(name, folder, groups, _KEYS, _VALUES)
    return Table(entries, frozenset(word for file in files for word in file.get("bare", ())))


def stands_bare(token: Token) -> bool:
    """Check for a singular noun without a determiner as the object of a preposition."""
    if token.tag_ != "NN" or token.dep_ != "pobj":
        return False
    return determiner_of(token) is None


def meets(condition: Entry, token: Token, lemmas: frozenset[str]) -> bool:
    plural = token.tag_ == "NNS"
    determiner = determiner_of(token)
    if condition.number and plural != (condition.number == "plural"):
        return False
    word = "" if determiner is None else determiner.lower_
    if condition.mass and (plural or word in ("a", "an", "one", "each")):
        return False
    if condition.determined and determiner is None:
        return False
    if condition.unowned and determiner is not None and determiner.dep_ == "poss":
        return False
    if condition.determiners:
        owned = determiner is not None and determiner.dep_ == "poss"
        named = word.replace("an", "a") in condition.determiners
        if not named and not (owned and "'s" in condition.determiners):
            return False
    after = token.nbor().lower_ if token.i + 1 < len(token.doc) else ""
    if (condition.before and after not in condition.before) or after in condition.not_before:
        return False
    return (
        _stands_right(condition, token)
        and not (token.dep_ == "pobj" and token.head.lower_ in condition.not_after)
        and not (condition.plain and not _plain(token))
        and not (condition.scene and not is_scene(token.doc))
        and not (condition.spelling and _shows_spelling(token))
        and not (condition.any and not condition.any & lemmas)
        and not condition.unless & lemmas
    )


def _stands_right(condition: Entry, token: Token) -> bool:
    """Check the conditions on a verb's complements, a word's place and an adjective's noun."""
    if condition.frames and not frames_of(token) <= condition.frames:
        return False
    attributive = token.dep_ == "amod" and token.i < token.head.i
    if condition.place == "attributive" and not attributive:
        return False
    if condition.place == "predicative" and token.dep_ not in _PREDICATES:
        return False
    if condition.place == "auxiliary" and (token.i == 0 or token.nbor(-1).pos_ != "AUX"):
        return False
    if not condition.heads and not condition.not_heads:
        return True
    subjects = (c for c in token.head.children if c.dep_ in ("nsubj", "nsubjpass"))
    noun = token.head if attributive else next(subjects, None)
    head = "" if noun is None else noun.lemma_
    return (not condition.heads or head in condition.heads) and head not in condition.not_heads


def frames_of(verb: Token) -> set[str]:
    """Return the complements of a verb, as named in ``rules/synonyms/verbs.toml``."""
    found = set()
    for child in verb.children:
        frame = _FRAMES.get(child.dep_)
        if frame is not None:
            found.add(frame)
        elif child.dep_ in ("xcomp", "ccomp"):
            found.add(_clausal_frame(child))
    passive_clause = verb.tag_ == "VBN" and verb.dep_ == "acl"
    if passive_clause or "passive" in found:
        found -= {"none"}
        found.add("passive")
    relative = verb.dep_ == "relcl" and "object" not in found
    if relative and not any(child.tag_ in ("WDT", "WP", "WRB") for child in verb.children):
        found.add("gap")
    return found or {"none"}


def _clausal_frame(clause: Token) -> str:
    if any(child.lower_ == "to" and child.dep_ == "aux" for child in clause.children):
        return "to"
    if clause.dep_ == "ccomp" or clause.tag_ == "VB":
        return "clause"
    return "ing" if clause.tag_ == "VBG" else "predicate"


def _shows_spelling(word: Token) -> bool:
    """Check whether another word shows a regional spelling: *they recognize the organization*."""
    others = (token for token in word.doc if token.lemma_ != word.lemma_)
    return any(t.lemma_ in _REGIONAL or _IZE.fullmatch(t.lower_) for t in others)


def is_scene(doc: Doc) -> bool:
    """Check whether a text describes something visible, not a thought: *A child is sitting on a
    bench.*"""
    words = [t for t in doc if not t.is_punct]
    if len(words) > _SCENE_WORDS or any(t.lower_ in _SPEAKERS for t in words):
        return False
    if any(t.tag_ in ("NNP", "NNPS") or t.dep_ == "ccomp" for t in words):
        return False
    return all(_is_seen(t) for t in doc if t.dep_ == "ROOT")


def _is_seen(root: Token) -> bool:
    if root.tag_ not in _SEEN or any(child.tag_ in ("MD", "VBD") for child in root.children):
        return False
    if root.lemma_ == "be":
        return _is_somewhere(root)
    if root.tag_ not in ("VBZ", "VBP"):
        return True
    subjects = (child for child in root.children if child.dep_ == "nsubj")
    all_of_them = any(c.tag_ == "NNS" and determiner_of(c) is None for c in subjects)
    return not all_of_them and root.lemma_ not in _STATES


def _is_somewhere(verb: Token) -> bool:
    """*Is on a bench*; *there is a child*, not *there are risks*."""
    if any(child.dep_ == "expl" for child in verb.children):
        return any(is_animate(child) for child in verb.children if child.dep_ == "attr")
    return any(child.lower_ in _WHEREABOUTS for child in verb.children)


def _plain(token: Token) -> bool:
    """Check for a plain noun phrase: not *young man*, *man's*, *man and woman*, *Man is mortal*."""
    if any(child.lower_ in _AGE_AND_SEX for child in token.lefts):
        return False
    if any(child.tag_ == "POS" for child in token.children):
        return False
    bare = determiner_of(token) is None
    conjunct = token.dep_ == "conj" or any(
        child.dep_ == "conj" and determiner_of(child) is None for child in token.children
    )
    return not (bare and (token.tag_ == "NN" or token.dep_ == "conj")) and not (
        conjunct and token.tag_ == "NN"
    )
