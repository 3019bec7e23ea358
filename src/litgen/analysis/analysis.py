"""What a data set contains, and what gives its labels away: ``analyse``."""

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

#: Told what is being done, how much of it is done, and of how much.
Progress = Callable[[str, int, int], None]


class Examination(NamedTuple):
    """What to look at."""

    engine: str | None = "dependency"  #: that reads the sentences; None to leave their types out
    baselines: bool = True  #: whether to train the baselines
    after: str | None = None  #: a folder of ``litgen transform``: what a transformation did
    contrasts: tuple[str, ...] = ()  #: of that folder, those to look at; all when empty
    seed: int = 0  #: of the baselines


class SentenceTypes(NamedTuple):
    """How many sentences are of which type."""

    engine: str  #: that read them
    sentences: int  #: distinct sentences
    declined: Counter[str]  #: how many could not be read, by reason
    #: premises, hypotheses, both: distinct sentences by type; ``read`` is of how many
    premises: Counter[str]
    hypotheses: Counter[str]
    both: Counter[str]
    labels: Mapping[str, Counter[str]]  #: labels of the pairs whose hypothesis is of a type
    tense_pairs: Counter[tuple[str, str]]  #: pairs by the tenses of premise and hypothesis


class Transformed(NamedTuple):
    """Pairs before and after a transformation."""

    contrasts: tuple[str, ...]  #: what was done
    #: before, after: words of the hypotheses by label, of the originals (each once) and of the
    #: contrast pairs
    before: WordCounts
    after: WordCounts
    changes: Changes  #: substitutions in premises and hypotheses
    lengths: Mapping[str, tuple[Spread, Spread]]  #: words of a pair, before and after, by label


@dataclass(frozen=True)
class Analysis:
    """What a data set contains."""

    source: str  #: as it was named
    sha256: str | None  #: of the file, where it is one
    skipped: Mapping[str, int]  #: rows that are no pair, by reason
    #: pairs, premises: how many, and how many distinct premises
    pairs: int
    premises: int
    labels: Counter[str]  #: of the pairs
    words: WordCounts  #: of the hypotheses, by label
    premise_words: WordCounts  #: of the premises, by label
    covered: int  #: pairs whose hypothesis holds a word that gives its label away
    premise_covered: int  #: pairs whose premise does
    #: lengths and overlap (``shape.MEASURES``), by label
    shapes: Mapping[str, Mapping[str, Spread]]
    copied: Counter[str]  #: pairs whose premise has all words of the hypothesis, by label
    types: SentenceTypes | None  #: of sentences, None where the engine was not asked
    baselines: tuple[Baseline, ...]  #: empty where none was trained
    missing: str | None  #: why baselines are missing, None where they are not
    transformed: Transformed | None  #: before and after a transformation, None where none was named
    examination: Examination  #: what was looked at

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
    """Look at a data set.

    Raises:
        DataError: the source is at fault or holds no labelled pair.
        LitgenError: the engine or the contrast set is missing.
    """
    # Before the long work, so that a wrong name shows at once.
    transformed = None
    if examination.after is not None:
        transformed = _transformed(ContrastSet(Path(examination.after)), examination.contrasts)
    counts: Counter[str] = Counter()
    pairs = reading.read(source, counts)
    if not pairs:
        raise DataError(f"{source}: holds no labelled pair; nothing to analyse")
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
    missing = f"{' and '.join(lacking)} missing: {INSTALL}" if lacking else None
    if not examination.baselines:
        missing = "baselines were not asked for"
    baselines: Sequence[Baseline] = ()
    if missing is None:
        told = _named(progress, "trainings")
        baselines = run_baselines(pairs, shape, seed=examination.seed, progress=told)
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


#: So many contrasts of a set are named where none is of use.
_NAMED = 5


def _transformed(contrast_set: ContrastSet, wanted: Sequence[str]) -> Transformed:
    """Compare the pairs of a contrast set with what they were made of."""
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
            f"{contrast_set.path}: no labelled pair of {', '.join(wanted) or 'any contrast'} was "
            f"made of a pair; it holds {', '.join(names[:_NAMED])}{more}; what was made of one "
            f"sentence is looked at by itself: litgen analyze {contrast_set.path}/contrast.jsonl"
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
