"""Convert rows to labelled pairs: find the columns, labels and ids, and count skipped rows."""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import InitVar, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from litgen.data.in_memory import (
    NAME,
    NO_ROW,
    as_rows,
    in_memory,
    is_missing,
    open_in_memory,
    place,
)
from litgen.data.labels import (
    CLASSES_IN_WORDS,
    LABELS,
    NOT_ENTAILMENT,
    TWO_CLASSES,
    as_written,
    canonical_label,
    classes_of,
    is_no_gold,
)
from litgen.data.pairs import Pair
from litgen.data.rows import Fault, Row, Rows, format_of, is_text, open_rows
from litgen.data.sources import exists, is_hub_name, is_saved, open_hub, open_saved, spool_stdin
from litgen.database import Database
from litgen.exceptions import DataError, nearest

if TYPE_CHECKING:
    from litgen.data.in_memory import Source

#: Possible names of each column; litgen uses the first that occurs in a row.
COLUMNS: dict[str, tuple[str, ...]] = {
    "premise": ("premise", "sentence1", "sent1", "context"),
    "hypothesis": ("hypothesis", "sentence2", "sent2"),
    "label": ("gold_label", "label"),
    # in a contrast set, id identifies the pair and pair_id its original
    "id": ("pairID", "id", "pair_id", "uid", "idx"),
}
#: Possible names of the text column in a source with single sentences.
SENTENCE = ("sentence", "text", "premise", "sentence1")
#: Maximum characters of a text to rewrite, because each output row contains the full text.
MAX_TEXT = 20_000
_IDS = "CREATE TABLE ids (id TEXT PRIMARY KEY, line INTEGER) WITHOUT ROWID"
OnError = Literal["stop", "skip"]
#: The reason for skipping rows with an empty text.
EMPTY = "empty text"
#: Kinds of faults in single texts that are counted and skipped even with ``stop``.
_NO_TEXT = ("not a text", "too long", "broken character", EMPTY)


class _RowError(Exception):
    """A faulty row; the arguments are the kind of fault, for the counts, and the message."""


