"""What went wrong stands in the folder; what faults cost is done again, and nothing else is."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import run

from litgen import cli
from litgen.acceptability import BEST_THRESHOLD, DEFAULT_THRESHOLD
from litgen.contrast import chunks, pipeline
from litgen.contrast.folder import Lost, read_declined
from litgen.contrast.pipeline import build
from litgen.exceptions import LitgenError, UsageError
from litgen.failures import failure_of
from litgen.options import Options

OPTIONS = Options(rank="none", contrast=("past;future", "past;original"))
FILES = ("contrast.jsonl", "manifest.json", "README.md")
pytestmark = pytest.mark.usefixtures("fake_registry")
Write = Callable[..., Path]


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline, "CHUNK", 4)


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the chunks that are done."""
    numbers: list[int] = []

    def do_chunk(task: chunks.Task) -> chunks.Result:
        numbers.append(task.number)
        return chunks.do_chunk(task)

    monkeypatch.setattr(pipeline, "do_chunk", do_chunk)
    return numbers


def test_a_crash_stands_in_the_folder(
    tmp_path: Path, write_pairs: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_pairs(12, p5={"sentence2": "A boom is here.\u2028"}, p7={"sentence2": "A stone."})
    for name in ("one", "two"):
        build(path, tmp_path / name, OPTIONS)
    first = (tmp_path / "one" / "declined.jsonl").read_bytes()
    assert first == (tmp_path / "two" / "declined.jsonl").read_bytes()
    names = [(each["sentence"], each["transformation"]) for each in read_declined(tmp_path / "one")]
    assert names == [("A boom is here.\u2028", "future")]
    (failure,) = next(read_declined(tmp_path / "one"))["failures"]
    assert failure["reason"] == "crashed" and not failure["transient"]
    assert failure["error"].startswith("RuntimeError: cannot do 'A boom is here.")
    place, _, line = failure["where"].split(" > ")[-1].partition(":")
    assert place.endswith("contrast_fakes.py")
    source = Path(__file__).with_name("contrast_fakes.py").read_text().splitlines()
    assert "raise RuntimeError" in source[int(line) - 1]

    assert cli.run(["show", str(tmp_path / "one"), "--declined"]) == 0
    listed = capsys.readouterr().out
    assert "future  failure crashed: A program" in listed and failure["where"] in listed
    assert cli.run(["show", str(tmp_path / "one"), "--declined", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == list(read_declined(tmp_path / "one"))


def test_nothing_went_wrong(
    tmp_path: Path, write_pairs: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    build(write_pairs(4), tmp_path / "out", OPTIONS)
    assert not (tmp_path / "out" / "declined.jsonl").exists()
    assert cli.run(["show", str(tmp_path / "out"), "--declined"]) == 0
    assert "--keep-declined" in capsys.readouterr().out
    assert cli.run(["show", str(tmp_path / "out")]) == 2
    (tmp_path / "out" / "declined.jsonl").write_text("no line of ours\n")
    with pytest.raises(LitgenError, match=r"declined\.jsonl, line 1"):
        list(read_declined(tmp_path / "out"))


def test_only_what_lost_something_is_done_again(
    tmp_path: Path, write_pairs: Write, done: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_pairs(40)  # ten chunks of four
    build(path, tmp_path / "clean", OPTIONS)
    clean = {name: (tmp_path / "clean" / name).read_bytes() for name in FILES}
    monkeypatch.setenv("LITGEN_TEST_FAULT", "5")  # Man 5 is riding, Thing 5 is there
    done.clear()
    with pytest.raises(Lost, match=r"2 sentences lost output .* \(killed 2\); repeat") as lost:
        build(path, tmp_path / "out", OPTIONS)
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert lost.value.manifest == manifest
    assert str(pickle.loads(pickle.dumps(lost.value))) == str(lost.value)
    assert done == list(range(10))
    assert manifest["faults"] == {"killed": 2, "sentences": 2}
    assert len((tmp_path / "out" / "contrast.jsonl").read_bytes()) < len(clean["contrast.jsonl"])
    done.clear()
    with pytest.raises(Lost):  # the fault goes on
        build(path, tmp_path / "out", OPTIONS)
    again = list(done)
    pairs = [json.loads(line) for line in path.read_text().splitlines()]
    hit = [
        i
        for i, pair in enumerate(pairs)
        if "5" in f"{pair['sentence1']} {pair['sentence2']}".split()
    ]
    assert again == sorted({i // 4 for i in hit}) and len(again) < 10
    assert (tmp_path / "out" / "manifest.json").read_bytes() != clean["manifest.json"]

    monkeypatch.delenv("LITGEN_TEST_FAULT")
    monkeypatch.setattr(pipeline, "do_chunk", _break_at(again[2]))
    with pytest.raises(KeyError):
        build(path, tmp_path / "out", OPTIONS)
    monkeypatch.setattr(pipeline, "do_chunk", chunks.do_chunk)
    build(path, tmp_path / "out", OPTIONS)
    assert {name: (tmp_path / "out" / name).read_bytes() for name in FILES} == clean
    assert not (tmp_path / "out" / "declined.jsonl").exists()
    assert not (tmp_path / "out" / ".work").exists()


def _break_at(number: int) -> Callable[[chunks.Task], chunks.Result]:
    def do_chunk(task: chunks.Task) -> chunks.Result:
        if task.number == number:
            raise KeyError(number)
        return chunks.do_chunk(task)

    return do_chunk


def test_what_knew_of_the_loss_is_done_again(
    tmp_path: Path, write_pairs: Write, done: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A chunk that takes a sentence over from an earlier one takes over what it lost."""
    monkeypatch.setattr("litgen.contrast.store.LAG", 1)
    monkeypatch.setattr(pipeline, "LAG", 1)
    path = write_pairs(40)
    build(path, tmp_path / "clean", OPTIONS)
    attempts = iter([True])  # the first time only
    fault = "Thing 5 is there."
    fake = _fault_once(fault, attempts)
    monkeypatch.setattr("contrast_fakes.Fake._one", fake)
    with pytest.raises(Lost):
        build(path, tmp_path / "out", OPTIONS)
    done.clear()
    build(path, tmp_path / "out", OPTIONS)
    assert done == [1, 3, 4, 6, 8, 9][: len(done)] and len(done) > 1
    for name in FILES:
        assert (tmp_path / "out" / name).read_bytes() == (tmp_path / "clean" / name).read_bytes()


def _fault_once(text: str, attempts: object) -> Callable[..., object]:
    import contrast_fakes

    one = contrast_fakes.Fake._one

    def fake(self: contrast_fakes.Fake, given: str) -> object:
        if given == text and next(attempts, False):  # type: ignore[call-overload]
            failure = contrast_fakes.Failure("hung", "no answer", transient=True)
            return contrast_fakes.Outcome(declined="hung", stage="unparsed", failures=(failure,))
        return one(self, given)

    return fake


KEEPING = replace(OPTIONS, keep_declined=True)
#: Declined by one transformation and by all, as a premise and as a hypothesis, again and again.
STONES = {
    "p5": {"sentence2": "A stone."}, "p9": {"sentence1": "A stone."},
    "p11": {"sentence2": "A mumble.\u2028"}, "p38": {"sentence2": "A stone."},
}  # fmt: skip


def test_all_that_was_declined_is_kept(
    tmp_path: Path, write_pairs: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_pairs(40, **STONES, p7={"sentence2": "A boom."})
    plain = build(path, tmp_path / "plain", OPTIONS)
    kept = build(path, tmp_path / "kept", KEEPING)
    assert plain["signature"]["options"].pop("keep_declined") is False
    assert kept["signature"]["options"].pop("keep_declined") is True
    assert kept == plain
    assert len(list(read_declined(tmp_path / "plain"))) == 1
    lines = list(read_declined(tmp_path / "kept"))
    assert {
        "sentence": "A stone.", "transformation": "past", "stage": "inapplicable",
        "declined": "parse.no-subject", "failures": [],
    } in lines  # fmt: skip
    counted = Counter((each["transformation"], each["declined"]) for each in lines)
    counts = kept["counts"]["transformations"]
    assert counted == {
        (name, reason): 1  # "A stone." is counted as a premise and as a hypothesis
        for name in counts
        for reason in counts[name]["declined"]
    }
    assert cli.run(["show", str(tmp_path / "kept"), "--declined"]) == 0
    listed = capsys.readouterr().out.rstrip().split("\n")
    assert "past  parser parse.no-subject: The clause has no subject: A stone." in listed
    assert len(listed) == len(lines) + 1  # the failure of the one


def test_what_was_declined_is_the_same_however_it_is_made(
    tmp_path: Path, write_pairs: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_pairs(40, **STONES)
    build(path, tmp_path / "whole", KEEPING)
    monkeypatch.setattr(pipeline, "do_chunk", _break_at(6))
    with pytest.raises(KeyError):
        build(path, tmp_path / "cut", KEEPING)
    monkeypatch.setattr(pipeline, "do_chunk", chunks.do_chunk)
    build(path, tmp_path / "cut", KEEPING)
    monkeypatch.setenv("LITGEN_TEST_FAULT", "5")
    with pytest.raises(Lost):
        build(path, tmp_path / "lost", KEEPING)
    monkeypatch.delenv("LITGEN_TEST_FAULT")
    build(path, tmp_path / "lost", KEEPING)
    with pytest.raises(LitgenError, match="another run"):
        build(path, tmp_path / "whole", OPTIONS)
    for other in ("cut", "lost"):
        for name in (*FILES, "declined.jsonl"):
            whole = (tmp_path / "whole" / name).read_bytes()
            assert (tmp_path / other / name).read_bytes() == whole, (other, name)


def test_what_was_declined_is_the_same_from_several_workers(
    tmp_path: Path, write_pairs: Write
) -> None:
    stones = {f"p{n}": {"sentence2": f"Stone {n % 97}: a stone."} for n in range(0, 640, 3)}
    path = write_pairs(640, **stones)
    for jobs in (1, 2):
        done = run(path, "-o", tmp_path / str(jobs), "--keep-declined", "--jobs", jobs)
        assert done.returncode == 0, done.stderr
    one, two = ((tmp_path / jobs / "declined.jsonl").read_bytes() for jobs in ("1", "2"))
    assert one == two
    assert one.count(b"\n") == len(set(one.splitlines())) > 97


def test_new_pairs_that_are_written_once(
    tmp_path: Path, write_pairs: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of what comes of several pairs one is written: also where the one was lost first."""
    options = Options(contrast=("original;premise+antonym",), rank="none")
    path = write_pairs(40)
    build(path, tmp_path / "clean", options)
    monkeypatch.setenv("LITGEN_TEST_FAULT", "1")
    with pytest.raises(Lost):
        build(path, tmp_path / "out", options)
    monkeypatch.delenv("LITGEN_TEST_FAULT")
    build(path, tmp_path / "out", options)
    for name in FILES:
        assert (tmp_path / "out" / name).read_bytes() == (tmp_path / "clean" / name).read_bytes()


def test_stretches_keep_the_lag() -> None:
    missing = [0, 1, 2, *range(10, 80), 200, 263, 264, 265, *range(300, 400)]
    key = pipeline._stretch()
    groups: dict[int, list[int]] = {}
    for number in missing:
        groups.setdefault(key((number, ())), []).append(number)
    assert [number for group in groups.values() for number in group] == missing
    for group in groups.values():
        contiguous = group == list(range(group[0], group[0] + len(group)))
        assert contiguous or group[-1] - group[0] < chunks.LAG


def test_a_ranker_that_raises_on_one_string(tmp_path: Path) -> None:
    from contrast_fakes import Fake, FakeRanker

    from litgen.contrast.sentences import rewrite
    from litgen.contrast.toolbox import Toolbox

    class Choosy(FakeRanker):
        def score(self, strings: object) -> list[float]:
            if any("ouch" in string for string in strings):  # type: ignore[attr-defined]
                raise OverflowError("too much")
            return super().score(strings)  # type: ignore[arg-type]

    made = rewrite(
        {"An ouch.": ("passive",), "A man.": ("passive",)},
        Toolbox({"passive": Fake("passive")}, Choosy()),  # type: ignore[dict-item, arg-type]
    )
    bad, good = made["An ouch."]["passive"], made["A man."]["passive"]
    assert (bad.declined, bad.variants) == ("crashed", ())
    assert {each.error for each in bad.failures} == {"OverflowError: too much"}
    assert good.variants and not good.failures


def test_the_network_reads_what_a_grammar_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """An output that makes it raise keeps the confidence of its evidence."""
    from contrast_fakes import Fake

    from litgen.contrast import sentences, toolbox

    class Reader:
        def log_odds(self, pairs: list[tuple[str, str]]) -> list[float]:
            read.append(pairs)
            if any("ouch" in output for _, output in pairs):
                raise OverflowError("too much")
            return [20.0 - len(output) for _, output in pairs]

    read: list[list[tuple[str, str]]] = []
    monkeypatch.setattr(sentences, "combine", lambda sure, odds: 0.1 if odds < 0 else 1)
    names = ("past", "past+drop:NOUN")
    box = toolbox.Toolbox({name: Fake(name) for name in names}, network=Reader())  # type: ignore[arg-type]
    texts = ("A man.", "An ouch of a man who waits.", "A man who waits for his bus.")
    made = sentences.rewrite(dict.fromkeys(texts, names), box, 0.5)
    sure = [made[text]["past"].variants[0].confidence if made[text]["past"].variants else None
            for text in texts]  # fmt: skip
    assert sure == [1, 0.9, None]
    assert made[texts[2]]["past"].dropped == (("past: A man who waits for his bus.", 0.1),)
    assert [made[text]["past+drop:NOUN"].variants[0].confidence for text in texts] == [0.9] * 3
    assert read[0] == [(text, f"past: {text}") for text in texts]


def test_the_network_leaves_candidates_among_which_the_ranker_chooses() -> None:
    from contrast_fakes import Fake

    from litgen.contrast import sentences, toolbox

    odds = {"torn": 3.0, "whole": 9.0, "as whole": 9.0 - sentences.ALIKE, "likely": -5.0}
    scores = {"torn": -1.0, "whole": -3.0, "as whole": -2.0, "likely": 0.0}

    class Reader:
        def log_odds(self, pairs: list[tuple[str, str]]) -> list[float]:
            return [odds[output] for _, output in pairs]

    class Ranker:
        def score(self, texts: list[str]) -> list[float]:
            return [scores[text] for text in texts]

    class Several(Fake):
        def apply(self, texts):
            made = super().apply(texts)
            return [
                each._replace(variants=(each.variants[0]._replace(candidates=tuple(odds)),))
                for each in made
            ]

    for network, chosen in ((None, "likely"), (Reader(), "as whole")):
        box = toolbox.Toolbox({"past": Several("past")}, Ranker(), network=network)  # type: ignore[arg-type]
        made = sentences.rewrite({"A man.": ["past"]}, box)["A man."]["past"]
        assert [variant.text for variant in made.variants] == [chosen]


@pytest.mark.parametrize(
    ("rank", "installed", "contrasts", "asked", "thresholds", "read"),
    [
        ("auto", True, "past;future", None, (DEFAULT_THRESHOLD, BEST_THRESHOLD), True),
        ("smollm2", True, "past;future", None, (DEFAULT_THRESHOLD, BEST_THRESHOLD), True),
        ("auto", True, "past;future", 0.9, (0.9, 0.9), True),
        ("auto", True, "past;future", 0, (0, 0), False),
        ("none", True, "past;future", None, (0, 0), False),
        ("none", True, "past;future", 0.5, (0.5, 0.5), False),
        ("auto", False, "past;future", None, (0, 0), False),
        ("gpt2", False, "past;future", None, (0, 0), False),
        ("gpt2", False, "past;future", 0.5, (0.5, 0.5), True),
        ("auto", True, "drop:NUM;drop:NUM", None, (0, 0), False),  # no grammar makes it
    ],
)
def test_thresholds_of_a_run(
    rank: str,
    installed: bool,
    contrasts: str,
    asked: float | None,
    thresholds: tuple[float, float],
    read: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from litgen import ranking
    from litgen.contrast import preparation
    from litgen.ranking.choice import Choice

    monkeypatch.setattr(ranking.packaged, "weights", lambda: Path("there") if installed else None)
    monkeypatch.setattr(ranking, "choose_model", lambda name: Choice(name, "asked for"))
    made = preparation.settled(Options(contrast=(contrasts,), rank=rank, min_confidence=asked))
    assert made.thresholds == thresholds
    assert preparation.recipe_of(made).quality_model is read


def test_a_failure_is_the_same_on_every_machine() -> None:
    try:
        raise ValueError(object())
    except ValueError as error:
        failure = failure_of(error)
    assert failure.error == "ValueError: <object object at 0x...>"


def test_what_is_below_the_threshold_is_counted_and_listed(
    tmp_path: Path, write_pairs: Write
) -> None:
    path = write_pairs(8, p5={"sentence2": "A doubt."})
    plain = build(path, tmp_path / "plain", OPTIONS)
    assert plain["signature"]["options"]["min_confidence"] is None
    assert plain["counts"]["transformations"]["future"]["kept"] == 7
    made = build(
        path, tmp_path / "sure", replace(KEEPING, min_confidence=0.8, keep_unlabelled=True)
    )
    assert made["signature"]["options"]["min_confidence"] == 0.8
    counts = made["counts"]["transformations"]["future"]
    assert (counts["kept"], counts["read back"], counts["below threshold"]) == (6, 7, 1)
    assert counts["declined"] == {"below threshold": 1}
    (line,) = read_declined(tmp_path / "sure")
    assert line == {
        "sentence": "A doubt.", "transformation": "future", "stage": "below threshold",
        "declined": "below threshold", "dropped": [["future: A doubt.", 0.5]], "failures": [],
    }  # fmt: skip
    records = [json.loads(each) for each in (tmp_path / "sure" / "contrast.jsonl").open()]
    assert {r["premise_confidence"] for r in records} == {0.9}
    by_contrast = {r["contrast"]: r["hypothesis_confidence"] for r in records}
    assert by_contrast == {"past;future": 0.9, "past;original": None}
    with pytest.raises(UsageError, match="min_confidence: 1 is not a probability below 1"):
        replace(OPTIONS, min_confidence=1)
    with pytest.raises(UsageError, match="does not have the option 'surest'"):
        Options.from_json({"surest": 0.9})
