"""Encode sentence pairs as token ids and padded batches, and split long documents into pieces.

A document that is split supports a claim if one of its pieces does (SummaC-ZS: Laban et al. 2022,
section 3.2).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from litgen.data.texts import sentence_spans
from litgen.exceptions import LitgenError

if TYPE_CHECKING:
    import torch

LONGEST = 512  #: maximum input tokens for a model that states no limit
Lengths = Callable[[Sequence[str]], list[int]]  #: returns the number of tokens in each text


class Encoded(NamedTuple):
    ids: list[NDArray[np.int32]]  # token ids of each pair
    types: list[NDArray[np.int32]] | None  # token type ids; None for models without them
    truncated: list[bool]  # whether each pair was truncated

    def lengths(self) -> list[int]:
        return [len(ids) for ids in self.ids]


class PairEncoder:
    """Converts (premise, hypothesis) pairs to a model's inputs.

    Inputs have at most ``max_length`` tokens, and no more than the model allows. Longer pairs lose
    tokens at the end of the longer sentence.
    """

    def __init__(self, tokenizer: Any, model: Any, max_length: int | None = None) -> None:
        self.tokenizer = tokenizer
        longest = longest_input(tokenizer, model)
        self.max_length = min(max_length or longest, longest)
        try:
            embeddings = model.get_input_embeddings()
        except (AttributeError, NotImplementedError):
            embeddings = None
        self.vocabulary: int | None = getattr(embeddings, "num_embeddings", None)  # None if unknown

    def encode(self, pairs: Sequence[tuple[str, str]]) -> Encoded:
        """Encode pairs, in order; raise an error if the tokenizer does not fit the model."""
        if not pairs:
            return Encoded([], None, [])
        found = self.tokenizer(
            [premise for premise, _ in pairs],
            [hypothesis for _, hypothesis in pairs],
            truncation="longest_first",
            max_length=self.max_length,
            return_attention_mask=False,
            verbose=False,
        )
        ids = [np.asarray(row, np.int32) for row in found["input_ids"]]
        largest = max((int(row.max()) for row in ids if len(row)), default=0)
        if self.vocabulary is not None and largest >= self.vocabulary:
            raise LitgenError(
                f"the tokenizer does not belong to the model: it returned the token id {largest}, "
                f"but the model has {self.vocabulary} tokens; copy the model's own tokenizer into "
                "its folder"
            )
        if found.encodings is None:  # a Python tokenizer does not report truncation
            truncated = [len(row) >= self.max_length for row in ids]
        else:
            truncated = [bool(each.overflowing) for each in found.encodings]
        types = found.get("token_type_ids")
        if types is not None:
            types = [np.asarray(row, np.int32) for row in types]
        return Encoded(ids, types, truncated)

    def lengths(self, texts: Sequence[str]) -> list[int]:
        """Count the tokens of each text, without special tokens."""
        if not texts:
            return []
        found = self.tokenizer(
            list(texts), add_special_tokens=False, return_attention_mask=False, verbose=False
        )
        return [len(row) for row in found["input_ids"]]

    def room_for_premise(self, hypothesis: str) -> int:
        special = self.tokenizer.num_special_tokens_to_add(pair=True)
        return int(self.max_length - special - self.lengths([hypothesis])[0])

    def batch(
        self, encoded: Encoded, indices: Sequence[int], device: torch.device
    ) -> dict[str, torch.Tensor]:
        """Return the inputs for the pairs at some indices on a device, padded to the longest."""
        import torch

        lengths = [len(encoded.ids[i]) for i in indices]
        width = max(lengths)
        left = self.tokenizer.padding_side == "left"

        def padded(rows: Iterable[Any], value: int) -> torch.Tensor:
            table = np.full((len(indices), width), value, np.int64)
            for line, row, length in zip(table, rows, lengths, strict=True):
                line[width - length if left else 0 :][:length] = row
            return torch.from_numpy(table).to(device, non_blocking=True)

        ids = (encoded.ids[i] for i in indices)
        inputs = {
            "input_ids": padded(ids, self.tokenizer.pad_token_id or 0),
            "attention_mask": padded(itertools.repeat(1, len(indices)), 0),
        }
        if encoded.types is not None:
            types = (encoded.types[i] for i in indices)
            inputs["token_type_ids"] = padded(types, self.tokenizer.pad_token_type_id)
        return inputs


def longest_input(tokenizer: Any, model: Any) -> int:
    """Return the maximum input tokens of a model, special tokens included."""
    limits = []
    said = getattr(tokenizer, "model_max_length", None)
    if said is not None and said < 1_000_000:  # transformers uses larger values for "unknown"
        limits.append(int(said))
    positions = getattr(model.config, "max_position_embeddings", None)
    if isinstance(positions, int) and positions > 0:
        limits.append(positions - _position_offset(model))
    return min(limits) if limits else LONGEST


def _position_offset(model: Any) -> int:
    """Return the number of the first position, which in RoBERTa is the padding id plus one."""
    for name, module in model.named_modules():
        if name.endswith("position_embeddings") and hasattr(module, "num_embeddings"):
            padding = getattr(module, "padding_idx", None)
            return 0 if padding is None else int(padding) + 1
    return 0


def parts_of(document: str, size: int, lengths: Lengths) -> list[tuple[str, int]]:
    """Return a document's sentences with token counts; split any sentence longer than ``size``."""
    sentences = [document[start:end] for start, end in sentence_spans(document)]
    found: list[tuple[str, int]] = []
    for sentence, number in zip(sentences, lengths(sentences), strict=True):
        if number <= size:
            found.append((sentence, number))
            continue
        words = sentence.split()
        part: list[str] = []
        total = 0
        for word, length in zip(words, lengths(words), strict=True):
            if part and total + length > size // 2:
                found.append((" ".join(part), total))
                part, total = [], 0
            part.append(word)
            total += length
        found.append((" ".join(part), total))
    return found


