"""From rows to labelled pairs: columns, labels by name, ids; what is left out is counted."""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
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
    is_number,
)
from litgen.data.pairs import Pair
from litgen.data.rows import Fault, Row, Rows, format_of, is_text, open_rows
from litgen.data.sources import (
    exists,
    is_saved,
    looks_like_hub_name,
    open_hub,
    open_saved,
    spool_stdin,
)
from litgen.database import Database
from litgen.exceptions import DataError, nearest

if TYPE_CHECKING:
    from litgen.data.in_memory import Source

#: Names of the columns, the first that a row has counts.
COLUMNS: dict[str, tuple[str, ...]] = {
    "premise": ("premise", "sentence1", "sent1", "context"),
    "hypothesis": ("hypothesis", "sentence2", "sent2"),
    "label": ("gold_label", "label"),
    # of a contrast set the id is the pair's own, and pair_id that of what it was made of
    "id": ("pairID", "id", "pair_id", "uid", "idx"),
}
#: Names of the column where a source holds single sentences.
SENTENCE = ("sentence", "text", "premise", "sentence1")
#: Characters of the longest text that is rewritten; each row holds all of it.
MAX_TEXT = 20_000
_IDS = "CREATE TABLE ids (id TEXT PRIMARY KEY, line INTEGER) WITHOUT ROWID"
OnError = Literal["stop", "skip"]
#: How rows with an empty text are counted.
EMPTY = "empty text"
#: What is counted and skipped of single texts even with ``stop``.
_NO_TEXT = ("not a text", "too long", "broken character", EMPTY)


