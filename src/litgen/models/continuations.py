"""Compute log probabilities of the continuations of a text with a causal language model.

The model processes a prefix that texts and continuations share only once
(``litgen.models.trees``). Tokenization follows ``_encode_pair`` of lm-evaluation-harness, so that
both programs compute the same log probabilities.
"""

from __future__ import annotations

import copy
import inspect
import logging
import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from litgen.exceptions import LitgenError, UsageError
from litgen.models.encoding import longest_input
from litgen.models.trees import SHARED, Asked, Encoded, Tree, batched, common, plan
from litgen.neural.devices import cpu_threads

if TYPE_CHECKING:
    import torch

logger = logging.getLogger(__name__)

CPU_TOKENS, GPU_TOKENS = 1024, 16384  #: tokens per batch, padding included
CPU_LOGITS, GPU_LOGITS = 2**25, 2**30  #: maximum product of rows, tokens and vocabulary size
CLOSE, CLOSE_HALF = 1e-3, 0.1  #: tolerances for tree scores in float32 and in half precision

Text = tuple[str, Sequence[str]]


class ContinuationScorer:
    """Scores continuations with a causal language model, which must be in evaluation mode.

    Args:
        max_length: maximum input tokens; by default the model's own limit. Longer texts lose tokens
            at the beginning.
        tokens: tokens per batch, halved whenever a batch does not fit into GPU memory.
        threads: CPU threads; None leaves PyTorch's setting.
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
        self._logits = CPU_LOGITS if on_cpu else GPU_LOGITS
        known = inspect.signature(model.forward).parameters
        self._keeps = "logits_to_keep" in known
        # A recurrent state summarizes all earlier tokens, so branches cannot share it.
        self._shares: bool | None = None
        if getattr(model, "_is_stateful", False) or not {"use_cache", "position_ids"} <= set(known):
            self._shares = False
        window = getattr(model.config.get_text_config(), "sliding_window", None)
        self._window = window if isinstance(window, int) else math.inf

    def score(self, texts: Sequence[Text]) -> list[list[float]]:
        """Return the natural-log probabilities of the continuations of each text, in order.

        The continuations of an empty text follow the beginning-of-text token.
        """
        import torch

        encoded = [self._cut(each) for each in self._encode(texts)]
        found: list[list[float]] = [[] for _ in encoded]
        todo = list(range(len(encoded)))
        with cpu_threads(self.threads), torch.inference_mode():
            if self._shares is None:
                self._shares = self._reads_trees()
            while todo:
                try:
                    for i, row in self._scores(encoded, todo):
                        found[i] = row
                except torch.OutOfMemoryError as error:
                    short = [i for i in todo if not found[i]]
                    self._halve(max(encoded[i].longest() for i in short), error)
                todo = [i for i in todo if not found[i]]
        broken = [i for i, row in enumerate(found) if not all(map(math.isfinite, row))]
        if broken:
            raise LitgenError(
                f"the model returned no finite number for {len(broken)} of {len(texts)} texts (the "
                f"first ends with {texts[broken[0]][0][-60:]!r}); {self.model.dtype} may overflow, "
                "so use --dtype float32 or bfloat16"
            )
        return found

    def truncated(self, texts: Sequence[Text]) -> list[bool]:
        """Check for each text whether it is cut to make room for its longest continuation."""
        return [self._over(each) > 0 for each in self._encode(texts)]

    def _over(self, encoded: Encoded) -> int:
        return encoded.longest() - 1 - self.max_length

    def _halve(self, longest: int, error: Exception) -> None:
        import torch

        if self.tokens <= longest:
            raise LitgenError(
                f"a text of {longest} tokens does not fit into GPU memory; use --max-length, "
                "--dtype bfloat16 or --device cpu"
            ) from error
        self.tokens = max(longest, self.tokens // 2)
        error.__traceback__ = None  # the traceback keeps alive the tensors that did not fit
        torch.cuda.empty_cache()
        logger.warning("the GPU is out of memory; continuing with %d tokens a batch", self.tokens)

    def _scores(
        self, encoded: Sequence[Encoded], todo: Sequence[int]
    ) -> Iterator[tuple[int, list[float]]]:
        """Yield the index and scores of each text; texts with a common prefix share a tree."""
        apart = [i for i in todo if not self._shares or encoded[i].longest() > self._window]
        for i in apart:
            yield i, self._score_apart(encoded[i])
        shared = sorted(set(todo) - set(apart), key=lambda i: encoded[i].text)
        if not shared:
            return
        ends = [encoded[shared[0]].text, encoded[shared[-1]].text]
        first = min(common(*ends), *(len(encoded[i].text) - 1 for i in shared))
        first = first if first >= SHARED and len(shared) > 1 else 0
        start = self._begin(ends[0][:first]) if first else None
        trees = plan(encoded, shared, first, self.tokens)
        vocabulary = self.model.config.get_text_config().vocab_size
        for batch in batched(trees, self.tokens, self._logits // vocabulary):
            yield from self._score(batch, encoded, start)

    def _score(
        self, trees: Sequence[Tree], encoded: Sequence[Encoded], start: Any
    ) -> Iterator[tuple[int, list[float]]]:
        """Yield the scores for a batch of trees; ``start`` is the cache of their common prefix."""
        import torch

        width = max(len(tree.tokens) for tree in trees)
        kept = max(tree.wanted() for tree in trees)
        ids, places = (np.zeros((len(trees), width), dtype=np.int64) for _ in range(2))
        columns = [tree.columns(width) for tree in trees]
        for row, tree in enumerate(trees):
            ids[row, columns[row]] = tree.tokens
            places[row, columns[row]] = tree.depths
        seen = torch.from_numpy(np.stack([tree.seen(width) for tree in trees])).to(self.device)
        seen = torch.nn.functional.pad(seen, (trees[0].first, 0), value=True)[:, None]
        dtype = self.model.dtype
        mask = torch.zeros(seen.shape, dtype=dtype, device=self.device)
        given: dict[str, Any] = {"use_cache": start is not None}
        if start is not None:
            given["past_key_values"] = _repeated(start, len(trees))
        if self._keeps:
            given["logits_to_keep"] = kept
        logits = self.model(
            input_ids=torch.from_numpy(ids).to(self.device),
            position_ids=torch.from_numpy(places).to(self.device),
            attention_mask=mask.masked_fill_(~seen, torch.finfo(dtype).min),
            **given,
        ).logits[:, -kept:]
        asked = [
            (row, columns[row][each.node] - (width - kept), each)
            for row, tree in enumerate(trees) for each in tree.asked
        ]  # fmt: skip
        yield from _sums(logits, asked, encoded)

    def _begin(self, ids: Sequence[int]) -> Any:
        import torch

        given = {"logits_to_keep": 1} if self._keeps else {}
        read = torch.tensor([list(ids)], device=self.device)
        return self.model(input_ids=read, use_cache=True, **given).past_key_values

    def _reads_trees(self) -> bool:
        """Check that custom masks and positions work, unlike with flash attention or ALiBi."""
        first = list(range(1, SHARED + 1))
        texts = [Encoded([*first, *end], [[2], [3, 1]]) for end in ([3], [4, 5], [4, 6, 7])]
        alone = [self._score_apart(each) for each in texts]
        tree = Tree(SHARED)
        for place, text in enumerate(texts):
            tree.add(place, text)
        close = CLOSE if self.model.dtype.itemsize >= 4 else CLOSE_HALF
        try:
            found = dict(self._score([tree], texts, self._begin(first)))
        except (AttributeError, IndexError, RuntimeError, TypeError, ValueError) as error:
            logger.info("the model cannot process trees of tokens: %s", error)
            return False
        return all(
            abs(x - y) <= close
            for i, row in enumerate(alone) for x, y in zip(row, found[i], strict=True)
        )  # fmt: skip

    def _score_apart(self, encoded: Encoded) -> list[float]:
        """Score each continuation after the full text, for models whose cache cannot be shared."""
        import torch

        text, continuations = encoded
        width = max(map(len, continuations)) - 1
        rows = [[*text, *each[:-1], *[0] * (width + 1 - len(each))] for each in continuations]
        logits = self.model(input_ids=torch.tensor(rows, device=self.device)).logits
        asked = [
            (row, len(text) - 1 + at, Asked(0, token, 0, row))
            for row, each in enumerate(continuations) for at, token in enumerate(each)
        ]  # fmt: skip
        ((_, scores),) = _sums(logits, asked, [encoded])
        return scores

    def _encode(self, texts: Sequence[Text]) -> Iterator[Encoded]:
        """Tokenize each text with each continuation, whose ids are those after the text's own."""
        ids = iter(self._ids([
            string for text, continuations in texts
            for string in (text.rstrip(), *(text + each for each in continuations))
        ]))  # fmt: skip
        for text, continuations in texts:
            of_text = next(ids)
            wholes = [next(ids) for _ in continuations]
            if not text.rstrip():
                of_text = [self._start()]
                wholes = [[*of_text, *each] for each in self._ids(continuations, special=False)]
            yield Encoded(of_text, [whole[len(of_text) :] for whole in wholes])

    def _ids(self, strings: Sequence[str], special: bool = True) -> list[list[int]]:
        """Return the token ids of strings, never with two beginning-of-text tokens."""

        def encode(given: Sequence[str], special: bool) -> list[list[int]]:
            if not given:
                return []
            found = self.tokenizer(
                list(given), add_special_tokens=special, return_attention_mask=False, verbose=False
            )
            return list(found["input_ids"])

        ids, begins = encode(strings, special), self.tokenizer.bos_token
        if special and begins and (bare := [s for s in strings if s.startswith(begins)]):
            without = dict(zip(bare, encode(bare, False), strict=True))
            ids = [without.get(string, each) for string, each in zip(strings, ids, strict=True)]
        return ids

    def _start(self) -> int:
        for token in (self.tokenizer.bos_token_id, self.tokenizer.eos_token_id):
            if token is not None:
                return int(token)
        raise UsageError(
            "the model's tokenizer has no beginning-of-text or end-of-text token; use another model"
        )

    def _cut(self, encoded: Encoded) -> Encoded:
        """Truncate the beginning of a text to leave room for its longest continuation."""
        if not all(encoded.continuations):
            raise LitgenError(
                "an answer adds no token to the prompt; use another separator or other choices in "
                "the prompt"
            )
        over = self._over(encoded)
        if over <= 0:
            return encoded
        return Encoded(encoded.text[min(over, len(encoded.text) - 1) :], encoded.continuations)


def _repeated(cache: Any, rows: int) -> Any:
    """Return a new cache that repeats the row of a one-row cache; the original does not change."""
    branch = copy.copy(cache)
    branch.layers = [copy.copy(layer) for layer in cache.layers]
    branch.batch_repeat_interleave(rows)
    return branch


def _sums(
    logits: torch.Tensor, asked: Sequence[tuple[int, int, Asked]], encoded: Sequence[Encoded]
) -> Iterator[tuple[int, list[float]]]:
    """Yield each text's index and the summed log probabilities of its continuations."""
    import torch

    rows, columns, tokens = torch.tensor(
        [(row, column, each.token) for row, column, each in asked], device=logits.device
    ).T
    logits = logits.float()
    values = logits[rows, columns, tokens] - logits.logsumexp(dim=2)[rows, columns]
    sums: dict[int, list[float]] = {}
    for (_, _, each), value in zip(asked, values.tolist(), strict=True):
        row = sums.setdefault(each.text, [0.0] * len(encoded[each.text].continuations))
        row[each.continuation] += value
    yield from sums.items()
