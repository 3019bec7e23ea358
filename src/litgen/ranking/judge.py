"""A language model that learned from readers: how likely an output is wrong, beside its source.

The packaged SmolLM2 with changes of low rank to its weights (LoRA: Hu et al. 2022, section 4) and,
over the last token, a score each for right, flawed (as its source may be) and wrong.
``scripts/train_judge`` writes ``judge.safetensors``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from litgen.files import digest
from litgen.neural.devices import batches, cpu_threads
from litgen.ranking import packaged
from litgen.ranking.ranker import TokenScorer

if TYPE_CHECKING:
    import torch

#: The shipped changes.
WEIGHTS = Path(__file__).with_name("judge.safetensors")
#: What readers call an output, in the order of the scores.
VERDICTS = ("right", "flawed", "wrong")
#: Tokens of a source and outputs that are read together, but for a longer output alone: what an
#: attention takes grows with the square.
ROW = 512
#: The name of the scores in the file; a changed weight has two factors, ``NAME.up @ NAME.down``.
HEAD, UP, DOWN = "head", ".up", ".down"


class Judge(TokenScorer):
    """Reads outputs after their sources, all outputs of a source at one time.

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

        >>> outputs = "The children will play chess.", "Chess by the children play is."
        >>> judge.log_odds([("The children play chess.", o) for o in outputs])  # doctest: +SKIP
        [8.9, -2.9]
        """
        groups = [*self._groups(dict.fromkeys(pairs))]
        lengths = [sum(map(len, row)) for _, row in groups]
        order = sorted(range(len(groups)), key=lengths.__getitem__)
        found: dict[tuple[str, str], float] = {}
        with cpu_threads(self.threads if self.device.type == "cpu" else None):
            for batch in batches(order, lengths, self.tokens):
                own = [pair for i in batch for pair in groups[i][0]]
                odds = self._read([groups[i][1] for i in batch])
                found.update(zip(own, odds, strict=True))
        return [found[pair] for pair in pairs]

    def _groups(
        self, pairs: Iterable[tuple[str, str]]
    ) -> Iterator[tuple[list[tuple[str, str]], list[list[int]]]]:
        """Distinct pairs of one source and their row; more than one where it would be too long."""
        of_source: dict[str, list[str]] = {}
        for source, output in pairs:
            of_source.setdefault(source, []).append(output)
        for source, outputs in of_source.items():
            head, *tails = self.row(source, outputs)
            own, row, size = list[tuple[str, str]](), [head], len(head)
            for output, tail in zip(outputs, tails, strict=True):
                if own and size + len(tail) > ROW:
                    yield own, row
                    own, row, size = [], [head], len(head)
                own.append((source, output))
                row.append(tail)
                size += len(tail)
            yield own, row

    def describe(self) -> Mapping[str, str]:
        """Model, the digest of the changes to it, number format and versions."""
        found = {**super().describe(), "weights": digest_of_judge()}
        del found["measure"]
        return found

    def row(self, source: str, outputs: Sequence[str]) -> list[list[int]]:
        """Token ids: of a source and a line end, then of each output and an end."""
        end: int = self.tokenizer.eos_token_id
        tails = self._sequences(outputs, start=False)
        return [*self._sequences([f"{source}\n"], start=True), *([*ids, end] for ids in tails)]

    def _read(self, rows: Sequence[Sequence[Sequence[int]]]) -> list[float]:
        """Log odds of the outputs of all rows. An output sees its source and itself alone, and
        stands right after the source."""
        import torch

        padded = self.padded([[token for part in row for token in part] for row in rows])
        part, place = torch.full_like(padded, -1), torch.zeros_like(padded)
        ends: list[list[int]] = []  # where in the rows, one after another, outputs end
        for number, row in enumerate(rows):
            at = 0
            for index, ids in enumerate(row):
                stretch, first = slice(at, at + len(ids)), len(row[0]) if index else 0
                part[number, stretch] = index
                place[number, stretch] = torch.arange(first, first + len(ids))
                at += len(ids)
                if index:
                    ends.append([number, at - 1])
        seen = (part[:, None, :] == 0) | (part[:, None, :] == part[:, :, None])
        seen &= torch.ones_like(seen[0]).tril()  # of padding, what stands before it
        least = torch.finfo(torch.float32).min
        mask = torch.zeros(seen.shape, device=self.device).masked_fill(~seen, least)
        with torch.inference_mode():
            hidden = self.model.base_model(
                input_ids=padded, attention_mask=mask[:, None], position_ids=place, use_cache=False
            )[0]
            number, last = torch.tensor(ends).T
            right, flawed, wrong = scores(hidden[number, last].float(), self.head).unbind(dim=1)
            odds = torch.logaddexp(right, flawed) - wrong
        found: list[float] = odds.double().cpu().tolist()
        return found


def scores(hidden: torch.Tensor, head: torch.Tensor) -> torch.Tensor:
    """The scores of the verdicts: sequences x 3."""
    return hidden @ head[:, :-1].T + head[:, -1]


def load_judge(device: str | None = None, threads: int | None = 1) -> Judge | None:
    """The shipped judge, None where the packaged language model is not installed.

    Args:
        device, threads: as of :func:`litgen.ranking.load_ranker`; float32 on every device, since
            in bfloat16 the log odds depend on what else is in a batch, by 0.1.
    """
    if packaged.weights() is None:
        return None
    import torch
    from safetensors.torch import load_file

    target = torch.device(device or ("cuda" if torch.cuda.is_available() else "cpu"))
    model, tokenizer = packaged.load(torch.float32)
    changes = load_file(WEIGHTS)
    return Judge(
        change(model, changes).to(target),
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