@dataclass(kw_only=True, eq=False)
class PairReader:
    """Iterates over the pairs of a source in constant memory.

    Example:
        >>> reader = PairReader("pairs.jsonl")  # doctest: +SKIP
        >>> sum(1 for pair in reader), reader.skipped  # doctest: +SKIP
        (4784, Counter())
    """

    #: the path of a file (JSON Lines, a JSON array, CSV, TSV or Parquet, optionally ``.gz``) or of
    #: a folder written by ``save_to_disk``, the name of a data set on the hub, ``-`` for standard
    #: input, or rows in memory: a pandas DataFrame, a ``datasets.Dataset`` or a list of dicts
    source: InitVar[Source] = field(kw_only=False)
    #: ``jsonl``, ``csv``, ``tsv`` or ``parquet``; None to infer it from the file name
    format: str | None = None
    #: maps values of the label column to labels, such as ``{"0": "entailment"}``
    labels_map: Mapping[str, str] = field(default_factory=dict)
    columns: Mapping[str, str] = field(default_factory=dict)  #: such as ``{"premise": "text_a"}``
    #: ``stop`` raises an error at the first faulty row; ``skip`` counts faulty rows in ``skipped``
    on_error: OnError = "stop"
    #: the name for messages and generated ids; by default ``source``, or ``pairs`` in memory
    name: str = ""
    #: whether to skip rows without a gold label; if not, their label is empty, and the label column
    #: may be missing
    labelled: bool = True
    #: whether the source has single sentences (a column ``sentence``, or a text file with one
    #: sentence per line) instead of pairs; they become premises of pairs without a label
    sentences: bool = False
    #: the column of single texts to rewrite, which become premises; all columns of a row are kept
    #: as its source. Values that are empty, too long or not text are counted and skipped.
    text: str | None = None
    #: whether texts may be empty, as after a corruption such as ``hypothesis-only``
    empty: bool = False
    tolerated: Collection[str] = ()  #: faults that are counted and skipped even with ``stop``
    read: int = field(default=0, init=False)
    skipped: Counter[str] = field(default_factory=Counter, init=False)
    #: ``LABELS`` or ``TWO_CLASSES``, inferred from the rows read so far, ``labels_map`` or a
    #: ``ClassLabel``
    labels: tuple[str, ...] = field(default=LABELS, init=False)

    def __post_init__(self, source: Source) -> None:
        self._in_memory = in_memory(source)
        self._source: Any = as_rows(source) if self._in_memory else str(source)
        self.name = self.name or (NAME if self._in_memory else self._source)
        if self.text is not None:
            self.sentences, self.tolerated = True, _NO_TEXT

    def __iter__(self) -> Iterator[Pair]:
        self.read = 0
        self.skipped.clear()
        rows = self._open()
        if rows.columns is not None:
            self._check_header(rows.columns)
        named = (self._meaning(*each) for each in rows.label_map.items())
        self.labels = classes_of([*filter(None, named), *self.labels_map.values()])
        other: tuple[str, int] | None = None  # the first label that is not entailment, and its line
        # The ids are kept in a temporary file, because a large data set has many.
        with Database(None, _IDS) as ids, ids.transaction():
            for row in rows.rows:
                self.read += 1
                try:
                    pair = self._pair(row, rows.label_map)
                    if pair is not None:
                        if pair.label not in ("", "entailment"):
                            other = other or (pair.label, pair.line)
                            self._refuse_mixed(pair.label, *other)
                        self._note_id(ids, pair)
                except _RowError as error:
                    kind, message = error.args
                    if self.on_error == "stop" and kind not in self.tolerated:
                        raise DataError(self._place(row.line, message)) from None
                    self.skipped[kind] += 1
                    continue
                if pair is None:
                    self.skipped["no gold label"] += 1
                else:
                    yield pair

    def _refuse_mixed(self, label: str, first: str, line: int) -> None:
        """Raise an error if a source mixes *not_entailment* with neutral or contradiction."""
        self.labels = classes_of([first])
        if (label == NOT_ENTAILMENT) != (first == NOT_ENTAILMENT):
            hint = self._option("labels_map", dict.fromkeys(LABELS[1:], NOT_ENTAILMENT))
            raise _RowError(
                "unknown label",
                f"the label is {label!r}, but {self._row(line)} has {first!r}; the labels must be "
                f"{CLASSES_IN_WORDS}; use {hint} to merge them into two classes",
            )

    def premises(self) -> Iterator[Pair]:
        """Yield a pair without hypothesis and label for each row that has a premise."""
        for row in self._open().rows:
            try:
                if isinstance(row, Fault):
                    raise _RowError(row.kind, row.message)
                rest = dict(row.values)
                premise = self._text(rest, "premise", row)
                yield Pair(self._identity(rest, row), premise, "", "", rest, row.line)
            except _RowError as error:
                if self.on_error == "stop":
                    raise DataError(self._place(row.line, error.args[1])) from None

    def digest(self) -> str:
        """Return the SHA-256 checksum of the JSON form of the rows in memory."""
        total = hashlib.sha256()
        for row in self._open().rows:
            total.update(
                json.dumps(row, ensure_ascii=False, default=str).encode("utf-8", "replace")
            )
        return total.hexdigest()

    def _open(self) -> Rows:
        if self._in_memory:
            return open_in_memory(self._source, self._names("label"))
        if self._source == "-":
            path = spool_stdin(Path(tempfile.mkdtemp(prefix="litgen-")))
            return self._open_file(path)
        if is_hub_name(self._source):
            return open_hub(self._source)
        path = Path(self._source)
        if exists(self._source) and is_saved(path):
            return open_saved(path, self._names("label"))
        return self._open_file(path)

    def _open_file(self, path: Path) -> Rows:
        plain = self.sentences and not self.format and is_text(path)
        format = "text" if plain else format_of(path, self.format)
        if format == "parquet" and path.is_file() and not path.stat().st_size:
            raise DataError(f"{self.name}: the file is empty")
        return open_rows(path, format)

    def _place(self, line: int, message: str) -> str:
        where = self._row(line) if self._in_memory else f"{self.name}:{line}"
        hint = 'on_error="skip"' if self._in_memory else "--on-error skip"
        return f"{where}: {message} (use {hint} to skip and count such rows)"

    def _row(self, line: int) -> str:
        return place(self._source, line) if self._in_memory else f"line {line}"

    def _note_id(self, ids: Database, pair: Pair) -> None:
        if not ids.run("INSERT OR IGNORE INTO ids VALUES (?, ?)", pair.id, pair.line).rowcount:
            first = self._row(ids.value("SELECT line FROM ids WHERE id = ?", pair.id))
            raise _RowError(
                "duplicate id",
                f"duplicate id {pair.id!r}, first in {first}; every row must have its own id",
            )

    def _option(self, name: str, values: Mapping[str, str]) -> str:
        """Return an option with a value, in the syntax of the command line or of Python."""
        if self._in_memory:
            return f"{name}={dict(values)}"
        text = ",".join(f"{key}={value}" for key, value in values.items())
        return f"--{name.replace('_', '-')} {text}"

    def _names(self, field: str) -> tuple[str, ...]:
        if field == "premise" and self.text is not None:
            return (self.text,)
        if field in self.columns:
            return (self.columns[field],)
        return SENTENCE if self.sentences and field == "premise" else COLUMNS[field]

    def _check_header(self, columns: Any) -> None:
        if not any(str(each).strip() for each in columns):
            what = "there are no columns" if self._in_memory else "the file is empty"
            raise DataError(f"{self.name}: {what}")
        wanted = ("premise", "hypothesis", "label") if self.labelled else ("premise", "hypothesis")
        for role in wanted[:1] if self.sentences else wanted:
            if tuple(columns) == ("sentence",) and self.text is not None:
                continue
            if not any(name in columns for name in self._names(role)):
                raise DataError(f"{self.name}: {self._missing(role, columns)}")

    def _missing(self, field: str, columns: Any) -> str:
        names = " or ".join(self._names(field))
        there = [str(each) for each in columns]
        known = f"the columns are {', '.join(there)}" if there else "there are no columns"
        near = dict.fromkeys(each for name in self._names(field) for each in nearest(name, there))
        if self.text is not None:
            hint = f"did you mean {' or '.join(near)}? " if near else ""
            option = "text=" if self._in_memory else "--text "
            return (
                f"there is no column {self.text!r}; {known}; {hint}use {option}NAME for the column "
                "to rewrite"
            )
        hint = f"did you mean {field}={' or '.join(near)}? " if near else ""
        single = [each for each in there if each in ("sentence", "text")]
        if single and not self.sentences and field != "label":
            how = "sentences=True" if self._in_memory else "--sentences"
            hint = f"for single sentences (column {single[0]!r}), use {how}; "
        pair = () if self.sentences else ("premise", "hypothesis")
        wanted = [each for each in pair if not any(name in there for name in self._names(each))]
        asked = dict.fromkeys([*wanted, *([] if field in wanted else [field])], "NAME")
        return (
            f"there is no column for the {field} ({names}); {known}; {hint}"
            f"use {self._option('columns', asked)}"
        )

    def _pair(self, row: Row | Fault, names: Mapping[str, str]) -> Pair | None:
        if isinstance(row, Fault):
            if self.text is not None and row.kind == NO_ROW:  # such as None in a list of texts
                raise _RowError("not a text", row.message)
            raise _RowError(row.kind, row.message)
        rest = dict(row.values)
        if self.text is not None:
            return self._of_text(rest, row)
        premise = self._text(rest, "premise", row)
        hypothesis, label = "", ""
        if not self.sentences:
            hypothesis = self._text(rest, "hypothesis", row)
            found = self._gold(rest, row, names)
            if found is None and self.labelled:
                return None
            label = found or ""
        return Pair(self._identity(rest, row), premise, hypothesis, label, rest, row.line)

    def _of_text(self, rest: dict[str, Any], row: Row) -> Pair:
        if rest.keys() == {"sentence"}:  # a line of a text file, or a string
            rest = {str(self.text): rest["sentence"]}
        source = dict(rest)
        text = self._text(rest, "premise", row)
        if len(text) > MAX_TEXT:
            raise _RowError("too long", f"the text has more than {MAX_TEXT:,} characters")
        return Pair(self._identity(rest, row), text, "", "", source, row.line)

    def _gold(self, rest: dict[str, Any], row: Row, names: Mapping[str, str]) -> str | None:
        if not self.labelled:
            name = next((each for each in self._names("label") if each in rest), None)
            if name is None or is_no_gold(rest[name]):
                return None
        return self._label(*self._take(rest, "label", row), names)

    def _identity(self, rest: dict[str, Any], row: Row) -> str:
        # An `idx` may start again in each split, but it identifies rows within one file.
        there = (each for each in self._names("id") if not is_missing(rest.get(each)))
        name = next((each for each in there if rest[each] != ""), None)
        stem = Path(self.name).name.split(".")[0].replace(":", "-") if self.name != "-" else "stdin"
        identity = as_written(rest.pop(name)) if name else f"{stem}-{row.line}"
        _check_unicode(identity, "id")
        return identity

    def _take(self, rest: dict[str, Any], field: str, row: Row) -> tuple[str, Any]:
        for name in self._names(field):
            if name in rest:
                return name, rest.pop(name)
        raise _RowError("missing column", self._missing(field, row.values))

    def _text(self, rest: dict[str, Any], field: str, row: Row) -> str:
        name, value = self._take(rest, field, row)
        kind, called = "not a sentence", f"the {field} (column {name!r})"
        if self.text is not None:
            kind, called = "not a text", f"the column {name!r}"
        if is_missing(value):
            raise _RowError(kind, f"{called} is missing")
        if not isinstance(value, str):
            what = f"{called} must be text but has the type {type(value).__name__}: {value!r}"
            raise _RowError(kind, what)
        _check_unicode(value, field)
        if not self.empty and not any(map(str.isprintable, "".join(value.split()))):
            raise _RowError(EMPTY, f"{called} is empty")
        return value

    def _meaning(self, written: str, name: str) -> str | None:
        """Return the label for a value (``written``) or for the name that the source gives it."""
        return self.labels_map.get(written) or self.labels_map.get(name) or canonical_label(name)

    def _label(self, name: str, value: Any, names: Mapping[str, str]) -> str | None:
        """Return the label that a value denotes, or None if the value marks it as missing."""
        written = as_written(value)
        value = names.get(written, value)
        label = self._meaning(written, str(value))
        if label is not None:
            return label
        if is_no_gold(value):
            return None
        if as_written(value).isdecimal():
            example = dict(zip("012", ("entailment", "neutral", "contradiction"), strict=True))
            two = self._option("labels_map", dict(zip("01", TWO_CLASSES, strict=True)))
            raise _RowError(
                "unknown label",
                f"the label {written} is a number that the source does not define; use for example "
                f"{self._option('labels_map', example)} or, for two classes, {two}",
            )
        hint = self._option("labels_map", {str(value): "LABEL"})
        raise _RowError(
            "unknown label",
            f"unknown label {value!r} (column {name!r}); the labels must be {CLASSES_IN_WORDS}; "
            f"use {hint} to map other values to labels",
        )


