"""Check whether a realisation keeps the source's words and their order, apart from the edit.

A grammar generates every spelling, order and punctuation that an MRS allows (*2 dogs*, *swung in
the air high*, *the Sand*). litgen restores the source's spelling and, if nothing moved, its commas.
Any other difference that no rule requested shows that the sentence was parsed incorrectly.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from litgen.engines.ace.alignment import (
    PLURAL,
    RELATIVE,
    SINGULAR,
    Alignment,
    Edit,
    Token,
    align,
    listed,
    operators,
    tokens,
    verbs_of,
)
from litgen.engines.ace.moved import misplaces
from litgen.engines.dependency.composition.lexicon import constant

#: Maximum number of pairs of adjacent words that may be separated if arguments change places or one
#: is clefted. Changing *A sees B in C* to *B is seen by A in C* separates four pairs.
MOVED = 5
_DO = frozenset({"do", "does", "did"})
_NOT = frozenset({"not", "n't"})
#: Separators between words: hyphens and spaces (the ERG writes *t- shirt*); these and commas.
_JOINT, _PAUSE = re.compile(r"[-\s]+"), re.compile(r"[-,\s]+")


class Comparison(NamedTuple):
    """A realisation compared with its source.

    Attributes:
        surface: the realisation in the source's spelling: capitals, numerals, hyphens, commas.
        parted: the number of separated pairs of adjacent source words, plus the number of
            auxiliaries that follow an adverb (*carefully may sculpt*) and of missing commas.
        reason: the id of a difference that the edit does not explain, if there is one.
        added: the number of operator words that only one of the two texts has.
    """

    surface: str
    parted: int
    reason: str | None = None
    added: int = 0


def compare(surface: str, source: str, edit: Edit = Edit()) -> Comparison:  # noqa: B008 - immutable
    """Compare a realisation with the sentence that was edited.

    Example:
        >>> compare("2 well known dogs ran in the Sand.", "Two well-known dogs run in the sand.")[0]
        'Two well-known dogs ran in the sand.'
        >>> compare("Two cats ran.", "Two dogs run.").reason
        'generation.other-words'
        >>> compare("In the sand two dogs ran.", "Two dogs run in the sand.").reason
        'generation.word-order'
        >>> compare("Two dogs ran, in the sand.", "Two dogs run in the sand.").surface
        'Two dogs ran in the sand.'
    """
    found = align(surface, source, edit)
    if found is None or (len(found.words) < len(found.sources) and not edit.shorter):
        return Comparison(surface, len(source), "generation.other-words")
    late = sum(
        word.word.endswith("ly") and after.word in listed("finite")
        for word, after in zip(found.made, found.made[1:], strict=False)
    )
    spelt = _spelt(surface, source, found, _JOINT if edit.moved else _PAUSE)
    parted = found.parted + late + max(source.count(",") - spelt.count(","), 0)
    return Comparison(spelt, parted, _reason(spelt, source, edit, found), _unlike(found, edit))


def _unlike(found: Alignment, edit: Edit) -> int:
    """Count the operator words that only one of the texts has, such as *be* in *make it be easier*.

    If arguments move, *to* does not count: *a ball was given to the boy*.
    """

    def of_operators(text: Iterable[Token]) -> Counter[str]:
        counted = (t.word for t in text if not (edit.moved and t.word == "to"))
        written = " ".join(word for word in counted if word in found.brought)
        return Counter(written.replace("cannot", "can not").split())

    made, there = of_operators(found.made), of_operators(found.there)
    return (made - there).total() + (there - made).total()


def _reason(surface: str, source: str, edit: Edit, found: Alignment) -> str | None:
    if _adds_comma(surface, source, edit):
        return "generation.added-comma"
    if _links_otherwise(found, edit):
        return "generation.other-words"
    if edit.cleft and _leaves_by(found):
        return "generation.stranded-by"
    if _adds_emphasis(found):
        return "generation.no-focus"
    if found.parted > (MOVED if edit.moved else 0) or _exchanges(found):
        return "generation.word-order"
    # *It is said that ...* moves nothing to the front.
    nothing = not (edit.cleft or edit.promoted) and surface.lower().startswith("it ")
    if edit.moved and not nothing and misplaces(found, edit):
        return "generation.word-order"
    if not edit.moved and _moves_auxiliary(found, edit):
        return "generation.word-order"
    return "generation.agreement" if edit.cleft and _agrees_otherwise(found) else None


def _links_otherwise(found: Alignment, edit: Edit) -> bool:
    """Check for a new *that* or *who* that is not part of a cleft: *a feature who isn't new*."""

    def links(text: Sequence[Token], place: Mapping[Token, int]) -> Iterator[tuple[int, str]]:
        at = -1
        for token in text:
            at = place.get(token, at)
            if token.word in RELATIVE:
                yield at, token.word

    there = [*links(found.there, {token: k for k, token in enumerate(found.sources)})]
    made = [*links(found.made, dict(zip(found.words, found.positions, strict=True)))]
    added = Counter(word for _, word in made) - Counter(word for _, word in there)
    changed = {at for at, _ in there} & {at for at, word in made if (at, word) not in there}
    return added.total() > edit.cleft or bool(changed)


