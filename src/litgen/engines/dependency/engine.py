"""The embedded engine: spaCy parses; litgen builds the MRS, realises edits and checks results."""

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import cache
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

from litgen.acceptability.guards import Stopped, load_guards, stopped_by
from litgen.acceptability.source import source_problem
from litgen.cache import remembered
from litgen.engines.dependency import clauses, readback
from litgen.engines.dependency.analysis import Analysis, Declined
from litgen.engines.dependency.builder import build
from litgen.engines.dependency.composition.lexicon import WITHOUT, load_semi
from litgen.engines.dependency.difference import difference
from litgen.engines.dependency.edits import NAME, Edit, Promotion, names_of
from litgen.engines.dependency.evidence import of_sentence
from litgen.engines.dependency.features import raised, unknown
from litgen.engines.dependency.models import describe_nlp
from litgen.engines.dependency.realisation import Candidate, realise
from litgen.engines.dependency.sentences import parse_docs, read_sentences
from litgen.engines.protocol import NOT_READ_BACK, UNCOVERED, Generation, Parse, Reading, Request
from litgen.exceptions import LitgenError, RuleError
from litgen.failures import failure_of
from litgen.mrs.scope import Scope
from litgen.tables import rules_folder
from litgen.trees.tokens import Doc

#: Number of parses to keep in memory, since all transformations parse the same sentences; a parse
#: with its tree takes about 20 kB.
PARSES_KEPT = 512
#: Number of results of reading back to keep in memory.
READINGS_KEPT = 4096

#: Maximum number of words without a predication, and the tags and labels that they must not have.
_UNCOVERED = 5
_FINITE = frozenset(("VBZ", "VBP", "VBD", "MD"))
_CLAUSES = frozenset(("advcl", "ccomp", "parataxis", "relcl", "dep", "punct"))
_PARTS = frozenset(("dobj", "attr", "acomp", "xcomp", "conj"))


class _Probe(NamedTuple):
    """A string to parse, the requested clauses, and facts about the source, such as entities."""

    text: str
    wanted: tuple[readback.InWords, ...]
    entities: frozenset[tuple[str, str]]
    fragments: int


class _Attempt(NamedTuple):
    """The state of one request before reading back."""

    analysis: Analysis
    edits: tuple[Edit, ...]
    candidates: Sequence[Candidate] = ()
    wanted: tuple[readback.InWords, ...] = ()
    declined: str | None = None
    words: tuple[str, ...] = ()
    lenient: bool = False

    def probe(self, text: str) -> _Probe:
        entities = frozenset((t.text, t.ent_type_) for t in self.analysis.doc if t.ent_type_)
        fragments = sum(map(clauses.is_fragment, self.analysis.words))
        return _Probe(text, self.wanted, entities, fragments)


