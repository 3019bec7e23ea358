"""Phenomena: every labelled contrast of one, with its controls; the default suite."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from litgen.contrast.card import Row, summary_of
from litgen.contrast.notation import parse_contrast
from litgen.contrast.options import combined_suite, suite_of, wanted_contrasts
from litgen.contrast.phenomena import labels_of, load_phenomena, phenomena_of_rules, phenomenon_of
from litgen.contrast.pipeline import build
from litgen.contrast.policy import LabelPolicy, load_policy
from litgen.contrast.suites import find_suite
from litgen.exceptions import UsageError
from litgen.options import DEFAULT_SUITE, Options

POLICY = LabelPolicy(load_policy().file, guarded=False)


def test_each_contrast_of_a_phenomenon_has_a_label_and_is_in_one_only() -> None:
    found = load_phenomena()
    named = [contrast for suite in found.values() for contrast, _ in suite.named]
    assert len(named) == len(set(named)) > 500
    assert all(labels_of(each, POLICY) for each in named)
    assert {*phenomena_of_rules().values()} <= {*found}


@pytest.mark.parametrize(
    ("name", "phenomenon"),
    [
        ("past;future", "tense"),
        ("past+cleft;future+cleft", "cleft"),
        ("original;negation", "negation"),
        ("premise+under:the+preterite+manage-to+negation;premise+under:the+preterite",
         "implicatives"),
        ("premise+negation;premise+negation+quantifier", "monotonicity"),
        ("premise+ongoing+under:the+question;premise+ongoing+under:the+presupposed:existence",
         "presupposition"),
        ("hypothesis;premise", "exchange"),
    ],
)  # fmt: skip
def test_what_a_contrast_is_about(name: str, phenomenon: str) -> None:
    assert phenomenon_of(parse_contrast(name), phenomena_of_rules()) == phenomenon


@pytest.mark.parametrize(
    ("phenomenon", "contrast", "control"),
    [
        ("tense", "past;future", "past;past"),
        ("modality", "original;may", "might;might"),  # that no suite has
        ("negation", "original;negation", "original;double-negation"),
        ("negation", "original;affirmative", None),
        ("voice", "passive;passive", "past+passive;past+passive"),
        ("cleft", "cleft;cleft", "past+cleft;past+cleft"),
        ("aspect", "premise+under:the+activity+past-progressive;premise+under:the+preterite",
         "premise+under:the+activity+past-progressive;premise+under:the+preterite+negation"),
        ("implicatives", "premise+under:the+preterite+fail-to;premise+under:the+preterite",
         "premise+under:the+preterite+plan-to;premise+under:the+preterite"),
    ],
)  # fmt: skip
def test_contrasts_and_controls(phenomenon: str, contrast: str, control: str | None) -> None:
    suite = load_phenomena()[phenomenon]
    controls = {str(each) for each in suite.every_control}
    contrasts = {str(each) for each, _ in suite.named} - controls
    assert str(parse_contrast(contrast)) in contrasts
    assert control is None or str(parse_contrast(control)) in controls


def test_labels_of_the_ground_that_is_asked_for() -> None:
    named = {str(each) for each, _ in load_phenomena(None, "logic")["modality"].named}
    assert "original;may" in named and "must;original" not in named


def test_phenomena_of_a_run() -> None:
    options = Options(contrast="may;original", phenomenon=("cleft", "tense"))
    found = {str(each): suite for each, suite in wanted_contrasts(options).items()}
    assert (found["cleft;cleft"], found["past;past"], found["may;original"]) == (
        "cleft", "tense", None,
    )  # fmt: skip
    assert Options.from_json(options.as_json()) == options
    former = {"contrasts": ["may;original"], "phenomena": ["cleft", "tense"]}
    assert Options.from_json(former) == options
    texts = Options.from_json({"text": "review", "contrasts": ["past"], "tautologies": {}})
    assert texts == Options(text="review", transformation="past")
    with pytest.raises(UsageError, match="no phenomenon 'negatoin': did you mean negation"):
        combined_suite(Options(phenomenon=("negatoin",)))


def test_the_default_suite_has_every_label_without_wordnet() -> None:
    core = find_suite(DEFAULT_SUITE)
    assert suite_of(Options()) == DEFAULT_SUITE
    assert not any(each.needs_wordnet for each in core.all)
    after = [labels_of(each, POLICY) for each in core.contrasts]
    for label in "ECN":
        assert sum(label in "".join(each.values()) for each in after) >= 4
    of_rules = phenomena_of_rules()
    assert {phenomenon_of(each, of_rules) for each in core.contrasts} == {
        "tense", "modality", "negation", "voice", "cleft", "implicatives", "monotonicity",
        "embedding",
    }  # fmt: skip


@pytest.mark.usefixtures("fake_registry")
def test_the_summary_says_why_nothing_was_made(
    tmp_path: Path, write_pairs: Callable[..., Path]
) -> None:
    stones = {"p0": {"sentence2": "A stone."}, "p1": {"sentence2": "The man rode."}}
    contrasts = ("past;future", "past+cleft;future+cleft", "original;passive", "swap-pair")
    options = Options(contrast=contrasts, rank="none", keep_declined=True)
    groups = summary_of(build(write_pairs(1, **stones), tmp_path / "one", options))
    assert list(groups) == ["tense", "voice", "cleft", "corruption"]
    assert groups["voice"] == [
        Row("original;passive", False, 0, 0, (0, 0, 0), 0,
            "passive: The clause has no subject (1 of 1 sentence)")
    ]  # fmt: skip
    groups = summary_of(build(write_pairs(2, **stones), tmp_path / "two", options))
    (tense,) = groups["tense"]
    assert tense.why == "no label: present (1 of 1 pair)"
    (pair,) = groups["corruption"]
    assert (pair.written, pair.why) == (0, "no label: more than one label possible (2 of 2 pairs)")


def test_the_summary_gives_reasons_of_pairs_in_words() -> None:
    each = {"phenomenon": "entities", "pairs": 1, "records": 0}
    counts = {"contrasts": {"original;entity": each | {"declined": {"name.no-replacement": 1}}}}
    (row,) = summary_of({"counts": counts})["entities"]
    assert (
        row.why is not None and "name.no-replacement" not in row.why and "(1 of 1 pair)" in row.why
    )
