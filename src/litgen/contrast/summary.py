"""What a run says at its end, for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from litgen.contrast.notation import parse_contrast
from litgen.data import LABELS


def print_summary(manifest: Mapping[str, Any], folder: Path) -> None:
    """Print the counts of a run: a line for each contrast, then what was read and left out."""
    from litgen.report.terminal import print_counts

    titles = ("contrast", "from pairs", "pairs", "E", "C", "N", "without label")
    rows = ((name, _numbers(each)) for name, each in manifest["counts"]["contrasts"].items())
    print_counts(titles, rows, _lines(manifest, folder))


def _numbers(counts: Mapping[str, Any]) -> list[int]:
    labels, unlabelled = counts.get("labels", {}), counts.get("unlabelled", {})
    labelled = [labels.get(label, 0) for label in LABELS]
    return [counts["pairs"], counts["records"], *labelled, sum(unlabelled.values())]


def _lines(manifest: Mapping[str, Any], folder: Path) -> Iterator[str]:
    counts = manifest["counts"]
    pairs, sentences, coverage = counts["pairs"], counts["sentences"], counts["coverage"]
    skipped = ", ".join(f"{number:,} {reason}" for reason, number in pairs["skipped"].items())
    yield (
        f"{pairs['kept']:,} pairs ({skipped or 'none'} left out), "
        f"{sentences.get('distinct', 0):,} sentences ({sentences.get('parsed', 0):,} parsed)"
    )
    if any(parse_contrast(name).two_sided for name in coverage["contrasts"]):
        each = "pairs with a version of each sentence"
        yield (
            f"{coverage[f'{each}, %']} % of pairs have a version of each sentence, "
            f"{coverage['two-sided pairs, %']} % a two-sided contrast"
        )
    for reason in ("crashed", "rule at fault"):
        if number := counts["guards"].get(reason):
            yield (
                f"warning: {number:,} times a transformation failed on a sentence ({reason}); "
                f"litgen explain {folder} --declined tells where"
            )
    if _could_rank(manifest) and manifest["signature"]["versions"]["ranker"] is None:
        yield "nothing was ranked: the engine's first candidate stands"
    yield f"{manifest['records']:,} contrast pairs: {folder}/contrast.jsonl"


def _could_rank(manifest: Mapping[str, Any]) -> bool:
    """Whether a language model could have chosen among candidates."""
    from litgen.transformations.declarations import declaration
    from litgen.transformations.naming import split_steps

    names = manifest["signature"]["versions"]["transformations"]
    stated = [declaration(step) for name in names for step in split_steps(name)]
    return any(each is None or each.ranked for each in stated)
