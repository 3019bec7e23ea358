"""Inoculation (Liu, Schwartz and Smith 2019): the effect of training on some contrast pairs.

If the accuracy on a contrast rises to that on the originals as contrast pairs are added, the
original training pairs lacked the phenomenon; otherwise, the model cannot learn it. A test on
another contrast shows whether the model learned the phenomenon or only its words.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from litgen.contrast.notation import Contrast
from litgen.exceptions import DataError, UsageError
from litgen.experiments.conduct import FILES, conduct, signature_of
from litgen.experiments.data import Data
from litgen.experiments.equivalence import one_contrast
from litgen.experiments.invariance import gold
from litgen.experiments.learner import Learner
from litgen.experiments.paired import PairedOriginal, make_paired_originals
from litgen.experiments.spread import ACCURACY, accuracy_pm, spread_point
from litgen.experiments.trainings import Outcome, Progress, Training, Workplace
from litgen.folders import Folder
from litgen.options import Options
from litgen.reporting.document import Document, Section
from litgen.reporting.figures import Axis, Figure, Line, line_chart
from litgen.reporting.grid import Table, plain_table
from litgen.reporting.wording import counted, number, percent, points
from litgen.workers import worker_pool

RESULTS = "inoculation.json"


@dataclass(frozen=True)
class Design:
    contrast: str  # the contrast to train on and to test on
    tests: tuple[str, ...] = ()  # further contrasts to test on
    #: Numbers of contrast pairs to add to the training pairs; a number above the total adds all.
    counts: tuple[int, ...] = (0, 10, 50, 100, 500, 1000)
    samples: int = 3  # number of draws for each count; one training per draw
    seed: int = 0  # seed of all draws

    def check(self) -> None:
        """Raise UsageError if a value is out of range."""
        if self.samples < 1:
            raise UsageError(f"--samples {self.samples}: the number must be 1 or more")
        if not self.counts or min(self.counts) < 0:
            raise UsageError("--counts: use numbers of contrast pairs, 0 or more")


def contrast_of(text: str, rules: Path | None = None) -> Contrast:
    found = one_contrast(text, rules)
    if found.form == "new":
        raise UsageError(
            f"{text} makes new pairs, which have no originals to compare with; use another contrast"
        )
    return found


def inoculate(
    data: Data,
    folder: str | Path,
    learner: Learner,
    design: Design,
    options: Options = Options(),  # noqa: B008 - immutable
    *,
    jobs: int = 1,
    scheduler: str | None = None,
    overwrite: bool = False,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Train with increasing numbers of contrast pairs, and test on originals and contrasts.

    Arguments and errors are those of ``litgen.experiments.sweep.ie_test``; hyperparameters that the
    learner does not fix keep their default values.

    Returns:
        The results, as written to ``inoculation.json``.

    Raises:
        DataError: a source is faulty, or no pair yields a contrast.

    Example:
        >>> inoculate(Data(Sources(("snli.jsonl",))), "out", Learner("bow"),
        ...           Design("overlap", ("tautology:green",)))["counts"]  # doctest: +SKIP
        [0, 10, 50, 100, 500, 1000]
    """
    design.check()
    learner.check()
    contrasts = [contrast_of(each, options.rules_path) for each in (design.contrast, *design.tests)]
    out = Folder(Path(folder), (*FILES, "inoculation.svg", RESULTS), RESULTS)
    described = {**asdict(design), "counts": list(design.counts)}

    def work() -> dict[str, Any]:
        parts, several = data.parts(design.seed), [[each] for each in contrasts]
        made = make_paired_originals(
            parts, several, out.path, options, jobs=jobs, scheduler=scheduler
        )
        corpus = made.corpus
        for by, contrast in enumerate(contrasts):
            if not any(paired.changes[by] is not None for paired in corpus.test):
                raise DataError(
                    f"{contrast}: none of the {len(corpus.test):,} test pairs has a labelled "
                    "version; use another contrast or other pairs"
                )
        available = sum(paired.changes[0] is not None for paired in corpus.train)
        counts = sorted({min(count, available) for count in design.counts})
        with worker_pool(jobs, scheduler) as pool:
            place = Workplace(corpus, out, pool, progress)
            outcomes = _train(learner, design, counts, place)
        right = gold(corpus.test)
        original = [[_share(each.original, right) for each in several] for several in outcomes]
        return {
            "model": learner.describe(),
            "design": described,
            "data": corpus.counts(),
            "counts": counts,
            "original": {"n": len(corpus.test), "accuracies": original},
            "contrasts": list(_on_contrasts(contrasts, corpus.test, outcomes)),
            "contrast_set": str(made.folder.relative_to(out.path)),
        }

    return conduct(
        out, lambda: signature_of(data, learner, described, options), work, page, jobs=jobs,
        scheduler=scheduler, overwrite=overwrite,
    )  # fmt: skip


