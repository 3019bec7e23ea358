"""The pytest plugin: a bag of words fails, an oracle passes, twenty pairs decide nothing."""

from __future__ import annotations

import pytest

from tests.evaluation.test_gate import a_set

pytest_plugins = ["pytester"]

MODELS = """
import pytest

def oracle(pairs):
    return ["entailment" if ";" not in h or "(negation;negation)" in h else "contradiction"
            for _, h in pairs]

def bag_of_words(pairs):
    return ["entailment"] * len(pairs)

@pytest.mark.parametrize("model", [oracle, bag_of_words])
def test_model(litgen_gate, model):
    litgen_gate(model, "accuracy < 80 %")
"""


def outcome_of(pytester, contrast_set, test):
    """Run a test file with the plugin as it is installed."""
    pytester.makepyfile(test_model=test)
    options = ["--litgen-contrast-set", str(contrast_set.path)] if contrast_set else []
    return pytester.runpytest_subprocess("-p", "no:xdist", *options)


@pytest.mark.parametrize(("pairs", "passed"), [(200, 3), (20, 0)])
def test_one_test_a_contrast(pytester, tmp_path, pairs, passed):
    found = outcome_of(pytester, a_set(tmp_path / "set", pairs), MODELS)
    found.assert_outcomes(passed=passed, failed=4 - passed)
    if pairs == 20:
        found.stdout.fnmatch_lines(["undecided: *"])


def test_option_and_setting_are_relative_to_different_folders(pytester, tmp_path, monkeypatch):
    """The option is relative to the current folder, the setting to pytest's root folder."""
    a_set(pytester.path / "set", 200)
    below = pytester.mkdir("below")
    (below / "test_model.py").write_text(MODELS)
    pytester.makeini("[pytest]\nlitgen_contrast_set = set")
    monkeypatch.chdir(below)
    for options in ([], ["--litgen-contrast-set", "../set"]):
        found = pytester.runpytest_subprocess("-p", "no:xdist", *options)
        found.assert_outcomes(passed=3, failed=1)


def test_a_control_has_no_loss(pytester, tmp_path):
    test = MODELS.replace("accuracy < 80 %", "loss > 2 points")
    found = outcome_of(pytester, a_set(tmp_path / "set", 200), test)
    found.assert_outcomes(passed=1, failed=1, skipped=2)


def test_no_contrast_set(pytester):
    found = outcome_of(pytester, None, MODELS)
    found.stdout.fnmatch_lines(["*there is no contrast set*"])
    assert found.ret != 0
