"""A griffe extension for scripts/docs that shows the examples in docstrings as code.

griffe reads Python sessions under `Examples:` and prose under `Example:`, which is the heading that
Google's style guide and litgen use.
"""

from __future__ import annotations

import re
from typing import Any

import griffe


class Examples(griffe.Extension):
    """Reads `Example:` as `Examples:` and removes the comments that only doctest needs."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change a docstring before griffe parses it."""
        if obj.docstring is not None:
            text = re.sub(r"(?m)^(\s*)Example:$", r"\1Examples:", obj.docstring.value)
            obj.docstring.value = re.sub(r"(?m)\s*# doctest: .*$", "", text)
