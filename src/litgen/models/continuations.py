"""Log probabilities of continuations of a text, by a causal language model.

The text goes through the model once: its continuations go on from its keys and values, and what all
texts begin with is computed once for all. Texts and continuations are cut into tokens as
lm-evaluation-harness does (``_encode_pair``), so that log probabilities are the same.
"""

from __future__ import annotations

import copy
import inspect
import logging
import math
import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from litgen.exceptions import LitgenError, UsageError
from litgen.models.encoding import longest_input
from litgen.neural.batches import batches, cpu_threads

if TYPE_CHECKING:
    import torch

logger = logging.getLogger(__name__)

#: Tokens in one batch, padding included: best on one CPU thread; a GPU wants far more.
CPU_TOKENS, GPU_TOKENS = 1024, 16384
#: A beginning that all texts share is computed once where it has so many tokens or more.
SHARED = 8
#: Values of logits that are held at one time (rows x tokens x vocabulary).
CPU_LOGITS, GPU_LOGITS = 2**25, 2**30

Text = tuple[str, Sequence[str]]


class _Encoded(NamedTuple):
    """Token ids of a text and of each of its continuations."""

    text: list[int]
    continuations: list[list[int]]

    def longest(self) -> int:
        """Tokens of the text with its longest continuation."""
        return len(self.text) + max(map(len, self.continuations))