def read_pairs(
    source: Source,
    *,
    format: str | None = None,
    labels_map: Mapping[str, str] | None = None,
    columns: Mapping[str, str] | None = None,
    on_error: OnError = "stop",
) -> Iterator[Pair]:
    """Yield the labelled pairs from a file, a data set on the hub, or rows in memory.

    Args:
        source: a path, the name of a data set on the hub, ``-`` or rows, as for ``PairReader``.
        format: the format of a file whose name does not show it.
        labels_map: maps values of the label column to labels.
        columns: names of the columns by role.
        on_error: whether to ``stop`` at a faulty row or to ``skip`` it.

    Raises:
        DataError: a row is faulty and ``on_error`` is ``stop``; the message names file and line.
        UsageError: the source needs an extra that is not installed.

    Example:
        >>> [pair.label for pair in read_pairs("examples/pairs.jsonl")]  # doctest: +SKIP
        ['entailment', 'contradiction', 'neutral']
    """
    return iter(
        PairReader(
            source,
            format=format,
            labels_map=labels_map or {},
            columns=columns or {},
            on_error=on_error,
        )
    )


def _check_unicode(text: str, field: str) -> None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        what = f"the {field} contains half of a surrogate pair; correct its encoding"
        raise _RowError("broken character", what) from error
