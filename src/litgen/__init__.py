"""litgen: contrast sets for sentence-pair classifiers, made with a grammar.

>>> import litgen
>>> litgen.__version__
'0.1.0'
"""

from __future__ import annotations

import importlib
from typing import Any

from litgen.exceptions import DataError, EngineError, LitgenError, RuleError, UsageError

__version__ = "0.1.0"

#: Names that are imported when they are first asked for, so that ``import litgen`` stays quick.
_LAZY = {
    "transform": "litgen.api",
    "load_ranker": "litgen.ranking",
}

__all__ = [
    "DataError",
    "EngineError",
    "LitgenError",
    "RuleError",
    "UsageError",
    "__version__",
    "load_ranker",
    "transform",
]


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(importlib.import_module(_LAZY[name]), name)
    raise AttributeError(f"module 'litgen' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})
