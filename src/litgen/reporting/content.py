"""The content of a report, from which its page, Markdown and JSON are made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from litgen.evaluation.assessment import Assessment, Measure, assess, plain
from litgen.evaluation.calibration import calibrations
from litgen.evaluation.comparison import FAMILIES
from litgen.evaluation.metrics import error_share
from litgen.evaluation.predictions import Predictions
from litgen.evaluation.procedure import Procedure
from litgen.evaluation.prompt_spread import prompted
from litgen.exceptions import UsageError, did_you_mean
from litgen.frames import data_frame
from litgen.reporting.calibration import reliability
from litgen.reporting.examples import Example, choose
from litgen.reporting.figures import Figure
from litgen.reporting.grid import Table
from litgen.reporting.overview import Row, better, rows_of
from litgen.reporting.plot import COLUMN, overview_figure, plot
from litgen.reporting.signature import EXAMPLES, commands, signature
from litgen.reporting.summary import Headline, headlines, procedure_in_words, warnings
from litgen.reporting.tables import tables
from litgen.reporting.testing import family_tables
from litgen.reporting.wording import counted, listed
from litgen.version import __version__

if TYPE_CHECKING:
    import matplotlib.figure
    import pandas

#: Prefixes of the keys of the tables that a notebook shows.
_SHOWN = ("control", "glance", "suite-")
#: Nested tables whose columns differ from row to row.
_WITHIN = ("says", "weights")
#: Map each table that is available as a DataFrame to its path in the JSON.
FRAMES = {
    "measures": "measures",
    "tests": "comparisons",
    "controls": "contrast_against_control",
    "originals": "originals",
    "contrasts": "contrasts",
    "label_errors": "label_errors",
    "families": "family_consistency",
    "patterns": "pattern_accuracy",
    "suite_controls": "suites_against_controls",
    "grounded": "grounded",
}


@dataclass(frozen=True, repr=False)
class Report:
    """A report; a notebook shows its summary and its table of contrasts.

    Example:
        >>> made = litgen.report("predictions")  # doctest: +SKIP
        >>> made.to_pandas("tests")[["contrast", "difference", "p.bootstrap"]]  # doctest: +SKIP
    """

    assessment: Assessment  #: every number in the report
    title: str
    rows: tuple[Row, ...]  #: rows of the first screen, one per phenomenon
    better: str  #: a sentence on which model is better; empty if there is only one model
    headlines: tuple[Headline, ...]  #: a summary for each model
    warnings: tuple[str, ...]  #: reasons why the results may be unreliable
    tables: tuple[Table, ...]  #: tables of measures
    tests: tuple[Table, ...]  #: tables of tests, one per family
    figures: tuple[Figure, ...]
    examples: tuple[Example, ...]
    signature: str  #: a line that identifies all inputs and settings
    commands: tuple[str, ...]  #: commands that reproduce the report

    @property
    def about(self) -> str:
        """Sentences that describe the data and the tests."""
        found = self.assessment
        return (
            f"{counted(len(found.columns), 'labelled contrast pair')} of "
            f"{counted(len(found.infos), 'contrast')}. Accuracies are in per cent, with 95 % "
            f"intervals; differences are in points. Tests: {procedure_in_words(found)}."
        )

    def to_pandas(self, table: str = "measures") -> pandas.DataFrame:
        """Return a table of numbers; columns ``X.low`` and ``X.high`` hold the interval of ``X``.

        Args:
            table: ``measures`` (of every model on every contrast, suite, label ...), ``tests``,
                ``controls`` (contrast against control), ``originals``, ``contrasts``,
                ``label_errors``, ``families``, ``patterns`` (pattern accuracy), ``suite_controls``
                (suites of new pairs) or ``grounded`` (claims checked against documents).

        Raises:
            UsageError: there is no such table, or pandas is not installed.
        """
        if table not in FRAMES:
            raise UsageError(f"there is no table {table!r}: {did_you_mean(table, FRAMES)}")
        rows = self.as_json()[FRAMES[table]]
        return data_frame(
            {
                name: each
                for name, each in row.items()
                if name not in _WITHIN and not isinstance(each, list)
            }
            for row in rows
        )

    def plot(self, width: float = COLUMN) -> matplotlib.figure.Figure:
        """Draw the first figure, ``width`` inches wide (3.3 fits a column of a two-column paper).

        Raises:
            UsageError: there is nothing to draw.

        Example:
            >>> litgen.report("predictions").plot().savefig("figure.pdf")  # doctest: +SKIP
        """
        return plot(self.rows, width)

    def __repr__(self) -> str:
        found = self.assessment
        return f"Report({self.title!r}: {counted(len(found.columns), 'labelled contrast pair')})"

    def _repr_html_(self) -> str:
        lines = [f"{each.model}: {each.first}" for each in self.headlines]
        text = "".join(f"<p>{escape(line)}</p>" for line in (self.about, *lines, *self.warnings))
        tables = (each for each in self.tables if each.key.startswith(_SHOWN))
        shown = "".join(each._repr_html_() for each in tables)
        return f"<h3>{escape(self.title)}</h3>{text}{shown}"

    def as_json(self) -> dict[str, Any]:
        """Return the report as JSON values, identical from run to run."""
        return plain(_as_json(self))  # type: ignore[no-any-return]


def build(
    folders: Sequence[Path | Predictions],
    procedure: Procedure | None = None,
    *,
    contrast_folder: Path | None = None,
    label_agreement: Path | None = None,
    examples: int = EXAMPLES,
    title: str | None = None,
) -> Report:
    """Build a report; arguments are those of :func:`litgen.report`.

    Raises:
        LitgenError: a folder contains no predictions, or they do not match the contrast set.
    """
    found = assess(folders, procedure, contrast_folder, label_agreement)
    source = Path(str(found.contrast_set.manifest.get("input", {}).get("source", ""))).name
    rows = rows_of(found)
    names = listed([answers.name for answers in found.models], most=3)
    return Report(
        found,
        title or f"{names} on contrasts of {source or found.contrast_set.path.name}",
        tuple(rows),
        better(found),
        headlines(found, rows),
        warnings(found),
        tables(found),
        family_tables(found),
        (*overview_figure(rows), *reliability(found)),
        choose(found, examples),
        signature(found, examples, label_agreement),
        commands(found, examples, label_agreement),
    )


def _as_json(report: Report) -> dict[str, Any]:
    found = report.assessment
    contrast_set = found.contrast_set
    of_language_models = {
        "prompts": prompted(found),
        "readings": {each.name: each.readings for each in found.models if each.readings},
        "calibration": calibrations(found),
    }
    return {
        "litgen": __version__,
        "title": report.title,
        "contrast_against_control": found.controlled,
        "signature": report.signature,
        "commands": report.commands,
        "contrast_set": {
            "path": str(contrast_set.path),
            "sha256": contrast_set.sha256,
            "source": contrast_set.manifest.get("input", {}),
            "labelled": len(found.columns),
            "unlabelled": found.columns.unlabelled,
        },
        "models": [
            {
                "name": answers.name,
                "predictions": str(folder),
                "labels": answers.labels,
                "dtype": info.dtype,
                **{key: value for key, value in headline._asdict().items() if key != "model"},
                "model": dict(info.model),
            }
            for answers, info, folder, headline in zip(
                found.models, found.predictions, found.folders, report.headlines, strict=True
            )
        ],
        "models_compared": report.better or None,
        "overview": [_row(each) for each in report.rows],
        "warnings": report.warnings,
        "label_agreement": dict(found.judged) or None,
        "label_errors": found.label_errors,
        "family_consistency": found.families,
        "pattern_accuracy": found.patterns,
        "suites_against_controls": found.suites_controlled,
        "grounded": found.grounded,
        "cut_inputs": found.cut,
        "originals": found.originals,
        "contrasts": found.infos,
        "procedure": found.procedure.as_json(),
        "families": _families(found),
        "comparisons": found.comparisons,
        **{name: value for name, value in of_language_models.items() if value},
        "measures": [_measure(each) for each in found.measures],
        "hard": {"pairs": int(found.hard.sum())},
        "examples": [
            {"record": each.record, "hard": each.hard, "said": each.said}
            for each in report.examples
        ],
    }


def _row(row: Row) -> dict[str, Any]:
    return {
        "phenomenon": row.phenomenon,
        "name": row.name,
        "pairs": row.n,
        "too_few_to_test": row.few,
        "pooled": row.pooled,
        "models": [mark._asdict() for mark in row.marks],
        "contrasts": [
            {
                "contrast": line.contrast,
                "name": line.words.name,
                "gloss": line.words.gloss,
                "pairs": line.n,
                "models": [mark._asdict() for mark in line.marks],
                "wrong_beside_controls": line.wrong_of,
            }
            for line in row.lines
        ],
    }


def _families(found: Assessment) -> dict[str, Any]:
    return {
        name: {
            "tests_of_each_model": size,
            "of": FAMILIES[name],
            "correction": found.procedure.correction,
            "strictest_level": found.strictest_level(name),
        }
        for name in FAMILIES
        if (size := found.size(name))
    }


#: Columns that exist only for pairs with an original.
_PAIRED = ("original", "difference", "consistency", "lost", "gained", "changed",
           "original_confusion", "original_errors", "original_false_neutral", "repeat",
           "original_confidence")  # fmt: skip


def _measure(measure: Measure) -> dict[str, Any]:
    metrics = measure.metrics
    values: dict[str, Any] = {"model": measure.model, "by": measure.by, "name": measure.name}
    for name, value in vars(metrics).items():
        values[name] = value
        if name == "original_errors":
            values["false_neutral"] = error_share(metrics.errors, "->N")
            values["original_false_neutral"] = error_share(metrics.original_errors, "->N")
    left = [*(() if metrics.original else _PAIRED), *(() if metrics.unanswered else ["unanswered"])]
    return {name: value for name, value in values.items() if name not in left}
