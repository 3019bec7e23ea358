"""Score strings in batches with a causal language model.

Both measures are mean natural-log probabilities of tokens; higher is better:

- ``lit``, as in the code of Li et al. (2020): ``1/(n-1) * sum_{i=2..n} ln p(t_i | t_<i)``, without
  a start token, so that the first token is not scored.
- ``mean``: ``1/n * sum_{i=1..n} ln p(t_i | start, t_<i)``, with the model's start token.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol, get_args

from litgen.exceptions import UsageError
from litgen.neural.devices import batches, cpu_threads

if TYPE_CHECKING:
    import torch

Measure = Literal["lit", "mean"]
MEASURES: tuple[Measure, ...] = get_args(Measure)

#: The score of a string in which no token can be scored because it is too short.
UNSCORED = float("-inf")
#: Tokens per batch, padding included; the CPU's value is the fastest on one thread.
CPU_TOKENS, GPU_TOKENS = 256, 16384
#: Number of strings to tokenise and sort by length at a time, to limit memory.
WINDOW = 8192


class Ranker(Protocol):
    """A scorer of strings that gives more probable strings higher scores."""

    def score(self, strings: Sequence[str]) -> list[float]:
        """Return the score of each string, in order; ``-inf`` if no token can be scored."""
        ...

    def total(self, strings: Sequence[str]) -> list[float]:
        """Return the log probability of each whole string, in order."""
        ...

    def describe(self) -> Mapping[str, str]: ...


class TokenScorer:
    """A ``Ranker`` over a Hugging Face causal language model.

    Each distinct string is scored once. Strings are sorted by length and batched by number of
    tokens to limit padding; the output layer runs only on scored positions. Strings longer than the
    model's context are scored on the part that fits.

    Args:
        measure: ``"lit"`` or ``"mean"``.
        tokens: tokens per batch, padding included; by default 256 on a CPU and 16,384 on a GPU.
        threads: CPU threads to use while scoring; None keeps PyTorch's setting.
        description: the origin of the model, for ``describe``.
    """

    def __init__(
        self,
        model: Any,
        tokenizer: Any,
        *,
        measure: Measure = "mean",
        tokens: int | None = None,
        threads: int | None = 1,
        description: Mapping[str, str] | None = None,
    ) -> None:
        if measure not in MEASURES:
            raise UsageError(f"unknown measure {measure!r}; use one of {', '.join(MEASURES)}")
        self.model = model
        self.tokenizer = tokenizer
        self.measure = measure
        self.threads = threads
        self.device: torch.device = model.device
        self.tokens = tokens or (CPU_TOKENS if self.device.type == "cpu" else GPU_TOKENS)
        self._start = start_token(tokenizer)
        self._context = int(getattr(model.config, "max_position_embeddings", 0) or 1024)
        self._description = dict(description or {})

    def score(self, strings: Sequence[str]) -> list[float]:
        """Return the scores of strings, in order; ``-inf`` if no token can be scored.

        >>> ranker.score(["A man rides a bike.", "A man bike rides a."])  # doctest: +SKIP
        [-3.6, -6.2]
        """
        start = self.measure == "mean"
        found = self._scored(strings, start)
        return [sum(each) / len(each) if each else UNSCORED for each in found]

    def total(self, strings: Sequence[str]) -> list[float]:
        """Return the log probabilities of strings, independently of the measure; 0 for ``""``.

        >>> ranker.total(["A man rides a bike.", "A man rides a bicycle."])  # doctest: +SKIP
        [-25.1, -27.4]
        """
        return [sum(found) for found in self._scored(strings, start=True)]

    def describe(self) -> Mapping[str, str]:
        import torch
        import transformers

        return {
            **self._description,
            "measure": self.measure,
            "dtype": str(self.model.dtype).removeprefix("torch."),
            "torch": torch.__version__,
            "transformers": transformers.__version__,
        }

    def _scored(self, strings: Sequence[str], start: bool) -> list[list[float]]:
        distinct = list(dict.fromkeys(strings))
        scores: dict[str, list[float]] = {}
        for at in range(0, len(distinct), WINDOW):
            window = distinct[at : at + WINDOW]
            scores.update(zip(window, self._score_distinct(window, start), strict=True))
        return [scores[string] for string in strings]

    def _score_distinct(self, strings: Sequence[str], start: bool) -> list[list[float]]:
        sequences = self._sequences(strings, start)
        scores: list[list[float]] = [[] for _ in strings]
        scorable = [i for i, ids in enumerate(sequences) if len(ids) > 1]
        order = sorted(scorable, key=lambda i: (len(sequences[i]), i))
        with cpu_threads(self.threads if self.device.type == "cpu" else None):
            for batch in batches(order, [len(ids) - 1 for ids in sequences], self.tokens):
                values = self._score_batch([sequences[i] for i in batch])
                for index, value in zip(batch, values, strict=True):
                    scores[index] = value
        return scores

    def _sequences(self, strings: Sequence[str], start: bool) -> list[list[int]]:
        """Return sequences of token ids, in which all but the first are to be scored."""
        if not strings:
            return []
        encoded = self.tokenizer(list(strings), add_special_tokens=False, verbose=False)
        first = [self._start] if start else []
        return [[*first, *ids][: self._context + 1] for ids in encoded["input_ids"]]

    def _score_batch(self, sequences: Sequence[Sequence[int]]) -> list[list[float]]:
        """Return the log probabilities of all but the first token of each sequence."""
        import torch

        lengths = [len(ids) - 1 for ids in sequences]
        width = max(lengths)
        scored = torch.arange(width)[None, :] < torch.tensor(lengths)[:, None]
        padded, scored = self.padded(sequences), scored.to(self.device)
        with torch.inference_mode():
            hidden = self.model.base_model(input_ids=padded[:, :-1], use_cache=False)[0]
            logits = self.model.get_output_embeddings()(hidden[scored]).float()
            targets = padded[:, 1:][scored]
            chosen = logits.gather(1, targets[:, None])[:, 0] - logits.logsumexp(dim=1)
        return [part.tolist() for part in chosen.double().cpu().split(lengths)]

    def padded(self, sequences: Sequence[Sequence[int]]) -> torch.Tensor:
        """Return sequences padded on the right, so that a causal model needs no attention mask."""
        import torch

        width = max(map(len, sequences))
        return torch.tensor([[*ids, *([0] * (width - len(ids)))] for ids in sequences]).to(
            self.device
        )


def start_token(tokenizer: Any) -> int:
    """Return the id of the token that separates documents in the model's training data.

    It is ``<|endoftext|>`` for GPT-2 and SmolLM2 (whose ``bos_token`` opens a chat turn), and
    otherwise the tokenizer's beginning-of-sequence or end-of-sequence token.

    Raises:
        UsageError: the tokenizer has none of these.
    """
    known = tokenizer.get_vocab()
    if "<|endoftext|>" in known:
        return int(known["<|endoftext|>"])
    for token in (tokenizer.bos_token_id, tokenizer.eos_token_id):
        if token is not None:
            return int(token)
    raise UsageError("the language model's tokenizer has no start token; use the measure 'lit'")
