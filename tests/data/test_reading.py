"""Reading pairs: every format, labels by name, and every fault with its line."""

from __future__ import annotations

import gzip
import io
import json
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from litgen.data import PairReader, label_map_of, parse_map, read_pairs
from litgen.exceptions import DataError, UsageError
from litgen.files import digest

ROW = {
    "pairID": "p1",
    "sentence1": "A man sleeps.",
    "sentence2": "A man rests.",
    "gold_label": "entailment",
    "genre": "fiction",
}


def write(path: Path, *rows: Any) -> Path:
    lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def read(path: Path, **options: Any) -> tuple[list[Any], PairReader]:
    reader = PairReader(path, **options)
    return list(reader), reader


def test_jsonl_of_snli(tmp_path: Path) -> None:
    (pair,), _ = read(write(tmp_path / "a.jsonl", ROW))
    assert pair[:6] == (
        "p1",
        "A man sleeps.",
        "A man rests.",
        "entailment",
        {"genre": "fiction"},
        1,
    )


def test_hugging_face_columns_and_made_up_ids(tmp_path: Path) -> None:
    row = {"premise": "A", "hypothesis": "B", "label": "CONTRADICTION"}
    (pair,), _ = read(write(tmp_path / "hf.json", row))
    assert (pair.id, pair.label) == ("hf-1", "contradiction")


@pytest.mark.parametrize("nothing", ["", None])
def test_an_empty_id_is_none(tmp_path: Path, nothing: Any) -> None:
    rows = [{**ROW, "pairID": nothing}, {**ROW, "pairID": nothing, "id": 7}]
    pairs, _ = read(write(tmp_path / "a.jsonl", *rows))
    assert [pair.id for pair in pairs] == ["a-1", "7"]


