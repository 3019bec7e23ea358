"""The ``ace`` engine: the ACE processor and the English Resource Grammar through PyDelphin."""

from litgen.engines.ace.engine import AceEngine

__all__ = ["AceEngine"]
