"""Tables of lemmas that rules ask about: statives, verbs without a passive, polarity items."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from litgen.exceptions import RuleError
from litgen.tables import read_toml

Tables = Mapping[str, frozenset[str]]


@lru_cache(maxsize=4096)
def lemma_of(predicate: str) -> str:
    """Lemma and part of speech of a surface predicate; an abstract predicate as it is.

    Example:
        >>> lemma_of("_know_v_1"), lemma_of("_some_q"), lemma_of("neg")
        ('know/v', 'some/q', 'neg')
    """
    if not predicate.startswith("_"):
        return predicate
    parts = predicate[1:].split("_")
    return f"{parts[0]}/{parts[1]}" if len(parts) > 1 else parts[0]


@lru_cache(maxsize=16)
def load_tables(path: Path) -> Tables:
    """Tables of a file: name -> lemmas, each ``lemma/pos`` or a lemma of any part of speech.

    Raises:
        RuleError: the file cannot be read or is not of that form.
    """
    tables = {}
    for name, table in read_toml(path).items():
        lemmas = table.get("lemmas") if isinstance(table, dict) else None
        if not isinstance(lemmas, list) or not all(isinstance(x, str) for x in lemmas):
            raise RuleError(f"{path}: table {name}: needs 'lemmas', a list of strings")
        if not isinstance(table.get("gloss"), str):
            raise RuleError(f"{path}: table {name}: needs 'gloss', what the lemmas have in common")
        pos = table.get("pos")
        tables[name] = frozenset(f"{x}/{pos}" if pos else x for x in lemmas)
    return tables


def in_table(tables: Tables, name: str, predicate: str) -> bool:
    """Whether a predicate's lemma is in a table, with its part of speech or for any."""
    lemma = lemma_of(predicate)
    table = tables[name]
    return lemma in table or lemma.partition("/")[0] in table