class _RowError(Exception):
    """Something is wrong with one row: the kind that is counted, and the message."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class PairReader:
    """Streams the pairs of a source; holds nothing that grows with it.

    Args:
        source: path of a file (JSON Lines, a JSON array, CSV, TSV or Parquet, also with ``.gz``) or
            of a folder of ``save_to_disk``, the name of a data set of the hub, or ``-`` for
            standard input; or rows in memory: a pandas DataFrame, a ``datasets.Dataset``, a list of
            dicts.
        format: ``jsonl``, ``csv``, ``tsv`` or ``parquet``; by the file's name when None.
        labels_map: what the values of the label column mean, such as ``{"0": "entailment"}``.
        columns: names of the columns, such as ``{"premise": "text_a"}``.
        on_error: ``stop`` raises at the first row that is at fault, ``skip`` counts it in
            ``skipped`` and goes on.
        name: what messages and made-up ids call the source; ``source`` when None, ``pairs`` of
            rows in memory.
        labelled: whether rows without a gold label are left out; else they are pairs whose label is
            empty, and there need be no such column.
        sentences: whether the source holds single sentences (a column ``sentence``, or a text file
            with one in each line) instead of pairs; they come as premises of pairs without label.
        text: the column of single texts that are to be rewritten; they come as premises, with all
            columns of the row as their source. Values that are no text, or too long, are counted
            and left out.
        empty: whether texts may be empty, as corruptions such as ``hypothesis-only`` leave them;
            else such a row is at fault.
        tolerated: kinds of faults that are counted and skipped even with ``stop``.

    Example:
        >>> reader = PairReader("pairs.jsonl")  # doctest: +SKIP
        >>> sum(1 for pair in reader), reader.skipped  # doctest: +SKIP
        (4784, Counter())
    """

    def __init__(
        self,
        source: Source,
        *,
        format: str | None = None,
        labels_map: Mapping[str, str] | None = None,
        columns: Mapping[str, str] | None = None,
        on_error: OnError = "stop",
        name: str | None = None,
        labelled: bool = True,
        sentences: bool = False,
        text: str | None = None,
        empty: bool = False,
        tolerated: Collection[str] = (),
    ) -> None:
        self.labelled = labelled
        self.sentences = sentences or text is not None
        self.text = text
        self.empty = empty
        self.tolerated = tolerated if text is None else _NO_TEXT
        self._in_memory = in_memory(source)
        self.source: Any = as_rows(source) if self._in_memory else str(source)
        self.name = name or (NAME if self._in_memory else self.source)
        self.format = format
        self.labels_map = dict(labels_map or {})
        self.columns = dict(columns or {})
        self.on_error = on_error
        self.read = 0
        self.skipped: Counter[str] = Counter()
        #: what the rows read so far, or the names of a class label, say: ``LABELS`` or
        #: ``TWO_CLASSES``
        self.labels: tuple[str, ...] = LABELS

    def __iter__(self) -> Iterator[Pair]:
        self.read = 0
        self.skipped.clear()
        rows = self._open()
        if rows.columns is not None:
            self._check_header(rows.columns)
        named = (self._meaning(*each) for each in rows.label_map.items())
        self.labels = classes_of([*filter(None, named), *self.labels_map.values()])
        other: tuple[str, int] | None = None  # the first label that is not entailment, and its line
        # Ids are kept in a temporary file, not in memory: they grow with the data set.
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
                    if self.on_error == "stop" and error.kind not in self.tolerated:
                        raise DataError(self._place(row.line, str(error))) from None
                    self.skipped[error.kind] += 1
                    continue
                if pair is None:
                    self.skipped["no gold label"] += 1
                else:
                    yield pair

    def _refuse_mixed(self, label: str, first: str, line: int) -> None:
        """Refuse *not entailment* beside neutral or contradiction, and the reverse."""
        self.labels = classes_of([first])
        if (label == NOT_ENTAILMENT) != (first == NOT_ENTAILMENT):
            hint = self._option("labels_map", dict.fromkeys(LABELS[1:], NOT_ENTAILMENT))
            raise _RowError(
                "unknown label",
                f"label {label!r} beside {first!r} ({self._row(line)}): a source has "
                f"{CLASSES_IN_WORDS}; make them two classes with {hint}",
            )

    def premises(self) -> Iterator[Pair]:
        """All rows with a premise, also those that are no pairs for want of a gold label.

        They come as pairs that have neither hypothesis nor label.

        Raises:
            DataError: as on reading pairs.
        """
        for row in self._open().rows:
            try:
                if isinstance(row, Fault):
                    raise _RowError(row.kind, row.message)
                rest = dict(row.values)
                premise = self._text(rest, "premise", row)
                yield Pair(self._identity(rest, row), premise, "", "", rest, row.line)
            except _RowError as error:
                if self.on_error == "stop":
                    raise DataError(self._place(row.line, str(error))) from None

    def digest(self) -> str:
        """SHA-256 of rows in memory: of what their JSON Lines would be."""
        total = hashlib.sha256()
        for row in self._open().rows:
            total.update(
                json.dumps(row, ensure_ascii=False, default=str).encode("utf-8", "replace")
            )
        return total.hexdigest()

    def _open(self) -> Rows:
        if self._in_memory:
            return open_in_memory(self.source, self._names("label"))
        if self.source == "-":
            path = spool_stdin(Path(tempfile.mkdtemp(prefix="litgen-")))
            return self._open_file(path)
        path = Path(self.source)
        found = exists(self.source)
        if not found and looks_like_hub_name(self.source):
            return open_hub(self.source)
        if found and is_saved(path):
            return open_saved(path, self._names("label"))
        return self._open_file(path)

    def _open_file(self, path: Path) -> Rows:
        format = self._format(path)
        if format == "parquet" and path.is_file() and not path.stat().st_size:
            raise DataError(f"{self.name}: the file is empty")
        return open_rows(path, format)

    def _format(self, path: Path) -> str:
        if self.sentences and not self.format and is_text(path):
            return "text"
        return format_of(path, self.format)

    def _place(self, line: int, message: str) -> str:
        where = self._row(line) if self._in_memory else f"{self.name}:{line}"
        hint = 'on_error="skip"' if self._in_memory else "--on-error skip"
        return f"{where}: {message} ({hint} counts such rows and goes on)"

    def _row(self, line: int) -> str:
        return place(self.source, line) if self._in_memory else f"line {line}"

    def _note_id(self, ids: Database, pair: Pair) -> None:
        if not ids.run("INSERT OR IGNORE INTO ids VALUES (?, ?)", pair.id, pair.line).rowcount:
            first = self._row(ids.value("SELECT line FROM ids WHERE id = ?", pair.id))
            raise _RowError(
                "duplicate id", f"duplicate id {pair.id!r} (first on {first}); ids must differ"
            )

    def _option(self, name: str, values: Mapping[str, str]) -> str:
        """An option with a value, as one writes it where the source was named."""
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
            what = "has no columns" if self._in_memory else "the file is empty"
            raise DataError(f"{self.name}: {what}")
        wanted = ("premise", "hypothesis", "label") if self.labelled else ("premise", "hypothesis")
        for field in wanted[:1] if self.sentences else wanted:
            if tuple(columns) == ("sentence",) and self.text is not None:
                continue
            if not any(name in columns for name in self._names(field)):
                raise DataError(f"{self.name}: {self._missing(field, columns)}")

    def _missing(self, field: str, columns: Any) -> str:
        names = " or ".join(self._names(field))
        there = [str(each) for each in columns]
        near = dict.fromkeys(each for name in self._names(field) for each in nearest(name, there))
        if self.text is not None:
            hint = f"did you mean {' or '.join(near)}? " if near else ""
            return (
                f"there is no column {self.text!r}; the columns there are: "
                f"{', '.join(there) or 'none'}; {hint}name the one to rewrite with "
                f"{'text=' if self._in_memory else '--text '}NAME"
            )
        hint = f"did you mean {field}={' or '.join(near)}? " if near else ""
        single = [each for each in there if each in ("sentence", "text")]
        if single and not self.sentences and field != "label":
            how = "sentences=True" if self._in_memory else "--sentences"
            hint = f"for single sentences (column {single[0]!r}) use {how}; "
        pair = () if self.sentences else ("premise", "hypothesis")
        wanted = [each for each in pair if not any(name in there for name in self._names(each))]
        asked = dict.fromkeys([*wanted, *([] if field in wanted else [field])], "NAME")
        return (
            f"no column for the {field} ({names}); the columns there are: "
            f"{', '.join(there) or 'none'}; {hint}name {'them' if len(asked) > 1 else 'it'} with "
            f"{self._option('columns', asked)}"
        )

    def _pair(self, row: Row | Fault, names: Mapping[str, str]) -> Pair | None:
        """The pair of a row, None where it has no gold label."""
        if isinstance(row, Fault):
            if self.text is not None and row.kind == NO_ROW:  # a gap in a list of texts
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
        """The gold label of a row, None where it has none."""
        if not self.labelled:
            name = next((each for each in self._names("label") if each in rest), None)
            if name is None or is_no_gold(rest[name]):
                return None
        return self._label(*self._take(rest, "label", row), names)

    def _identity(self, rest: dict[str, Any], row: Row) -> str:
        # A column of row numbers that starts anew in each split is still an id within one file.
        there = (each for each in self._names("id") if not is_missing(rest.get(each)))
        name = next((each for each in there if rest[each] != ""), None)
        identity = as_written(rest.pop(name)) if name else f"{self._stem()}-{row.line}"
        _check_unicode(identity, "id")
        return identity

    def _stem(self) -> str:
        return "stdin" if self.name == "-" else Path(self.name).name.split(".")[0].replace(":", "-")

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
            raise _RowError(kind, f"{called} must be text, it is {type(value).__name__}: {value!r}")
        _check_unicode(value, field)
        if not self.empty and not any(map(str.isprintable, "".join(value.split()))):
            raise _RowError(EMPTY, f"{called} is empty")
        return value

    def _meaning(self, written: str, name: str) -> str | None:
        """The label that a value stands for, by what the user or the source says; else None."""
        return self.labels_map.get(written) or self.labels_map.get(name) or canonical_label(name)

    def _label(self, name: str, value: Any, names: Mapping[str, str]) -> str | None:
        """The label by name, None where the source says that there is none."""
        written = as_written(value)
        value = names.get(written, value)
        label = self._meaning(written, str(value))
        if label is not None:
            return label
        if is_no_gold(value):
            return None
        if is_number(value):
            example = dict(zip("012", ("entailment", "neutral", "contradiction"), strict=True))
            two = self._option("labels_map", dict(zip("01", TWO_CLASSES, strict=True)))
            raise _RowError(
                "unknown label",
                f"label {written} is a number, and the source does not say what it means; say it "
                f"with {self._option('labels_map', example)} (two classes: {two})",
            )
        hint = self._option("labels_map", {str(value): "LABEL"})
        raise _RowError(
            "unknown label",
            f"unknown label {value!r} (column {name!r}): labels are {CLASSES_IN_WORDS}; "
            f"map others with {hint}",
        )


def read_pairs(
    source: Source,
    *,
    format: str | None = None,
    labels_map: Mapping[str, str] | None = None,
    columns: Mapping[str, str] | None = None,
    on_error: OnError = "stop",
) -> Iterator[Pair]:
    """Stream the labelled pairs of a file, of a data set of the hub, or of rows in memory.

    Args:
        source: see ``PairReader``, which has these arguments, too.
        format: of a file whose name does not say it.
        labels_map: what the values of the label column mean.
        columns: names of the columns.
        on_error: ``stop`` or ``skip``.

    Raises:
        DataError: a row is at fault (file and line are named) and ``on_error`` is ``stop``.
        UsageError: the source needs an extra that is not installed.

    Example:
        >>> [pair.label for pair in read_pairs("examples/pairs.jsonl")]  # doctest: +SKIP
        ['entailment', 'contradiction', 'neutral']
    """
    return iter(
        PairReader(source, format=format, labels_map=labels_map, columns=columns, on_error=on_error)
    )


def _check_unicode(text: str, field: str) -> None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise _RowError("broken character", f"the {field} holds half a character") from error
