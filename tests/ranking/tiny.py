"""A tiny GPT-2 with random weights, and a word tokenizer for it: no network, no waiting."""

from __future__ import annotations

from typing import Any

WORDS = "a man dog is riding the bike . not by ridden was it that who will be".split()  # noqa: SIM905
VOCABULARY = {word: number for number, word in enumerate(["<|endoftext|>", "<unk>", *WORDS])}


def tiny_tokenizer() -> Any:
    """A word tokenizer; id 0 separates documents."""
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    tokenizer = Tokenizer(models.WordLevel(VOCABULARY, unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, eos_token="<|endoftext|>", unk_token="<unk>"
    )


def tiny_model(width: int = 32) -> Any:
    """A model of two layers and a context of 32 tokens, the same weights each time."""
    import torch
    from transformers import GPT2Config, GPT2LMHeadModel

    torch.manual_seed(1)
    config = GPT2Config(
        vocab_size=len(VOCABULARY), n_positions=32, n_embd=width, n_layer=2, n_head=2
    )
    return GPT2LMHeadModel(config).eval()
