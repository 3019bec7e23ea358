"""The questions for annotators about a pair or a sentence, and the possible answers."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from litgen.data import LABELS
from litgen.data.labels import canonical_label
from litgen.exceptions import UsageError

#: The unit of judgement: a contrast pair, or one rewritten sentence.
Unit = Literal["pair", "sentence"]
UNITS: tuple[Unit, ...] = ("pair", "sentence")

_YES_NO = {"y": "yes", "1": "yes", "true": "yes", "n": "no", "0": "no", "false": "no"}


class Question(NamedTuple):
    name: str  #: name of the question and of its column
    #: the wording for each unit to which the question applies
    texts: dict[Unit, str]
    answers: tuple[str, ...]  #: the valid answers; missing answers do not count
    #: the correct answer if it is the same for every item; None for ``label``
    expected: str | None = None
    shows_original: bool = False  #: whether annotators need the original to answer

    def read(self, text: str) -> str | None:
        """Return the answer that a text denotes, such as *yes* for *y*; None if it is not valid."""
        word = text.strip().casefold()
        if self.name == "label":
            return canonical_label(word)
        return word if word in self.answers else _YES_NO.get(word)


QUESTIONS = {
    question.name: question
    for question in (
        Question(
            "label",
            {
                "pair": "If the premise is true, is the hypothesis true as well (entailment), "
                "false (contradiction), or can it be either (neutral)? Assume that both describe "
                "the same scene."
            },
            LABELS,
        ),
        Question(
            "grammatical",
            {
                "pair": "Are both sentences grammatical English? A caption needs no verb.",
                "sentence": "Is the sentence grammatical English? A caption needs no verb.",
            },
            ("yes", "no"),
            "yes",
        ),
        Question(
            "sound",
            {
                "pair": "Apart from the named change, does each sentence mean the same as its "
                "original?",
                "sentence": "Apart from the named change, does the sentence mean the same as the "
                "original?",
            },
            ("yes", "no"),
            "yes",
            shows_original=True,
        ),
    )
}
#: The default questions: for pairs from Naik et al. (2018), for sentences from Li et al. (2020).
DEFAULT_QUESTIONS: dict[Unit, tuple[str, ...]] = {
    "pair": ("label", "grammatical"),
    "sentence": ("grammatical", "sound"),
}


def questions_of(names: Sequence[str], unit: Unit) -> tuple[Question, ...]:
    """Return the named questions, by default ``DEFAULT_QUESTIONS``; reject unknown names."""
    found = []
    for name in dict.fromkeys(names or DEFAULT_QUESTIONS[unit]):
        if name not in QUESTIONS:
            raise UsageError(f"--ask: {name!r} is not one of {', '.join(QUESTIONS)}")
        if unit not in QUESTIONS[name].texts:
            raise UsageError(f"--ask: {name!r} does not apply to a {unit}; use --unit pair")
        found.append(QUESTIONS[name])
    return tuple(found)
