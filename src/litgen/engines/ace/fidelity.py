"""Whether a realisation keeps what was not edited: the words of its source, and their order.

A grammar writes every spelling, order and punctuation that an MRS allows (*2 dogs*, *swung in the
air high*, *the Sand*), and shows by them that a sentence was misread. What no rule asked for stays.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import lru_cache

from litgen.tables import grammars_folder

#: Neighbours that may be parted where arguments change places or one is clefted: *A sees B in C* to
#: *B is seen by A in C* parts four.
MOVED = 5
#: Irregular contractions with *not* -> what they stand for.
_CONTRACTED = {"can't": "can not", "cannot": "can not", "won't": "will not", "shan't": "shall not"}
_IRREGULAR = re.compile(rf"\b({'|'.join(_CONTRACTED)})(?!\w)", re.IGNORECASE)
_WORD = re.compile(r"\w+(?:['’-]\w+)*['’]?")


def unfaithful(surface: str, source: str, moved: bool, shorter: bool = False) -> str | None:
    """Why a realisation is no rewriting of its source alone, None where it is one.

    Args:
        surface: the realisation.
        source: the sentence that was edited.
        moved: whether the edit puts arguments in other places.
        shorter: whether it takes something away, the agent of a passive say.

    Example:
        >>> unfaithful("Two dogs ran in the sand.", "Two dogs run in the sand.", moved=False)
        >>> unfaithful("2 dogs ran in the sand.", "Two dogs run in the sand.", moved=False)
        'other words'
        >>> unfaithful("Two dogs ran in the Sand.", "Two dogs run in the sand.", moved=False)
        'other words'
        >>> unfaithful("In the sand two dogs ran.", "Two dogs run in the sand.", moved=False)
        'another order'
        >>> unfaithful("Two dogs ran, in the sand.", "Two dogs run in the sand.", moved=False)
        'added comma'
    """
    if surface.count(",") > source.count(","):
        return "added comma"
    there = _words(source)
    positions = _positions(_words(surface), there)
    if positions is None or (len(positions) < len(there) and not shorter):
        return "other words"
    allowed = MOVED if moved else 0
    return "another order" if _breaks(positions) > allowed else None


def parted(surface: str, source: str) -> int:
    """How many neighbours of a source are no longer so; many where words are others."""
    positions = _positions(_words(surface), _words(source))
    if positions is None:
        return len(source)
    return _breaks(positions)


def _breaks(positions: Sequence[int]) -> int:
    return sum(b - a != 1 for a, b in zip(positions, positions[1:], strict=False))


def written_out(text: str) -> str:
    """A text with *not* written out, as it is compared.

    Example:
        >>> written_out("He can’t swim, she isn't here."), written_out("She cannot.")
        ('He can not swim, she is not here.', 'She can not.')
    """
    text = _IRREGULAR.sub(lambda match: _CONTRACTED[match[1].lower()], text.replace("’", "'"))
    return text.replace("n't", " not")


def _words(text: str) -> list[str]:
    """The words of a text but those of operators, the first one in small letters."""
    words = _WORD.findall(written_out(text))
    words[:1] = [words[0].lower()] if words else []
    return [word for word in words if word not in _operators()]


@lru_cache(maxsize=1)
def _operators() -> frozenset[str]:
    raw = tomllib.loads((grammars_folder() / "operators.toml").read_text(encoding="utf-8"))
    return frozenset(word for table in raw.values() for word in table["words"])


def _positions(words: Sequence[str], source: Sequence[str]) -> list[int] | None:
    """Where in the source each word stands; None where one does not."""
    free = set(range(len(source)))
    found: list[int] = []
    for word in words:
        here = [i for i in sorted(free) if _same(word, source[i], first=not found or i == 0)]
        if not here:
            return None
        after = found[-1] + 1 if found else 0
        found.append(after if after in here else here[0])
        free.discard(found[-1])
    return found


def _same(word: str, other: str, first: bool) -> bool:
    if word == other or (first and word.lower() == other.lower()):
        return True
    return bool(_verbs(word) & _verbs(other))


@lru_cache(maxsize=1 << 14)
def _verbs(word: str) -> frozenset[str]:
    """The verbs that a word may be a form of."""
    import lemminflect

    return frozenset(lemminflect.getAllLemmas(word, upos="VERB").get("VERB", ()))
