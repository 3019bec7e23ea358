"""Read prompts from TOML files: the question about a pair, and the possible answers.

litgen's own prompts are in ``prompts/``; ``docs/models.md`` describes the keys. A template may
contain ``{premise}``, ``{hypothesis}`` and, if options have letters, ``{options}``.
"""

import hashlib
import itertools
import re
import string
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, get_type_hints

from litgen.data import LABELS, read_pairs
from litgen.exceptions import UsageError, did_you_mean
from litgen.models.label_names import complete
from litgen.tables import prompts_folder

SCORINGS = ("sum", "per-character", "unconditional")
LETTERS = "ABC"
BETWEEN = "\n\n"  #: the separator between shots in plain text

Message = dict[str, str]


class Shot(NamedTuple):
    """A labelled pair that a prompt shows before the question."""

    premise: str
    hypothesis: str
    label: str


@dataclass(frozen=True)
class Prompt:
    name: str  # name of the file
    template: str  # the question about a pair
    choices: Mapping[str, str]  # the answers by label; may contain `{premise}` and `{hypothesis}`
    summary: str = ""  # the question in one line
    source: str = ""  # where the prompt comes from
    separator: str = " "  # the string between question and answer if there is no conversation
    system: str | None = None  # the message that opens a conversation
    chat: bool = False  # whether it is for chat models; local models then need a chat template
    letters: bool = False  # whether answers are letters; the pair determines the options' order
    #: How answers are compared: by log probability (``sum``), by log probability per character, or
    #: by log probability minus that without the question (``unconditional``).
    scoring: str = "sum"
    shots: int = 0  # default number of labelled pairs shown before the question
    max_tokens: int = 32  # maximum tokens of an endpoint's answer
    examples: Sequence[Mapping[str, Any]] = field(default=(), repr=False)  # for `check_prompt`
    path: Path | None = field(default=None, repr=False)

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(self.choices)

    def describe(self) -> dict[str, Any]:
        """Return everything that determines the model's input and how litgen reads the answer."""
        return {
            "name": self.name, "template": self.template, "choices": dict(self.choices),
            "separator": self.separator, "system": self.system, "chat": self.chat,
            "letters": self.letters, "max_tokens": self.max_tokens,
        }  # fmt: skip

    def generates(self) -> bool:
        """Check that answers can be generated; choices with fields can only be scored."""
        return not any(_fields(choice) for choice in self.choices.values())

    @property
    def stop(self) -> tuple[str, ...]:
        """The stop strings: the words that introduce the sentences of another example."""
        found = re.findall(
            r"^(\w[^{}\n]*?) *\{(?:premise|hypothesis)\}", self.template, re.MULTILINE
        )
        return tuple(f"\n{each}" for each in found)

    def order(self, premise: str, hypothesis: str) -> tuple[str, ...]:
        """Return the labels in the order in which a question lists them."""
        if not self.letters:
            return self.labels
        digest = hashlib.blake2b(f"{premise}\0{hypothesis}".encode(), digest_size=8).digest()
        turn = int.from_bytes(digest) % len(self.labels)
        return self.labels[turn:] + self.labels[:turn]

    def answers(self, premise: str, hypothesis: str) -> dict[str, str]:
        """Return the answer for each label: a letter or a choice."""
        if self.letters:
            order = self.order(premise, hypothesis)
            return {label: LETTERS[order.index(label)] for label in self.labels}
        values = {"premise": premise, "hypothesis": hypothesis}
        return {label: choice.format(**values) for label, choice in self.choices.items()}

    def question(self, premise: str, hypothesis: str) -> str:
        """Return the template with the sentences of a pair."""
        options = "\n".join(
            f"{letter}) {self.choices[label]}"
            for letter, label in zip(LETTERS, self.order(premise, hypothesis), strict=False)
        )
        return self.template.format(premise=premise, hypothesis=hypothesis, options=options)

    def messages(self, premise: str, hypothesis: str, shots: Sequence[Shot] = ()) -> list[Message]:
        """Return the question as a conversation for the model to continue."""
        found = [] if self.system is None else [("system", self.system)]
        for question, said in self._solved(shots):
            found += [("user", question), ("assistant", said)]
        found.append(("user", self.question(premise, hypothesis)))
        return [{"role": role, "content": content} for role, content in found]

    def text(self, premise: str, hypothesis: str, shots: Sequence[Shot] = ()) -> str:
        parts = [] if self.system is None else [self.system]
        parts += [f"{question}{self.separator}{said}" for question, said in self._solved(shots)]
        return BETWEEN.join([*parts, self.question(premise, hypothesis)])

    def _solved(self, shots: Sequence[Shot]) -> Iterator[tuple[str, str]]:
        for premise, hypothesis, label in shots:
            yield self.question(premise, hypothesis), self.answers(premise, hypothesis)[label]


