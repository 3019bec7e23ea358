"""Export a contrast set as tasks for other harnesses, or as a data set for the hub."""

from litgen.export.choices import export_choices
from litgen.export.export import export

__all__ = ["export", "export_choices"]
