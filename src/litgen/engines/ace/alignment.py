"""Align the words of a realisation with those of the sentence that was edited."""

import re
from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from litgen.engines.dependency.composition.lexicon import constant
from litgen.tables import grammars_table
from litgen.trees import morphology
from litgen.trees.morphology import OBJECT_CASE, SUBJECT_CASE

_CLITIC = r"['’](?:s|re|ve|ll|d|m)\b"
_TOKEN = re.compile(
    rf"n['’]t\b|{_CLITIC}|(?:(?!n['’]t\b)\w)+(?:[.,]\d+)*(?:(?!{_CLITIC})['’]\w+)*(?:['’](?=\s|$))?",
    re.IGNORECASE,
)
#: Finite forms that show number. Clitics are not included, since *'s* may be a possessive.
SINGULAR, PLURAL = (
    frozenset(form for form in forms if "'" not in form)
    for forms in (morphology.SINGULAR, morphology.PLURAL)
)
#: Words that introduce relative clauses and the clauses of clefts.
RELATIVE = frozenset({"that", "who", "whom", "which"})


class Token(NamedTuple):
    """A word and its character span."""

    text: str
    start: int
    end: int

    @property
    def word(self) -> str:
        return self.text.lower().replace("’", "'")


class Edit(NamedTuple):
    """The effects of a rule on words and their order.

    Attributes:
        moved: whether the rule moves arguments.
        shorter: whether the rule removes something, such as the agent of a passive.
        cleft: whether the rule makes a cleft, which adds *that* or *who*.
        verbs: the verbs that may appear in another form; None if all may.
        promoted: the end offsets in the source of nouns that a passive makes subjects.
        added: words that the rule adds, in all forms (*managed*), except the words of operators.
    """

    moved: bool = False
    shorter: bool = False
    cleft: bool = False
    verbs: frozenset[str] | None = None
    promoted: frozenset[int] = frozenset()
    added: frozenset[str] = frozenset()


class Alignment(NamedTuple):
    """The alignment of a realisation with its source.

    Attributes:
        made, there: all tokens of the realisation and of the source.
        words, sources: the tokens of the realisation and of the source that are not in ``brought``.
        positions: for each of ``words``, its index in ``sources``.
        brought: the words that operators or the rule may add.
    """

    made: tuple[Token, ...]
    there: tuple[Token, ...]
    words: tuple[Token, ...]
    sources: tuple[Token, ...]
    positions: tuple[int, ...]
    brought: frozenset[str]

    @property
    def inverted(self) -> bool:
        """Whether the realisation begins with a finite auxiliary, as a question does."""
        return bool(self.made) and self.made[0].word in listed("finite")

    @property
    def parted(self) -> int:
        """The number of pairs of adjacent source words that are separated."""
        return sum(b - a != 1 for a, b in zip(self.positions, self.positions[1:], strict=False))


def align(surface: str, source: str, edit: Edit = Edit()) -> Alignment | None:  # noqa: B008 - immutable
    """Find the words of a realisation in its source; return None if one is missing.

    Example:
        >>> align("In a park two men ran.", "Two men run in a park.").positions
        (3, 4, 0, 1, 2)
    """
    made, there, brought = tokens(surface), tokens(source), operators() | edit.added
    words, sources = (
        tuple(token for token in all_ if token.word not in brought) for all_ in (made, there)
    )
    free = set(range(len(sources)))
    found: list[int] = []
    for word in words:
        here = [i for i in sorted(free) if _same(word.word, sources[i].word, edit.verbs)]
        if not here:
            return None
        after = found[-1] + 1 if found else 0
        found.append(after if after in here else here[0])
        free.discard(found[-1])
    return Alignment(made, there, words, sources, tuple(found), brought)


def tokens(text: str) -> tuple[Token, ...]:
    """Return the words of a text without punctuation; a contraction counts as two words.

    Example:
        >>> [token.text for token in tokens("He can’t see well-known Bob's 1,000 dogs.")]
        ['He', 'ca', 'n’t', 'see', 'well', 'known', 'Bob', "'s", '1,000', 'dogs']
    """
    return tuple(Token(match[0], *match.span()) for match in _TOKEN.finditer(text))


def _same(word: str, other: str, verbs: Collection[str] | None) -> bool:
    """Check whether two words are the same word or number, or forms of one pronoun or verb."""
    # Both strings are empty unless the word is a pronoun with distinct case forms.
    cases = (SUBJECT_CASE.get(word, "").lower(), OBJECT_CASE.get(word, ""))
    if constant(word) == constant(other) or other in cases:
        return True
    shared = verbs_of(word) & verbs_of(other)
    return bool(shared if verbs is None else shared.intersection(verbs))


@lru_cache(maxsize=1 << 14)
def verbs_of(word: str) -> frozenset[str]:
    """Return the verbs that a word may be a form of.

    Example:
        >>> sorted(verbs_of("ground")), verbs_of("else")
        (['grind', 'ground'], frozenset())
    """
    import lemminflect

    return frozenset(lemminflect.getAllLemmas(word, upos="VERB").get("VERB", ()))


@lru_cache(maxsize=1)
def operators() -> frozenset[str]:
    """Return the words of ``grammars/operators.toml``, in lower case."""
    tables = grammars_table("operators").values()
    return frozenset(word.lower() for table in tables for word in table["words"])


@lru_cache(maxsize=32)
def listed(name: str) -> frozenset[str]:
    """Return the words of a table of ``grammars/operators.toml`` or ``grammars/order.toml``."""
    tables = {**grammars_table("operators"), **grammars_table("order")}
    return frozenset(tables[name]["words"])
