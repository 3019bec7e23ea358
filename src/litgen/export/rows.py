"""The pairs of a contrast set in the form of tasks: each contrast's pairs with their originals."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from litgen.contrast.notation import slug
from litgen.evaluation.contrast_set import ContrastSet
from litgen.exceptions import DataError

if TYPE_CHECKING:
    from litgen.models.prompts import Prompt, Shot

#: The folder of the rows within an export.
DATA = "data"


def contrasts_of(contrast_set: ContrastSet) -> dict[str, tuple[str, bool]]:
    """Return the contrasts with labelled pairs: slug -> name, and whether its pairs have originals.

    Raises:
        DataError: no pair has a label, two contrasts have the same slug, or a record is invalid.
    """
    found: dict[str, tuple[str, bool]] = {}
    for values in _labelled(contrast_set):
        name = values["contrast"]
        known, _ = found.setdefault(slug(name), (name, values["original_label"] is not None))
        if known != name:
            raise DataError(
                f"{contrast_set.file}: {known} and {name} would have one task name; export them "
                "apart"
            )
    if not found:
        raise DataError(f"{contrast_set.file}: no contrast pair has a label; nothing to export")
    return found


def _labelled(contrast_set: ContrastSet) -> Iterator[Mapping[str, Any]]:
    return (each for each in contrast_set if each["label"] is not None)


def write_rows(
    contrast_set: ContrastSet, folder: Path, prompt: Prompt, shots: Sequence[Shot]
) -> None:
    """Write ``SLUG.jsonl`` for every contrast, with a prompt's questions about its pairs.

    A row has the fields of ``rows_of`` and ``text`` (the question as plain text), ``messages`` (the
    question as a conversation), ``labels``, ``answers`` (in the order of the labels), ``choices``
    (the answers as continuations of the text), ``target`` (the index of the label).
    """
    folder.mkdir(parents=True)
    with ExitStack() as stack:
        files: dict[str, IO[str]] = {}
        for row in rows_of(contrast_set):
            pair = row["premise"], row["hypothesis"]
            answers = prompt.answers(*pair)
            row |= {
                "prompt": prompt.name,
                "text": prompt.text(*pair, shots),
                "messages": prompt.messages(*pair, shots),
                "labels": list(answers),
                "answers": list(answers.values()),
                "choices": [prompt.separator + answer for answer in answers.values()],
                "target": list(answers).index(row["label"]),
            }
            name = slug(row["contrast"])
            if name not in files:
                path = folder / f"{name}.jsonl"
                files[name] = stack.enter_context(path.open("w", encoding="utf-8"))
            files[name].write(json.dumps(row, ensure_ascii=False) + "\n")


def rows_of(contrast_set: ContrastSet) -> Iterator[dict[str, Any]]:
    """Yield the labelled pairs, with each original before its first pair in a contrast.

    A row has ``id``, ``side``, ``pair_id``, ``contrast``, ``premise``, ``hypothesis``, ``label``,
    ``premise_group`` (the source premise: pairs that share it are not independent) and
    ``contrast_set`` (SHA-256 of ``contrast.jsonl``). An original is in every contrast that has a
    pair made from it.
    """
    originals: set[tuple[str, str]] = set()
    texts = ("premise", "hypothesis", "label")
    for values in _labelled(contrast_set):
        pair, contrast = values["pair_id"], values["contrast"]
        common = {
            "pair_id": pair,
            "contrast": contrast,
            "premise_group": values["original_premise"],
            "contrast_set": contrast_set.sha256,
        }
        if values["original_label"] is not None and (contrast, pair) not in originals:
            originals.add((contrast, pair))
            before = {name: values[f"original_{name}"] for name in texts}
            yield {"id": pair, "side": "original", **common, **before}
        after = {name: values[name] for name in texts}
        yield {"id": values["id"], "side": "contrast", **common, **after}
