"""Names of predicates: the sense of a word in its frame, from tables and, if given, a SEM-I."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgen.engines.dependency.composition.tables import table, words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from litgen.engines.dependency.composition.semi import SemI
    from litgen.engines.dependency.words import Word

_OF_NOUNS: dict[str, str] = {
    noun: f"_{noun}_n_of" for nouns in table("nouns")["of"].values() for noun in nouns
}


def _senses(lists: Mapping[str, list[str]], pos: str) -> dict[str, str]:
    """Predicates of words that stand in lists by their senses."""
    return {word: f"_{word}_{pos}_{sense}" for sense, words in lists.items() for word in words}


def _listed(name: str) -> dict[str, str]:
    return {word: entry["predicate"] for word, entry in table(name)["sense"].items()}


_NOUNS = _senses(table("nouns")["senses"], "n") | _listed("nouns")
_ADJECTIVES = _senses(table("adjectives")["senses"], "a") | _listed("adjectives")
_VERBS = _listed("verbs")
#: By what a verb takes: an object, a clause, neither.
_VERBS_WITH = {
    kind: _senses(table("verbs")["senses"][name], "v")
    for kind, name in (("x", "object"), ("h", "clause"), ("", "neither"))
}
_MASS, _EITHER = words("nouns", "countability", "mass"), words("nouns", "countability", "either")
_PREPOSITIONAL = table("verbs")["prepositional"]
_PREPOSITIONS = table("prepositions")["sense"]
_LOCAL = words("prepositions", "local")
_COMPOUND = table("prepositions")["compound"]
_ADVERBS = table("adverbs")["sense"]
_NOT_DERIVED = words("adverbs", "not_derived")
_WITHOUT_E = words("adverbs", "without_e")
_MONTHS, _WEEKDAYS = table("nouns")["months"], table("nouns")["weekdays"]
_TIMES = words("prepositions", "time", "nouns")


def countability(word: Word) -> str:
    """Whether a noun is counted: ``count``, ``mass``, or ``either``.

    Example:
        *dog*, *software*, *code*
    """
    return "mass" if word.lemma in _MASS else "either" if word.lemma in _EITHER else "count"


def is_calendar(word: Word) -> bool:
    """A month or a day of the week."""
    return word.pos == "PROPN" and (word.lower in _MONTHS or word.lower in _WEEKDAYS)


def is_time(word: Word) -> bool:
    """Whether a noun, name or number names a time: *Monday*, *1991*, *the morning*."""
    if word.lower in _MONTHS or word.lower in _WEEKDAYS:
        return word.pos == "PROPN" or word.tag.startswith("NNP")
    if word.pos == "NUM":
        return len(word.text) == 4 and word.text.isdigit()
    return word.lemma in _TIMES and word.pos in ("NOUN", "PROPN")


class Lexicon:
    """Predicates of words. ``semi`` adds the ERG's own senses and frames, where it is given."""

    def __init__(self, semi: SemI | None = None) -> None:
        self.semi = semi

    def noun(self, word: Word, of: bool = False) -> str:
        """The predicate of a common noun; ``of``: an *of*-phrase hangs on it.

        Example:
            *manager* is ``_manager_n_of``, *dog* is ``_dog_n_1``.
        """
        stem = _stem(word.lemma)
        listed = _NOUNS.get(stem) or _OF_NOUNS.get(stem)
        if listed is None and self.semi is not None:
            listed = self.semi.noun(stem, of)
        return listed or f"_{stem}_n_1"

    def name(self, word: Word) -> tuple[str, str]:
        """The predicate of a name, and its constant.

        Example:
            *Kim* is ``named`` Kim, *May* is ``mofy`` May, *Monday* is ``dofw`` Mon.
        """
        if word.pos == "PROPN" and word.lower in _MONTHS:
            return "mofy", _MONTHS[word.lower]
        if word.pos == "PROPN" and word.lower in _WEEKDAYS:
            return "dofw", _WEEKDAYS[word.lower]
        return "named", word.text

    def adjective(self, word: Word, frame: str = "") -> str:
        """The predicate of an adjective; ``frame``: the preposition that follows, or ``to``.

        Example:
            *tall* is ``_tall_a_1``, *happy* is ``_happy_a_with``.
        """
        stem = _stem(word.lemma)
        listed = _ADJECTIVES.get(stem)
        if listed is None and self.semi is not None:
            listed = self.semi.adjective(stem, frame)
        return listed or f"_{stem}_a_1"

    def verb(self, word: Word, particle: str = "", frame: str = "") -> str:
        """The predicate of a verb outside the special frames of the table.

        Args:
            particle: its particle (*squeeze in* is ``_squeeze_v_in``).
            frame: the roles expressed, such as ``x``, ``xx``, ``xh`` (subject, object or clause).
        """
        stem = _stem(word.lemma)
        if particle:
            return f"_{stem}_v_{particle}"
        listed = _VERBS.get(stem)
        if listed is None and self.semi is not None:
            listed = self.semi.verb(stem, frame)
        listed = listed or _VERBS_WITH.get(frame[1:2], {}).get(stem)
        return listed or f"_{stem}_v_1"

    def prepositional(self, word: Word, preposition: str) -> str | None:
        """The predicate of a verb that takes a preposition's object as its own argument.

        Example:
            *rely*, *on* is ``_rely_v_on``.
        """
        stem = _stem(word.lemma)
        if preposition in _PREPOSITIONAL.get(stem, ()):
            return f"_{stem}_v_{preposition}"
        if self.semi is not None:
            return self.semi.prepositional(stem, preposition)
        return None

    def preposition(self, form: str, use: str) -> str:
        """The predicate of a preposition in a use: ``state``, ``entity``, ``time``, ``way``.

        Example:
            *in* is ``_in_p_state`` in *She sings in a choir*, ``_in_p_loc`` in *The cat is in it*.
        """
        if form in _COMPOUND:
            return str(_COMPOUND[form])
        entry: Mapping[str, str] | None = _PREPOSITIONS.get(form)
        stem = _stem(form)
        if entry is not None:
            return entry.get(use) or entry.get("plain") or f"_{stem}_p"
        if form in _LOCAL and use != "entity":
            return f"_{stem}_p_dir" if use == "way" else f"_{stem}_p_state"
        return f"_{stem}_p"

    def adverb(self, word: Word) -> str:
        """The predicate of an adverb: that of its adjective.

        Example:
            *softly* is ``_soft_a_1``, *often* is ``_often_a_1``.
        """
        form = word.lower
        if form in _ADVERBS:
            return str(_ADVERBS[form])
        for stem in _adjective_stems(form):
            if stem in _ADJECTIVES:
                return str(_ADJECTIVES[stem])
            if self.semi is not None and (found := self.semi.adjective(stem, "")):
                return found
        stems = _adjective_stems(form)
        return f"_{_stem(stems[0] if stems else form)}_a_1"


def _stem(lemma: str) -> str:
    return lemma.replace(" ", "+").replace("_", "+").replace("’", "'")


def _adjective_stems(adverb: str) -> list[str]:
    """Adjectives that an adverb in *-ly* may come from, likeliest first.

    Example:
        >>> _adjective_stems("happily")
        ['happy']
    """
    if not adverb.endswith("ly") or len(adverb) < 5 or adverb in _NOT_DERIVED:
        return []
    base = adverb[:-2]
    if base.endswith("i"):
        return [base[:-1] + "y"]
    if base.endswith("ical"):
        return [base, base[:-2]]
    if (base[-1] in "bcdg" and base[-2] not in "aeiou") or base.endswith(("ab", "ib", "mp", "tl")):
        return [base + "le", base, base + "e"]
    if base in _WITHOUT_E:
        return [base + "e"]
    return [base, base + "e", base + "l"]
