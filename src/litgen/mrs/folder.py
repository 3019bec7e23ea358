"""Where the rules lie, for those who import it from here."""

from litgen.tables import rules_folder

__all__ = ["rules_folder"]
