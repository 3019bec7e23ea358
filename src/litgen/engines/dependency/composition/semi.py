"""The ERG's semantic interface, where the user has one: sense names and frames of its words."""

from __future__ import annotations

import tempfile
import warnings
from collections import defaultdict
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from litgen.exceptions import EngineError
from litgen.tables import rules_folder, word_list

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Prepositions that a verb may select; the others are as often particles or plain adjuncts.
_SELECTED = word_list("selected", "semantics/prepositions")
_PARTICLES = word_list("particle", "semantics/prepositions")


class Frame(NamedTuple):
    """The arguments of one use of a predicate: types of variables, and whether optional."""

    types: tuple[str, ...]
    optional: tuple[bool, ...]

    def fits(self, expressed: str) -> bool:
        """Whether expressed arguments (``xx``, ``xh``) fill this frame.

        Example:
            >>> Frame(("x", "x"), (False, True)).fits("x")
            True
        """
        if len(expressed) > len(self.types):
            return False
        for given, wanted in zip(expressed, self.types, strict=False):
            if given != wanted and wanted not in "iup" and given not in "iu":
                return False
        return all(self.optional[len(expressed) :])


class SemI:
    """Sense names and frames, by stem and part of speech."""

    def __init__(self, predicates: Iterable[tuple[str, Frame]]) -> None:
        self._senses: dict[tuple[str, str], dict[str, list[Frame]]] = defaultdict(dict)
        for name, frame in predicates:
            parts = name.split("_")
            if len(parts) < 4 or parts[0] or parts[2] not in ("n", "v", "a"):
                continue
            stem, pos, sense = parts[1], parts[2], "_".join(parts[3:])
            if sense.endswith("-i") or sense == "i":  # idioms
                continue
            self._senses[stem, pos].setdefault(sense, []).append(frame)

    @classmethod
    def load(cls, path: str | Path) -> SemI:
        """Read the surface predicates of an ERG release (``etc/surface.smi``)."""
        from delphin import semi

        found = Path(path).resolve()
        if not found.is_file():
            raise EngineError(f"{path}: no SEM-I there; give the ERG's etc/surface.smi")
        with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            whole = Path(folder) / "erg.smi"
            frame = (rules_folder() / "semantics" / "erg.smi").read_text("utf-8")
            whole.write_text(f"{frame}include: {found}\n", encoding="utf-8")
            try:
                loaded = semi.load(str(whole))
            except semi.SemIError as error:
                raise EngineError(f"{path}: not a SEM-I that can be read: {error}") from error
        return cls(
            (name, Frame(tuple(r.value for r in roles), tuple(bool(r.optional) for r in roles)))
            for name, synopses in loaded.predicates.items()
            for synopsis in synopses
            for roles in [[role for role in synopsis if role.name != "ARG0"]]
        )

    def noun(self, stem: str, of: bool) -> str | None:
        """A noun's sense: with an *of*-phrase, the relational one where there is one."""
        senses = self._senses.get((stem, "n"))
        if not senses:
            return None
        order = ("of", "1") if of else ("1", "of")
        chosen = next((s for s in order if s in senses), None) or next(iter(senses))
        return f"_{stem}_n_{chosen}"

    def adjective(self, stem: str, frame: str) -> str | None:
        """An adjective's sense by the preposition that follows it."""
        senses = self._senses.get((stem, "a"))
        if not senses:
            return None
        chosen = next((s for s in senses if frame and frame in s.split("-")), None)
        if chosen is None:
            chosen = "1" if "1" in senses else min(senses, key=lambda s: (s.isdigit(), len(s)))
        return f"_{stem}_a_{chosen}"

    def verb(self, stem: str, frame: str) -> str | None:
        """A verb's sense by the arguments that are expressed."""
        senses = self._senses.get((stem, "v"))
        if not senses:
            return None
        fitting = [s for s, frames in senses.items() if any(f.fits(frame) for f in frames)]
        for choice in (fitting, list(senses)):
            for sense in ("1", "2", "3"):
                if sense in choice:
                    return f"_{stem}_v_{sense}"
            plain = [s for s in choice if s in _SELECTED or s not in _PARTICLES]
            if plain:
                # those named after a preposition come first, then short names
                best = min(plain, key=lambda sense: (sense not in _SELECTED, len(sense)))
                return f"_{stem}_v_{best}"
        return f"_{stem}_v_{next(iter(senses))}"

    def prepositional(self, stem: str, preposition: str) -> str | None:
        """A verb that takes a preposition's object as its argument."""
        if preposition not in _SELECTED:
            return None
        frames = self._senses.get((stem, "v"), {}).get(preposition, ())
        if any("x" in f.types[1:] or "i" in f.types[1:] for f in frames):
            return f"_{stem}_v_{preposition}"
        return None


#: That of the users who have none.
WITHOUT = SemI(())


@lru_cache(maxsize=2)
def load_semi(path: str | Path) -> SemI:
    """A SEM-I, read once in a process."""
    return SemI.load(path)
