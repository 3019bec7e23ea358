"""Mean, worst and spread over prompts, counted by hand; which predictions are of one model."""

from __future__ import annotations

import pytest

from litgen.evaluation.assessment import assess
from litgen.evaluation.procedure import Procedure
from litgen.evaluation.prompt_spread import asked, prompted
from tests.evaluation.makers import make_contrast_set, predict, record

PROCEDURE = Procedure(replicates=200)


@pytest.fixture
def pairs(tmp_path):
    rows = [record(f"{c}x", "past;past", "neutral", "neutral") for c in "abcdefgh"]
    return make_contrast_set(tmp_path / "set", rows)


def ask(folder, pairs, wrong, prompt, model="m", **more):
    said = {f"{c}x:past:past": "E" for c in wrong}
    name = f"{model} {prompt}" if prompt else model
    given = {"prompt": {"name": prompt}} if prompt else {}
    return predict(folder / f"{name}{more}", pairs, said, name=name, **given, **more)


def test_counted_by_hand(tmp_path, pairs):
    found = assess([
        ask(tmp_path, pairs, "ab", "anli"), ask(tmp_path, pairs, "abcdef", "chat"),
        ask(tmp_path, pairs, "abc", "one-word"), ask(tmp_path, pairs, "a", None, "bow"),
    ], PROCEDURE)  # fmt: skip
    rows = {(each.model, each.name): each for each in prompted(found)}
    mine = rows["m", "past;past"]
    assert mine.prompts == ("anli", "chat", "one-word")
    assert mine.contrast == pytest.approx(((6 + 2 + 5) / 24, 2 / 8, "chat", 4 / 8))
    assert mine.both_right == mine.contrast  # all originals are right
    assert mine.original == (1.0, 1.0, None, 0.0)
    assert rows["m", "label kept"].contrast == mine.contrast
    assert rows["m", "originals"].original == (1.0, 1.0, None, 0.0)
    assert rows["m", "originals"].contrast is None
    bow = rows["bow", "past;past"]
    assert (bow.prompts, bow.contrast) == ((), (7 / 8, 7 / 8, None, 0.0))


def test_nothing_of_models_with_one_prompt_each(tmp_path, pairs):
    folders = [ask(tmp_path, pairs, "a", "anli"), ask(tmp_path, pairs, "ab", "chat", "other")]
    assert prompted(assess(folders, PROCEDURE)) == []


def test_the_same_prompt_otherwise_asked(tmp_path, pairs):
    """Another way of scoring is another model; more shots are another prompt."""
    found = assess([
        ask(tmp_path, pairs, "a", "anli", scoring="sum", shots=[]),
        ask(tmp_path, pairs, "a", "chat", scoring="sum", shots=[]),
        ask(tmp_path, pairs, "ab", "anli", scoring="sum", shots=[["p", "h", "neutral"]]),
        ask(tmp_path, pairs, "abc", "anli", scoring="unconditional", shots=[]),
    ], PROCEDURE)  # fmt: skip
    first, second = asked(found)
    assert (len(first.prompts), len(second.prompts)) == (3, 1)
    assert (first.model, second.model) == ("m (sum)", "m (unconditional)")
    assert sorted(first.named.values()) == sorted(each.name for each in found.models[:3])
    (row, _) = (each for each in prompted(found) if each.by == "contrast")
    assert row.contrast.worst == 6 / 8
    assert row.contrast.prompt == found.models[2].name
