"""The whole of Algorithm 1 with the baseline, stopped and gone on with."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from litgen.data.splitting import premise_key
from litgen.exceptions import DataError, UsageError
from litgen.experiments import trainings
from litgen.experiments.data import Data
from litgen.experiments.equivalence import equivalence_contrasts
from litgen.experiments.invariance import Design
from litgen.experiments.learner import Learner
from litgen.experiments.paired import make_paired_originals
from litgen.experiments.search import Choice, Range
from litgen.experiments.sweep import ie_test, read_results
from litgen.experiments.trainings import Store, Training, Workplace
from litgen.folders import Folder
from litgen.options import Options
from litgen.training.data import Sources
from litgen.workers import worker_pool
from tests.experiments.accent import write_pairs

SPACE = {"learning_rate": Range(0.2, 0.6), "min_count": Choice((1, 2))}
LEARNER = Learner("bow", (("rounds", 12),))
DESIGN = Design(phi="accent", rho=(0.0, 1.0), samples=2, budget=2, replicates=500)


def run(pairs, folder, design=DESIGN, learner=LEARNER, **given):
    given.setdefault("data", Data(Sources((str(pairs),))))
    return ie_test(given.pop("data"), folder, learner, SPACE, design, **given)


def kept(folder):
    return {
        path.parent.name: json.loads(path.read_text())["outcome"]
        for path in (folder / "trainings").glob("*/[!.]*/training.json")
    }


def test_trained_on_one_accent_the_other_is_foreign(pairs, tmp_path):
    result = run(pairs, tmp_path / "out", replace(DESIGN, rho=(0.0, 0.5, 1.0)))
    none, half, all_ = result["tests"]
    for test in none["tests"]:
        assert test["original"] > test["changed"] + 0.15
        assert test["statistic"] > 3
    for test in all_["tests"]:
        assert test["changed"] > test["original"] + 0.05
    assert none["rejected"] and all_["rejected"]
    assert abs(half["tests"][0]["statistic"]) < none["tests"][0]["statistic"]
    assert [test["learned_from"][0][1] for test in (none, all_)] == [0, none_declined(result)]
    assert result["level"] == 0.025
    assert result["snr"]["paper"]["means"].keys() == {"ddof 0", "ddof 1"}
    joint = result["joint"]
    assert joint["rejected"] and joint["classifiers"] == 6
    assert joint["p"] == min(test["adjusted"] for test in result["tests"])
    assert joint["most"]["rho"] in (0.0, 1.0)
    assert "invariance under accent is rejected at 0.05" in result["headline"]
    for name in ("report.html", "report.md"):
        assert result["headline"] in (tmp_path / "out" / name).read_text()


def none_declined(result):
    train = result["data"]["train"]
    # the hypotheses with a stone in them stay, their premises do not
    assert train["changed"] == [train["pairs"]]
    return train["pairs"]


def test_parts_share_no_premise(pairs):
    parts = Data(Sources((str(pairs),), validation_share=0.2)).parts(seed=3)
    keys = [{premise_key(pair.premise) for pair in part} for part in parts]
    assert all(keys)
    assert not keys[0] & keys[1] and not keys[0] & keys[2] and not keys[1] & keys[2]
    assert sum(map(len, parts)) == 240
    assert parts == Data(Sources((str(pairs),), validation_share=0.2)).parts(seed=3)


def augmented(path, named):
    """The file of ``pairs``, with a contrast pair of every pair behind it."""
    lines = path.read_text().splitlines()
    for line in list(lines):
        row = json.loads(line)
        made = {"original_id": row["id"], "original_premise": row["premise"]}
        new = {"id": f"{row['id']}:cleft", "premise": f"It is so that {row['premise']}"}
        lines.append(json.dumps({**row, **new, named: made[named]}))
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


@pytest.mark.parametrize("named", ["original_id", "original_premise"])
def test_no_part_has_contrast_pairs_of_another_part(pairs, named):
    """The parts of litgen study ie-test and of litgen study inoculate."""
    file = str(augmented(pairs, named))
    parts = Data(Sources((file,), validation_share=0.2)).parts(seed=3)
    assert sum(map(len, parts)) == 480
    ids = [{pair.id.partition(":")[0] for pair in part} for part in parts]
    assert all(ids)
    assert not ids[0] & ids[1] and not ids[0] & ids[2] and not ids[1] & ids[2]


def test_test_pairs_of_their_own(pairs, tmp_path):
    test = write_pairs(tmp_path / "test.jsonl", 60, seed=5)  # premises n0 to n19, as in pairs
    parts = Data(Sources((str(pairs),)), (str(test),), train_limit=40).parts(seed=0)
    assert len(parts.test) == 60 and len(parts.train) == 40
    taken = {pair.premise for pair in parts.test}
    assert not taken & {pair.premise for pair in (*parts.train, *parts.validation)}
    validated = Data(Sources((str(pairs),), (str(test),)), (str(test),))
    assert validated.parts(seed=0).validation == []


def test_found_again(pairs, tmp_path, learned):
    first = run(pairs, tmp_path / "out")
    number = len(learned)
    assert number == 2 + 4
    assert run(pairs, tmp_path / "out") == first
    assert len(learned) == number
    # More values of rho: only what is new is trained, and nothing is transformed again.
    made = sorted((tmp_path / "out" / "transformed").iterdir())
    more = run(pairs, tmp_path / "out", replace(DESIGN, rho=(0.0, 0.5, 1.0)), overwrite=True)
    assert len(learned) == number + 2
    assert [more["tests"][0], more["tests"][2]["tests"]] == [
        {**first["tests"][0], "adjusted": more["tests"][0]["adjusted"]},
        first["tests"][1]["tests"],
    ]
    assert sorted((tmp_path / "out" / "transformed").iterdir()) == made


def test_another_design_is_refused(pairs, tmp_path):
    run(pairs, tmp_path / "out")
    with pytest.raises(UsageError, match=r"another run \(different: design.alpha\)"):
        run(pairs, tmp_path / "out", replace(DESIGN, alpha=0.1))


def test_an_error_loses_nothing(pairs, tmp_path, monkeypatch, learned):
    whole = run(pairs, tmp_path / "whole")
    number = len(learned)
    learn = trainings.learn

    def fails(*given):
        if len(learned) == number + 4:
            raise MemoryError("enough")
        return learn(*given)

    monkeypatch.setattr(trainings, "learn", fails)
    with pytest.raises(MemoryError):
        run(pairs, tmp_path / "out")
    assert len(kept(tmp_path / "out")) == 4
    monkeypatch.setattr(trainings, "learn", learn)
    assert run(pairs, tmp_path / "out")["tests"] == whole["tests"]
    assert len(learned) == 2 * number


@pytest.mark.slow
def test_killed_at_any_point_it_goes_on(pairs, tmp_path):
    """Killed again and again, without warning, with two workers; the results are the same."""
    whole = run(pairs, tmp_path / "whole", replace(DESIGN, samples=4, rho=(0.0, 0.5, 1.0)))
    script = tmp_path / "sweep.py"
    script.write_text(
        "import sys\n"
        "from dataclasses import replace\n"
        "from pathlib import Path\n"
        "import pytest\n"
        "from tests.experiments import accent, test_sweep\n"
        "accent.install(pytest.MonkeyPatch())\n"
        "design = replace(test_sweep.DESIGN, samples=4, rho=(0.0, 0.5, 1.0))\n"
        "if __name__ == '__main__':\n"
        f"    test_sweep.run({str(pairs)!r}, Path({str(tmp_path / 'out')!r}), design, jobs=1)\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    reached = []
    for _ in range(3):
        process = subprocess.Popen([sys.executable, script], env=environment)
        begun = len(kept(tmp_path / "out"))
        while process.poll() is None and len(kept(tmp_path / "out")) < begun + 3:
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
        process.wait()
        reached.append(len(kept(tmp_path / "out")))
    assert reached[0] >= 3
    assert run(pairs, tmp_path / "out", replace(DESIGN, samples=4, rho=(0.0, 0.5, 1.0))) == whole
    assert not list((tmp_path / "out").glob("trainings/*/*/.*"))


def test_two_workers_do_the_same(pairs, tmp_path):
    contrasts = equivalence_contrasts("accent")
    parts = Data(Sources((str(pairs),))).parts(seed=0)
    corpus = make_paired_originals(parts, [contrasts], tmp_path, Options(rank="none")).corpus
    wanted = [training(corpus=corpus.digest(), rho=rho) for rho in (0.0, 0.3, 0.6)]
    done = {}
    for jobs in (1, 2):
        out = Folder(tmp_path / str(jobs), ())
        with out.locked(), worker_pool(jobs) as pool:
            found = Workplace(corpus, out, pool).carry_out(wanted)
        assert list(found) == wanted
        done[jobs] = [outcome._replace(seconds=0.0) for outcome in found.values()]
        assert len(kept(tmp_path / str(jobs))) == 3
    assert done[1] == done[2]


def test_search_on_each_sample(pairs, tmp_path, learned):
    result = run(pairs, tmp_path / "out", replace(DESIGN, search="each"))
    assert len(learned) == 4 * 2 + 4
    assert [(each["rho"], each["sample"]) for each in result["searches"]] == [
        (0.0, 0), (0.0, 1), (1.0, 0), (1.0, 1),
    ]  # fmt: skip


def test_no_budget_takes_the_defaults(pairs, tmp_path, learned):
    result = run(pairs, tmp_path / "out", replace(DESIGN, budget=0))
    assert len(learned) == 4
    assert result["searches"] == []


def test_votes_are_trained_apart_and_counted_together(pairs, tmp_path, learned):
    run(pairs, tmp_path / "out", replace(DESIGN, votes=3, budget=0, rho=(0.5,), samples=1))
    assert len(learned) == 3
    seeds = {given[4] for given in learned}
    assert len(seeds) == 3
    assert learned[0][1] == learned[1][1] == learned[2][1]  # the same sample


def test_samples_differ(pairs, tmp_path, learned):
    run(pairs, tmp_path / "out", replace(DESIGN, rho=(0.5,), budget=0))
    (one, other) = learned
    assert one[1] != other[1] and one[2] != other[2] and one[4] != other[4]
    assert len(one[1]) == len(other[1])


def test_nothing_to_test(stones, tmp_path):
    with pytest.raises(DataError, match=r"accent changes none .* a stone"):
        run(stones, tmp_path / "out")


def test_refused_before_any_work(pairs, tmp_path):
    with pytest.raises(UsageError, match="changes entailment to neutral"):
        run(pairs, tmp_path / "out", replace(DESIGN, phi="past;future"))
    assert not (tmp_path / "out").exists()


def test_results_of_something_else(tmp_path):
    with pytest.raises(UsageError, match="there are no results"):
        read_results(tmp_path)


def test_half_written_results(pairs, tmp_path):
    out = tmp_path / "out"
    run(pairs, out)
    whole = (out / "ie-test.json").read_text()
    (out / "ie-test.json").write_text(whole[: len(whole) // 2])
    with pytest.raises(UsageError, match="was not finished; repeat its command to resume it"):
        read_results(out)
    value = json.loads(whole)
    del value["joint"]
    (out / "ie-test.json").write_text(json.dumps(value))
    with pytest.raises(UsageError, match=r"another version of litgen .*--overwrite"):
        read_results(out)
    with pytest.raises(UsageError, match=r"another version of litgen .*--overwrite"):
        run(pairs, out)


def training(**given):
    return Training(**{"learner": LEARNER, "values": (), "corpus": "c", "rho": 0.5, **given})


def test_what_determines_a_training():
    key = training().key()
    changed = (
        {"rho": 0.25}, {"sample": 1}, {"vote": 1}, {"seed": 1}, {"corpus": "d"},
        {"values": (("depth", 3),)}, {"tested": False}, {"learner": Learner("bow")},
    )  # fmt: skip
    assert len({key, *(training(**each).key() for each in changed)}) == len(changed) + 1
    assert training(learner=LEARNER._replace(threads=2)).key() == key


def test_a_damaged_training_is_done_again(tmp_path):
    store = Store(tmp_path)
    outcome = trainings.Outcome(0.5, "E", ("N",), (3, 1), {"rounds": 3}, 0.1)
    assert store.find(training().key()) is None
    store.keep(training(), outcome)
    assert store.find(training().key()) == outcome
    next(tmp_path.glob("*/*/training.json")).write_text('{"outcome": {"validation": 0.5')
    assert store.find(training().key()) is None
    store.keep(training(), outcome)  # in the place of the damaged one
    assert store.find(training().key()) == outcome
