"""The ERG's semantic interface (SEM-I), if the user has one: sense names and frames of words."""

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
from litgen.tables import rules_folder, word_list

#: Prepositions that a verb may select; others are equally often particles or plain adjuncts.
_SELECTED = word_list("selected", "semantics/prepositions")
_PARTICLES = word_list("particle", "semantics/prepositions")
#: Stem, part of speech and sense of a predicate that is not an idiom.
_NAME = re.compile(r"_([^_]+)_([nva])_(?!i$)(.+)(?<!-i)")
#: The arguments of one use of a predicate, with type and optionality, as delphin represents them.
Frame: TypeAlias = Sequence[Any]


def fits(frame: Frame, expressed: str) -> bool:
    """Whether expressed arguments (``xx``, ``xh``) fill a frame."""
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
        """The predicate of the sense that ranks first, None for a word without senses."""
        chosen = min(self._senses.get((stem, pos), ()), key=rank, default=None)
        return chosen and f"_{stem}_{pos}_{chosen}"

    def noun(self, stem: str, of: bool) -> str | None:
        """A noun's sense: with an *of*-phrase, the relational one if there is one."""
        order = ("of", "1") if of else ("1", "of")
        return self._first(stem, "n", lambda s: (s != order[0], s != order[1]))

    def adjective(self, stem: str, frame: str) -> str | None:
        return self._first(
            stem, "a", lambda s: (frame not in s.split("-"), s != "1", s.isdigit(), len(s))
        )

    def verb(self, stem: str, frame: str) -> str | None:
        """A verb's sense: one whose frame fits, then 1 to 3, then one named after a preposition."""

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
        raise EngineError(f"{path}: no SEM-I there; give the ERG's etc/surface.smi")
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        whole = Path(folder) / "erg.smi"
        frame = (rules_folder() / "semantics" / "erg.smi").read_text("utf-8")
        whole.write_text(f"{frame}include: {found}\n", encoding="utf-8")
        try:
            return SemI(semi.load(str(whole)).predicates)
        except semi.SemIError as error:
            raise EngineError(f"{path}: not a SEM-I that can be read: {error}") from error
