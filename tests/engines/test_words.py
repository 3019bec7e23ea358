"""Lists of words and features of lemmas: each one matters on its own example."""

from __future__ import annotations

import importlib
import pkgutil
import re
from functools import cache
from pathlib import Path

import pytest

import litgen.engines.dependency
import litgen.trees
from litgen.acceptability import guards
from litgen.acceptability.guards import load_guards
from litgen.acceptability.source import source_problems
from litgen.engines.dependency import models, sentences
from litgen.engines.dependency.builder import build
from litgen.engines.dependency.engine import DependencyEngine
from litgen.engines.dependency.features import Features
from litgen.engines.dependency.models import load_nlp
from litgen.engines.dependency.sentences import read_sentences
from litgen.lexicon import PARTS, has_feature, lemmas_with, words_named
from litgen.mrs import load_rules
from litgen.mrs.frame import Source
from litgen.tables import LISTS, function_words, read_toml, rules_folder
from litgen.transformations.grammar import GrammarTransformation
from litgen.transformations.traits import traits_of
from litgen.trees import patterns, repairs

MODULES = [
    guards,
    *(
        importlib.import_module(found.name)
        for package in (litgen.engines.dependency, litgen.trees)
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    ),
]
RULES = (
    "past",
    "may",
    "future",
    "passive",
    "active",
    "cleft",
    "question",
    "negation",
    "progressive",
    "begin-to",
    "forget-to",
    "activity",
    "accomplishment",
    "achievement",
    "manage-to",
    "be-going-to",  # of what a guard doubts
)
LEXICON = {part: read_toml(rules_folder() / "lexicon" / f"{part}s.toml") for part in PARTS}
#: Features that only antonyms, synonyms and proofs ask for.
OF_WORDS = {
    "having", "no_scene", "inalienable", "of_a_sex", "without_degrees", "without_any_degree",
    "loose", "age_and_sex", "plain_degree", "absolute_degree", "of_no_degree",
    "time", "unspecified_object",
}  # fmt: skip
#: Features that only the kinds of nouns ask for: ``tests/contrast/test_kinds.py``.
OF_KINDS = {"male", "female", "child", "adult", "any_person", "any_animal", "group"}
FEATURES = [
    (part, name, what["example"])
    for part, table in LEXICON.items()
    for name, what in table["features"].items()
    if name not in OF_WORDS | OF_KINDS and not what.get("closed")
]


SOURCE = "".join(
    Path(module.__file__).read_text(encoding="utf-8")
    for module in MODULES
    if module.__name__.startswith("litgen.engines")
)
#: The lists of ``words.toml`` that the engine asks for; classes of function words have no example.
ASKED_FOR = sorted(set(re.findall(r"\bLISTS\.(\w+)", SOURCE)) - function_words().keys())


def without(name, monkeypatch):
    """Have a list be empty."""
    monkeypatch.setattr(LISTS, name, frozenset())
    # patterns of repairs name lists, too
    monkeypatch.setattr(
        patterns, "words_named", lambda n: (frozenset(),) if n == name else words_named(n)
    )


@pytest.fixture(autouse=True, scope="module")
def tables():
    """The files of guards and repairs are read once; what is made of them is made anew."""
    with pytest.MonkeyPatch.context() as patched:
        for module in (guards, repairs):
            patched.setattr(module, "read_toml", cache(read_toml))
        yield


#: Modules of functions whose answer no test here changes, and which take long to load.
LOADED_ONCE = ("litgen.tables", models.__name__)


def forget():
    """Empty every cache of the engine's functions, but keep the loaded pipeline, which has none."""
    sentences._read.clear()
    has_feature.cache_clear()
    for module in MODULES:
        for function in vars(module).values():
            if hasattr(function, "cache_clear") and function.__module__ not in LOADED_ONCE:
                function.cache_clear()


def all_about(text):
    """What the engine reads in a text and makes of it."""
    forget()
    (sentence,) = read_sentences([text])
    if isinstance(sentence, str) or sentence.declined:
        return sentence if isinstance(sentence, str) else sentence.declined
    engine, rules = DependencyEngine(), load_rules()
    mrs, found = build(sentence).mrs, Features(sentence)
    return (
        sentence.text,
        {guard.id: [t.text for t in guard.met(found)] for guard in load_guards()},
        [(ep.predicate, ep.label, ep.args) for ep in mrs.rels],
        mrs.variables,
        traits_of(Source(mrs)) if Source(mrs).frames else None,
        [problem.id for problem in source_problems(load_nlp()(text))],
        [
            GrammarTransformation([rule], engine, rules, rule == "be-going-to").apply([text])
            for rule in RULES
        ],
        # what is tried where the quality model decides
        GrammarTransformation(["passive"], engine, rules, lenient=True).apply([text]),
    )


@pytest.mark.parametrize("name", ASKED_FOR)
def test_a_list_matters_on_its_example(name, monkeypatch):
    example = read_toml(rules_folder() / "words.toml")[name]["example"]
    before = all_about(example)
    assert all_about(example) == before
    without(name, monkeypatch)
    after = all_about(example)
    monkeypatch.undo()
    forget()
    differs = after != before  # what differs would fill a screen
    assert differs, f"{example!r} is the same without {name}"


@pytest.mark.parametrize(("part", "name", "example"), FEATURES, ids=lambda value: str(value))
def test_a_feature_matters_on_its_example(part, name, example, monkeypatch):
    before = all_about(example)
    lemmas = lemmas_with(name, part)
    kept = dict(lemmas)
    monkeypatch.setattr(lemmas, "_endings", ())
    lemmas.clear()
    try:
        after = all_about(example)
    except KeyError:  # a construction is registered under its words, and asks for their values
        after = None
    finally:
        lemmas.update(kept)
        forget()
    differs = after != before
    assert differs, f"{example!r} is the same without {name}"


def test_what_only_words_ask_for_stands_in_its_example():
    for part, table in LEXICON.items():
        for name in OF_WORDS & table["features"].keys():
            example = table["features"][name]["example"].lower()
            assert any(lemma in example for lemma in lemmas_with(name, part)), example
