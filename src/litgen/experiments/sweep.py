"""An IE test, or a sweep of them over rho: from sources of pairs to results in a folder."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from litgen.contrast import Options
from litgen.exceptions import DataError, UsageError
from litgen.experiments.data import Data
from litgen.experiments.equivalence import equivalence_contrasts
from litgen.experiments.ie_report import headline, sheet
from litgen.experiments.invariance import Design, Examiner, IETest, majority
from litgen.experiments.learner import Learner
from litgen.experiments.place import (
    RUN,
    TRAININGS,
    Progress,
    Workplace,
    conduct,
    open_workplace,
    transformation_signature,
)
from litgen.experiments.robustness import robustness
from litgen.experiments.search import Search, candidates, choose
from litgen.experiments.sheet import MARKDOWN, PAGE
from litgen.experiments.space import Space, Values
from litgen.experiments.trainings import Outcome, Training
from litgen.experiments.twins import Made, make_twins
from litgen.folders import Folder
from litgen.statistics import JointTest
from litgen.version import __version__
from litgen.workers import worker_pool

RESULTS = "ie-test.json"
FILES = (PAGE, MARKDOWN, "min-p.svg", "accuracy.svg", "t.svg", RUN, RESULTS)


def ie_test(
    data: Data,
    folder: str | Path,
    learner: Learner,
    space: Space,
    design: Design = Design(),  # noqa: B008 - immutable
    options: Options = Options(suite=None),  # noqa: B008 - immutable
    *,
    jobs: int = 1,
    scheduler: str | None = None,
    overwrite: bool = False,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Test whether a model is invariant under a transformation, for each rho of the design.

    Every finished training is kept in the folder; the same call goes on with a sweep that was
    stopped, and a call with other values of rho finds the trainings that there are.

    Args:
        data: where the pairs come from.
        folder: where results and trainings go.
        learner: what is trained.
        space: where hyperparameters are searched for.
        design: of the test.
        options: how the transformation is applied: labels, engine, ranking, mode, rules.
        jobs: worker processes; 1 works in this process, -1 takes all cores.
        scheduler: address of a Dask scheduler whose workers do the trainings.
        overwrite: whether results of another design are replaced; trainings are kept.
        progress: told after every training.

    Returns:
        The results, as they are written to ``ie-test.json``.

    Raises:
        DataError: a source is at fault.
        UsageError: the transformation does not keep labels, or an option is not right.
        Interrupted: on Ctrl-C.

    Example:
        >>> ie_test(Data(Sources(("snli.jsonl",))), "out", Learner("bow"),
        ...         load_space("bow"))["tests"][0]["rejected"]  # doctest: +SKIP
        True
    """
    design.check()
    learner.check()
    contrasts = equivalence_contrasts(design.phi, options.labels, options.rules_path)
    out = Folder(Path(folder), FILES, RESULTS)

    def work() -> dict[str, Any]:
        parts = data.parts(design.seed)
        made = make_twins(parts, [contrasts], out.path, options, jobs=jobs, scheduler=scheduler)
        _refuse_unchanged(design.phi, made)
        with worker_pool(jobs, scheduler) as pool:
            place = open_workplace(made.corpus, out, pool)
            result = _Sweep(design, learner, space, place, progress).run()
        counts = made.manifest["counts"]
        return (
            {"headline": headline(result)}
            | result
            | {
                "contrasts": [str(each) for each in contrasts],
                "data": made.corpus.counts(),
                "declined": {
                    "guards": counts["guards"],
                    "transformations": counts["transformations"],
                },
                "contrast_set": str(made.folder.relative_to(out.path)),
            }
        )

    conduct(
        out, lambda: _signature(data, learner, space, design, options), work, sheet,
        jobs=jobs, scheduler=scheduler, overwrite=overwrite,
    )  # fmt: skip
    return read_results(out.path)


