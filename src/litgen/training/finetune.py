"""Fine-tune Hugging Face classifiers in a PyTorch loop that can be interrupted at any time.

The order of the pairs and the dropout in a step depend only on the seed and the step's number.
Therefore, on the same machine with the same number of threads, a resumed training ends with the
same weights as an uninterrupted training.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from litgen.exceptions import LitgenError, UsageError
from litgen.models.encoding import Encoded, PairEncoder
from litgen.neural.devices import batches, cpu_threads
from litgen.training.checkpoints import load_checkpoint, remove_worse, save_best, save_checkpoint

if TYPE_CHECKING:
    import torch

#: Seconds between checkpoints: roughly the most training time that an interruption can lose.
CHECKPOINT_SECONDS = 120.0
#: Number of tokens in a batch of validation pairs, including padding.
VALIDATION_TOKENS = 4096
#: Number of batches whose pairs are sorted together, to limit padding but keep the order random.
POOL = 50

#: Called after every step with the number of steps completed, the total, and the step's loss.
Progress = Callable[[int, int, float], None]


class FineTuning(NamedTuple):
    """Options of fine-tuning; the defaults are the recipe of Li et al. (2020)."""

    epochs: int = 3
    batch: int = 32  # pairs per step
    learning_rate: float = 5e-5  # peak value, after which the rate falls to zero
    weight_decay: float = 0.01  # AdamW's weight decay, except for biases and norms
    warmup: float = 0.06  # share of all steps over which the learning rate rises
    clip: float = 1.0  # maximum norm of the gradient
    max_length: int | None = None  # maximum input tokens; None means the model's own limit
    patience: int = 2  # epochs without a higher validation accuracy after which training stops
    dtype: str = "float32"  # "float32", or "bfloat16" for mixed precision
    seed: int = 0  # seed of the order of pairs, dropout and a new classification head

    def check(self) -> None:
        """Raise UsageError if an option is out of range."""
        for name in ("epochs", "batch", "patience"):
            if getattr(self, name) < 1:
                raise UsageError(f"--{name} {getattr(self, name)}: the value must be at least 1")
        if not 0 < self.learning_rate < 1:
            raise UsageError(
                f"--learning-rate {self.learning_rate}: the value must be between 0 and 1"
            )
        if self.dtype not in ("float32", "bfloat16"):
            raise UsageError(f"--dtype {self.dtype}: use float32 or bfloat16 for training")
        if self.max_length is not None and self.max_length < 8:
            raise UsageError(f"--max-length {self.max_length}: the value must be at least 8 tokens")


class Examples(NamedTuple):
    """Encoded pairs, and the indices of their labels among the model's outputs."""

    encoded: Encoded
    targets: Sequence[int]


