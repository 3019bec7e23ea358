"""The YAML header of a data set card, which ``datasets.load_dataset(folder)`` reads."""

from collections.abc import Mapping, Sequence

from litgen.data.labels import LABELS

_HEAD = """\
---
language: en
{licence}{task}configs:
{configs}{features}---
"""
_INFERENCE = """\
task_categories:
- text-classification
task_ids:
- natural-language-inference
"""


def card_head(
    split: str,
    path: str | Mapping[str, Mapping[str, str]],
    features: Sequence[str] = (),
    *,
    inference: bool = True,
    licence: str | None = None,
) -> str:
    """Return the YAML header of a card.

    Args:
        split: the name of the split in ``datasets``.
        path: the file with the rows, or a mapping from configurations to their files by split.
        features: the columns, all of type string; if empty, ``datasets`` infers them.
        inference: whether the task is natural language inference.
        licence: the hub's identifier of the licence, such as ``cc-by-sa-4.0``.

    Example:
        >>> card_head("train", "train.jsonl", ["label"]).splitlines()[-4:-1]
        ['  features:', '  - name: label', '    dtype: string']
    """
    columns = "".join(f"  - name: {name}\n    dtype: string\n" for name in features)
    described = f"dataset_info:\n  features:\n{columns}" if features else ""
    files = {"default": {split: path}} if isinstance(path, str) else path
    configs = "".join(
        f"- config_name: {name}\n  data_files:\n"
        + "".join(f"  - split: {part}\n    path: {file}\n" for part, file in each.items())
        for name, each in files.items()
    )
    task = _INFERENCE if inference else ""
    named = f"license: {licence}\n" if licence else ""
    return _HEAD.format(licence=named, task=task, configs=configs, features=described)


def label_cells(labels: Mapping[str, int], classes: Sequence[str] = LABELS) -> str:
    """Return the number of pairs for each label as cells of a Markdown table.

    Example:
        >>> label_cells({"entailment": 1200, "neutral": 3})
        '1,200 | 0 | 3'
    """
    return " | ".join(f"{labels.get(label, 0):,}" for label in classes)
