"""The examples in docstrings."""

from __future__ import annotations

import doctest
import importlib

import pytest

MODULES = (
    "litgen",
    "litgen.annotation.label_studio",
    "litgen.annotation.questions",
    "litgen.cli",
    "litgen.data.splitting",
    "litgen.evaluation",
    "litgen.evaluation.chance",
    "litgen.evaluation.columns",
    "litgen.evaluation.metrics",
    "litgen.evaluation.prediction_rows",
    "litgen.cli.ie_test",
    "litgen.cli.inoculate",
    "litgen.experiments",
    "litgen.experiments.charts",
    "litgen.experiments.equivalence",
    "litgen.experiments.inoculation",
    "litgen.experiments.invariance",
    "litgen.experiments.process",
    "litgen.experiments.robustness",
    "litgen.experiments.space",
    "litgen.models.callable",
    "litgen.models.fingerprint",
    "litgen.models.label_names",
    "litgen.models.loading",
    "litgen.neural.batches",
    "litgen.neural.devices",
    "litgen.neural.hub",
    "litgen.ranking",
    "litgen.ranking.choice",
    "litgen.report.labels",
    "litgen.report.markdown",
    "litgen.report.wording",
    "litgen.show.marks",
    "litgen.show.selection",
    "litgen.statistics",
    "litgen.statistics.agreement",
    "litgen.statistics.bootstrap",
    "litgen.statistics.corrections",
    "litgen.statistics.equivalence",
    "litgen.statistics.exact",
    "litgen.statistics.intervals",
    "litgen.statistics.power",
    "litgen.statistics.sample",
    "litgen.statistics.seeding",
    "litgen.training.schedule",
)


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0
    assert result.attempted > 0
