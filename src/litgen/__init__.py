"""litgen makes grammar-based contrast sets for sentence-pair classifiers.

>>> import litgen
>>> outcome = litgen.transform("A man is riding a bike.", "past")["past"]
>>> outcome.variants[0].candidates
('A man was riding a bike.',)

``litgen.contrast_set`` makes a contrast set from a DataFrame, a Dataset, a list of dicts or a file,
``litgen.evaluate`` runs a model on it, and ``litgen.report`` summarises the results.
"""

import importlib
from typing import TYPE_CHECKING, Any

from litgen.exceptions import DataError, EngineError, LitgenError, RuleError, UsageError
from litgen.version import __version__

if TYPE_CHECKING:
    from litgen.api import contrast_set, evaluate, load, prove, report, rewrite, show, transform
    from litgen.data import read_pairs
    from litgen.engines import load_engine
    from litgen.evaluation.contrast_set import ContrastSet
    from litgen.evaluation.predictions import Predictions
    from litgen.models import ModelSpec
    from litgen.ranking import load_ranker
    from litgen.reporting import Report
    from litgen.transformations import find, names
    from litgen.trees.parsers import use_parser

#: Names that are imported on first access, so that ``import litgen`` is fast.
_LAZY = {
    "ContrastSet": "litgen.evaluation.contrast_set",
    "ModelSpec": "litgen.models",
    "Predictions": "litgen.evaluation.predictions",
    "Report": "litgen.reporting",
    "contrast_set": "litgen.api",
    "evaluate": "litgen.api",
    "find": "litgen.transformations",
    "load": "litgen.api",
    "load_engine": "litgen.engines",
    "load_ranker": "litgen.ranking",
    "names": "litgen.transformations",
    "prove": "litgen.api",
    "read_pairs": "litgen.data",
    "report": "litgen.api",
    "rewrite": "litgen.api",
    "show": "litgen.api",
    "transform": "litgen.api",
    "use_parser": "litgen.trees.parsers",
}

__all__ = [
    "ContrastSet",
    "DataError",
    "EngineError",
    "LitgenError",
    "ModelSpec",
    "Predictions",
    "Report",
    "RuleError",
    "UsageError",
    "__version__",
    "contrast_set",
    "evaluate",
    "find",
    "load",
    "load_engine",
    "load_ranker",
    "names",
    "prove",
    "read_pairs",
    "report",
    "rewrite",
    "show",
    "transform",
    "use_parser",
]


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(importlib.import_module(_LAZY[name]), name)
    raise AttributeError(f"module 'litgen' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})
