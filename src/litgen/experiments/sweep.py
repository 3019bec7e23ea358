"""IE tests over one or more values of rho, from sources of pairs to results in a folder."""

import itertools
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from litgen.exceptions import DataError, UsageError
from litgen.experiments.conduct import FILES, conduct, signature_of
from litgen.experiments.data import Data
from litgen.experiments.equivalence import equivalence_contrasts
from litgen.experiments.ie_report import headline, page
from litgen.experiments.invariance import Design, Examiner, IETest, majority
from litgen.experiments.learner import Learner
from litgen.experiments.paired import Made, make_paired_originals
from litgen.experiments.robustness import robustness
from litgen.experiments.search import Space, candidates, choose
from litgen.experiments.trainings import TRAININGS, Outcome, Progress, Training, Workplace
from litgen.folders import Folder
from litgen.options import Options
from litgen.workers import worker_pool

RESULTS = "ie-test.json"
#: A value of rho and the number of a sample drawn for it.
Sample = tuple[float, int]


def ie_test(
    data: Data,
    folder: str | Path,
    learner: Learner,
    space: Space,
    design: Design = Design(),  # noqa: B008 - immutable
    options: Options = Options(),  # noqa: B008 - immutable
    *,
    jobs: int = 1,
    scheduler: str | None = None,
    overwrite: bool = False,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Test whether a model is invariant under a transformation, for each rho of the design.

    Every finished training is kept in the folder; the same call resumes an interrupted sweep, and
    a call with other values of rho reuses the existing trainings.

    Args:
        options: how the transformation is applied: labels, engine, ranking, mode, rules.
        jobs, scheduler: where the trainings run, as for :func:`litgen.contrast_set`.
        overwrite: whether to replace the results of another design; its trainings are kept.

    Returns:
        The results, as written to ``ie-test.json``.

    Raises:
        DataError: a source is faulty.
        UsageError: the transformation does not keep labels, or an option is invalid.
        Interrupted: on Ctrl-C.

    Example:
        >>> ie_test(Data(Sources(("snli.jsonl",))), "out", Learner("bow"),
        ...         load_space("bow"))["tests"][0]["rejected"]  # doctest: +SKIP
        True
    """
    design.check()
    learner.check()
    contrasts = equivalence_contrasts(design.phi, options.labels, options.rules_path)
    files = (*FILES, "min-p.svg", "accuracy.svg", "t.svg", RESULTS)
    out = Folder(Path(folder), files, RESULTS)

    def signature() -> dict[str, Any]:
        entries = {name: entry._asdict() for name, entry in space.items()}
        return {**signature_of(data, learner, design.as_json(), options), "space": entries}

    def work() -> dict[str, Any]:
        parts = data.parts(design.seed)
        made = make_paired_originals(
            parts, [contrasts], out.path, options, jobs=jobs, scheduler=scheduler
        )
        counts = made.manifest["counts"]
        _refuse_unchanged(design.phi, made)
        with worker_pool(jobs, scheduler) as pool:
            place = Workplace(made.corpus, out, pool, progress)
            searches, outcomes = _train(design, learner, space, place)
        result = {
            "model": learner.describe(),
            "design": design.as_json(),
            "level": design.level,
            "n": len(made.corpus.test),
            **_tests(design, made, outcomes),
            "searches": searches,
        }
        return {
            "headline": headline(result),
            **result,
            "contrasts": [str(each) for each in contrasts],
            "data": made.corpus.counts(),
            "declined": {name: counts[name] for name in ("guards", "transformations")},
            "contrast_set": str(made.folder.relative_to(out.path)),
        }

    conduct(out, signature, work, page, jobs=jobs, scheduler=scheduler, overwrite=overwrite)
    return read_results(out.path)


def read_results(folder: Path) -> dict[str, Any]:
    """Read the results of a finished IE test.

    Raises:
        UsageError: the folder has no results, or they are from a version of litgen with a different
            test.
    """
    try:
        value: dict[str, Any] = json.loads((folder / RESULTS).read_text("utf-8"))
        _ = value["tests"], value["signature"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        if (folder / TRAININGS).is_dir():
            raise UsageError(
                f"{folder}: the IE test was not finished; repeat its command to resume it"
            ) from error
        raise UsageError(
            f"{folder}: there are no results of litgen study ie-test in this folder; run it first"
        ) from error
    if not {"joint", "snr", "contrast_set"} <= value.keys():
        raise UsageError(
            f"{folder}: another version of litgen made these results; repeat litgen study ie-test "
            "with --overwrite, which keeps the trainings"
        )
    return value


def _train(
    design: Design, learner: Learner, space: Space, place: Workplace
) -> tuple[list[dict[str, Any]], dict[Sample, list[Outcome]]]:
    """Run Algorithm 1; return the searches and the outcomes for each sample."""
    if design.budget and not place.corpus.validation:
        raise DataError("a search needs validation pairs; set --validation-share above 0")
    samples = list(itertools.product(design.rho, range(design.samples)))
    once = [(0.0, 0)] if design.search == "once" else None
    tried = {
        each: candidates(learner, space, design.budget, place.digest, *each, design.seed)
        for each in (once or samples if design.budget else ())
    }
    place.total = sum(map(len, tried.values())) + len(samples) * design.votes
    done = place.carry_out([each for several in tried.values() for each in several])
    searches = {
        sample: choose([(each, done[each]) for each in several])
        for sample, several in tried.items()
    }
    wanted = {}
    for sample in samples:
        found = searches.get((0.0, 0) if once else sample)
        values = tuple(found["tried"][found["best"]]["values"].items()) if found else ()
        wanted[sample] = [
            Training(learner, values, place.digest, *sample, vote, design.seed)
            for vote in range(design.votes)
        ]
    done = place.carry_out([each for several in wanted.values() for each in several])
    return (
        [{"rho": rho, "sample": at, **found} for (rho, at), found in searches.items()],
        {sample: [done[each] for each in several] for sample, several in wanted.items()},
    )


def _tests(
    design: Design, made: Made, outcomes: Mapping[Sample, Sequence[Outcome]]
) -> dict[str, Any]:
    """Return the joint test, the test for each rho, and the SNRs as JSON values."""
    examiner = Examiner(made.corpus.test, design)
    answers = {
        sample: (majority([each.original for each in votes]),
                 majority([each.changed[0] for each in votes]))
        for sample, votes in outcomes.items()
    }  # fmt: skip
    samples = list(answers)
    joint = examiner.joint(list(answers.values()))
    adjusted = dict(zip(samples, joint.adjusted, strict=True))
    rows = []
    for rho in design.rho:
        own = [(rho, sample) for sample in range(design.samples)]
        tests = [examiner.test(*answers[each], *each) for each in own]
        rows.append({
            **IETest.of(rho, tests, design).as_json(),
            "adjusted": min(adjusted[each] for each in own),
            "learned_from": [outcomes[each][0].learned_from for each in own],
        })  # fmt: skip
    most = max(range(len(samples)), key=lambda at: abs(joint.statistics[at]))
    rho, sample = samples[most]
    return {
        "joint": {
            "p": joint.p,
            "rejected": joint.p < design.alpha,
            "classifiers": len(samples),
            "units": joint.units,
            "fewest units": joint.fewest,
            "weights": "signs" if joint.signs else "Mammen",
            "smallest possible p": joint.min_p,
            "most": {"rho": rho, "sample": sample, "statistic": joint.statistics[most]},
        },
        "tests": rows,
        "rejected": sum(row["rejected"] for row in rows),
        "snr": robustness([[each["original"] for each in row["tests"]] for row in rows]),
    }


def _refuse_unchanged(phi: str, made: Made) -> None:
    if not any(paired.changes[0] for paired in made.corpus.test):
        declined = made.manifest["counts"]["guards"]
        most = ", ".join(sorted(declined, key=declined.__getitem__, reverse=True)[:3])
        raise DataError(
            f"{phi} changes none of the {len(made.corpus.test):,} test pairs"
            + (f" (most frequent reasons: {most})" if most else "")
            + "; use another transformation or other pairs"
        )
