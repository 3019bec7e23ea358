"""Train the judge of outputs, a language model that reads each after its source.

    scripts/train_judge JUDGED ... [--new NEW ...] --fresh FRESH ... -o FOLDER

JUDGED, NEW and FRESH are lists of ``data/judged`` (such as ``unseen``) or TSV files; what is wrong
where the source is wrong, too, counts as flawed. FRESH is cut over its sources into parts; of each
a judge says, trained on everything else, what it thinks (``crossed.jsonl``: from this
scripts/train_confidence learns what a judge's word is worth). Then one is trained on all
(``network.safetensors``); with ``--folds 1`` the one that has not seen FRESH stands. With ``--start``
training goes on from an earlier judge, which has learned what is right: of JUDGED only one in RIGHT
of those outputs is read again, but all of NEW. With ``--mean`` the mean of both is written, at rank
RANK: what was learned last, without what was forgotten for it (Wortsman et al. 2022, Robust fine-
tuning of zero-shot models, section 3). A GPU takes minutes; two CPU cores that have AMX read 20
outputs a second.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
import zlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

import torch
from judged import Row, beside_sources, read_rows
from safetensors.torch import load_file, save_file
from sklearn.metrics import roc_auc_score
from torch.nn.functional import cross_entropy

from litgen.acceptability.network import DOWN, HEAD, UP, VERDICTS, Network
from litgen.ranking import packaged

#: Rank of the changes, passes over the lists, outputs a batch, learning rates of the changes and
#: of the head, and how much more what is wrong counts.
RANK, EPOCHS, BATCH, RATE, HEAD_RATE, WRONG = 8, 3, 256, 2e-3, 1e-3, 2.0
WARM_UP, FOLDS, LONGEST, SCALE, RIGHT = 60, 2, 256, 2.0, 8
#: How many tokens go through the model at one time, with what their gradients need: some 1 MB each.
TOKENS = 4096
CLASSES = {"": 0, "S": 1, "W": 2}


class Changed(torch.nn.Module):
    """A linear layer that stays as it is, and the change of low rank that is learned."""

    def __init__(self, layer: torch.nn.Linear, rank: int) -> None:
        super().__init__()
        self.layer = layer
        size = layer.in_features
        self.down = torch.nn.Parameter(torch.randn(rank, size) / math.sqrt(size))
        self.up = torch.nn.Parameter(torch.zeros(layer.out_features, rank))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        change = (x @ self.down.T.to(x.dtype)) @ self.up.T.to(x.dtype)
        return self.layer(x) + SCALE * change


def changed(
    model: torch.nn.Module, rank: int, start: Mapping[str, torch.Tensor]
) -> dict[str, Changed]:
    """Put changes around all linear layers within the layers of a model; ``start`` are those of a
    judge to go on from."""
    model.requires_grad_(False)
    found = {}
    for name, module in [*model.named_modules()]:
        for child, layer in [*module.named_children()]:
            if isinstance(layer, torch.nn.Linear) and ".layers." in f".{name}.":
                new, key = Changed(layer, rank).to(layer.weight.device), f"{name}.{child}.weight"
                if start:  # of a lower rank, perhaps: the rest begins as without it
                    known = len(start[key + DOWN])
                    new.down.data[:known] = start[key + DOWN].to(new.down)
                    new.up.data[:, :known] = start[key + UP].to(new.up) / SCALE
                setattr(module, child, new)
                found[key] = new
    return found


def train(rows: Sequence[Row], device: str, options: argparse.Namespace) -> dict[str, torch.Tensor]:
    """Train on judged outputs; returns what ``network.safetensors`` holds."""
    torch.manual_seed(options.seed)
    draw = random.Random(options.seed)
    model, _ = packaged.load(torch.bfloat16)
    if device == "cpu":
        model.config._attn_implementation = "eager"  # the other one is slower backwards
    model.to(device).train()
    start = load_file(options.start) if options.start else {}
    factors = changed(model, options.rank, start)
    nothing = torch.zeros(len(VERDICTS), model.config.hidden_size + 1)
    head = torch.nn.Parameter(start.get(HEAD, nothing).float().to(device))
    reader = Network()
    sequences = [[*chain(*reader.tokens(row.source, row.output))] for row in rows]
    kept = [i for i, ids in enumerate(sequences) if len(ids) <= LONGEST]
    classes = torch.tensor([CLASSES.get(row.verdict, 0) for row in rows]).to(device)
    weight = torch.tensor([1.0, 1.0, WRONG]).to(device)
    learned = [p for each in factors.values() for p in (each.down, each.up)]
    optimiser = torch.optim.AdamW([{"params": learned}, {"params": [head]}], weight_decay=0.01)
    steps, step, started = options.epochs * math.ceil(len(kept) / options.batch), 0, time.time()
    for epoch in range(options.epochs):
        total = 0.0
        for batch in batches(kept, sequences, options.batch, draw):
            rising = min(1.0, step / WARM_UP) * (1 - step / steps)
            for group, rate in zip(optimiser.param_groups, (options.rate, HEAD_RATE), strict=True):
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
        print(f"  epoch {epoch + 1}: loss {float(total) * options.epochs / steps:.4f}, "
              f"{time.time() - started:.0f} s", flush=True)  # fmt: skip
    changes = {HEAD: head.detach()}
    for name, each in factors.items():
        changes |= {name + UP: SCALE * each.up.detach(), name + DOWN: each.down.detach()}
    return {name: value.half().cpu().contiguous() for name, value in changes.items()}


def trained(
    rows: Sequence[Row], device: str, options: argparse.Namespace
) -> dict[str, torch.Tensor]:
    """A judge that has learned from outputs, or its mean with the one it started from."""
    changes = train(rows, device, options)
    return mean([changes, load_file(options.start)], RANK) if options.mean else changes


def mean(judges: Sequence[Mapping[str, torch.Tensor]], rank: int) -> dict[str, torch.Tensor]:
    """The mean of judges that changed the same weights: of each mean change what a rank holds."""
    found = {HEAD: sum(each[HEAD].float() for each in judges) / len(judges)}
    for up in (name for name in judges[0] if name.endswith(UP)):
        down = up.removesuffix(UP) + DOWN
        whole = sum(each[up].float() @ each[down].float() for each in judges) / len(judges)
        u, s, v = torch.linalg.svd(whole, full_matrices=False)
        root = s[:rank].sqrt()
        found |= {up: u[:, :rank] * root, down: root[:, None] * v[:rank]}
    return {name: each.half().contiguous() for name, each in found.items()}


def thinned(rows: Sequence[Row]) -> list[Row]:
    """What is wrong, and one in RIGHT of the rest."""
    return [row for row in rows if row.wrong or zlib.crc32(row.output.encode()) % RIGHT == 0]


def parts_of(batch: Sequence[int], sequences: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """A batch of sequences of about one length in parts that fit into memory."""
    size = max(1, TOKENS // max(len(sequences[i]) for i in batch))
    for start in range(0, len(batch), size):
        yield [*batch[start : start + size]]


def batches(
    kept: Sequence[int], sequences: Sequence[Sequence[int]], size: int, draw: random.Random
) -> Iterator[list[int]]:
    """Batches in a random order, each of sequences of about one length."""
    order = draw.sample(kept, len(kept))
    window = size * 40
    cut = []
    for start in range(0, len(order), window):
        near = sorted(order[start : start + window], key=lambda i: len(sequences[i]))
        cut += [near[at : at + size] for at in range(0, len(near), size)]
    yield from draw.sample(cut, len(cut))


def padded(sequences: Sequence[Sequence[int]], device: str) -> torch.Tensor:
    """Sequences as one tensor, padded on the right, where no real position looks."""
    width = max(map(len, sequences))
    return torch.tensor([[*ids, *([0] * (width - len(ids)))] for ids in sequences], device=device)


def say(changes: Mapping[str, torch.Tensor], rows: Sequence[Row]) -> list[float]:
    """What a trained judge says of outputs: log odds that they are not wrong."""
    judge = Network({name: value.numpy() for name, value in changes.items()})
    return judge.log_odds([(row.source, row.output) for row in rows])


def tell(rows: Sequence[Row], odds: Sequence[float]) -> None:
    """Print how well log odds tell wrong from right."""
    for corpus in sorted({row.corpus for row in rows}):
        at = [i for i, row in enumerate(rows) if row.corpus == corpus and row.source != row.output]
        right = [not rows[i].wrong for i in at]
        if 0 < sum(right) < len(right):
            auc = roc_auc_score(right, [odds[i] for i in at])
            print(f"  {corpus}: {len(at) - sum(right)} wrong of {len(at):,}, AUC {auc:.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("judged", nargs="+")
    parser.add_argument("--new", nargs="+", default=[])
    parser.add_argument("--fresh", nargs="+", default=[])
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--rank", type=int, default=RANK)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    parser.add_argument("--batch", type=int, default=BATCH)
    parser.add_argument("--folds", type=int, default=FOLDS, help="1: FRESH is left out")
    parser.add_argument("--start", type=Path, metavar="JUDGE", help="go on from this judge")
    parser.add_argument("--mean", action="store_true", help="write the mean of both")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.mean and not options.start:
        parser.error("--mean needs the other judge: --start JUDGE")
    device = "cuda" if torch.cuda.is_available() else "cpu"
    options.output.mkdir(parents=True, exist_ok=True)
    judged, new, fresh = (
        [row for path in paths for row in read_rows(path)]
        for paths in (options.judged, options.new, options.fresh)
    )
    rows = beside_sources([*judged, *new, *fresh])
    fresh = rows[len(judged) + len(new) :]
    print(f"{len(rows):,} judged outputs, {sum(row.wrong for row in rows):,} wrong, on {device}")
    crossed: dict[Row, float] = {}
    if options.start:
        rows = [*thinned(rows[: len(judged)]), *rows[len(judged) :]]
    for fold in range(options.folds if fresh else 0):
        own = [row for row in fresh if zlib.crc32(row.source.encode()) % options.folds == fold]
        hidden = {row.source for row in own}
        changes = trained([row for row in rows if row.source not in hidden], device, options)
        odds = say(changes, own)
        tell(own, odds)
        crossed.update(zip(own, odds, strict=True))
    with (options.output / "crossed.jsonl").open("w", encoding="utf-8") as file:
        for row, value in crossed.items():
            record = {"source": row.source, "output": row.output, "log_odds": round(value, 4)}
            file.write(json.dumps(record) + "\n")
    if crossed:
        print("all parts:")
        tell([*crossed], [*crossed.values()])
    if options.folds != 1 or not fresh:
        changes = trained(rows, device, options)
    save_file(changes, options.output / "network.safetensors")


if __name__ == "__main__":
    main()