class ContinuationScorer:
    """Scores continuations.

    Args:
        model: a causal language model, in evaluation mode, on its device.
        tokenizer: its tokenizer.
        max_length: tokens of the longest input; as long as the model allows when None. Longer
            texts lose tokens at their beginning.
        tokens: tokens a batch, padding included; by default 1,024 on a CPU, 16,384 on a GPU.
        threads: CPU threads; None leaves PyTorch's setting.

    Attributes:
        tokens: tokens a batch; halved whenever the memory of a GPU is too small for them.
        truncated: how many texts were cut so far.
    """

    def __init__(
        self,
        model: Any,
        tokenizer: Any,
        *,
        max_length: int | None = None,
        tokens: int | None = None,
        threads: int | None = 1,
    ) -> None:
        self.model = model
        self.tokenizer = tokenizer
        self.device: torch.device = model.device
        on_cpu = self.device.type == "cpu"
        self.tokens = tokens or (CPU_TOKENS if on_cpu else GPU_TOKENS)
        self.threads = threads if on_cpu else None
        longest = longest_input(tokenizer, model)
        self.max_length = min(max_length or longest, longest)
        self.truncated = 0
        self._logits = CPU_LOGITS if on_cpu else GPU_LOGITS
        known = inspect.signature(model.forward).parameters
        self._keeps, self._positions = "logits_to_keep" in known, "position_ids" in known
        # A state that all tokens before went into cannot be gone on from at another place.
        self._shares = not getattr(model, "_is_stateful", False) and "use_cache" in known
        window = getattr(model.config.get_text_config(), "sliding_window", None)
        self._window = window if isinstance(window, int) else None

    def score(self, texts: Sequence[Text]) -> list[list[float]]:
        """Natural-log probabilities of the continuations of each text, in order.

        Args:
            texts: each with its continuations. The continuations of an empty text follow the
                token that begins a text.

        Raises:
            LitgenError: one text does not fit into the memory of the GPU, or the model gives
                something that is no number.
        """
        import torch

        encoded = [self._cut(each) for each in self._encode(texts)]
        order = sorted(range(len(encoded)), key=lambda i: (encoded[i].longest(), i))
        found: list[list[float]] = [[] for _ in encoded]
        with cpu_threads(self.threads), torch.inference_mode():
            beginning = self._beginning(encoded)
            done = 0
            lengths = [each.longest() for each in encoded]
            while done < len(order):
                for batch in batches(order[done:], lengths, self.tokens):
                    rows = self._try([encoded[i] for i in batch], beginning)
                    if rows is None:
                        break
                    for i, row in zip(batch, rows, strict=True):
                        found[i] = row
                    done += len(batch)
        self._refuse_no_number(texts, found)
        return found

    def _try(self, batch: list[_Encoded], beginning: _Beginning) -> list[list[float]] | None:
        """Scores of a batch; None where it does not fit, after halving the budget."""
        import torch

        try:
            return self._score(batch, beginning)
        except torch.OutOfMemoryError as error:
            if len(batch) == 1:
                raise LitgenError(
                    f"one text of {batch[0].longest()} tokens does not fit into the memory of the "
                    "GPU; give --max-length, --dtype bfloat16 or --device cpu"
                ) from error
        # Outside the handler: the error holds on to the tensors that did not fit.
        torch.cuda.empty_cache()
        self.tokens = max(1, len(batch) // 2) * max(each.longest() for each in batch)
        logger.warning("out of GPU memory: going on with %d tokens a batch", self.tokens)
        return None

    def _score(self, batch: list[_Encoded], beginning: _Beginning) -> list[list[float]]:
        """Scores of the continuations of a batch."""
        import torch

        widest = max(each.longest() for each in batch)
        if not self._shares or (self._window is not None and widest > self._window):
            return self._score_apart(batch)
        past = None
        if beginning.cache is not None:
            past = _branch(beginning.cache)
            past.batch_repeat_interleave(len(batch))
        rests = [each.text[beginning.tokens :] for each in batch]
        # The first token of every continuation, and with it all there is of most of them.
        last, cache = self._read(rests, past)
        first = last.log_softmax(dim=1).cpu()
        found = [[float(first[row, ids[0]]) for ids in each.continuations]
                 for row, each in enumerate(batch)]  # fmt: skip
        longer = [(row, at) for row, each in enumerate(batch)
                  for at, ids in enumerate(each.continuations) if len(ids) > 1]  # fmt: skip
        width = max((len(batch[row].continuations[at]) for row, at in longer), default=2) - 1
        step = max(1, self._logits // (width * last.shape[1]))
        for part in (longer[at : at + step] for at in range(0, len(longer), step)):
            past = _branch(cache)
            past.batch_select_indices(torch.tensor([row for row, _ in part], device=self.device))
            values = self._go_on(
                [batch[row].continuations[at] for row, at in part],
                [beginning.tokens + len(rests[row]) for row, _ in part],
                past,
            )
            for (row, at), value in zip(part, values, strict=True):
                found[row][at] += value
        return found

    def _read(self, texts: Sequence[Sequence[int]], past: Any) -> tuple[torch.Tensor, Any]:
        """Logits after the last token of texts that go on from ``past``, and keys and values.

        Padding stands on the right, where a causal model's real positions never look.
        """
        import torch

        ends = torch.tensor([len(ids) - 1 for ids in texts], device=self.device)
        kept, which = ends.unique(return_inverse=True)
        given = {"logits_to_keep": kept} if self._keeps else {}
        output = self.model(
            input_ids=self._padded(texts), past_key_values=past, use_cache=True, **given
        )
        at = which if self._keeps else ends
        rows = torch.arange(len(texts), device=self.device)
        return output.logits[rows, at].float(), output.past_key_values

    def _go_on(
        self, continuations: Sequence[list[int]], lengths: Sequence[int], past: Any
    ) -> list[float]:
        """Log probabilities of the second to last tokens of continuations.

        Args:
            continuations: of two tokens or more.
            lengths: tokens of the text before each, without the padding.
            past: keys and values of these texts, padding included.
        """
        import torch

        ids = self._padded([each[:-1] for each in continuations])
        before = torch.tensor(lengths, device=self.device)[:, None]
        there = torch.arange(past.get_seq_length(), device=self.device)[None, :] < before
        given = {"attention_mask": torch.cat([there, torch.ones_like(ids, dtype=torch.bool)], 1)}
        if self._positions:
            given["position_ids"] = before + torch.arange(ids.shape[1], device=self.device)
        given["attention_mask"] = given["attention_mask"].long()
        logits = self.model(input_ids=ids, past_key_values=past, use_cache=True, **given).logits
        return _sums(logits, self._padded([each[1:] for each in continuations]), continuations)

    def _score_apart(self, batch: Sequence[_Encoded]) -> list[list[float]]:
        """Scores of continuations by models whose memory cannot be shared: each text anew."""
        import torch

        found = []
        for each in batch:
            row = []
            for continuation in each.continuations:
                ids = torch.tensor([[*each.text, *continuation]], device=self.device)
                logits = self.model(input_ids=ids[:, :-1]).logits[:, len(each.text) - 1 :]
                row += _sums(logits, ids[:, len(each.text) :], [[0, *continuation]])
            found.append(row)
        return found

    def _beginning(self, encoded: Sequence[_Encoded]) -> _Beginning:
        """Keys and values of the tokens that all texts begin with, where these are many."""
        import torch

        texts = [each.text for each in encoded]
        # Of the first and the last in order, and so of all; each text keeps a token of its own.
        shared = len(os.path.commonprefix([min(texts), max(texts)])) if len(texts) > 1 else 0
        shared = min(shared, min(map(len, texts), default=1) - 1)
        if shared < SHARED or not self._shares:
            return _Beginning(0, None)
        ids = torch.tensor([texts[0][:shared]], device=self.device)
        return _Beginning(shared, self.model(input_ids=ids, use_cache=True).past_key_values)

    def _padded(self, rows: Sequence[Sequence[int]]) -> torch.Tensor:
        import torch

        width = max(map(len, rows))
        padded = torch.tensor([[*ids, *([0] * (width - len(ids)))] for ids in rows])
        return padded.to(self.device)

    def _encode(self, texts: Sequence[Text]) -> Iterator[_Encoded]:
        """Token ids: a continuation's are those that it adds to the text's."""
        strings: list[str] = []
        for text, continuations in texts:
            kept = text.rstrip()
            strings += [kept, *(text + each for each in continuations)]
        ids = iter(self._ids(strings))
        for text, continuations in texts:
            of_text = next(ids)
            wholes = [next(ids) for _ in continuations]
            if not text.rstrip():
                of_text = [self._start()]
                wholes = [[*of_text, *each] for each in self._ids(continuations, special=False)]
            yield _Encoded(of_text, [whole[len(of_text) :] for whole in wholes])

    def _ids(self, strings: Sequence[str], special: bool = True) -> list[list[int]]:
        """Token ids of strings; a string that begins with the first token gets it once."""
        begins = self.tokenizer.bos_token
        bare = [not special or bool(begins and each.startswith(begins)) for each in strings]
        found: dict[int, list[int]] = {}
        for without in (True, False):
            places = [i for i, each in enumerate(bare) if each == without]
            if places:
                given = [strings[i] for i in places]
                encoded = self.tokenizer(
                    given, add_special_tokens=not without, return_attention_mask=False,
                    verbose=False,
                )  # fmt: skip
                found.update(zip(places, encoded["input_ids"], strict=True))
        return [found[i] for i in range(len(strings))]

    def _start(self) -> int:
        for token in (self.tokenizer.bos_token_id, self.tokenizer.eos_token_id):
            if token is not None:
                return int(token)
        raise UsageError("the model's tokenizer has no token that begins a text")

    def _cut(self, encoded: _Encoded) -> _Encoded:
        """A text with room for its longest continuation; its beginning is lost."""
        if not all(encoded.continuations):
            raise LitgenError(
                "an answer is no token of its own behind the prompt; give the prompt another "
                "separator or other choices"
            )
        over = encoded.longest() - 1 - self.max_length
        if over <= 0:
            return encoded
        self.truncated += 1
        return _Encoded(encoded.text[min(over, len(encoded.text) - 1) :], encoded.continuations)

    def _refuse_no_number(self, texts: Sequence[Text], found: Sequence[list[float]]) -> None:
        broken = [i for i, row in enumerate(found) if not all(map(math.isfinite, row))]
        if broken:
            raise LitgenError(
                f"the model gives no number for {len(broken)} of {len(texts)} texts (the first "
                f"ends with {texts[broken[0]][0][-60:]!r}); in {self.model.dtype} its values may "
                "overflow: give --dtype float32 or bfloat16"
            )


class _Beginning(NamedTuple):
    """What all texts begin with: how many tokens, and their keys and values."""

    tokens: int
    cache: Any


def _branch(cache: Any) -> Any:
    """A cache that goes on from another, which stays as it is: tensors are shared, not copied."""
    branch = copy.copy(cache)
    branch.layers = [copy.copy(layer) for layer in cache.layers]
    return branch


def _sums(
    logits: torch.Tensor, targets: torch.Tensor, continuations: Sequence[Sequence[int]]
) -> list[float]:
    """Log probabilities of all but the first tokens of continuations, which ``targets`` holds."""
    import torch

    logits = logits.float()
    chosen = logits.gather(2, targets[:, :, None])[:, :, 0] - logits.logsumexp(dim=2)
    lengths = torch.tensor([len(each) - 1 for each in continuations], device=logits.device)
    counts = torch.arange(targets.shape[1], device=logits.device)[None, :] < lengths[:, None]
    sums: list[float] = (chosen.double() * counts).sum(dim=1).tolist()
    return sums
