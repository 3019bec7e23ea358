"""The embedded engine, which pip alone installs."""

from litgen.engines.dependency.engine import DependencyEngine

__all__ = ["DependencyEngine"]