class DependencyEngine:
    """An engine that parses and generates in this process; pip installs everything it needs.

    Args:
        semi: an ERG ``surface.smi`` for sense names and frames; None uses litgen's own.

    Example:
        >>> (parse,) = DependencyEngine().parse(["A man is riding a bike."])
        >>> sorted(ep.predicate for ep in parse.readings[0].mrs.rels)
        ['_a_q', '_a_q', '_bike_n_1', '_man_n_1', '_ride_v_1']
    """

    name = "dependency"
    dialect = "dependency"

    def __init__(self, semi: Path | None = None) -> None:
        check_guards()
        self._semi = WITHOUT if semi is None else load_semi(semi)
        self._parses: OrderedDict[str, Parse] = OrderedDict()
        self._read: OrderedDict[_Probe, readback.Fault | None] = OrderedDict()

    def parse(self, texts: Sequence[str]) -> list[Parse]:
        """Parse texts in order; a ``Parse`` without readings gives the reason."""
        return remembered(
            self._parses, texts, lambda new: map(self._parse, new, read_sentences(new)), PARSES_KEPT
        )

    def _parse(self, text: str, sentence: clauses.Sentence | str) -> Parse:
        if isinstance(sentence, str):
            return Parse(text, (), sentence)
        built, declined = self._build(sentence), sentence.declined
        if isinstance(built, readback.Fault):
            return Parse(text, (), declined or built.reason, None if declined else built.failure)
        declined = declined or (None if is_harmless(built) else UNCOVERED)
        return Parse(text, (Reading(built.text, built.mrs, built.form, built),), declined)

    def generate(self, requests: Sequence[Request]) -> list[Generation]:
        attempts = [self._attempt(request) for request in requests]
        return [*map(_kept, attempts, self._read_back(attempts))]

    def trace(self, request: Request) -> dict[str, Any]:
        """Return the steps of one edit to one sentence as plain data (see ``docs/formats.md``)."""
        attempt = self._attempt(request)
        (faults,) = self._read_back([attempt])
        return {
            "edits": [{"edit": type(e).__name__, **asdict(e)} for e in attempt.edits],
            "names": sorted(names_of(attempt.edits)),
            "declined": attempt.declined,
            "words": list(attempt.words),
            "wanted": [reading._asdict() for reading in attempt.wanted],
            "candidates": [
                {"surface": c.surface, "probes": list(c.probes), "fields": c.fields.in_words(),
                 "differs": fault and fault._asdict()}
                for c, fault in zip(attempt.candidates, faults, strict=True)
            ],
        }  # fmt: skip

    def _attempt(self, request: Request) -> _Attempt:
        analysis: Analysis = request.source.analysis
        edits: tuple[Edit, ...] = ()
        scope = Scope(request.mrs)
        try:
            if analysis.declined:
                raise Declined(analysis.declined)
            edits = difference(analysis, scope)
            if edits and (problem := source_problem(analysis.doc)):
                raise Declined(problem.id, *problem.words)
            if stopped := _stopped(analysis, edits, request):
                raise Declined(stopped.name, *stopped.words)
            candidates = realise(analysis, edits, request.lenient)
        except Declined as declined:
            reason, *words = declined.args
            return _Attempt(analysis, edits, declined=reason, words=tuple(words))
        wanted = readback.in_words(analysis, scope)
        return _Attempt(analysis, edits, candidates, wanted, lenient=request.lenient)

    def _read_back(self, attempts: Sequence[_Attempt]) -> list[list[readback.Fault | None]]:
        """Parse the candidates, in batches, and return the fault of each, or None."""
        every = [(attempt, each) for attempt in attempts for each in attempt.candidates]
        left = {at: iter(candidate.probes) for at, (_, candidate) in enumerate(every)}
        found: dict[int, readback.Fault | None] = {}
        while left:
            texts = {at: next(more, None) for at, more in left.items()}
            asked = {at: every[at][0].probe(text) for at, text in texts.items() if text}
            read = remembered(self._read, [*asked.values()], self._read_anew, READINGS_KEPT)
            for at, fault in zip(asked, read, strict=True):
                found[at] = fault and (found.get(at) or fault)
            left = {at: left[at] for at in asked if found[at]}
        faults = (found[at] for at in range(len(every)))
        return [[*islice(faults, len(attempt.candidates))] for attempt in attempts]

    def _read_anew(self, probes: Sequence[_Probe]) -> Iterator[readback.Fault | None]:
        entities = [dict(probe.entities) for probe in probes]
        docs = parse_docs([probe.text for probe in probes], entities=entities)
        return map(self._fault, docs, probes)

    def _fault(self, doc: Doc, probe: _Probe) -> readback.Fault | None:
        readback.reattach_cleft(doc, probe.wanted)
        sentence = clauses.Sentence(doc.text, doc, "clause", clauses.read_clauses(doc))
        if sum(map(clauses.is_fragment, sentence.words)) > probe.fragments:
            return readback.Fault(f"{NOT_READ_BACK}: parse.no-finite-verb")
        built = self._build(sentence)
        if isinstance(built, readback.Fault):
            reason = built.reason if built.failure else f"{NOT_READ_BACK}: {built.reason}"
            return built._replace(reason=reason)
        if not is_harmless(built):
            return readback.Fault(f"{NOT_READ_BACK}: {UNCOVERED}")
        return readback.mismatch(probe.wanted, readback.levels_in_words(built))

    def _build(self, sentence: clauses.Sentence) -> Analysis | readback.Fault:
        try:
            return build(sentence, self._semi)
        except LitgenError as error:
            return readback.Fault(str(error))
        except (AssertionError, LookupError, TypeError, ValueError, RecursionError) as error:
            failure = failure_of(error)  # a bug in litgen should affect only one sentence
            return readback.Fault(failure.reason, failure=failure)

    def describe(self) -> Mapping[str, str]:
        return {"engine": self.name, "dialect": self.dialect, **describe_nlp()}


