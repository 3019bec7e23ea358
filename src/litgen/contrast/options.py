"""What determines a contrast set, byte for byte; how many workers make it does not."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, get_args

from litgen.acceptability import Thresholds
from litgen.contrast.notation import Contrast, expand
from litgen.contrast.phenomena import find_phenomenon
from litgen.contrast.policy import Grounds
from litgen.contrast.suites import DEFAULT_SUITE, Suite, find_suite
from litgen.data.reading import COLUMNS, OnError
from litgen.exceptions import UsageError, did_you_mean
from litgen.tables import rules_folder
from litgen.transformations.naming import STEP
from litgen.transformations.protocol import Mode, Settings
from litgen.wordnet.locations import INSTALL

#: What an option may be, of those that have few values.
_CHOICES: Mapping[str, Sequence[str]] = {
    "labels": get_args(Grounds),
    "score": ("mean", "lit"),
    "mode": get_args(Mode),
    "tagger": ("auto", "nltk", "spacy"),
    "on_error": get_args(OnError),
}
#: Why a contrast is left out, as the manifest counts it.
NO_WORDNET = "WordNet is not installed"
#: Options that are tables, kept as pairs of key and value.
_TABLES = ("labels_map", "columns", "tautologies")


@dataclass(frozen=True)
class Options:
    """The options of a run.

    Example:
        >>> Options(suite="lit").labels
        'default'
    """

    suite: str | None = DEFAULT_SUITE  #: name of a suite of contrasts, None for none
    contrasts: tuple[str, ...] = ()  #: further contrasts, in contrast notation
    #: names of phenomena, every labelled contrast of which is made
    phenomena: tuple[str, ...] = ()
    #: the grounds on which labels are taken: ``default``, ``logic`` or ``paper``
    labels: Grounds = "default"
    #: the conventions that default labels may rest on, None for all
    conventions: tuple[str, ...] | None = None
    keep_unlabelled: bool = False  #: whether pairs without a label are written, with ``label`` null
    #: whether pairs are written that a corruption leaves as they are, such as those without a word
    #: to drop
    keep_unchanged: bool = False
    #: whether ``declined.jsonl`` also has what was declined, not only what went wrong
    keep_declined: bool = False
    #: the least confidence of what a grammar made; None for the defaults
    #: (:class:`litgen.acceptability.Thresholds`)
    min_confidence: float | None = None
    engine: str = "dependency"  #: name of the engine
    #: the spaCy pipeline that parses, or its folder; None for the one in use, and a run writes down
    #: which that is
    parser: str | None = None
    #: the language model that chooses among candidates: ``auto``, ``none`` or a name
    rank: str = "auto"
    score: str = "mean"  #: its measure, ``mean`` or ``lit``
    seed: int = 0  #: for transformations that draw
    #: ``sound`` or ``paper``, for transformations that have both constructions
    mode: Mode = "sound"
    #: which part-of-speech tagger: ``auto``, ``nltk`` or ``spacy``; a run writes down the one that
    #: it took
    tagger: str = "auto"
    tokenized: bool = False  #: whether texts are split at spaces already
    #: the user's own, by name, such as ``(("up", "and up is not down"),)``
    tautologies: tuple[tuple[str, str], ...] = ()
    #: whether the source holds single sentences, for contrasts that make new pairs
    sentences: bool = False
    on_error: OnError = "stop"  #: whether a row at fault stops the run or is counted and skipped
    #: which of how many parts of the source this run does, such as ``(1, 4)``, None for the whole
    shard: tuple[int, int] | None = None
    limit: int | None = None  #: how many pairs to take from the start of the source, None for all
    #: whether WordNet is installed; where it is missing, the contrasts of the suite that need it
    #: are left out, and a run writes that down
    wordnet: bool = True
    rules: str | None = None  #: a folder with rules of the user's own
    format: str | None = None  #: the source's format where its name does not say it
    #: what the values of the label column mean, such as ``(("0", "entailment"),)``
    labels_map: tuple[tuple[str, str], ...] = ()
    #: names of the source's columns, such as ``(("premise", "text"),)``
    columns: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        """Take lists and tables, too; options must be fit for a key.

        Raises:
            UsageError: a value is none of those there are.
        """
        for name, known in _CHOICES.items():
            if (value := getattr(self, name)) not in known:
                raise UsageError(
                    f"{name}: there is no {value!r}; {did_you_mean(str(value), known)}"
                )
        if self.limit is not None and (not isinstance(self.limit, int) or self.limit < 0):
            raise UsageError(f"limit: {self.limit!r} is no number of pairs")
        least = self.min_confidence
        if least is not None and not (isinstance(least, int | float) and 0 <= least < 1):
            raise UsageError(f"min_confidence: {least!r} is not a probability below 1")
        if self.shard is not None:
            object.__setattr__(self, "shard", tuple(self.shard))
            number, of = self.shard
            if not 1 <= number <= of:
                raise UsageError(f"shard: {number}/{of} is no part of {of}; the first is 1/{of}")
        if self.conventions is not None:
            object.__setattr__(self, "conventions", tuple(self.conventions))
        for name in ("phenomena", "contrasts", *_TABLES):
            value = getattr(self, name)
            items = value.items() if isinstance(value, Mapping) else value
            object.__setattr__(self, name, tuple(items))

    def as_json(self) -> dict[str, Any]:
        tables = {name: dict(getattr(self, name)) for name in _TABLES}
        lists = {name: list(getattr(self, name)) for name in ("phenomena", "contrasts")}
        values = {**asdict(self), **lists, **tables}
        # As manifests were before there were these.
        usual: dict[str, object] = dict.fromkeys(("keep_declined", "keep_unchanged"), False)
        usual |= {"conventions": None, "shard": None, "wordnet": True, "phenomena": []}
        for name, value in usual.items():
            if values[name] == value:
                del values[name]
        return values

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Options:
        """The options of a manifest.

        Raises:
            UsageError: another version of litgen wrote it.
        """
        known = {each.name for each in fields(cls)}
        if other := sorted(set(values) - known):
            raise UsageError(
                f"the manifest has the option {other[0]!r}, which this version of litgen does not "
                "have; make the contrast set again with litgen transform"
            )
        return cls(**values)

    @property
    def thresholds(self) -> Thresholds:
        """The least confidence of outputs; of settled options."""
        return Thresholds.of(self.min_confidence, self.rank != "none")

    @property
    def settings(self) -> Settings:
        return Settings(self.seed, self.mode, self.tagger, self.tokenized, self.tautologies)

    @property
    def rules_path(self) -> Path | None:
        return None if self.rules is None else Path(self.rules)


def wanted_contrasts(options: Options) -> dict[Contrast, str | None]:
    """The contrasts of a run: those of the suite, then the others, each with its suite.

    Raises:
        UsageError: there is none, or a name or contrast is not right.

    Example:
        >>> len(wanted_contrasts(Options(suite=None, contrasts=("may;original",))))
        1
    """
    found: dict[Contrast, str | None] = {}
    suites = suites_of(options)
    for contrast, suite in (named for each in suites for named in each.named):
        if options.wordnet or not contrast.needs_wordnet:
            found.setdefault(contrast, suite)
    if suites and not found:
        names = ", ".join(each.name for each in suites)
        raise UsageError(
            f"every contrast of {names} needs WordNet, which is not installed: {INSTALL}"
        )
    for text in options.contrasts:
        for contrast in expand(text):
            found.setdefault(contrast, None)
    if not found:
        raise UsageError("no contrast to make: name a --suite, --phenomenon or --contrast")
    if not options.sentences:
        return found
    fit = {
        contrast: suite
        for contrast, suite in found.items()
        if contrast.form == "new" and contrast.premise.origin == "premise"
    }
    if not fit:
        raise UsageError(
            "none of these contrasts can be made of single sentences; take one that makes new "
            "pairs, such as --contrast numerical, or a source of pairs without --sentences"
        )
    return fit


def suites_of(options: Options) -> tuple[Suite, ...]:
    """The suite of a run, then one for each of its phenomena.

    Raises:
        UsageError: there is none of a name.
    """
    rules = options.rules_path
    named = () if options.suite is None else (find_suite(options.suite, rules),)
    grounds = rules, options.labels, options.conventions
    return (*named, *(find_phenomenon(name, *grounds) for name in options.phenomena))


def left_out(options: Options) -> dict[str, int]:
    """How many contrasts of the suites are left out, by reason; empty where none is."""
    if options.wordnet:
        return {}
    named = {contrast for suite in suites_of(options) for contrast, _ in suite.named}
    number = sum(contrast.needs_wordnet for contrast in named)
    return {NO_WORDNET: number} if number else {}


def rules_digest(folder: Path | None = None) -> str:
    """SHA-256 over all rule files: those that litgen ships and those of the user's folder."""
    digest = hashlib.sha256()
    for root in filter(None, (rules_folder(), folder)):
        for path in sorted(root.rglob("*.toml")):
            digest.update(path.relative_to(root).as_posix().encode() + b"\0")
            digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()