def prompt_names() -> list[str]:
    return sorted(path.stem for path in prompts_folder().glob("*.toml"))


def default_prompt(scheme: str) -> str:
    return "chat" if scheme == "openai" else "anli"


def load_prompt(name: str) -> Prompt:
    """Load a prompt by name or from a file; raise an error if it is invalid.

    Example:
        >>> load_prompt("anli").choices["neutral"]
        'Neither'
    """
    path = Path(name)
    if not (path.suffix == ".toml" or "/" in name):
        if name not in prompt_names():
            raise UsageError(f"there is no prompt {name!r}: {did_you_mean(name, prompt_names())}")
        path = prompts_folder() / f"{name}.toml"
    try:
        values = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise UsageError(f"{path}: there is no such file") from None
    except (OSError, ValueError) as error:  # TOMLDecodeError and UnicodeDecodeError are ValueErrors
        raise UsageError(f"{path}: the prompt cannot be read: {error}") from None
    return _checked(values, path)


def _checked(values: dict[str, Any], path: Path) -> Prompt:
    known = {name: hint for name, hint in get_type_hints(Prompt).items()
             if name not in ("name", "path")}  # fmt: skip
    values["examples"] = values.pop("example", [])
    for name in values:
        if name not in known:
            raise UsageError(f"{path}: unknown key {name!r}: {did_you_mean(name, known)}")
    for name in ("template", "choices"):
        if name not in values:
            raise UsageError(f"{path}: the key {name!r} is missing")
    plain = {str: "a string", bool: "true or false", int: "an integer"}
    for name, value in values.items():
        expected = str if known[name] == str | None else known[name]
        if expected in plain and type(value) is not expected:
            raise UsageError(f"{path}: {name} must be {plain[expected]}, not {value!r}")
    choices = values["choices"]
    if not isinstance(choices, dict) or not complete(list(choices)) or not all(
        isinstance(choice, str) and choice for choice in choices.values()
    ):  # fmt: skip
        raise UsageError(
            f"{path}: choices must have a non-empty string for each of {', '.join(LABELS)}, or for "
            "entailment and not_entailment"
        )
    if len(set(choices.values())) < len(choices):
        raise UsageError(f"{path}: all choices must be different")
    if values.get("scoring", "sum") not in SCORINGS:
        raise UsageError(f"{path}: scoring must be one of {', '.join(SCORINGS)}")
    letters = values.get("letters", False)
    fields = {"premise", "hypothesis"}
    _refuse_unknown(values["template"], fields | ({"options"} if letters else set()), path)
    for choice in choices.values():
        _refuse_unknown(choice, set() if letters else fields, path)
    return Prompt(path.stem, path=path, **values)


def _refuse_unknown(template: str, known: set[str], path: Path) -> None:
    try:
        found = _fields(template)
    except ValueError as error:  # unbalanced braces
        hint = "use {{ and }} for literal braces"
        raise UsageError(f"{path}: {template[:60]!r}: {error}; {hint}") from None
    for name in found - known:
        hint = did_you_mean(f"{{{name}}}", [f"{{{each}}}" for each in sorted(known)])
        raise UsageError(f"{path}: a template has the unknown field {{{name}}}: {hint}")


def _fields(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def choose_shots(
    number: int, labels: Collection[str], file: Path | None = None, kept_out: Iterable[str] = ()
) -> tuple[Shot, ...]:
    """Choose the first pairs in a file that have distinct premises, with alternating labels.

    Args:
        file: labelled pairs, as ``litgen transform`` reads them; by default
            ``prompts/shots.jsonl``, which was written for litgen.
        kept_out: premises to exclude, such as those of the contrast set.

    Raises:
        UsageError: the file has too few pairs.
        DataError: the file cannot be read.

    Example:
        >>> [shot.label for shot in choose_shots(2, ("entailment", "neutral"))]
        ['entailment', 'neutral']
    """
    if not number:
        return ()
    path = file or prompts_folder() / "shots.jsonl"
    seen = {_plain(premise) for premise in kept_out}
    by_label: dict[str, list[Shot]] = {label: [] for label in labels}
    for pair in read_pairs(path):
        premise = _plain(pair.premise)
        if premise not in seen and pair.label in by_label:
            seen.add(premise)
            by_label[pair.label].append(Shot(pair.premise, pair.hypothesis, pair.label))
    turns = itertools.zip_longest(*by_label.values())
    shots = [shot for turn in turns for shot in turn if shot is not None]
    if len(shots) < number:
        raise UsageError(
            f"--shots {number}: {path} has only {len(shots)} labelled pairs with distinct premises "
            "that are not in the contrast set; use fewer, or another --shots-file"
        )
    return tuple(shots[:number])


def _plain(premise: str) -> str:
    return " ".join(premise.casefold().split())
