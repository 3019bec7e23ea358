"""The page and the figures of an IE test."""

from __future__ import annotations

import copy
import re
import xml.etree.ElementTree as ET

import pytest

from litgen.experiments.charts import Line, Point, line_chart, linear, logarithmic
from litgen.experiments.ie_report import sheet
from litgen.experiments.sheet import render_sheet, write_sheet

SVG = "{http://www.w3.org/2000/svg}"


def sample(number, original, changed, t, p):
    return {
        "sample": number, "original": original, "changed": changed, "lost": 30, "gained": 10,
        "statistic": t, "p": {"bootstrap": p, "mcnemar": p, "mid-p": p}, "remark": None,
    }  # fmt: skip


@pytest.fixture
def result():
    tests = [
        {"rho": rho, "p": p, "level": 0.025, "rejected": p < 0.025, "adjusted": min(1, 6 * p),
         "learned_from": [[100, 10 * number], [100, 0]],
         "tests": [sample(0, 0.5, 0.4, t, p), sample(1, 0.6, 0.5, t + 1, 0.9)]}
        for number, (rho, p, t) in enumerate(
            [(0.0, 0.00001, 4.0), (0.5, 0.4, 0.5), (1.0, 0.02, -3.0)])
    ]  # fmt: skip
    part = {"pairs": 100, "changed": [80], "labels": {"entailment": 40, "neutral": 60}}
    return {
        "model": {"name": "bow <b>", "fixed": {}},
        "design": {"phi": "accent", "samples": 2, "search": "once", "alpha": 0.05},
        "level": 0.025, "n": 100, "tests": tests, "contrasts": ["accent;accent"],
        "snr": {"means": {"ddof 1": 12.3}, "runs": {"ddof 1": 4.5}},
        "data": {"train": part, "validation": {**part, "pairs": 0, "changed": [0]}, "test": part},
        "searches": [{"rho": 0.0, "sample": 0, "best": 1, "tried": [
            {"values": {"depth": 2}, "validation": 0.4},
            {"values": {"depth": 5}, "validation": 0.5},
        ]}],
        "contrast_set": "transformed/x",
    }  # fmt: skip


def points(figure, line=0):
    """Where the dots of a line stand in the file."""
    root = ET.fromstring(figure.file())
    group = root.findall(f"{SVG}g")[line]
    dots = group.iter(f"{SVG}circle")
    return [(float(dot.get("cx")), float(dot.get("cy"))) for dot in dots]


def test_figures_say_what_the_numbers_say(result):
    smallest, accuracy, t = sheet(result).figures
    assert [each.key for each in sheet(result).figures] == ["min-p", "accuracy", "t"]
    xs = [x for x, _ in points(smallest)]
    assert xs == sorted(xs) and xs[1] - xs[0] == pytest.approx(xs[2] - xs[1], abs=0.02)
    heights = [y for _, y in points(smallest)]
    assert heights[1] < heights[2] < heights[0]  # a larger p stands higher
    lowest = max(float(line.get("y1")) for line in ET.fromstring(smallest.file()).iter(f"{SVG}line")
                 if line.get("class") == "grid" and line.get("y1") == line.get("y2"))  # fmt: skip
    assert heights[0] == pytest.approx(lowest, abs=0.02)  # 0.00001 stands on the lowest line
    assert all(
        y < z for (_, y), (_, z) in zip(points(accuracy, 0), points(accuracy, 1), strict=True)
    )
    (_, first), (_, second), (_, third) = points(t)
    assert first < second < third
    assert "originals 55.0 %, standard deviation 7.1 %" in accuracy.wide


def test_page(result, tmp_path):
    html = render_sheet(sheet(result))
    assert "bow &lt;b&gt;" in html and "bow <b>" not in html
    assert "Invariance is rejected for 2 of 3 values of rho" in html
    assert "Rejected at rho = 0, 1." in html
    assert "it is rejected for 1." in html  # 6 * 0.02 is above 0.05
    assert html.count('class="differs"') == 2
    assert not re.search(r"(?:src|href)=\"(?!#)", html)  # nothing from elsewhere
    assert "depth 5" in html and "depth 2" not in html
    names = [path.name for path in write_sheet(sheet(result), tmp_path)]
    assert names == ["report.html", "min-p.svg", "accuracy.svg", "t.svg"]
    ET.parse(tmp_path / "t.svg")


def test_warnings(result):
    assert not sheet(result).warnings[:-1]
    little = copy.deepcopy(result)
    little["data"]["test"]["changed"] = [20]
    little["tests"][0]["tests"][0]["remark"] = "no discordant pairs"
    text = " ".join(sheet(little).warnings)
    assert "changes 20.0 % of the test pairs" in text
    assert "hardly learns: at best 55.0 %" in text and "60.0 %" in text
    assert "no discordant pairs" in text


def test_statistics_that_are_no_numbers(result):
    """All pairs lost: t is infinite, and neither figure nor table fails."""
    result["tests"][0]["tests"][0]["statistic"] = float("inf")
    assert "∞" in render_sheet(sheet(result))
    for test in result["tests"][0]["tests"]:
        test["statistic"] = float("inf")
    render_sheet(sheet(result))


@pytest.mark.parametrize(("low", "high"), [(0, 1), (0.431, 0.519), (-7, 3), (0.5, 0.5), (0, 12345)])
def test_linear_axis(low, high):
    axis = linear("y", low, high, str)
    places = [axis.place(value) for value, _ in axis.ticks]
    assert places[0] == pytest.approx(0) and places[-1] == pytest.approx(1)
    assert axis.ticks[0][0] <= low + 1e-9 and axis.ticks[-1][0] >= high - 1e-9
    assert 2 <= len(axis.ticks) <= 8


def test_logarithmic_axis():
    axis = logarithmic("p", range(-4, 1), str)
    assert [axis.place(value) for value in (1, 0.01, 1e-4, 1e-9, 0)] == [1, 0.5, 0, 0, 0]


def test_names_are_escaped_and_a_limit_is_drawn():
    across, up = linear("x", 0, 1, str), linear("y", 0, 1, str)
    line = Line("<a> & b", [Point(0, 0.5, 0.4, 0.6, "<i>")])
    drawn = line_chart("k", "<t>", "", [line, line], across, up, (0.5, "the <limit>"))
    root = ET.fromstring(drawn.wide)
    assert root.get("aria-label") == "<t>"
    assert [each.get("class") for each in root.iter("line")].count("constant") == 1
    assert "the <limit>" in "".join(root.itertext())
