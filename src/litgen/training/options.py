"""What determines a fine-tuned model."""

from __future__ import annotations

from typing import Any, NamedTuple

from litgen.exceptions import UsageError


class FineTuning(NamedTuple):
    """Options of fine-tuning; the defaults are the recipe of Li et al. (2020).

    Attributes:
        epochs: how often every pair is seen.
        batch: pairs in a step.
        learning_rate: at its peak; it rises over the first steps and falls linearly to zero.
        weight_decay: of AdamW; biases and norms have none.
        warmup: share of all steps over which the learning rate rises.
        clip: the longest gradient.
        max_length: tokens of the longest input; as long as the model allows when None.
        patience: epochs without a better validation accuracy after which it stops.
        dtype: ``float32``, or ``bfloat16`` for mixed precision.
        seed: of the order of the pairs, dropout and a new classification head.
    """

    epochs: int = 3
    batch: int = 32
    learning_rate: float = 5e-5
    weight_decay: float = 0.01
    warmup: float = 0.06
    clip: float = 1.0
    max_length: int | None = None
    patience: int = 2
    dtype: str = "float32"
    seed: int = 0

    def check(self) -> None:
        """Refuse what makes no sense.

        Raises:
            UsageError: an option is out of range.
        """
        for name, value in (("epochs", self.epochs), ("batch", self.batch),
                            ("patience", self.patience)):  # fmt: skip
            if value < 1:
                raise UsageError(f"--{name} {value}: must be 1 or more")
        if not 0 < self.learning_rate < 1:
            raise UsageError(f"--learning-rate {self.learning_rate}: must be between 0 and 1")
        if self.dtype not in ("float32", "bfloat16"):
            raise UsageError(f"--dtype {self.dtype}: training takes float32 or bfloat16")
        if self.max_length is not None and self.max_length < 8:
            raise UsageError(f"--max-length {self.max_length}: must be 8 tokens or more")

    def as_json(self) -> dict[str, Any]:
        """The options as JSON values."""
        return self._asdict()
