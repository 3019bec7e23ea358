"""The data set card of an augmented training set."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from litgen.augmentation.cues import PLACES, sentences
from litgen.augmentation.rows import COLUMNS
from litgen.data.card import card_head, label_cells

#: Number of words shown per side.
WORDS = 10
_BODY = """\
# Training pairs augmented with litgen {version}

{originals:,} labelled sentence pairs and {contrasts:,} contrast pairs made of such pairs{place}.
`kind` tells them apart (`original`, `contrast`), `contrast` says what was done to premise and
hypothesis, `label_basis` on what ground the label stands; `original_id` is the pair it was made of.

| contrast (premise;hypothesis) | entailment | contradiction | neutral |
|---|---|---|---|
| none (`original`) | {original_labels} |
{rows}

{balance}

What contrast pairs have on one side and their originals lack there, with the labels of all pairs
that have it. A cue tells a label where the label is surely ten points more frequent beside it:

{check}

| in the | transformation or word | entailment | contradiction | neutral |
|---|---|---|---|---|
{cues}

Load it with `datasets.load_dataset("FOLDER")`, or train on it with
`litgen study train FOLDER/train.jsonl`. {excluded}

The licence and the terms of the source of the pairs hold for this set, too. All counts, what was
left out and why, and versions: `manifest.json`.
"""

_BALANCE = {
    "cues": "The pairs are chosen so that no transformation gives a label away: of all pairs that\n"
    "have it in the premise, and of all that have it in the hypothesis, each label has the same\n"
    "share as among the originals.",
    "label": "Contrast pairs have the labels of the originals, in the same shares.",
    "contrast": "Of every contrast there are as many pairs, as far as they go.",
}


def card(manifest: Mapping[str, Any]) -> str:
    counts = manifest["counts"]
    classes = tuple(counts["labels"]["original"])
    options = manifest["signature"]["options"]
    said = [_BALANCE[name] for name in ("cues", "label", "contrast") if name in options["balance"]]
    excluded = manifest["signature"]["exclude"]
    return card_head("train", "train.jsonl", COLUMNS) + _BODY.format(
        version=manifest["signature"]["litgen"],
        originals=counts["rows"]["original"],
        contrasts=counts["rows"]["contrast"],
        place=", each in the place of the pair it was made of" if options["replace"] else "",
        original_labels=label_cells(counts["labels"]["original"], classes),
        rows="\n".join(
            f"| `{name}` | {label_cells(labels, classes)} |"
            for name, labels in counts["contrasts"].items()
        ),
        balance=" ".join(said) or "The contrast pairs are not balanced.",
        check="\n".join(f"- {sentence}" for sentence in sentences(manifest["cues"])),
        cues="\n".join(_cues(manifest["cues"], classes)),
        excluded=(
            f"No pair has a premise of the {len(excluded)} evaluation sets that the manifest names."
            if excluded
            else "No evaluation set was named: see that none of its premises is here."
        ),
    )


def _cues(cues: Mapping[str, Any], classes: Sequence[str]) -> Iterator[str]:
    for place in PLACES:
        for name, labels in cues[place]["transformations"].items():
            yield f"| {place} | `{name}` | {label_cells(labels, classes)} |"
        for name, labels in itertools.islice(cues[place].get("words", {}).items(), WORDS):
            yield f"| {place} | {name} | {label_cells(labels, classes)} |"
