"""The registry of constructions: who takes a word, in what order, and that none imports another."""

from __future__ import annotations

from itertools import combinations
from types import SimpleNamespace

import pytest

from litgen.engines.dependency.composition import composer, constructions
from litgen.engines.dependency.composition.registry import Table, is_among

PACKAGE = "litgen.engines.dependency.composition"
CONSTRUCTIONS = constructions.__name__
TABLES = [
    *composer.MODIFIERS.values(),
    *(value for value in vars(composer).values() if isinstance(value, Table)),
]


@pytest.fixture(scope="module")
def imports():
    grimp = pytest.importorskip("grimp")
    return grimp.build_graph("litgen")


def test_no_construction_imports_another(imports):
    modules = sorted(imports.find_children(CONSTRUCTIONS))
    assert f"{CONSTRUCTIONS}.noun_phrases" in modules
    for module in modules:
        imported = imports.find_modules_directly_imported_by(module)
        assert not [name for name in imported if name.startswith(CONSTRUCTIONS)], module


def test_no_circle_of_imports(imports):
    modules = imports.find_descendants(PACKAGE)
    assert f"{PACKAGE}.composer" in modules
    for module in sorted(modules):
        for other in imports.find_modules_directly_imported_by(module) & modules:
            assert not imports.find_shortest_chain(other, module), (module, other)


def word(dep="", pos="", tag="", lower="", i=1, head=0, below=()):
    first = lambda *deps: next((d for d in below if d in deps), None)  # noqa: E731
    head = SimpleNamespace(i=head)
    return SimpleNamespace(
        dep=dep, pos=pos, tag=tag, lower=lower, text=lower, i=i, head=head, first=first
    )


def table(*rows, **rest):
    builds = ("modifiers.adverb", "noun_phrases.name", "modifiers.degree")
    made = [{"build": b, **r} for b, r in zip(builds, rows, strict=False)]
    return Table("test", {"test": {"rows": made, **rest}})


def found(made, **about):
    row = made.find(None, word(**about))
    return row and row.build.__name__


def test_labels_parts_of_speech_and_words():
    rows = {"label": "prep dative", "pos": "ADP"}, {"words": ["here"]}, {"pos": "not ADP"}
    made = table(*rows, ignoring="punct")
    assert found(made, dep="prep", pos="ADP") == "adverb"
    assert found(made, dep="advmod", pos="ADP", lower="here") == "name"
    assert found(made, dep="advmod", pos="ADV", lower="there") == "degree"
    assert found(made, dep="advmod", pos="ADP", lower="there") is None
    assert found(made, dep="punct", pos="ADV", lower="here") is None


def test_words_of_the_lexicon_and_of_pronouns():
    made = table({"words": ["@adverb:scopal"]}, {"words": ["@pronouns.floating"]})
    assert found(made, lower="probably") == "adverb"
    assert found(made, lower="both") == "name"
    assert found(made, lower="dog") is None


def test_side_and_dependents():
    made = table({"side": "before", "has": "det poss"}, {"side": "after", "lacks": "conj"})
    assert found(made, i=1, head=2, below=["poss"]) == "adverb"
    assert found(made, i=1, head=2, below=["conj"]) is None
    assert found(made, i=2, head=1) == "name"
    assert found(made, i=2, head=1, below=["conj"]) is None


def test_a_condition_and_its_opposite():
    made = table({"when": "is_connective"}, {"when": "is_ordinal"})
    assert found(made, lower="so", i=0) == "adverb"
    assert found(made, lower="third", i=0) == "name"
    assert found(table({"when": "not is_connective"}), lower="so", i=0) is None


def test_role_stands_for_the_label_and_the_place():
    made = table({"label": "amod", "side": "before"})
    sister = word(dep="conj", i=3, head=2)
    assert made.find(None, sister) is None
    assert made.find(None, sister, role="amod") is made.rows[0]


def test_the_first_row_wins_but_a_coordination_where_a_conjunct_is_wanted():
    made = table({"whole": True}, {})
    assert made.find(None, word()) is made.rows[0]
    assert made.find(None, word(), alone=True) is made.rows[1]


@pytest.mark.parametrize("made", TABLES, ids=lambda made: made.name)
def test_every_row_takes_words_that_no_row_before_it_does(made):
    """A row that one before it hides could go."""
    assert made.rows
    for one, other in combinations(made.rows, 2):
        plain = not one.words and not one.side and one.when is None
        if plain and not one.whole and not one.has and not one.lacks:
            hidden = all(
                first in ("", second) or (second and not second.startswith("not ")
                and all(is_among(name, first) for name in second.split()))
                for first, second in zip(one.names, other.names, strict=True)
            )  # fmt: skip
            assert not hidden, (one.build, other.build)
