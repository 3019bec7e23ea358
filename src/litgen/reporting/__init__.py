"""Reports on models' results on a contrast set, as an HTML page, Markdown and JSON."""

from litgen.reporting.content import Report, build
from litgen.reporting.page import refuse_folder, write_report

__all__ = ["Report", "build", "refuse_folder", "write_report"]
