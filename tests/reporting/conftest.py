"""A small contrast set, two models, and sentences that pages must not take for HTML."""

from __future__ import annotations

from pathlib import Path

import pytest

from litgen.evaluation.procedure import Procedure
from litgen.reporting import Report, build
from tests.evaluation.makers import THREE, make_contrast_set, predict, record

NASTY = """<script>document.title="taken"</script><img src=x onerror="document.title='taken'">"""
QUOTES = """She said "it's <b>5 > 3</b> & 'so'"; |pipe| *star* {{ 7*7 }} </table>"""
PROCEDURE = Procedure(replicates=2000)


@pytest.fixture(scope="session")
def folders(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Predictions of two models on forty pairs of several contrasts, some of them nasty."""
    folder = tmp_path_factory.mktemp("report")
    rows = []
    for n in range(40):
        pair, label = f"{chr(97 + n // 2)}x{n % 2}", THREE[n % 3]
        odd = {0: NASTY, 1: QUOTES}.get(n, f"Sentence number {n}.")
        more = {"premise": f"Past: {odd}", "original_premise": odd}
        rows.append(record(pair, "past;past", label, label, **more))
        rows.append(record(pair, "past;future", "neutral", label, **more))
        rows.append(record(pair, "original;premise+antonym", "contradiction", None, **more))
    contrast_set = make_contrast_set(folder / "set", rows)
    said = {}
    for item in contrast_set.items():
        number = (ord(item.id[0]) - 97) * 2 + int(item.id[2])
        if item.side == "contrast" and number % 3 == 0:
            said[item.id] = "E" if item.label != "entailment" else "N"
    return [
        predict(folder / "one", contrast_set, said, name="one", confidence=0.75),
        predict(folder / "two", contrast_set, {}, name=f"two {QUOTES}"),
    ]


@pytest.fixture(scope="session")
def report(folders: list[Path]) -> Report:
    """A report on both."""
    return build(folders, PROCEDURE, examples=20)
