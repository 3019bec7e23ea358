"""The data set card of a contrast set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from litgen.contrast.folder import RECORDS
from litgen.contrast.manifest import labels_of, pairs_done
from litgen.contrast.summary import summary_of
from litgen.data.card import card_head

_BODY = """\
# A contrast set made with litgen {version}

{records} contrast pairs, made of {kept} labelled sentence pairs by rewriting their meaning
representations with a grammar (engine `{engine}`). Every pair was made by a rule, and its label
by the label policy: `label_basis` says whether it follows (`logic`) or rests on conventions that
the published papers assume (`default`), `label_proof` how, in one line.

| phenomenon | contrast (premise;hypothesis) | from pairs | pairs | {labels} | if none, why |
|---|---|---:|---:|{rule}---|
{rows}

A control has the words of a contrast and keeps the label of its original, or has another label
than the contrast. Load the folder with `datasets.load_dataset("FOLDER")`. The fields: `premise`,
`hypothesis`, `label`; what was done (`contrast`, `premise_transformation`,
`hypothesis_transformation`); how sure it is that the grammar made it right (`premise_confidence`,
`hypothesis_confidence`; null where it made nothing); where it comes from (`pair_id`,
`original_premise`, `original_hypothesis`, `original_label`, `source`). How one pair came about:
`litgen explain FOLDER ID`.

The licence and the terms of the source of the pairs hold for this set, too. All counts and
versions: `manifest.json`.
"""


def card(manifest: Mapping[str, Any]) -> str:
    """The data set card of a run, from its manifest.

    Example:
        >>> card({"records": 0, "counts": {"pairs": {"kept": 0}, "contrasts": {}},
        ...       "signature": {"litgen": "0.1.0", "options": {"engine": "dependency"}}})[:4]
        '---\\n'
    """
    run, labels = manifest["signature"], labels_of(manifest)
    rows = "\n".join(
        f"| {phenomenon}{', control' * row.control} | `{row.contrast}` | {row.sources:,} | "
        f"{row.written:,} | {' | '.join(f'{n:,}' for n in row.labels)} | {row.why or ''} |"
        for phenomenon, group in summary_of(manifest).items()
        for row in group
    )
    return card_head("test", RECORDS) + _BODY.format(
        version=run["litgen"],
        records=manifest["records"],
        kept=pairs_done(manifest["counts"]["pairs"]),
        engine=run["options"]["engine"],
        rows=rows,
        labels=" | ".join(labels),
        rule="---:|" * len(labels),
    )