def test_numbers_need_a_meaning(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", {"premise": "A", "hypothesis": "B", "label": 0})
    with pytest.raises(DataError, match=r"a\.jsonl:1: the label 0 is a number.*--labels-map 0="):
        read(path)
    pairs, _ = read(path, labels_map={"0": "neutral"})
    assert pairs[0].label == "neutral"


def test_label_map_is_checked() -> None:
    assert label_map_of(parse_map("0=e, 1=neutral")) == {"0": "entailment", "1": "neutral"}
    with pytest.raises(UsageError, match="there is no label 'maybe'"):
        label_map_of(parse_map("0=entailment,1=maybe"))


NAMES = {
    "RTE": ("entailment", "not_entailment"),
    "HANS": ("entailment", "non-entailment"),
    "summaries": ("SUPPORTED", "NOT_SUPPORTED"),
    "SciTail": ("entails", "neutral"),
    "FEVER": ("SUPPORTS", "REFUTES", "NOT ENOUGH INFO"),
}
MEANT = {
    "SciTail": ["entailment", "neutral"],
    "FEVER": ["entailment", "contradiction", "neutral"],
}


@pytest.mark.parametrize("source", NAMES)
def test_names_of_two_and_three_classes(tmp_path: Path, source: str) -> None:
    """By name and as the numbers of a class label; no map is needed."""
    meant = MEANT.get(source, ["entailment", "not_entailment"])
    classes = ("entailment", "contradiction", "neutral") if source in MEANT else tuple(meant)
    rows = [{**ROW, "pairID": n, "gold_label": n} for n in NAMES[source]]
    pairs, reader = read(write(tmp_path / "a.jsonl", *rows))
    assert [pair.label for pair in pairs] == meant and reader.labels == classes
    datasets = pytest.importorskip("datasets")
    numbers = [{"premise": "A", "hypothesis": "B", "label": n} for n in range(len(meant))]
    features = datasets.Features(
        {"premise": datasets.Value("string"), "hypothesis": datasets.Value("string"),
         "label": datasets.ClassLabel(names=list(NAMES[source]))}
    )  # fmt: skip
    made = datasets.Dataset.from_list(numbers, features=features)
    assert [pair.label for pair in read_pairs(made)] == meant
    only = PairReader(made.select([0]))  # whose one label says nothing of the classes
    assert [pair.label for pair in only] == ["entailment"] and only.labels == classes


def test_two_classes_beside_three_are_refused(tmp_path: Path) -> None:
    labels = ("entailment", "not_entailment", "entailment", "neutral")
    rows = [{**ROW, "pairID": n, "gold_label": each} for n, each in enumerate(labels)]
    path = write(tmp_path / "a.jsonl", *rows)
    cure = "--labels-map contradiction=not_entailment,neutral=not_entailment"
    with pytest.raises(
        DataError, match=rf"a\.jsonl:4: the label is 'neutral', but line 2 has .*{cure}"
    ):
        read(path)
    pairs, reader = read(path, on_error="skip")
    assert len(pairs) == 3 and reader.skipped == {"unknown label": 1}
    _, reader = read(path, labels_map={"neutral": "not_entailment"})
    assert reader.labels == ("entailment", "not_entailment")
    pairs, reader = read(path, labels_map={"not_entailment": "neutral"})
    assert reader.labels == ("entailment", "contradiction", "neutral")


@pytest.mark.parametrize("label", ["-", " - ", "", "-1", -1, None, "None", "null"])
def test_no_gold_label_is_counted_and_left_out(tmp_path: Path, label: Any) -> None:
    pairs, reader = read(write(tmp_path / "a.jsonl", {**ROW, "gold_label": label}, ROW))
    assert len(pairs) == 1
    assert (reader.read, reader.skipped) == (2, Counter({"no gold label": 1}))


def test_csv_divided_by_semicolons(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text('premise;hypothesis;label\nYes, it rains.;"It; rains.";neutral\n')
    (pair,) = read_pairs(path)
    assert (pair.premise, pair.hypothesis) == ("Yes, it rains.", "It; rains.")


def test_csv_with_a_line_break_inside_a_field(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(
        'id,premise,hypothesis,label\n1,"A man,\nasleep.",B.,neutral\n2,"C ""c""",D,entailment\n'
    )
    pairs, _ = read(path)
    assert [(pair.premise, pair.line) for pair in pairs] == [("A man,\nasleep.", 2), ('C "c"', 4)]


def test_tsv_unquotes_only_what_is_quoted_well(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text(
        'sentence1\tsentence2\tgold_label\n"He said ""hi""."\t"Go" he said\tentailment\n'
    )
    (pair,), _ = read(path)
    assert (pair.premise, pair.hypothesis) == ('He said "hi".', '"Go" he said')


def test_gz_bom_and_unknown_endings(tmp_path: Path) -> None:
    path = tmp_path / "pairs"
    path.write_bytes(gzip.compress(b"\xef\xbb\xbf" + json.dumps(ROW).encode()))
    assert len(read(path)[0]) == 1


def test_truncated_gz(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(gzip.compress(json.dumps(ROW).encode() * 50)[:-20])
    with pytest.raises(DataError, match="cannot be read to its end"):
        read(path)


def test_parquet_with_label_names(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    table = pyarrow.table({"premise": ["A"], "hypothesis": ["B"], "label": [2]})
    features = {"label": {"names": ["entailment", "neutral", "contradiction"]}}
    about = json.dumps({"info": {"features": features}})
    parquet.write_table(
        table.replace_schema_metadata({"huggingface": about}), tmp_path / "a.parquet"
    )
    (pair,), _ = read(tmp_path / "a.parquet")
    assert pair.label == "contradiction"


def test_parquet_that_is_none(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    (tmp_path / "a.parquet").write_bytes(b"PAR1 but no more")
    with pytest.raises(DataError, match="this is not a readable Parquet file"):
        read(tmp_path / "a.parquet")


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    stdin = SimpleNamespace(buffer=io.BytesIO(json.dumps(ROW).encode()))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert [pair.id for pair in read_pairs("-")] == ["p1"]


FAULTS = {
    "broken JSON": ('{"sentence1": ', r":2: broken JSON, column \d+"),
    "missing column": (
        '{"sentence1": "A", "text": "B"}',
        ":2: there is no column for the hypothesis",
    ),
    "unknown label": (json.dumps({**ROW, "gold_label": "maybe"}), ":2: unknown label 'maybe'"),
    "duplicate id": (json.dumps(ROW), ":2: duplicate id 'p1', first in line 1"),
    "not a sentence": (
        json.dumps({**ROW, "sentence1": 3}),
        r":2: the premise \(column 'sentence1'\) must be text",
    ),
    "broken character": (
        json.dumps({**ROW, "sentence1": "\ud800"}),
        ":2: .* half of a surrogate pair",
    ),
}


@pytest.mark.parametrize("kind", FAULTS)
def test_faults_name_file_and_line_or_are_counted(tmp_path: Path, kind: str) -> None:
    line, message = FAULTS[kind]
    path = write(tmp_path / "a.jsonl", ROW, line, {**ROW, "pairID": "p3"})
    with pytest.raises(DataError, match=r"a\.jsonl" + message):
        read(path)
    pairs, reader = read(path, on_error="skip")
    assert [pair.id for pair in pairs] == ["p1", "p3"]
    assert reader.skipped == Counter({kind: 1})


def test_not_utf8(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    good = json.dumps(ROW).encode()
    path.write_bytes(good + b"\n" + good.replace(b"sleeps", b"sl\xe9ps") + b"\n")
    with pytest.raises(DataError, match=r"a\.jsonl:2: the line is not UTF-8"):
        read(path)
    assert read(path, on_error="skip")[1].skipped == Counter({"not UTF-8": 1})


def test_missing_column_in_a_header_names_those_there(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("text_a\tsentence2\tgold_label\nA\tB\tneutral\n")
    with pytest.raises(DataError, match="the columns are text_a, sentence2, gold_label"):
        read(path, on_error="skip")
    assert len(read(path, columns={"premise": "text_a"})[0]) == 1


def test_a_row_with_too_few_fields(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("sentence1\tsentence2\tgold_label\nA\tB\n")
    with pytest.raises(DataError, match=r"a\.tsv:2: the row has 2 fields, but the header has 3"):
        read(path)


def test_odd_text_is_read_as_it_is(tmp_path: Path) -> None:
    odd = ["?", "word " * 10_000, "a\x00b\x1b", "\U0001f600 smiles", "הכלב נובח", "a\u2028b"]
    rows = [{**ROW, "pairID": str(n), "sentence1": text} for n, text in enumerate(odd)]
    pairs, _ = read(write(tmp_path / "a.jsonl", *rows))
    assert [pair.premise for pair in pairs] == odd


@pytest.mark.parametrize("ending", ["csv", "tsv", "jsonl"])
@pytest.mark.parametrize("text", ["", "  ", "\u00a0"])
def test_an_empty_sentence_is_at_fault(tmp_path: Path, ending: str, text: str) -> None:
    rows = [ROW, {**ROW, "pairID": "p2", "sentence2": text}]
    path = tmp_path / f"a.{ending}"
    if ending == "jsonl":
        write(path, *rows)
    else:
        between = "," if ending == "csv" else "\t"
        write(path, between.join(ROW), *(between.join(row.values()) for row in rows))
    with pytest.raises(DataError, match=r"the hypothesis \(column 'sentence2'\) is empty"):
        read(path)
    pairs, reader = read(path, on_error="skip")
    assert len(pairs) == 1 and reader.skipped == {"empty text": 1}
    pairs, _ = read(path, empty=True)  # as corruptions leave them
    assert [pair.hypothesis for pair in pairs] == [ROW["sentence2"], text]


@pytest.mark.parametrize("name", ["a.csv", "a.tsv", "a.parquet", "a"])
def test_an_empty_file_is_said_to_be_empty(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"")
    with pytest.raises(DataError, match=r"the file is empty$"):
        read(tmp_path / name)
    if name.endswith("sv"):
        with pytest.raises(DataError, match=r"the file is empty$"):
            read(write(tmp_path / name, "\n"))


def test_a_column_of_single_sentences_is_no_premise(tmp_path: Path) -> None:
    path = write(tmp_path / "a.csv", "sentence,label", "A man sleeps.,1")
    with pytest.raises(DataError) as caught:
        read(path)
    assert "for single sentences (column 'sentence'), use --sentences" in str(caught.value)
    assert "did you mean" not in str(caught.value)
    with pytest.raises(DataError, match="use sentences=True"):
        list(PairReader([{"text": "A man sleeps."}]))


def test_missing_file_and_folder(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="No such file"):
        read(tmp_path / "none.jsonl")
    with pytest.raises(DataError, match="this is a folder"):
        read(tmp_path, format="jsonl")


def test_a_hub_name_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "datasets", None)
    with pytest.raises(UsageError, match=r"nyu-mll/multi_nli: .* pip install 'litgen-nli\[hub\]'"):
        list(read_pairs("nyu-mll/multi_nli"))


def test_a_hub_data_set_with_its_features(monkeypatch: pytest.MonkeyPatch) -> None:
    class Data(list[Any]):
        def __init__(self, rows: list[Any]) -> None:
            super().__init__(rows)
            names = ["entailment", "neutral", "contradiction"]
            text = SimpleNamespace()
            label = SimpleNamespace(names=names)
            self.features = {"premise": text, "hypothesis": text, "label": label}

    rows = Data([{"premise": "A", "hypothesis": "B", "label": 1}])
    hub = SimpleNamespace(
        get_dataset_split_names=lambda path: ["train", "validation"],
        load_dataset=lambda path, split, streaming: rows,
    )
    monkeypatch.setitem(sys.modules, "datasets", hub)
    assert [pair.label for pair in read_pairs("snli:train")] == ["neutral"]
    with pytest.raises(UsageError, match="use one of its splits: stanfordnlp/snli:train"):
        list(read_pairs("snli"))


OTHER = {**ROW, "pairID": "p2", "sentence2": 'A "man", {sits} [é].'}


@pytest.mark.parametrize("indent", [None, 0, 4])
@pytest.mark.parametrize("size", [1, 7, 1 << 16])
def test_a_json_array(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, indent: int | None, size: int
) -> None:
    monkeypatch.setattr("litgen.data.rows._CHUNK", size)
    text = json.dumps([ROW, OTHER], indent=indent, ensure_ascii=False)
    path = tmp_path / "a.json"
    path.write_text(f"\n {text}\n", "utf-8")
    pairs, _ = read(path)
    assert [(each.id, each.hypothesis) for each in pairs] == [
        ("p1", "A man rests."),
        ("p2", 'A "man", {sits} [é].'),
    ]
    if indent is None:
        assert [each.line for each in pairs] == [2, 2]
    else:
        assert [each.line for each in pairs] == [3, 3 + len(ROW) + 2]


def test_a_json_array_packed_or_empty(tmp_path: Path) -> None:
    path = tmp_path / "a.json.gz"
    path.write_bytes(gzip.compress(json.dumps([ROW], indent=1).encode()))
    assert len(read(path)[0]) == 1
    path = tmp_path / "b.json"
    path.write_text("[\n]\n")
    assert read(path)[0] == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b'[{"a": 1},\n 5]', "a.json:1: there is no column for the premise"),
        (b'[5, {"a": 1}]', "a.json:1: the row must be a JSON object but has the type int"),
        (b'[\n{"a": 1,\n', "a.json:2: broken JSON: Expecting property name"),
        (b"[\n", "a.json:2: broken JSON: the array does not end"),
        (b"[] x", "a.json:1: broken JSON: 'x' in an array"),
        (b'[{} {}]', "a.json:1: there is no column"),
        (b"[\n\xff]", "not UTF-8"),
    ],
)  # fmt: skip
def test_faults_of_a_json_array(tmp_path: Path, text: bytes, message: str) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(text)
    with pytest.raises(DataError, match=message.replace("[", r"\[")):
        read(path)


def test_what_follows_a_broken_object_of_an_array_is_counted_once(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps([ROW])[:-1] + ', {"a": }, {}]')
    pairs, reader = read(path, on_error="skip")
    assert (len(pairs), reader.skipped) == (1, Counter({"broken JSON": 1}))


def test_a_folder_of_save_to_disk(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    features = datasets.Features(
        {"premise": datasets.Value("string"), "hypothesis": datasets.Value("string"),
         "label": datasets.ClassLabel(names=["entailment", "neutral", "contradiction"])}
    )  # fmt: skip
    rows = {"premise": ["A.", "B."], "hypothesis": ["C.", "D."], "label": [1, 2]}
    data = datasets.Dataset.from_dict(rows, features=features)
    data.save_to_disk(str(tmp_path / "one"))
    pairs, _ = read(tmp_path / "one")
    assert [(each.id, each.label) for each in pairs] == [
        ("one-1", "neutral"),
        ("one-2", "contradiction"),
    ]
    datasets.DatasetDict({"train": data}).save_to_disk(str(tmp_path / "several"))
    with pytest.raises(UsageError, match=r"use one of its splits: .*several/train"):
        read(tmp_path / "several")
    assert len(read(tmp_path / "several" / "train")[0]) == 2
    before = digest(tmp_path / "one")
    (tmp_path / "one" / "state.json").write_text("{")
    assert digest(tmp_path / "one") != before
    with pytest.raises(DataError, match="litgen cannot read the data set"):
        read(tmp_path / "one")
