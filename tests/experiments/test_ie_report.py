"""The page and the figures of an IE test."""

from __future__ import annotations

import copy
import re
import xml.etree.ElementTree as ET

import pytest

from litgen.experiments.ie_report import deviations, headline, page, snr_in_words
from litgen.experiments.spread import ACCURACY
from litgen.reporting.document import document_markdown, document_texts, render_document
from litgen.reporting.figures import Axis, Line, Point, line_chart

SVG = "{http://www.w3.org/2000/svg}"


def sample(number, original, changed, t, p):
    return {
        "sample": number, "original": original, "changed": changed, "lost": 30, "gained": 10,
        "statistic": t, "p": {"bootstrap": p, "mcnemar": p, "mid-p": p}, "labels": 3,
        "remark": None,
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
    labels = {"entailment": 40, "neutral": 40, "contradiction": 20}
    part = {"pairs": 100, "changed": [80], "labels": labels}
    return {
        "model": {"name": "bow <b>", "fixed": {}},
        "design": {"phi": "synonym", "rho": [0.0, 0.5, 1.0], "samples": 2, "search": "once",
                   "alpha": 0.05, "unit": "premise", "p_value": "symmetric", "votes": 1,
                   "replicates": 20000, "test": "bootstrap", "budget": 2},
        "signature": {"transformation": {"mode": "sound"},
                      "data": {"test": [], "test_share": 0.3, "train_limit": None}},
        "joint": {"p": 0.0004, "rejected": True, "classifiers": 6, "units": 180,
                  "fewest units": 120, "weights": "Mammen",
                  "smallest possible p": 1e-24,
                  "most": {"rho": 0.0, "sample": 1, "statistic": 5.0}},
        "level": 0.025, "n": 100, "tests": tests, "contrasts": ["accent;accent"],
        "snr": {"single": {"value": 4.4, "low": 3.1, "high": 5.8},
                "paper": {"means": {"ddof 1": 12.3}, "runs": {"ddof 1": None}}},
        "data": {"train": part, "validation": {**part, "pairs": 0, "changed": [0]}, "test": part},
        "searches": [{"rho": 0.0, "sample": 0, "best": 1, "tried": [
            {"values": {"depth": 2}, "validation": 0.4},
            {"values": {"depth": 5}, "validation": 0.5},
        ]}],
        "contrast_set": "transformed/x",
    }  # fmt: skip


def points(figure, line=0):
    """Where the dots of a line are in the file."""
    root = ET.fromstring(figure.file())
    dots = [(each.get("fill"), float(each.get("x")), float(each.get("y")))
            for each in root.iter(f"{SVG}use")]  # fmt: skip
    colour = list(dict.fromkeys(fill for fill, _, _ in dots if "--m" in fill))[line]
    return [(x, y) for fill, x, y in dots if fill == colour]


def test_figures_say_what_the_numbers_say(result):
    smallest, accuracy, t = figures = page(result).sections[0].figures
    assert [each.key for each in figures] == ["min-p", "accuracy", "t"]
    xs = [x for x, _ in points(smallest)]
    assert xs == sorted(xs) and xs[1] - xs[0] == pytest.approx(xs[2] - xs[1], abs=0.02)
    heights = [y for _, y in points(smallest)]
    assert heights[1] < heights[2] < heights[0]  # a larger p stands higher
    assert all(
        y < z for (_, y), (_, z) in zip(points(accuracy, 0), points(accuracy, 1), strict=True)
    )
    (_, first), (_, second), (_, third) = points(t)
    assert first < second < third


def test_page(result):
    html = render_document(page(result))
    assert "bow &lt;b&gt;" in html and "bow <b>" not in html
    assert html.count('class="differs"') == 3  # two as in the paper, one corrected for all
    assert not re.search(r"(?:src|href)=\"(?!#)", html)  # nothing from elsewhere
    assert "depth 5" in html and "depth 2" not in html
    texts = document_texts(page(result), "report")
    assert [*texts] == ["report.html", "report.md", "min-p.svg", "accuracy.svg", "t.svg"]
    ET.fromstring(texts["t.svg"])


def test_the_headline_is_the_joint_test(result):
    first = (
        "Over the 3 values of rho together, invariance under synonym is rejected at 0.05: joint p "
        "= 0.0004 (6 classifiers, 100 test pairs); the clearest difference is at rho = 0, in "
        "favour of the originals."
    )
    found = page(result)
    assert found.verdict == headline(result) == first
    # 6 * 0.02, the adjusted p of rho = 1, is above 0.05
    one = "With correction for all values of rho, it is rejected for 1 of 3 values (rho = 0)."
    assert found.points[0] == one
    assert found.points[1].endswith("rejected for 2 values (rho = 0, 1).")
    assert first in render_document(found)
    assert first in document_markdown(found)


def test_a_headline_without_differences_or_with_few(result):
    result["joint"] |= {"p": 1.0, "rejected": False, "units": 0, "smallest possible p": 1.0}
    end = "is right on a pair if and only if it is right on its transform."
    assert headline(result).endswith(end)
    result["joint"] |= {"p": 0.25, "units": 3, "smallest possible p": 0.25}
    assert "is not rejected at 0.05: joint p = 0.250" in headline(result)
    assert headline(result).endswith("in only 3 premises, too few for a p below 0.05.")
    result["joint"] |= {"p": 0.00001, "rejected": True, "units": 90, "smallest possible p": 0.0}
    assert "rejected at 0.05: joint p <0.0001 (" in headline(result)


def test_the_ratio_in_words(result):
    text = snr_in_words(result)
    assert (
        "4.4 for single trainings (95 % interval 3.1 to 5.8). As in the paper, it is 12.3" in text
    )
    assert text.endswith("or – over all runs.")
    for row in result["tests"]:
        for test in row["tests"]:
            test["labels"] = 1
    assert snr_in_words(result).endswith(" is not defined: the classifier predicts only one label.")
    assert "not defined: the classifier predicts only one label" in render_document(page(result))


def test_deviations_stand_on_the_page(result):
    def whats():
        return {each.what for each in deviations(result)}

    table = page(result).sections[1].tables[-1]
    assert (table.title, len(table.rows)) == ("Differences from the paper", len(whats()))
    usual = {"hypothesis", "SNR", "unit of resampling", "p value", "replicates",
             "synonyms"}  # fmt: skip
    assert usual < whats()
    result["model"]["name"] = "bow"
    result["data"]["validation"]["pairs"] = 10
    assert {"baseline: bags", "baseline: early stopping"} < whats()
    html = render_document(page(result))
    assert "two, one for each sentence (--set bags=joint uses one)" in html
    assert "boosting stops when" in html and "sound synonyms, which keep word sense" in html


def test_what_is_done_as_in_the_paper_is_no_deviation(result):
    result["model"] = {"name": "bow", "fixed": {"bags": "joint"}}
    result["design"] |= {"unit": "pair", "p_value": "paper", "replicates": 1000}
    result["signature"]["transformation"]["mode"] = "paper"
    result["signature"]["data"] |= {"train_limit": 50_000, "test": [{"source": "t"}]}
    found = {each.what for each in deviations(result)}
    for what in ("baseline: bags", "unit of resampling", "p value", "replicates",
                 "synonyms", "training pairs", "test pairs"):  # fmt: skip
        assert what not in found
    assert {"hypothesis", "p value without discordant pairs", "block list"} < found


def test_markdown(result):
    text = document_markdown(page(result))
    assert text.startswith("# IE test: bow \\<b\\>, synonym")
    assert "![Test statistic t against rho](t.svg)" in text
    rows = [line for line in text.splitlines() if line.startswith("| 0.5 ")]
    assert rows and rows[0].count("|") == 10


def test_warnings(result):
    assert not page(result).caveats[:-1]
    little = copy.deepcopy(result)
    little["data"]["test"] |= {"changed": [20], "labels": {"entailment": 60, "neutral": 40}}
    little["tests"][0]["tests"][0]["remark"] = "no discordant pairs"
    little["tests"][0]["tests"][0]["labels"] = 1
    text = " ".join(page(little).caveats)
    assert "changes 20.0 % of the test pairs" in text
    assert (
        "near chance: at best, it is right on 55.0 % of the originals" in text and "60.0 %" in text
    )
    assert "60.0 %" in text and "1 of 6 classifiers predicted only one label" in text
    assert "no discordant pairs" in text
    assert "approximate" not in text
    little["joint"]["fewest units"] = 30
    assert "in only 30 premises. Below 100, the joint test" in " ".join(page(little).caveats)


def test_statistics_that_are_no_numbers(result):
    """All pairs lost: t is infinite, and neither figure nor table fails."""
    result["tests"][0]["tests"][0]["statistic"] = float("inf")
    assert "∞" in render_document(page(result))
    for test in result["tests"][0]["tests"]:
        test["statistic"] = float("inf")
    render_document(page(result))


def test_names_are_escaped_and_a_limit_is_drawn():
    line = Line("<a> & $b$", [Point(0, 0.5, 0.4, 0.6)])
    drawn = line_chart("k", "<t>", "", [line, line], Axis("x"), Axis("y"), (0.5, "the <limit>"))
    root = ET.fromstring(drawn.wide)
    assert root.get("aria-label") == "<t>"
    assert {"<a> & $b$", "the <limit>"} <= {each.text for each in root.iter(f"{SVG}text")}
    assert not any("style" in each.attrib for each in root.iter())


def test_an_axis_of_shares_ends_at_100_percent():
    drawn = line_chart(
        "k", "t", "", [Line("a", [Point(0.0, 0.98, 0.93, 1.03), Point(1.0, 0.99, 0.97, 1.01)])],
        Axis("x"), ACCURACY,
    )  # fmt: skip
    texts = [each.text for each in ET.fromstring(drawn.wide).iter(f"{SVG}text")]
    assert "100" in texts and "102" not in texts
