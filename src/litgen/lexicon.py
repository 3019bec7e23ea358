"""Read the features of lemmas from the lexicon (``rules/lexicon/*.toml``).

Each file covers one part of speech: ``[features]`` describes each feature in one line, and
``[lemmas]`` lists the features of each lemma, some with a value::

    have = ["no_passive", "stative", { feature = "raising_to_object", predicate = "_have_v_cause" }]
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from litgen.exceptions import RuleError
from litgen.tables import (
    function_words,
    read_toml,
    rules_folder,
    rules_table,
    validated,
    word_list,
)

#: Maps each part of speech to the letters that may mark it in ERG predicates.
PARTS = {
    "verb": "v", "noun": "n", "adjective": "a", "adverb": "axp", "determiner": "q",
    "preposition": "p",
}  # fmt: skip


class _Feature(NamedTuple):
    """The declaration of a feature."""

    says: str
    example: str
    endings: tuple[str, ...] = ()
    but: tuple[str, ...] = ()
    narrower_of: tuple[str, ...] = ()
    closed: bool = False


class _File(NamedTuple):
    """The content of a lexicon file."""

    features: Mapping[str, _Feature] = {}
    lemmas: Mapping[str, list[str | dict[str, Any]]] = {}


class Lemmas(dict[str, Mapping[str, Any]]):
    """The lemmas that have a feature, with the feature's values, most of which are empty.

    If a feature declares ``endings``, lemmas with one of these endings also have the feature,
    except those in ``but``. If it declares ``narrower_of``, the nouns that ``rules/broader.toml``
    lists below the given nouns also have the feature.
    """

    def __init__(self, endings: Collection[str] = (), but: Collection[str] = ()) -> None:
        super().__init__()
        self._endings, self._but = tuple(endings), frozenset(but)

    def __contains__(self, lemma: object) -> bool:
        if super().__contains__(lemma) or not self._endings:
            return super().__contains__(lemma)
        return str(lemma).endswith(self._endings) and lemma not in self._but


@cache
def _lexicon() -> dict[str, dict[str, Lemmas]]:
    found: dict[str, dict[str, Lemmas]] = {part: {} for part in PARTS}
    _add(found, rules_folder() / "lexicon")
    return found


def add_lexicon(folder: Path) -> None:
    """Add a user's lexicon to the shipped one, in place.

    Args:
        folder: a folder with files such as ``verbs.toml``, in which ``"-no_passive"`` removes a
            feature from a lemma.

    Raises:
        RuleError: an entry is invalid; the message names the file, the lemma and the reason.
    """
    has_feature.cache_clear()
    _add(_lexicon(), folder)


def _add(lexicon: dict[str, dict[str, Lemmas]], folder: Path) -> None:
    for path in sorted(folder.glob("*.toml")):
        _add_file(lexicon, path)


def _add_file(lexicon: dict[str, dict[str, Lemmas]], path: Path) -> None:
    part = path.stem.removesuffix("s")
    if part not in lexicon:
        raise RuleError(f"{path}: a lexicon has {', '.join(f'{p}s.toml' for p in PARTS)}")
    data, features = validated(_File, read_toml(path), path), lexicon[part]
    for name, what in data.features.items():
        lemmas = features.setdefault(name, Lemmas(what.endings, what.but))
        lemmas.update((noun, {}) for noun in _narrower(what.narrower_of))
    for lemma, entry in data.lemmas.items():
        for each in entry:
            value = dict(each) if isinstance(each, dict) else {"feature": each}
            name = str(value.pop("feature", None))
            value.pop("example", None)  # for documentation and tests
            if name.removeprefix("-") not in features:
                raise RuleError(f"{path}: {lemma}: there is no feature {name!r} of {part}s")
            if name.startswith("-"):
                features[name[1:]].pop(lemma, None)
            else:
                features[name][lemma] = value


def _narrower(nouns: Sequence[str]) -> Iterator[str]:
    """Yield the nouns that ``rules/broader.toml`` lists below the given ones."""
    for entry in rules_table("broader")["noun"] if nouns else ():
        if entry["broader"] in nouns:
            yield from entry["narrower"]


def lemmas_with(feature: str, part: str) -> Lemmas:
    """Return the lemmas with a feature in a part of speech; ``add_lexicon`` updates the result.

    Example:
        >>> "resemble" in lemmas_with("no_passive", "verb")
        True
        >>> lemmas_with("raising", "verb")["seem"]["predicate"]
        '_seem_v_to'
    """
    return _lexicon()[part][feature]


class _Part:
    """The lemmas of a part of speech by feature.

    Example:
        >>> "resemble" in VERBS.no_passive
        True
    """

    def __init__(self, part: str) -> None:
        self._part = part

    def __getattr__(self, feature: str) -> Lemmas:
        try:
            lemmas = lemmas_with(feature, self._part)
        except KeyError:
            raise AttributeError(f"{self._part}s have no feature {feature!r}") from None
        setattr(self, feature, lemmas)
        return lemmas


VERBS, NOUNS, ADJECTIVES = _Part("verb"), _Part("noun"), _Part("adjective")
ADVERBS, DETERMINERS = _Part("adverb"), _Part("determiner")


def features_of(lemma: str, part: str) -> dict[str, Mapping[str, Any]]:
    """Return the features of a lemma with their values.

    Example:
        >>> sorted(features_of("hat", "noun"))
        ['garment', 'worn']
    """
    return {name: f.get(lemma, {}) for name, f in _lexicon()[part].items() if lemma in f}


def words_named(name: str) -> tuple[Collection[str], ...]:
    """Return the words that ``@NAME`` denotes in a guard: a list, a class or a feature's lemmas.

    Args:
        name: the name of a list, of a class, or of a feature, with its part of speech
            (``adverb:habitual``) or without.

    Raises:
        KeyError: nothing has this name.
    """
    of, _, feature = name.rpartition(":")
    parts = [each for part, each in _lexicon().items() if of in ("", part)]
    found = tuple(features[feature] for features in parts if feature in features)
    closed = function_words().get(name)
    return (frozenset(closed).union(*found),) if closed else found or (word_list(name),)


def is_feature(name: str) -> bool:
    """Check whether any part of speech has a feature of this name."""
    return any(name in features for features in _lexicon().values())


@lru_cache(maxsize=4096)
def lemma_of(predicate: str) -> str:
    """Return ``LEMMA/POS`` for a surface predicate, and an abstract predicate unchanged.

    Example:
        >>> lemma_of("_know_v_1"), lemma_of("_some_q"), lemma_of("neg")
        ('know/v', 'some/q', 'neg')
    """
    return "/".join(predicate[1:].split("_")[:2]) if predicate.startswith("_") else predicate


@lru_cache(maxsize=65536)
def has_feature(predicate: str, feature: str) -> bool:
    """Check whether the lemma of a surface predicate has a feature in its part of speech.

    Example:
        >>> has_feature("_know_v_1", "stative"), has_feature("neg", "stative")
        (True, False)
    """
    lemma, _, pos = lemma_of(predicate).replace("+", " ").partition("/")
    of_pos = (each for part, each in _lexicon().items() if pos and pos in PARTS[part])
    return any(lemma in features.get(feature, ()) for features in of_pos)


@lru_cache(maxsize=65536)
def article_for(word: str) -> str:
    """Return the form of the indefinite article before a word.

    Example:
        >>> [article_for(word) for word in ("apple", "hour", "university", "uninvited", "TV")]
        ['an', 'an', 'a', 'an', 'a']
    """
    table = rules_table("articles")
    first = re.split(r"[\s-]", word.lower(), maxsplit=1)[0] if "-" not in word[:2] else word.lower()
    vowel, consonant = table["vowel"], table["consonant"]
    if first in vowel["words"] or first.startswith(tuple(vowel["begins"])):
        return "an"
    yes, no = tuple(consonant["begins"]), tuple(consonant["but"])
    if first in consonant["words"] or (word.lower().startswith(yes) and not first.startswith(no)):
        return "a"
    return "an" if first[:1] in "aeiou" else "a"