@dataclass
class FineTuner:
    """Trains a classifier on its current device, and writes checkpoints and the best model."""

    model: Any
    encoder: PairEncoder
    options: FineTuning
    folder: Path
    threads: int | None = 1
    progress: Progress | None = None

    def __post_init__(self) -> None:
        import torch

        self.device: torch.device = self.model.device
        self.optimizer = torch.optim.AdamW(
            _groups(self.model, self.options.weight_decay),
            lr=self.options.learning_rate,
            fused=self.device.type in ("cpu", "cuda"),
        )
        #: Number of pairs processed at once; halved if they do not fit into memory.
        self.fitting = self.options.batch

    def train(self, examples: Examples, validation: Examples | None) -> dict[str, Any]:
        """Train, or resume an interrupted training.

        Returns:
            ``history``, with an entry for each epoch; ``best``, the epoch saved in ``best_folder``,
            which has the best validation accuracy or, without validation pairs, is the last; and
            ``seconds``, the training time of all sessions, each up to its last checkpoint.

        Raises:
            LitgenError: the loss is not a number, or a single pair does not fit into memory.
        """
        state = load_checkpoint(self.folder, self.model, self.optimizer)
        if state is None:
            state = {"step": 0, "loss": 0.0, "seconds": 0.0, "history": [], "best": None,
                     "stopped": False}  # fmt: skip
        with cpu_threads(self.threads if self.device.type == "cpu" else None):
            for epoch in range(len(state["history"]), self.options.epochs):
                if state["stopped"]:
                    break
                self._epoch(epoch, examples, state)
                self._close_epoch(epoch, validation, state)
        return {key: state[key] for key in ("history", "best", "seconds")}

    def _epoch(self, epoch: int, examples: Examples, state: dict[str, Any]) -> None:
        options = self.options
        order = epoch_batches(examples.encoded.lengths(), options.batch, options.seed, epoch)
        steps = len(order) * options.epochs
        saved = time.monotonic()
        self.model.train()
        for step in range(state["step"], (epoch + 1) * len(order)):
            rate = learning_rate(step, steps, options.learning_rate, options.warmup)
            for group in self.optimizer.param_groups:
                group["lr"] = rate
            loss = self._step(step, order[step - epoch * len(order)], examples)
            state["step"], state["loss"] = step + 1, state["loss"] + loss
            if self.progress is not None:
                self.progress(step + 1, steps, loss)
            if time.monotonic() - saved > CHECKPOINT_SECONDS:
                state["seconds"] += time.monotonic() - saved
                saved = time.monotonic()
                save_checkpoint(self.folder, self.model, self.optimizer, state)
        state["loss"] /= len(order)
        state["seconds"] += time.monotonic() - saved

    def _step(self, step: int, batch: Sequence[int], examples: Examples) -> float:
        import torch

        while True:
            # Dropout depends only on the seed and the step, so that resuming gives the same result.
            digest = hashlib.blake2b(
                f"{self.options.seed}\0{step}".encode(), digest_size=7
            ).digest()
            torch.manual_seed(int.from_bytes(digest, "big"))
            self.optimizer.zero_grad(set_to_none=True)
            try:
                loss = self._backward(batch, examples)
                break
            except torch.OutOfMemoryError as error:
                if self.fitting == 1:
                    raise LitgenError(
                        "one pair does not fit into GPU memory; use a smaller --max-length or "
                        "another --device"
                    ) from error
                self.fitting = max(1, self.fitting // 2)
                torch.cuda.empty_cache()
        if not math.isfinite(loss):
            raise LitgenError(
                f"step {step}: the loss is {loss}; use a lower --learning-rate or --dtype float32"
            )
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.options.clip)
        self.optimizer.step()
        return loss

    def _backward(self, batch: Sequence[int], examples: Examples) -> float:
        total = 0.0
        for at in range(0, len(batch), self.fitting):
            part = batch[at : at + self.fitting]
            loss = self._loss(part, examples) * (len(part) / len(batch))
            loss.backward()
            total += loss.item()
        return total

    def _loss(self, part: Sequence[int], examples: Examples) -> torch.Tensor:
        import torch

        mixed = self.options.dtype == "bfloat16"
        with torch.autocast(self.device.type, torch.bfloat16, enabled=mixed):
            logits, targets = self._logits(part, examples)
        return torch.nn.functional.cross_entropy(logits, targets)

    def _logits(self, part: Sequence[int], examples: Examples) -> tuple[torch.Tensor, torch.Tensor]:
        import torch

        inputs = self.encoder.batch(examples.encoded, part, self.device)
        targets = torch.tensor([examples.targets[i] for i in part], device=self.device)
        return self.model(**inputs).logits.float(), targets

    def _close_epoch(self, epoch: int, validation: Examples | None, state: dict[str, Any]) -> None:
        """Validate, keep the best model, and decide whether to stop."""
        entry = {"epoch": epoch + 1, "loss": round(state["loss"], 6)}
        if validation is not None:
            entry |= self.validate(validation)
        history, best = state["history"], state["best"]
        history.append(entry)
        if validation is None or best is None or entry["accuracy"] > history[best - 1]["accuracy"]:
            state["best"] = best = epoch + 1
            save_best(self.folder, best, self.model, self.encoder.tokenizer)
        state["loss"] = 0.0
        state["stopped"] = epoch + 1 - best >= self.options.patience
        save_checkpoint(self.folder, self.model, self.optimizer, state)
        remove_worse(self.folder, best)

    def validate(self, examples: Examples) -> dict[str, float]:
        import torch

        self.model.eval()
        lengths = examples.encoded.lengths()
        order = sorted(range(len(lengths)), key=lambda i: lengths[i])
        right, loss = 0, 0.0
        with torch.inference_mode():
            for batch in batches(order, lengths, VALIDATION_TOKENS):
                logits, targets = self._logits(batch, examples)
                right += int((logits.argmax(1) == targets).sum())
                loss += float(torch.nn.functional.cross_entropy(logits, targets, reduction="sum"))
        number = len(lengths)
        return {"accuracy": round(right / number, 6), "validation_loss": round(loss / number, 6)}


def epoch_batches(lengths: Sequence[int], size: int, seed: int, epoch: int) -> list[list[int]]:
    """Return the batches of an epoch.

    Pairs are shuffled and sorted by length in pools of several batches; then the batches are
    shuffled. Training on batches of similar length is several times faster.

    Example:
        >>> sorted(sum(epoch_batches([3, 1, 2], 2, seed=0, epoch=0), []))
        [0, 1, 2]
    """
    import numpy as np

    random = np.random.default_rng([seed, epoch])
    order = random.permutation(len(lengths))
    batches = []
    for at in range(0, len(order), size * POOL):
        pool = sorted(order[at : at + size * POOL].tolist(), key=lambda i: lengths[i])
        batches += [pool[i : i + size] for i in range(0, len(pool), size)]
    return [batches[i] for i in random.permutation(len(batches))]


def learning_rate(step: int, steps: int, peak: float, warmup: float) -> float:
    """Return a step's learning rate, which rises linearly during ``warmup`` and then falls.

    Example:
        >>> [round(learning_rate(step, 10, 1.0, 0.2), 2) for step in (0, 1, 2, 9)]
        [0.5, 1.0, 1.0, 0.12]
    """
    rising = max(1, math.ceil(steps * warmup))
    if step < rising:
        return peak * (step + 1) / rising
    return peak * (steps - step) / max(1, steps - rising)


def _groups(model: Any, weight_decay: float) -> list[dict[str, Any]]:
    """Return two groups of parameters: matrices with weight decay, and all others without it."""
    parameters = [each for each in model.parameters() if each.requires_grad]
    return [
        {"params": [each for each in parameters if each.ndim > 1], "weight_decay": weight_decay},
        {"params": [each for each in parameters if each.ndim <= 1], "weight_decay": 0.0},
    ]
