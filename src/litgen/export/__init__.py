"""A contrast set as tasks of other harnesses, and their logs as predictions.

Example:
    >>> export(Path("out"), "lm-eval", Path("tasks"), ["anli"])  # doctest: +SKIP
"""

from litgen.export.export import export, export_choices

__all__ = ["export", "export_choices"]
