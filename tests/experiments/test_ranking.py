"""Models ranked by robustness, and what cannot be ranked together."""

from __future__ import annotations

from pathlib import Path

import pytest

from litgen.exceptions import UsageError
from litgen.experiments.ranking import rank
from litgen.experiments.robustness import robustness

STEADY, SHAKY = [[0.5, 0.52], [0.51, 0.5]], [[0.9, 0.8], [0.7, 0.75]]


def result(model="bow", data="snli", accuracies=STEADY, labels=3, **changed):
    tests = [
        {"tests": [{"original": each, "labels": labels} for each in several]}
        for several in accuracies
    ]
    design = {"phi": "accent", "rho": [0.0, 1.0], "samples": 2, "votes": 1, "budget": 10,
              "search": "once", "seed": 0}  # fmt: skip
    source = {"source": f"data/{data}.jsonl.gz", "sha256": f"{data:x<64}"}
    signature = {
        "data": {"train": [source], "test": [{"source": "t.jsonl", "sha256": "t" * 64}],
                 "validation": [], "exclude": [], "reading": {"limit": None}, "test_share": None,
                 "validation_share": 0.1, "train_limit": None},
        "transformation": {"engine": "dependency", "mode": "sound"},
    }  # fmt: skip
    for name in changed.keys() & design.keys():
        design[name] = changed[name]
    for part in signature.values():
        for name in changed.keys() & part.keys():
            part[name] = changed[name]
    return {
        "model": {"name": model, "fixed": {}}, "design": design, "signature": signature,
        "n": changed.get("n", 100), "contrast_set": changed.get("contrast_set", "transformed/x"),
        "data": {"test": {"labels": {"entailment": 34, "neutral": 33, "contradiction": 33}}},
        "tests": tests, "snr": robustness(accuracies),
    }  # fmt: skip


def ranked(*results, **how):
    return rank({Path(f"out/{at}"): each for at, each in enumerate(results)}, **how)


def test_the_most_robust_first():
    found = ranked(result("shaky", accuracies=SHAKY), result("steady"))
    assert [each["model"] for each in found["ranked"]] == ["steady", "shaky"]
    first = found["ranked"][0]["by_data"]["snli"]
    assert first["low"] < first["value"] == found["ranked"][0]["mean"] < first["high"]
    assert not found["unranked"]


def test_as_in_the_paper():
    found = ranked(result(accuracies=SHAKY), over="runs", ddof=0)["ranked"][0]
    assert found["mean"] == pytest.approx(0.7875 / 0.0739510, abs=1e-3)
    assert found["by_data"]["snli"]["low"] is None


def test_means_over_data_sets():
    """Table 2 of the paper."""
    found = ranked(
        result("one", "snli"), result("one", "mnli", SHAKY), result("two", "mnli"),
        result("two", "snli"),
    )  # fmt: skip
    assert [each["model"] for each in found["ranked"]] == ["two", "one"]
    one = found["ranked"][1]
    values = [each["value"] for each in one["by_data"].values()]
    assert one["mean"] == pytest.approx(sum(values) / 2)


def test_a_classifier_of_one_label_is_not_the_most_robust():
    constant = result("constant", accuracies=[[0.34, 0.34], [0.34, 0.34]], labels=1)
    found = ranked(constant, result("steady"))
    assert [each["model"] for each in found["ranked"]] == ["steady"]
    reason = "not defined: the classifier predicts only one label (snli)"
    assert found["unranked"] == {"constant": reason}


def test_near_chance_on_one_data_set_has_no_place():
    poor = result("poor", "mnli", accuracies=[[0.35, 0.36], [0.36, 0.34]])
    found = ranked(result("poor"), poor, result("good"), result("good", "mnli"))
    assert [each["model"] for each in found["ranked"]] == ["good"]
    assert found["unranked"]["poor"].startswith(
        "not defined: the classifier is near chance: at best, it is right on 35.5"
    )
    assert found["unranked"]["poor"].endswith("(mnli)")


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"samples": 5}, "--samples (2 and 5); repeat one with the --samples of the other"),
        ({"rho": [0.0, 0.5, 1.0]}, "--rho (0,1 and 0,0.5,1); repeat one"),
        ({"budget": 0}, "--budget (10 and 0)"),
        ({"votes": 3}, "--votes (1 and 3)"),
        ({"phi": "passive"}, "--phi (accent and passive)"),
        ({"seed": 1}, "--seed (0 and 1)"),
        ({"search": "each"}, "--search (once and each)"),
        (
            {"mode": "paper"},
            "transformations, mode (sound and paper); transform both",
        ),
        ({"n": 90}, "numbers of test pairs (100 and 90); run both on the same pairs"),
        (
            {"test": [{"source": "t.jsonl", "sha256": "u" * 64}]},
            "test sets (sha256 tttttttttttt and sha256 uuuuuuuuuuuu)",
        ),
        ({"train": [{"source": "snli.jsonl", "sha256": "v"}]}, "training pairs (sha256 snli"),
        ({"train_limit": 50}, "--train-limit (not given and 50)"),
        ({"contrast_set": "transformed/y"}, "pairs or transforms (transformed/x and"),
    ],
)
def test_what_cannot_be_compared(changed, message):
    with pytest.raises(UsageError) as error:
        ranked(result("bow"), result("bert", **changed))
    assert f"out/0 and out/1 cannot be compared, because they have different {message}" in str(
        error.value
    )
    assert "\n" not in str(error.value)


def test_a_file_that_lies_elsewhere_is_the_same():
    moved = [{"source": "elsewhere/t.jsonl", "sha256": "t" * 64}]
    assert len(ranked(result("bow"), result("bert", test=moved))["ranked"]) == 2


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (
            ("bow", "snli"),
            "out/0 and out/1 both contain results of bow on snli",
        ),
        (("bert", "mnli"), "bow was not tested on mnli"),
    ],
)
def test_gaps_and_repetitions(other, message):
    with pytest.raises(UsageError, match=message):
        ranked(result("bow"), result(*other))
