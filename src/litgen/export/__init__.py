"""A contrast set as tasks of other harnesses, or as a data set of the hub."""

from litgen.export.choices import export_choices
from litgen.export.export import export

__all__ = ["export", "export_choices"]
