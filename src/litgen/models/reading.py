"""Reading the answers that language models generate: JSON, a letter, the last label word.

An answer without one of these is unreadable, refused or empty; it is never taken for a label.

``litgen export`` copies this file beside its tasks, so what it needs of litgen is handed in.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from litgen.models.prompts import Prompt
    from litgen.models.protocol import Outcome

#: Keys of a JSON answer, the first that is there counts.
KEYS = ("answer", "label", "prediction", "choice")
#: Braces at which JSON is looked for, from the end.
_TRIES = 20


class AnswerReader:
    """Reads the answers to a prompt, by the words and refusals of ``rules/answers.toml``.

    Example:
        >>> from litgen.models.prompts import load_prompt
        >>> reader = AnswerReader(load_prompt("anli"))
        >>> reader.text("A man rides.", "A man moves.", "**True**, since riding is moving.")
        ('answered', 'entailment')
        >>> reader.text("A man rides.", "A man moves.", "I'm sorry, but I can't help with that.")
        ('refused', None)
    """

    def __init__(self, prompt: Prompt, tables: Mapping[str, Any] | None = None) -> None:
        if tables is None:
            from litgen.tables import rules_table

            tables = rules_table("answers")
        self.prompt = prompt
        said = tables["words"]
        self._words = {word: label for label in prompt.labels for word in said.get(label, [])}
        self._words |= {choice.casefold(): label for label, choice in prompt.choices.items()}
        words = "|".join(map(re.escape, sorted(self._words, key=len, reverse=True)))
        self._word = re.compile(rf"(?<!\w)(?:{words})(?!\w)")
        negations = "|".join(map(re.escape, tables["negations"]["words"]))
        self._negation = re.compile(
            rf"(?:(?<!\w)|(?<=n))(?:{negations})(?:\s+(?:an?|the))?\s*[\"'*]*$"
        )
        self._refusal = re.compile("|".join(each["pattern"] for each in tables["refusal"]))
        #: All options one after the other: the question once more, and no answer.
        self._listed = re.compile(
            rf"(?:(?<!\w)(?:{words})(?!\w)[\s,/|\"'*]*(?:or\b|and\b)?[\s,/|\"'*]*){{{len(prompt.labels)},}}"
        )

    def text(self, premise: str, hypothesis: str, answer: str) -> tuple[Outcome, str | None]:
        """The outcome, and the label where it is ``answered``."""
        if not answer.strip():
            return "empty", None
        label = self._label(answer, self._letters(premise, hypothesis))
        if label is not None:
            return "answered", label
        beginning = answer[:400].casefold().replace("’", "'")  # a refusal says so at once
        return ("refused" if self._refusal.search(beginning) else "unreadable"), None

    def first_token(
        self, premise: str, hypothesis: str, tokens: Sequence[tuple[str, float]]
    ) -> tuple[dict[str, float] | None, bool]:
        """Probabilities of the labels by the first token; whether the likeliest token is an answer.

        ``tokens`` are the likeliest first tokens, each with its log probability. None where no
        token begins an answer; one that could begin two answers is none.
        """
        wanted = self._letters(premise, hypothesis) or {
            choice.casefold(): label for label, choice in self.prompt.choices.items()
        }
        mass = dict.fromkeys(self.prompt.labels, 0.0)
        by_rank = sorted(tokens, key=lambda each: -each[1])
        found = [_begun(token, wanted, bool(self.prompt.letters)) for token, _ in by_rank]
        for label, (_, log) in zip(found, by_rank, strict=True):
            if label is not None:
                mass[label] += math.exp(log)
        total = math.fsum(mass.values())
        if not total:
            return None, False
        return {label: p / total for label, p in mass.items()}, found[0] is not None

    def _letters(self, premise: str, hypothesis: str) -> dict[str, str]:
        """The label of each letter; nothing where the options have none."""
        if not self.prompt.letters:
            return {}
        answers = self.prompt.answers(premise, hypothesis)
        return {letter.casefold(): label for label, letter in answers.items()}

    def _label(self, answer: str, letters: Mapping[str, str]) -> str | None:
        for value in _json_answers(answer):
            plain = value.casefold().strip(" .")
            return letters.get(plain) or self._words.get(plain) or self._last_word(value)
        if letters and (found := _last_letter(answer, letters)):
            return found
        return self._last_word(answer)

    def _unless_all(self, listed: re.Match[str]) -> str:
        """Nothing of a list that names every label."""
        named = {self._words[word] for word in self._word.findall(listed[0])}
        return " " if len(named) == len(self.prompt.labels) else listed[0]

    def _last_word(self, answer: str) -> str | None:
        plain = self._listed.sub(self._unless_all, answer.casefold().replace("’", "'"))
        for match in reversed(list(self._word.finditer(plain))):
            if not self._negation.search(plain[max(0, match.start() - 20) : match.start()]):
                return self._words[match.group()]
        return None


def _begun(token: str, wanted: Mapping[str, str], whole: bool) -> str | None:
    """The label whose answer a token begins; None where it is no answer's or several answers'."""
    plain = token.strip().casefold()
    if not plain:
        return None
    found = {
        label for word, label in wanted.items()
        if word == plain or (not whole and word.startswith(plain))
    }  # fmt: skip
    return found.pop() if len(found) == 1 else None


def _json_answers(answer: str) -> Iterator[str]:
    """The answer of the last JSON object that has one."""
    decoder = json.JSONDecoder()
    places = [match.start() for match in re.finditer(r"\{", answer)][-_TRIES:]
    for place in reversed(places):
        try:
            found, _ = decoder.raw_decode(answer, place)
        except (ValueError, RecursionError):
            continue
        values = {str(key).casefold(): value for key, value in found.items()}
        for key in KEYS:
            if isinstance(values.get(key), str):
                yield values[key]
                return


def _last_letter(answer: str, letters: Mapping[str, str]) -> str | None:
    """The last letter that stands as an answer: alone, in brackets, or after *answer is*."""
    some = "".join(letters)
    alone = re.fullmatch(rf"[\s*\"'(\[]*([{some}])[\s*\"')\].:]*", answer, re.IGNORECASE)
    if alone:
        return letters[alone[1].casefold()]
    found = re.findall(
        rf"(?:^|\n)\W*([{some}])\s?[).:*]|\(([{some}])\)|"
        rf"(?:answer|option|choice)(?: is)?\W{{1,4}}([{some.upper()}])\b",
        answer,
        re.IGNORECASE,
    )
    last = next(("".join(groups) for groups in reversed(found)), None)
    return letters[last.casefold()] if last else None


def check_prompt(prompt: Prompt) -> list[dict[str, Any]]:
    """Run the examples of a prompt: what was expected, what came, and whether it is the same."""
    reader = AnswerReader(prompt)
    checks = []
    for example in prompt.examples:
        pair = str(example.get("premise", "")), str(example.get("hypothesis", ""))
        got: dict[str, Any] = {"question": prompt.question(*pair), "answers": prompt.answers(*pair)}
        if "said" in example:
            outcome, label = reader.text(*pair, str(example["said"]))
            got["read"] = label or outcome
        expected = {key: example[key] for key in ("question", "answers", "read") if key in example}
        shown = {key: got.get(key) for key in expected}
        checks.append({
            "prompt": prompt.name, "example": str(example.get("said", pair[1])),
            "expected": expected, "got": shown, "passed": bool(expected) and shown == expected,
        })  # fmt: skip
    return checks
