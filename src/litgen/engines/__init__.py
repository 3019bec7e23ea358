"""Engines: grammars that parse sentences to MRSs and generate sentences from MRSs."""

from litgen.engines.loading import load_engine
from litgen.engines.protocol import Engine, Reading, Request

__all__ = ["Engine", "Reading", "Request", "load_engine"]
