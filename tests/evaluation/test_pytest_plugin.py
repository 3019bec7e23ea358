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


@pytest.mark.parametrize(("pairs", "passed"), [(200, 3), (20, 0)])
def test_one_test_a_contrast(pytester, tmp_path, pairs, passed):
    contrast_set = a_set(tmp_path / "set", pairs)
    pytester.makepyfile(test_model=MODELS)
    found = pytester.runpytest_subprocess("-p", "litgen.pytest_plugin", "-p", "no:xdist",
                               "--litgen-contrast-set", str(contrast_set.path))  # fmt: skip
    found.assert_outcomes(passed=passed, failed=4 - passed)
    if pairs == 20:
        found.stdout.fnmatch_lines(["undecided: *"])


def test_no_contrast_set(pytester):
    pytester.makepyfile(test_model=MODELS)
    found = pytester.runpytest_subprocess("-p", "litgen.pytest_plugin")
    found.stdout.fnmatch_lines(["*name a contrast set*"])
    assert found.ret != 0
