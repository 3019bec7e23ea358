"""Engines: grammars that parse a sentence to an MRS and generate sentences from one."""

from litgen.engines.loading import load_engine
from litgen.engines.protocol import Engine, Reading, Request

__all__ = ["Engine", "Reading", "Request", "load_engine"]
