"""The ``ace`` engine: the ACE processor with the English Resource Grammar (ERG)."""

import os
import re
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from delphin.codecs import simplemrs
from delphin.exceptions import PyDelphinException
from delphin.mrs import MRS

from litgen.cache import cache_dir, remembered
from litgen.engines.ace.alignment import Edit
from litgen.engines.ace.answers import NO_PARSE, NOTHING, Answer, Result
from litgen.engines.ace.cache import AnswerCache, key_of
from litgen.engines.ace.fidelity import compare, nearest
from litgen.engines.ace.installation import Installation, find_installation
from litgen.engines.ace.opinion import MISREAD, Opinion, is_misread, opinions, stopped
from litgen.engines.ace.process import Lasting, Limits
from litgen.engines.ace.realisations import (
    demanded,
    most_active,
    moves_arguments,
    promoted,
    refused,
    shapes_of,
    verbs_in,
    words_added,
)
from litgen.engines.ace.standins import restored, stand_in
from litgen.engines.protocol import NOT_READ_BACK, Generation, Parse, Reading, Request
from litgen.exceptions import UsageError

#: Root conditions for clauses and fragments. The rules decline a string whose best reading is a
#: fragment; without fragment roots, ACE would parse *park* in *Families waiting at an amusement
#: park* as a verb.
PARSING_ROOTS = "root_strict root_informal root_frag root_inffrag"
#: Maximum number of realisations per MRS.
REALISATIONS = 50
#: Maximum number of candidates to parse again, the most similar to the source first.
TRIED = 3
#: Number of readings of a candidate to check; one of them must have the requested structure.
READ_BACK = 5
#: Number of parses to keep in memory, since all transformations parse the same sentences.
PARSES_KEPT = 512


class AceEngine:
    """An engine that runs ACE in long-lived processes and caches its answers on disk.

    Args:
        readings: how many readings of a sentence to rewrite, best first.
        installation: the program and the grammar image; if None, litgen looks for them.
        cache: the file of cached answers; None disables the cache.

    Raises:
        EngineError: ACE or a grammar image is missing, or they do not match.

    Example:
        >>> engine = AceEngine()  # doctest: +SKIP
        >>> engine.parse(["A dog barks."])[0].readings[0].mrs.rels[-1].predicate  # doctest: +SKIP
        '_bark_v_1'
    """

    name = "ace"

    def __init__(
        self,
        readings: int = 1,
        installation: Installation | None = None,
        limits: Limits = Limits(),  # noqa: B008 - immutable
        cache: Path | None = None,
    ) -> None:
        if readings < 1:
            raise UsageError(f"--readings {readings}: pass 1 or more readings")
        self.readings = readings
        self.installation = installation or find_installation()
        self.dialect = self.installation.dialect
        self._limits = limits
        self._cache = AnswerCache(cache)
        self._parses: OrderedDict[str, Parse] = OrderedDict()
        self._parser = Lasting(
            "parse", self.installation, max(readings, READ_BACK), PARSING_ROOTS, limits
        )
        self._generator = Lasting("generate", self.installation, REALISATIONS, limits=limits)
        self._image = self._cache.digest_of(self.installation.image)

    @property
    def started(self) -> int:
        return self._parser.started + self._generator.started

    def close(self) -> None:
        """End the processes; new ones start when they are needed."""
        self._parser.close()
        self._generator.close()

    def parse(self, texts: Sequence[str]) -> list[Parse]:
        """Parse texts, in order; a ``Parse`` without readings gives the reason."""
        found = remembered(self._parses, texts, self._parse_anew, PARSES_KEPT)
        for text, parse in zip(texts, found, strict=True):
            if parse.failure is not None and parse.failure.transient:
                self._parses.pop(text, None)  # the next attempt may succeed
        return found

    def _parse_anew(self, texts: Sequence[str]) -> list[Parse]:
        judged = opinions([_line(text) for text in texts])
        lines = [each.clause or _line(t) for t, each in zip(texts, judged, strict=True)]
        answers = self._ask(self._parser, lines)
        return [
            self._parse(text, line, answers[line], opinion)
            for text, line, opinion in zip(texts, lines, judged, strict=True)
        ]

    def _parse(self, text: str, line: str, answer: Answer, opinion: Opinion) -> Parse:
        if answer.results and opinion.declined is not None:
            return Parse(text, (), opinion.declined)
        decoded = [mrs for each in answer.results[: self.readings] if (mrs := _decode(each))]
        form = "clause" if opinion.clause is None else "caption"
        readings = tuple(
            Reading(line, mrs, form, opinion) for mrs in decoded if not is_misread(mrs, opinion)
        )
        none = MISREAD if decoded else answer.problem or NO_PARSE
        return Parse(text, readings, None if readings else none, answer.failure)

    def generate(self, requests: Sequence[Request]) -> list[Generation]:
        """Generate from edited readings and keep the outputs that have the requested structure."""
        guards = [stopped(each, each.source.analysis) for each in requests]
        free = [request for request, guard in zip(requests, guards, strict=True) if guard is None]
        prepared = [stand_in(request) for request in free]
        items = [str(simplemrs.encode(mrs, lnk=False)) for mrs, _ in prepared]
        answers = self._ask(self._generator, items)
        found = [
            restored(answers[item], words) for item, (_, words) in zip(items, prepared, strict=True)
        ]
        candidates = [_candidates(*each) for each in zip(free, found, strict=True)]
        ambiguous = {text for each in candidates if each.moved for text in each.texts}
        readings = self._ask(self._parser, sorted(ambiguous))
        made = (_generation(*each, readings) for each in zip(free, found, candidates, strict=True))
        return [Generation(declined=guard) if guard else next(made) for guard in guards]

    def _ask(self, process: Lasting, items: Sequence[str]) -> dict[str, Answer]:
        """Return the answer for each item, from the cache or from ACE."""
        limits, version = self._limits, self.installation.version
        bounds = f"{limits.seconds:g}/{limits.chart}/{limits.unpacking}"
        asked = (process.task, self._image, version, str(process.results), process.roots, bounds)
        keys = {item: key_of(*asked, item) for item in items}
        known = self._cache.find(keys.values())
        new: dict[bytes, Answer] = {}
        try:
            for key, item in {keys[item]: item for item in items}.items():
                if key not in known:
                    new[key] = process.ask(item) if item else Answer()
        finally:
            self._cache.keep(new)  # even if the batch is interrupted
        known.update(new)
        return {item: known[key] for item, key in keys.items()}

    def describe(self) -> Mapping[str, str]:
        return {
            "engine": self.name,
            "dialect": self.dialect,
            "ace": self.installation.version,
            "grammar": self.installation.title,
            "image_sha256": self._image,
            "readings": str(self.readings),
        }


