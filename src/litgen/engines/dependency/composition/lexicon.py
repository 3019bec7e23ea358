"""Name predicates: look up a word's sense, given its frame, in tables and an optional SEM-I.

A SEM-I, the semantic interface of an ERG release, lists the sense names and frames of words.
"""

import re
import tempfile
import warnings
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import zip_longest
from pathlib import Path
from typing import Any, TypeAlias

from litgen.exceptions import EngineError
from litgen.lexicon import ADVERBS, NOUNS, VERBS, lemmas_with
from litgen.tables import rules_folder, rules_table, word_list
from litgen.trees.words import Word

#: A verb's complement, by the type of the second role in the verb's frame.
_TAKES = {"x": "object", "h": "clause", "": "neither"}
_PREPOSITIONS = rules_table("semantics/prepositions")["sense"]
_LOCAL = word_list("local", "semantics/prepositions")
_COMPOUND = rules_table("semantics/prepositions")["compound"]
_CARDINALS = rules_table("semantics/numbers")["cardinal"]
_ORDINALS = rules_table("semantics/numbers")["ordinal"]
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)")
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
#: Shapes of adverbs, with the endings that turn group 1 into an adjective, likeliest first.
_DERIVED = [(re.compile(e["shape"]), e["ends"]) for e in rules_table("morphology")["adverb"]]


def _sense(stem: str, part: str) -> str | None:
    return lemmas_with("sense", part).get(stem, {}).get("predicate")


def countability(word: Word) -> str:
    """Return the countability of a noun: ``count``, ``mass``, or ``either``."""
    if word.lemma in NOUNS.uncounted:
        return "mass"
    return "either" if word.lemma in NOUNS.counted_or_not else "count"


def is_calendar(word: Word) -> bool:
    return word.pos == "PROPN" and (word.lower in NOUNS.month or word.lower in NOUNS.weekday)


def is_year(word: Word) -> bool:
    """Check whether a word is a year: *in 1991*."""
    return bool(_YEAR.fullmatch(word.text)) and not word.first("nummod", "det")


def is_time(word: Word) -> bool:
    """Check whether a noun, name or number names a time: *Monday*, *1991*, *the morning*."""
    if word.pos == "NUM":
        return is_year(word)
    named = word.lemma in NOUNS.temporal and word.pos in ("NOUN", "PROPN")
    return named or is_calendar(word)


#: Prepositions that a verb may select; other prepositions are as often particles or adjuncts.
_SELECTED = word_list("selected", "semantics/prepositions")
_PARTICLES = word_list("particle", "semantics/prepositions")
#: Stem, part of speech and sense of a predicate that is not an idiom.
_NAME = re.compile(r"_([^_]+)_([nva])_(?!i$)(.+)(?<!-i)")
#: The arguments of one use of a predicate, with type and optionality, as delphin represents them.
Frame: TypeAlias = Sequence[Any]


def fits(frame: Frame, expressed: str) -> bool:
    """Check whether the expressed arguments (``xx``, ``xh``) fill a frame."""
    return len(expressed) <= len(frame) and all(
        role.optional if given is None else role.value in (given, *"iup") or given in "iu"
        for given, role in zip_longest(expressed, frame)
    )


class SemI:
    """Sense names and frames by stem and part of speech, from delphin's ``predicates``."""

    def __init__(self, predicates: Mapping[str, Sequence[Frame]]) -> None:
        self._senses: dict[tuple[str, str], dict[str, list[Frame]]] = defaultdict(dict)
        for name, synopses in predicates.items():
            if found := _NAME.fullmatch(name):
                stem, pos, sense = found.groups()
                self._senses[stem, pos][sense] = [
                    [role for role in synopsis if role.name != "ARG0"] for synopsis in synopses
                ]

    def _first(self, stem: str, pos: str, rank: Callable[[str], tuple[Any, ...]]) -> str | None:
        chosen = min(self._senses.get((stem, pos), ()), key=rank, default=None)
        return chosen and f"_{stem}_{pos}_{chosen}"

    def noun(self, stem: str, of: bool) -> str | None:
        """Return a noun's sense, preferably a relational one if the noun has an *of*-phrase."""
        order = ("of", "1") if of else ("1", "of")
        return self._first(stem, "n", lambda s: (s != order[0], s != order[1]))

    def adjective(self, stem: str, frame: str) -> str | None:
        return self._first(
            stem, "a", lambda s: (frame not in s.split("-"), s != "1", s.isdigit(), len(s))
        )

    def verb(self, stem: str, frame: str) -> str | None:
        """Return a verb's sense, preferring fitting frames, then senses 1 to 3, then others."""

        def rank(sense: str) -> tuple[Any, ...]:
            first = sense if sense in ("1", "2", "3") else "9"
            particle = sense in _PARTICLES and sense not in _SELECTED
            fitting = any(fits(each, frame) for each in self._senses[stem, "v"][sense])
            return particle or not fitting, particle, first, sense not in _SELECTED, len(sense)

        return self._first(stem, "v", rank)

    def prepositional(self, stem: str, preposition: str) -> str | None:
        frames = self._senses.get((stem, "v"), {}).get(preposition, ())
        taken = any(role.value in ("x", "i") for frame in frames for role in frame[1:])
        return f"_{stem}_v_{preposition}" if taken and preposition in _SELECTED else None


#: The empty SEM-I, for users who have none.
WITHOUT = SemI({})


