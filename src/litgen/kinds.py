"""Broader nouns, sibling nouns, and nouns that may denote the same thing (``rules/kinds.toml``)."""

from collections.abc import Collection
from functools import lru_cache

from litgen.lexicon import lemmas_with
from litgen.tables import rules_table

#: Pairs of mutually exclusive features of nouns for persons.
_EXCLUDING = (("male", "female"), ("child", "adult"))
_SAID = {name: lemmas_with(name, "noun") for pair in _EXCLUDING for name in pair}
_PERSONS, _ANY_PERSON = lemmas_with("person", "noun"), lemmas_with("any_person", "noun")
_ANIMALS, _ANY_ANIMAL = lemmas_with("animal", "noun"), lemmas_with("any_animal", "noun")
_GROUPS, _GARMENTS = lemmas_with("group", "noun"), lemmas_with("garment", "noun")


def covers(broad: str, narrow: str) -> bool:
    """Check whether ``broad`` is a synonym of ``narrow`` or a broader noun.

    Args:
        broad: a lemma, lower case.

    Example:
        >>> covers("person", "chef"), covers("man", "boy"), covers("vehicle", "bike")
        (True, False, True)
    """
    if broad == narrow or any({broad, narrow} <= same for same in _same()):
        return True
    if broad in _ANY_ANIMAL and (narrow in _ANIMALS or narrow in _ANY_ANIMAL):
        return True
    if broad in _ANY_PERSON and _is_person(narrow):
        return _features(broad) <= _features(narrow)
    return broad in _broader(narrow)


def may_be_same(one: str, other: str) -> bool:
    """Check whether two nouns may denote the same thing.

    Example:
        >>> may_be_same("chef", "man"), may_be_same("boy", "woman"), may_be_same("dog", "cat")
        (True, False, False)
    """
    if covers(one, other) or covers(other, one):
        return True
    if is_group(one) or is_group(other):
        return all(is_group(noun) or _is_person(noun) for noun in (one, other))
    if "it" in (one, other):
        return not any(map(_is_person, (one, other)))
    if not (_is_person(one) and _is_person(other)):
        return False
    ours, theirs = _features(one), _features(other)
    return not any(
        (a in ours and b in theirs) or (b in ours and a in theirs) for a, b in _EXCLUDING
    )


def siblings(noun: str, but: Collection[str] = ()) -> list[str]:
    """Return nouns that share a class with a noun but do not cover it, in a fixed order.

    The classes are persons of the same sex and age, animals, garments, and the nouns that
    ``rules/kinds.toml`` lists under one broader noun.

    Args:
        but: nouns to omit.

    Example:
        >>> siblings("guitar")[:2], "cat" in siblings("dog"), "fireman" in siblings("man")
        (['piano', 'violin'], True, True)
    """
    table = rules_table("kinds")["broader"]
    found = [each for broad, some in table.items() if broad != "examples" and noun in some
             for each in some]  # fmt: skip
    for some in (_ANIMALS, _GARMENTS):
        if noun in some and noun not in _ANY_ANIMAL:
            found += sorted(each for each in some if each not in _ANY_ANIMAL)
    if noun in _PERSONS:
        ours = _features(noun)
        known = (each for each in _PERSONS if each not in _ANY_PERSON)
        found += sorted(each for each in known if _features(each) == ours)
    left = (each for each in dict.fromkeys(found) if each not in but)
    return [each for each in left if not covers(each, noun)]


def is_group(noun: str) -> bool:
    """Check whether a noun denotes several persons: *a couple*, *people*, *they*.

    Example:
        >>> is_group("crowd"), is_group("man")
        (True, False)
    """
    return noun in _GROUPS


def _is_person(noun: str) -> bool:
    return noun in _ANY_PERSON or noun in _PERSONS or bool(_features(noun))


def _features(noun: str) -> frozenset[str]:
    return frozenset(name for pair in _EXCLUDING for name in pair if noun in _SAID[name])


@lru_cache(maxsize=1)
def _same() -> tuple[frozenset[str], ...]:
    return tuple(frozenset(nouns) for nouns in rules_table("kinds")["same"]["nouns"])


@lru_cache(maxsize=4096)
def _broader(noun: str) -> frozenset[str]:
    table = rules_table("kinds")["broader"]
    found = {broad for broad in table if broad != "examples" and noun in table[broad]}
    if noun in _GARMENTS:
        found.add("clothes")
    return frozenset(found.union(*map(_broader, found)))
