"""The options of a run, declared once for command line, Python, documentation and manifest.

Each field of :class:`Run` carries its help text. The options of ``litgen transform``, the
parameters of :func:`litgen.contrast_set` and the table in ``docs/command_line.md`` are generated
from the fields. The manifest of a run records the values of :class:`Options`, which determine the
result.
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

#: The suite of a run if no contrast is named.
DEFAULT_SUITE = "core"
Grounds = Literal["default", "logic", "paper"]
Meaning = Literal["keep", "change"]
#: The construction to use if litgen's (``sound``) and the paper's differ.
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
    """A hashable mapping, used as the value of an option and never modified."""

    def __hash__(self) -> int:  # type: ignore[override]  # a dict has none
        return hash(frozenset(self.items()))


def parse_shard(text: str) -> tuple[int, int]:
    """Parse ``--shard`` into the number of the shard and the number of shards.

    Raises:
        UsageError: the text is not of the form ``I/N``.

    Example:
        >>> parse_shard("1/4")
        (1, 4)
    """
    number, _, of = text.partition("/")
    if not (number.isdecimal() and of.isdecimal()):
        raise UsageError(f"--shard: {text!r} is not I/N, such as 1/4, the first of four parts")
    return int(number), int(of)


def parse_tautologies(entries: Iterable[str]) -> dict[str, str]:
    """Parse ``--tautology`` into the user's tautologies by name.

    Raises:
        UsageError: an entry is not of the form ``name=text``.

    Example:
        >>> parse_tautologies(["up=and up is not down"])
        {'up': 'and up is not down'}
    """
    pairs = [entry.partition("=") for entry in entries]
    if wrong := [name for name, _, text in pairs if not text.strip()]:
        raise UsageError(f"--tautology: {wrong[0]!r} is not NAME=TEXT: up='and up is not down'")
    return {name: text for name, _, text in pairs}


def parse_columns(text: str) -> dict[str, str]:
    """Parse ``--columns`` into the source's column names by field.

    Raises:
        UsageError: an entry is not of the form ``field=name``.

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
            raise UsageError(f"columns: {f'{name}={column}'!r} is not FIELD=NAME: {hint}")
    return dict(columns)


