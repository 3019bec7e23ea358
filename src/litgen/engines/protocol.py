"""What every engine is: ``parse`` texts to readings, ``generate`` texts from edited readings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from delphin.mrs import MRS

from litgen.failures import Failure
from litgen.mrs.frame import Source


@dataclass(frozen=True, eq=False)
class Reading:
    """One analysis of a sentence.

    Attributes:
        text: the clause that the MRS's character links point into. It is the sentence itself,
            or, for a caption, the clause made of it (*Dogs running.* -> *Dogs are running.*).
        mrs: a well-formed, connected MRS.
        form: ``"clause"`` or ``"caption"`` (the ``source_form`` of a contrast record).
        analysis: private to the engine that made the reading.
    """

    text: str
    mrs: MRS
    form: str = "clause"
    analysis: Any = None

    @cached_property
    def source(self) -> Source:
        """The MRS made ready for rules, once for all that are applied to it."""
        return Source(self.mrs)


#: Evidence that an output is not read back, and that no predication covers a word of its source.
UNREAD, UNCOVERED = "not read back", "uncovered word"


class Parse(NamedTuple):
    """The readings of one text, best first; ``failure`` is what went wrong with the engine.

    ``declined`` says why there are none, or why nothing is made from those that there are: an
    imperative and a noun phrase have an MRS, and no statement that could be rewritten.
    """

    text: str
    readings: tuple[Reading, ...] = ()
    declined: str | None = None
    failure: Failure | None = None

    @property
    def statements(self) -> tuple[Reading, ...]:
        """The readings that something may be made from, and traits be read off."""
        return () if self.declined else self.readings


class Request(NamedTuple):
    """An edited MRS to generate from, with the reading it was made of.

    Variables and character links that the edit did not touch are those of ``source.mrs``.

    Attributes:
        lenient: whether candidates are wanted that are not read back where no other is, and those
            of a sentence with a word that no predication covers: the quality model decides.
    """

    mrs: MRS
    source: Reading
    parameters: Mapping[str, str] = {}
    lenient: bool = False


class Generation(NamedTuple):
    """What an engine generated for one request.

    Attributes:
        surfaces: distinct candidates that were read back, in the engine's order of preference.
        generated: how many candidates there were before reading back.
        declined: why ``surfaces`` is empty: the id of a guard (``rules/guards.toml``) or an
            outcome such as ``not read back``; else None.
        failure: what went wrong with the engine, also where it cost but some of the surfaces.
        words: those that the guard is about.
        evidence: what speaks for and against the surfaces being right, by name
            (:mod:`litgen.acceptability`); empty of an engine that tells none.
        styles: of each surface where phrases stand that may stand elsewhere, too, such as
            ``{"by-phrase": "last"}``; empty of an engine that tells none.
    """

    surfaces: tuple[str, ...] = ()
    generated: int = 0
    declined: str | None = None
    failure: Failure | None = None
    words: tuple[str, ...] = ()
    evidence: Mapping[str, float] = {}
    styles: tuple[Mapping[str, str], ...] = ()


class Engine(Protocol):
    """A grammar that parses and generates.

    ``dialect`` picks the variant of a rule: ``dependency``, ``erg-1214``, ``erg-2018``, ...
    """

    name: str
    dialect: str

    def parse(self, texts: Sequence[str]) -> list[Parse]:
        """Parse texts, in order, one ``Parse`` each; never raises for a bad text."""
        ...

    def generate(self, requests: Sequence[Request]) -> list[Generation]:
        """Generate from edited readings, in order, reading each candidate back."""
        ...

    def describe(self) -> Mapping[str, str]:
        """Versions of the engine, its grammar and models, for the manifest."""
        ...