def parse_shard(text: str) -> tuple[int, int]:
    """Read ``--shard``: which part, of how many.

    Raises:
        UsageError: it is not ``I/N``.

    Example:
        >>> parse_shard("1/4")
        (1, 4)
    """
    number, _, of = text.partition("/")
    if not (number.isdecimal() and of.isdecimal()):
        raise UsageError(f"--shard: {text!r} is not I/N, such as 1/4, the first of four parts")
    return int(number), int(of)


def parse_tautologies(entries: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Read ``--tautology``: the user's own, by name.

    Raises:
        UsageError: an entry is not ``name=text``, or a name is no name.

    Example:
        >>> parse_tautologies(["up=and up is not down"])
        (('up', 'and up is not down'),)
    """
    found = {}
    for entry in entries:
        name, _, text = entry.partition("=")
        if not STEP.fullmatch(name) or ":" in name or not text.strip():
            raise UsageError(
                f"--tautology: {entry!r} is not NAME=TEXT, such as up='and up is not down'"
            )
        found[name] = " ".join(text.split())
    return tuple(found.items())


def suite_of(suite: str | None, *others: Sequence[str]) -> str | None:
    """The suite of a run: the default where neither a suite nor anything else is named.

    Example:
        >>> suite_of(None, []), suite_of(None, ["may;original"]), suite_of("all", [])
        ('core', None, 'all')
    """
    return suite or (None if any(others) else DEFAULT_SUITE)


def check_columns(
    columns: Mapping[str, str], option: str = "columns"
) -> tuple[tuple[str, str], ...]:
    """Names of the source's columns, as a run keeps them.

    Args:
        option: what a message calls them.

    Raises:
        UsageError: it names a column of something that is none of a pair.

    Example:
        >>> check_columns({"premise": "text_a"})
        (('premise', 'text_a'),)
    """
    for field, name in columns.items():
        if field not in COLUMNS or not name:
            hint = did_you_mean(field, COLUMNS)
            raise UsageError(f"{option}: {f'{field}={name}'!r} is not FIELD=NAME: {hint}")
    return tuple(columns.items())


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
        found[field] = name
    return check_columns(found, "--columns")