@lru_cache(maxsize=2)
def load_semi(path: str | Path) -> SemI:
    """Read the surface predicates of an ERG release (``etc/surface.smi``), once per process."""
    from delphin import semi

    found = Path(path).resolve()
    if not found.is_file():
        raise EngineError(f"{path}: file not found; pass the path of the ERG's etc/surface.smi")
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        whole = Path(folder) / "erg.smi"
        frame = (rules_folder() / "semantics" / "erg.smi").read_text("utf-8")
        whole.write_text(f"{frame}include: {found}\n", encoding="utf-8")
        try:
            return SemI(semi.load(str(whole)).predicates)
        except semi.SemIError as error:
            raise EngineError(
                f"{path} is not a valid SEM-I ({error}); pass the path of the ERG's etc/surface.smi"
            ) from error


class Lexicon:
    """The predicates of words; ``semi`` adds the ERG's own senses and frames."""

    def __init__(self, semi: SemI) -> None:
        self.semi = semi

    def noun(self, word: Word, of: bool = False) -> str:
        """Return a common noun's predicate; ``of`` means that the noun has an *of*-phrase."""
        stem = _stem(word.lemma)
        listed = _sense(stem, "noun") or (f"_{stem}_n_of" if stem in NOUNS.relational else None)
        return listed or self.semi.noun(stem, of) or f"_{stem}_n_1"

    def name(self, word: Word) -> tuple[str, str]:
        """Return the predicate of a name and its constant, which is empty for a title."""
        for predicate, names in (("mofy", NOUNS.month), ("dofw", NOUNS.weekday)):
            if word.pos == "PROPN" and word.lower in names:
                return predicate, str(names[word.lower]["constant"])
        if word.lower.rstrip(".") in NOUNS.title:
            return str(NOUNS.sense[word.lower.rstrip(".")]["predicate"]), ""
        return "yofc" if is_year(word) else "named", word.text

    def adjective(self, word: Word, frame: str = "") -> str:
        """Return an adjective's predicate; ``frame`` is the next preposition or ``to``."""
        stem = _stem(word.lemma)
        return _sense(stem, "adjective") or self.semi.adjective(stem, frame) or f"_{stem}_a_1"

    def verb(self, word: Word, particle: str = "", frame: str = "") -> str:
        """Return a verb's predicate; some constructions have their own predicates instead."""
        stem = _stem(word.lemma)
        if particle:
            return f"_{stem}_v_{particle}"
        listed = _sense(stem, "verb") or self.semi.verb(stem, frame)
        listed = listed or VERBS.sense_with.get(stem, {}).get(_TAKES.get(frame[1:2], ""))
        return listed or f"_{stem}_v_1"

    def prepositional(self, word: Word, preposition: str) -> str | None:
        """Return a verb's predicate with a preposition, or None if the verb does not select it."""
        stem = _stem(word.lemma)
        if preposition in VERBS.prepositional.get(stem, ()):
            return f"_{stem}_v_{preposition}"
        return self.semi.prepositional(stem, preposition)

    def preposition(self, form: str, use: str) -> str:
        """Return a preposition's predicate for a use, such as ``time``, ``way`` or ``state``."""
        if form in _COMPOUND:
            return str(_COMPOUND[form])
        entry, stem = _PREPOSITIONS.get(form, {}), _stem(form)
        if form in _LOCAL and use != "entity":
            return f"_{stem}_p_dir" if use == "way" else f"_{stem}_p_state"
        return str(entry.get(use) or entry.get("plain") or f"_{stem}_p")

    def adverb(self, word: Word) -> str:
        stems = _adjective_stems(word.lower)
        senses = (_sense(s, "adjective") or self.semi.adjective(s, "") for s in stems)
        plain = f"_{_stem([*stems, word.lower][0])}_a_1"
        return _sense(word.lower, "adverb") or next(filter(None, senses), plain)


def _stem(lemma: str) -> str:
    return lemma.replace(" ", "+").replace("_", "+").replace("’", "'")


def _adjective_stems(adverb: str) -> list[str]:
    """List adjectives that an adverb may come from, likeliest first: *happy* for *happily*."""
    if adverb in ADVERBS.without_e:
        return [f"{adverb[:-2]}e"]
    shapes = () if adverb in ADVERBS.not_derived else _DERIVED
    found = ((shape.fullmatch(adverb), ends) for shape, ends in shapes)
    return next(([match[1] + end for end in ends] for match, ends in found if match), [])


def constant(text: str) -> str:
    """Return the constant of a number; any other text is returned unchanged.

    Example:
        >>> constant("twenty-three"), constant("12,000"), constant("two hundred twenty")
        ('23', '12000', '220')
    """
    total = part = 0
    for word in text.lower().split():
        digits, pieces = word.replace(",", ""), word.split("-")
        if not digits.isdigit() and not _CARDINALS.keys() >= {*pieces}:
            return text
        number = int(digits) if digits.isdigit() else sum(_CARDINALS[piece] for piece in pieces)
        if number >= 1000:
            total += max(part, 1) * number
            part = 0
        elif number == 100:
            part = max(part, 1) * number
        else:
            part += number
    return str(total + part)


def ordinal(text: str) -> str | None:
    """Return the constant of an ordinal, or None for any other word.

    Example:
        >>> ordinal("third"), ordinal("8th"), ordinal("old")
        ('3', '8', None)
    """
    found = _ORDINAL.fullmatch(text.lower())
    return found[1] if found else _ORDINALS.get(text.lower())
