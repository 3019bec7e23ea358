"""Store weights, optimiser state and history in a safetensors file, without pickle."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from litgen.exceptions import LitgenError
from litgen.neural.hub import quiet

if TYPE_CHECKING:
    import torch

CHECKPOINT = "checkpoint.safetensors"


def save_checkpoint(
    folder: Path, model: Any, optimizer: torch.optim.Optimizer, state: Mapping[str, Any]
) -> None:
    """Write a checkpoint (``state`` has JSON values) that atomically replaces the previous one."""
    from safetensors.torch import save_file

    tensors = {f"model.{name}": value for name, value in _weights(model)}
    for number, parameter in enumerate(_parameters(optimizer)):
        for key, value in optimizer.state[parameter].items():
            tensors[f"optimizer.{number}.{key}"] = value
    tensors = {name: value.detach().cpu().contiguous() for name, value in tensors.items()}
    part = folder / f".{CHECKPOINT}.part"
    save_file(tensors, part, metadata={"state": json.dumps(state)})
    with part.open("rb") as file:
        os.fsync(file.fileno())
    part.replace(folder / CHECKPOINT)


def load_checkpoint(
    folder: Path, model: Any, optimizer: torch.optim.Optimizer
) -> dict[str, Any] | None:
    """Restore model and optimiser from a checkpoint; return its state, or None if there is none.

    Raises:
        LitgenError: the checkpoint is damaged, or it is for another model.
    """
    import torch
    from safetensors import SafetensorError, safe_open

    path = folder / CHECKPOINT
    if not path.exists():
        return None
    try:
        with safe_open(path, "pt") as file, torch.no_grad():
            for name, value in _weights(model):
                value.copy_(file.get_tensor(f"model.{name}"))
            names = sorted(file.keys())
            for number, parameter in enumerate(_parameters(optimizer)):
                begin = f"optimizer.{number}."
                optimizer.state[parameter] = {
                    name.removeprefix(begin): file.get_tensor(name).to(parameter.device)
                    for name in names
                    if name.startswith(begin)
                }
            state: dict[str, Any] = json.loads(file.metadata()["state"])
    except (SafetensorError, RuntimeError, KeyError, ValueError, OSError) as error:
        raise LitgenError(
            f"{path}: the checkpoint cannot be read ({error}); use --overwrite to start again"
        ) from None
    return state


def save_best(folder: Path, epoch: int, model: Any, tokenizer: Any) -> None:
    """Save an epoch's model to a folder atomically."""
    target = best_folder(folder, epoch)
    part = folder / f".{target.name}.part"
    shutil.rmtree(part, ignore_errors=True)
    with quiet():
        model.save_pretrained(part)
        tokenizer.save_pretrained(part)
    for path in part.iterdir():  # safetensors writes files that other users cannot read
        shutil.copymode(part / "config.json", path)
    shutil.rmtree(target, ignore_errors=True)
    part.rename(target)


def best_folder(folder: Path, epoch: int) -> Path:
    return folder / f"best-{epoch}"


def remove_worse(folder: Path, epoch: int) -> None:
    for other in folder.glob("best-*"):
        if other != best_folder(folder, epoch):
            shutil.rmtree(other)


def _weights(model: Any) -> Iterator[tuple[str, torch.Tensor]]:
    """Yield every weight once, even if several modules share it."""
    yield from model.named_parameters()
    yield from model.named_buffers()


def _parameters(optimizer: torch.optim.Optimizer) -> list[torch.Tensor]:
    return [each for group in optimizer.param_groups for each in group["params"]]
