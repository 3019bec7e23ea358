"""Shards of a run, joined: the bytes of a run that was never cut."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from litgen.cli import run
from litgen.contrast.folder import CARD, DECLINED, RECORDS, SHARD
from litgen.contrast.joining import join
from litgen.contrast.pipeline import build, shard_of
from litgen.exceptions import DataError, UsageError
from litgen.folders import MANIFEST
from litgen.options import Options

PAIRS = 640  # five chunks
#: Its premises are of several chunks, so the same new pair comes of several shards.
CONTRASTS = ("past;future", "original;premise+past", "may;original")

pytestmark = pytest.mark.usefixtures("fake_registry")


def shards(path: Path, folder: Path, number: int, **changes: object) -> list[Path]:
    """Write each of the shards of a run."""
    options = {"contrast": CONTRASTS, "rank": "none", "keep_declined": True}
    made = []
    for shard in range(1, number + 1):
        made.append(folder / f"part{shard}")
        build(path, made[-1], Options(**{**options, **changes}, shard=(shard, number)))  # type: ignore[arg-type]
    return made


@pytest.mark.parametrize("number", [1, 3, 7])  # more shards than chunks: some are empty
def test_the_same_bytes(tmp_path: Path, write_pairs: Callable[..., Path], number: int) -> None:
    changes = {
        # The same pair far from its double, with another label; a sentence that is declined twice.
        "p600": {"sentence1": "Man 0 is riding.", "sentence2": "Thing 0 is there."},
        "p3": {"sentence1": "A stone is riding."},
        "p500": {"sentence1": "A stone is riding."},
        "p129": {"sentence1": "Man 1 is riding."},
        "p400": {"sentence1": "Man 1 is riding."},
    }
    changes["p600"]["gold_label"] = "contradiction"
    path = write_pairs(PAIRS, **changes)
    common = Options(contrast=CONTRASTS, rank="none", keep_declined=True)
    whole = build(path, tmp_path / "whole", common)
    assert whole["counts"]["pairs"]["texts with two labels"] > 0
    parts = shards(path, tmp_path, number)
    joined = join([*reversed(parts)], tmp_path / "joined")
    for name in (RECORDS, MANIFEST, CARD, DECLINED):
        ours, theirs = tmp_path / "joined" / name, tmp_path / "whole" / name
        assert ours.read_bytes() == theirs.read_bytes(), name
    assert joined["counts"]["sentences"]["distinct"] == whole["counts"]["sentences"]["distinct"]
    done = [json.loads((each / MANIFEST).read_text())["counts"]["pairs"] for each in parts]
    assert sum(each["of this shard"] for each in done) == PAIRS
    assert not (tmp_path / "joined" / SHARD).exists()
    assert not (tmp_path / "joined" / ".work").exists()


def test_on_finished_work_and_again(tmp_path: Path, write_pairs: Callable[..., Path]) -> None:
    parts = shards(write_pairs(PAIRS), tmp_path, 2)
    before = join(parts, tmp_path / "joined")
    stamp = (tmp_path / "joined" / RECORDS).stat().st_mtime_ns
    assert join(parts, tmp_path / "joined") == before
    assert (tmp_path / "joined" / RECORDS).stat().st_mtime_ns == stamp
    with pytest.raises(UsageError, match="contains another run"):
        join(shards(write_pairs(200), tmp_path / "other", 1), tmp_path / "joined")


def test_what_does_not_fit(tmp_path: Path, write_pairs: Callable[..., Path]) -> None:
    parts = shards(write_pairs(PAIRS), tmp_path, 3)
    out = tmp_path / "out"
    with pytest.raises(UsageError, match=r"missing: 2/3"):
        join([parts[0], parts[2]], out)
    with pytest.raises(UsageError, match=r"part1 are both shard 1/3"):
        join([parts[0], *parts], out)
    seeded = shards(write_pairs(PAIRS), tmp_path / "seeded", 3, seed=1)
    with pytest.raises(UsageError, match=r"another run than .*part1 \(different: options.seed\)"):
        join([parts[0], seeded[1], parts[2]], out)
    other = shards(write_pairs(300), tmp_path / "fewer", 3)
    with pytest.raises(UsageError, match="different: input_sha256"):
        join([parts[0], other[1], parts[2]], out)
    halves = shards(write_pairs(PAIRS), tmp_path / "halves", 2)
    with pytest.raises(UsageError, match="one of 2 shards"):
        join([parts[0], halves[1]], out)
    build(write_pairs(9), tmp_path / "whole", Options(contrast=CONTRASTS, rank="none"))
    with pytest.raises(UsageError, match="is not a shard"):
        join([tmp_path / "whole"], out)
    assert not out.exists()


def test_shards_cut_the_chunks() -> None:
    for number in (1, 2, 5, 9):
        ends = [shard_of(1000, (each, number)) for each in range(1, number + 1)]
        assert ends[0][0] == 0 and ends[-1][1] == 8
        assert all(one[1] == other[0] for one, other in zip(ends, ends[1:], strict=False))


def test_on_the_command_line(
    tmp_path: Path, write_pairs: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(write_pairs(300))
    for shard in ("1/2", "2/2"):
        part = str(tmp_path / shard[0])
        made = ["transform", path, "-o", part, "--contrast", "past;future", "--rank", "none"]
        assert run([*made, "--shard", shard]) == 0
    assert "128 pairs" in capsys.readouterr().out
    folders = [str(tmp_path / each) for each in "21"]
    assert run(["transform", "--join", *folders, "-o", str(tmp_path / "whole")]) == 0
    assert "contrast pairs: " in capsys.readouterr().out
    assert run(["transform", "--join", folders[0], "-o", str(tmp_path / "half")]) == 2
    assert "shards are missing: 1/2" in capsys.readouterr().err
    for wrong in ("3/2", "0/2", "half", "1"):
        made = ["transform", path, "-o", str(tmp_path / "w"), "--rank", "none", "--shard", wrong]
        assert run(made) == 2
        assert "shard" in capsys.readouterr().err


def test_a_damaged_shard(tmp_path: Path, write_pairs: Callable[..., Path]) -> None:
    (part,) = shards(write_pairs(30), tmp_path, 1)
    (part / SHARD).write_text("cut off")
    with pytest.raises(DataError, match=r"shard.sqlite is damaged .*--overwrite"):
        join([part], tmp_path / "out")
