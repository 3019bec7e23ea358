"""Names of transformations: steps, arguments, what a pattern's name stands for."""

from __future__ import annotations

import pytest

from litgen.contrast.notation import expand, parse_contrast
from litgen.exceptions import UsageError
from litgen.transformations import declarations, names
from litgen.transformations.naming import arguments_of, matches, refuse_unknown, split_steps


@pytest.mark.parametrize(
    ("name", "steps"),
    [
        ("past", ("past",)),
        ("past + cleft", ("past", "cleft")),
        ("drop:NOUN+PRON", ("drop:NOUN+PRON",)),
        ("keep:NOUN+VERB+ADJ+spelling", ("keep:NOUN+VERB+ADJ", "spelling")),
        ("cleft+drop:NOUN + PRON+shuffle:2", ("cleft", "drop:NOUN+PRON", "shuffle:2")),
        ("past+NOUN", ("past", "NOUN")),
    ],
)
def test_steps(name: str, steps: tuple[str, ...]) -> None:
    assert split_steps(name) == steps


def test_arguments() -> None:
    assert arguments_of("spelling:keyboard,content") == ("keyboard", "content")
    assert arguments_of("spelling") == ()
    with pytest.raises(UsageError, match="spelling:odd: unknown argument 'odd': use one of swap"):
        refuse_unknown("spelling:odd", ("odd",), ("swap",))


def test_what_a_pattern_stands_for() -> None:
    assert matches("numerical:entailed", "numerical:paper,entailed")
    assert not matches("numerical:entailed", "numerical:contradicted")
    assert not matches("past", "passive")


@pytest.mark.parametrize(
    ("text", "contrasts"),
    [
        ("may;original", ["may;original"]),
        ("spelling:swap", ["original;spelling:swap"]),
        ("drop:NOUN+PRON", ["drop:NOUN+PRON;drop:NOUN+PRON"]),
        ("cleft+spelling", ["original;cleft+spelling"]),
        ("length-mismatch", ["length-mismatch;original"]),
        ("swap-pair", ["swap-pair"]),
        ("(past;future)+keep:NOUN+VERB", ["past+keep:NOUN+VERB;future+keep:NOUN+VERB"]),
        (
            "numerical:paper",
            [
                "original;premise+numerical:paper,entailed",
                "original;premise+numerical:paper,contradicted",
                "numerical:paper,entailed;premise",
                "hypothesis;numerical:paper,entailed",
                "hypothesis;numerical:paper,contradicted",
                "hypothesis+numerical:paper,entailed;original",
            ],
        ),
    ],
)
def test_what_a_name_alone_is_short_for(text: str, contrasts: list[str]) -> None:
    found = expand(text)
    assert [str(contrast) for contrast in found] == contrasts
    assert tuple(map(parse_contrast, contrasts)) == found


@pytest.mark.parametrize("text", ["past", "past+cleft", "drop NOUN", "spelling+past", ""])
def test_other_names_alone_are_no_contrast(text: str) -> None:
    with pytest.raises(UsageError, match=r"use the form premise;hypothesis|does not specify which"):
        expand(text)


def test_every_declaration_can_be_found_and_labelled() -> None:
    from litgen.contrast.policy import load_policy

    classes = load_policy().file.classes
    for name, stated in declarations.declared().items():
        assert name in names()
        assert callable(declarations.factory_of(name))
        assert stated.label_class is None or stated.label_class in classes
        shown = stated.shown[0] if stated.shown else name
        for contrast in expand(shown if stated.level == "sentence" else name):
            if stated.label_class is not None or name in ("swap-pair",):
                assert load_policy().cut(contrast), contrast
        assert stated.summary
        assert stated.phenomenon
