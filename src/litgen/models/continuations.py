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
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

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


class _State(NamedTuple):
    """What a model has read: keys and values, which of them are no padding, tokens by row."""

    cache: Any
    there: torch.Tensor
    lengths: torch.Tensor


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
        self._window = window if isinstance(window, int) else math.inf

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
        found: list[list[float]] = [[] for _ in encoded]
        todo = list(range(len(encoded)))
        with cpu_threads(self.threads), torch.inference_mode():
            while todo:
                try:
                    for i, row in self._scores(encoded, todo):
                        found[i] = row
                    todo = []
                except torch.OutOfMemoryError as error:
                    todo = [i for i in todo if not found[i]]
                    self._halve(max(encoded[i].longest() for i in todo), error)
                    continue
        broken = [i for i, row in enumerate(found) if not all(map(math.isfinite, row))]
        if broken:
            raise LitgenError(
                f"the model gives no number for {len(broken)} of {len(texts)} texts (the first "
                f"ends with {texts[broken[0]][0][-60:]!r}); in {self.model.dtype} its values may "
                "overflow: give --dtype float32 or bfloat16"
            )
        return found

    def _halve(self, longest: int, error: Exception) -> None:
        """Go on with half the tokens a batch."""
        import torch

        if self.tokens <= longest:
            raise LitgenError(
                f"one text of {longest} tokens does not fit into the memory of the GPU; give "
                "--max-length, --dtype bfloat16 or --device cpu"
            ) from error
        self.tokens = max(longest, self.tokens // 2)
        error.__traceback__ = None  # it holds on to the tensors that did not fit
        torch.cuda.empty_cache()
        logger.warning("out of GPU memory: going on with %d tokens a batch", self.tokens)

    def _scores(
        self, encoded: Sequence[_Encoded], todo: Sequence[int]
    ) -> Iterator[tuple[int, list[float]]]:
        """The scores of the continuations of some texts, each with its place.

        Texts that begin alike (a premise, and the hypotheses asked about it) share the keys and
        values of their beginning; so do all texts those of what all begin with.
        """
        apart = [i for i in todo if not self._shares or encoded[i].longest() > self._window]
        for i in apart:
            yield i, self._score_apart(encoded[i])
        shared = sorted(set(todo) - set(apart), key=lambda i: encoded[i].text)
        if not shared:
            return
        ends = [encoded[shared[0]].text, encoded[shared[-1]].text]
        first = min(_common(*ends), *(len(encoded[i].text) - 1 for i in shared))
        first = first if first >= SHARED and len(shared) > 1 else 0
        start = self._go_on(None, [0], [ends[0][:first]])[1] if first else None
        groups = sorted(_groups(encoded, shared, first), key=lambda group: (group[0], group[1][0]))
        lengths = [length - first for length, _ in groups]
        for some in batches(range(len(groups)), lengths, self.tokens):
            stems = [encoded[groups[g][1][0]].text[first : groups[g][0]] for g in some]
            state = self._go_on(start, [0] * len(some), stems)[1] if any(stems) else start
            rests = {i: encoded[i].text[groups[g][0] :] for g in some for i in groups[g][1]}
            row_of = {i: row if any(stems) else 0 for row, g in enumerate(some)
                      for i in groups[g][1]}  # fmt: skip
            members = sorted(rests, key=lambda i: (len(rests[i]), i))
            for batch in batches(members, [len(rests.get(i, ())) for i in range(len(encoded))],
                                 self.tokens):  # fmt: skip
                rows = [row_of[i] for i in batch]
                yield from zip(
                    batch,
                    self._score(
                        state, rows, [rests[i] for i in batch],
                        [encoded[i].continuations for i in batch],
                    ),
                    strict=True,
                )  # fmt: skip

    def _score(
        self,
        state: _State | None,
        parents: Sequence[int],
        rests: Sequence[list[int]],
        continuations: Sequence[Sequence[list[int]]],
    ) -> list[list[float]]:
        """Scores of the continuations of a batch of texts, whose beginnings ``state`` holds."""
        logits, read = self._go_on(state, parents, rests, "last")
        # The first token of every continuation, and with it all there is of most of them.
        first = logits.log_softmax(dim=1)
        columns = [[ids[0] for ids in each] for each in continuations]
        rows = first.gather(1, self._padded(columns)).tolist()
        found: list[list[float]] = [row[: len(c)] for row, c in zip(rows, columns, strict=True)]
        longer = [(row, at) for row, each in enumerate(continuations)
                  for at, ids in enumerate(each) if len(ids) > 1]  # fmt: skip
        width = max((len(continuations[row][at]) for row, at in longer), default=2) - 1
        step = max(1, self._logits // (width * logits.shape[1]))
        for part in (longer[at : at + step] for at in range(0, len(longer), step)):
            ids = [continuations[row][at] for row, at in part]
            scores, _ = self._go_on(
                read, [row for row, _ in part], [each[:-1] for each in ids], "every"
            )
            sums = _sums(scores, self._padded([each[1:] for each in ids]), ids)
            for (row, at), value in zip(part, sums, strict=True):
                found[row][at] += value
        return found

    def _go_on(
        self,
        state: _State | None,
        parents: Sequence[int],
        rows: Sequence[Sequence[int]],
        want: Literal["nothing", "last", "every"] = "nothing",
    ) -> tuple[torch.Tensor, _State]:
        """Read tokens that go on from what was read before.

        Args:
            state: what was read before.
            parents: from which of its rows each row goes on.
            rows: token ids.
            want: the logits of each row's last token, or of every token.

        Returns:
            The logits that are wanted, and the state behind the rows.
        """
        import torch

        # On the left the last tokens stand in one column, and the output layer runs on it alone;
        # else padding stands on the right, where a causal model's real positions never look.
        left = want == "last" and state is not None
        ids = self._padded(rows, left)
        lengths = torch.tensor([len(each) for each in rows], device=self.device)
        ends = (lengths - 1).clamp(min=0)
        places = torch.arange(ids.shape[1], device=self.device)[None, :]
        if left:
            places = places - (ids.shape[1] - lengths)[:, None]
        there = (places >= 0) & (places < lengths[:, None])
        given: dict[str, Any] = {}
        if state is not None:
            chosen = torch.tensor(parents, device=self.device)
            before, started = state.there[chosen], state.lengths[chosen]
            given["past_key_values"] = _branch(state.cache)
            given["past_key_values"].batch_select_indices(chosen)
            seen = there if left else torch.ones_like(there)
            given["attention_mask"] = torch.cat([before, seen], dim=1).long()
            if self._positions:
                # Padding has a place, too, which must be one that the model knows.
                own = torch.minimum(places.clamp(min=0), ends[:, None])
                given["position_ids"] = started[:, None] + own
            there = torch.cat([before, there], dim=1)
        kept, at = ends.unique(return_inverse=True)
        if left:
            kept, at = kept.new_tensor([ids.shape[1] - 1]), torch.zeros_like(at)
        if want != "every" and self._keeps:
            given["logits_to_keep"] = kept if want == "last" else 1
        output = self.model(input_ids=ids, use_cache=True, **given)
        logits = output.logits
        if want == "last":
            numbers = torch.arange(len(rows), device=self.device)
            column = at if self._keeps else kept[at]
            logits = logits[numbers, column].float()
        total = lengths if state is None else started + lengths
        return logits, _State(output.past_key_values, there, total)

    def _score_apart(self, encoded: _Encoded) -> list[float]:
        """Scores of continuations by a model whose memory cannot be shared: the text with each."""
        text, continuations = encoded
        logits = self.model(
            input_ids=self._padded([[*text, *each[:-1]] for each in continuations])
        ).logits[:, len(text) - 1 :]
        ids = [[0, *each] for each in continuations]
        return _sums(logits, self._padded(continuations), ids)

    def _padded(self, rows: Sequence[Sequence[int]], left: bool = False) -> torch.Tensor:
        import torch

        width = max(map(len, rows))
        padding = [[0] * (width - len(ids)) for ids in rows]
        padded = [[*pad, *ids] if left else [*ids, *pad]
                  for ids, pad in zip(rows, padding, strict=True)]  # fmt: skip
        return torch.tensor(padded, device=self.device)

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


def _common(one: Sequence[int], other: Sequence[int]) -> int:
    """How many tokens two texts begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _groups(
    encoded: Sequence[_Encoded], order: Sequence[int], first: int
) -> list[tuple[int, list[int]]]:
    """Texts that begin alike: for how many tokens, and which texts.

    Args:
        encoded: all texts.
        order: the places of some, sorted by their tokens.
        first: tokens that all of them begin with.

    Returns:
        Every text keeps a token of its own behind the shared ones.
    """
    groups: list[tuple[int, list[int]]] = []
    for i in order:
        text = encoded[i].text
        if groups:
            length, members = groups[-1]
            common = min(length, _common(encoded[members[0]].text, text), len(text) - 1) - first
            # Worth it where the group saves as many tokens as it did without this text.
            saved = (len(members) - 1) * (length - first)
            if common >= SHARED and len(members) * common >= saved:
                groups[-1] = (first + common, [*members, i])
                continue
        groups.append((len(text) - 1, [i]))
    return groups


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
