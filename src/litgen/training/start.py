"""The model that fine-tuning starts from: an entailment classifier or any encoder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from litgen.data import LABELS
from litgen.exceptions import UsageError
from litgen.models.huggingface import settle_padding
from litgen.models.label_names import class_labels
from litgen.neural.hub import load_pretrained

if TYPE_CHECKING:
    import torch


def load_start(
    name: str, seed: int, device: torch.device, classes: Sequence[str] = LABELS
) -> tuple[Any, Any, list[str]]:
    """Load a model to fine-tune, its tokenizer, and the labels of its outputs in order.

    A classifier for these classes keeps its head. Any other model gets a new head, whose weights
    depend on the seed.

    Raises:
        LitgenError: the model does not exist, or cannot classify.
    """
    import torch

    labels: list[str] = []

    def options(config: Any) -> dict[str, Any]:
        own = own_labels(config, classes)
        labels[:] = own or classes
        torch.manual_seed(seed)
        return {"dtype": torch.float32} | ({} if own else {
            "num_labels": len(classes),
            "id2label": dict(enumerate(classes)),
            "label2id": {label: number for number, label in enumerate(classes)},
            "ignore_mismatched_sizes": True,
        })  # fmt: skip

    what = f"the model {name!r} cannot be loaded for training"
    fix = "name a folder or a model of the hub, or bow"
    auto = "AutoModelForSequenceClassification"
    model, tokenizer = load_pretrained(auto, name, options, what, fix, device)
    settle_padding(model, tokenizer)
    return model, tokenizer, labels


def own_labels(config: Any, classes: Sequence[str]) -> list[str] | None:
    """Return the labels of a model that already classifies into these classes, else None."""
    architectures = getattr(config, "architectures", None) or []
    if not any("ForSequenceClassification" in each for each in architectures):
        return None
    try:
        labels = class_labels([config.id2label[number] for number in sorted(config.id2label)])
    except UsageError:
        return None
    return labels if len(labels) == len(classes) else None
