"""``litgen study``: training experiments, and human judgements."""

from collections.abc import Mapping

import click

from litgen.cli import LazyGroup


class Study(LazyGroup):
    """The verbs of studies."""

    groups: Mapping[str, Mapping[str, str]] = {
        "Train": {
            "train": "Train a classifier on labelled sentence pairs.",
            "ie-test": "Test whether a model is invariant under a transformation.",
            "ie-rank": "Rank models by their robustness in IE tests.",
            "inoculate": "Train with more and more contrast pairs; test on both.",
        },
        "Ask people": {
            "sample": "Draw a sample of a contrast set for people to judge.",
            "agree": "Measure how far they agree.",
        },
    }  # fmt: skip
    places: Mapping[str, str] = {"sample": "annotate:sample", "agree": "annotate:agree"}


@click.group("study", cls=Study)
def command() -> None:
    """Train classifiers, test their invariance, and have people judge a contrast set."""
