"""Inoculation (Liu, Schwartz and Smith 2019): what some contrast pairs in training change.

If the accuracy on a contrast rises to that on the originals as contrast pairs are added, the pairs
to learn from lacked them; if it does not, the model cannot learn them; if that on the originals
falls, the contrast pairs teach something else. Tested on another contrast than the one trained on
(another tautology), it shows whether the phenomenon was learned or its words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from litgen.contrast import Contrast, Options, parse_contrast
from litgen.contrast.notation import expand
from litgen.exceptions import DataError, UsageError
from litgen.experiments.data import Data
from litgen.experiments.inoculation_report import sheet
from litgen.experiments.invariance import gold
from litgen.experiments.learner import Learner
from litgen.experiments.place import (
    RUN,
    Progress,
    Workplace,
    conduct,
    open_workplace,
    transformation_signature,
)
from litgen.experiments.sheet import MARKDOWN, PAGE
from litgen.experiments.trainings import Outcome, Training
from litgen.experiments.twins import Corpus, Twin, make_twins
from litgen.folders import Folder
from litgen.transformations.declarations import declaration
from litgen.transformations.naming import split_steps
from litgen.transformations.registry import check_names
from litgen.version import __version__
from litgen.workers import worker_pool

RESULTS = "inoculation.json"
FILES = (PAGE, MARKDOWN, "inoculation.svg", RUN, RESULTS)


@dataclass(frozen=True)
class Design:
    """The design of an inoculation.

    Attributes:
        contrast: what is trained on, and tested on.
        tests: further contrasts to test on.
        counts: how many contrast pairs are added to the training pairs; one larger than there are
            adds all of them.
        samples: how often each is drawn and trained.
        seed: of all draws.
    """

    contrast: str
    tests: tuple[str, ...] = ()
    counts: tuple[int, ...] = (0, 10, 50, 100, 500, 1000)
    samples: int = 3
    seed: int = 0

    def check(self) -> None:
        """Refuse what cannot be.

        Raises:
            UsageError: a value is out of range.
        """
        if self.samples < 1:
            raise UsageError(f"--samples {self.samples}: must be 1 or more")
        if not self.counts or min(self.counts) < 0:
            raise UsageError("--counts: give numbers of contrast pairs, 0 or more")


def contrast_of(text: str, rules: Path | None = None) -> Contrast:
    """The contrast of a name or of contrast notation.

    Raises:
        UsageError: there is none, there are several, or it makes new pairs.

    Example:
        >>> str(contrast_of("past")), str(contrast_of("may;original"))
        ('past;past', 'may;original')
    """
    if ";" not in text and declaration(split_steps(text)[-1]) is None:
        found: tuple[Contrast, ...] = (parse_contrast(f"{text};{text}"),)
    else:
        found = expand(text)
    if len(found) > 1:
        names = " or ".join(str(each) for each in found)
        raise UsageError(f"{text} stands for several contrasts; name one: {names}")
    if found[0].form == "new":
        raise UsageError(f"{text} makes new pairs, of which there are no originals to compare")
    if found[0].pairwise is None:
        check_names((*found[0].premise.steps, *found[0].hypothesis.steps), rules)
    return found[0]


def inoculate(
    data: Data,
    folder: str | Path,
    learner: Learner,
    design: Design,
    options: Options = Options(suite=None),  # noqa: B008 - immutable
    *,
    jobs: int = 1,
    scheduler: str | None = None,
    overwrite: bool = False,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Train with more and more contrast pairs, and test on originals and contrasts.

    Args:
        data: where the pairs come from.
        folder: where results and trainings go.
        learner: what is trained; hyperparameters that it does not fix have their defaults.
        design: of the experiment.
        options: how contrasts are made: labels, engine, ranking, mode, rules.
        jobs: worker processes; 1 works in this process, -1 takes all cores.
        scheduler: address of a Dask scheduler whose workers do the trainings.
        overwrite: whether results of another design are replaced; trainings are kept.
        progress: told after every training.

    Returns:
        The results, as they are written to ``inoculation.json``.

    Raises:
        DataError: a source is at fault, or a contrast can be made of no pair.
        UsageError: an option is not right.

    Example:
        >>> inoculate(Data(Sources(("snli.jsonl",))), "out", Learner("bow"),
        ...           Design("overlap", ("tautology:green",)))["counts"]  # doctest: +SKIP
        [0, 10, 50, 100, 500, 1000]
    """
    design.check()
    learner.check()
    contrasts = [contrast_of(each, options.rules_path) for each in (design.contrast, *design.tests)]
    out = Folder(Path(folder), FILES, RESULTS)
    described = {**asdict(design), "counts": list(design.counts)}

    def signature() -> dict[str, Any]:
        return {
            "litgen": __version__,
            "data": data.signature(),
            "model": learner.describe(),
            "design": described,
            "transformation": transformation_signature(options),
        }

    def work() -> dict[str, Any]:
        parts, several = data.parts(design.seed), [[each] for each in contrasts]
        made = make_twins(parts, several, out.path, options, jobs=jobs, scheduler=scheduler)
        counts = _counts(design, contrasts, made.corpus)
        with worker_pool(jobs, scheduler) as pool:
            place = open_workplace(made.corpus, out, pool)
            outcomes = _train(learner, design, counts, place, progress)
        return {
            "model": learner.describe(),
            "design": described,
            "data": made.corpus.counts(),
            "counts": counts,
            "original": _original(made.corpus.test, outcomes),
            "contrasts": _on_contrasts(contrasts, made.corpus.test, outcomes),
            "contrast_set": str(made.folder.relative_to(out.path)),
        }

    return conduct(out, signature, work, sheet, jobs=jobs, scheduler=scheduler, overwrite=overwrite)


