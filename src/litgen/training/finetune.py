"""Fine-tuning a Hugging Face classifier: a plain PyTorch loop that can be stopped at any moment.

The order of the pairs and the dropout of a step follow from the seed and the number of the step
alone. So a training that was killed goes on from its last checkpoint and, with the same number of
threads on the same machine, ends with the same weights as one that never stopped.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from litgen.exceptions import LitgenError
from litgen.models.encoding import Encoded, PairEncoder
from litgen.neural.batches import batches, cpu_threads
from litgen.training.checkpoints import (
    load_checkpoint,
    remove_worse,
    save_best,
    save_checkpoint,
)  # fmt: skip
from litgen.training.options import FineTuning
from litgen.training.schedule import epoch_batches, learning_rate

if TYPE_CHECKING:
    import torch

#: Seconds of training that a kill may cost at most, about.
CHECKPOINT_SECONDS = 120.0
#: Tokens in a batch of validation pairs, padding included.
VALIDATION_TOKENS = 4096

#: Told after every step: steps done, of how many, and the loss of the last one.
Progress = Callable[[int, int, float], None]


class Examples(NamedTuple):
    """Encoded pairs and the numbers of their labels, in the order of the model's outputs."""

    encoded: Encoded
    targets: Sequence[int]


class FineTuner:
    """Trains a model.

    Args:
        model: a classifier, on its device.
        encoder: encodes pairs for it.
        options: what determines the result.
        folder: where checkpoints and the best model are kept.
        threads: CPU threads.
        progress: told after every step.
    """

    def __init__(
        self,
        model: Any,
        encoder: PairEncoder,
        options: FineTuning,
        folder: Path,
        *,
        threads: int | None = 1,
        progress: Progress | None = None,
    ) -> None:
        import torch

        self.model = model
        self.encoder = encoder
        self.options = options
        self.folder = folder
        self.threads = threads
        self.progress = progress
        self.device: torch.device = model.device
        self.optimizer = torch.optim.AdamW(
            _groups(model, options.weight_decay),
            lr=options.learning_rate,
            fused=self.device.type in ("cpu", "cuda"),
        )
        #: Pairs that fit into memory at a time; halved when they do not.
        self.fitting = options.batch

    def train(self, examples: Examples, validation: Examples | None) -> dict[str, Any]:
        """Train, or go on with a training that was stopped; the best model is kept.

        Args:
            examples: to learn from.
            validation: to choose the best epoch and to stop early; the last epoch is the best
                one where there is none.

        Returns:
            ``history``, one entry an epoch; ``best``, the epoch kept in ``best_folder``;
            ``seconds``, up to the last checkpoint of every session.

        Raises:
            LitgenError: the loss is no number, or one pair does not fit into memory.
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
                saved = self._save(state, saved)
        state["loss"] /= len(order)
        state["seconds"] += time.monotonic() - saved

    def _save(self, state: dict[str, Any], since: float) -> float:
        """Write a checkpoint; return the time."""
        now = time.monotonic()
        state["seconds"] += now - since
        save_checkpoint(self.folder, self.model, self.optimizer, state)
        return now

    def _step(self, step: int, batch: Sequence[int], examples: Examples) -> float:
        """One step of the optimiser; the batch is cut in parts where memory is short."""
        import torch

        while True:
            # Dropout depends on the step alone, so that a training that goes on is the same.
            torch.manual_seed(_step_seed(self.options.seed, step))
            self.optimizer.zero_grad(set_to_none=True)
            try:
                loss = self._backward(batch, examples)
                break
            except torch.OutOfMemoryError as error:
                if self.fitting == 1:
                    raise LitgenError(
                        "one pair does not fit into the memory of the GPU; give a smaller "
                        "--max-length or another --device"
                    ) from error
                self.fitting = max(1, self.fitting // 2)
                torch.cuda.empty_cache()
        if not math.isfinite(loss):
            raise LitgenError(
                f"step {step}: the loss is {loss}; give a lower --learning-rate or --dtype float32"
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

        inputs = self.encoder.batch(examples.encoded, part, self.device)
        targets = torch.tensor([examples.targets[i] for i in part], device=self.device)
        with torch.autocast(
            self.device.type, torch.bfloat16, enabled=self.options.dtype == "bfloat16"
        ):
            logits = self.model(**inputs).logits
        return torch.nn.functional.cross_entropy(logits.float(), targets)

    def _close_epoch(self, epoch: int, validation: Examples | None, state: dict[str, Any]) -> None:
        """Validate, keep the best model, decide whether to go on."""
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
        """Accuracy and mean loss on examples."""
        import torch

        self.model.eval()
        lengths = examples.encoded.lengths()
        order = sorted(range(len(lengths)), key=lambda i: lengths[i])
        right, loss = 0, 0.0
        with torch.inference_mode():
            for batch in batches(order, lengths, VALIDATION_TOKENS):
                inputs = self.encoder.batch(examples.encoded, batch, self.device)
                targets = torch.tensor([examples.targets[i] for i in batch], device=self.device)
                logits = self.model(**inputs).logits.float()
                right += int((logits.argmax(1) == targets).sum())
                loss += float(torch.nn.functional.cross_entropy(logits, targets, reduction="sum"))
        number = len(lengths)
        return {"accuracy": round(right / number, 6), "validation_loss": round(loss / number, 6)}


def _groups(model: Any, weight_decay: float) -> list[dict[str, Any]]:
    """The parameters in two groups: matrices decay, biases and norms do not."""
    parameters = [each for each in model.parameters() if each.requires_grad]
    return [
        {"params": [each for each in parameters if each.ndim > 1], "weight_decay": weight_decay},
        {"params": [each for each in parameters if each.ndim <= 1], "weight_decay": 0.0},
    ]


def _step_seed(seed: int, step: int) -> int:
    digest = hashlib.blake2b(f"{seed}\0{step}".encode(), digest_size=7).digest()
    return int.from_bytes(digest, "big")
