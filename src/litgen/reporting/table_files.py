"""The tables of a report as CSV files for spreadsheets and LaTeX files for papers."""

import csv
import io
import re
from collections.abc import Iterable
from pathlib import Path

from litgen.files import write_texts
from litgen.reporting.grid import Table
from litgen.reporting.wording import NOTHING

#: Name of the folder for the files.
FOLDER = "tables"
_LATEX = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_",
    "{": r"\{", "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "−": "$-$", "–": "--", "→": r"$\rightarrow$", "≥": r"$\geq$", "±": r"$\pm$", "∞": r"$\infty$",
    "ρ": r"$\rho$", "<": r"$<$", ">": r"$>$", "|": r"$|$", "\u00a0": "~",
}  # fmt: skip
_NUMBER = re.compile(r"[+-]?\d{1,3}(,\d{3})+(\.\d+)?")


def write_tables(
    tables: Iterable[Table], folder: Path, *, csv: bool = False, latex: bool = False
) -> list[Path]:
    """Write tables into ``folder/tables``, each as ``KEY.csv``, ``KEY.tex`` or both."""
    texts = {}
    for table in tables:
        if csv:
            texts[f"{table.key}.csv"] = as_csv(table)
        if latex:
            texts[f"{table.key}.tex"] = as_latex(table)
    return write_texts(folder / FOLDER, texts) if texts else []


def as_csv(table: Table) -> str:
    """Return a table as CSV; the second line of a cell, such as an interval, has its own column.

    Numbers are formatted as on the page, but with an ASCII minus and no thousands separators.
    Missing values are empty.
    """
    titles = [column.title for column in table.columns]
    below = [any(row.cells[at].below for row in table.rows) for at in range(len(titles))]
    groups = any(row.group for row in table.rows)
    head = [*(["group"] if groups else []), *table.names]
    for at, (title, wide) in enumerate(zip(titles, below, strict=True)):
        again = titles[:at].count(title)
        name = f"{title} {again + 1}" if again else title
        head += [name, f"{name} (below)"] if wide else [name]
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(head)
    for row in table.rows:
        cells = [*([row.group] if groups else []), *row.names]
        for cell, wide in zip(row.cells, below, strict=True):
            cells += [_plain(cell.text), _plain(cell.below)] if wide else [_plain(cell.text)]
        writer.writerow(cells)
    return file.getvalue()


def as_latex(table: Table) -> str:
    r"""Return a LaTeX table for ``\input``; it needs the package ``booktabs``."""
    titles = [*table.names, *(column.title for column in table.columns)]
    columns = "l" * len(table.names) + "r" * len(table.columns)
    lines = [
        f"% {' '.join(table.title.split())}; needs \\usepackage{{booktabs}}",
        f"\\begin{{tabular}}{{{columns}}}",
        "\\toprule",
        _row(titles),
        "\\midrule",
    ]
    for at, (group, rows) in enumerate(table.groups):
        if group:
            lines += ["\\addlinespace"] if at else []
            lines.append(f"\\multicolumn{{{len(titles)}}}{{l}}{{\\emph{{{_escaped(group)}}}}} \\\\")
        lines += [_row([*row.names, *(cell.in_line for cell in row.cells)]) for row in rows]
    return "\n".join([*lines, "\\bottomrule", "\\end{tabular}", ""])


def _row(cells: Iterable[str]) -> str:
    return " & ".join(map(_escaped, cells)) + r" \\"


def _escaped(text: str) -> str:
    return "".join(_LATEX.get(sign, sign) for sign in text)


def _plain(text: str) -> str:
    if text == NOTHING:
        return ""
    text = text.replace("−", "-").replace("\u00a0", " ")
    return text.replace(",", "") if _NUMBER.fullmatch(text) else text
