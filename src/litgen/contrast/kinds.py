"""Nouns that may name the same thing, and nouns that say no more than others (rules/kinds.toml)."""

from __future__ import annotations

from functools import lru_cache

from litgen.tables import rules_table


def covers(broad: str, narrow: str) -> bool:
    """Whether whatever is the one is the other: a synonym, or a broader noun.

    Args:
        broad: a lemma, lower case.

    Example:
        >>> covers("person", "chef"), covers("man", "boy"), covers("vehicle", "bike")
        (True, False, True)
    """
    if broad == narrow or any({broad, narrow} <= same for same in _same()):
        return True
    if broad in rules_table("kinds")["general"]["animal"] and narrow in _animals():
        return True
    if broad in _general_persons() and _is_person(narrow):
        return _features(broad) <= _features(narrow)
    return broad in _broader(narrow)


def may_be_same(one: str, other: str) -> bool:
    """Whether two nouns may name the same thing: one covers the other, or both name persons.

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
        (a in ours and b in theirs) or (b in ours and a in theirs)
        for a, b in rules_table("kinds")["features"]["excludes"]
    )


def is_group(noun: str) -> bool:
    """Whether a noun counts persons: *a couple*, *people*, *they*.

    Example:
        >>> is_group("crowd"), is_group("man")
        (True, False)
    """
    return noun in rules_table("kinds")["group"]["nouns"]


def _is_person(noun: str) -> bool:
    # Imported here: importing the engine's package takes its time.
    from litgen.engines.dependency.nouns import names_person

    return noun in _general_persons() or bool(_features(noun)) or names_person(noun)


@lru_cache(maxsize=4096)
def _features(noun: str) -> frozenset[str]:
    table = rules_table("kinds")["features"]
    return frozenset(
        name for name in table if name not in ("examples", "excludes") and noun in table[name]
    )


@lru_cache(maxsize=1)
def _general_persons() -> frozenset[str]:
    return frozenset(rules_table("kinds")["general"]["person"])


@lru_cache(maxsize=1)
def _animals() -> frozenset[str]:
    kinds = rules_table("kinds")
    return frozenset((*rules_table("nouns")["animal"]["nouns"], *kinds["general"]["animal"]))


@lru_cache(maxsize=1)
def _same() -> tuple[frozenset[str], ...]:
    return tuple(frozenset(nouns) for nouns in rules_table("kinds")["same"]["nouns"])


@lru_cache(maxsize=4096)
def _broader(noun: str) -> frozenset[str]:
    """All broader nouns of a noun."""
    table = rules_table("kinds")["broader"]
    found = {broad for broad in table if broad != "examples" and noun in table[broad]}
    return frozenset(found.union(*map(_broader, found)))
