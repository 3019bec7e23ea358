"""Reports: what models do on a contrast set, as Markdown, JSON and one HTML page.

Example:
    >>> from litgen.report import build, write_report
    >>> write_report(build([Path("minilm")]), Path("report"))  # doctest: +SKIP
    [PosixPath('report/report.html'), ...]
"""

from litgen.report.content import Report, build
from litgen.report.signature import EXAMPLES
from litgen.report.writing import refuse_folder, write_report

__all__ = ["EXAMPLES", "Report", "build", "refuse_folder", "write_report"]
