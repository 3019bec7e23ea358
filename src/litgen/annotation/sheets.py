"""Write sheets for annotators: CSV files, tasks for Label Studio, and the key to the answers."""

import csv
import io
import json
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from litgen.annotation.questions import Question, Unit
from litgen.annotation.sample import Item, Sample, order_for
from litgen.exceptions import UsageError
from litgen.files import folder_whole, refuse_taken, write_json, write_texts
from litgen.folders import MANIFEST
from litgen.version import __version__

KEY, GUIDELINES = "key.jsonl", "GUIDELINES.md"
TASKS, UPLOAD, INTERFACE = "tasks.jsonl", "tasks.json", "label-studio.xml"
SHEET = "sheet-{}.csv"
KIND = "annotation"
#: Initial characters that make a spreadsheet read a text as a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def write_sheets(sample: Sample, folder: Path) -> list[Path]:
    """Write the sheets of a sample; the folder appears only when it is complete.

    Sheets do not show given labels, strata or ids; these are in ``key.jsonl``.

    Raises:
        UsageError: the folder is not empty.
    """
    refuse_sheets(folder)
    with folder_whole(folder) as building:
        write_texts(building, dict(_files(sample)))
        write_json(building / MANIFEST, _manifest(sample))
    return sorted(folder.iterdir())


def refuse_sheets(folder: Path) -> None:
    """Raise a UsageError if a path is a file or a non-empty folder; call this before any work."""
    refuse_taken(folder, ())
    if folder.exists() and any(folder.iterdir()):
        raise UsageError(
            f"{folder} is not empty and may contain answers; use another folder for the sheets"
        )


def shown(item: Item, questions: Sequence[Question]) -> dict[str, str]:
    """Return an item's visible texts; include the original only if a question needs it."""
    originals = any(question.shows_original for question in questions)
    return {
        name: text
        for name, text in item.candidate.texts.items()
        if originals or not (name.startswith("original") or name == "change")
    }


def _files(sample: Sample) -> Iterator[tuple[str, str]]:
    yield KEY, _lines(
        {"item": each.number, "id": each.candidate.id, "stratum": each.stratum,
         "label": each.candidate.label, **each.candidate.texts, "source": each.candidate.source,
         "traits": each.candidate.traits}
        for each in sample.items
    )  # fmt: skip
    for annotator in range(1, sample.plan.annotators + 1):
        ordered = order_for(sample.items, annotator, sample.plan.seed)
        yield SHEET.format(annotator), _sheet(ordered, sample.questions)
    rows = [{"data": {"item": each.number, **shown(each, sample.questions)}}
            for each in sample.items]  # fmt: skip
    yield TASKS, _lines(rows)
    yield UPLOAD, json.dumps(rows, ensure_ascii=False, indent=1) + "\n"
    columns = list(shown(sample.items[0], sample.questions))
    yield INTERFACE, interface(sample.questions, sample.plan.unit, columns)
    yield GUIDELINES, guidelines(sample)


def _lines(rows: Iterable[dict[str, Any]]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def _sheet(items: Sequence[Item], questions: Sequence[Question]) -> str:
    """Write a sheet as CSV, with a byte order mark so that spreadsheets read it as UTF-8."""
    text = io.StringIO()
    writer = csv.writer(text)
    columns = list(shown(items[0], questions))
    writer.writerow(["item", *columns, *(question.name for question in questions), "comment"])
    for item in items:
        texts = shown(item, questions).values()
        seen = [f"'{text}" if text.startswith(_FORMULA) else text for text in texts]
        writer.writerow([item.number, *seen, *("" for _ in questions), ""])
    return "\ufeff" + text.getvalue()


def guidelines(sample: Sample) -> str:
    lines = [
        "# How to annotate\n",
        f"There are {len(sample.items)} {sample.plan.unit}s. Fill in the columns listed below. "
        "Judge each row independently, and do not discuss it with other annotators. If you cannot "
        "decide, leave the field empty and explain why in `comment`. Do not change the column "
        "`item`. Save the sheet as CSV (UTF-8).\n",
    ]
    for question in sample.questions:
        answers = ", ".join(f"`{answer}`" for answer in question.answers)
        lines.append(f"- `{question.name}`: {question.texts[sample.plan.unit]}")
        lines.append(f"  Answers: {answers}; the first letter is enough.")
    lines.append(
        "\nThe same items are in `tasks.json` (to upload) and `tasks.jsonl` (for cloud storage) "
        "for Label Studio, whose interface is in `label-studio.xml`. Do not show `key.jsonl` to "
        "annotators: it contains the given labels."
    )
    return "\n".join(lines) + "\n"


def _manifest(sample: Sample) -> dict[str, Any]:
    plan, contrast_set = sample.plan, sample.contrast_set
    return {
        "kind": KIND,
        "format": 1,
        "litgen": __version__,
        "contrast_set": {"name": contrast_set.path.name, "sha256": contrast_set.sha256},
        "unit": plan.unit,
        "questions": [question.name for question in sample.questions],
        "by": list(plan.traits),
        "per": plan.per,
        "annotators": plan.annotators,
        "seed": plan.seed,
        "items": len(sample.items),
        "strata": sample.sizes,
    }


#: Columns whose text appears above the questions, in this order, with their headings.
_HEADINGS = {
    "original_premise": "Original premise",
    "premise": "Premise",
    "original_hypothesis": "Original hypothesis",
    "hypothesis": "Hypothesis",
    "original": "Original",
    "sentence": "Sentence",
    "change": "Change",
}


def interface(questions: Sequence[Question], unit: Unit, columns: Sequence[str]) -> str:
    """Return the XML of the labelling interface for Label Studio."""
    view = ET.Element("View")
    for name in [each for each in _HEADINGS if each in columns]:
        ET.SubElement(view, "Header", {"value": _HEADINGS[name], "size": "5"})
        ET.SubElement(view, "Text", {"name": name, "value": f"${name}"})
    about = "sentence" if unit == "sentence" else "hypothesis"
    for question in questions:
        ET.SubElement(view, "Header", {"value": question.texts[unit], "size": "5"})
        choices = ET.SubElement(
            view, "Choices",
            {"name": question.name, "toName": about, "choice": "single", "showInline": "true"},
        )  # fmt: skip
        for answer in question.answers:
            ET.SubElement(choices, "Choice", {"value": answer})
    ET.SubElement(view, "TextArea", {"name": "comment", "toName": about, "placeholder": "comment"})
    ET.indent(view)
    return ET.tostring(view, encoding="unicode") + "\n"