def _counts(design: Design, contrasts: Sequence[Contrast], corpus: Corpus) -> list[int]:
    """The numbers of contrast pairs that there can be; refuse contrasts of which there are none."""
    for by, contrast in enumerate(contrasts):
        if not any(twin.changes[by] is not None for twin in corpus.test):
            raise DataError(
                f"{contrast}: none of the {len(corpus.test):,} test pairs has a labelled version; "
                "take another contrast or other pairs"
            )
    available = sum(twin.changes[0] is not None for twin in corpus.train)
    return sorted({min(count, available) for count in design.counts})


def _train(
    learner: Learner,
    design: Design,
    counts: Sequence[int],
    place: Workplace,
    progress: Progress | None,
) -> dict[int, list[Outcome]]:
    """The outcomes of each count, a sample each."""
    trainings = [
        Training(learner, (), place.digest, 0.0, sample, seed=design.seed, added=count)
        for count in counts
        for sample in range(design.samples)
    ]
    found: dict[int, list[Outcome]] = {count: [] for count in counts}
    for number, (training, outcome) in enumerate(place.carry_out(trainings)):
        found[training.added or 0].append(outcome)
        if progress is not None:
            progress(number + 1, len(trainings))
    return found


def _original(test: Sequence[Twin], outcomes: Mapping[int, Sequence[Outcome]]) -> dict[str, Any]:
    """Accuracies on all originals, by count."""
    return {
        "n": len(test),
        "accuracies": [
            [_share(outcome.original, gold(test)) for outcome in several]
            for several in outcomes.values()
        ],
    }


def _on_contrasts(
    contrasts: Sequence[Contrast],
    test: Sequence[Twin],
    outcomes: Mapping[int, Sequence[Outcome]],
) -> list[dict[str, Any]]:
    """Accuracies on the pairs that each contrast has, and on their originals, by count."""
    rows = []
    for by, contrast in enumerate(contrasts):
        have = np.array([twin.changes[by] is not None for twin in test])
        before, after = gold(test), gold(test, by)
        rows.append({
            "contrast": str(contrast),
            "trained on": by == 0,
            "n": int(have.sum()),
            "accuracies": [
                [_share(outcome.changed[by], after, have) for outcome in several]
                for several in outcomes.values()
            ],
            "originals": [
                [_share(outcome.original, before, have) for outcome in several]
                for several in outcomes.values()
            ],
        })  # fmt: skip
    return rows


def _share(said: str, right: str, among: np.ndarray | None = None) -> float:
    """The share of right answers."""
    same = np.array([one == other for one, other in zip(said, right, strict=True)])
    return float(same.mean() if among is None else same[among].mean())
