"""Whether a realisation keeps what was not edited: the words of its source, and their order.

A grammar writes every spelling, order and punctuation that an MRS allows (*2 dogs*, *swung in the
air high*, *the Sand*). Spellings become the source's; what is otherwise other than it, and no rule
asked for, shows that the sentence was misread.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from litgen.engines.dependency.semantics.numbers import constant
from litgen.tables import grammars_folder

#: Neighbours that may be parted where arguments change places or one is clefted: *A sees B in C* to
#: *B is seen by A in C* parts four.
MOVED = 5
_CLITIC = r"['’](?:s|re|ve|ll|d|m)\b"
_TOKEN = re.compile(
    rf"n['’]t\b|{_CLITIC}|(?:(?!n['’]t\b)\w)+(?:[.,]\d+)*(?:(?!{_CLITIC})['’]\w+)*(?:['’](?=\s|$))?",
    re.IGNORECASE,
)
#: What links a cleft and a relative clause.
_RELATIVE = frozenset({"that", "who", "whom", "which"})
_DO = frozenset({"do", "does", "did"})
_NOT = frozenset({"not", "n't"})


class Comparison(NamedTuple):
    """A realisation beside its source.

    Attributes:
        surface: the realisation as the source spells: capitals, numerals, hyphens.
        parted: how many neighbours of the source are no longer so.
        reason: why it is no rewriting of the source alone; None where it is one.
    """

    surface: str
    parted: int
    reason: str | None = None


class _Token(NamedTuple):
    text: str
    start: int
    end: int

    @property
    def word(self) -> str:
        return self.text.lower().replace("’", "'")


def compare(
    surface: str, source: str, moved: bool = False, shorter: bool = False, cleft: bool = False
) -> Comparison:
    """A realisation beside the sentence that was edited.

    Args:
        surface: the realisation.
        source: the sentence.
        moved: whether the edit puts arguments in other places.
        shorter: whether it takes something away, the agent of a passive say.
        cleft: whether it is a cleft, which brings *that* or *who*.

    Example:
        >>> compare("2 dogs ran in the Sand.", "Two dogs run in the sand.").surface
        'Two dogs ran in the sand.'
        >>> compare("Two cats ran.", "Two dogs run.").reason
        'other words'
        >>> compare("In the sand two dogs ran.", "Two dogs run in the sand.").reason
        'another order'
        >>> compare("Two dogs ran, in the sand.", "Two dogs run in the sand.").reason
        'added comma'
    """
    made, there = _tokens(surface), _tokens(source)
    words, sources = _content(made), _content(there)
    positions = _positions(words, sources)
    if positions is None or (len(positions) < len(sources) and not shorter):
        return Comparison(surface, len(sources), "other words")
    parted = sum(b - a != 1 for a, b in zip(positions, positions[1:], strict=False))
    spelt = _spelt(surface, source, words, [sources[i] for i in positions])
    if _adds_comma(surface, source):
        reason = "added comma"
    elif _adds_relative(made, there, cleft):
        reason = "other words"
    elif _adds_emphasis(made, there):
        reason = "no emphasis"
    elif (
        parted > (MOVED if moved else 0)
        or _exchanges(made, words, positions)
        or (_opens(words, sources) if moved else _moves_auxiliary(made, there))
    ):
        reason = "another order"
    else:
        reason = None
    return Comparison(spelt, parted, reason)


def nearest(found: Sequence[Comparison], cleft: bool = False) -> list[str]:
    """The surfaces, those that keep most neighbours of their source's words first; equals in order.

    Of clefts those without a relative word (*It is soccer adults are playing*) come last.

    Example:
        >>> nearest([Comparison("In here dogs run.", 1), Comparison("Dogs run in here.", 0)])
        ['Dogs run in here.', 'In here dogs run.']
    """

    def distance(each: Comparison) -> tuple[bool, int]:
        return (cleft and not {"that", "who"} & set(each.surface.split()), each.parted)

    return list(dict.fromkeys(each.surface for each in sorted(found, key=distance)))


def written_out(text: str) -> str:
    """A text with contractions as words of their own, as it is compared.

    Example:
        >>> written_out("He can’t swim, she isn't here.")
        'He can not swim she is not here'
    """
    words = [token.text.replace("’", "'") for token in _tokens(text)]
    negated = [*(word in ("n't", "N'T") for word in words[1:]), False]
    return " ".join(
        "not" if word == "n't" else _stems().get(word.lower(), word) if before else word
        for word, before in zip(words, negated, strict=True)
    )


def _tokens(text: str) -> list[_Token]:
    return [_Token(match[0], *match.span()) for match in _TOKEN.finditer(text)]


def _content(tokens: Sequence[_Token]) -> list[_Token]:
    """The tokens but those of operators."""
    return [token for token in tokens if token.word not in _operators()]


@lru_cache(maxsize=2)
def _tables(name: str) -> dict[str, dict[str, list[str]]]:
    return tomllib.loads((grammars_folder() / f"{name}.toml").read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def _operators() -> frozenset[str]:
    tables = _tables("operators").values()
    return frozenset(word.lower() for table in tables for word in table["words"])


@lru_cache(maxsize=1)
def _finite() -> frozenset[str]:
    return frozenset(_tables("operators")["finite"]["words"])


@lru_cache(maxsize=1)
def _stems() -> dict[str, str]:
    """What is left of a contraction with *not* -> the auxiliary."""
    table = _tables("operators")["contracted"]
    return dict(zip(table["words"], table["auxiliaries"], strict=True))


@lru_cache(maxsize=1)
def _openers() -> frozenset[str]:
    return frozenset(_tables("order")["openers"]["words"])


@lru_cache(maxsize=1)
def _titles() -> frozenset[str]:
    return frozenset(_tables("order")["titles"]["words"])


def _positions(words: Sequence[_Token], source: Sequence[_Token]) -> list[int] | None:
    """Where in the source each word stands; None where one does not."""
    free = set(range(len(source)))
    found: list[int] = []
    for word in words:
        here = [i for i in sorted(free) if _same(word.word, source[i].word)]
        if not here:
            return None
        after = found[-1] + 1 if found else 0
        found.append(after if after in here else here[0])
        free.discard(found[-1])
    return found


def _same(word: str, other: str) -> bool:
    """Whether a word is the other, that number, or a form of that verb."""
    return constant(word) == constant(other) or bool(_verbs(word) & _verbs(other))


@lru_cache(maxsize=1 << 14)
def _verbs(word: str) -> frozenset[str]:
    """The verbs that a word may be a form of."""
    import lemminflect

    return frozenset(lemminflect.getAllLemmas(word, upos="VERB").get("VERB", ()))


def _adds_comma(surface: str, source: str) -> bool:
    """Whether there is a comma that the source has not, or has after another word."""
    there = _before_commas(source)
    return any(
        not any(_same(word, other) for other in there) for word in _before_commas(surface)
    ) or surface.count(",") > source.count(",")


def _before_commas(text: str) -> list[str]:
    return [token.word for token in _tokens(text) if text[token.end : token.end + 1] == ","]


def _adds_relative(made: Sequence[_Token], there: Sequence[_Token], cleft: bool) -> bool:
    """Whether a *that* or *who* was added that is not the cleft's."""
    more, before = (sum(token.word in _RELATIVE for token in tokens) for tokens in (made, there))
    return more - before > cleft