def _train(
    learner: Learner, design: Design, counts: Sequence[int], place: Workplace
) -> list[list[Outcome]]:
    wanted = [
        [
            Training(learner, (), place.digest, 0.0, sample, seed=design.seed, added=count)
            for sample in range(design.samples)
        ]
        for count in counts
    ]
    place.total = len(counts) * design.samples
    done = place.carry_out([each for several in wanted for each in several])
    return [[done[each] for each in several] for several in wanted]


def _on_contrasts(
    contrasts: Sequence[Contrast],
    test: Sequence[PairedOriginal],
    outcomes: Sequence[Sequence[Outcome]],
) -> Iterator[dict[str, Any]]:
    """Yield the accuracies on each contrast and its originals, by number of pairs added."""
    for by, contrast in enumerate(contrasts):
        have = np.array([paired.changes[by] is not None for paired in test])
        before, after = gold(test), gold(test, by)
        yield {
            "contrast": str(contrast),
            "trained on": by == 0,
            "n": int(have.sum()),
            "accuracies": [
                [_share(each.changed[by], after, have) for each in several] for several in outcomes
            ],
            "originals": [
                [_share(each.original, before, have) for each in several] for several in outcomes
            ],
        }


def _share(said: str, right: str, among: np.ndarray | None = None) -> float:
    same = np.array([one == other for one, other in zip(said, right, strict=True)])
    return float(same.mean() if among is None else same[among].mean())


def page(result: Mapping[str, Any]) -> Document:
    trained = result["contrasts"][0]["contrast"]
    verdict, *points = _sentences(result)
    return Document(
        f"Inoculation: {result['model']['name']}, {trained}",
        f"Up to {counted(result['counts'][-1], 'pair')} of {trained} are added to "
        f"{counted(result['data']['train']['pairs'], 'training pair')}, with "
        f"{counted(result['design']['samples'], 'sample')} for each number.",
        verdict,
        tuple(points),
        (),
        (Section("accuracies", "Accuracies", (), (_figure(result),), (_accuracies(result),)),),
    )


def _sentences(result: Mapping[str, Any]) -> Iterator[str]:
    def ends(row: Mapping[str, Any], key: str) -> list[float]:
        return [float(np.mean(row[key][at])) for at in (0, -1)]

    most = counted(result["counts"][-1], "contrast pair")
    first, last = ends(result["original"], "accuracies")
    yield (
        f"The accuracy on the originals is {percent(first)} % without contrast pairs and "
        f"{percent(last)} % with {most} ({points(last - first)} points)."
    )
    for row in result["contrasts"]:
        before, after = ends(row, "accuracies")
        original_before, original_after = ends(row, "originals")
        what = "trained on" if row["trained on"] else "not trained on"
        yield (
            f"On {row['contrast']} ({what}), it is {percent(before)} % without and "
            f"{percent(after)} % with {most}; on the originals of these pairs, it is higher by "
            f"{points(original_before - before)} and {points(original_after - after)} points."
        )


def _figure(result: Mapping[str, Any]) -> Figure:
    counts = result["counts"]
    series = [("originals", result["original"]["accuracies"])]
    series += [(row["contrast"], row["accuracies"]) for row in result["contrasts"]]
    lines = [
        Line(name, [spread_point(at, values) for at, values in enumerate(accuracies)])
        for name, accuracies in series
    ]
    return line_chart(
        "inoculation",
        "Accuracy against the number of contrast pairs in training",
        "The numbers are equally spaced. Dots: means over the samples; bars: plus or minus one "
        "standard deviation.",
        lines,
        Axis(
            "contrast pairs added to the training pairs",
            lambda at: number(counts[int(at)]),
            ticks=range(len(counts)),
        ),
        ACCURACY,
    )


def _accuracies(result: Mapping[str, Any]) -> Table:
    every = [result["original"], *result["contrasts"]]
    rows = [
        [number(count), *(accuracy_pm(each["accuracies"][at]) for each in every)]
        for at, count in enumerate(result["counts"])
    ]
    names = ["originals", *(row["contrast"] for row in result["contrasts"])]
    columns = [f"{name} (n {number(each['n'])})" for name, each in zip(names, every, strict=True)]
    return plain_table(
        "accuracy",
        "Accuracy on the test pairs",
        "Accuracies are in per cent (mean and standard deviation over the samples). Those for a "
        "contrast are on the test pairs that have a labelled version.",
        ["contrast pairs", *columns],
        rows,
    )
