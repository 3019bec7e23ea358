"""Write the pairs of a contrast set and their originals as rows of tasks."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Literal

from litgen.contrast.notation import slug
from litgen.evaluation.contrast_set import ContrastSet
from litgen.exceptions import DataError
from litgen.files import refuse_taken

if TYPE_CHECKING:
    from litgen.models.prompts import Prompt, Shot

Harness = Literal["lm-eval", "inspect", "datasets"]
#: The subfolder with the rows of an export, and the file with the settings of its tasks.
DATA, TASKS = "data", "tasks.json"
TEMPLATES = Path(__file__).parent / "templates"


def refuse_export(out: Path, overwrite: bool) -> None:
    """Raise a UsageError unless a folder is empty or an export that may be overwritten."""
    there = [path.name for path in out.iterdir()] if out.is_dir() else []
    refuse_taken(out, there, overwrite and TASKS in there)


def contrasts_of(contrast_set: ContrastSet) -> dict[str, tuple[str, bool]]:
    """Map each labelled contrast's slug to its name and to whether its pairs have originals.

    Raises:
        DataError: no pair has a label, two contrasts have the same slug, or a record is invalid.
    """
    found: dict[str, tuple[str, bool]] = {}
    for values in _labelled(contrast_set):
        name = values["contrast"]
        known, _ = found.setdefault(slug(name), (name, values["original_label"] is not None))
        if known != name:
            raise DataError(
                f"{contrast_set.file}: the tasks of {known} and {name} would have the same name; "
                "export these contrasts separately"
            )
    if not found:
        raise DataError(f"{contrast_set.file}: no contrast pair has a label to export")
    return found


def _labelled(contrast_set: ContrastSet) -> Iterator[Mapping[str, Any]]:
    return (each for each in contrast_set if each["label"] is not None)


@contextmanager
def row_writer(folder: Path) -> Iterator[Callable[[str, Mapping[str, Any]], None]]:
    """Yield a function that appends a row to a JSON Lines file in a new folder."""
    folder.mkdir(parents=True)
    files: dict[str, IO[str]] = {}
    with ExitStack() as stack:

        def write(name: str, row: Mapping[str, Any]) -> None:
            if name not in files:
                files[name] = stack.enter_context((folder / name).open("w", encoding="utf-8"))
            files[name].write(json.dumps(row, ensure_ascii=False) + "\n")

        yield write


def write_rows(
    contrast_set: ContrastSet, folder: Path, prompt: Prompt, shots: Sequence[Shot]
) -> None:
    """Write ``SLUG.jsonl`` for every contrast, with a prompt's question about each pair.

    In addition to the fields of ``rows_of``, a row has ``prompt``, ``text`` (the question as plain
    text), ``messages`` (the question as a conversation), ``labels``, ``answers`` (in the order of
    the labels), ``choices`` (the answers as continuations of the text) and ``target`` (the index of
    the label).
    """
    with row_writer(folder) as write:
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
            write(f"{slug(row['contrast'])}.jsonl", row)


def rows_of(contrast_set: ContrastSet) -> Iterator[dict[str, Any]]:
    """Yield the labelled pairs, with each original before its first pair in each contrast.

    A row has ``id``, ``side``, ``pair_id``, ``contrast``, ``premise``, ``hypothesis``, ``label``,
    ``premise_group`` (the source premise, because pairs that share it are not independent) and
    ``contrast_set`` (the SHA-256 checksum of ``contrast.jsonl``).
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
