"""Measure an engine on sentences: parses, word coverage, regenerations, matches with gold MRSs."""

import json
import re
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from delphin import edm, eds
from delphin.codecs import simplemrs
from delphin.eds import EDS
from delphin.exceptions import PyDelphinException
from delphin.mrs import MRS

from litgen.data.rows import Fault, open_rows
from litgen.engines.protocol import Engine, Reading, Request
from litgen.exceptions import DataError
from litgen.tables import word_list

T = TypeVar("T")
#: Number of sentences per call to the engine.
BATCH = 256
#: Names of the two sentence columns in SNLI and in Hugging Face datasets.
PAIR_COLUMNS = (("sentence1", "sentence2"), ("premise", "hypothesis"))
#: If a predication is linked to more words than this, it represents a phrase (a compound, an
#: implicit quantifier), so its link does not show that any single word is covered.
_WORDS_OF_A_LINK = 4
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
#: Words that do not need their own elementary predication.
_FUNCTION_WORDS = word_list("without_predication")
_WEIGHTS = ("name", "argument", "property", "constant", "top")


class Record(NamedTuple):
    """A sentence from a file, with its gold MRS if the file contains one."""

    text: str
    gold: MRS | None = None


class Score(NamedTuple):
    precision: float
    recall: float
    f1: float


class Quality(NamedTuple):
    sentences: int
    parsed: int  #: number of parsed statements; ``match`` also covers imperatives and fragments
    declined: Mapping[str, int]  #: number of declined sentences, by reason
    words: int
    covered: int
    regenerated: int | None  #: number of sentences regenerated verbatim; None if not tried
    not_generated: Mapping[str, int]  #: number of sentences not regenerated verbatim, by reason
    #: elementary dependency match with gold, overall (``all``) and by kind of triple (``name``,
    #: ``argument``, ``property``, ``constant``, ``top``); empty without gold MRSs
    match: Mapping[str, Score]
    gold: int


def read_records(path: str | Path) -> list[Record]:
    """Read a file of sentences: JSON lines with ``text`` and optionally ``mrs``, or plain lines.

    JSON lines may also contain sentence pairs; a sentence that occurs in several is read once.

    Raises:
        DataError: a line is not a valid record; the message gives the file and the line.
    """
    records: list[Record] = []
    of_pairs: set[str] = set()
    for row in open_rows(Path(path), "text").rows:
        try:
            if isinstance(row, Fault):
                raise ValueError(row.message)
            line = row.values["sentence"]
            entry = json.loads(line) if line.startswith("{") else {"text": line}
            pairs = (names for names in PAIR_COLUMNS if all(
                isinstance(entry.get(name), str) for name in names))  # fmt: skip
            if (names := next(pairs, None)) is None:
                records.append(_record(entry))
                continue
        except (ValueError, KeyError, TypeError) as error:
            why = f'{path}:{row.line}: {error}; use text, or JSON with "text" or a sentence pair'
            raise DataError(why) from error
        said = dict.fromkeys(entry[name].strip() for name in names)
        records += [Record(text) for text in said if text not in of_pairs]
        of_pairs.update(said)
    return records


def _record(entry: Mapping[str, Any]) -> Record:
    text = entry.get("text") or entry.get("sentence")
    if not isinstance(text, str):
        raise ValueError('the key "text" is missing')
    try:
        return Record(text, simplemrs.decode(entry["mrs"]) if entry.get("mrs") else None)
    except PyDelphinException as error:
        raise ValueError(f"mrs: {error}") from error


def check_engine(engine: Engine, records: Sequence[Record], regenerate: bool = True) -> Quality:
    """Run an engine on sentences and measure its results.

    Example:
        >>> from litgen.engines.loading import load_engine
        >>> check_engine(load_engine(), [Record("A dog barks.")]).parsed
        1
    """
    found: list[Reading] = []
    composed: list[MRS | None] = []
    declined: Counter[str] = Counter()
    for batch in _batches(records):
        for parse in engine.parse([record.text for record in batch]):
            composed.append(parse.readings[0].mrs if parse.readings else None)
            found += parse.statements[:1]
            if not parse.statements:
                declined[parse.declined or "parse.no-reading"] += 1
    words = covered = 0
    for reading in found:
        inside, total = word_coverage(reading.text, reading.mrs)
        covered, words = covered + inside, words + total
    regenerated, not_generated = _regenerate(engine, found) if regenerate else (None, Counter())
    pairs = [
        (record.gold, mrs)
        for record, mrs in zip(records, composed, strict=True)
        if record.gold is not None
    ]
    return Quality(
        sentences=len(records),
        parsed=len(found),
        declined=dict(declined.most_common()),
        words=words,
        covered=covered,
        regenerated=regenerated,
        not_generated=dict(not_generated.most_common()),
        match=dependency_match([g for g, _ in pairs], [t for _, t in pairs]) if pairs else {},
        gold=len(pairs),
    )


def _batches(items: Sequence[T]) -> Iterator[Sequence[T]]:
    return (items[start : start + BATCH] for start in range(0, len(items), BATCH))


def _regenerate(engine: Engine, readings: Sequence[Reading]) -> tuple[int, Counter[str]]:
    same = 0
    reasons: Counter[str] = Counter()
    for batch in _batches(readings):
        generations = engine.generate([Request(r.mrs, r) for r in batch])
        for reading, generation in zip(batch, generations, strict=True):
            if reading.text in generation.surfaces:
                same += 1
            elif generation.surfaces:
                reasons["generation.another-sentence"] += 1
            else:
                reasons[generation.declined or "generation.empty"] += 1
    return same, reasons


def word_coverage(text: str, mrs: MRS) -> tuple[int, int]:
    """Count the content words within character links of predications, and all content words."""
    spans = [m.span() for m in _WORD.finditer(text)]
    links = [
        (ep.cfrom, ep.cto)
        for ep in mrs.rels
        if sum(ep.cfrom <= start and end <= ep.cto for start, end in spans) <= _WORDS_OF_A_LINK
    ]
    content = [(s, e) for s, e in spans if text[s:e].lower() not in _FUNCTION_WORDS]
    covered = sum(any(a <= s and e <= b for a, b in links) for s, e in content)
    return covered, len(content)


def dependency_match(golds: Sequence[MRS | None], tests: Sequence[MRS | None]) -> dict[str, Score]:
    """Compute elementary dependency match (Dridan & Oepen 2011) as ``delphin edm`` does.

    A sentence without a test MRS counts as missed. The result has a score for ``all`` triples and
    one for each kind of triple.
    """
    gold_eds, test_eds = [_to_eds(m) for m in golds], [_to_eds(m) for m in tests]
    scores = {"all": Score(*edm.compute(gold_eds, test_eds))}
    for kind in _WEIGHTS:
        weights = {f"{other}_weight": float(other == kind) for other in _WEIGHTS}
        scores[kind] = Score(*edm.compute(gold_eds, test_eds, **weights))
    return scores


def _to_eds(mrs: MRS | None) -> EDS | None:
    """Convert an MRS to elementary dependencies; return None if it cannot be converted."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return eds.from_mrs(mrs, predicate_modifiers=True) if mrs else None
        except (PyDelphinException, KeyError, IndexError):
            return None  # counts as missing, as in ``delphin edm``
