"""Whole runs of ``litgen transform --engine ace`` with an ACE that dies, hangs and floods."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from litgen import cli
from litgen.contrast import pipeline, toolbox
from litgen.engines import loading
from litgen.engines.ace import engine as ace
from litgen.engines.ace import process, transport
from litgen.engines.loading import load_engine
from litgen.exceptions import EngineError
from tests.engines.ace.conftest import HEADER, WHOLE, StandIn

FILES = ("contrast.jsonl", "manifest.json", "README.md")
SENTENCES = [
    f"The {noun} {verb}."
    for noun in ("dog", "cat", "man", "table")
    for verb in ("barks", "sleeps", "barked", "sleeped", "will bark", "will sleep")
]
Run = Callable[..., int]


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pairs") / "pairs.jsonl"
    rows = [
        {"pairID": str(i), "sentence1": SENTENCES[i], "sentence2": SENTENCES[(i + 5) % 24],
         "gold_label": "neutral"}
        for i in range(15)
    ]  # fmt: skip
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.fixture
def run(
    standin: StandIn, pairs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., int]:
    """Runs ``litgen transform`` into a folder, each time as in a process of its own."""
    monkeypatch.setattr(pipeline, "CHUNK", 4)
    monkeypatch.setattr(transport, "REPLY", 1 << 20)
    # What the stand-in makes is read back, too, as if arguments were moved.
    candidates = ace._candidates
    monkeypatch.setattr(ace, "_candidates", lambda *each: candidates(*each)._replace(moved=True))

    def made(folder: Path, faults: str = "", cache: str = "cache", engine: str = "ace") -> int:
        monkeypatch.setenv("LITGEN_CACHE", str(tmp_path / cache))
        monkeypatch.setenv("LITGEN_ACE_SECONDS", "20")
        if "hang" in faults or "half" in faults:
            monkeypatch.setenv("LITGEN_ACE_SECONDS", "0.5")
            monkeypatch.setattr(process, "_GRACE", 0.3)  # the stand-in answers and starts at once
            monkeypatch.setattr(process, "_STARTING", 2.0)
        monkeypatch.setenv("STANDIN_FAULTS", faults)
        command = ["transform", str(pairs), "-o", str(folder), "--rank", "none", "--engine", engine]
        for contrast in ("past;future", "future;past", "question;original"):
            command += ["--contrast", contrast, "--keep-unlabelled"]
        try:
            return cli.run(command)
        finally:
            with contextlib.suppress(EngineError):  # there is none
                load_engine("ace").close()  # type: ignore[attr-defined]
            loading._load.cache_clear()
            toolbox._open.cache_clear()

    loading._load.cache_clear()
    toolbox._open.cache_clear()
    return made


def read(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in FILES}


@pytest.fixture
def clean(run: Run, tmp_path: Path, whole: dict[str, dict[str, bytes]]) -> dict[str, bytes]:
    return of_clean_run(run, tmp_path, whole, "ace")


@pytest.fixture(scope="module")
def whole() -> dict[str, dict[str, bytes]]:
    """What runs without faults wrote, by engine."""
    return {}


def of_clean_run(
    run: Run, tmp_path: Path, whole: dict[str, dict[str, bytes]], engine: str
) -> dict[str, bytes]:
    if engine not in whole:
        assert run(tmp_path / "clean", cache="clean", engine=engine) == 0
        whole[engine] = read(tmp_path / "clean")
        assert whole[engine]["contrast.jsonl"].count(b"\n") >= 15
        assert not (tmp_path / "clean" / "declined.jsonl").exists()
    return whole[engine]


@pytest.mark.parametrize(
    "fault",
    [
        "start-exit", "start-kill", "exit", "kill", "spill", "flood",
        pytest.param("half", marks=pytest.mark.slow), pytest.param("hang", marks=pytest.mark.slow),
    ],
)  # fmt: skip
def test_faults_in_one_call_of_ten_cost_nothing(
    run: Run, clean: dict[str, bytes], tmp_path: Path, fault: str
) -> None:
    assert run(tmp_path / "out", f"parse:{fault}:0.1 generate:{fault}:0.1") == 0
    assert read(tmp_path / "out") == clean


@pytest.mark.parametrize("task", ["parse", "generate"])
@pytest.mark.parametrize("fault", ["start-kill", "start-exit"])
def test_a_process_that_never_starts_ends_the_run(
    run: Run, clean: dict[str, bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str],
    task: str, fault: str,
) -> None:  # fmt: skip
    assert run(tmp_path / "out", f"{task}:{fault}:1") == 1
    said = capsys.readouterr().err
    how = "SIGKILL" if "kill" in fault else "exit code 3"
    assert re.search(rf"^litgen: \S+ does not start with .*{how}.*tried 6 times", said)
    assert not (tmp_path / "out" / "manifest.json").exists()
    assert run(tmp_path / "out") == 0
    assert read(tmp_path / "out") == clean


@pytest.mark.parametrize("engine", ["ace", "ace+dependency"])
@pytest.mark.parametrize("task", ["parse", "generate"])
@pytest.mark.parametrize("fault", ["kill", "exit"])
def test_what_faults_cost_is_said_and_taken_up_again(
    run: Run, tmp_path: Path, whole: dict[str, dict[str, bytes]], monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str], engine: str, task: str, fault: str,
) -> None:  # fmt: skip
    clean = of_clean_run(run, tmp_path, whole, engine)
    out = tmp_path / "out"
    monkeypatch.setattr(process, "TRIES", 2)
    monkeypatch.setattr(process.Lasting, "_ready", _patient(process.Lasting._ready))
    capsys.readouterr()
    assert run(out, f"{task}:{fault}:0.4", engine=engine) == 1
    name = {"kill": "killed", "exit": "crashed"}[fault]
    (said,) = (line for line in capsys.readouterr().err.splitlines() if "faults" in line)
    assert re.search(rf"^litgen: \S+: \d+ sentences lost output .*\({name} \d+\)", said)
    assert "repeat the command to retry them" in said
    manifest = json.loads((out / "manifest.json").read_text())
    assert manifest["faults"].keys() == {"sentences", name}
    assert read(out)["contrast.jsonl"] != clean["contrast.jsonl"]
    lines = [json.loads(line) for line in (out / "declined.jsonl").read_text().splitlines()]
    assert all(each["failures"][0]["transient"] for each in lines)
    assert {each["sentence"] for each in lines} <= set(SENTENCES)
    assert cli.run(["show", str(out), "--declined"]) == 0
    listed = capsys.readouterr().out
    assert f"  {name}: ended " in listed and lines[0]["sentence"] in listed

    chunks: list[int] = []
    do_chunk = pipeline.do_chunk
    monkeypatch.setattr(pipeline, "do_chunk", lambda t: chunks.append(t.number) or do_chunk(t))
    assert run(out, engine=engine) == 0
    assert read(out) == clean
    assert len(chunks) > 0
    assert not (out / "declined.jsonl").exists() and not (out / ".work").exists()
    assert run(out, engine=engine) == 0  # finished: nothing is done any more


def _patient(ready: Callable[[process.Lasting, str], transport.Transport]) -> object:
    """Starts are tried often, items are not: so that items are lost, and no start is."""

    def patient(self: process.Lasting, item: str) -> transport.Transport:
        tries, process.TRIES = process.TRIES, 50
        try:
            return ready(self, item)
        finally:
            process.TRIES = tries

    return patient


def test_an_item_that_always_crashes_is_declined(
    run: Run, pairs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    row = {"pairID": "x", "sentence1": "The die barks.", "sentence2": "The dog dies.",
           "gold_label": "neutral"}  # fmt: skip
    before = pairs.read_text()
    pairs.write_text(before + json.dumps(row) + "\n")
    assert run(tmp_path / "out") == 0
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert "faults" not in manifest
    declined = manifest["counts"]["transformations"]["past"]["declined"]
    assert declined["crashed"] == 2
    (said,) = (line for line in capsys.readouterr().err.splitlines() if "failed" in line)
    number = manifest["counts"]["guards"]["crashed"]
    assert f"warning: {number} rewritings failed ({number} crashed)" in said
    assert "repeat the command with --overwrite" in said
    lines = [json.loads(e) for e in (tmp_path / "out" / "declined.jsonl").read_text().splitlines()]
    assert {(e["sentence"], e["stage"], e["declined"]) for e in lines} == {
        ("The die barks.", "unparsed", "crashed"), ("The dog dies.", "not generated", "crashed"),
    }  # fmt: skip
    assert lines[0]["failures"] == [
        {"reason": "crashed", "error": "ended with exit code 255", "where": None,
         "transient": False}
    ]  # fmt: skip
    first = (tmp_path / "out" / "declined.jsonl").read_bytes()
    assert run(tmp_path / "again", cache="another") == 0
    assert (tmp_path / "again" / "declined.jsonl").read_bytes() == first
    pairs.write_text(before)


@pytest.mark.parametrize(
    ("bytes_left", "title", "message"),
    [
        (0, b"ERG (1214)", "is not a grammar image of ACE"),
        (20, b"ERG (1214)", "is not a grammar image of ACE"),
        (len(HEADER), b"ERG (1214)", "ended by SIGSEGV.* may be truncated, .*; run litgen "),
        (WHOLE - 1, b"ERG (1214)", "ended by SIGSEGV.* may be truncated, .*; run litgen "),
        (WHOLE, b"ERG (1066)", "is the grammar 'ERG .1066.', but litgen has rules only for ERG "),
    ],
)
def test_a_bad_image_is_told_in_one_line_and_stays(
    run: Run, standin: StandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str], bytes_left: int, title: bytes, message: str,
) -> None:  # fmt: skip
    monkeypatch.setattr(process, "TRIES", 2)
    bad = standin.image.read_bytes()[:bytes_left].replace(b"ERG (1214)", title)
    standin.image.write_bytes(bad)
    assert run(tmp_path / "out") == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert re.search(message, line) and str(standin.image) in line
    assert standin.image.read_bytes() == bad
    assert not any((tmp_path / "out" / name).exists() for name in FILES)
    standin.image.write_bytes(HEADER + bytes(WHOLE))
    assert run(tmp_path / "out") == 0  # and what the failed run left is of no hindrance
