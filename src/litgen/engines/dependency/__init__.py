"""The embedded engine, which pip installs with litgen."""

from litgen.engines.dependency.engine import DependencyEngine

__all__ = ["DependencyEngine"]
