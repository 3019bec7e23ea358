"""Lists of words that the embedded engine asks for: each one matters on its own example."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections import defaultdict
from pathlib import Path

import pytest

import litgen.engines.dependency as package
from litgen.engines.dependency import patterns
from litgen.engines.dependency.builder import build
from litgen.engines.dependency.engine import DependencyEngine
from litgen.engines.dependency.features import features
from litgen.engines.dependency.sentences import read_sentences
from litgen.mrs import load_rules
from litgen.tables import rules_table, word_list
from litgen.transformations.grammar import GrammarTransformation

MODULES = [
    importlib.import_module(found.name)
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
]
RULES = ("past", "present", "future", "may", "passive", "active", "cleft", "question", "negation")


def asked_for():
    """list of ``words.toml`` -> the assignments that are made of it: (module, statement)."""
    found = defaultdict(list)
    for module in MODULES:
        if not hasattr(module, "word_list") or module.word_list is not word_list:
            continue
        for statement in ast.parse(Path(module.__file__).read_text(encoding="utf-8")).body:
            if not isinstance(statement, ast.Assign):
                continue
            for call in ast.walk(statement.value):
                if isinstance(call, ast.Call) and ast.unparse(call.func) == "word_list":
                    found[call.args[0].value].append((module, statement))
    return found


ASKED_FOR = asked_for()


def without(name, monkeypatch):
    """Have every name that is made of a list made of an empty one."""
    for module, statement in ASKED_FOR[name]:
        emptied = {
            **vars(module),
            "word_list": lambda n: frozenset() if n == name else word_list(n),
        }
        exec(compile(ast.Module([statement], []), module.__file__, "exec"), emptied)
        for target in ast.walk(statement.targets[0]):
            if isinstance(target, ast.Name):
                monkeypatch.setattr(module, target.id, emptied[target.id])
    # patterns of repairs name lists, too
    monkeypatch.setattr(patterns, "word_list", lambda n: frozenset() if n == name else word_list(n))


def forget():
    """Empty every cache of the engine's functions."""
    for module in MODULES:
        for function in vars(module).values():
            if hasattr(function, "cache_clear") and function.__module__ != "litgen.tables":
                if function.__name__ != "load_nlp":
                    function.cache_clear()


def all_about(text):
    """What the engine reads in a text and makes of it."""
    forget()
    (sentence,) = read_sentences([text])
    if isinstance(sentence, str) or sentence.declined:
        return sentence if isinstance(sentence, str) else sentence.declined
    engine, rules = DependencyEngine(), load_rules()
    return (
        sentence.text,
        features(sentence),
        [(ep.predicate, ep.label, ep.args) for ep in build(sentence).mrs.rels],
        [GrammarTransformation([rule], engine, rules).apply([text]) for rule in RULES],
    )


@pytest.mark.parametrize("name", sorted(ASKED_FOR))
def test_a_list_matters_on_its_example(name, monkeypatch):
    example = rules_table("words")[name]["example"]
    before = all_about(example)
    assert all_about(example) == before
    without(name, monkeypatch)
    after = all_about(example)
    monkeypatch.undo()
    forget()
    differs = after != before  # what differs would fill a screen
    assert differs, f"{example!r} is the same without {name}"
