"""What determines a contrast set, byte for byte; how many workers make it does not."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from litgen.contrast.notation import Contrast, expand
from litgen.contrast.policy import Grounds
from litgen.contrast.suites import find_suite
from litgen.data.reading import COLUMNS, OnError
from litgen.exceptions import UsageError
from litgen.tables import rules_folder
from litgen.transformations.protocol import Mode, Settings


@dataclass(frozen=True)
class Options:
    """The options of a run.

    Attributes:
        suite: name of a suite of contrasts, None for none.
        contrasts: further contrasts, in contrast notation.
        labels: the grounds on which labels are taken: ``default``, ``logic`` or ``paper``.
        keep_unlabelled: whether pairs without a label are written, with ``label`` null.
        engine: name of the engine.
        rank: the language model that chooses among candidates: ``auto``, ``none`` or a name.
        score: its measure, ``mean`` or ``lit``.
        seed: for transformations that draw.
        mode: ``sound`` or ``paper``, for transformations that have both constructions.
        on_error: whether a row at fault stops the run or is counted and skipped.
        limit: how many pairs to take from the start of the source, None for all.
        rules: a folder with rules of the user's own.
        format: the source's format where its name does not say it.
        labels_map: what the values of the label column mean, such as ``(("0", "entailment"),)``.
        columns: names of the source's columns, such as ``(("premise", "text"),)``.

    Example:
        >>> Options(suite="lit").labels
        'default'
    """

    suite: str | None = "lit"
    contrasts: tuple[str, ...] = ()
    labels: Grounds = "default"
    keep_unlabelled: bool = False
    engine: str = "dependency"
    rank: str = "auto"
    score: str = "mean"
    seed: int = 0
    mode: Mode = "sound"
    on_error: OnError = "stop"
    limit: int | None = None
    rules: str | None = None
    format: str | None = None
    labels_map: tuple[tuple[str, str], ...] = ()
    columns: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        """Take lists and tables, too; options must be fit for a key."""
        for name in ("contrasts", "labels_map", "columns"):
            value = getattr(self, name)
            items = value.items() if isinstance(value, Mapping) else value
            object.__setattr__(self, name, tuple(items))

    def as_json(self) -> dict[str, Any]:
        """The options as JSON values, for the manifest."""
        return {
            **asdict(self),
            "contrasts": list(self.contrasts),
            "labels_map": dict(self.labels_map),
            "columns": dict(self.columns),
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Options:
        """The options of a manifest."""
        return cls(
            **{
                **values,
                "contrasts": tuple(values["contrasts"]),
                "labels_map": tuple(values["labels_map"].items()),
                "columns": tuple(values["columns"].items()),
            }
        )

    @property
    def settings(self) -> Settings:
        """What the options say to transformations."""
        return Settings(self.seed, self.mode)

    @property
    def rules_path(self) -> Path | None:
        """The folder of the user's own rules."""
        return None if self.rules is None else Path(self.rules)


class Wanted(tuple[tuple[Contrast, str | None], ...]):
    """The contrasts of a run in their order, each with the suite that it comes from."""

    @property
    def contrasts(self) -> tuple[Contrast, ...]:
        """The contrasts alone."""
        return tuple(contrast for contrast, _ in self)


def wanted_contrasts(options: Options) -> Wanted:
    """The contrasts of a run: those of the suite, then the others, each once.

    Raises:
        UsageError: there is none, or a name or contrast is not right.

    Example:
        >>> len(wanted_contrasts(Options(suite=None, contrasts=("may;original",))))
        1
    """
    found: dict[Contrast, str | None] = {}
    if options.suite is not None:
        for contrast in find_suite(options.suite, options.rules_path).all:
            found.setdefault(contrast, options.suite)
    for text in options.contrasts:
        for contrast in expand(text):
            found.setdefault(contrast, None)
    if not found:
        raise UsageError("no contrast to make: name a --suite or a --contrast")
    return Wanted(found.items())


def rules_digest(folder: Path | None = None) -> str:
    """SHA-256 over all rule files: those that litgen ships and those of the user's folder."""
    digest = hashlib.sha256()
    for root in filter(None, (rules_folder(), folder)):
        for path in sorted(root.rglob("*.toml")):
            digest.update(path.relative_to(root).as_posix().encode() + b"\0")
            digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()


def parse_columns(text: str) -> tuple[tuple[str, str], ...]:
    """Read ``--columns``: names of the source's columns.

    Raises:
        UsageError: an entry is not ``field=name``.

    Example:
        >>> parse_columns("premise=text_a,hypothesis=text_b")
        (('premise', 'text_a'), ('hypothesis', 'text_b'))
    """
    found = {}
    for entry in filter(None, (part.strip() for part in text.split(","))):
        field, _, name = entry.partition("=")
        if field not in COLUMNS or not name:
            raise UsageError(f"--columns: {entry!r} is not FIELD=NAME with {', '.join(COLUMNS)}")
        found[field] = name
    return tuple(found.items())
