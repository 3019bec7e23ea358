"""A tiny BERT with random weights and a word tokenizer for pairs: no network, no waiting."""

from __future__ import annotations

from pathlib import Path
from typing import Any

LABELS = ("CONTRADICTION", "NEUTRAL", "ENTAILMENT")
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
WORDS = "a the man dog boy girl is was not rides sleeps eats red big bike . outside today".split()  # noqa: SIM905
#: Pairs of several lengths, one of them twice.
PAIRS = [
    ("A man rides .", "A man sleeps ."),
    ("The big red dog sleeps outside today .", "A dog is not red ."),
    ("A man rides .", "A man sleeps ."),
    ("", "The girl eats ."),
    ("The boy is big .", ""),
]


def tiny_tokenizer() -> Any:
    """Words, lower-cased; ``[CLS] premise [SEP] hypothesis [SEP]`` with token types."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    vocabulary = {word: number for number, word in enumerate([*SPECIAL, *WORDS])}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, unk_token="[UNK]", pad_token="[PAD]", cls_token="[CLS]",
        sep_token="[SEP]", model_input_names=["input_ids", "token_type_ids", "attention_mask"],
    )  # fmt: skip


def tiny_config(labels: tuple[str, ...] = LABELS, **given: Any) -> Any:
    """One layer of width 16, inputs of at most 32 tokens."""
    from transformers import BertConfig

    return BertConfig(
        vocab_size=len(SPECIAL) + len(WORDS), hidden_size=16, num_hidden_layers=1,
        num_attention_heads=2, intermediate_size=32, max_position_embeddings=32,
        initializer_range=given.pop("initializer_range", 0.5),
        num_labels=len(labels), id2label=dict(enumerate(labels)),
        label2id={label: number for number, label in enumerate(labels)}, **given,
    )  # fmt: skip


def tiny_model(labels: tuple[str, ...] = LABELS, seed: int = 1, **given: Any) -> Any:
    """A classifier, the same weights for the same seed."""
    import torch
    from transformers import BertForSequenceClassification

    torch.manual_seed(seed)
    return BertForSequenceClassification(tiny_config(labels, **given)).eval()


def save_tiny(folder: Path, labels: tuple[str, ...] = LABELS, **given: Any) -> Path:
    """A folder with model and tokenizer, as the hub has them."""
    tiny_model(labels, **given).save_pretrained(folder)
    tiny_tokenizer().save_pretrained(folder)
    return folder


def save_encoder(folder: Path) -> Path:
    """The same without a head for classification."""
    import torch
    from transformers import BertModel

    torch.manual_seed(1)
    BertModel(tiny_config(initializer_range=0.1)).save_pretrained(folder)
    tiny_tokenizer().save_pretrained(folder)
    return folder
