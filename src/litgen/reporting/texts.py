"""Reports on rewritings of single texts: invariance, pattern accuracy, a ranking of models."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from litgen.evaluation.assessment import names_of_models, opened, plain
from litgen.evaluation.invariance import (
    KEPT,
    REPLICATES,
    Invariance,
    Ranking,
    TextAssessment,
    assess_texts,
)
from litgen.evaluation.predictions import Predictions
from litgen.evaluation.text_set import TextSet, open_set
from litgen.exceptions import LitgenError, UsageError, did_you_mean
from litgen.files import write_texts
from litgen.frames import data_frame
from litgen.reporting.document import Document, Section, document_texts
from litgen.reporting.grid import Cell, Column, Table, count, difference_cell, share_cell, table
from litgen.reporting.page import refuse_folder
from litgen.reporting.tables import patterns_table
from litgen.reporting.wording import counted, interval, listed, percent, points
from litgen.version import __version__

if TYPE_CHECKING:
    import pandas

_NOTE = (
    "A text is consistent if all its rewritings get the same answer as the original. Accuracies "
    "are in per cent, with 95 % intervals that treat texts, not rewritings, as independent. An "
    "original counts once for each of its rewritings."
)
_CAVEAT = "By litgen's rules, these rewritings keep the meaning; no person has checked them."
#: The tables that are available as DataFrames.
_FRAMES = ("invariance", "pattern_accuracy")


@dataclass(frozen=True, repr=False)
class TextReport:
    """A report on rewritings of single texts; a notebook shows its tables.

    Example:
        >>> made = litgen.report(["answers/one", "answers/two"])  # doctest: +SKIP
        >>> made.to_pandas()[["model", "transformation", "consistent"]]  # doctest: +SKIP
    """

    assessment: TextAssessment  #: every number in the report
    document: Document  #: the text and tables

    def as_json(self) -> dict[str, Any]:
        """Return the report as JSON values, identical from run to run."""
        found = self.assessment
        return plain(  # type: ignore[no-any-return]
            {
                "litgen": __version__,
                "title": self.document.title,
                "signature": self.document.signature,
                "commands": self.document.commands,
                "text_set": {"path": str(found.texts.path), "sha256": found.texts.sha256},
                "warnings": found.warnings,
                "invariance": found.invariances,
                "pattern_accuracy": found.patterns,
                "ranking": found.ranking,
            }
        )

    def to_pandas(self, table: str = "invariance") -> pandas.DataFrame:
        """Return a table of numbers: ``invariance`` or ``pattern_accuracy``.

        Raises:
            UsageError: there is no such table, or pandas is not installed.
        """
        if table not in _FRAMES:
            raise UsageError(f"there is no table {table!r}: {did_you_mean(table, _FRAMES)}")
        return data_frame(self.as_json()[table])

    def write(self, folder: Path, overwrite: bool = False) -> list[Path]:
        """Write the page, Markdown and JSON; return the paths of the files, the page first.

        Raises:
            UsageError: the folder contains a contrast set or predictions, or it contains a report
                and ``overwrite`` is False.
        """
        refuse_folder(folder, overwrite)
        return write_texts(folder, document_texts(self.document, "report", self.as_json()))

    def __repr__(self) -> str:
        return f"TextReport({self.document.title!r})"

    def _repr_html_(self) -> str:
        tables = (each for section in self.document.sections for each in section.tables)
        return "".join(each._repr_html_() for each in tables)


def build_text_report(
    folders: Sequence[Path | Predictions],
    text_folder: Path | None = None,
    *,
    title: str | None = None,
    seed: int = 0,
) -> TextReport | None:
    """Build a report on answers to rewritings of single texts; return None for answers to pairs.

    Raises:
        UsageError: the answers are for several sets.
        LitgenError: a folder contains no predictions, or they do not match the set.
    """
    every = opened(folders)
    first = every[0]
    folder = text_folder or first.contrast_folder()
    try:
        found = open_set(folder)
    except LitgenError:
        return None  # the report on pairs raises the error about the missing contrast set
    if not isinstance(found, TextSet):
        return None
    sha256 = {each.info.contrast_sha256 for each in every}
    if len(sha256) > 1:
        raise UsageError(
            "the predictions are for several sets, and one of them contains single texts; run "
            "litgen report separately for each set"
        )
    assessment = assess_texts(found, every, names_of_models(every), seed)
    return TextReport(assessment, _document(assessment, [each.path for each in every], title, seed))


def _document(
    found: TextAssessment, folders: Sequence[Path], title: str | None, seed: int
) -> Document:
    source = Path(str(found.texts.manifest["input"]["source"])).name
    points = tuple(_points(found))
    rows = [each for each in found.invariances if each.transformation == KEPT]
    verdict = "No rewriting keeps the meaning, so consistency cannot be measured."
    if rows:
        worst = min(rows, key=lambda each: each.consistent.value)
        which = worst.model if len(rows) == 1 else f"The least consistent model, {worst.model},"
        verdict = (
            f"{which} gives all rewritings of a text the same answer as the original for "
            f"{percent(worst.consistent.value)} % of the texts."
        )
    tables = [_invariance_table(found), patterns_table(found.patterns, len(found.models) > 1)]
    if found.ranking is not None:
        tables.append(_ranking_table(found.ranking))
    names = " ".join(str(each) for each in folders)
    return Document(
        title or f"{listed(list(found.models), most=3)} on rewritings of {source}",
        f"{counted(len(found.models), 'model')} on rewritings of texts, each with one sentence "
        "changed.",
        verdict,
        points,
        (*found.warnings, _CAVEAT),
        (Section("invariance", "Invariance", tables=tuple(each for each in tables if each.rows)),),
        f"litgen {__version__}, texts {found.texts.sha256[:12]}, seed {seed}",
        (f"litgen report {names} -o DIR" + (f" --seed {seed}" if seed else ""),),
    )


def _points(found: TextAssessment) -> Iterator[str]:
    for each in found.invariances:
        if each.transformation != KEPT:
            continue
        point = f"{each.model} is consistent on {percent(each.consistent.value)} % of "
        point += counted(each.texts, "text")
        if each.difference is not None and each.original is not None:
            point += (
                f"; its accuracy is {percent(each.original.value)} % on the originals, each "
                "counted once for each of its rewritings, and differs by "
                f"{points(each.difference.value)} points on the rewritings "
                f"({interval(each.difference.low, each.difference.high, signed=True)})"
            )
        yield point + "."
    if (ranking := found.ranking) is not None:
        order = f"; the same order in {percent(ranking.same)} % of these draws"
        yield (
            f"Ranking of {len(ranking.models)} models on originals and rewritings: "
            f"{_tau(ranking)}{order * isfinite(ranking.tau)}."
        )


def _tau(ranking: Ranking) -> str:
    if not isfinite(ranking.tau):
        return "Kendall's tau-b is undefined, because all models have the same accuracy"
    return (
        f"Kendall's tau-b {ranking.tau:.2f} (95 % interval {ranking.low:.2f} to {ranking.high:.2f}"
        f", percentile bootstrap of {REPLICATES:,} draws of texts)"
    )


def _invariance_table(found: TextAssessment) -> Table:
    columns: list[Column[Invariance]] = [
        Column("texts", lambda e: count(e.texts, e.rewritings), "texts; below, their rewritings"),
        Column("consistent", lambda e: share_cell(e.consistent),
               "texts whose rewritings all get the same answer as the original"),
        Column("same answer", lambda e: share_cell(e.same),
               "rewritings that get the same answer as the original"),
        *(
            Column[Invariance](title, cell, hint)
            for title, cell, hint in _GRADED
            if any(each.original is not None for each in found.invariances)
        ),
    ]  # fmt: skip
    several = len(found.models) > 1
    entries = (
        (
            (each.transformation, each.model) if several else (each.transformation,),
            each,
            "meaning kept" if each.kept else "meaning changed: another answer may be right",
        )
        for each in sorted(found.invariances, key=lambda each: not each.kept)
    )
    names = ("rewritings", "model") if several else ("rewritings",)
    return table("invariance", "Same answers and accuracy", _NOTE, names, columns, entries)


_GRADED: tuple[tuple[str, Callable[[Invariance], Cell], str], ...] = (
    ("originals", lambda e: share_cell(e.original), "accuracy on the originals of the rewritings"),
    ("accuracy", lambda e: share_cell(e.rewritten), "accuracy on the rewritings"),
    ("difference", lambda e: difference_cell(e.difference), "of these accuracies, in points"),
)


def _ranking_table(ranking: Ranking) -> Table:
    rows = zip(ranking.models, ranking.original, ranking.rewritten, strict=True)
    columns: list[Column[tuple[float, float]]] = [
        Column("originals", lambda e: Cell(percent(e[0])), "accuracy, in per cent"),
        Column("rewritings", lambda e: Cell(percent(e[1])), "accuracy, in per cent"),
    ]
    note = f"{_tau(ranking)}."
    entries = (((name,), (before, after), "") for name, before, after in rows)
    return table("ranking", "Ranking of the models", note, ("model",), columns, entries)
