"""The data set card of an augmented training set."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from litgen.augmentation.cues import PLACES, sentences
from litgen.augmentation.rows import COLUMNS
from litgen.data.card import card_head, label_cells

#: Maximum number of words to list for each side.
WORDS = 10
_BODY = """\
# Training pairs augmented with litgen {version}

This training set has {originals:,} labelled sentence pairs and {contrasts:,} contrast pairs made
from them{place}. `kind` is `original` or `contrast`. `contrast` shows the transformations of
premise and hypothesis, `label_basis` the reason for the label, and `original_id` the pair from
which a contrast pair was made.

| contrast (premise;hypothesis) | entailment | contradiction | neutral |
|---|---|---|---|
| none (`original`) | {original_labels} |
{rows}

{balance}

A cue occurs on one side of contrast pairs but not on the same side of their originals. The table
below lists cues, with the labels of all pairs that have them. A cue reveals a label if, even at the
lower end of the confidence interval, the label is more than ten percentage points more frequent
with the cue than overall:

{check}

| in the | transformation or word | entailment | contradiction | neutral |
|---|---|---|---|---|
{cues}

Load the set with `datasets.load_dataset("FOLDER")`, or train a model with
`litgen study train FOLDER/train.jsonl`. {excluded}

The licence and terms of the source pairs also apply to this set. `manifest.json` contains all
counts, the reasons why pairs were left out, and the versions.
"""

_BALANCE = {
    "cues": "The pairs are chosen so that no transformation reveals a label: among the pairs with\n"
    "a transformation in the premise, and among those with it in the hypothesis, each label has\n"
    "the same share as among the originals.",
    "label": "Each label has the same share among the contrast pairs as among the originals.",
    "contrast": "The contrasts have equal numbers of pairs, as far as pairs are available.",
}


def card(manifest: Mapping[str, Any]) -> str:
    counts = manifest["counts"]
    classes = tuple(counts["labels"]["original"])
    options = manifest["signature"]["options"]
    balance = [text for name, text in _BALANCE.items() if name in options["balance"]]
    excluded = manifest["signature"]["exclude"]
    return card_head("train", "train.jsonl", COLUMNS) + _BODY.format(
        version=manifest["signature"]["litgen"],
        originals=counts["rows"]["original"],
        contrasts=counts["rows"]["contrast"],
        place=", each of which replaces its original" if options["replace"] else "",
        original_labels=label_cells(counts["labels"]["original"], classes),
        rows="\n".join(
            f"| `{name}` | {label_cells(labels, classes)} |"
            for name, labels in counts["contrasts"].items()
        ),
        balance=" ".join(balance) or "The contrast pairs are not balanced.",
        check="\n".join(f"- {sentence}" for sentence in sentences(manifest["cues"])),
        cues="\n".join(_cues(manifest["cues"], classes)),
        excluded=(
            f"No pair shares a premise with the {len(excluded)} evaluation sets in the manifest."
            if excluded
            else "No evaluation set was excluded; check that yours shares no premise with this set."
        ),
    )


def _cues(cues: Mapping[str, Any], classes: Sequence[str]) -> Iterator[str]:
    for place in PLACES:
        for name, labels in cues[place]["transformations"].items():
            yield f"| {place} | `{name}` | {label_cells(labels, classes)} |"
        for name, labels in itertools.islice(cues[place].get("words", {}).items(), WORDS):
            yield f"| {place} | {name} | {label_cells(labels, classes)} |"
