"""A language model that learned from readers: how likely an output is wrong, beside its source.

The packaged SmolLM2 with changes of low rank to its weights (LoRA: Hu et al. 2022, section 4) and,
over the last token, a score each for right, flawed (as its source may be) and wrong.
``scripts/train_judge`` writes ``judge.safetensors``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from litgen.files import digest
from litgen.neural.devices import emulates
from litgen.ranking import packaged
from litgen.ranking.ranker import TokenScorer

if TYPE_CHECKING:
    import torch

#: The shipped changes.
WEIGHTS = Path(__file__).with_name("judge.safetensors")
#: What readers call an output, in the order of the scores.
VERDICTS = ("right", "flawed", "wrong")
#: The name of the scores in the file; a changed weight has two factors, ``NAME.up @ NAME.down``.
HEAD, UP, DOWN = "head", ".up", ".down"


class Judge(TokenScorer):
    """Reads an output after its source.

    Args:
        model: with the changes in its weights.
        head: three rows, one a verdict, over the last hidden state and a 1.
        options: as of a ``TokenScorer``.
    """

    def __init__(self, model: Any, tokenizer: Any, head: torch.Tensor, **options: Any) -> None:
        super().__init__(model, tokenizer, **options)
        self.head = head.to(model.device)

    def log_odds(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """Log odds that outputs are not wrong, given as (source, output), in order.

        >>> pairs = [("A man rides a bike.", f"A man {verb} a bike.") for verb in ("rode", "ride")]
        >>> judge.log_odds(pairs)  # doctest: +SKIP
        [6.1, 0.3]
        """
        strings = [f"{source}\n{output}" for source, output in pairs]
        return [odds for (odds,) in self._scored(strings, start=True)]

    def describe(self) -> Mapping[str, str]:
        """Model, the digest of the changes to it, number format and versions."""
        found = {**super().describe(), "weights": digest_of_judge()}
        del found["measure"]
        return found

    def _sequences(self, strings: Sequence[str], start: bool) -> list[list[int]]:
        end: int = self.tokenizer.eos_token_id
        return [[*ids, end] for ids in super()._sequences(strings, start)]

    def _score_batch(self, sequences: Sequence[Sequence[int]]) -> list[list[float]]:
        import torch

        with torch.inference_mode():
            hidden = last_hidden(self.model.base_model, self.padded(sequences), sequences)
            right, flawed, wrong = scores(hidden.float(), self.head).unbind(dim=1)
            odds = torch.logaddexp(right, flawed) - wrong
        return [[value] for value in odds.double().cpu().tolist()]


def last_hidden(
    model: Any, padded: torch.Tensor, sequences: Sequence[Sequence[int]]
) -> torch.Tensor:
    """The hidden state at the last token of each sequence: sequences x hidden size."""
    last = [len(ids) - 1 for ids in sequences]
    hidden: torch.Tensor = model(input_ids=padded, use_cache=False)[0]
    return hidden[range(len(last)), last]


def scores(hidden: torch.Tensor, head: torch.Tensor) -> torch.Tensor:
    """The scores of the verdicts: sequences x 3."""
    return hidden @ head[:, :-1].T + head[:, -1]


def load_judge(device: str | None = None, threads: int | None = 1) -> Judge | None:
    """The shipped judge, None where the packaged language model is not installed.

    Args:
        device, threads: as of :func:`litgen.ranking.load_ranker`. It computes in bfloat16 where
            the processor has instructions for it (three times as fast; log odds differ by 0.03 on
            average), else in float32.
    """
    if packaged.weights() is None:
        return None
    import torch
    from safetensors.torch import load_file

    target = torch.device(device or ("cuda" if torch.cuda.is_available() else "cpu"))
    dtype = torch.float32 if emulates(torch.bfloat16, target) else torch.bfloat16
    model, tokenizer = packaged.load(torch.float32)
    changes = load_file(WEIGHTS)
    return Judge(
        change(model, changes).to(target, dtype),
        tokenizer,
        changes[HEAD].float(),
        threads=threads,
        description={"model": packaged.label()},
    )


def change(model: Any, changes: Mapping[str, torch.Tensor]) -> Any:
    """Add to a model's weights the products of the factors, in place."""
    import torch

    weights = dict(model.named_parameters())
    with torch.no_grad():
        for name in changes:
            if name.endswith(UP):
                weight = name.removesuffix(UP)
                weights[weight] += changes[name].float() @ changes[weight + DOWN].float()
    return model


@lru_cache(maxsize=1)
def digest_of_judge() -> str:
    """SHA-256 of the shipped changes, for the manifest."""
    return digest(WEIGHTS)
