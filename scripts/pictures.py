"""Take the pictures of the documentation: screenshots of litgen's pages in headless Chromium.

PAIRS are at least a thousand labelled pairs. The script makes a contrast set from the first 400 and
trains two baselines on the rest, one of them without the premises; the picture shows their report.

>>> python scripts/pictures.py snli_dev_half.jsonl          # doctest: +SKIP
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.reporting.browser import Page, browser

FIGURES = Path(__file__).parents[1] / "docs" / "figures"
TESTED = 400
SENTENCE = "A man is riding a bike."


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("pairs", type=Path, help="labelled pairs, JSON Lines")
    parser.add_argument("--work", type=Path, help="folder in which to keep intermediate files")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="litgen-pictures-") as scratch:
        work = args.work or Path(scratch)
        work.mkdir(parents=True, exist_ok=True)
        report, show = make(args.pairs, work)
        with browser(work / "profile") as page:
            picture(page, report, "report.png", height=1250)
            picture(page, report, "report-examples.png", height=800, at="#examples")
            picture(page, show, "show.png", height=1100)


def make(pairs: Path, work: Path) -> tuple[Path, Path]:
    """Write the pages: a report on two baselines, and all rewritings of a sentence."""
    lines = pairs.read_text("utf-8").splitlines(keepends=True)
    tested, trained = work / "tested.jsonl", work / "trained.jsonl"
    tested.write_text("".join(lines[:TESTED]), "utf-8")
    trained.write_text("".join(lines[TESTED:]), "utf-8")
    contrast, report, show = work / "contrast", work / "report", work / "show.html"
    litgen("transform", tested, "-o", contrast, "--suite", "lit", "--rank", "none")
    predictions = []
    for name, bags in (("bag of words", "separate"), ("hypothesis only", "hypothesis")):
        model, said = work / f"bow-{bags}", work / name
        litgen("study", "train", trained, "--model", "bow", "--bags", bags, "-o", model,
               "--rounds", "200", "--exclude", tested)  # fmt: skip
        litgen("evaluate", contrast, "--model", model, "--name", name, "-o", said)
        predictions.append(said)
    litgen("report", *predictions, "-o", report, "--overwrite")
    litgen("show", SENTENCE, "--html", show)
    return report / "report.html", show


def litgen(*arguments: object) -> None:
    """Run a litgen command."""
    command = [sys.executable, "-m", "litgen", *map(str, arguments)]
    print("litgen", *arguments, file=sys.stderr)
    subprocess.run(command, check=True, stdout=sys.stderr)


def picture(page: Page, path: Path, name: str, height: int, at: str = "") -> None:
    """Write a picture of a page, from the top of the page or of an element."""
    page.open(path, width=1280, height=height)
    if at:
        page.eval(f"document.querySelector('{at}').scrollIntoView()")
    page.screenshot(FIGURES / name)


if __name__ == "__main__":
    main()
