"""litgen: contrast sets for sentence-pair classifiers, made with a grammar.

>>> import litgen
>>> outcome = litgen.transform("A man is riding a bike.", "past")["past"]
>>> outcome.variants[0].candidates
('A man was riding a bike.',)
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from litgen.exceptions import DataError, EngineError, LitgenError, RuleError, UsageError
from litgen.version import __version__

if TYPE_CHECKING:
    from litgen.api import transform
    from litgen.data import read_pairs
    from litgen.engines import load_engine
    from litgen.ranking import load_ranker
    from litgen.transformations import find, names

#: Names that are imported when they are first asked for, so that ``import litgen`` stays quick.
_LAZY = {
    "find": "litgen.transformations",
    "load_engine": "litgen.engines",
    "load_ranker": "litgen.ranking",
    "names": "litgen.transformations",
    "read_pairs": "litgen.data",
    "transform": "litgen.api",
}

__all__ = [
    "DataError",
    "EngineError",
    "LitgenError",
    "RuleError",
    "UsageError",
    "__version__",
    "find",
    "load_engine",
    "load_ranker",
    "names",
    "read_pairs",
    "transform",
]


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(importlib.import_module(_LAZY[name]), name)
    raise AttributeError(f"module 'litgen' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})
