"""The figures of a report as named scores, for other tools that store models' results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from litgen.contrast.notation import slug
from litgen.reporting.content import Report


class Score(NamedTuple):
    """One figure of a model.

    Attributes:
        metric: ``accuracy``, ``consistency`` or ``loss``.
        contrast: the contrast; None for the originals.
        value: a share of 1; a loss is the accuracy on the controls minus that on the contrast, from
            -1 to 1.
        low, high: ends of the 95 % interval.
        n: pairs; for a loss, source pairs.
    """

    metric: str
    contrast: str | None
    value: float
    low: float
    high: float
    n: int

    @property
    def key(self) -> str:
        """A name that every tool accepts.

        Example:
            >>> Score("loss", "past;future", 0.1, 0.0, 0.2, 30).key
            'loss/past__future'
        """
        return f"{self.metric}/{slug(self.contrast) if self.contrast else 'originals'}"


def scores_of(report: Report, model: str) -> Iterator[Score]:
    """Yield the scores of a model on the originals and on every contrast."""
    found = report.assessment
    for each in found.originals:
        if each.model == model:
            share = each.accuracy
            yield Score("accuracy", None, share.value, share.low, share.high, share.n)
    for measure in found.measures:
        if measure.model == model and measure.by == "contrast":
            shares = [("accuracy", measure.metrics.contrast)]
            if measure.metrics.consistency is not None:
                shares.append(("consistency", measure.metrics.consistency.both_right))
            for name, share in shares:
                yield Score(name, measure.name, share.value, share.low, share.high, share.n)
    for row in found.controlled:
        if row.model == model:
            loss = row.extra
            yield Score("loss", row.contrast, loss.value, loss.low, loss.high, row.n)
