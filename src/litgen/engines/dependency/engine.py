"""The embedded engine: spaCy analyses, litgen builds the MRS, realises it and reads it back."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import asdict
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from litgen.cache import remembered
from litgen.engines.dependency.analysis import Analysis, Declined
from litgen.engines.dependency.builder import build
from litgen.engines.dependency.clauses import (
    SUBJECTS,
    Sentence,
    is_fragment,
    is_verbal,
    read_clauses,
)
from litgen.engines.dependency.composition.semi import WITHOUT, load_semi
from litgen.engines.dependency.difference import difference
from litgen.engines.dependency.edits import Edit, Focus, Promotion, Question, names_of
from litgen.engines.dependency.evidence import of_output
from litgen.engines.dependency.features import raised
from litgen.engines.dependency.guards import Stopped, stopped_by
from litgen.engines.dependency.models import describe_nlp
from litgen.engines.dependency.readback import (
    InWords,
    hang_cleft,
    in_words,
    levels_in_words,
    mismatch,
)
from litgen.engines.dependency.realisation import Candidate, realise
from litgen.engines.dependency.sentences import parse_docs, read_sentences
from litgen.engines.protocol import Generation, Parse, Reading, Request
from litgen.exceptions import LitgenError
from litgen.failures import Failure, failure_of
from litgen.mrs.scope import Scope

if TYPE_CHECKING:
    from pathlib import Path

    from spacy.tokens import Doc

#: How many parses are remembered: a chunk's sentences come once per
#: transformation, and a parse with its tree takes some 20 kB.
PARSES_KEPT = 512
#: How many candidates are remembered as they were read.
READINGS_KEPT = 4096

#: How many words at most may have no predication, and what they are not.
_UNCOVERED = 5
_FINITE = frozenset(("VBZ", "VBP", "VBD", "MD"))
_CLAUSES = frozenset(("advcl", "ccomp", "parataxis", "relcl", "dep", "punct"))
_PARTS = frozenset(("dobj", "attr", "acomp", "xcomp", "conj"))

Levels = tuple[tuple[InWords, ...], ...]


class _Attempt(NamedTuple):
    """What became of one request before reading back."""

    analysis: Analysis
    edits: tuple[Edit, ...]
    candidates: Sequence[Candidate] = ()
    wanted: tuple[InWords, ...] = ()
    entities: Mapping[str, str] = MappingProxyType({})
    declined: str | None = None
    words: tuple[str, ...] = ()
    fragments: int = 0

    def key(self, probe: str) -> Hashable:
        """What reading a probe depends on."""
        return probe, self.wanted, frozenset(self.entities.items()), self.fragments


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
        self._semi = WITHOUT if semi is None else load_semi(semi)
        self._parses: OrderedDict[str, Parse] = OrderedDict()
        self._read: OrderedDict[Hashable, Levels | Failure | str] = OrderedDict()

    def parse(self, texts: Sequence[str]) -> list[Parse]:
        """Parse texts, in order; a text without a reading says why."""
        return remembered(
            self._parses, texts, lambda new: map(self._parse, new, read_sentences(new)), PARSES_KEPT
        )

    def _parse(self, text: str, sentence: Sentence | str) -> Parse:
        built = sentence if isinstance(sentence, str) else self._build(sentence)
        declined = None if isinstance(sentence, str) else sentence.declined
        if isinstance(built, Failure):
            return Parse(text, (), declined or built.reason, None if declined else built)
        if isinstance(built, str):
            return Parse(text, (), declined or built)
        return Parse(text, (Reading(built.text, built.mrs, built.form, built),), declined)

    def generate(self, requests: Sequence[Request]) -> list[Generation]:
        """Generate from edited readings and keep what reads back."""
        attempts = [self._attempt(request) for request in requests]
        self._read_all(attempts)
        found = [self._keep(attempt) for attempt in attempts]
        while len(self._read) > READINGS_KEPT:
            self._read.popitem(last=False)
        return found

    def trace(self, request: Request) -> dict[str, Any]:
        """What happened to one sentence under one edit, stage by stage, as plain data.

        Returns:
            ``edits``: each as its type and its values; ``names``: what guards call them;
            ``declined``: why nothing was built, the name of a guard or a reason, or None;
            ``words``: those that the guard is about; ``candidates``: of each its ``surface``, the
            ``probes`` that were parsed, its ``fields`` as words, and ``differs``: None where it was
            read back, else the field that differs with both values (``wanted``, ``got``), or a
            ``reason``.
        """
        attempt = self._attempt(request)
        self._read_all([attempt])
        return {
            "edits": [{"edit": type(e).__name__, **asdict(e)} for e in attempt.edits],
            "names": sorted(names_of(attempt.edits)),
            "declined": attempt.declined,
            "words": list(attempt.words),
            "wanted": [
                {**reading._asdict(), "oblique": sorted(filter(None, reading.oblique))}
                for reading in attempt.wanted
            ],
            "candidates": [
                {
                    "surface": c.surface,
                    "probes": list(c.probes),
                    "fields": c.fields.in_words(),
                    "differs": self._differs(attempt, c),
                }
                for c in attempt.candidates
            ],
        }

    def _attempt(self, request: Request) -> _Attempt:
        analysis: Analysis = request.source.analysis
        edits: tuple[Edit, ...] = ()
        scope = Scope(request.mrs)
        try:
            if analysis.declined:
                raise Declined(analysis.declined)
            edits = difference(analysis, scope)
            if _moves_uncovered(analysis, edits):
                raise Declined("uncovered word")
            if stopped := _stopped(analysis, edits, request.plausible):
                raise Declined(stopped.name, *(token.text for token in stopped.words))
            candidates = realise(analysis, edits)
        except Declined as declined:
            reason, *words = declined.args
            return _Attempt(analysis, edits, declined=reason, words=tuple(words))
        wanted = in_words(analysis, scope)
        if any(isinstance(edit, Question) for edit in edits):
            wanted = tuple(reading._replace(force="prop") for reading in wanted)
        # the named entities of the source by word, which its candidates share
        entities = {t.text: t.ent_type_ for t in analysis.doc if t.ent_type_}
        fragments = sum(map(is_fragment, analysis.words))
        return _Attempt(analysis, edits, candidates, wanted, entities, fragments=fragments)

    def _read_all(self, attempts: Sequence[_Attempt]) -> None:
        """Parse what has not been parsed before, in batches: of each candidate the first probe,
        then the next of those that differ in it."""
        left = [(attempt, iter(c.probes)) for attempt in attempts for c in attempt.candidates]
        while left:
            asked = [(a, probe, more) for a, more in left if (probe := next(more, None))]
            keys = {a.key(probe): (a, probe) for a, probe, _ in asked}
            new = {key: each for key, each in keys.items() if key not in self._read}
            docs = parse_docs(
                [probe for _, probe in new.values()], entities=[a.entities for a, _ in new.values()]
            )
            for (key, (attempt, _)), doc in zip(new.items(), docs, strict=True):
                self._read[key] = self._read_candidate(doc, attempt)
            left = [(a, more) for a, probe, more in asked if self._fault(a, probe) is not None]

    def _read_candidate(self, doc: Doc, attempt: _Attempt) -> Levels | Failure | str:
        """A parsed candidate in words, or why it has no MRS in which every word is covered."""
        hang_cleft(doc, attempt.wanted)
        sentence = Sentence(doc.text, doc, "clause", read_clauses(doc))
        if sum(map(is_fragment, sentence.words)) > attempt.fragments:
            return "no verb"
        built = self._build(sentence)
        return built if isinstance(built, Failure | str) else levels_in_words(built)

    def _fault(self, attempt: _Attempt, probe: str) -> dict[str, Any] | None:
        """Where a parsed probe says something else than was wanted, None where it does not."""
        got = self._read[attempt.key(probe)]
        if isinstance(got, Failure | str):
            return {"reason": got.reason if isinstance(got, Failure) else f"not read back: {got}"}
        # a cleft leaves a clause as it is that was taken for a part of another
        cleft = all(isinstance(edit, Focus) for edit in attempt.edits) and bool(attempt.edits)
        found = mismatch(attempt.wanted, got[: len(attempt.wanted)] if cleft else got)
        if found is None:
            return None
        reason = f"not read back: {found[0]}"
        return {"reason": reason, **dict(zip(("field", "wanted", "got"), found, strict=True))}

    def _differs(self, attempt: _Attempt, candidate: Candidate) -> dict[str, Any] | None:
        """What keeps a candidate from standing, None where one of its probes is read back."""
        first = None
        for probe in candidate.probes:
            fault = self._fault(attempt, probe)
            if fault is None:
                return None
            first = first or fault
        return first

    def _keep(self, attempt: _Attempt) -> Generation:
        if attempt.declined is not None:
            return Generation(declined=attempt.declined, words=attempt.words)
        found = [(c, self._differs(attempt, c)) for c in attempt.candidates]
        kept = tuple(c.surface for c, differs in found if differs is None)
        lost = [(c, differs) for c, differs in reversed(found) if differs]
        read = (self._read[attempt.key(p)] for c, _ in lost for p in reversed([*c.probes]))
        failure = next((r for r in read if isinstance(r, Failure)), None)
        reason = lost[0][1]["reason"] if lost and not kept else None
        evidence = of_output(attempt.analysis, attempt.edits) if kept else {}
        return Generation(kept, len(found), reason, failure, evidence=evidence)

    def _build(self, sentence: Sentence) -> Analysis | Failure | str:
        """A sentence with its MRS, or why there is none in which every content word is covered."""
        try:
            built = build(sentence, self._semi)
        except LitgenError as error:
            return str(error)
        except (AssertionError, LookupError, TypeError, ValueError, RecursionError) as error:
            return failure_of(error)  # a fault of ours, on one sentence
        return built if is_harmless(built) else "uncovered word"

    def describe(self) -> Mapping[str, str]:
        """Versions, for the manifest."""
        return {"engine": self.name, "dialect": self.dialect, **describe_nlp()}


def _stopped(analysis: Analysis, edits: Sequence[Edit], plausible: bool) -> Stopped | None:
    """What stops edits; of the passive of an infinitive guards are asked as of a main verb's."""
    others = []
    for edit in edits:
        if isinstance(edit, Promotion) and edit.below is not None:
            features = raised(analysis, edit.below)
            if stopped := stopped_by(names_of((edit,)), features, plausible=plausible):
                return stopped
        else:
            others.append(edit)
    return stopped_by(names_of(others), analysis.features, plausible=plausible) if others else None


def _moves_uncovered(analysis: Analysis, edits: Sequence[Edit]) -> bool:
    """Whether what moves may have words without a predication; of a cleft of the subject, what
    follows the verb stays as it is."""
    moves = [e for e in edits if "reorder" in names_of((e,))]
    stays = all(isinstance(e, Focus) and e.was_subject for e in moves)
    first = analysis.root_clause.head if stays else len(analysis.words)
    return bool(moves) and any(i < first for i in analysis.uncovered)


def is_harmless(analysis: Analysis) -> bool:
    """The words without a predication, a few at most, are no clause, nor a part that one must have.

    Such as *no* of *little or no help*, *then* of *back then*. They are not moved, and
    what is put in another tense is covered.
    """
    main = {c.head for c in analysis.clauses if c.kind in ("root", "conjunct")}
    words = [analysis.words[i] for i in analysis.uncovered]
    return len(words) <= _UNCOVERED and not any(
        w.tag in _FINITE
        or w.i in main
        or w.dep in _CLAUSES
        or w.head.dep == "mark"
        or (w.dep in SUBJECTS and is_verbal(w.head))
        or (w.dep in _PARTS and w.head.i in main)
        for w in words
    )
