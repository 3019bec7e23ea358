"""The function ``analyse`` and its result."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from litgen.analysis.baselines import Baseline, run_baselines
from litgen.analysis.sentence_types import Typed, read_types
from litgen.analysis.words import (
    MEASURES,
    Changes,
    Spread,
    WordCounts,
    by_label,
    compare,
    count_words,
    coverage,
    shape_of,
)
from litgen.data import Pair
from litgen.data.splitting import original_of
from litgen.evaluation.contrast_set import ContrastSet
from litgen.exceptions import DataError
from litgen.files import digest
from litgen.models.bow import INSTALL, lacking_packages
from litgen.training.data import Reading
from litgen.version import __version__

#: Called with the name of the current step, how much of it is done, and the total.
Progress = Callable[[str, int, int], None]


class Examination(NamedTuple):
    """The options of an analysis."""

    engine: str | None = "dependency"  #: None to skip sentence types
    baselines: bool = True
    after: str | None = None  #: folder of a contrast set to compare with its originals
    contrasts: tuple[str, ...] = ()  #: contrasts in that folder to analyse; all if empty
    seed: int = 0


class SentenceTypes(NamedTuple):
    """Counts of sentences and pairs by type of sentence."""

    engine: str
    sentences: int  #: number of distinct sentences
    declined: Counter[str]  #: number of sentences that could not be parsed, by reason
    #: premises, hypotheses, both: numbers of distinct sentences by type; ``read`` is the total
    premises: Counter[str]
    hypotheses: Counter[str]
    both: Counter[str]
    labels: Mapping[str, Counter[str]]  #: counts of labels by type of the hypothesis
    tense_pairs: Counter[tuple[str, str]]  #: numbers of pairs by tenses of premise and hypothesis


class Transformed(NamedTuple):
    """A comparison of pairs before and after a transformation."""

    contrasts: tuple[str, ...]
    #: before, after: word counts of the hypotheses by label, in the originals (each counted once)
    #: and in the contrast pairs
    before: WordCounts
    after: WordCounts
    changes: Changes  #: substitutions in premises and hypotheses
    lengths: Mapping[str, tuple[Spread, Spread]]  #: lengths before and after, by label


@dataclass(frozen=True)
class Analysis:
    """The result of analysing a data set."""

    source: str
    sha256: str | None  #: SHA-256 of the source if it is a file
    skipped: Mapping[str, int]  #: rows that are not pairs, by reason
    #: pairs, premises: numbers of pairs and of distinct premises
    pairs: int
    premises: int
    labels: Counter[str]  #: numbers of pairs by label
    words: WordCounts  #: words of the hypotheses by label
    premise_words: WordCounts
    covered: int  #: number of pairs whose hypothesis contains a word that gives a label away
    premise_covered: int  #: number of pairs whose premise contains such a word
    #: distributions of lengths and overlap (``words.MEASURES``), by label
    shapes: Mapping[str, Mapping[str, Spread]]
    #: numbers of pairs by label whose premise contains every word of the hypothesis
    copied: Counter[str]
    types: SentenceTypes | None  #: None if the engine was not used
    baselines: tuple[Baseline, ...]  #: empty if none was trained
    missing: str | None  #: why baselines are missing; None if none is missing
    transformed: Transformed | None  #: comparison with a contrast set; None if none was given
    examination: Examination

    def baseline(self, key: str) -> Baseline | None:
        return next((each for each in self.baselines if each.key == key), None)

    @property
    def signature(self) -> str:
        parts = {
            "litgen": __version__,
            "pairs": self.pairs,
            "sha256": (self.sha256 or "none")[:16],
            "engine": self.examination.engine or "none",
            "seed": self.examination.seed,
        }
        return " ".join(f"{key}={value}" for key, value in parts.items())


def analyse(
    source: str,
    examination: Examination = Examination(),  # noqa: B008 - immutable
    *,
    reading: Reading = Reading(),  # noqa: B008 - immutable
    jobs: int = 1,
    progress: Progress | None = None,
) -> Analysis:
    """Analyse a data set: words, lengths, sentence types, baselines, transformed pairs.

    Raises:
        DataError: the source is faulty or has no labelled pair.
        LitgenError: the engine or the contrast set is missing.
    """
    # This precedes the long work, so that a wrong name fails early.
    transformed = None
    if examination.after is not None:
        transformed = _transformed(ContrastSet(Path(examination.after)), examination.contrasts)
    counts: Counter[str] = Counter()
    pairs = reading.read(source, counts)
    if not pairs:
        raise DataError(f"{source}: there is no labelled pair to analyse")
    read = counts.pop("read")
    shape = shape_of(pairs)
    units = [original_of(pair) for pair in pairs]
    words, premise_words = (
        count_words(
            (getattr(pair, side), pair.label, unit) for pair, unit in zip(pairs, units, strict=True)
        )
        for side in ("hypothesis", "premise")
    )
    lacking = lacking_packages()
    missing = f"without {' and '.join(lacking)}: {INSTALL}" if lacking else None
    if not examination.baselines:
        missing = "--no-baselines was used"
    baselines: Sequence[Baseline] = ()
    if missing is None:
        report = _named(progress, "trainings")
        baselines = run_baselines(pairs, shape, seed=examination.seed, progress=report)
    path = Path(source)
    return Analysis(
        source=source,
        sha256=digest(path) if path.is_file() else None,
        skipped={"read": read, **dict(sorted(counts.items()))},
        pairs=len(pairs),
        premises=len({pair.premise for pair in pairs}),
        labels=Counter(pair.label for pair in pairs),
        words=words,
        premise_words=premise_words,
        covered=coverage((pair.hypothesis for pair in pairs), words.giving()),
        premise_covered=coverage((pair.premise for pair in pairs), premise_words.giving()),
        shapes={name: by_label(getattr(shape, name), pairs) for name in MEASURES},
        copied=Counter(
            pair.label for pair, overlap in zip(pairs, shape.overlap, strict=True) if overlap == 1
        ),
        types=_types(pairs, examination.engine, jobs, _named(progress, "sentences")),
        baselines=tuple(baselines),
        missing=missing,
        transformed=transformed,
        examination=examination,
    )


def _named(progress: Progress | None, what: str) -> Callable[[int, int], None] | None:
    if progress is None:
        return None
    return lambda done, total: progress(what, done, total)


def _types(
    pairs: Sequence[Pair],
    engine: str | None,
    jobs: int,
    progress: Callable[[int, int], None] | None,
) -> SentenceTypes | None:
    if engine is None:
        return None
    premises = dict.fromkeys(pair.premise for pair in pairs)
    hypotheses = dict.fromkeys(pair.hypothesis for pair in pairs)
    typed: Typed = read_types([*premises, *hypotheses], engine, jobs=jobs, progress=progress)
    return SentenceTypes(
        engine,
        len(premises | hypotheses),
        typed.declined,
        typed.tally(premises),
        typed.tally(hypotheses),
        typed.tally(premises | hypotheses),
        typed.labels(pairs),
        typed.tense_pairs(pairs),
    )


#: Maximum number of contrasts to list in the error if the requested ones have no usable pair.
_NAMED = 5


def _transformed(contrast_set: ContrastSet, wanted: Sequence[str]) -> Transformed:
    records = [
        record
        for record in contrast_set
        if record["label"] is not None
        and record["original_label"] is not None
        and (not wanted or record["contrast"] in wanted)
    ]
    if not records:
        names = sorted({record["contrast"] for record in contrast_set})
        more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
        raise DataError(
            f"{contrast_set.path}: no labelled pair of {', '.join(wanted) or 'any contrast'} comes "
            f"from an original pair; the set has {', '.join(names[:_NAMED])}{more}. To analyse "
            f"pairs made from one sentence, use litgen analyze {contrast_set.path}/contrast.jsonl"
        )
    originals = {each["pair_id"]: each for each in records}
    return Transformed(
        tuple(dict.fromkeys(each["contrast"] for each in records)),
        count_words(
            (each["original_hypothesis"], each["original_label"], each["pair_id"])
            for each in originals.values()
        ),
        count_words((each["hypothesis"], each["label"], each["pair_id"]) for each in records),
        compare(
            (each[f"original_{side}"], each[side])
            for each in records
            for side in ("premise", "hypothesis")
        ),
        _lengths(records),
    )


def _lengths(records: Iterable[Mapping[str, Any]]) -> dict[str, tuple[Spread, Spread]]:
    before, after = [], []
    for at, each in enumerate(records):
        label = each["original_label"]
        before.append(Pair(str(at), each["original_premise"], each["original_hypothesis"], label))
        after.append(Pair(str(at), each["premise"], each["hypothesis"], label))
    first, second = (by_label(shape_of(pairs).pair, pairs) for pairs in (before, after))
    return {name: (first[name], second[name]) for name in first}
