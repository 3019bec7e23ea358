"""Read filled sheets and exports, and check them against the key."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from litgen.annotation.questions import QUESTIONS, Question
from litgen.annotation.sheets import KEY, KIND, SHEET
from litgen.data.rows import Fault, format_of, open_rows
from litgen.exceptions import DataError
from litgen.folders import MANIFEST


@dataclass(frozen=True)
class Key:
    """The sample as stored in the folder of sheets."""

    folder: Path
    manifest: dict[str, Any]  #: how the sample was drawn
    #: maps the number of an item to its id, stratum, label, texts, source and traits
    items: dict[str, dict[str, Any]]
    questions: tuple[Question, ...]


@dataclass
class Answers:
    #: answers by question, item and annotator
    given: dict[str, dict[str, dict[str, str]]] = field(default_factory=dict)
    annotators: list[str] = field(default_factory=list)  #: in order of first appearance
    blank: list[Path] = field(default_factory=list)  #: files without an answer

    def of(self, question: str, item: str) -> list[str | None]:
        """Return each annotator's answer to a question about an item, or None if it is missing."""
        said = self.given.get(question, {}).get(item, {})
        return [said.get(annotator) for annotator in self.annotators]


class Answered(NamedTuple):
    """An answer, and its place in the file."""

    annotator: str
    item: str
    question: str
    answer: str
    where: str


def read_key(folder: Path) -> Key:
    """Read the key of a sample; raise a DataError if ``litgen study sample`` did not write it."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
        if manifest["kind"] != KIND:
            raise ValueError(f"its kind is {manifest['kind']!r}")
        lines = (folder / KEY).read_text("utf-8").splitlines()
        items = {row["item"]: row for row in map(json.loads, lines)}
        questions = tuple(QUESTIONS[name] for name in manifest["questions"])
        if len(items) != manifest["items"]:
            raise ValueError(f"{KEY} has {len(items)} items, not {manifest['items']}")
    except (OSError, ValueError, KeyError, TypeError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise DataError(
            f"{folder} was not written by litgen study sample ({reason}); pass one that it wrote"
        ) from error
    return Key(folder, manifest, items, questions)


def read_answers(key: Key, files: Sequence[Path] = ()) -> Answers:
    """Read filled sheets or Label Studio exports, by default the sheets in the folder.

    Raises:
        DataError: a file contains an unknown item, an unknown answer or two answers by an
            annotator to one question about an item (the message names file and line), or no answer.
    """
    paths = list(files) or sorted(key.folder.glob(SHEET.format("*")))
    if not paths:
        raise DataError(f"{key.folder} contains no {SHEET.format('*')}; pass the filled sheets")
    answers = Answers()
    for path, name in zip(paths, _names(paths), strict=True):
        if not sum(_note(answers, key, answered) for answered in _read(path, name, key)):
            answers.blank.append(path)
    if not answers.annotators:
        asked = ", ".join(question.name for question in key.questions)
        raise DataError(f"{paths[0]} contains no answers; fill in the columns {asked}")
    return answers


def _names(paths: Sequence[Path]) -> list[str]:
    """Name the annotators after their files; add the folders if names clash."""
    stems = [path.stem for path in paths]
    return [
        stem if stems.count(stem) == 1 else str(path.with_suffix(""))
        for path, stem in zip(paths, stems, strict=True)
    ]


def _note(answers: Answers, key: Key, answered: Answered) -> bool:
    """Store an answer; return whether it belongs to a question of the sample."""
    question = next((each for each in key.questions if each.name == answered.question), None)
    if question is None or not answered.answer.strip():
        return False
    if answered.item not in key.items:
        raise DataError(
            f"{answered.where}: there is no item {answered.item!r}; use a sheet of this sample, "
            "with the original column 'item'"
        )
    value = question.read(answered.answer)
    if value is None:
        raise DataError(
            f"{answered.where}: the answer {answered.answer!r} to {question.name} is not one of "
            f"{', '.join(question.answers)}; correct it or leave it empty"
        )
    said = answers.given.setdefault(question.name, {}).setdefault(answered.item, {})
    if answered.annotator in said:
        raise DataError(
            f"{answered.where}: {answered.annotator} answered {question.name} twice for "
            f"item {answered.item}; remove one of the answers"
        )
    if answered.annotator not in answers.annotators:
        answers.annotators.append(answered.annotator)
    said[answered.annotator] = value
    return True


def _read(path: Path, name: str, key: Key) -> Iterator[Answered]:
    array = _array(path)
    if array is not None and any(map(_is_exported, array)):
        try:
            yield from _exported(array, str(path))
        except (AttributeError, TypeError) as error:
            raise DataError(f"{path} is not an export of Label Studio: {error}") from error
        return
    rows = _rows(path) if array is None else enumerate(array, 1)
    for line, values in rows:
        where = f"{path}:{line}"
        if not isinstance(values, Mapping) or "item" not in values:
            raise DataError(f"{where}: the column 'item' is missing; use a sheet that litgen wrote")
        item = str(values["item"]).strip()
        who = values.get("annotator")
        annotator = name if who in (None, "") else _annotator(who)
        for question in key.questions:
            answer = values.get(question.name)
            if answer not in (None, ""):
                yield Answered(annotator, item, question.name, str(answer), where)


def _is_exported(task: Any) -> bool:
    return isinstance(task, dict) and isinstance(task.get("annotations"), list)


def _exported(tasks: Sequence[Any], where: str) -> Iterator[Answered]:
    """Yield the answers in an export, without cancelled annotations or comments."""
    for at, task in enumerate(tasks, 1):
        place = f"{where}: task {at}"
        data = task.get("data") if isinstance(task, Mapping) else None
        item = data.get("item") if isinstance(data, Mapping) else None
        if not isinstance(item, str | int):
            raise DataError(f"{place}: the task has no item; upload the tasks unchanged")
        for annotation in task.get("annotations", ()):
            if annotation.get("was_cancelled"):
                continue
            who = _annotator(annotation.get("completed_by"))
            for result in annotation.get("result", ()):
                for answer in result.get("value", {}).get("choices") or ():
                    yield Answered(who, str(item), str(result.get("from_name")), str(answer), place)


def _annotator(completed_by: Any) -> str:
    """Return an annotator's name from the number or object in an export."""
    if isinstance(completed_by, Mapping):
        return str(completed_by.get("email") or completed_by.get("id") or "unknown")
    return "unknown" if completed_by is None else str(completed_by)


def _rows(path: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    rows = open_rows(path, format_of(path))
    if rows.columns is not None and "item" not in rows.columns:
        raise DataError(f"{path}:1: the column 'item' is missing; use a sheet that litgen wrote")
    for row in rows.rows:
        if isinstance(row, Fault):
            raise DataError(f"{path}:{row.line}: {row.message}; save the sheet as CSV (UTF-8)")
        yield row.line, row.values


def _array(path: Path) -> list[Any] | None:
    """Return the list in a JSON file, or None for any other file."""
    if path.suffix.lower() != ".json":
        return None
    try:
        value = json.loads(path.read_text("utf-8-sig"))
    except OSError as error:
        raise DataError(f"{path}: {error.strerror}") from error
    except ValueError as error:
        raise DataError(f"{path}: the JSON is invalid: {error}; export the file again") from error
    if not isinstance(value, list):
        raise DataError(f"{path} contains no list of tasks; export it again as JSON or JSON-MIN")
    return value
