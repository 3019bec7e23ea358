"""The options of a run, declared once for the command line, Python, documentation and manifests.

The options of ``litgen transform``, the parameters of :func:`litgen.contrast_set` and the table in
``docs/command_line.md`` are generated from the fields of :class:`Run`. The manifest of a run
records the values of :class:`Options`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields
from pathlib import Path
from typing import Any, Literal, cast, get_args, get_origin, get_type_hints

from litgen.acceptability import BEST_THRESHOLD, DEFAULT_THRESHOLD, Thresholds
from litgen.data import as_written, label_map_of, parse_map
from litgen.data.reading import COLUMNS, OnError
from litgen.exceptions import UsageError, did_you_mean
from litgen.logic import parse_conventions

#: The suite of a run whose options select no contrasts.
DEFAULT_SUITE = "core"
Grounds = Literal["default", "logic", "paper"]
Meaning = Literal["keep", "change"]
#: Whether to rewrite as litgen does (``sound``) or as a paper does, where the two differ.
Mode = Literal["sound", "paper"]
TaggerName = Literal["auto", "nltk", "spacy"]
#: Called with the number of items done and the total.
Progress = Callable[[int, int], None]

CONTRASTS, TEXTS, OUTPUT, GRAMMAR, INPUT, RUN = (
    "Contrasts and labels", "Single texts", "Output", "Rewriting", "Input", "Running",
)  # fmt: skip
#: Names of options in manifests of litgen 0.4 and earlier.
_FORMER = {"contrasts": "contrast", "phenomena": "phenomenon", "tautologies": "tautology"}
_NAME = re.compile(r"[A-Za-z][\w.-]*")


class FrozenMap(dict[str, str]):
    """A hashable mapping, which is never modified."""

    def __hash__(self) -> int:  # type: ignore[override]  # dict sets it to None
        return hash(frozenset(self.items()))


def parse_shard(text: str) -> tuple[int, int]:
    """Parse ``--shard`` into the number of the shard and the number of shards.

    Raises:
        UsageError: the text does not have the form ``I/N``.

    Example:
        >>> parse_shard("1/4")
        (1, 4)
    """
    number, _, of = text.partition("/")
    if not (number.isdecimal() and of.isdecimal()):
        raise UsageError(
            f"--shard: {text!r} does not have the form I/N; use 1/4 for the first of four parts"
        )
    return int(number), int(of)


def parse_tautologies(entries: Iterable[str]) -> dict[str, str]:
    """Parse ``--tautology`` into the user's tautologies by name.

    Raises:
        UsageError: an entry does not have the form ``name=text``.

    Example:
        >>> parse_tautologies(["up=and up is not down"])
        {'up': 'and up is not down'}
    """
    pairs = [entry.partition("=") for entry in entries]
    if wrong := [name for name, _, text in pairs if not text.strip()]:
        raise UsageError(
            f"--tautology: {wrong[0]!r} does not have the form NAME=TEXT; use, for example, "
            "up='and up is not down'"
        )
    return {name: text for name, _, text in pairs}


def parse_columns(text: str) -> dict[str, str]:
    """Parse ``--columns`` into the source's column names by field.

    Raises:
        UsageError: an entry does not have the form ``field=name``.

    Example:
        >>> parse_columns("premise=text_a,hypothesis=text_b")
        {'premise': 'text_a', 'hypothesis': 'text_b'}
    """
    return check_columns(parse_map(text, "columns", "FIELD=NAME, such as premise=text_a"))


def check_columns(columns: Mapping[str, str]) -> dict[str, str]:
    """Check the source's column names by field.

    Raises:
        UsageError: a field does not exist, or its column name is empty.

    Example:
        >>> check_columns({"premise": "text_a"})
        {'premise': 'text_a'}
    """
    for name, column in columns.items():
        if name not in COLUMNS or not column:
            hint = did_you_mean(name, COLUMNS)
            raise UsageError(
                f"columns: {f'{name}={column}'!r} does not have the form FIELD=NAME: {hint}"
            )
    return dict(columns)


def _option(default: Any, group: str, text: str, **more: Any) -> Any:
    """Return a dataclass field that declares an option.

    Args:
        text: the help text.
        more: ``metavar``; ``several``, whether the option can be repeated; ``read``, a function
            that parses the option's value; ``minimum``, the smallest valid number.
    """
    return field(default=default, metadata={"group": group, "help": text, **more})


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options that determine a contrast set, byte for byte.

    Example:
        >>> Options(contrast="may;original", shard=(1, 4)).contrast
        ('may;original',)
    """

    suite: str | None = _option(
        None, CONTRASTS, "The suite of contrasts (see litgen list suites). Default: "
        f"{DEFAULT_SUITE}, unless you select other contrasts.", metavar="NAME",
    )  # fmt: skip
    phenomenon: str | Iterable[str] = _option(
        (), CONTRASTS, "Make the labelled contrasts of a phenomenon (see litgen list phenomena).",
        metavar="NAME", several=True,
    )  # fmt: skip
    contrast: str | Iterable[str] = _option(
        (), CONTRASTS, "Make a contrast such as 'past+cleft;future+cleft', or a named one such as "
        "drop:NOUN.", metavar="P;H", several=True,
    )  # fmt: skip
    sentences: bool = _option(
        False, CONTRASTS, "Read single sentences instead of pairs, and make contrasts that need "
        "only one sentence.",
    )  # fmt: skip
    labels: Grounds = _option(
        "default", CONTRASTS, "Assign labels by proof or convention (default), by proof only "
        "(logic), or as in the papers (paper).",
    )  # fmt: skip
    conventions: Sequence[str] | None = _option(
        None, CONTRASTS, "The conventions on which labels may rest (see litgen list conventions), "
        "or none. Default: all.", metavar="NAME,...", read=parse_conventions,
    )  # fmt: skip

    text: str | None = _option(
        None, TEXTS, "Rewrite the texts in this column of PAIRS, one sentence at a time, and copy "
        "the other columns.", metavar="COLUMN",
    )  # fmt: skip
    transformation: str | Iterable[str] = _option(
        (), TEXTS, "Apply only this transformation to the texts.", metavar="NAME", several=True,
    )  # fmt: skip
    meaning: Meaning = _option(
        "keep", TEXTS, "Without --transformation, apply all that keep the meaning or all that "
        "change it.",
    )  # fmt: skip

    keep_unlabelled: bool = _option(False, OUTPUT, "Also write pairs without a label.")
    keep_unchanged: bool = _option(
        False, OUTPUT, "Also write pairs that a corruption leaves unchanged."
    )
    keep_declined: bool = _option(
        False, OUTPUT, "Also write declined rewritings to declined.jsonl."
    )
    min_confidence: float | None = _option(
        None, OUTPUT, "Keep rewritings by the grammar that the quality model scores at P or above. "
        f"Default: {DEFAULT_THRESHOLD}, and {BEST_THRESHOLD} for the best contrast of a pair; 0 "
        "without the quality model.", metavar="P",
    )  # fmt: skip

    engine: str = _option(
        "dependency", GRAMMAR, "The grammar engine: dependency (embedded), ace, or ace+dependency "
        "(ACE first).", metavar="NAME",
    )  # fmt: skip
    parser: str | None = _option(
        None, GRAMMAR, "The spaCy pipeline: a package, one from litgen doctor --fetch, or a "
        "folder. Default: the one that litgen installs.", metavar="NAME",
    )  # fmt: skip
    rules: str | Path | None = _option(
        None, GRAMMAR, "A folder of your own rules, in addition to litgen's.", metavar="DIR"
    )
    rank: str = _option(
        "auto", GRAMMAR, "The language model that chooses among wordings: a folder, a name on the "
        "hub, auto (the quality model) or none.", metavar="MODEL",
    )  # fmt: skip
    score: Literal["mean", "lit"] = _option(
        "mean", GRAMMAR, "The score of --rank: mean log probability, or that of Li et al. (2020)."
    )
    mode: Mode = _option(
        "sound", GRAMMAR, "Which variant to use if litgen's transformation (sound) differs from "
        "the paper's.",
    )  # fmt: skip
    tagger: TaggerName = _option(
        "auto", GRAMMAR, "The part-of-speech tagger; auto is nltk if its data is installed, else "
        "spacy.",
    )  # fmt: skip
    tokenized: bool = _option(False, GRAMMAR, "Treat the text as tokenized: split it at spaces.")
    tautology: Mapping[str, str] = _option(
        FrozenMap(), GRAMMAR, "Define a tautology for the transformation tautology:NAME.",
        metavar="NAME=TEXT", several=True, read=parse_tautologies,
    )  # fmt: skip
    seed: int = _option(0, GRAMMAR, "The seed for random choices.", metavar="N")

    format: Literal["jsonl", "csv", "tsv", "parquet", "text"] | None = _option(
        None, INPUT, "The file format. Default: inferred from the name."
    )
    columns: Mapping[str, str] = _option(
        FrozenMap(), INPUT, "Names of the columns with premise, hypothesis, label and id, such as "
        "premise=text_a.", metavar="FIELD=NAME,...", read=parse_columns,
    )  # fmt: skip
    labels_map: Mapping[Any, str] | Sequence[str] = _option(
        FrozenMap(), INPUT, "The label for each value in the label column, such as 0=entailment.",
        metavar="VALUE=LABEL,...", read=parse_map,
    )  # fmt: skip
    limit: int | None = _option(None, INPUT, "Use only the first N pairs.", metavar="N", minimum=0)
    on_error: OnError = _option(
        "stop", INPUT, "Whether to stop at a row that cannot be read, or to skip and count it."
    )
    shard: tuple[int, int] | None = _option(
        None, INPUT, "Process only part I of N, such as on one of N machines; litgen transform "
        "--join merges the parts.", metavar="I/N", read=parse_shard,
    )  # fmt: skip
    #: Not an option: whether WordNet is installed. A run without WordNet leaves out those contrasts
    #: in its suite that need it, and counts them in the manifest.
    wordnet: bool = True

    def __post_init__(self) -> None:
        """Check the values and make all of them hashable."""
        for name, known in CHOICES.items():
            if (value := getattr(self, name)) not in (*known, DEFAULTS[name]):
                hint = did_you_mean(str(value), known)
                raise UsageError(f"{name}: there is no {value!r}; {hint}")
        if self.limit is not None and (not isinstance(self.limit, int) or self.limit < 0):
            raise UsageError(f"limit: {self.limit!r} is not a number of pairs; use 0 or more")
        threshold = self.min_confidence
        if threshold is not None and not (
            isinstance(threshold, int | float) and 0 <= threshold < 1
        ):
            raise UsageError(
                f"min_confidence: {threshold!r} is not a probability below 1; use, for example, 0.9"
            )
        for name, value in self._as_keys().items():
            object.__setattr__(self, name, value)
        if self.shard is not None and not 1 <= self.shard[0] <= self.shard[1]:
            number, of = self.shard
            raise UsageError(f"shard: {number}/{of} does not exist; use 1/{of} for the first part")
        of_pairs = self.suite or self.phenomenon or self.contrast or self.sentences
        if self.text is not None and of_pairs:
            raise UsageError(
                "text: a suite, phenomenon, contrast or sentences applies only to pairs; use "
                "transformation instead"
            )
        if self.text is None and self.transformation:
            raise UsageError(
                "transformation: this option applies only to single texts (option text); use "
                "contrast instead"
            )

    def _as_keys(self) -> dict[str, Any]:
        """Return the values that may be lists or mappings, in hashable form."""
        several = {
            name: (value,) if isinstance(value := getattr(self, name), str) else tuple(value)
            for name in ("phenomenon", "contrast", "transformation")
        }
        sizes = {
            name: None if (value := getattr(self, name)) is None else tuple(value)
            for name in ("conventions", "shard")
        }
        tautology = {name: " ".join(text.split()) for name, text in self.tautology.items()}
        for name, text in tautology.items():
            if not (_NAME.fullmatch(name) and text):
                example = "up='and up is not down'"
                raise UsageError(
                    f"tautology: {name!r} is not a valid name for a tautology; use, for example, "
                    f"{example}"
                )
        if self.text is None:
            labels = label_map_of(self.labels_map)
        else:
            labels = {as_written(old): new for old, new in self.label_names.items()}
        tables = {"tautology": tautology, "labels_map": labels}
        tables["columns"] = check_columns(self.columns)
        return {
            **several, **sizes, "rules": self.own_rules,
            **{name: FrozenMap(table) for name, table in tables.items()},
        }  # fmt: skip

    def as_json(self) -> dict[str, Any]:
        values = {each.name: getattr(self, each.name) for each in fields(Options)}
        return {
            name: list(each) if isinstance(each, tuple) else each for name, each in values.items()
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Options:
        """Restore the options from a manifest.

        Raises:
            UsageError: the manifest has an option that this version of litgen does not have.
        """
        given = {_FORMER.get(name, name): value for name, value in values.items()}
        if given.get("text") is not None and "contrasts" in values:
            given["transformation"] = given.pop("contrast")
        known = {each.name for each in fields(cls)}
        if other := sorted(set(given) - known):
            raise UsageError(
                f"manifest.json: this version of litgen does not have the option {other[0]!r}; "
                "make the contrast set again with litgen transform"
            )
        return cls(**given)

    @property
    def thresholds(self) -> Thresholds:
        """The minimum confidence of outputs; valid only if the default of ``rank`` is resolved."""
        return Thresholds.of(self.min_confidence, self.rank != "none")

    @property
    def label_names(self) -> Mapping[str, str]:
        """``labels_map`` as a mapping from value to label."""
        return cast(Mapping[str, str], self.labels_map)

    @property
    def own_rules(self) -> str | None:
        """The folder of the user's rules as named in a manifest."""
        return None if self.rules is None else str(self.rules)

    @property
    def rules_path(self) -> Path | None:
        return None if self.rules is None else Path(self.rules)


@dataclass(frozen=True, kw_only=True)
class Run(Options):
    """All options of a run, including those that do not change its result."""

    jobs: int = _option(1, RUN, "The number of worker processes; -1 uses all cores.", metavar="N")
    scheduler: str | None = _option(
        None, RUN, "The address of a Dask scheduler whose workers to use.", metavar="ADDRESS"
    )
    overwrite: bool = _option(False, RUN, "Delete an earlier run's output from the folder.")
    #: Not an option of the command line: called with the number of pairs done, and the total.
    progress: Progress | None = None

    @property
    def options(self) -> Options:
        """The options that determine the result."""
        return Options(**{each.name: getattr(self, each.name) for each in fields(Options)})


def declared() -> dict[str, Field[Any]]:
    """Return the fields that are options, by name, in declaration order."""
    return {each.name: each for each in fields(Run) if "help" in each.metadata}


#: The types and defaults of the fields, and the choices for fields with a fixed set of values.
TYPES = get_type_hints(Run)
DEFAULTS = {each.name: each.default for each in fields(Run)}
CHOICES: Mapping[str, Sequence[str]] = {
    name: get_args(kind)
    for name, declared_type in TYPES.items()
    for kind in (declared_type, *get_args(declared_type))
    if get_origin(kind) is Literal
}
