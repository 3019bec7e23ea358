"""The data set card of a contrast set."""

from collections.abc import Mapping
from typing import Any

from litgen.contrast.folder import RECORDS
from litgen.contrast.manifest import labels_of, pairs_done
from litgen.contrast.names import named
from litgen.contrast.summary import summary_of
from litgen.data.card import card_head

_BODY = """\
# A contrast set made with litgen {version}

{records} contrast pairs, made of {kept} labelled sentence pairs by rewriting their meaning
representations with a grammar (engine `{engine}`). Every pair was made by a rule, and its label
by the label policy: `label_basis` says whether it follows (`logic`) or rests on conventions that
the published papers assume (`default`), `label_proof` how, in one line.

| phenomenon | contrast | key (premise;hypothesis) | from pairs | pairs | {labels} | if none, why |
|---|---|---|---:|---:|{rule}---|
{rows}

A control has the words of a contrast, and either keeps the label of its original or has another
label than the contrast. Load the folder with `datasets.load_dataset("FOLDER")`. The fields are
`premise`, `hypothesis`, `label`; the transformations (`contrast`, `premise_transformation`,
`hypothesis_transformation`); the score of the quality model for rewritings by the grammar
(`premise_confidence`, `hypothesis_confidence`; null for other sentences); and the source pair
(`pair_id`, `original_premise`, `original_hypothesis`, `original_label`, `source`).
`litgen show FOLDER ID` shows how a pair came about.

The licence and the terms of the source of the pairs also apply to this set. All counts and
versions are in `manifest.json`.
"""


_TEXTS = """\
# Rewritings of texts made with litgen {version}

{records} rewritings of {kept} texts (column `{column}`). Each changes one sentence and keeps the
rest of the text and the other columns. Rows whose `transformation` is `original` have the original
texts, each before its rewritings. By litgen's rules, rewritings whose `meaning` is `kept` mean the
same as the original.

| transformation | from texts | rewritings |
|---|---|---|
{rows}

Load the folder with `datasets.load_dataset("FOLDER")`. litgen's own fields are `id`, `row_id` (of
the text in the source), `transformation`, `meaning`, `original` (the original text), `sentence`
(the number of the changed sentence), `edit` (its offset, its old and its new text), `confidence`
(the score of the quality model; null if the transformation does not use the grammar).

The licence and the terms of the source also apply to this set. All counts and versions are in
`manifest.json`.
"""


def card(
    manifest: Mapping[str, Any],
    files: str | Mapping[str, Mapping[str, str]] = RECORDS,
    licence: str | None = None,
) -> str:
    """The data set card of a run, from its manifest.

    Args:
        files: the file of the rows; or for each configuration the file of each split.
        licence: the source's licence by its identifier on the Hugging Face hub.

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
        return card_head("test", files, inference=False, licence=licence) + _TEXTS.format(
            version=run["litgen"], records=manifest["records"], column=column, rows=rows,
            kept=pairs_done(manifest["counts"]["pairs"]),
        )  # fmt: skip
    rows = "\n".join(
        f"| {phenomenon}{', control' * row.control} | {named(row.contrast).name} | "
        f"`{row.contrast}` | {row.sources:,} | "
        f"{row.written:,} | {' | '.join(f'{n:,}' for n in row.labels)} | {row.why or ''} |"
        for phenomenon, group in summary_of(manifest).items()
        for row in group
    )
    return card_head("test", files, licence=licence) + _BODY.format(
        version=run["litgen"],
        records=manifest["records"],
        kept=pairs_done(manifest["counts"]["pairs"]),
        engine=run["options"]["engine"],
        rows=rows,
        labels=" | ".join(labels),
        rule="---:|" * len(labels),
    )
