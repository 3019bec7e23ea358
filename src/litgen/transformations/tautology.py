"""Add a tautology to a sentence without changing the label (Naik et al. 2018, section 3.2)."""

import re
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

from litgen.exceptions import RuleError, UsageError, did_you_mean
from litgen.replacement import Edit
from litgen.tables import read_toml, shipped_and_own, word_list
from litgen.transformations.naming import refuse_unknown
from litgen.transformations.parsing import is_finite, is_question, roots_of, trees_of
from litgen.transformations.protocol import Order, Outcome, TextTransformation

#: The punctuation that ends a sentence, and any closing quotes or brackets after it.
_END = re.compile(r"\s*(?P<mark>[.!?…]+)(?P<close>[\"'”’)\]]*)\s*$|\s*$")
_OPEN = re.compile(r"[,;:–—-]\s*$")
_PERIOD_KEPT = word_list("period_of_their_own")
_HESITATIONS = word_list("hesitations")


class Tautology(TextTransformation):
    """Add a tautology before the final punctuation of a text.

    The names are ``overlap``, ``negation-tautology``, ``length-mismatch`` and ``tautology:NAME``.
    ``paper`` mode changes every non-empty text; ``sound`` mode declines some, such as questions.

    Raises:
        UsageError: there is no tautology with this name.
        RuleError: the table is malformed.

    Example:
        >>> made = Tautology(Order("overlap:paper", ("paper",)))
        >>> made.apply(["The man sleeps."])[0].variants[0].text
        'The man sleeps and true is true.'
    """

    def __init__(self, order: Order) -> None:
        super().__init__(order)
        arguments = [each for each in order.arguments if each not in ("paper", "sound")]
        name = order.name.partition(":")[0]
        if name == "tautology":
            if len(arguments) != 1:
                raise UsageError(f"{order.name}: use exactly one name, such as tautology:green")
            name = arguments[0]
        else:
            refuse_unknown(order.name, arguments, ("paper", "sound"))
        table: dict[str, Any] = {}
        for path in shipped_and_own("tautologies.toml", order.rules):
            table.update(read_toml(path))
        table.update({own: {"text": text} for own, text in order.settings.tautologies})
        if name not in table:
            raise UsageError(
                f"there is no tautology {name!r}: {did_you_mean(name, table)}; add your own with "
                f'--tautology {name}="and up is not down"'
            )
        self._text = str(table[name].get("text", "")).strip()
        self._times = table[name].get("times", 1)
        if not self._text or not isinstance(self._times, int) or self._times < 1:
            raise RuleError(
                f"tautology {name!r} must have a text, and times, if set, must be at least 1"
            )

    def apply(self, texts: Sequence[str]) -> list[Outcome]:
        reasons: list[str | None] = [None if text.strip() else "parse.empty" for text in texts]
        if self.mode == "sound":
            asked = [text for text, reason in zip(texts, reasons, strict=True) if reason is None]
            found = iter(_unfit(asked))
            reasons = [reason or next(found) for reason in reasons]
        return [
            self._declined(reason) if reason else self._one(text)
            for text, reason in zip(texts, reasons, strict=True)
        ]

    def _one(self, text: str) -> Outcome:
        body, end = self._cut(text)
        added = " ".join([self._text] * self._times)
        made = f"{body} {added}{end}"
        return self._changed(made, edit_between(text.rstrip(), made), changed=len(added.split()))

    def _cut(self, text: str) -> tuple[str, str]:
        match = _END.search(text)
        assert match is not None  # the pattern matches the end of any text
        body, mark, close = text[: match.start()], match["mark"] or "", match["close"] or ""
        last = (body.rsplit(maxsplit=1) or [""])[-1] + mark[:1]
        inner = last[:-1].strip("\"'“‘([")
        short = "." in inner and all(len(part) <= 2 for part in inner.split("."))
        # The period belongs to the last word: *p.m.*, *U.S.*, *etc.*
        if mark.startswith(".") and (short or last.lower() in _PERIOD_KEPT):
            return body + mark + close, "."
        quotes = close.replace(")", "").replace("]", "")
        if not quotes:
            return body, mark + close
        if mark.startswith("."):
            return body + close, mark
        return body + mark + close, "."

    def describe(self) -> Mapping[str, Any]:
        own = {"text": self._text, "times": self._times, "mode": self.mode}
        if self.mode == "sound":
            from litgen.engines.dependency.models import describe_nlp

            own["parser"] = describe_nlp()
        return {**super().describe(), **own}


def edit_between(text: str, made: str) -> Edit:
    """Return the single edit that turns one text into the other."""
    start = _shared(text, made)
    tail = _shared(text[start:][::-1], made[start:][::-1])
    return Edit(start, text[start : len(text) - tail], made[start : len(made) - tail])


def _shared(one: str, other: str) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _unfit(texts: Sequence[str]) -> list[str | None]:
    from litgen.acceptability.source import source_problem

    reasons: list[str | None] = []
    for text, tree in zip(texts, trees_of(texts), strict=True):
        roots = roots_of(tree)
        if not roots or not is_finite(roots[-1]):
            reasons.append("text.no-finite-clause")
        elif is_question(tree):
            reasons.append("text.question")
        elif _OPEN.search(text) or text.count('"') % 2:
            reasons.append("tautology.incomplete")
        elif any(token.lower_ in _HESITATIONS for token in tree):
            reasons.append("tautology.hesitation")
        else:
            problem = source_problem(tree)
            reasons.append(problem and problem.id)
    return reasons
