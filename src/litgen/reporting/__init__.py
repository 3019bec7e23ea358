"""Reports: models' results on a contrast set, as Markdown, JSON and one HTML page."""

from litgen.reporting.content import Report, build
from litgen.reporting.page import refuse_folder, write_report

__all__ = ["Report", "build", "refuse_folder", "write_report"]