def _adds_emphasis(made: Sequence[_Token], there: Sequence[_Token]) -> bool:
    """Whether there are more forms of *do* than those of questions and negations."""
    return not _inverted(made) and _emphatic(made) > _emphatic(there)


def _emphatic(tokens: Sequence[_Token]) -> int:
    after = [*(token.word for token in tokens[1:]), ""]
    return sum(
        token.word in _DO and word not in _NOT for token, word in zip(tokens, after, strict=True)
    )


def _inverted(tokens: Sequence[_Token]) -> bool:
    return bool(tokens) and tokens[0].word in _finite()


def _exchanges(made: Sequence[_Token], words: Sequence[_Token], positions: Sequence[int]) -> bool:
    """Whether two neighbours changed places: *anywhere else*, *else anywhere*.

    A verb may (*boys kissed her*, *she kissed boys*); words that are there twice are left aside.
    """
    place = {token: k for k, token in enumerate(made)}
    often = Counter(token.word for token in words)
    return any(
        b - a == -1
        and place[other] - place[word] == 1
        and often[word.word] == often[other.word] == 1
        and not (_verbs(word.word) or _verbs(other.word))
        for a, b, word, other in zip(positions, positions[1:], words, words[1:], strict=False)
    )


def _opens(words: Sequence[_Token], there: Sequence[_Token]) -> bool:
    """Whether a word that begins no noun phrase stands first where none did."""
    return words[0].word in _openers() and words[0].word != there[0].word


def _moves_auxiliary(made: Sequence[_Token], there: Sequence[_Token]) -> bool:
    """Whether as many finite auxiliaries stand elsewhere: *is almost always*, *almost may be*."""
    ours, theirs = _auxiliaries(made), _auxiliaries(there)
    return not _inverted(made) and len(ours) == len(theirs) and ours != theirs


def _auxiliaries(tokens: Sequence[_Token]) -> list[int]:
    """For each finite auxiliary the number of words before it."""
    found, before = [], 0
    for token in tokens:
        if token.word in _finite():
            found.append(before)
        before += token.word not in _operators()
    return found


def _spelt(surface: str, source: str, words: Sequence[_Token], there: Sequence[_Token]) -> str:
    """A realisation with capitals, numerals and hyphens as the source has them.

    Args:
        surface, source: the texts.
        words, there: words of the realisation, and for each the word of the source.
    """
    pieces, end = [], 0
    for k, (word, other) in enumerate(zip(words, there, strict=True)):
        between = surface[end : word.start]
        if k and end == words[k - 1].end and there[k - 1].end + 1 == other.start:
            joint = source[there[k - 1].end]
            if {between, joint} == {" ", "-"}:
                between = joint
        pieces.append(between)
        begins = not source[: other.start].strip()
        titled = other.word in _titles() and source[other.end : other.end + 2].lstrip().istitle()
        pieces.append(_written(word, other, word.start == 0, begins, titled))
        end = word.end
    return "".join((*pieces, surface[end:]))


def _written(word: _Token, other: _Token, first: bool, begins: bool, titled: bool) -> str:
    """A word of a realisation as the source spells it, an inflected one as it is."""
    if constant(word.word) != constant(other.word):
        return word.text
    if begins and not first and not titled:  # its capital may be the sentence's alone
        return word.text if word.word == other.word else other.text.lower()
    text = other.text
    return text[:1].upper() + text[1:] if first else text
