"""The interface of all engines: parsing texts, and generating texts from edited readings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from delphin.mrs import MRS

from litgen.failures import Failure
from litgen.mrs.frame import Source


@dataclass(frozen=True, eq=False)
class Reading:
    """One analysis of a sentence."""

    #: the clause that the MRS's character links point into: the sentence itself or, for a caption,
    #: the clause made from it (*Dogs are running.* for *Dogs running.*)
    text: str
    mrs: MRS  #: a well-formed, connected MRS
    #: ``"clause"`` or ``"caption"`` (the ``source_form`` of a contrast record)
    form: str = "clause"
    analysis: Any = None  #: private to the engine that made the reading

    @cached_property
    def source(self) -> Source:
        """The MRS prepared for rules; it is cached because all rules use it."""
        return Source(self.mrs)


#: Ids of two reasons to decline: no candidate parses back to the requested MRS; some word of the
#: source is not covered by any predication.
NOT_READ_BACK, UNCOVERED = "generation.not-read-back", "parse.uncovered-word"


class Parse(NamedTuple):
    """The readings of one text, best first."""

    text: str
    readings: tuple[Reading, ...] = ()
    #: why there are no readings, or why litgen does not rewrite them; for example, imperatives and
    #: noun phrases have an MRS but make no statement
    declined: str | None = None
    failure: Failure | None = None  #: the error inside the engine, if there was one

    @property
    def statements(self) -> tuple[Reading, ...]:
        """The readings that litgen may rewrite and take traits from."""
        return () if self.declined else self.readings


class Request(NamedTuple):
    """An edited MRS to generate from, and the reading that was edited.

    Variables and character links that the edit did not change are those of ``source.mrs``.
    """

    mrs: MRS
    source: Reading
    parameters: Mapping[str, str] = {}
    #: whether to leave more decisions to the quality model: the engine then accepts sentences with
    #: a word that no predication covers and, if no candidate parses back, candidates that do not
    lenient: bool = False


class Generation(NamedTuple):
    """An engine's result for one request."""

    #: distinct candidates that passed the engine's checks, in the engine's order of preference
    surfaces: tuple[str, ...] = ()
    generated: int = 0  #: number of candidates before these checks
    #: why ``surfaces`` is empty: the id of a guard (``rules/guards.toml``) or of an outcome such as
    #: ``generation.not-read-back``; None otherwise
    declined: str | None = None
    #: the error inside the engine, if there was one, even if it cost only some surfaces
    failure: Failure | None = None
    words: tuple[str, ...] = ()  #: the words that triggered the guard
    #: evidence for and against the surfaces, by name (:mod:`litgen.acceptability`); empty if the
    #: engine provides none
    evidence: Mapping[str, float] = {}
    #: for each surface, the positions chosen for movable phrases, such as ``{"by-phrase":
    #: "last"}``; empty if the engine provides none
    styles: tuple[Mapping[str, str], ...] = ()


class Engine(Protocol):
    """A grammar that parses and generates.

    ``dialect`` selects the variant of a rule: ``dependency``, ``erg-1214``, ``erg-2018``, ...
    """

    name: str
    dialect: str

    def parse(self, texts: Sequence[str]) -> list[Parse]:
        """Return one ``Parse`` for each text, in order; a faulty text never raises an error."""
        ...

    def generate(self, requests: Sequence[Request]) -> list[Generation]:
        """Return one ``Generation`` for each request, in order."""
        ...

    def describe(self) -> Mapping[str, str]:
        """Return the versions of the engine, its grammar and models, for the manifest."""
        ...
