"""Label Studio: the tasks it imports, the interface it shows, what it exports."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from litgen.annotation.questions import Question, Unit

#: Columns whose text stands above the questions, in this order, with what stands before them.
_HEADINGS = {
    "original_premise": "Original premise",
    "premise": "Premise",
    "original_hypothesis": "Original hypothesis",
    "hypothesis": "Hypothesis",
    "original": "Original",
    "sentence": "Sentence",
    "change": "Change",
}


class Answered(NamedTuple):
    """One answer of an export: who, of which item, which question, what; and where it stands."""

    annotator: str
    item: str
    question: str
    answer: str
    where: str


def tasks(items: Iterable[tuple[str, Mapping[str, str]]]) -> list[dict[str, Any]]:
    """The tasks of items, given as their numbers and what people see of them.

    Example:
        >>> tasks([("001", {"sentence": "It rains."})])
        [{'data': {'item': '001', 'sentence': 'It rains.'}}]
    """
    return [{"data": {"item": number, **texts}} for number, texts in items]


def interface(questions: Sequence[Question], unit: Unit, columns: Sequence[str]) -> str:
    """The labelling interface, to be pasted where Label Studio asks for its code.

    Example:
        >>> from litgen.annotation.questions import QUESTIONS
        >>> text = interface([QUESTIONS["grammatical"]], "sentence", ["sentence"])
        >>> '<Choices name="grammatical" toName="sentence"' in text
        True
    """
    view = ET.Element("View")
    named = [name for name in _HEADINGS if name in columns]
    for name in named:
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


def is_export(value: Any) -> bool:
    """Whether JSON is an export of tasks with their annotations."""
    return isinstance(value, dict) and isinstance(value.get("annotations"), list)


def answers_of(tasks: Iterable[Mapping[str, Any]], where: str) -> Iterator[Answered]:
    """The answers of an export; cancelled annotations and comments left out.

    Raises:
        ValueError: a task is none; says which and why.
    """
    for at, task in enumerate(tasks, 1):
        place = f"{where}: task {at}"
        data = task.get("data") if isinstance(task, Mapping) else None
        item = data.get("item") if isinstance(data, Mapping) else None
        if not isinstance(item, str | int):
            raise ValueError(f"{place}: its data has no item; upload the tasks as they are")
        for annotation in task.get("annotations", ()):
            if annotation.get("was_cancelled"):
                continue
            who = annotator_of(annotation.get("completed_by"))
            for result in annotation.get("result", ()):
                chosen = result.get("value", {}).get("choices") or ()
                for answer in chosen:
                    yield Answered(who, str(item), str(result.get("from_name")), str(answer), place)


def annotator_of(completed_by: Any) -> str:
    """The name of whoever annotated, as exports say it: a number, or an object.

    Example:
        >>> annotator_of(7), annotator_of({"id": 7, "email": "a@b.c"})
        ('7', 'a@b.c')
    """
    if isinstance(completed_by, Mapping):
        return str(completed_by.get("email") or completed_by.get("id") or "unknown")
    return "unknown" if completed_by is None else str(completed_by)
