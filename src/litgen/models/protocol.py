"""What a model of sentence pairs is, and what it answers.

A model gives *replies*, which are kept, and *reads* them: the answer is a label, or one of the
outcomes that are none. So a reply can be read in another way without asking again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, get_args

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Probabilities = NDArray[np.float64]

#: What a model came back with, as a JSON value: probabilities, a label, a text with its logprobs.
Reply = Any
#: ``unreadable``: a text without an answer; ``cut off``: the longest answer ended before one;
#: ``refused``: the model would not answer.
Outcome = Literal["answered", "unreadable", "cut off", "refused", "empty"]
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
#: Two ways to read a generated answer.
READINGS = ("text", "first-token")


class Answer(NamedTuple):
    """A reply as it was read."""

    label: str | None  # by name; None where the outcome is not "answered"
    scores: Mapping[str, float] | None = None  # of every label; None where the model gives none
    outcome: Outcome = "answered"  # or why there is no label
    raw: str | None = None  # the text that a language model gave
    #: Of a generated answer: the label by each way of ``READINGS``, None where it finds none.
    readings: Mapping[str, str | None] | None = None


class PairClassifier(Protocol):
    """Answers whether premises entail hypotheses."""

    kind: str  # the scheme that it was found by, such as `huggingface`, `causal`, `openai`
    #: The labels it can give, by name, in the order of its outputs: entailment, neutral and
    #: contradiction, or entailment and ``not_entailment``.
    labels: tuple[str, ...]
    dtype: str | None  # number format of its weights, such as `float32`; None where it has none
    window: int  # how many pairs it is best given at a time

    def replies(self, pairs: Sequence[tuple[str, str]]) -> Iterator[list[tuple[int, Reply]]]:
        """Replies about (premise, hypothesis) pairs as they come, each with the pair's place.

        What is yielded together is kept together.
        """

    def read(self, premise: str, hypothesis: str, reply: Reply) -> Answer:
        """What a reply about a pair says."""

    def request(self, premise: str, hypothesis: str) -> Any:
        """All that determines the reply about a pair, as a JSON value: what was sent, and where.

        None where what ``describe`` says, and the pairs beside it, determine it, too.
        """

    def describe(self) -> Mapping[str, Any]:
        """What determines the predictions: name, versions, options; for the manifest."""

    def usage(self, replies: Iterable[Reply]) -> Mapping[str, Any]:
        """What it took: device, calls, tokens; for ``run.json``."""


class Classifier:
    """Base of models that are asked about many pairs at once; a subclass says how.

    Example:
        >>> class Neutral(Classifier):
        ...     kind, labels = "neutral", ("entailment", "neutral", "contradiction")
        ...     def classify(self, pairs):
        ...         return np.array([[0.1, 0.8, 0.1]] * len(pairs))
        >>> import numpy as np
        >>> answers(Neutral(), [("A man rides.", "He is late.")])[0].label
        'neutral'
    """

    kind = "python"
    labels: tuple[str, ...]
    dtype: str | None = None
    window = 1024

    def classify(self, pairs: Sequence[tuple[str, str]]) -> Probabilities:
        """Probabilities of (premise, hypothesis) pairs: one row a pair, one column a label."""
        raise NotImplementedError

    def replies(self, pairs: Sequence[tuple[str, str]]) -> Iterator[list[tuple[int, Reply]]]:
        """The probabilities of all pairs, together."""
        yield list(enumerate(self.classify(pairs).tolist()))

    def read(self, premise: str, hypothesis: str, reply: Reply) -> Answer:
        """The most probable label."""
        best = max(range(len(reply)), key=lambda i: reply[i])
        return Answer(self.labels[best], dict(zip(self.labels, reply, strict=True)))

    def request(self, premise: str, hypothesis: str) -> Any:
        """None: pairs in one batch show in each other's last digit."""
        return None

    def describe(self) -> Mapping[str, Any]:
        """Nothing."""
        return {}

    def usage(self, replies: Iterable[Reply]) -> Mapping[str, Any]:
        """The device, and the tokens of a batch."""
        return {
            "device": str(getattr(self, "device", "cpu")),
            "tokens_a_batch": getattr(self, "tokens", None),
        }

    def truncated(self, pairs: Sequence[tuple[str, str]]) -> list[bool]:
        """Which pairs are longer than the model's input, and are cut: none."""
        return [False] * len(pairs)


def answers(model: PairClassifier, pairs: Sequence[tuple[str, str]]) -> list[Answer]:
    """What a model answers about (premise, hypothesis) pairs, in their order."""
    found = dict(each for part in model.replies(pairs) for each in part)
    return [model.read(*pair, found[place]) for place, pair in enumerate(pairs)]
