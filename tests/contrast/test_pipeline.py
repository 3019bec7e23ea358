"""Building a contrast set: files, counts, order, and the same bytes whoever does the work."""

from __future__ import annotations

import json
import zlib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from litgen.contrast import chunks, pipeline
from litgen.contrast.pipeline import build
from litgen.contrast.toolbox import Recipe
from litgen.exceptions import DataError, LitgenError, RuleError, UsageError
from litgen.options import Options

OPTIONS = Options(rank="none")
pytestmark = pytest.mark.usefixtures("fake_registry")


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline, "CHUNK", 4)


def lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "contrast.jsonl").open(encoding="utf-8")]


def test_files_and_order(tmp_path: Path, write_pairs: Callable[..., Path]) -> None:
    manifest = build(write_pairs(10), tmp_path / "out", OPTIONS)
    folder = tmp_path / "out"
    assert sorted(path.name for path in folder.iterdir()) == [
        "README.md", "contrast.jsonl", "manifest.json", "run.json",
    ]  # fmt: skip
    records = lines(folder)
    order = {f"p{n}": n for n in range(10)}
    contrasts = list(manifest["counts"]["contrasts"])
    keys = [(order[r["pair_id"]], contrasts.index(r["contrast"])) for r in records]
    assert keys == sorted(keys)
    assert len({record["id"] for record in records}) == len(records) == manifest["records"]
    assert json.loads((folder / "manifest.json").read_text()) == manifest
    assert "data_files" in (folder / "README.md").read_text()


def test_two_classes_are_written_in_two(tmp_path: Path, write_pairs: Callable[..., Path]) -> None:
    two = {f"p{n}": {"gold_label": ("entailment", "not_entailment")[n % 2]} for n in range(12)}
    path = write_pairs(12, **two)
    manifest = build(path, tmp_path / "out", OPTIONS)
    assert manifest["counts"]["pairs"]["labels"] == ("entailment", "not_entailment")
    assert "| entailment | not_entailment |" in (tmp_path / "out" / "README.md").read_text()
    found = {(r["original_label"], r["label"]) for r in lines(tmp_path / "out")}
    assert ("entailment", "not_entailment") in found  # past;future, to be neutral of three
    assert all(label in ("entailment", "not_entailment") for _, label in found)
    proofs = {r["label_proof"] for r in lines(tmp_path / "out") if r["label"] == "not_entailment"}
    assert all("so not_entailment, in the two classes" in each for each in proofs)


def test_texts_with_two_labels_have_none(tmp_path: Path, write_pairs: Callable[..., Path]) -> None:
    texts = {"sentence1": "A man rides.", "sentence2": "Men are out."}
    path = write_pairs(
        12,
        p1={**texts, "gold_label": "neutral"},
        # The same texts, for all that people write them differently, in another chunk.
        p9={"sentence1": "a man rides", "sentence2": "Men are out", "gold_label": "entailment"},
        p10={**texts, "sentence2": "Women are out.", "gold_label": "entailment"},
    )
    counts = build(path, tmp_path / "out", Options(suite="lit", rank="none"))["counts"]
    assert counts["pairs"]["texts with two labels"] == 1
    kept = {record["pair_id"] for record in lines(tmp_path / "out")}
    assert "p10" in kept and not kept & {"p1", "p9"}
    assert counts["contrasts"]["past;future"]["unlabelled"] == {"two labels in the source": 2}


def test_counts(tmp_path: Path, write_pairs: Callable[..., Path]) -> None:
    path = write_pairs(
        12, p1={"gold_label": "-"}, p3={"sentence2": "A stone."}, p4={"sentence1": "mumble"},
        p5={"sentence2": "boom"}, p6={"sentence1": "A man rode."},
    )  # fmt: skip
    counts = build(path, tmp_path / "out", Options(suite="lit-paper", rank="none"))["counts"]
    assert counts["pairs"] == {
        "read": 12, "kept": 11, "skipped": {"no gold label": 1}, "texts with two labels": 0,
    }  # fmt: skip
    # The sentences that do not parse: one mumbles, one crashes.
    assert counts["sentences"]["distinct"] == counts["sentences"]["parsed"] + 2
    assert counts["guards"] == {"crashed": 9, "parse.no-parse": 9, "parse.no-subject": 9}
    past = counts["transformations"]["past"]
    assert past["sentences"] == past["applicable"] + 3
    assert past["kept"] == past["read back"] == past["generated"] == past["applicable"]
    assert past["declined"] == {"crashed": 1, "parse.no-parse": 1, "parse.no-subject": 1}
    each = counts["contrasts"]["past;future"]
    assert each["pairs"] == 8
    assert each["unlabelled"] == {"present": 1}
    assert each["records"] == each["labels"]["neutral"] == 7
    coverage = counts["coverage"]
    assert coverage["pairs with a version of each sentence"] == coverage["two-sided pairs"] == 8
    assert coverage["two-sided pairs, %"] == round(100 * 8 / 11, 2)


