"""The interface of sentence-pair classifiers, and their answers.

A model returns *replies*, which litgen stores. Reading a reply yields an *answer*: a label, or an
outcome that explains why there is none. A stored reply can be read again without calling the model.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, get_args

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Probabilities = NDArray[np.float64]

Reply = Any  #: a model's output as a JSON value: probabilities, a label, or a text
#: ``unreadable``: the text contains no answer; ``cut off``: the text reached the token limit before
#: an answer; ``refused``: the model declined to answer.
Outcome = Literal["answered", "unreadable", "cut off", "refused", "empty"]
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
READINGS = ("text", "first-token")  #: the two ways to read a generated answer


class Answer(NamedTuple):
    """The meaning of a reply: a label, or the reason why there is none."""

    label: str | None  # None unless the outcome is "answered"
    scores: Mapping[str, float] | None = None  # probability by label, if the model returns them
    outcome: Outcome = "answered"  # `answered`, or the reason why there is no label
    raw: str | None = None  # the text that a language model generated
    readings: Mapping[str, str | None] | None = None  # the label that each of ``READINGS`` finds


class PairClassifier(Protocol):
    """A model that classifies (premise, hypothesis) pairs."""

    kind: str  # the scheme of its name, such as `huggingface`, `causal` or `openai`
    #: The labels in the order of the model's outputs: entailment, neutral and contradiction in any
    #: order, or entailment and ``not_entailment``.
    labels: tuple[str, ...]
    dtype: str | None  # number format of the weights, such as `float32`; None without weights
    window: int  # how many pairs to pass in one call

    def replies(self, pairs: Sequence[tuple[str, str]]) -> Iterator[list[tuple[int, Reply]]]:
        """Yield lists of replies with their pairs' indices; each list is stored as it arrives."""

    def read(self, premise: str, hypothesis: str, reply: Reply) -> Answer:
        """Read the reply to a pair."""

    def request(self, premise: str, hypothesis: str) -> Any:
        """Return, as a JSON value, the request and address that determine the reply to a pair.

        Return None if the reply also depends on ``describe`` and on the other pairs of the batch.
        """

    def describe(self) -> Mapping[str, Any]:
        """Return the name, versions and options that determine predictions, for the manifest."""

    def usage(self, replies: Iterable[Reply]) -> Mapping[str, Any]:
        """Return the device, calls and tokens used, for ``run.json``."""


class Classifier:
    """Base class for models that classify pairs in batches; subclasses implement ``classify``.

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
        """Return label probabilities: one row per pair, one column per label."""
        raise NotImplementedError

    def replies(self, pairs: Sequence[tuple[str, str]]) -> Iterator[list[tuple[int, Reply]]]:
        """Yield the probabilities of all pairs at once."""
        yield list(enumerate(self.classify(pairs).tolist()))

    def read(self, premise: str, hypothesis: str, reply: Reply) -> Answer:
        """Return the most probable label as the answer."""
        best = max(range(len(reply)), key=lambda i: reply[i])
        return Answer(self.labels[best], dict(zip(self.labels, reply, strict=True)))

    def request(self, premise: str, hypothesis: str) -> Any:
        """Return None, because the other pairs of a batch affect the last digits of a reply."""

    def describe(self) -> Mapping[str, Any]:
        return {}

    def usage(self, replies: Iterable[Reply]) -> Mapping[str, Any]:
        return {
            "device": str(getattr(self, "device", "cpu")),
            "tokens_a_batch": getattr(self, "tokens", None),
        }

    def truncated(self, pairs: Sequence[tuple[str, str]]) -> list[bool]:
        """Check for each pair whether it is so long that it is truncated; by default, none is."""
        return [False] * len(pairs)


def answers(model: PairClassifier, pairs: Sequence[tuple[str, str]]) -> list[Answer]:
    """Collect a model's answers to (premise, hypothesis) pairs, in order."""
    found = dict(each for part in model.replies(pairs) for each in part)
    return [model.read(*pair, found[place]) for place, pair in enumerate(pairs)]
