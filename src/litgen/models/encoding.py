"""Encoding sentence pairs as token ids, and token ids as padded batches."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from litgen.exceptions import LitgenError

if TYPE_CHECKING:
    import numpy as np
    import torch
    from numpy.typing import NDArray

#: Maximum input tokens of a model that does not state a limit.
LONGEST = 512


class Encoded(NamedTuple):
    ids: list[NDArray[np.int32]]  # token ids of each pair
    types: list[NDArray[np.int32]] | None  # token type ids; None for models without them
    truncated: list[bool]  # whether each pair was too long and was truncated

    def lengths(self) -> list[int]:
        return [len(ids) for ids in self.ids]


class PairEncoder:
    """Turns (premise, hypothesis) pairs into a model's inputs.

    ``max_length`` and the model limit their length; longer pairs lose tokens at the end of their
    longer sentence.
    """

    def __init__(self, tokenizer: Any, model: Any, max_length: int | None = None) -> None:
        self.tokenizer = tokenizer
        longest = longest_input(tokenizer, model)
        self.max_length = min(max_length or longest, longest)
        try:
            embeddings = model.get_input_embeddings()
        except (AttributeError, NotImplementedError):
            embeddings = None
        #: The number of the model's token embeddings; None if unknown.
        self.vocabulary: int | None = getattr(embeddings, "num_embeddings", None)

    def encode(self, pairs: Sequence[tuple[str, str]]) -> Encoded:
        """Encode pairs, in order.

        Raises:
            LitgenError: the tokenizer does not belong to the model.
        """
        import numpy as np

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
                f"the tokenizer is not the model's: it gives a token the number {largest}, and the "
                f"model knows {self.vocabulary} tokens; put the model's own tokenizer into its "
                "folder"
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
        """Return the number of tokens of each text, without special tokens."""
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
        """Return the inputs of some pairs on a device, padded to the longest pair."""
        import numpy as np
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
    """Return the maximum input tokens of a model, special tokens included.

    RoBERTa and related models count positions from their padding id plus one, so that the position
    table is longer than the longest input.
    """
    limits = []
    said = getattr(tokenizer, "model_max_length", None)
    if said is not None and said < 1_000_000:  # transformers uses larger values for "unknown"
        limits.append(int(said))
    positions = getattr(model.config, "max_position_embeddings", None)
    if isinstance(positions, int) and positions > 0:
        limits.append(positions - _position_offset(model))
    return min(limits) if limits else LONGEST


def _position_offset(model: Any) -> int:
    for name, module in model.named_modules():
        if name.endswith("position_embeddings") and hasattr(module, "num_embeddings"):
            padding = getattr(module, "padding_idx", None)
            return 0 if padding is None else int(padding) + 1
    return 0
