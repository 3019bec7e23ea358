"""Summarize the output of a run by contrast, as rows of a table and in the data set card."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from litgen.acceptability import BELOW_THRESHOLD
from litgen.contrast.folder import RECORDS
from litgen.contrast.manifest import in_words, labels_of, pairs_done
from litgen.contrast.names import named
from litgen.contrast.notation import parse_contrast
from litgen.contrast.phenomena import in_order
from litgen.data.card import card_head

_BODY = """\
# A contrast set made with litgen {version}

{records} contrast pairs, made from {kept} labelled sentence pairs by rewriting their meaning
representations with a grammar (engine `{engine}`). Rules made the pairs, and the label policy
determined their labels: `label_basis` shows whether a label follows logically (`logic`) or depends
on conventions that the published papers assume (`default`); `label_proof` gives a one-line proof.

| phenomenon | contrast | notation | source pairs | pairs | {labels} | reason if none |
|---|---|---|---:|---:|{rule}---|
{rows}

A control has the same cue words as a contrast, but keeps the label of the source pair or gets a
different label. Load the folder with `datasets.load_dataset("FOLDER")`. The fields are
`premise`, `hypothesis`, `label`; the transformations (`contrast`, `premise_transformation`,
`hypothesis_transformation`); the score of the quality model for rewritings by the grammar
(`premise_confidence`, `hypothesis_confidence`; null for other sentences); and the source pair
(`pair_id`, `original_premise`, `original_hypothesis`, `original_label`, `source`).
`litgen show FOLDER ID` shows how a pair was made.

The licence and the terms of the source of the pairs also apply to this set. All counts and
versions are in `manifest.json`.
"""
_TEXTS = """\
# Rewritings of texts made with litgen {version}

{records} rewritings of {kept} texts (column `{column}`). Each changes one sentence and keeps the
rest of the text and the other columns. Rows whose `transformation` is `original` contain the
original texts; each comes before its rewritings. According to litgen's rules, rewritings whose
`meaning` is `kept` mean the same as the original.

| transformation | from texts | rewritings |
|---|---|---|
{rows}

Load the folder with `datasets.load_dataset("FOLDER")`. litgen's own fields are `id`, `row_id` (the
id of the text in the source), `transformation`, `meaning`, `original` (the original text),
`sentence` (the number of the changed sentence), `edit` (the offset, old text and new text of the
change) and `confidence` (the score of the quality model; null if the transformation does not use
the grammar).

The licence and the terms of the source also apply to this set. All counts and versions are in
`manifest.json`.
"""


def card(
    manifest: Mapping[str, Any],
    files: str | Mapping[str, Mapping[str, str]] = RECORDS,
    licence: str | None = None,
) -> str:
    """Return the data set card of a run, from its manifest.

    Args:
        files: the file that contains the rows or, for each configuration, the file of each split.
        licence: the identifier of the source's licence on the Hugging Face Hub.
    """
    run, labels = manifest["signature"], labels_of(manifest)
    column = run["options"].get("text")
    known = {
        "version": run["litgen"],
        "records": manifest["records"],
        "kept": pairs_done(manifest["counts"]["pairs"]),
    }
    head = card_head("test", files, inference=column is None, licence=licence)
    if column is not None:
        rows = "\n".join(
            f"| `{name}` | {n['pairs']} | {n['records']} |"
            for name, n in manifest["counts"]["contrasts"].items()
        )
        return head + _TEXTS.format(column=column, rows=rows, **known)
    rows = "\n".join(
        f"| {phenomenon}{', control' * row.control} | {named(row.contrast).name} | "
        f"`{row.contrast}` | {row.sources:,} | "
        f"{row.written:,} | {' | '.join(f'{n:,}' for n in row.labels)} | {row.why or ''} |"
        for phenomenon, group in summary_of(manifest).items()
        for row in group
    )
    return head + _BODY.format(
        engine=run["options"]["engine"],
        rows=rows,
        labels=" | ".join(labels),
        rule="---:|" * len(labels),
        **known,
    )


class Row(NamedTuple):
    """The numbers of pairs for one contrast, or the reason why it has none."""

    contrast: str
    control: bool
    sources: int  #: number of source pairs that yielded a contrast pair
    written: int
    labels: tuple[int, ...]  #: number of written pairs with each label
    unlabelled: int  #: number of pairs that were made but have no label
    why: str | None  #: the most frequent reason if no pair was written, else None


def summary_of(manifest: Mapping[str, Any]) -> dict[str, list[Row]]:
    """Map each phenomenon to the rows of its contrasts, followed by those of its controls.

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
    """Return the most frequent reason why a contrast has no pairs."""
    reasons = list(_of_pairs(counts["contrasts"][name]))
    of = sum(number for number, _ in reasons)
    found = [(number, reason, of, "pair") for number, reason in reasons]
    for side in dict.fromkeys(side.transformation for side in parse_contrast(name)):
        each = counts.get("transformations", {}).get(side, {})
        of = each.get("sentences", 0)
        for reason, number in each.get("declined", {}).items():
            found.append((number, f"{side}: {in_words(reason)}", of, "sentence"))
    if not found:
        return "no pair has a version of each sentence"
    number, reason, of, noun = max(found, key=lambda each: each[0])
    return f"{reason} ({number:,} of {of:,} {noun}{'s' * (of != 1)})"


def _of_pairs(counts: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    """Yield each reason why pairs were not written, preceded by the number of these pairs."""
    for reason, number in counts.get("unlabelled", {}).items():
        yield number, f"no label: {reason}"
    for reason, number in counts.get("declined", {}).items():
        yield number, in_words(reason)
    if number := counts.get(BELOW_THRESHOLD, 0):
        yield number, "below the confidence threshold"
    if number := counts.get("unchanged", 0):
        yield number, "unchanged"
