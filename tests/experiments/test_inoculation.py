"""Contrast pairs added to training, in growing numbers."""

from __future__ import annotations

import pytest

from litgen.cli import run as run_cli
from litgen.exceptions import DataError, UsageError
from litgen.experiments.data import Data
from litgen.experiments.inoculation import Design, contrast_of, inoculate
from litgen.experiments.learner import Learner
from litgen.training.data import Sources

LEARNER = Learner("bow", (("min_count", 1), ("rounds", 12)))
DESIGN = Design("accent", ("original;accent",), (0, 20, 10_000), samples=2)


def run(pairs, folder, design=DESIGN):
    return inoculate(Data(Sources((str(pairs),))), folder, LEARNER, design)


def mean(values):
    return sum(values) / len(values)


def test_the_contrast_is_learned_and_the_originals_stay(pairs, tmp_path, learned):
    result = run(pairs, tmp_path / "out")
    train = result["data"]["train"]
    assert result["counts"] == [0, 20, train["changed"][0]]  # no more than there are
    both, hypothesis = result["contrasts"]
    assert (both["contrast"], both["trained on"]) == ("accent;accent", True)
    assert (hypothesis["contrast"], hypothesis["trained on"]) == ("original;accent", False)
    assert mean(both["accuracies"][-1]) > mean(both["accuracies"][0]) + 0.1
    assert mean(result["original"]["accuracies"][-1]) > 0.6
    # Pairs that a contrast does not have are left out of its accuracy: hypotheses with a stone.
    assert both["n"] < result["original"]["n"]
    assert len(learned) == 3 * 2


def test_training_pairs_stay_and_larger_numbers_hold_the_smaller(pairs, tmp_path, learned):
    run(pairs, tmp_path / "out", Design("accent", counts=(0, 5, 20), samples=1))
    none, few, more = (given[1] for given in learned)
    assert few[: len(none)] == more[: len(none)] == none
    assert [len(each) - len(none) for each in (none, few, more)] == [0, 5, 20]
    added = more[len(none) :]
    assert added[:5] == few[len(none) :]
    assert all("oo" in pair.premise for pair in added)
    assert len({(pair.premise, pair.hypothesis) for pair in added}) == 20
    assert all("oo" not in pair.premise for given in learned for pair in given[2])  # validation


def test_found_again(pairs, tmp_path, learned):
    first = run(pairs, tmp_path / "out")
    number = len(learned)
    assert run(pairs, tmp_path / "out") == first
    assert len(learned) == number
    assert (tmp_path / "out" / "inoculation.svg").exists()
    page = (tmp_path / "out" / "report.html").read_text()
    assert "On accent;accent (trained on)" in page and "(not trained on)" in page


def test_a_contrast_that_changes_labels(tmp_path, pairs):
    """Inoculation needs no equivalence: labels are the contrast pairs' own."""
    assert str(contrast_of("past;future")) == "past;future"
    for wrong, message in (
        ("original;premise+accent", "makes new pairs"),
        ("acent", "did you mean accent"),
    ):
        with pytest.raises(UsageError, match=message):
            contrast_of(wrong)


def test_nothing_to_add(stones, tmp_path):
    with pytest.raises(DataError, match=r"none of the .* test pairs has a labelled version"):
        run(stones, tmp_path / "out")


def test_on_the_command_line(pairs, tmp_path, capsys):
    arguments = ["study", "inoculate", str(pairs), "--contrast", "accent", "--counts", "0,20",
                 "--samples", "1", "--set", "rounds=5", "-o", str(tmp_path / "out")]  # fmt: skip
    assert run_cli(arguments) == 0
    out = capsys.readouterr().out
    assert "accent;accent" in out and "20" in out
    assert run_cli([*arguments[:5], "--counts", "0,many", "-o", str(tmp_path / "x")]) == 2
    assert "--counts 0,many" in capsys.readouterr().err
