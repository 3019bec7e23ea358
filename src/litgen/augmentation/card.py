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

{originals:,} labelled sentence pairs and {contrasts:,} contrast pairs made from them{place}. `kind`
distinguishes them (`original`, `contrast`). `contrast` names the transformations of premise and
hypothesis, `label_basis` the reason for the label, and `original_id` the pair that a contrast pair
was made from.

| contrast (premise;hypothesis) | entailment | contradiction | neutral |
|---|---|---|---|
| none (`original`) | {original_labels} |
{rows}

{balance}

The table below lists the cues, which contrast pairs have on one side and their originals lack
there, with the labels of all pairs that have them. A cue reveals a label if the label is more than
ten points more frequent with the cue, even at the lower end of the confidence interval:

{check}

| in the | transformation or word | entailment | contradiction | neutral |
|---|---|---|---|---|
{cues}

Load it with `datasets.load_dataset("FOLDER")`, or train on it with
`litgen study train FOLDER/train.jsonl`. {excluded}

The licence and the terms of the source of the pairs also apply to this set. `manifest.json` has all
counts, the pairs that were left out with the reasons, and the versions.
"""

_BALANCE = {
    "cues": "The pairs are chosen so that no transformation reveals a label: among all pairs with\n"
    "it in the premise, and among all with it in the hypothesis, each label has the same share\n"
    "as among the originals.",
    "label": "Labels have the same shares among the contrast pairs as among the originals.",
    "contrast": "Each contrast has equally many pairs, as far as available.",
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
        place=", each in place of its original pair" if options["replace"] else "",
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
            else "No evaluation set was excluded: check that yours shares no premise with this set."
        ),
    )


def _cues(cues: Mapping[str, Any], classes: Sequence[str]) -> Iterator[str]:
    for place in PLACES:
        for name, labels in cues[place]["transformations"].items():
            yield f"| {place} | `{name}` | {label_cells(labels, classes)} |"
        for name, labels in itertools.islice(cues[place].get("words", {}).items(), WORDS):
            yield f"| {place} | {name} | {label_cells(labels, classes)} |"
