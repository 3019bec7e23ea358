"""Rows in memory are read as the rows of a file are; every fault names row and column."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import datasets
import numpy as np
import pandas as pd
import pytest

from litgen.data import Pair, PairReader, label_map_of, parse_map, read_pairs
from litgen.exceptions import DataError, LitgenError, UsageError

ROWS = [
    {"pairID": "a", "sentence1": "A man sleeps.", "sentence2": "A man rests.",
     "gold_label": "entailment", "genre": "fiction", "year": 1902},
    {"pairID": "b", "sentence1": "Dogs run.", "sentence2": "Cats run.",
     "gold_label": "neutral", "genre": None, "year": 1903},
]  # fmt: skip
BARE = [
    {"premise": "A man sleeps.", "hypothesis": "A man rests.", "label": 0},
    {"premise": "Dogs run.", "hypothesis": "Cats run.", "label": 1},
]
NAMES = ["entailment", "neutral", "contradiction"]


def classes(rows: list[dict[str, Any]], column: str = "label") -> datasets.Dataset:
    made = datasets.Dataset.from_list(rows)
    return made.cast_column(column, datasets.ClassLabel(names=NAMES))


@pytest.mark.parametrize(
    "make", [list, iter, tuple, pd.DataFrame, datasets.Dataset.from_list], ids=str
)
def test_the_same_pairs_as_of_a_file(tmp_path: Path, make: Any) -> None:
    path = tmp_path / "pairs.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    reader = PairReader(make(ROWS))
    assert list(reader) == list(reader) == list(read_pairs(path))


def test_made_up_ids_are_those_of_a_file_called_pairs(tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in BARE))
    known = {"0": "entailment", "1": "neutral"}
    found = list(PairReader(pd.DataFrame(BARE), labels_map=known))
    assert found == list(PairReader(path, labels_map=known))
    assert found[1].id == "pairs-2"


def test_pairs_are_rows() -> None:
    pairs = list(read_pairs(ROWS))
    assert list(read_pairs(pairs)) == pairs
    assert pairs[0].source == {"genre": "fiction", "year": 1902}


def test_numbers_mean_what_the_class_label_says() -> None:
    assert [pair.label for pair in read_pairs(classes(BARE))] == ["entailment", "neutral"]
    other = [{**row, "gold": row["label"], "label": 0} for row in BARE]
    found = read_pairs(classes(other, "gold"), columns={"label": "gold"})
    assert [pair.label for pair in found] == ["entailment", "neutral"]


def test_a_formatted_dataset_is_read_as_it_is() -> None:
    made = classes(BARE).with_format("numpy")
    assert [pair.label for pair in read_pairs(made)] == ["entailment", "neutral"]
    streamed = classes(BARE).to_iterable_dataset()
    assert [pair.label for pair in read_pairs(streamed)] == ["entailment", "neutral"]


def test_values_of_numpy_and_pandas() -> None:
    rows = [{**BARE[0], "label": np.int64(0), "more": np.float32(0.5), "gone": pd.NA}]
    (pair,) = read_pairs(rows, labels_map={"0": "entailment"})
    assert (pair.label, pair.source) == ("entailment", {"more": 0.5, "gone": None})
    frame = pd.DataFrame(rows).astype({"label": "category"})
    assert next(read_pairs(frame, labels_map={"0": "entailment"})).label == "entailment"


def test_no_gold_label_is_left_out_as_of_a_file() -> None:
    reader = PairReader(classes([*BARE, {**BARE[0], "label": -1}]))
    assert (len(list(reader)), dict(reader.skipped)) == (2, {"no gold label": 1})


FAULTS = {
    "none": (BARE[0] | {"hypothesis": None}, "the hypothesis (column 'hypothesis') is missing"),
    "nan": (BARE[0] | {"premise": float("nan")}, "the premise (column 'premise') is missing"),
    "number": (
        BARE[0] | {"premise": 3},
        "the premise (column 'premise') must be text but has the type int: 3",
    ),
    "bytes": (BARE[0] | {"premise": b"A"}, "must be text but has the type bytes: b'A'"),
    "empty": (BARE[0] | {"premise": ""}, "the premise (column 'premise') is empty"),
    "spaces": (
        BARE[0] | {"hypothesis": " \t\u00a0\u200b"}, "the hypothesis (column 'hypothesis') is empty"
    ),
    "other label": (
        BARE[0] | {"label": "maybe"},
        "unknown label 'maybe' (column 'label'); the labels must be entailment, contradiction and "
        "neutral, or entailment and not_entailment; use labels_map={'maybe': 'LABEL'}",
    ),
    "number as label": (
        BARE[0] | {"label": 7}, "for example labels_map={'0': 'entailment', '1': 'neutral'"
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", FAULTS)
def test_faults_name_row_and_column(kind: str) -> None:
    row, message = FAULTS[kind]
    known = {"0": "entailment"}
    for rows, place in (([BARE[0], row], "pairs[1]"), (pd.DataFrame([BARE[0], row]), "pairs.iloc")):
        with pytest.raises(DataError) as caught:
            list(PairReader(rows, labels_map=known))
        said = str(caught.value)
        assert place in said and "\n" not in said
        if isinstance(rows, list):  # a DataFrame makes a float of an integer beside NaN
            assert said == f"{place}: {message}" or message in said
        reader = PairReader(rows, labels_map=known, on_error="skip")
        assert (len(list(reader)), reader.skipped.total()) == (1, 1)


def test_a_missing_label_is_counted() -> None:
    rows = [BARE[0], *({**BARE[0], "label": none} for none in (None, float("nan"), pd.NA, "nan"))]
    for source in (rows, pd.DataFrame(rows)):
        reader = PairReader(source, labels_map={"0": "entailment"})
        assert len(list(reader)) == 1
        assert reader.skipped == {"no gold label": 4}


def test_whole_numbers_that_pandas_made_floats(tmp_path: Path) -> None:
    """A column of integers with a gap: 0.0, 1.0, 2.0 and NaN, as labels and as ids."""
    gaps = [0, 1, 2, None]
    frame = pd.DataFrame(
        {"id": [101, 102, 103, None], "premise": "A man sleeps.", "hypothesis": "A man rests.",
         "label": gaps}
    )  # fmt: skip
    assert frame["label"].dtype == frame["id"].dtype == float
    frame.to_csv(tmp_path / "a.csv", index=False)
    frame.to_parquet(tmp_path / "a.parquet")
    frame.to_json(tmp_path / "a.jsonl", orient="records", lines=True)
    names = parse_map("0.0=entailment,1=neutral,2=contradiction")
    for source in (frame, *(tmp_path / f"a.{kind}" for kind in ("csv", "parquet", "jsonl"))):
        reader = PairReader(source, labels_map=names)
        found = [(pair.id, pair.label) for pair in reader]
        assert found == [("101", "entailment"), ("102", "neutral"), ("103", "contradiction")]
        assert reader.skipped == {"no gold label": 1}
    with pytest.raises(DataError, match=r"label 0 is a number that the source does not define"):
        list(PairReader(tmp_path / "a.csv"))


def test_missing_columns() -> None:
    with pytest.raises(
        DataError, match=r"the premise.*columns=\{'premise': 'NAME', 'hypothesis': 'NAME'\}"
    ):
        list(read_pairs(pd.DataFrame({"text": ["a"]})))
    with pytest.raises(DataError, match=r"pairs\[0\]: there is no column for the label"):
        list(read_pairs([{"premise": "a", "hypothesis": "b"}]))


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (3, "int has no rows"),
        (None, "NoneType has no rows"),
        (BARE[0], "dict has no rows"),
        (np.array("x"), "ndarray has no rows"),
        (datasets.DatasetDict(train=classes(BARE)), r"use one of pairs\['train'\]"),
        (pd.DataFrame([["a", "b"]], columns=["premise", "premise"]), "two columns are called"),
    ],
)
def test_what_has_no_rows(source: Any, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        list(read_pairs(source))


@pytest.mark.parametrize("name", ["x" * 9999, "\ud800.csv", "a\0b.csv"])
def test_names_that_no_file_can_have(name: str) -> None:
    with pytest.raises(DataError):
        list(read_pairs(name))


def test_rows_that_are_none() -> None:
    with pytest.raises(LitgenError, match=r"pairs\[0\]: the row must be a dict"):
        list(read_pairs([("A man sleeps.", "A man rests.", "entailment")]))  # type: ignore[list-item]


def test_gaps_in_a_list_of_texts_are_counted() -> None:
    reader = PairReader(["A man sleeps.", None, 5, ""], text="text")  # type: ignore[list-item]
    assert [each.premise for each in reader] == ["A man sleeps."]
    assert reader.skipped == {"not a text": 2, "empty text": 1}


def test_a_row_of_pairs_keeps_its_line() -> None:
    assert list(read_pairs([Pair("x", "A", "B", "neutral")])) == [
        Pair("x", "A", "B", "neutral", line=1)
    ]


def test_label_maps() -> None:
    assert label_map_of(NAMES)["1"] == "neutral"
    assert label_map_of({True: "e"}) == {"True": "entailment"}
    with pytest.raises(UsageError, match="labels_map: 1: there is no label 'maybe'"):
        label_map_of({1: "maybe"})
