"""Transformations: the protocol, the registry, the grammar transformations."""

from collections.abc import Sequence
from pathlib import Path

from litgen.engines import Engine, load_engine
from litgen.transformations.declarations import Declaration
from litgen.transformations.examples import Check, beyond, check_rules
from litgen.transformations.grammar import GrammarTransformation
from litgen.transformations.protocol import (
    Order,
    Outcome,
    Settings,
    Transformation,
    Variant,
)
from litgen.transformations.registry import (
    check_names,
    find,
    find_pairwise,
    find_rule,
    names,
    rules_of,
)
from litgen.transformations.table_examples import TABLES, check_tables

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


def check_examples(
    rules: Sequence[str] = (),
    extra: str | Path | None = None,
    engine: str | Engine = "dependency",
) -> list[Check]:
    """Run the examples in rules and in the tables of edits, frames and polarities.

    Args:
        rules: names of rules or tables (``dropping``); all of them by default.
        extra: a folder with the user's rules.
        engine: the engine or its name; ``grammars/beyond.toml`` lists its expected failures.

    Raises:
        UsageError: a name is not the name of a rule or table.
    """
    folder = Path(extra) if extra else None
    tables = [name for name in rules or TABLES if name in TABLES]
    chosen = [find_rule(name, extra) for name in rules if name not in TABLES]
    if not rules:
        chosen = list(rules_of(extra).by_name.values())
    loaded = load_engine(engine) if isinstance(engine, str) else engine
    checks = check_rules(chosen, lambda name: find(name, engine=loaded, rules=extra))
    checks += check_tables(tables, folder, loaded) if tables else []
    return [beyond(check, loaded.dialect) for check in checks]
