"""Train the network of the quality model: low-rank changes to the packaged language model.

``scripts/train_quality.py --network`` calls ``train``. An output that is wrong only because its
source is wrong counts as flawed. (LoRA: Hu et al. 2022.) Training takes minutes on a GPU; two CPU
cores with AMX process 20 outputs a second.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

import torch
from judged import Row
from safetensors.torch import save_file
from torch.nn.functional import cross_entropy

from litgen.acceptability.network import DOWN, HEAD, UP, VERDICTS, Network
from litgen.ranking import packaged

#: Rank of the changes, epochs, batch size, learning rates of the changes and of the head, and the
#: weight of wrong outputs.
RANK, EPOCHS, BATCH, RATE, HEAD_RATE, WRONG = 8, 3, 256, 2e-3, 1e-3, 2.0
WARM_UP, LONGEST, SCALE, SEED = 60, 256, 2.0, 1
#: Maximum number of tokens per forward and backward pass; each needs about 1 MB.
TOKENS = 4096
CLASSES = {"": 0, "S": 1, "W": 2}


class Changed(torch.nn.Module):
    """A linear layer that stays fixed, with a low-rank change that is learned."""

    def __init__(self, layer: torch.nn.Linear) -> None:
        super().__init__()
        self.layer = layer
        size = layer.in_features
        self.down = torch.nn.Parameter(torch.randn(RANK, size) / math.sqrt(size))
        self.up = torch.nn.Parameter(torch.zeros(layer.out_features, RANK))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        change = (x @ self.down.T.to(x.dtype)) @ self.up.T.to(x.dtype)
        return self.layer(x) + SCALE * change


def changed(model: torch.nn.Module) -> dict[str, Changed]:
    """Add low-rank changes to all linear layers within the layers of a model."""
    model.requires_grad_(False)
    found = {}
    for name, module in [*model.named_modules()]:
        for child, layer in [*module.named_children()]:
            if isinstance(layer, torch.nn.Linear) and ".layers." in f".{name}.":
                new = Changed(layer).to(layer.weight.device)
                setattr(module, child, new)
                found[f"{name}.{child}.weight"] = new
    return found


def train(rows: Sequence[Row], path: Path) -> None:
    """Train on judged outputs and write the changes to a file."""
    device = "cuda" if torch.cuda.is_available() else "cpu"
    print(f"network: {len(rows):,} judged outputs, on {device}")
    torch.manual_seed(SEED)
    draw = random.Random(SEED)
    model, _ = packaged.load(torch.bfloat16)
    if device == "cpu":
        model.config._attn_implementation = (
            "eager"  # the backward pass of the alternative is slower
        )
    model.to(device).train()
    factors = changed(model)
    head = torch.nn.Parameter(torch.zeros(len(VERDICTS), model.config.hidden_size + 1).to(device))
    reader = Network()
    sequences = [[*chain(*reader.tokens(row.source, row.output))] for row in rows]
    kept = [i for i, ids in enumerate(sequences) if len(ids) <= LONGEST]
    classes = torch.tensor([CLASSES.get(row.verdict, 0) for row in rows]).to(device)
    weight = torch.tensor([1.0, 1.0, WRONG]).to(device)
    learned = [p for each in factors.values() for p in (each.down, each.up)]
    optimiser = torch.optim.AdamW([{"params": learned}, {"params": [head]}], weight_decay=0.01)
    steps, step, started = EPOCHS * math.ceil(len(kept) / BATCH), 0, time.time()
    for epoch in range(EPOCHS):
        total = 0.0
        for batch in batches(kept, sequences, draw):
            rising = min(1.0, step / WARM_UP) * (1 - step / steps)
            for group, rate in zip(optimiser.param_groups, (RATE, HEAD_RATE), strict=True):
                group["lr"] = rate * rising
            optimiser.zero_grad()
            heavy = weight[classes[batch]].sum()
            for part in parts_of(batch, sequences):
                own = [sequences[i] for i in part]
                hidden = model.base_model(input_ids=padded(own, device), use_cache=False)[0]
                last = hidden[range(len(own)), [len(i) - 1 for i in own]].float()
                found = last @ head[:, :-1].T + head[:, -1]
                lost = cross_entropy(found, classes[part], weight=weight, reduction="sum") / heavy
                lost.backward()
                total += lost.detach()
            torch.nn.utils.clip_grad_norm_([*learned, head], 1.0)
            optimiser.step()
            step += 1
        print(f"  epoch {epoch + 1}: loss {float(total) * EPOCHS / steps:.4f}, "
              f"{time.time() - started:.0f} s", flush=True)  # fmt: skip
    changes = {HEAD: head.detach()}
    for name, each in factors.items():
        changes |= {name + UP: SCALE * each.up.detach(), name + DOWN: each.down.detach()}
    save_file({name: value.half().cpu().contiguous() for name, value in changes.items()}, path)


def parts_of(batch: Sequence[int], sequences: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """Split a batch of sequences of similar length into parts that fit into memory."""
    size = max(1, TOKENS // max(len(sequences[i]) for i in batch))
    for start in range(0, len(batch), size):
        yield [*batch[start : start + size]]


def batches(
    kept: Sequence[int], sequences: Sequence[Sequence[int]], draw: random.Random
) -> Iterator[list[int]]:
    """Batches in random order, each with sequences of similar length."""
    order = draw.sample(kept, len(kept))
    window = BATCH * 40
    cut = []
    for start in range(0, len(order), window):
        near = sorted(order[start : start + window], key=lambda i: len(sequences[i]))
        cut += [near[at : at + BATCH] for at in range(0, len(near), BATCH)]
    yield from draw.sample(cut, len(cut))


def padded(sequences: Sequence[Sequence[int]], device: str) -> torch.Tensor:
    """Sequences as one tensor, padded on the right, where no token attends to the padding."""
    width = max(map(len, sequences))
    return torch.tensor([[*ids, *([0] * (width - len(ids)))] for ids in sequences], device=device)
