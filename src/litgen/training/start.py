"""The model that a fine-tuning starts from: a classifier of entailment, or any encoder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from litgen.data import LABELS
from litgen.exceptions import UsageError
from litgen.models.encoding import refuse_empty
from litgen.models.huggingface import settle_padding
from litgen.models.label_names import class_labels
from litgen.neural.hub import load_cached_or_fetch, load_errors

if TYPE_CHECKING:
    import torch


def load_start(name: str, seed: int, device: torch.device) -> tuple[Any, Any, list[str]]:
    """Load a model to fine-tune, its tokenizer and the labels of its outputs in their order.

    A model that classifies entailment goes on with its own head. Any other (a bare encoder, a
    sentence encoder, a classifier of something else) gets a new head of three classes.

    Args:
        name: a folder, or a name on the hub.
        seed: draws the weights of a new head.
        device: where the model is put.

    Raises:
        LitgenError: there is no such model, or it cannot classify.
    """
    import torch
    from transformers import AutoConfig, AutoModelForSequenceClassification, AutoTokenizer

    def load(cached: bool) -> tuple[Any, Any, list[str]]:
        config = AutoConfig.from_pretrained(name, local_files_only=cached)
        tokenizer = AutoTokenizer.from_pretrained(name, local_files_only=cached)
        refuse_empty(tokenizer, name)
        labels = own_labels(config)
        new: dict[str, Any] = {}
        if labels is None:
            labels = list(LABELS)
            new = {
                "num_labels": len(labels),
                "id2label": dict(enumerate(labels)),
                "label2id": {label: number for number, label in enumerate(labels)},
                "ignore_mismatched_sizes": True,
            }
        torch.manual_seed(seed)
        model = AutoModelForSequenceClassification.from_pretrained(
            name, dtype=torch.float32, local_files_only=cached, **new
        )
        settle_padding(model, tokenizer)
        return model, tokenizer, labels

    mend = "name a folder or a model of the hub, or bow"
    with load_errors(f"the model {name!r} cannot be loaded for training", mend):
        model, tokenizer, labels = load_cached_or_fetch(name, load)
        return model.to(device), tokenizer, labels


def own_labels(config: Any) -> list[str] | None:
    """The labels of a model that classifies into the three of entailment already, else None."""
    architectures = getattr(config, "architectures", None) or []
    if not any("ForSequenceClassification" in each for each in architectures):
        return None
    names = [config.id2label[number] for number in sorted(config.id2label)]
    try:
        labels = class_labels(names)
    except UsageError:
        return None
    return labels if len(labels) == len(LABELS) else None