def pieces_of(document: str, parts: Sequence[tuple[str, int]], size: int) -> list[str]:
    """Split a document into pieces of at most ``size`` tokens, which overlap if possible."""
    if sum(number for _, number in parts) <= size:
        return [document]
    found: list[str] = []
    start = end = 0
    while end < len(parts):
        total = 0
        while end < len(parts) and (end == start or total + parts[end][1] <= size):
            total += parts[end][1]
            end += 1
        found.append(" ".join(text for text, _ in parts[start:end]))
        # Pieces overlap by a sentence if it and the next sentence fit into one piece.
        again = end < len(parts) and parts[end - 1][1] + parts[end][1] <= size
        start = end = end - 1 if again and end - 1 > start else end
    return found


def combined(rows: NDArray[np.float64], labels: Sequence[str]) -> NDArray[np.float64]:
    """Combine the probabilities for the pieces (rows) into the probabilities for the document.

    Entailment gets its highest probability in any piece. The rest is divided between contradiction,
    weighted by its highest probability in any piece, and neutral, weighted by its lowest, because
    a document is neutral only if all its pieces are.

    Example:
        >>> import numpy as np
        >>> rows = np.array([[0.1, 0.1, 0.8], [0.7, 0.1, 0.2]])
        >>> combined(rows, ("entailment", "contradiction", "neutral")).round(2)
        array([0.7, 0.1, 0.2])
    """
    entailment = np.array([label == "entailment" for label in labels])
    lowest = np.array([label == "neutral" for label in labels])
    rest: NDArray[np.float64] = np.where(lowest, rows.min(axis=0), rows.max(axis=0))
    rest[entailment] = 0.0
    best = rows[:, entailment].max()
    total = rest.sum()
    if total:
        rest *= (1 - best) / total
    rest[entailment] = best
    return rest
