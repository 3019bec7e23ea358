"""The embedded engine: spaCy analyses, litgen builds the MRS, realises it and reads it back."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from litgen.engines.dependency.analysis import Analysis
from litgen.engines.dependency.builder import Built, build
from litgen.engines.dependency.clauses import Sentence, read_clauses
from litgen.engines.dependency.models import describe_nlp
from litgen.engines.dependency.planning import read_plan
from litgen.engines.dependency.readback import Expected, expected, mismatch
from litgen.engines.dependency.realise import realise
from litgen.engines.dependency.sentences import parse_docs, read_sentences
from litgen.engines.protocol import Generation, Parse, Reading, Request
from litgen.exceptions import LitgenError
from litgen.failures import Failure, failure_of

if TYPE_CHECKING:
    from pathlib import Path

#: How many parses are remembered: a chunk's sentences come once per
#: transformation, and a parse with its tree takes some 20 kB.
PARSES_KEPT = 512


class _Candidate(NamedTuple):
    """A surface to be read back, with the form of it that is parsed."""

    surface: str
    probe: str
    wanted: Expected


class DependencyEngine:
    """Parses and generates in this process, with what pip alone installs.

    Args:
        semi: an ERG ``surface.smi`` for sense names and frames; without one litgen's own.

    Example:
        >>> engine = DependencyEngine()
        >>> parse, = engine.parse(["A man is riding a bike."])
        >>> sorted(ep.predicate for ep in parse.readings[0].mrs.rels)
        ['_a_q', '_a_q', '_bike_n_1', '_man_n_1', '_ride_v_1']
    """

    name = "dependency"
    dialect = "dependency"

    def __init__(self, semi: Path | None = None) -> None:
        self._semi = None
        if semi is not None:
            from litgen.engines.dependency.composition.semi import load_semi

            self._semi = load_semi(semi)
        self._parses: OrderedDict[str, Parse] = OrderedDict()

    def parse(self, texts: Sequence[str]) -> list[Parse]:
        """Parse texts, in order; a text without a reading says why."""
        wanted = [t for t in dict.fromkeys(texts) if t not in self._parses]
        for text, sentence in zip(wanted, read_sentences(wanted), strict=True):
            self._parses[text] = self._parse(text, sentence)
        found = [self._parses[text] for text in texts]
        while len(self._parses) > PARSES_KEPT:
            self._parses.popitem(last=False)
        return found

    def _parse(self, text: str, sentence: Sentence | str) -> Parse:
        if isinstance(sentence, str):
            return Parse(text, (), sentence)
        built = self._build(sentence)
        if isinstance(built, Failure):
            return Parse(text, (), built.reason, built)
        if isinstance(built, str):
            return Parse(text, (), built)
        analysis = Analysis(sentence, built)
        if analysis.plan.declined:
            return Parse(text, (), analysis.plan.declined)
        return Parse(text, (Reading(sentence.text, built.mrs, sentence.form, analysis),))

    def generate(self, requests: Sequence[Request]) -> list[Generation]:
        """Generate from edited readings and keep what reads back."""
        realised = [self._realise(request) for request in requests]
        probes = {c.probe for found in realised if not isinstance(found, str) for c in found}
        sentences = self._read(sorted(probes))
        return [
            Generation(declined=found) if isinstance(found, str) else _keep(found, sentences)
            for found in realised
        ]

    def _realise(self, request: Request) -> list[_Candidate] | str:
        analysis: Analysis = request.source.analysis
        found = realise(analysis, request.mrs)
        if found.declined is not None:
            return found.declined
        wanted = expected(analysis, read_plan(analysis, request.mrs))
        return [
            _Candidate(surface, probe, wanted)
            for surface, probe in zip(found.surfaces, found.probes, strict=True)
        ]

    def _read(self, texts: Sequence[str]) -> dict[str, Sentence | Failure | None]:
        """Parse candidates; None for one that has no MRS in which every word is covered."""
        found: dict[str, Sentence | Failure | None] = {}
        for text, doc in zip(texts, parse_docs(texts), strict=True):
            sentence = Sentence(doc.text, doc, "clause", read_clauses(doc))
            built = self._build(sentence)
            if isinstance(built, Failure):
                found[text] = built
            else:
                found[text] = None if isinstance(built, str) else sentence
        return found

    def _build(self, sentence: Sentence) -> Built | Failure | str:
        """The MRS of a sentence, or why there is none in which every content word is covered."""
        try:
            built = build(sentence, self._semi)
        except LitgenError as error:
            return str(error)
        except (AssertionError, LookupError, TypeError, ValueError, RecursionError) as error:
            return failure_of(error)  # a fault of ours, on one sentence
        return "uncovered word" if built.uncovered else built

    def describe(self) -> Mapping[str, str]:
        """Versions, for the manifest."""
        return {"engine": self.name, "dialect": self.dialect, **describe_nlp()}


def _keep(
    candidates: Sequence[_Candidate], sentences: Mapping[str, Sentence | Failure | None]
) -> Generation:
    kept = []
    failure = None
    problem = "not read back: uncovered word"
    for candidate in candidates:
        sentence = sentences[candidate.probe]
        if isinstance(sentence, Failure):
            failure = sentence
            problem = failure.reason
            continue
        if sentence is None:
            continue
        found = mismatch(sentence, candidate.wanted)
        if found is None:
            kept.append(candidate.surface)
        else:
            problem = f"not read back: {found}"
    if kept:
        return Generation(tuple(kept), len(candidates), failure=failure)
    return Generation((), len(candidates), problem, failure)
