"""Transformations of sentences and pairs: the interface, the registry and the implementations."""

from litgen.transformations.declarations import Declaration
from litgen.transformations.examples import TABLES, Check, check_examples
from litgen.transformations.grammar import GrammarTransformation
from litgen.transformations.protocol import Order, Outcome, Settings, Transformation, Variant
from litgen.transformations.registry import (
    check_names,
    find,
    find_pairwise,
    find_rule,
    names,
    rules_of,
)

__all__ = [
    "TABLES",
    "Check",
    "Declaration",
    "GrammarTransformation",
    "Order",
    "Outcome",
    "Settings",
    "Transformation",
    "Variant",
    "check_examples",
    "check_names",
    "find",
    "find_pairwise",
    "find_rule",
    "names",
    "rules_of",
]
