"""What people are asked of a pair or a sentence, and what they may answer."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from litgen.data import LABELS
from litgen.data.labels import canonical_label
from litgen.exceptions import UsageError

#: What is judged at a time: a contrast pair, or one rewritten sentence.
Unit = Literal["pair", "sentence"]
UNITS: tuple[Unit, ...] = ("pair", "sentence")

_YES_NO = {"y": "yes", "1": "yes", "true": "yes", "n": "no", "0": "no", "false": "no"}


class Question(NamedTuple):
    name: str  #: of its column
    #: the question by unit, as people read it; a unit that is missing cannot be asked it
    texts: dict[Unit, str]
    answers: tuple[str, ...]  #: that may be given; no answer is allowed, too, and does not count
    #: the answer that is right, if it is the same for every item; of ``label`` the given label
    #: is
    expected: str | None = None
    shows_original: bool = False  #: whether it cannot be answered without the original

    def read(self, text: str) -> str | None:
        """The answer that a text stands for, None where it stands for none.

        Example:
            >>> QUESTIONS["label"].read(" E "), QUESTIONS["sound"].read("y")
            ('entailment', 'yes')
        """
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
                "false (contradiction), or can it be either (neutral)? Both speak of the same "
                "scene."
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
                "pair": "Does each sentence say what its original says, but for the change named?",
                "sentence": "Does the sentence say what the original says, but for the change "
                "named?",
            },
            ("yes", "no"),
            "yes",
            shows_original=True,
        ),
    )
}
#: What is asked where nothing else is wanted: Naik et al. (2018) of pairs, Li et al. (2020) of
#: sentences.
USUAL: dict[Unit, tuple[str, ...]] = {
    "pair": ("label", "grammatical"),
    "sentence": ("grammatical", "sound"),
}


def questions_of(names: Sequence[str], unit: Unit) -> tuple[Question, ...]:
    """The questions of these names, the usual ones where there are none.

    Raises:
        UsageError: there is no such question, or it cannot be asked of such a unit.

    Example:
        >>> [question.name for question in questions_of([], "sentence")]
        ['grammatical', 'sound']
    """
    found = []
    for name in dict.fromkeys(names or USUAL[unit]):
        if name not in QUESTIONS:
            raise UsageError(f"--ask {name}: take one of {', '.join(QUESTIONS)}")
        if unit not in QUESTIONS[name].texts:
            raise UsageError(f"--ask {name}: cannot be asked of a {unit}; take --unit pair")
        found.append(QUESTIONS[name])
    return tuple(found)
