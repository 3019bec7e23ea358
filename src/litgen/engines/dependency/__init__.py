"""The embedded engine, installed with litgen by pip."""

from litgen.engines.dependency.engine import DependencyEngine

__all__ = ["DependencyEngine"]
