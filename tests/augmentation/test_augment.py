"""The augmented set: which pairs, which not and why, whatever happens on the way."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from litgen.analysis import Examination, analyse
from litgen.analysis.words import MARGIN
from litgen.augmentation import Augmentation, Making, augment
from litgen.augmentation.options import Balance
from litgen.contrast.pipeline import build
from litgen.data import read_pairs
from litgen.exceptions import DataError, LitgenError, UsageError
from litgen.options import Options
from tests.augmentation.conftest import rows_of

pytestmark = pytest.mark.usefixtures("fakes")
Write = Callable[..., Path]
FILES = ("train.jsonl", "manifest.json", "README.md")
TENSES = ("past;future", "future;past")


def making(*contrasts: str, folders: tuple[str, ...] = ()) -> Making:
    made = Options(contrast=contrasts, rank="none") if contrasts else None
    return Making(made, folders)


def test_originals_in_order_each_with_its_contrast_pairs(pairs: Write, tmp_path: Path) -> None:
    result = augment(
        [str(pairs())], tmp_path / "out", Augmentation(balance=()), making=making("past;past")
    )
    rows = rows_of(tmp_path / "out")
    assert [row["id"] for row in rows[:4]] == ["p0", "p0:past:past", "p1", "p1:past:past"]
    assert rows[1]["premise"] == "past: Man 0 is riding."
    assert rows[1]["label"] == "entailment" == rows[1]["original_label"]
    assert {tuple(row) for row in rows} == {tuple(rows[0])}
    assert result["counts"]["rows"] == {"original": 30, "contrast": 30}
    assert result["counts"]["contrasts"]["past;past"] == dict.fromkeys(
        ("entailment", "contradiction", "neutral"), 10
    )


def test_the_rows_can_be_trained_on(pairs: Write, tmp_path: Path) -> None:
    augment([str(pairs())], tmp_path / "out", making=making("past;past"))
    read = list(read_pairs(tmp_path / "out" / "train.jsonl"))
    assert len(read) == 60
    assert Counter(pair.label for pair in read).most_common()[0][1] == 20


def test_cues_are_balanced_with_controls_of_their_own(pairs: Write, tmp_path: Path) -> None:
    result = augment([str(pairs(60))], tmp_path / "out", making=making(*TENSES))
    table = result["counts"]["contrasts"]
    assert set(table) == {*TENSES, "past;past", "future;future"}
    for side in ("premise", "hypothesis"):
        for step, labels in result["cues"][side]["transformations"].items():
            assert max(labels.values()) - min(labels.values()) <= 1, (side, step)
    assert table["past;future"]["neutral"] > 0
    unbalanced = augment(
        [str(pairs(60))], tmp_path / "other", Augmentation(balance=()), making=making(*TENSES)
    )
    assert set(unbalanced["counts"]["contrasts"]) == set(TENSES)
    assert unbalanced["counts"]["labels"]["contrast"]["entailment"] == 0


@pytest.mark.parametrize("balance", [("cues",), ("cues", "contrast")])
def test_no_cue_of_either_side_tells_a_label(
    pairs: Write, tmp_path: Path, balance: tuple[Balance, ...]
) -> None:
    """Neither by the check at the end, nor by litgen analyze, nor counted by hand."""
    made = Making(Options(suite="lit", rank="none"))
    result = augment(
        [str(pairs(900))], tmp_path / "out", Augmentation(balance=balance), making=made
    )
    assert result["cues"]["telling"] == []
    assert result["counts"]["rows"]["contrast"] > 900
    assert set(result["cues"]["hypothesis"]["transformations"]) == {
        "past", "future", "cleft", "passive"
    }  # fmt: skip
    analysis = analyse(str(tmp_path / "out" / "train.jsonl"), Examination(None, baselines=False))
    assert analysis.words.giving() == analysis.premise_words.giving() == []
    rows = rows_of(tmp_path / "out")
    for side in ("premise", "hypothesis"):
        for cue in ("past", "future", "cleft", "passive"):
            labels = Counter(
                row["label"] for row in rows if cue in str(row[f"{side}_transformation"])
            )
            assert max(labels.values()) < 1.02 * min(labels.values()), (side, cue, labels)
    for name in ("past;past", "future;future"):  # what both sentences have tells little, too
        labels = Counter(row["label"] for row in rows if row["contrast"] == name)
        assert max(labels.values()) / labels.total() < 1 / 3 + MARGIN


def test_the_check_says_which_cues_tell_a_label(pairs: Write, tmp_path: Path) -> None:
    made = making("may;original", "past;future", "cleft;cleft")
    result = augment([str(pairs(90))], tmp_path / "out", Augmentation(balance=()), making=made)
    telling = {(each["place"], each["cue"], each["label"]) for each in result["cues"]["telling"]}
    assert telling == {
        (place, cue, "neutral")
        for place, cue in (("premise", "may"), ("premise", "past"), ("hypothesis", "future"))
    }
    one = next(e for e in result["cues"]["telling"] if (e["cue"], e["kind"]) == ("may", "word"))
    assert (one["share"], one["of"]) == (1.0, 90)
    assert result["cues"]["premise"]["words"]["may"] == {
        "entailment": 0, "contradiction": 0, "neutral": 90
    }  # fmt: skip
    said = " ".join((tmp_path / "out" / "README.md").read_text().split())
    assert "in the premise: 4 of them reveal a label: may (" in said
    assert "neutral in 100 % of 90 pairs" in said
    # What the check says of the hypothesis, litgen analyze says too.
    analysis = analyse(str(tmp_path / "out" / "train.jsonl"), Examination(None, baselines=False))
    assert analysis.words.giving() == ["future"]
    assert sorted(analysis.premise_words.giving()) == ["may", "past"]


def test_compositions_are_held_out(pairs: Write, tmp_path: Path) -> None:
    options = Augmentation(hold_out=("compositions", "*future*"))
    result = augment(
        [str(pairs())], tmp_path / "out", options, making=Making(Options(suite="lit", rank="none"))
    )
    assert set(result["counts"]["contrasts"]) == {
        "cleft;cleft", "passive;passive", "past;past", "may;may", "may;original"
    }  # fmt: skip
    assert result["made"]["counts"]["contrasts"].keys() == result["counts"]["contrasts"].keys()
    with pytest.raises(UsageError, match="--hold-out excludes every contrast"):
        augment([str(pairs())], tmp_path / "none", Augmentation(hold_out=("*",)))


def test_what_a_folder_holds_is_held_out_too(pairs: Write, tmp_path: Path) -> None:
    build(pairs(), tmp_path / "set", Options(suite="lit", rank="none"))
    folders = (str(tmp_path / "set"),)
    options = Augmentation(hold_out=("compositions",), balance=())
    result = augment([str(pairs())], tmp_path / "out", options, making=making(folders=folders))
    assert all("+" not in name for name in result["counts"]["contrasts"])
    assert result["counts"]["contrasts left out"]["its contrast is held out"] > 0
    assert result["made"] is None


@pytest.mark.parametrize("written", ["Man 2 is riding.", "man 2 IS riding", "Man 2  is riding ."])
def test_no_premise_of_an_evaluation_set(pairs: Write, tmp_path: Path, written: str) -> None:
    test = pairs(1, "test.jsonl", sentence1=written, gold_label="-")
    build(pairs(), tmp_path / "set", Options(suite="lit", rank="none"))
    for which in (making("past;past"), making(folders=(str(tmp_path / "set"),))):
        result = augment(
            [str(pairs())], tmp_path / "out", making=which, exclude=[str(test)], overwrite=True
        )
        assert not [row for row in rows_of(tmp_path / "out") if "Man 2 " in str(row["premise"])]
        assert result["counts"]["originals"]["left out"] == {"premise of an evaluation set": 3}
    left_out = result["counts"]["contrasts left out"]
    assert left_out["premise of an evaluation set"] > 3


def test_a_contrast_set_can_be_the_evaluation_set(pairs: Write, tmp_path: Path) -> None:
    build(pairs(3), tmp_path / "set", Options(suite="lit", rank="none"))
    same = pairs(1, "same.jsonl", 100, sentence1="past: Man 0 is riding.")
    train = [str(pairs()), str(same)]
    augment(train, tmp_path / "out", making=making("past;past"), exclude=[str(tmp_path / "set")])
    premises = {row["premise"] for row in rows_of(tmp_path / "out")}
    assert "Man 1 is riding." in premises
    assert not [each for each in premises if "Man 0 " in each]


def test_a_share(pairs: Write, tmp_path: Path) -> None:
    options = Augmentation(share=0.25, balance=())
    made = making("past;past", "future;future")
    result = augment([str(pairs(60))], tmp_path / "out", options, making=made)
    assert result["counts"]["rows"] == {"original": 60, "contrast": 20}
    again = augment([str(pairs(60))], tmp_path / "again", options, making=made)
    other = Augmentation(share=0.25, balance=(), seed=1)
    augment([str(pairs(60))], tmp_path / "other", other, making=made)
    assert again["rows_sha256"] == result["rows_sha256"]
    assert rows_of(tmp_path / "other") != rows_of(tmp_path / "out")


def test_replacing_keeps_the_number_of_pairs(pairs: Write, tmp_path: Path) -> None:
    options = Augmentation(share=0.5, replace=True, balance=())
    made = making("past;past", "future;future")
    result = augment([str(pairs(60))], tmp_path / "out", options, making=made)
    rows = rows_of(tmp_path / "out")
    assert result["counts"]["rows"] == {"original": 30, "contrast": 30}
    assert [row["original_id"] for row in rows] == [f"p{n}" for n in range(60)]


def test_at_most_so_many_of_a_source_pair(pairs: Write, tmp_path: Path) -> None:
    options = Augmentation(per_pair=2, balance=())
    made = making("past;past", "future;future", "may;may", "cleft;cleft")
    result = augment([str(pairs())], tmp_path / "out", options, making=made)
    often = Counter(row["original_id"] for row in rows_of(tmp_path / "out"))
    assert set(often.values()) == {3}
    assert result["counts"]["contrasts left out"]["over the limit per source pair"] > 0


def test_the_choice_does_not_depend_on_the_order(pairs: Write, tmp_path: Path) -> None:
    options = Augmentation(share=0.3, balance=())
    file = pairs(60)
    turned = tmp_path / "turned.jsonl"
    turned.write_text("".join(reversed(file.read_text().splitlines(keepends=True))))
    for name, source in (("one", file), ("two", turned)):
        augment([str(source)], tmp_path / name, options, making=making("past;past", "may;may"))
    one, two = ({row["id"] for row in rows_of(tmp_path / name)} for name in ("one", "two"))
    assert one == two


def _records(folder: Path, change: Callable[[dict[str, Any]], None]) -> None:
    path = folder / "contrast.jsonl"
    records = [json.loads(line) for line in path.read_text().splitlines()]
    for record in records:
        change(record)
    path.write_text("".join(json.dumps(record) + "\n" for record in records))


def test_doubles_and_contradicting_labels_are_left_out(pairs: Write, tmp_path: Path) -> None:
    build(pairs(6), tmp_path / "set", Options(contrast=("past;past",), rank="none"))

    def change(record: dict[str, Any]) -> None:
        if record["pair_id"] == "p0":  # becomes the original
            record.update(premise="man 0 is  riding.", hypothesis="Thing 0 is there.")
        if record["pair_id"] == "p1":  # an original's text with another label
            record.update(premise="Man 0 is riding.", hypothesis="Thing 2 is there.")
        if record["pair_id"] in ("p3", "p4"):  # one text, two labels
            record.update(premise="A.", hypothesis="B.")

    _records(tmp_path / "set", change)
    folders = (str(tmp_path / "set"),) * 1
    result = augment([str(pairs(6))], tmp_path / "out", making=making(folders=folders))
    assert result["counts"]["contrasts left out"] == {
        "the same text as an original pair": 1, "the same text has another label": 3
    }  # fmt: skip


def test_the_same_folder_twice_gives_every_pair_once(pairs: Write, tmp_path: Path) -> None:
    options = Options(contrast=("past;past",), rank="none")
    for name in ("one", "two"):
        build(pairs(6), tmp_path / name, options)
    folders = (str(tmp_path / "one"), str(tmp_path / "two"))
    result = augment([str(pairs(6))], tmp_path / "out", making=making(folders=folders))
    assert result["counts"]["rows"]["contrast"] == 6
    left_out = result["counts"]["contrasts left out"]
    assert left_out == {"the same text as another contrast pair": 6}


def test_several_files_with_the_same_ids(pairs: Write, tmp_path: Path) -> None:
    one, two = pairs(6), pairs(6, "more.jsonl", sentence1="A dog is running.")
    augment([str(one), str(two)], tmp_path / "out", making=making("past;past"))
    ids = [row["id"] for row in rows_of(tmp_path / "out")]
    assert len(ids) == len(set(ids)) == 24


def test_stopped_and_gone_on_with(
    pairs: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import contrast_fakes

    file, made = str(pairs(400)), making("past;past")
    augment([file], tmp_path / "whole", making=made)
    done = 0
    plain = contrast_fakes.Fake._one

    def stop(self: Any, text: str) -> Any:
        if "Man 70 " in text:
            raise KeyboardInterrupt
        return plain(self, text)

    monkeypatch.setattr(contrast_fakes.Fake, "_one", stop)
    with pytest.raises(LitgenError, match="repeat the command to resume"):
        augment([file], tmp_path / "out", making=made)
    assert not (tmp_path / "out" / "train.jsonl").exists()

    def count(self: Any, text: str) -> Any:
        nonlocal done
        done += 1
        return plain(self, text)

    monkeypatch.setattr(contrast_fakes.Fake, "_one", count)
    augment([file], tmp_path / "out", making=made)
    assert done < 400  # of 534 distinct sentences; the first chunk was kept
    for name in FILES:
        assert (tmp_path / "out" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
    assert not (tmp_path / "out" / ".work").exists()


def test_bad_input_loses_nothing(pairs: Write, tmp_path: Path) -> None:
    file, out = pairs(), tmp_path / "out"
    augment([str(file)], out, making=making("past;past"))
    before = (out / "train.jsonl").read_bytes()
    broken = tmp_path / "broken.jsonl"
    broken.write_text(file.read_text() + '{"half')
    with pytest.raises(DataError, match=r"broken\.jsonl:31"):
        augment([str(broken)], out, making=making("past;past"), overwrite=True)
    with pytest.raises(UsageError, match="contains another run"):
        augment([str(file)], out, making=making("may;may"))
    with pytest.raises(LitgenError, match=r"no manifest.json"):
        augment([str(file)], out, making=making(folders=(str(tmp_path),)), overwrite=True)
    assert (out / "train.jsonl").read_bytes() == before
    assert augment([str(file)], out, making=making("past;past"))["counts"]["rows"]["original"] == 30
    assert not (out / ".work").exists()


def test_nothing_left(pairs: Write, tmp_path: Path) -> None:
    file = str(pairs())
    with pytest.raises(DataError, match="there is no pair to augment"):
        augment([file], tmp_path / "out", making=making("past;past"), exclude=[file])
    assert not list((tmp_path / "out").rglob("*.*"))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (Augmentation(share=1.0), "--share"),
        (Augmentation(share=0.0, replace=True), "--share"),
        (Augmentation(per_pair=0), "--per-pair"),
        (Augmentation(balance=("luck",)), "--balance luck: use one of"),  # type: ignore[arg-type]
        (Augmentation(balance=("cues", "label")), "exclude each other"),
        (Augmentation(hold_out=("past;",)), "the name of a transformation is missing"),
    ],
)
def test_wrong_options(pairs: Write, tmp_path: Path, options: Augmentation, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        augment([str(pairs())], tmp_path / "out", options)


def test_it_loads_with_datasets(pairs: Write, tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    augment([str(pairs())], tmp_path / "out", making=making("past;past"))
    loaded = datasets.load_dataset(str(tmp_path / "out"), cache_dir=str(tmp_path / "cache"))
    assert loaded["train"].num_rows == 60
    assert loaded["train"].features["contrast"].dtype == "string"


def test_command_line(pairs: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from litgen.cli import run

    arguments = [str(pairs()), "-o", str(tmp_path / "out"), "--contrast", "may;original",
                 "--rank", "none"]  # fmt: skip
    assert run(["augment", *arguments]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "30 original and" in out
    assert "none of them is labelled contradiction" in out
    assert "in the hypothesis: none of them reveals a label" in out
    assert run(["augment", *arguments, "--balance", "none", "--overwrite"]) == 0
    assert "2 of them reveal a label: may (" in " ".join(capsys.readouterr().out.split())
    assert run(["augment", *arguments, "--balance", "none", "--overwrite", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["signature"]["options"]["balance"] == []
    assert run(["augment", *arguments, "--balance", "luck"]) == 2