def _kept(attempt: _Attempt, faults: Sequence[readback.Fault | None]) -> Generation:
    """Keep the candidates without a fault; if there are none and the request is lenient, all."""
    kept = tuple(c for c, f in zip(attempt.candidates, faults, strict=True) if f is None)
    lost = [fault for fault in reversed(faults) if fault]
    reason = lost[0].reason if lost and not kept else attempt.declined
    failure = next((fault.failure for fault in lost if fault.failure), None)
    own = dict.fromkeys(names_of(attempt.edits), 1.0)
    if attempt.lenient and not kept and not failure:
        kept, own["not read back"], reason = tuple(attempt.candidates), 1.0, None
    if not is_harmless(attempt.analysis):
        own["uncovered word"] = 1.0
    evidence = {**of_sentence(attempt.analysis), **own} if kept else {}
    surfaces, styles = tuple(c.surface for c in kept), tuple(c.fields.style for c in kept)
    return Generation(surfaces, len(faults), reason, failure, attempt.words, evidence, styles)


@cache
def check_guards(folder: Path | None = None) -> None:
    """Check that guards refer only to existing edits and features; raise RuleError otherwise."""
    for guard in load_guards(folder):
        wrong = [f"'on' contains {name!r}, which is not an edit; use, for example, 'passive'"
                 for name in sorted(guard.on) if not NAME.fullmatch(name)]  # fmt: skip
        for name, values in (*guard.condition.items(), *guard.exceptions.items()):
            wrong += filter(None, [unknown(name, [*chain.from_iterable(values)])])
        if wrong:
            path = (folder or rules_folder()) / "guards.toml"
            raise RuleError(f"{path}: guard {guard.id!r}: {wrong[0]}")


def _stopped(analysis: Analysis, edits: Sequence[Edit], request: Request) -> Stopped | None:
    """Return the guard that stops the edits; guards test the infinitive if that becomes passive."""
    if not request.lenient and not is_harmless(analysis):
        return Stopped(UNCOVERED)
    below = {e: e.below for e in edits if isinstance(e, Promotion) and e.below is not None}
    found = [stopped_by(names_of((edit,)), raised(analysis, at)) for edit, at in below.items()]
    if others := [edit for edit in edits if edit not in below]:
        found.append(stopped_by(names_of(others), analysis.features))
    return next(filter(None, found), None)


def is_harmless(analysis: Analysis) -> bool:
    """Check that few words lack a predication, and that none of them heads a clause or argument.

    Examples of harmless words are *no* in *little or no help* and *then* in *back then*.
    """
    main = {c.head for c in analysis.clauses if c.kind in ("root", "conjunct")}
    words = [analysis.words[i] for i in analysis.uncovered]
    return len(words) <= _UNCOVERED and not any(
        w.tag in _FINITE
        or w.i in main
        or w.dep in _CLAUSES
        or w.head.dep == "mark"
        or (w.dep in clauses.SUBJECTS and clauses.is_verbal(w.head))
        or (w.dep in _PARTS and w.head.i in main)
        for w in words
    )