def test_a_sentence_is_done_once(
    tmp_path: Path, write_pairs: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    import contrast_fakes

    seen: list[tuple[str, str]] = []
    apply = contrast_fakes.Fake.apply

    def watch(self: contrast_fakes.Fake, texts: list[str]) -> Any:
        seen.extend((self.name, text) for text in texts)
        return apply(self, texts)

    monkeypatch.setattr(contrast_fakes.Fake, "apply", watch)
    monkeypatch.setattr("litgen.contrast.store.LAG", 1)
    build(write_pairs(40), tmp_path / "out", OPTIONS)
    assert len(seen) == len(set(seen))


def test_same_bytes_with_two_workers_and_from_run_to_run(
    tmp_path: Path, write_pairs: Callable[..., Path]
) -> None:
    path = write_pairs(40)
    for name in ("one", "two"):
        build(path, tmp_path / name, OPTIONS)
    for name in ("contrast.jsonl", "manifest.json", "README.md"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_a_finished_run_is_not_done_again(
    tmp_path: Path, write_pairs: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_pairs()
    first = build(path, tmp_path / "out", OPTIONS)
    monkeypatch.setattr(pipeline, "do_chunk", None)
    assert build(path, tmp_path / "out", OPTIONS) == first


def test_another_run_is_not_overwritten(tmp_path: Path, write_pairs: Callable[..., Path]) -> None:
    path = write_pairs()
    build(path, tmp_path / "out", OPTIONS)
    other = Options(rank="none", seed=1)
    with pytest.raises(UsageError, match=r"another run \(different: options.seed\).*--overwrite"):
        build(path, tmp_path / "out", other)
    assert build(path, tmp_path / "out", other, overwrite=True)["signature"]["options"]["seed"] == 1
    write_pairs(7)
    with pytest.raises(UsageError, match="input_sha256"):
        build(path, tmp_path / "out", other)


def test_overwriting_waits_until_the_input_is_read(
    tmp_path: Path, write_pairs: Callable[..., Path]
) -> None:
    build(write_pairs(), tmp_path / "out", OPTIONS)
    with pytest.raises(DataError):
        build(tmp_path / "none.jsonl", tmp_path / "out", OPTIONS, overwrite=True)
    assert lines(tmp_path / "out")


def test_options_take_lists_and_tables() -> None:
    options = Options(contrast=["may;may"], labels_map={"0": "neutral"})  # type: ignore[arg-type]
    assert hash(options)
    assert Options.from_json(json.loads(json.dumps(options.as_json()))) == options


def test_files_of_others_are_not_overwritten(
    tmp_path: Path, write_pairs: Callable[..., Path]
) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "README.md").write_text("mine")
    with pytest.raises(UsageError, match=r"README\.md exists and was not written by litgen"):
        build(write_pairs(), tmp_path / "out", OPTIONS)
    assert (tmp_path / "out" / "README.md").read_text() == "mine"
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["README.md"]


def test_the_folder_is_a_file(tmp_path: Path, write_pairs: Callable[..., Path]) -> None:
    (tmp_path / "out").write_text("")
    with pytest.raises(UsageError, match="is a file"):
        build(write_pairs(), tmp_path / "out", OPTIONS)


def test_two_writers(tmp_path: Path, write_pairs: Callable[..., Path]) -> None:
    path = write_pairs()

    def meanwhile(done: int, total: int) -> None:
        with pytest.raises(UsageError, match="another litgen process is writing here"):
            build(path, tmp_path / "out", OPTIONS)

    build(path, tmp_path / "out", OPTIONS, progress=meanwhile)


def test_progress(tmp_path: Path, write_pairs: Callable[..., Path]) -> None:
    told: list[tuple[int, int]] = []
    build(write_pairs(10), tmp_path / "out", OPTIONS, progress=lambda *each: told.append(each))
    assert told == [(0, 10), (4, 10), (8, 10), (10, 10)]


def test_faults_of_the_input_show_before_any_work(
    tmp_path: Path, write_pairs: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_pairs(9, p8={"gold_label": "perhaps"})
    monkeypatch.setattr(pipeline, "do_chunk", None)
    with pytest.raises(DataError, match=r"pairs\.jsonl:9: unknown label 'perhaps'"):
        build(path, tmp_path / "out", OPTIONS)
    with pytest.raises(DataError, match="no such file"):
        build(tmp_path / "none.jsonl", tmp_path / "out", OPTIONS)


def test_skipping_faults(tmp_path: Path, write_pairs: Callable[..., Path]) -> None:
    path = write_pairs(9, p8={"gold_label": "perhaps"}, p2={"pairID": "p1"})
    options = Options(rank="none", on_error="skip")
    counts = build(path, tmp_path / "out", options)["counts"]
    assert counts["pairs"]["skipped"] == {"duplicate id": 1, "unknown label": 1}


def test_limit_and_an_empty_file(tmp_path: Path, write_pairs: Callable[..., Path]) -> None:
    manifest = build(write_pairs(9), tmp_path / "three", Options(rank="none", limit=3))
    assert manifest["counts"]["pairs"]["kept"] == 3
    (tmp_path / "none.jsonl").write_text("")
    manifest = build(tmp_path / "none.jsonl", tmp_path / "none", OPTIONS)
    assert manifest["records"] == 0
    assert (tmp_path / "none" / "contrast.jsonl").read_bytes() == b""


def test_wrong_options(tmp_path: Path, write_pairs: Callable[..., Path]) -> None:
    path = write_pairs()
    with pytest.raises(UsageError, match="--jobs 0"):
        build(path, tmp_path / "out", OPTIONS, jobs=0)
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "labels.toml").write_text("[[rule]]")
    with pytest.raises(RuleError, match=r"rules/labels\.toml"):
        build(path, tmp_path / "out", Options(rank="none", rules=str(tmp_path / "rules")))


def test_a_damaged_work_file(tmp_path: Path, write_pairs: Callable[..., Path]) -> None:
    path = write_pairs()

    def stop(done: int, total: int) -> None:
        if done:
            raise KeyboardInterrupt

    with pytest.raises(pipeline.Interrupted, match="repeat the command to resume"):
        build(path, tmp_path / "out", OPTIONS, progress=stop)
    (tmp_path / "out" / ".work" / "chunks.sqlite").write_bytes(b"not a database" * 100)
    with pytest.raises(LitgenError, match="not a database; use --overwrite to start again"):
        build(path, tmp_path / "out", OPTIONS)


def test_the_lag_bounds_what_a_chunk_may_know(tmp_path: Path) -> None:
    from litgen.contrast.store import Store

    store = Store(tmp_path / "store.sqlite")
    done = {"key": (b"packed", (("sentences", "distinct"),), ())}
    store.add(chunks.Result(0, (), Counter(), done), 1, 0.1)
    assert store.known(["key", "other"], chunks.LAG) == {"key": b"packed"}
    assert store.known(["key"], chunks.LAG - 1) == {}
    store.add(chunks.Result(1, (), Counter(), done), 1, 0.1)
    assert store.tally()["sentences", "distinct"] == 1
    store.close()


def test_results_of_other_processes_are_read_back_as_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = chunks.Line("{}\n", "once\0p1", "00", {("contrasts", "a;b", "records"): 1})
    done = {
        "A man\0past": (b"\x78\x9c\xff", (("sentences", "distinct"), ("guards", "x")), ("{}\n",))
    }
    result = chunks.Result(3, (line, line), Counter({("faults", "x"): 2}), done, ("{}\n",), True)
    monkeypatch.setattr(chunks, "do_chunk", lambda task: result)
    task = chunks.Task(3, (), {}, OPTIONS, Recipe(()))
    path = Path(chunks.do_chunk_to_file(task, str(tmp_path)))
    assert json.loads(zlib.decompress(path.read_bytes()))  # JSON: reading it runs nothing
    assert chunks.take_result(path) == result
    assert not path.exists()


def test_a_contrast_without_any_label(tmp_path: Path, write_pairs: Callable[..., Path]) -> None:
    options = Options(contrast=("would;original", "past;original"), rank="none")
    counts = build(write_pairs(3), tmp_path / "out", options)["counts"]["contrasts"]
    assert [each["records"] for each in counts.values()] == [0, 0]
    assert counts["past;original"]["unlabelled"] == {"no rule for this contrast": 3}


def test_new_pairs_of_one_sentence_are_written_once(
    tmp_path: Path, write_pairs: Callable[..., Path]
) -> None:
    options = Options(contrast=("original;premise+antonym",), rank="none")
    manifest = build(write_pairs(10), tmp_path / "out", options)
    assert [each["original_premise"] for each in lines(tmp_path / "out")] == [
        f"Man {n} is riding." for n in range(4)
    ]
    counts = manifest["counts"]["contrasts"]["original;premise+antonym"]
    made = {"pairs": 10, "records": 4, "labels": {"contradiction": 4}}
    assert counts == {"phenomenon": "words", **made}
