"""The first screen of a report: whatever there is, it says something true."""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from litgen.cli import run
from litgen.exceptions import UsageError
from litgen.reporting import build
from litgen.reporting.page import SIDE_BY_SIDE, render_card, render_page
from tests.evaluation.makers import THREE, make_contrast_set, predict, record
from tests.reporting.conftest import PROCEDURE

IDS = [f"{a}{b}x" for a in "abcdefgh" for b in "abcde"]
GOLD = [THREE[n % 3] for n in range(len(IDS))]


def rows_of(contrast: str, label: str | None = None) -> list[dict[str, object]]:
    return [
        record(name, contrast, label or gold, gold, id=f"{name}:{contrast}")
        for name, gold in zip(IDS, GOLD, strict=True)
    ]


def made(folder: Path, rows: list[dict[str, object]], *said: dict[str, str]):
    contrast_set = make_contrast_set(folder / "set", rows)
    folders = [
        predict(folder / f"m{n}", contrast_set, each, name=f"m{n}") for n, each in enumerate(said)
    ]
    return build(folders, replace(PROCEDURE, replicates=20_000))


def wrong_on(contrast: str, every: int = 1) -> dict[str, str]:
    return {f"{name}:{contrast}": "E" for name in IDS[::every]}


def test_a_loss_beyond_the_controls(tmp_path):
    rows = rows_of("past;past") + rows_of("past;future", "neutral") + rows_of("cleft;cleft")
    report = made(tmp_path, rows, wrong_on("past;future"), {})
    assert [line.contrast for line in report.lines] == ["past;future", "cleft;cleft"]
    first = report.headlines[0]
    assert first.first == (
        "Loses 100 points on 1 of 1 tested contrast because the meaning changed, not only the "
        "words."
    )
    assert first.hardest.startswith("Most on “Past, then future”: 100.0 points more than on the")
    assert report.headlines[1].first.startswith("No loss beyond the controls is shown on the one")
    assert (
        report.better
        == "Against m0, tested accuracies compared: m1 is better on 1 and worse " + ("on 0 of 4.")
    )
    line = report.lines[0]
    assert (line.wrong_of, len(line.wrong)) == (40, 6)
    assert {each.record["contrast"] for each in line.wrong} == {"past;future"}
    page = render_page(report)
    assert page.index('class="first"') < page.index('class="warning"') < page.index('class="row"')
    assert "“Past, then future”" in render_card(report)
    assert report.as_json()["overview"][0]["name"] == "Past, then future"


def test_pairs_that_are_wrong_on_a_control_show_nothing(tmp_path):
    rows = rows_of("past;past") + rows_of("past;future", "neutral")
    said = wrong_on("past;future") | {f"{name}:past;past": "N" for name in IDS}
    report = made(tmp_path, rows, said)
    right_on_controls = GOLD.count("neutral")
    assert report.lines[0].wrong_of == right_on_controls


@pytest.mark.parametrize(
    ("contrasts", "first"),
    [
        (["past;future"], "The set has no controls: a loss may be due to the words"),
        (["past;past"], "The set has no controls"),
    ],
)
def test_without_controls(tmp_path, contrasts, first):
    report = made(tmp_path, rows_of(*contrasts), wrong_on(contrasts[0], 3))
    assert first in report.headlines[0].first
    assert len(report.lines) == 1
    assert report.lines[0].marks[0].verdict == "no controls"


def test_new_pairs_have_no_original(tmp_path):
    rows = [record(name, "original;premise+antonym", "contradiction", None, id=name)
            for name in IDS]  # fmt: skip
    report = made(tmp_path, rows, dict.fromkeys(IDS[::2], "N"))
    assert report.headlines[0].first.startswith("Cannot be judged: no better than a constant")
    assert "predicts neutral for 50.0 %" not in report.headlines[0].first
    (mark,) = report.lines[0].marks
    assert (mark.original, mark.control, mark.extra, mark.short) == (None, None, None, "50.0 %")


def test_too_few_pairs(tmp_path):
    few = [row for row in rows_of("past;past") + rows_of("past;future", "neutral")
           if str(row["pair_id"])[0] in "ab"]  # fmt: skip
    report = made(tmp_path, few, {})
    assert report.headlines[0].first == (
        "Cannot be judged yet: a test needs 30 source pairs with controls, and the largest of "
        "1 contrast has 10."
    )
    page = render_page(report)
    assert "1 contrast with too few pairs to test (fewer than 30)" in page


def test_many_models_and_many_contrasts(tmp_path):
    rows = [row for n in range(40) for row in rows_of(f"past+{'cleft+' * n}cleft;past", "neutral")]
    report = made(tmp_path, rows, *[wrong_on("past+cleft;past", n + 2) for n in range(12)])
    page = render_page(report)
    assert len(report.lines) == 40
    assert "34 more with a smaller loss" in page
    assert f"{12 - SIDE_BY_SIDE} more models" in page
    assert len(page) < 6_000_000
    assert len(report.examples) <= 40 * 4


def test_a_figure_of_its_own(folders, tmp_path, capsys):
    figure = tmp_path / "out.svg"
    asked = ["report", *map(str, folders), "--figure"]
    assert run([*asked, str(figure), "-o", str(tmp_path / "r")]) == 0
    assert figure.read_text() == (tmp_path / "r" / "overview.svg").read_text()
    assert run([*asked, str(tmp_path / "out.gif"), "-o", str(tmp_path / "s")]) == 2
    assert "ends in .svg, .png or .pdf" in capsys.readouterr().err
    assert not (tmp_path / "s").exists()


@pytest.mark.skipif(find_spec("matplotlib") is not None, reason="Matplotlib is installed")
def test_without_matplotlib(report, folders, tmp_path, capsys):
    with pytest.raises(UsageError, match=r"pip install.*figures"):
        report.plot()
    asked = ["report", *map(str, folders), "--figure", str(tmp_path / "out.pdf")]
    assert run([*asked, "-o", str(tmp_path / "r")]) == 2
    assert "matplotlib" in capsys.readouterr().err


def test_matplotlib_draws_every_row(report, tmp_path):
    pytest.importorskip("matplotlib")
    from litgen.reporting.plot import save

    drawn = report.plot()
    (axes,) = drawn.axes
    names = [text.get_text() for text in axes.texts]
    assert names == [line.words.name for line in report.lines]
    for ending in ("png", "pdf"):
        save(report.lines, tmp_path / f"out.{ending}")
        assert (tmp_path / f"out.{ending}").stat().st_size > 5_000