def read_results(folder: Path) -> dict[str, Any]:
    """The results of a finished IE test.

    Raises:
        UsageError: the folder holds none, or those of a litgen that tested otherwise.
    """
    try:
        value: dict[str, Any] = json.loads((folder / RESULTS).read_text("utf-8"))
        _ = value["tests"], value["signature"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        if (folder / TRAININGS).is_dir():
            raise UsageError(
                f"{folder}: the IE test was not finished; the command that began it goes on"
            ) from error
        raise UsageError(f"{folder}: holds no results of litgen ie-test") from error
    if not {"joint", "snr", "contrast_set"} <= value.keys():
        raise UsageError(
            f"{folder}: an earlier litgen made these results; run the same litgen ie-test with "
            "--overwrite, trainings are kept"
        )
    return value


class _Sweep:
    """Algorithm 1 for every rho, over one corpus."""

    def __init__(
        self,
        design: Design,
        learner: Learner,
        space: Space,
        place: Workplace,
        progress: Progress | None,
    ) -> None:
        self.design = design
        self.learner = learner
        self.space = space
        self.place = place
        self.progress = progress
        self.done = 0
        samples = len(design.rho) * design.samples
        searches = 1 if design.search == "once" else samples
        self.total = searches * design.budget + samples * design.votes

    def run(self) -> dict[str, Any]:
        """Search, train, test."""
        design = self.design
        if design.budget and not self.place.corpus.validation:
            raise DataError("a search needs validation pairs; give --validation-share above 0")
        once = design.search == "once"
        searched = [(0.0, 0)] if once else self._samples()
        searches = self._search(searched) if design.budget else {}
        values = {
            sample: searches[(0.0, 0) if once else sample].values if searches else ()
            for sample in self._samples()
        }
        outcomes = self._train(values)
        return self._result(searches, outcomes)

    def _samples(self) -> list[tuple[float, int]]:
        return [(rho, sample) for rho in self.design.rho for sample in range(self.design.samples)]

    def _search(self, samples: Sequence[tuple[float, int]]) -> dict[tuple[float, int], Search]:
        design, place = self.design, self.place
        wanted = {
            (rho, sample): candidates(
                self.learner, self.space, design.budget, place.digest, rho, sample, design.seed
            )
            for rho, sample in samples
        }
        self.total -= sum(design.budget - len(several) for several in wanted.values())
        done = self._carry_out([each for several in wanted.values() for each in several])
        return {
            sample: choose([(each, done[each]) for each in several])
            for sample, several in wanted.items()
        }

    def _train(
        self, values: Mapping[tuple[float, int], Values]
    ) -> dict[tuple[float, int], list[Outcome]]:
        wanted = {
            (rho, sample): [
                Training(self.learner, chosen, self.place.digest, rho, sample, vote,
                         self.design.seed)
                for vote in range(self.design.votes)
            ]
            for (rho, sample), chosen in values.items()
        }  # fmt: skip
        done = self._carry_out([each for several in wanted.values() for each in several])
        return {sample: [done[each] for each in several] for sample, several in wanted.items()}

    def _carry_out(self, trainings: Sequence[Training]) -> dict[Training, Outcome]:
        done = {}
        for training, outcome in self.place.carry_out(trainings):
            done[training] = outcome
            self.done += 1
            if self.progress is not None:
                self.progress(self.done, self.total)
        return done

    def _result(
        self,
        searches: Mapping[tuple[float, int], Search],
        outcomes: Mapping[tuple[float, int], Sequence[Outcome]],
    ) -> dict[str, Any]:
        design = self.design
        examiner = Examiner(self.place.corpus.test, design)
        answers = {sample: _answers(votes) for sample, votes in outcomes.items()}
        joint = examiner.joint(list(answers.values()))
        adjusted = dict(zip(answers, joint.adjusted, strict=True))
        rows = []
        for rho in design.rho:
            samples = [(rho, sample) for sample in range(design.samples)]
            tests = [examiner.test(*answers[each], *each) for each in samples]
            rows.append({
                **IETest.of(rho, tests, design).as_json(),
                "adjusted": min(adjusted[each] for each in samples),
                "learned_from": [outcomes[each][0].learned_from for each in samples],
            })  # fmt: skip
        return {
            "model": self.learner.describe(),
            "design": design.as_json(),
            "level": design.level,
            "n": len(self.place.corpus.test),
            "joint": _joint(joint, list(answers), design),
            "tests": rows,
            "rejected": sum(row["rejected"] for row in rows),
            "snr": robustness([[each["original"] for each in row["tests"]] for row in rows]),
            "searches": [
                {"rho": rho, "sample": sample, **found.as_json()}
                for (rho, sample), found in searches.items()
            ],
        }


def _answers(votes: Sequence[Outcome]) -> tuple[str, str]:
    """What the majority says about the test pairs and about their transforms."""
    return majority([each.original for each in votes]), majority(
        [each.changed[0] for each in votes]
    )


def _joint(
    joint: JointTest, samples: Sequence[tuple[float, int]], design: Design
) -> dict[str, Any]:
    """The joint test as JSON values."""
    most = max(range(len(samples)), key=lambda at: abs(joint.statistics[at]))
    rho, sample = samples[most]
    return {
        "p": joint.p,
        "rejected": joint.p < design.alpha,
        "classifiers": len(samples),
        "units": joint.units,
        "fewest units": joint.fewest,
        "weights": "signs" if joint.signs else "Mammen",
        "smallest possible p": joint.least,
        "most": {"rho": rho, "sample": sample, "statistic": joint.statistics[most]},
    }


def _signature(
    data: Data, learner: Learner, space: Space, design: Design, options: Options
) -> dict[str, Any]:
    return {
        "litgen": __version__,
        "data": data.signature(),
        "model": learner.describe(),
        "space": {name: entry._asdict() for name, entry in space.items()},
        "design": design.as_json(),
        "transformation": transformation_signature(options),
    }


def _refuse_unchanged(phi: str, made: Made) -> None:
    """Refuse a transformation that changes no test pair: there would be nothing to test."""
    if not any(twin.changes[0] for twin in made.corpus.test):
        declined = made.manifest["counts"]["guards"]
        most = ", ".join(sorted(declined, key=declined.__getitem__, reverse=True)[:3])
        raise DataError(
            f"{phi} changes none of the {len(made.corpus.test):,} test pairs"
            + (f" (most often: {most})" if most else "")
            + "; take another transformation or other pairs"
        )
