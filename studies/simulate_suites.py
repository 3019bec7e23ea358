"""Simulate level, power and coverage of the comparison of new pairs with their controls.

Two premises share an image. For each image, a model prefers some labels at random, so that its
answers depend on the image; for some images it knows the labels. Each premise has one to three
pairs of two contrasts and of a control.

    python studies/simulate_suites.py --premises 200 --runs 400 --knows 0.2
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from litgen.contrast.suites import load_suites
from litgen.evaluation.assessment import assess
from litgen.evaluation.procedure import Procedure
from tests.evaluation.makers import make_contrast_set, predict, record

SUITE = load_suites()["implicatives"]
CONTRASTS = dict(
    zip(map(str, (*SUITE.contrasts[:2], SUITE.controls[0])),
        ("entailment", "contradiction", "neutral"), strict=True)
)  # fmt: skip


def main() -> None:
    """Simulate one setting."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--premises", type=int, default=40)
    parser.add_argument("--runs", type=int, default=400)
    parser.add_argument(
        "--knows", type=float, default=0.0, help="the share of labels that the model knows"
    )
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rows = list(records(given.premises))
        contrast_set = make_contrast_set(folder / "set", rows)
        rejected = covered = 0
        for run in range(given.runs):
            said = answers(rows, given.knows, np.random.default_rng(run))
            predictions = predict(folder / str(run), contrast_set, said)
            found = assess([predictions], Procedure(replicates=1000))
            (suite,), (test,) = found.suites_controlled, found.family("suite")
            rejected += test.rejected
            covered += suite.apart.low <= given.knows <= suite.apart.high
    print(
        f"{given.premises} premises, knows {given.knows:.2f}: "
        f"rejected {rejected / given.runs:.3f}, covered {covered / given.runs:.3f}"
    )


def records(premises: int) -> Sequence[dict[str, Any]]:
    """The pairs of the premises; two premises share an image."""
    return [
        record(f"{chr(97 + n % 26)}{chr(97 + n // 26)}", contrast, label, None,
               suite="implicatives", id=f"{n}:{contrast}:{k}",
               source={"captionID": f"{n // 2}.jpg#{n % 2}"})
        for n in range(premises)
        for contrast, label in CONTRASTS.items()
        for k in range(1 + n % 3)
    ]  # fmt: skip


def answers(
    rows: Sequence[dict[str, Any]], knows: float, rng: np.random.Generator
) -> dict[str, str]:
    """Answers of a model that knows a share 2 × ``knows`` of the labels for half of the images."""
    images: dict[str, tuple[Any, float]] = {}
    said = {}
    for row in rows:
        image = row["source"]["captionID"].split("#")[0]
        if image not in images:
            images[image] = rng.dirichlet((0.5, 0.5, 0.5)), float(rng.choice([0, 2 * knows]))
        likes, sure = images[image]
        label = row["label"][0].upper() if rng.random() < sure else "ENC"[rng.choice(3, p=likes)]
        said[row["id"]] = label
    return said


if __name__ == "__main__":
    main()
