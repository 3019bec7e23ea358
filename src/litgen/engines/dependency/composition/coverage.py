"""Whether an MRS is sound, and which words of the sentence it leaves out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from delphin.mrs import MRS, is_well_formed

if TYPE_CHECKING:
    from litgen.engines.dependency.composition.composer import Composer
    from litgen.engines.dependency.composition.words import Word

_CONTENT = frozenset(("NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM", "PRON", "ADP", "SCONJ"))
_EXPLETIVE = frozenset(("expl",))


def fault(mrs: MRS) -> str | None:
    """Why an MRS is not well-formed, None where it is."""
    if not mrs.rels:
        return "nothing composed"
    if not is_well_formed(mrs):
        return "not well-formed"
    return None


def uncovered(c: Composer) -> tuple[int, ...]:
    """Indices of content words that the composition has not taken account of."""
    return tuple(w.i for w in c.words if w.i not in c.covered and _is_content(w))


def _is_content(word: Word) -> bool:
    if word.pos not in _CONTENT or word.dep in _EXPLETIVE or word.tag in ("TO", "POS", "EX"):
        return False
    if word.dep == "mark" and word.lower in ("that", "whether", "if", "for"):
        return False
    return any(ch.isalnum() for ch in word.text)
