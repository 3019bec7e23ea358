"""Several contrast sets in one report: an overview page, and a folder with each set's report."""

from collections.abc import Mapping, Sequence
from itertools import chain, count
from pathlib import Path

from litgen.evaluation.assessment import opened
from litgen.evaluation.contrast_set import ContrastSet
from litgen.evaluation.predictions import Predictions
from litgen.exceptions import UsageError
from litgen.files import write_texts
from litgen.reporting.content import Report
from litgen.reporting.document import Document, Section, document_texts
from litgen.reporting.page import refuse_folder, write_report
from litgen.reporting.wording import counted, listed
from litgen.version import __version__


def by_contrast_set(
    folders: Sequence[Path], contrast_folders: Sequence[Path] = ()
) -> list[tuple[list[Predictions], Path | None]]:
    """Group predictions by contrast set, in order; return each group with the set's new folder.

    ``contrast_folders`` are the new folders of contrast sets that have moved; others get None.

    Raises:
        UsageError: several contrast sets are given, and there are no predictions for one of them.
        LitgenError: a folder contains no predictions, or no contrast set.
    """
    groups: dict[str, list[Predictions]] = {}
    for each in opened(folders):
        groups.setdefault(each.info.contrast_sha256, []).append(each)
    if len(groups) == 1 and len(contrast_folders) == 1:
        (only,) = groups.values()
        return [(only, contrast_folders[0])]
    named = {ContrastSet(path).sha256: path for path in contrast_folders}
    for sha256, path in named.items():
        if sha256 not in groups:
            raise UsageError(
                f"--contrast-set {path}: there are no predictions for this contrast set; add some, "
                "or omit the option"
            )
    return [(found, named.get(sha256)) for sha256, found in groups.items()]


def names_of(reports: Sequence[Report]) -> list[str]:
    """Return the names of the contrast sets' folders, with a number appended to duplicates."""
    names: list[str] = []
    for report in reports:
        name = report.assessment.contrast_set.path.resolve().name
        others = (f"{name}-{number}" for number in count(2))
        names.append(next(each for each in chain([name], others) if each not in names))
    return names


def overview(reports: Mapping[str, Report], title: str | None = None) -> Document:
    """Return an overview of reports, given by folder name, with a link to each."""
    models = list(dict.fromkeys(
        answers.name for report in reports.values() for answers in report.assessment.models
    ))  # fmt: skip
    points = tuple(
        f"{headline.model} on {name}: {headline.first}"
        for name, report in reports.items()
        for headline in report.headlines
    )
    sections = tuple(
        Section(
            f"set-{number}",
            name,
            (report.about,),
            tables=tuple(each for each in report.tables if each.key == "glance"),
            link=f"{name}/report.html",
        )
        for number, (name, report) in enumerate(reports.items(), 1)
    )
    return Document(
        title or f"{listed(models, most=3)} on {counted(len(reports), 'contrast set')}",
        f"{counted(len(models), 'model')} on {listed(list(reports))}; each set has its own report.",
        "Results on one contrast set do not carry over to another: interpret each set separately.",
        points,
        ("Tests are corrected within each contrast set, not over all of them.",),
        sections,
        "\n".join(f"{name}: {report.signature}" for name, report in reports.items()),
        tuple(dict.fromkeys(line for report in reports.values() for line in report.commands)),
    )


def write_overview(
    reports: Mapping[str, Report], folder: Path, title: str | None = None, overwrite: bool = False
) -> list[Path]:
    """Write an overview of several reports, and each report to a folder; return the files' paths.

    Raises:
        UsageError: a folder is refused; then nothing is written.
    """
    for each in (folder, *(folder / name for name in reports)):
        refuse_folder(each, overwrite)
    document = overview(reports, title)
    files = [
        path
        for name, report in reports.items()
        for path in write_report(report, folder / name, overwrite)
    ]
    values = {
        "litgen": __version__,
        "title": document.title,
        "contrast_sets": {name: report.as_json() for name, report in reports.items()},
    }
    return [*write_texts(folder, document_texts(document, "report", values)), *files]
