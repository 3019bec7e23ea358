"""Names of predicates: the sense of a word in its frame, from tables and, if given, a SEM-I."""

from __future__ import annotations

import re

from litgen.engines.dependency.composition.semi import SemI
from litgen.engines.dependency.words import Word
from litgen.lexicon import ADVERBS, NOUNS, VERBS, lemmas_with
from litgen.tables import rules_table, word_list

#: What a verb takes by the second role of its frame: an object, a clause, neither.
_TAKES = {"x": "object", "h": "clause", "": "neither"}
_PREPOSITIONS = rules_table("semantics/prepositions")["sense"]
_LOCAL = word_list("local", "semantics/prepositions")
_COMPOUND = rules_table("semantics/prepositions")["compound"]


def _sense(stem: str, part: str) -> str | None:
    """The sense that the lexicon says a lemma has."""
    entry = lemmas_with("sense", part).get(stem)
    return None if entry is None else str(entry["predicate"])


def countability(word: Word) -> str:
    """Whether a noun is counted: ``count``, ``mass``, or ``either``."""
    if word.lemma in NOUNS.uncounted:
        return "mass"
    return "either" if word.lemma in NOUNS.counted_or_not else "count"


def is_calendar(word: Word) -> bool:
    """A month or a day of the week."""
    return word.pos == "PROPN" and (word.lower in NOUNS.month or word.lower in NOUNS.weekday)


def is_year(word: Word) -> bool:
    """A number of four digits."""
    return len(word.text) == 4 and word.text.isdigit()


def is_time(word: Word) -> bool:
    """Whether a noun, name or number names a time: *Monday*, *1991*, *the morning*."""
    if word.lower in NOUNS.month or word.lower in NOUNS.weekday:
        return word.pos == "PROPN"
    if word.pos == "NUM":
        return is_year(word)
    return word.lemma in NOUNS.temporal and word.pos in ("NOUN", "PROPN")


class Lexicon:
    """Predicates of words. ``semi`` adds the ERG's own senses and frames."""

    def __init__(self, semi: SemI) -> None:
        self.semi = semi

    def noun(self, word: Word, of: bool = False) -> str:
        """The predicate of a common noun; ``of``: an *of*-phrase hangs on it."""
        stem = _stem(word.lemma)
        listed = _sense(stem, "noun") or (f"_{stem}_n_of" if stem in NOUNS.relational else None)
        return listed or self.semi.noun(stem, of) or f"_{stem}_n_1"

    def name(self, word: Word) -> tuple[str, str]:
        """The predicate of a name, and its constant."""
        for predicate, names in (("mofy", NOUNS.month), ("dofw", NOUNS.weekday)):
            if word.pos == "PROPN" and word.lower in names:
                return predicate, str(names[word.lower]["constant"])
        return "named", word.text

    def adjective(self, word: Word, frame: str = "") -> str:
        """The predicate of an adjective; ``frame``: the preposition that follows, or ``to``."""
        stem = _stem(word.lemma)
        return _sense(stem, "adjective") or self.semi.adjective(stem, frame) or f"_{stem}_a_1"

    def verb(self, word: Word, particle: str = "", frame: str = "") -> str:
        """The predicate of a verb outside the special frames of the table."""
        stem = _stem(word.lemma)
        if particle:
            return f"_{stem}_v_{particle}"
        listed = _sense(stem, "verb") or self.semi.verb(stem, frame)
        listed = listed or VERBS.sense_with.get(stem, {}).get(_TAKES.get(frame[1:2], ""))
        return listed or f"_{stem}_v_1"

    def prepositional(self, word: Word, preposition: str) -> str | None:
        """The predicate of a verb that takes a preposition's object as its own argument."""
        stem = _stem(word.lemma)
        if preposition in VERBS.prepositional.get(stem, ()):
            return f"_{stem}_v_{preposition}"
        return self.semi.prepositional(stem, preposition)

    def preposition(self, form: str, use: str) -> str:
        """The predicate of a preposition in a use: ``state``, ``entity``, ``time``, ``way``."""
        if form in _COMPOUND:
            return str(_COMPOUND[form])
        entry, stem = _PREPOSITIONS.get(form, {}), _stem(form)
        if form in _LOCAL and use != "entity":
            return f"_{stem}_p_dir" if use == "way" else f"_{stem}_p_state"
        return str(entry.get(use) or entry.get("plain") or f"_{stem}_p")

    def adverb(self, word: Word) -> str:
        """The predicate of an adverb: that of its adjective."""
        form = word.lower
        if listed := _sense(form, "adverb"):
            return listed
        stems = _adjective_stems(form)
        for stem in stems:
            if listed := _sense(stem, "adjective") or self.semi.adjective(stem, ""):
                return listed
        return f"_{_stem(stems[0] if stems else form)}_a_1"


def _stem(lemma: str) -> str:
    return lemma.replace(" ", "+").replace("_", "+").replace("’", "'")


def _adjective_stems(adverb: str) -> list[str]:
    """Adjectives that an adverb in *-ly* may come from, likeliest first.

    Example:
        >>> _adjective_stems("happily")
        ['happy']
    """
    if not adverb.endswith("ly") or len(adverb) < 5 or adverb in ADVERBS.not_derived:
        return []
    base = adverb[:-2]
    if base.endswith("i"):
        return [base[:-1] + "y"]
    if base.endswith("ical"):
        return [base, base[:-2]]
    if (base[-1] in "bcdg" and base[-2] not in "aeiou") or base.endswith(("ab", "ib", "mp", "tl")):
        return [base + "le", base, base + "e"]
    if adverb in ADVERBS.without_e:
        return [base + "e"]
    return [base, base + "e", base + "l"]


_CARDINALS = rules_table("semantics/numbers")["cardinal"]
_ORDINALS = rules_table("semantics/numbers")["ordinal"]
_DIGITS = re.compile(r"^\d[\d,]*(\.\d+)?$")
_ORDINAL = re.compile(r"^(\d+)(st|nd|rd|th)$")


def constant(text: str) -> str:
    """The constant of a number word.

    Example:
        >>> constant("twenty-three"), constant("12,000")
        ('23', '12000')
    """
    lower = text.lower()
    if _DIGITS.match(lower):
        return lower.replace(",", "")
    if lower in _CARDINALS:
        return str(_CARDINALS[lower])
    parts = lower.split("-")
    if len(parts) > 1 and all(p in _CARDINALS for p in parts):
        return str(sum(_CARDINALS[p] for p in parts))
    return text


def ordinal(text: str) -> str | None:
    """The constant of an ordinal, None for any other word.

    Example:
        >>> ordinal("third"), ordinal("8th"), ordinal("old")
        ('3', '8', None)
    """
    lower = text.lower()
    if lower in _ORDINALS:
        return str(_ORDINALS[lower])
    found = _ORDINAL.match(lower)
    return found.group(1) if found else None


def combined(texts: list[str]) -> str:
    """*two hundred twenty* -> 220; what is no number is kept as it is written."""
    total = part = 0
    for text in texts:
        value = constant(text)
        if not value.isdigit():
            return " ".join(texts)
        number = int(value)
        if number >= 1000:
            total += max(part, 1) * number
            part = 0
        elif number == 100:
            part = max(part, 1) * number
        else:
            part += number
    return str(total + part)
