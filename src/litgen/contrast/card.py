"""The data set card of a contrast set."""

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


_TEXTS = """\
# Rewritings of texts made with litgen {version}

{records} rewritings of {kept} texts (column `{column}`): one sentence of each is changed, the rest
and the other columns are as they were. A row with `transformation` `original` is a text as it was,
before its rewritings. By the rules of litgen the rewritings whose `meaning` is `kept` say the same.

| transformation | from texts | rewritings |
|---|---|---|
{rows}

Load it with `datasets.load_dataset("FOLDER")`. litgen's own fields: `id`, `row_id` (of the text in
the source), `transformation`, `meaning`, `original` (the text as it was), `sentence` (the number of
the one that is changed), `edit` (where it begins, before, after), `confidence` (how sure it is that
the grammar made it right; null where it made nothing).

The licence and the terms of the source hold for this set, too. All counts and versions:
`manifest.json`.
"""


def card(manifest: Mapping[str, Any]) -> str:
    """The data set card of a run, from its manifest.

    Example:
        >>> card({"records": 0, "counts": {"pairs": {"kept": 0}, "contrasts": {}},
        ...       "signature": {"litgen": "0.1.0", "options": {"engine": "dependency"}}})[:4]
        '---\\n'
    """
    run, labels = manifest["signature"], labels_of(manifest)
    if (column := run["options"].get("text")) is not None:
        rows = "\n".join(
            f"| `{name}` | {n['pairs']} | {n['records']} |"
            for name, n in manifest["counts"]["contrasts"].items()
        )
        return card_head("test", RECORDS, inference=False) + _TEXTS.format(
            version=run["litgen"], records=manifest["records"], column=column, rows=rows,
            kept=pairs_done(manifest["counts"]["pairs"]),
        )  # fmt: skip
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