def default_cache() -> Path:
    return cache_dir() / "ace" / "answers.sqlite"


def limits_from_environment() -> Limits:
    """Return the limits, with ``$LITGEN_ACE_SECONDS`` as the time for one item if it is set.

    Raises:
        UsageError: the variable is not a positive number.
    """
    text = os.environ.get("LITGEN_ACE_SECONDS")
    if not text:
        return Limits()
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 1e6:
        what = "the value is not a number above 0; set it to a number of seconds"
        raise UsageError(f"LITGEN_ACE_SECONDS={text}: {what}")
    return Limits(seconds=seconds)


def _line(text: str) -> str:
    return " ".join(text.replace("\0", " ").split())


def _decode(result: Result) -> MRS | None:
    try:
        return simplemrs.decode(result.mrs)
    except PyDelphinException:
        return None


class _Candidates(NamedTuple):
    """The realisations that may be right, the most similar to the source first.

    Attributes:
        moved: whether arguments moved. If so, the words alone do not show who did what, so each
            text must be parsed; otherwise, the derivation is sufficient evidence.
        reason: why a candidate was rejected, if any was.
    """

    texts: Sequence[str]
    moved: bool
    reason: str | None


def _candidates(request: Request, answer: Answer) -> _Candidates:
    demands = demanded(request.mrs)
    failed = [refused(result, demands) for result in answer.results]
    reason = next((f"{NOT_READ_BACK}: no {demand}" for demand in failed if demand), None)
    right = [result for result, no in zip(answer.results, failed, strict=True) if no is None]
    if "passive" not in demands:
        right = most_active(right)
    source = request.source
    edit = Edit(
        moves_arguments(source.mrs, request.mrs),
        len(request.mrs.rels) < len(source.mrs.rels),
        not {"cleft", "thing"}.isdisjoint(demands),
        verbs_in(request.mrs),
        promoted(source.mrs, request.mrs),
        words_added(source.mrs, request.mrs),
    )
    surfaces = dict.fromkeys(_as_typed(result.surface, source.text) for result in right)
    compared = [compare(surface, source.text, edit) for surface in surfaces]
    reason = reason or next((each.reason for each in compared if each.reason), None)
    kept = [each for each in compared if each.reason is None]
    return _Candidates(nearest(kept, edit.cleft)[:TRIED], edit.moved, reason)


def _as_typed(surface: str, source: str) -> str:
    """Return a surface with the source's kind of apostrophe and without a space before *'s*."""
    joined = re.sub(r"\s+(?=['’]s\b)", "", surface)
    return joined if "’" in source else joined.replace("’", "'")


def _generation(
    request: Request, answer: Answer, found: _Candidates, readings: Mapping[str, Answer]
) -> Generation:
    if not answer.results:
        return Generation(declined=answer.problem or NOTHING, failure=answer.failure)
    kept = tuple(found.texts)
    failure = None
    if found.moved:
        wanted = shapes_of(request.mrs)
        failed = [answer.failure for t in kept if (answer := readings[t]).failure is not None]
        failure = max(failed, key=lambda each: each.transient, default=None)
        kept = tuple(text for text in kept if _shows(readings[text], wanted))
    if kept:
        return Generation(kept, len(answer.results), failure=failure)
    why = NOT_READ_BACK if found.texts else found.reason
    return Generation((), len(answer.results), failure.reason if failure else why, failure)


def _shows(answer: Answer, wanted: object) -> bool:
    """Check whether one of the best readings has the requested structure."""
    decoded = map(_decode, answer.results[:READ_BACK])
    return any(mrs is not None and shapes_of(mrs) == wanted for mrs in decoded)
