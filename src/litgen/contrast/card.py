"""The data set card of a contrast set (``README.md``), so that the folder loads and can be shared.

Its YAML head is what ``datasets.load_dataset(folder)`` reads.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from litgen.contrast.folder import RECORDS
from litgen.data import LABELS

_HEAD = """\
---
language: en
task_categories:
- text-classification
task_ids:
- natural-language-inference
configs:
{configs}{features}---
"""

_BODY = """\
# A contrast set made with litgen {version}

{records} contrast pairs, made of {kept} labelled sentence pairs by rewriting their meaning
representations with a grammar (engine `{engine}`). Every pair was made by a rule, and its label
by the label policy: `label_basis` says whether it follows (`logic`) or is what the published papers
assume (`default`).

| contrast (premise;hypothesis) | from pairs | pairs | entailment | contradiction | neutral |
|---|---|---|---|---|---|
{rows}

Load it with `datasets.load_dataset("FOLDER")`. The fields: `premise`, `hypothesis`, `label`; what
was done (`contrast`, `premise_transformation`, `hypothesis_transformation`); where it comes from
(`pair_id`, `original_premise`, `original_hypothesis`, `original_label`, `source`). How one pair
came about: `litgen explain FOLDER ID`.

The licence and the terms of the source of the pairs hold for this set, too. All counts and
versions: `manifest.json`.
"""


def card_head(split: str, path: str | Mapping[str, str], features: Sequence[str] = ()) -> str:
    """The YAML head of a card.

    Args:
        split: what ``datasets`` calls the rows.
        path: the file that holds them; or the files by configuration.
        features: names of its columns, all of strings; the reader finds them where none is named.

    Example:
        >>> print(card_head("train", "train.jsonl", ["label"]).partition("data_files:")[2])
        <BLANKLINE>
          - split: train
            path: train.jsonl
        dataset_info:
          features:
          - name: label
            dtype: string
        ---
        <BLANKLINE>
    """
    columns = "".join(f"  - name: {name}\n    dtype: string\n" for name in features)
    described = f"dataset_info:\n  features:\n{columns}" if features else ""
    files = {"default": path} if isinstance(path, str) else path
    configs = "".join(
        f"- config_name: {name}\n  data_files:\n  - split: {split}\n    path: {each}\n"
        for name, each in files.items()
    )
    return _HEAD.format(configs=configs, features=described)


def card(manifest: Mapping[str, Any]) -> str:
    """The data set card of a run, from its manifest.

    Example:
        >>> card({"records": 0, "counts": {"pairs": {"kept": 0}, "contrasts": {}},
        ...       "signature": {"litgen": "0.1.0", "options": {"engine": "dependency"}}})[:4]
        '---\\n'
    """
    run = manifest["signature"]
    rows = "\n".join(_row(name, each) for name, each in manifest["counts"]["contrasts"].items())
    return card_head("test", RECORDS) + _BODY.format(
        version=run["litgen"],
        records=manifest["records"],
        kept=manifest["counts"]["pairs"]["kept"],
        engine=run["options"]["engine"],
        rows=rows,
    )


def _row(name: str, counts: Mapping[str, Any]) -> str:
    labels = counts.get("labels", {})
    numbers = [counts["pairs"], counts["records"]]
    numbers += [labels.get(label, 0) for label in LABELS]
    return f"| `{name}` | " + " | ".join(map(str, numbers)) + " |"
