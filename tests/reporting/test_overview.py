"""The first screen of a report: whatever there is, it says something true."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from litgen.cli import run
from litgen.reporting import build
from litgen.reporting.page import SIDE_BY_SIDE, render_card, render_details, render_page
from litgen.reporting.plot import save
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
    assert [row.phenomenon for row in report.rows] == ["tense", "cleft"]
    assert [line.contrast for line in report.rows[0].lines] == ["past;future"]
    first = report.headlines[0]
    assert first.first == (
        "It loses 100 points on 1 of 1 phenomenon because the meaning changed, not only the words."
    )
    assert first.hardest.startswith("The largest loss is on “Past and future”: 100.0 points more")
    assert report.headlines[1].first.startswith("It shows no loss beyond the controls on the only")
    assert report.better.startswith(
        "On the contrasts, m1 is more accurate than m0: 100.0 % against 50.0 % (+50.0 points, 95 %"
    )
    assert report.better.endswith("On the originals, the accuracies are 100.0 % and 100.0 %.")
    (line,) = report.rows[0].lines
    assert (line.wrong_of, len(line.wrong)) == (40, 6)
    assert {each.record["contrast"] for each in line.wrong} == {"past;future"}
    page = render_page(report)
    assert page.index('class="first"') < page.index('class="warning"') < page.index('class="row"')
    assert "“Past and future”" in render_card(report)
    first = report.as_json()["overview"][0]
    assert (first["name"], first["contrasts"][0]["name"]) == (
        "Past and future",
        "Past, then future",
    )


def test_pairs_that_are_wrong_on_a_control_show_nothing(tmp_path):
    rows = rows_of("past;past") + rows_of("past;future", "neutral")
    said = wrong_on("past;future") | {f"{name}:past;past": "N" for name in IDS}
    report = made(tmp_path, rows, said)
    right_on_controls = GOLD.count("neutral")
    assert report.rows[0].wrong_of == right_on_controls


@pytest.mark.parametrize(
    ("contrasts", "first", "verdict"),
    [
        (
            ["past;future", "neutral"],
            "The set has no controls: a loss may be due to the words",
            "no controls",
        ),
        (["past;past"], "The set has no controls", "loss, no controls"),
    ],
)
def test_without_controls(tmp_path, contrasts, first, verdict):
    report = made(tmp_path, rows_of(*contrasts), wrong_on(contrasts[0]))
    assert first in report.headlines[0].first
    assert len(report.rows) == 1
    assert report.rows[0].marks[0].verdict == verdict


def test_new_pairs_have_no_original(tmp_path):
    rows = [record(name, "original;premise+antonym", "contradiction", None, id=name)
            for name in IDS]  # fmt: skip
    report = made(tmp_path, rows, dict.fromkeys(IDS[::2], "N"))
    assert report.headlines[0].first.startswith(
        "It cannot be judged: it is no better than a constant"
    )
    assert "predicts neutral for 50.0 %" not in report.headlines[0].first
    (mark,) = report.rows[0].marks
    assert (mark.original, mark.control, mark.extra, mark.short) == (
        None,
        None,
        None,
        "50.0 % right",
    )


def test_too_few_pairs(tmp_path):
    few = [row for row in rows_of("past;past") + rows_of("past;future", "neutral")
           if str(row["pair_id"])[0] in "ab"]  # fmt: skip
    report = made(tmp_path, few, {})
    assert report.headlines[0].first == (
        "It cannot be judged yet: a test needs 30 source pairs with controls, and this one has 10."
    )
    page = render_page(report)
    assert "1 phenomenon with too few pairs to test (fewer than 30)" in page


def test_pooled_over_contrasts_and_tested_once(tmp_path):
    """A source pair counts once: lost on one of two contrasts it is half a loss."""
    rows = (
        rows_of("past;past") + rows_of("past;future", "neutral") + rows_of("future;past", "neutral")
    )
    rows += rows_of("future;future")
    report = made(tmp_path, rows, wrong_on("past;future"))
    (row,) = report.rows
    assert (row.n, set(row.pooled)) == (40, {"past;future", "future;past"})
    assert row.marks[0].extra.value == 0.5 and row.marks[0].verdict == "extra loss"
    assert [line.contrast for line in row.lines] == ["past;future", "future;past"]
    assert [line.marks[0].extra.value for line in row.lines] == [1.0, 0.0]
    test = report.assessment.on_phenomenon("m0", "tense")
    assert (test.n, test.difference, test.rejected) == (40, -0.5, True)


def test_twelve_models(tmp_path):
    rows = rows_of("past;past") + rows_of("past;future", "neutral")
    report = made(tmp_path, rows, *[wrong_on("past;future", n + 1) for n in range(12)])
    page = render_page(report)
    assert f"{12 - SIDE_BY_SIDE} more models" in page
    assert page.count('class="first"') == len(report.rows[0].marks) == 12
    assert report.better.startswith("On the contrasts, ")


def test_two_hundred_contrasts_and_100_000_predictions(tmp_path):
    """The pages stay small: examples are sampled, and the page says so."""
    names = [f"original;adverb:a{n}" for n in range(200)]
    ids = [f"{a}{b}x" for a in "abcdefghijkl" for b in "abcdefghijklmnopqrstu"][:250]
    rows = [
        record(pair, name, THREE[n % 3], THREE[n % 3], id=f"{pair}:{name}")
        for name in names
        for n, pair in enumerate(ids)
    ]
    contrast_set = make_contrast_set(tmp_path / "set", rows)
    said = {row["id"]: "E" for row in rows[::2]}
    folders = [
        predict(tmp_path / f"m{n}", contrast_set, each, name=f"m{n}")
        for n, each in enumerate((said, {}))
    ]
    report = build(folders, replace(PROCEDURE, contrasts=(names[0],)))
    page, details = render_page(report), render_details(report)
    assert len(page.encode()) < 3_000_000 and len(details.encode()) < 3_000_000
    assert "of 50,000 pairs: a sample from each contrast" in page
    assert "of these pairs are shown" in page
    assert sum(len(line.lines) for line in report.rows) == 200


def test_a_figure_of_its_own(folders, tmp_path, capsys):
    figure = tmp_path / "out.svg"
    asked = ["report", *map(str, folders), "--figure"]
    assert run([*asked, str(figure), "-o", str(tmp_path / "r")]) == 0
    assert "<svg" in figure.read_text()
    assert run([*asked, str(tmp_path / "out.gif"), "-o", str(tmp_path / "s")]) == 2
    assert "use a .svg, .png or .pdf file" in capsys.readouterr().err
    assert not (tmp_path / "s").exists()


def test_the_figure_of_a_paper(report, tmp_path):
    drawn = report.plot()
    (axes,) = drawn.axes
    names = [text.get_text() for text in axes.texts]
    assert {row.name for row in report.rows if not row.few} <= set(names)
    assert drawn.get_figwidth() == 3.3
    for ending in ("png", "pdf", "svg"):
        save(report.rows, tmp_path / f"out.{ending}")
        assert (tmp_path / f"out.{ending}").stat().st_size > 5_000
    written = (tmp_path / "out.pdf").read_bytes()
    assert b"/FontFile2" in written and b"/Type3" not in written  # embedded, as TrueType
