"""The output of a run by contrast: the table that ``litgen transform`` prints and cards show."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from litgen.acceptability import BELOW_THRESHOLD, decider_of
from litgen.contrast.manifest import labels_of
from litgen.contrast.notation import parse_contrast
from litgen.contrast.phenomena import in_order


class Row(NamedTuple):
    """The output of one contrast, counted in pairs."""

    contrast: str
    control: bool
    sources: int  #: source pairs that yielded a contrast pair
    written: int
    labels: tuple[int, ...]  #: pairs written with each label of the source
    unlabelled: int  #: pairs made but without a label
    why: str | None  #: the most frequent reason, if no pair was written


def summary_of(manifest: Mapping[str, Any]) -> dict[str, list[Row]]:
    """The rows of a manifest by phenomenon, contrasts first, then controls.

    Example:
        >>> counts = {"contrasts": {"may;may": {"phenomenon": "modality", "control": True,
        ...     "pairs": 2, "records": 0, "unlabelled": {"asserted": 2}}}, "transformations": {}}
        >>> summary_of({"counts": counts})["modality"][0].why
        'no label: asserted (2 of 2 pairs)'
    """
    counts, classes = manifest["counts"], labels_of(manifest)
    groups: dict[str, list[Row]] = {}
    for name, each in counts["contrasts"].items():
        row = Row(
            name,
            each.get("control", False),
            each["pairs"],
            each["records"],
            tuple(each.get("labels", {}).get(label, 0) for label in classes),
            sum(each.get("unlabelled", {}).values()),
            None if each["records"] else _why(name, counts),
        )
        groups.setdefault(each.get("phenomenon", "others"), []).append(row)
    return {name: sorted(groups[name], key=lambda row: row.control) for name in in_order(groups)}


def _why(name: str, counts: Mapping[str, Any]) -> str:
    """The most frequent reason why a contrast has no pairs, among those of pairs and sentences."""
    reasons = list(_of_pairs(counts["contrasts"][name]))
    of = sum(number for number, _ in reasons)
    found = [(number, reason, of, "pair") for number, reason in reasons]
    for side in dict.fromkeys(side.transformation for side in parse_contrast(name)):
        each = counts.get("transformations", {}).get(side, {})
        of = each.get("sentences", 0)
        for reason, number in each.get("declined", {}).items():
            decider = decider_of(reason)
            why = decider.reason.rstrip(".") if decider else reason
            found.append((number, f"{side}: {why}", of, "sentence"))
    if not found:
        return "no pair has both sides"
    number, reason, of, noun = max(found, key=lambda each: each[0])
    return f"{reason} ({number:,} of {of:,} {noun}{'s' * (of != 1)})"


def _of_pairs(counts: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    """The reasons why pairs were not written, each with the number of pairs."""
    for reason, number in counts.get("unlabelled", {}).items():
        yield number, f"no label: {reason}"
    for reason, number in counts.get("declined", {}).items():
        yield number, reason
    if number := counts.get(BELOW_THRESHOLD, 0):
        yield number, "below the confidence threshold"
    if number := counts.get("unchanged", 0):
        yield number, "unchanged"
