"""The ``ace`` engine: the ACE processor and English Resource Grammar, run through PyDelphin."""

from litgen.engines.ace.engine import AceEngine

__all__ = ["AceEngine"]
