"""Meanings of transformations and the labels that follow from them: formulas, models, calculus."""

from litgen.logic.calculus import Assumption, Rewriting, Side, possible, spaces
from litgen.logic.formula import Formula, parse_formula
from litgen.logic.meanings import (
    MEANINGS,
    Convention,
    Meaning,
    Meanings,
    load_meanings,
    parse_conventions,
)
from litgen.logic.words import counterexample

__all__ = [
    "MEANINGS",
    "Assumption",
    "Convention",
    "Formula",
    "Meaning",
    "Meanings",
    "Rewriting",
    "Side",
    "counterexample",
    "load_meanings",
    "parse_conventions",
    "parse_formula",
    "possible",
    "spaces",
]