def _option(default: Any, group: str, text: str, **more: Any) -> Any:
    """Return a dataclass field that declares an option.

    Args:
        text: the help text, for the command line and the documentation.
        more: ``metavar``; ``several``, whether the option can be repeated; ``read``, a function
            that parses the option's text; ``minimum``, the smallest number that is allowed.
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
        None, CONTRASTS, "A suite of contrasts (litgen list suites). Default: "
        f"{DEFAULT_SUITE}, without --phenomenon or --contrast.", metavar="NAME",
    )  # fmt: skip
    phenomenon: str | Iterable[str] = _option(
        (), CONTRASTS, "All labelled contrasts of a phenomenon such as negation (litgen list "
        "phenomena).", metavar="NAME", several=True,
    )  # fmt: skip
    contrast: str | Iterable[str] = _option(
        (), CONTRASTS, "A contrast such as 'past+cleft;future+cleft', or a name such as drop:NOUN.",
        metavar="P;H", several=True,
    )  # fmt: skip
    sentences: bool = _option(
        False, CONTRASTS, "PAIRS holds single sentences (lines, or a column named sentence), for "
        "contrasts that make new pairs.",
    )  # fmt: skip
    labels: Grounds = _option("default", CONTRASTS, "The grounds on which a contrast gets a label.")
    conventions: Sequence[str] | None = _option(
        None, CONTRASTS, "The conventions that default labels may rely on, or none (litgen list "
        "labels). Default: all.", metavar="NAME,...", read=parse_conventions,
    )  # fmt: skip

    text: str | None = _option(
        None, TEXTS, "Rewrite the texts in this column of PAIRS, one sentence at a time, and keep "
        "the other columns.", metavar="COLUMN",
    )  # fmt: skip
    transformation: str | Iterable[str] = _option(
        (), TEXTS, "Apply only this transformation to the texts.", metavar="NAME", several=True,
    )  # fmt: skip
    meaning: Meaning = _option(
        "keep", TEXTS, "Without --transformation, apply those that keep or those that change the "
        "meaning.",
    )  # fmt: skip

    keep_unlabelled: bool = _option(False, OUTPUT, "Also write pairs without a label.")
    keep_unchanged: bool = _option(
        False, OUTPUT, "Also write pairs that a corruption leaves unchanged."
    )
    keep_declined: bool = _option(
        False, OUTPUT, "Write declined.jsonl: what was declined, and the reason."
    )
    min_confidence: float | None = _option(
        None, OUTPUT, "Keep rewritings by the grammar that the quality model scores at P or above. "
        f"Default: {DEFAULT_THRESHOLD}, and {BEST_THRESHOLD} for the best contrast of a pair; 0 "
        "without the quality model.", metavar="P",
    )  # fmt: skip

    engine: str = _option(
        "dependency", GRAMMAR, "The grammar: dependency (embedded), ace, or ace+dependency, which "
        "uses the embedded one where ACE finds nothing.", metavar="NAME",
    )  # fmt: skip
    parser: str | None = _option(
        None, GRAMMAR, "The spaCy pipeline to parse with: a package, one that litgen doctor "
        "--fetch supports, or a folder. Default: the packaged one.", metavar="NAME",
    )  # fmt: skip
    rules: str | Path | None = _option(
        None, GRAMMAR, "A folder of your own rules, in addition to those of litgen.", metavar="DIR",
    )  # fmt: skip
    rank: str = _option(
        "auto", GRAMMAR, "The language model that chooses among wordings, a folder or a name on "
        "the hub; auto: the quality model; none: no model.", metavar="MODEL",
    )  # fmt: skip
    score: Literal["mean", "lit"] = _option(
        "mean", GRAMMAR, "The score of --rank: mean log probability, or the paper's."
    )
    mode: Mode = _option(
        "sound", GRAMMAR, "Which construction to use where litgen's differs from the paper's."
    )
    tagger: TaggerName = _option(
        "auto", GRAMMAR, "The part-of-speech tagger; auto is nltk if its data is installed, else "
        "spacy.",
    )  # fmt: skip
    tokenized: bool = _option(False, GRAMMAR, "The text is tokenized: split it at spaces.")
    tautology: Mapping[str, str] = _option(
        FrozenMap(), GRAMMAR, "A tautology of your own, tautology:NAME.", metavar="NAME=TEXT",
        several=True, read=parse_tautologies,
    )  # fmt: skip
    seed: int = _option(0, GRAMMAR, "The seed of random choices.", metavar="N")

    format: Literal["jsonl", "csv", "tsv", "parquet", "text"] | None = _option(
        None, INPUT, "The format, if the file's name does not show it."
    )
    columns: Mapping[str, str] = _option(
        FrozenMap(), INPUT, "Column names: premise=, hypothesis=, label=, id=.",
        metavar="FIELD=NAME,...", read=parse_columns,
    )  # fmt: skip
    labels_map: Mapping[Any, str] | Sequence[str] = _option(
        FrozenMap(), INPUT, "The label that each value of the column stands for.",
        metavar="VALUE=LABEL,...", read=parse_map,
    )  # fmt: skip
    limit: int | None = _option(None, INPUT, "Take the first N pairs.", metavar="N", minimum=0)
    on_error: OnError = _option("stop", INPUT, "What to do at a row that cannot be read.")
    shard: tuple[int, int] | None = _option(
        None, INPUT, "Process the I-th of N parts of PAIRS, such as on one of N machines; "
        "litgen transform --join merges them.", metavar="I/N", read=parse_shard,
    )  # fmt: skip
    #: not an option: whether WordNet is installed; without it, a run leaves out the contrasts in
    #: its suite that need WordNet, and counts them in the manifest
    wordnet: bool = True

    def __post_init__(self) -> None:
        """Check the values and make all of them hashable.

        Raises:
            UsageError: a value is invalid.
        """
        for name, known in CHOICES.items():
            if (value := getattr(self, name)) not in (*known, DEFAULTS[name]):
                hint = did_you_mean(str(value), known)
                raise UsageError(f"{name}: there is no {value!r}; {hint}")
        if self.limit is not None and (not isinstance(self.limit, int) or self.limit < 0):
            raise UsageError(f"limit: {self.limit!r} is not a number of pairs")
        threshold = self.min_confidence
        if threshold is not None and not (
            isinstance(threshold, int | float) and 0 <= threshold < 1
        ):
            raise UsageError(f"min_confidence: {threshold!r} is not a probability below 1")
        for name, value in self._as_keys().items():
            object.__setattr__(self, name, value)
        if self.shard is not None and not 1 <= self.shard[0] <= self.shard[1]:
            number, of = self.shard
            raise UsageError(f"shard: {number}/{of} is not a part of {of}; the first is 1/{of}")
        of_pairs = self.suite or self.phenomenon or self.contrast or self.sentences
        if self.text is not None and of_pairs:
            raise UsageError(
                "text: suites, phenomena, contrasts and sentences are for pairs; name a "
                "transformation instead"
            )
        if self.text is None and self.transformation:
            raise UsageError("transformation: is for single texts (text); name a contrast instead")

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
                raise UsageError(f"tautology: {name!r} is not a name; write {example}")
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
                f"the manifest has the option {other[0]!r}, which this version of litgen does not "
                "have; make the contrast set again with litgen transform"
            )
        return cls(**given)

    @property
    def thresholds(self) -> Thresholds:
        """The minimum confidence of outputs; read it only after defaults have been filled in."""
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

    jobs: int = _option(1, RUN, "Worker processes; -1 uses all cores.", metavar="N")
    scheduler: str | None = _option(
        None, RUN, "Use the workers of this Dask scheduler.", metavar="ADDRESS"
    )
    overwrite: bool = _option(False, RUN, "Remove what another run wrote into the folder.")
    #: not an option of the command line: called with the number of pairs done, and the total
    progress: Progress | None = None

    @property
    def options(self) -> Options:
        """The options that determine the result."""
        return Options(**{each.name: getattr(self, each.name) for each in fields(Options)})


def declared() -> dict[str, Field[Any]]:
    """Return the fields that are options, by name, in declaration order."""
    return {each.name: each for each in fields(Run) if "help" in each.metadata}


#: The types of the fields, their defaults, and the values of those that allow only a few.
TYPES = get_type_hints(Run)
DEFAULTS = {each.name: each.default for each in fields(Run)}
CHOICES: Mapping[str, Sequence[str]] = {
    name: get_args(kind)
    for name, declared_type in TYPES.items()
    for kind in (declared_type, *get_args(declared_type))
    if get_origin(kind) is Literal
}