def _leaves_by(found: Alignment) -> bool:
    """Check whether a new *by* has no noun phrase after it: *who it was debated by for years*."""
    words = [*(token.word for token in found.made), ""]
    bare = [b for a, b in pairwise(words) if a == "by" and (not b or b in listed("openers"))]
    return bool(bare) and words.count("by") > sum(token.word == "by" for token in found.there)


def _spelt(surface: str, source: str, found: Alignment, joints: re.Pattern[str]) -> str:
    """Return a realisation with the source's capitals, numerals and hyphens."""
    words, there = found.words, [found.sources[i] for i in found.positions]
    pieces, end = [], 0
    for k, (word, other) in enumerate(zip(words, there, strict=True)):
        between = surface[end : word.start]
        if k:
            joint = source[there[k - 1].end : other.start]
            if joints.fullmatch(between) and joints.fullmatch(joint):
                between = joint
        pieces.append(between)
        begins = not source[: other.start].strip()
        titled = other.word in listed("titles") and source[other.end + 1 : other.end + 2].isupper()
        pieces.append(_written(word, other, word.start == 0, begins and not titled))
        end = word.end
    return "".join((*pieces, surface[end:]))


def _written(word: Token, other: Token, first: bool, begins: bool) -> str:
    """Return a word of a realisation in the source's spelling; an inflected word stays as it is.

    Args:
        first: whether the word begins the realisation.
        begins: whether the source's word may be capitalised only because it begins the source.
    """
    if constant(word.word) != constant(other.word):
        return word.text
    if begins and not first:
        return word.text if word.word == other.word else other.text.lower()
    return other.text[:1].upper() + other.text[1:] if first else other.text


def nearest(found: Sequence[Comparison], cleft: bool = False) -> list[str]:
    """Rank the surfaces by how many pairs of adjacent source words they separate, fewest first.

    Clefts without a relative word (*It is soccer adults are playing*) come last. A surface that
    adds words (*make it be easier*) is dropped if another one separates no more pairs and adds
    fewer words.

    Example:
        >>> nearest([Comparison("In here dogs run.", 1), Comparison("Dogs run in here.", 0)])
        ['Dogs run in here.', 'In here dogs run.']
    """

    linked = {each: not cleft or not {"that", "who"}.isdisjoint(each[0].split()) for each in found}
    fewest = {
        each: min(
            other.added
            for other in found
            if other.parted <= each.parted and linked[other] == linked[each]
        )
        for each in found
    }
    plain = (each for each in found if each.added == fewest[each])
    ordered = sorted(plain, key=lambda each: (not linked[each], each.parted))
    return list(dict.fromkeys(each.surface for each in ordered))


def _adds_comma(surface: str, source: str, edit: Edit) -> bool:
    """Check for a comma that the source lacks or has after another word."""
    there = " ".join(_before_commas(source))
    return surface.count(",") > source.count(",") or any(
        align(word, there, edit) is None
        or (word in operators() | edit.added and word not in there.split())
        for word in _before_commas(surface)
    )


def _before_commas(text: str) -> list[str]:
    return [token.word for token in tokens(text) if text[token.end : token.end + 1] == ","]


def _adds_emphasis(found: Alignment) -> bool:
    """Check for a new *do* that is emphatic, rather than part of a question or negation."""

    def emphatic(text: Sequence[Token]) -> int:
        words = [*(token.word for token in text), ""]
        return sum(a in _DO and b not in _NOT for a, b in zip(words, words[1:], strict=False))

    return not found.inverted and emphatic(found.made) > emphatic(found.there)


def _moves_auxiliary(found: Alignment, edit: Edit) -> bool:
    """Check whether a finite auxiliary moved while none was added or removed: *almost may be*."""
    ours, theirs = _auxiliaries(found, found.made), _auxiliaries(found, found.there)
    ours = ours[1:] if edit.cleft else ours  # the first one belongs to the cleft
    moved = [at for at, _ in ours] != [at for at, _ in theirs]
    return not found.inverted and len(ours) == len(theirs) and moved


def _auxiliaries(found: Alignment, text: Sequence[Token]) -> list[tuple[int, str]]:
    """Return the finite auxiliaries, each with the number of words before it."""
    before = accumulate((token.word not in found.brought for token in text), initial=0)
    return [(at, t.word) for at, t in zip(before, text, strict=False) if t.word in listed("finite")]


def _agrees_otherwise(found: Alignment) -> bool:
    """Check whether a verb in a cleft differs in number from its source: *they who is playing*."""
    there = dict(_auxiliaries(found, found.there))
    clause = _auxiliaries(found, found.made)[1:]  # the first one belongs to the cleft
    return any(
        {word, there[at]} <= SINGULAR | PLURAL and (word in SINGULAR) != (there[at] in SINGULAR)
        for at, word in clause
        if at in there
    )


def _exchanges(found: Alignment) -> bool:
    """Check whether two adjacent words changed places: *anywhere else*, *else anywhere*.

    Verbs may change places with adjacent words (*boys kissed her*, *she kissed boys*); words that
    occur twice are ignored.
    """
    place = {token: k for k, token in enumerate(found.made)}
    often = Counter(token.word for token in found.words)
    positions, words = found.positions, found.words
    return any(
        b - a == -1
        and place[other] - place[word] == 1
        and often[word.word] == often[other.word] == 1
        and not (verbs_of(word.word) or verbs_of(other.word))
        for a, b, word, other in zip(positions, positions[1:], words, words[1:], strict=False)
    )
