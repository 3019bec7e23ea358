"""What a model learns from, and what it must not."""

from __future__ import annotations

import json

import pytest

from litgen.data.splitting import premises_of
from litgen.exceptions import DataError
from litgen.training.data import Reading, Sources
from tests.training.examples import write_pairs


def gather(sources, validation=(), share=0.0, **given):
    return Sources(tuple(sources), tuple(validation), share, **given).gather()


def test_split_by_premise(tmp_path):
    data = gather([str(write_pairs(tmp_path / "a.jsonl"))], share=0.3)
    assert len(data.train) + len(data.validation) == 60
    assert data.validation
    assert not premises_of(data.train) & premises_of(data.validation)
    assert data.counts["pairs"] == {"train": len(data.train), "validation": len(data.validation)}


def test_premises_of_a_test_set_are_left_out_and_counted(tmp_path):
    train, test = write_pairs(tmp_path / "a.jsonl"), write_pairs(tmp_path / "t.jsonl", 6, 10)
    data = gather([str(train)], exclude=[str(test)])
    kept_out = premises_of(gather([str(test)]).train)
    assert not premises_of(data.train) & kept_out
    assert data.counts["left out"] == {"premise to be kept out": 60 - len(data.train)} != {}


def test_two_classes_beside_three_are_refused(tmp_path):
    three, two = write_pairs(tmp_path / "a.jsonl"), tmp_path / "b.jsonl"
    pair = {"premise": "A cat sat.", "hypothesis": "A cat ran.", "label": "not_entailment"}
    two.write_text(json.dumps(pair))
    assert gather([str(two)]).labels == ("entailment", "not_entailment")
    cure = "--labels-map contradiction=not_entailment,neutral=not_entailment"
    with pytest.raises(DataError, match=cure):
        gather([str(three), str(two)])


def test_premises_of_the_validation_set_are_left_out(tmp_path):
    train, held = write_pairs(tmp_path / "a.jsonl"), write_pairs(tmp_path / "v.jsonl", 6)
    data = gather([str(train)], validation=[str(held)], share=0.5)
    assert len(data.validation) == 6
    assert len(data.train) == 54
    assert data.counts["left out"] == {"premise to validate on": 6}


def test_the_validation_share_is_independent_of_another_split(tmp_path):
    """Else whoever holds out a fifth first would have nothing left to validate on."""
    from litgen.data.splitting import in_share

    data = gather([str(write_pairs(tmp_path / "a.jsonl", 300))], share=0.2)
    rest = [pair for pair in data.validation if not in_share(pair.premise, 0.2)]
    assert len(rest) > len(data.validation) / 2


def test_nothing_left(tmp_path):
    file = str(write_pairs(tmp_path / "a.jsonl", 6))
    with pytest.raises(DataError, match=r"there is no pair to train on.*6 premise to be kept out"):
        gather([file], exclude=[file])
    with pytest.raises(DataError, match="there is no pair to validate on"):
        gather([file], share=1e-9)


def test_faults_are_skipped_and_counted_on_request(tmp_path):
    file = write_pairs(tmp_path / "a.jsonl", 6)
    file.write_text(file.read_text() + '{"premise": "half\n')
    with pytest.raises(DataError, match=r"a\.jsonl:7: broken JSON"):
        gather([str(file)])
    data = gather([str(file)], reading=Reading(on_error="skip"))
    assert data.counts["left out"] == {"broken JSON": 1}


def write_augmented(path, number=40, **named):
    """Originals, each with a contrast pair that names what it was made of."""
    rows = []
    for at in range(number):
        premise = f"A man rides horse {at}."
        row = {"premise": premise, "hypothesis": f"He moves {at}.", "label": "neutral"}
        values = {"original_id": f"p{at}", "original_premise": premise}
        made = {"premise": f"It is horse {at} that the man rides.",
                **{name: values[name] for name in named["by"]}}  # fmt: skip
        rows += [{"id": f"p{at}", **row}, {"id": f"p{at}:cleft", **row, **made}]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.mark.parametrize("by", [("original_id",), ("original_premise",)])
def test_contrast_pairs_do_not_leak_into_validation(tmp_path, by):
    data = gather([str(write_augmented(tmp_path / "a.jsonl", by=by))], share=0.3)
    assert len(data.validation) > 10
    sides = [{pair.id.partition(":")[0] for pair in part} for part in data[:2]]
    assert not sides[0] & sides[1]


def test_contrast_pairs_of_a_test_set_are_left_out(tmp_path):
    """By the premise of their original, whatever became of it; articles and commas aside."""
    train = write_augmented(tmp_path / "a.jsonl", by=("original_premise",))
    test = tmp_path / "t.jsonl"
    test.write_text('{"premise": "The man, rides horse 7", "hypothesis": "He.", "label": "-"}\n')
    data = gather([str(train)], exclude=[str(test)])
    assert {pair.id for pair in data.train}.isdisjoint({"p7", "p7:cleft"})
    assert data.counts["left out"] == {"premise to be kept out": 2}
    # And the other way: a contrast pair of the test set keeps its original out.
    test.write_text(
        '{"premise": "It was.", "hypothesis": "He.", "label": "neutral", '
        '"original_premise": "A man rides horse 9."}\n'
    )
    data = gather([str(train)], validation=[str(test)])
    assert data.counts["left out"] == {"premise to validate on": 2}
    assert gather([str(train)], exclude=[str(test)]).train == data.train


def test_the_captions_of_an_image_do_not_leak_into_validation(tmp_path):
    rows = [
        {"pairID": f"{at // 5}.jpg#{at % 5}r1n", "sentence1": f"Caption {at}.",
         "sentence2": "He.", "gold_label": "neutral"}
        for at in range(200)
    ]  # fmt: skip
    file = tmp_path / "snli.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    data = gather([str(file)], share=0.3)
    images = [{pair.id.partition("#")[0] for pair in part} for part in data[:2]]
    assert images[0] and images[1]
    assert not images[0] & images[1]
