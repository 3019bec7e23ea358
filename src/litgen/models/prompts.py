"""Prompts as data: what a language model is shown of a pair, and what it may answer.

A prompt is a TOML file (``prompts/``, or a user's own); ``docs/models.md`` describes its fields. A
template has the fields ``{premise}``, ``{hypothesis}`` and, where options have letters,
``{options}``.
"""

from __future__ import annotations

import difflib
import hashlib
import string
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_type_hints

from litgen.data import LABELS
from litgen.exceptions import UsageError
from litgen.models.label_names import complete
from litgen.models.shots import Shot
from litgen.tables import prompts_folder

SCORINGS = ("sum", "per-character", "unconditional")
LETTERS = "ABC"
#: What stands between shots in plain text.
BETWEEN = "\n\n"

Message = dict[str, str]


@dataclass(frozen=True)
class Prompt:
    """A prompt.

    Attributes:
        name: of its file.
        summary: what it asks, in one line.
        source: where it comes from.
        template: what is asked about a pair.
        choices: what is answered, by label; may have the fields of a template.
        separator: what stands between question and answer in plain text.
        system: the message that opens a conversation; None where there is none.
        chat: whether it is written for a chat: a local model needs a chat template then.
        letters: whether the options have letters, which are what is answered; their order turns
            with the pair, so that no letter goes with a label.
        scoring: how continuations are compared: by their log probability (``sum``), by it over
            the answer's characters, or less what it is without the question.
        shots: how many pairs with answers it shows first, where the user does not say.
        max_tokens: the longest answer of an endpoint.
        examples: pairs with what the prompt makes of them, and answers with how they are read.
        path: the file.
    """

    name: str
    template: str
    choices: Mapping[str, str]
    summary: str = ""
    source: str = ""
    separator: str = " "
    system: str | None = None
    chat: bool = False
    letters: bool = False
    scoring: str = "sum"
    shots: int = 0
    max_tokens: int = 32
    examples: Sequence[Mapping[str, Any]] = field(default=(), repr=False)
    path: Path | None = field(default=None, repr=False)

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels that can be answered."""
        return tuple(self.choices)

    def describe(self) -> dict[str, Any]:
        """All that determines what a model is shown and what counts as its answer."""
        return {
            "name": self.name, "template": self.template, "choices": dict(self.choices),
            "separator": self.separator, "system": self.system, "chat": self.chat,
            "letters": self.letters, "max_tokens": self.max_tokens,
        }  # fmt: skip

    def generates(self) -> bool:
        """Whether an answer can be generated: choices that hold the pair can only be scored."""
        return not any(_fields(choice) for choice in self.choices.values())

    def order(self, premise: str, hypothesis: str) -> tuple[str, ...]:
        """The labels in the order in which their options stand.

        Example:
            >>> load_prompt("lettered").order("A man rides.", "A man moves.")
            ('contradiction', 'entailment', 'neutral')
        """
        if not self.letters:
            return self.labels
        digest = hashlib.blake2b(f"{premise}\0{hypothesis}".encode(), digest_size=8).digest()
        turn = int.from_bytes(digest) % len(self.labels)
        return self.labels[turn:] + self.labels[:turn]

    def answers(self, premise: str, hypothesis: str) -> dict[str, str]:
        """What is answered, by label: a letter, or the choice."""
        if self.letters:
            order = self.order(premise, hypothesis)
            return {label: LETTERS[order.index(label)] for label in self.labels}
        values = {"premise": premise, "hypothesis": hypothesis}
        return {label: choice.format(**values) for label, choice in self.choices.items()}

    def question(self, premise: str, hypothesis: str) -> str:
        """The template with a pair in it.

        Example:
            >>> load_prompt("right").question("A man rides", "A man moves.")
            'A man rides, right?'
        """
        options = "\n".join(
            f"{letter}) {self.choices[label]}"
            for letter, label in zip(LETTERS, self.order(premise, hypothesis), strict=False)
        )
        return self.template.format(premise=premise, hypothesis=hypothesis, options=options)

    def messages(self, premise: str, hypothesis: str, shots: Sequence[Shot] = ()) -> list[Message]:
        """The question as a conversation that the model is to go on with."""
        found = [] if self.system is None else [{"role": "system", "content": self.system}]
        for shot in shots:
            said = self.answers(*shot[:2])[shot.label]
            found.append({"role": "user", "content": self.question(*shot[:2])})
            found.append({"role": "assistant", "content": said})
        return [*found, {"role": "user", "content": self.question(premise, hypothesis)}]

    def text(self, premise: str, hypothesis: str, shots: Sequence[Shot] = ()) -> str:
        """The question as plain text that the model is to go on with."""
        parts = [] if self.system is None else [self.system]
        for shot in shots:
            said = self.answers(*shot[:2])[shot.label]
            parts.append(f"{self.question(*shot[:2])}{self.separator}{said}")
        return BETWEEN.join([*parts, self.question(premise, hypothesis)])


def prompt_names() -> list[str]:
    """The names of the shipped prompts."""
    return sorted(path.stem for path in prompts_folder().glob("*.toml"))


def default_prompt(scheme: str) -> str:
    """The prompt where the user names none: a conversation with an endpoint, else a question."""
    return "chat" if scheme == "openai" else "anli"


def load_prompt(name: str) -> Prompt:
    """A prompt by its name, or from a file.

    Raises:
        UsageError: there is no such prompt, or its file is at fault.

    Example:
        >>> load_prompt("anli").choices["neutral"]
        'Neither'
    """
    path = Path(name)
    if not (path.suffix == ".toml" or "/" in name):
        if name not in prompt_names():
            near = difflib.get_close_matches(name, prompt_names(), n=1)
            hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(prompt_names())}"
            raise UsageError(f"there is no prompt {name!r}: {hint}")
        path = prompts_folder() / f"{name}.toml"
    try:
        values = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise UsageError(f"{path}: no such file") from None
    except (OSError, ValueError) as error:  # TOMLDecodeError and UnicodeDecodeError are ValueErrors
        raise UsageError(f"{path}: cannot be read: {error}") from None
    return _checked(values, path)


def _checked(values: dict[str, Any], path: Path) -> Prompt:
    known = {name: hint for name, hint in get_type_hints(Prompt).items()
             if name not in ("name", "path")}  # fmt: skip
    values["examples"] = values.pop("example", [])
    for name in values:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
            raise UsageError(f"{path}: unknown field {name!r}: {hint}")
    for name in ("template", "choices"):
        if name not in values:
            raise UsageError(f"{path}: the field {name!r} is missing")
    plain = {str: "a text", bool: "true or false", int: "a number", str | None: "a text"}
    for name, value in values.items():
        expected = known[name]
        if expected in plain and (type(value) is not (str if expected == str | None else expected)):
            raise UsageError(f"{path}: {name} must be {plain[expected]}, not {value!r}")
    choices = values["choices"]
    if not isinstance(choices, dict) or not complete(list(choices)) or not all(
        isinstance(choice, str) and choice for choice in choices.values()
    ):  # fmt: skip
        raise UsageError(
            f"{path}: choices must give a text for each of {', '.join(LABELS)}, or for entailment "
            "and non-entailment"
        )
    if len(set(choices.values())) < len(choices):
        raise UsageError(f"{path}: choices must differ")
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
    except ValueError as error:  # a brace that stands alone
        hint = "write {{ and }} for braces"
        raise UsageError(f"{path}: {template[:60]!r}: {error}; {hint}") from None
    for name in found - known:
        near = difflib.get_close_matches(name, known, n=1)
        hint = f"did you mean {{{near[0]}}}?" if near else f"there are {', '.join(sorted(known))}"
        raise UsageError(f"{path}: a template has the unknown field {{{name}}}: {hint}")


def _fields(template: str) -> set[str]:
    """The fields of a template."""
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}
