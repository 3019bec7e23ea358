"""The arithmetic of a transformer, in NumPy or in PyTorch.

In both, a result does not depend on the rest of its batch: weights multiply slices with a fixed
number of rows, and attention is computed together only for sequences of the same shape.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

if TYPE_CHECKING:
    import torch

#: Number of rows that a weight multiplies at a time.
ROWS = 256
#: Rows of padding before and after these rows; the results of the padding may differ.
_EDGE = 16
Array = Any


class Arithmetic(Protocol):
    """The operations of a transformer; arrays are NumPy's or PyTorch's."""

    name: str  #: number format of the multiplications, and the device if it is not the CPU

    def running(self) -> AbstractContextManager[Any]:
        """Return the context manager in which the other methods must run."""
        ...

    def weight(self, values: np.ndarray) -> Array:
        """Return a weight (outputs x inputs), prepared for ``linear``."""
        ...

    def array(self, values: np.ndarray) -> Array:
        """Convert an array of indices or of numbers in full precision."""
        ...

    def empty(self, rows: int, columns: int) -> Array: ...

    def linear(self, x: Array, weight: Array) -> Array:
        """Multiply ``ROWS`` rows by a weight; the result has the shape rows x outputs."""
        ...

    def normalised(self, x: Array, epsilon: float) -> Array:
        """Divide rows by their root mean square (RMSNorm: Zhang and Sennrich 2019)."""
        ...

    def gated(self, x: Array) -> Array:
        """Gate the second half of each row by the SiLU of the first (SwiGLU: Shazeer 2020)."""
        ...

    def turned(self, x: Array, turns: Array) -> Array:
        """Rotate rows of heads by their positions (RoPE: Su et al. 2021).

        Args:
            turns: complex numbers: rows x 1 x half of the head size.
        """
        ...

    def taken(self, x: Array, index: Array) -> Array:
        """Return the rows with the given indices, in the shape of the index."""
        ...

    def attend(
        self, q: Array, k: Array, v: Array, queries: Array, keys: Array, hidden: Array
    ) -> None:
        """Compute attention for sequences of one shape; the results replace the queries in ``q``.

        Args:
            q: queries, divided by the square root of the head size; each row has the queries of
                all heads that share a key head.
            k, v: keys and values; each row belongs to one key head.
            queries: row indices into q: sequences x key heads x positions. If an index occurs
                several times, the content of its row is undefined afterwards.
            keys: row indices into k and v: sequences x key heads x places.
            hidden: values to add to the scores: sequences x 1 x positions x 1 x places.
        """
        ...

    def numpy(self, x: Array) -> np.ndarray: ...


Product = Callable[[np.ndarray, np.ndarray], np.ndarray]


def _straight(x: np.ndarray, weight: np.ndarray) -> np.ndarray:
    found: np.ndarray = x @ weight
    return found


def _inside(x: np.ndarray, weight: np.ndarray) -> np.ndarray:
    padded = np.zeros((len(x) + 2 * _EDGE, x.shape[1]), np.float32)
    padded[_EDGE:-_EDGE] = x
    found: np.ndarray = (weight.T @ padded.T).T[_EDGE:-_EDGE]
    return found


def _one_by_one(x: np.ndarray, weight: np.ndarray) -> np.ndarray:
    return np.stack([row @ weight for row in x])


@cache
def _product() -> Product:
    """Return the fastest matrix product that gives equal results for equal rows on this CPU.

    BLAS may sum in a different order at the edges of its tiles; without AVX-512, OpenBLAS does so
    in every second tile of ``x @ weight``.
    """
    draw = np.random.default_rng(0)
    row, weight = draw.normal(size=576), draw.normal(size=(64, 576))
    x = np.tile(row.astype(np.float32), (ROWS, 1))
    for product in (_straight, _inside):
        found = product(x, weight.astype(np.float32).T)
        if (found == found[0]).all():
            return product
    return _one_by_one


class NumpyArithmetic:
    """Arithmetic in float32 on one CPU thread."""

    name = "float32"

    def running(self) -> AbstractContextManager[Any]:
        return np.errstate(over="ignore")  # exp(-gate) = inf: the gate is closed

    def weight(self, values: np.ndarray) -> np.ndarray:
        return values.T

    def array(self, values: np.ndarray) -> np.ndarray:
        return values

    def empty(self, rows: int, columns: int) -> np.ndarray:
        return np.empty((rows, columns), np.float32)

    def linear(self, x: np.ndarray, weight: np.ndarray) -> np.ndarray:
        found: np.ndarray = _product()(x, weight)
        return found

    def normalised(self, x: np.ndarray, epsilon: float) -> np.ndarray:
        squares = np.einsum("ij,ij->i", x, x)[:, None]
        found: np.ndarray = x / np.sqrt(squares / np.float32(x.shape[1]) + np.float32(epsilon))
        return found

    def gated(self, x: np.ndarray) -> np.ndarray:
        gate, up = np.split(x, 2, axis=-1)
        found: np.ndarray = np.negative(gate)
        np.exp(found, out=found)
        found += 1
        np.divide(gate, found, out=found)
        found *= up
        return found

    def turned(self, x: np.ndarray, turns: np.ndarray) -> np.ndarray:
        heads = np.ascontiguousarray(x).view(np.complex64)
        turned = heads.reshape(len(x), -1, turns.shape[-1]) * turns
        found: np.ndarray = turned.reshape(heads.shape).view(np.float32)
        return found

    def taken(self, x: np.ndarray, index: np.ndarray) -> np.ndarray:
        found: np.ndarray = x[index]
        return found

    def attend(
        self,
        q: np.ndarray,
        k: np.ndarray,
        v: np.ndarray,
        queries: np.ndarray,
        keys: np.ndarray,
        hidden: np.ndarray,
    ) -> None:
        rows = q[queries]
        flat = rows.reshape(*keys.shape[:2], -1, k.shape[1])
        scores = flat @ k[keys].swapaxes(2, 3)
        by_position = scores.reshape(*queries.shape, -1, keys.shape[2])
        by_position += hidden
        scores -= scores.max(axis=-1, keepdims=True)
        np.exp(scores, out=scores)
        scores /= scores.sum(axis=-1, keepdims=True)
        q[queries] = (scores @ v[keys]).reshape(rows.shape)

    def numpy(self, x: np.ndarray) -> np.ndarray:
        return x


class TorchArithmetic:
    """Arithmetic in PyTorch, with products in ``dtype`` and sums, norms and softmax in float32.

    Args:
        device: ``cpu`` or a GPU.
        dtype: number format of products.
    """

    def __init__(self, device: torch.device, dtype: torch.dtype) -> None:
        self.device, self.dtype = device, dtype
        where = "" if device.type == "cpu" else f" on {device.type}"
        self.name = str(dtype).removeprefix("torch.") + where

    def running(self) -> AbstractContextManager[Any]:
        import torch

        return torch.inference_mode()

    def weight(self, values: np.ndarray) -> torch.Tensor:
        return self.array(values).to(self.dtype).t()

    def array(self, values: np.ndarray) -> torch.Tensor:
        import torch

        return torch.from_numpy(values).to(self.device)

    def empty(self, rows: int, columns: int) -> torch.Tensor:
        import torch

        return torch.empty((rows, columns), dtype=self.dtype, device=self.device)

    def linear(self, x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
        return x @ weight

    def normalised(self, x: torch.Tensor, epsilon: float) -> torch.Tensor:
        import torch

        lengths = torch.linalg.vector_norm(x, dim=1, keepdim=True)
        found: torch.Tensor = x * (lengths.square() / x.shape[1] + epsilon).rsqrt()
        return found.to(self.dtype)

    def gated(self, x: torch.Tensor) -> torch.Tensor:
        import torch

        gate, up = x.chunk(2, dim=-1)
        return torch.nn.functional.silu(gate).mul_(up)

    def turned(self, x: torch.Tensor, turns: torch.Tensor) -> torch.Tensor:
        import torch

        heads = torch.view_as_complex(x.float().reshape(len(x), -1, turns.shape[-1], 2))
        return torch.view_as_real(heads * turns).reshape(x.shape)

    def taken(self, x: torch.Tensor, index: torch.Tensor) -> torch.Tensor:
        return x.index_select(0, index.reshape(-1)).reshape(*index.shape, *x.shape[1:])

    def attend(
        self,
        q: torch.Tensor,
        k: torch.Tensor,
        v: torch.Tensor,
        queries: torch.Tensor,
        keys: torch.Tensor,
        hidden: torch.Tensor,
    ) -> None:
        places, size = keys.shape[2], k.shape[1]
        rows = self.taken(q, queries).reshape(keys.shape[0] * keys.shape[1], -1, size)
        k, v = (self.taken(each, keys).reshape(len(rows), places, size) for each in (k, v))
        scores = (rows @ k.mT).float()
        scores.view(*queries.shape, -1, places).add_(hidden)
        found = scores.softmax(-1).to(self.dtype) @ v
        q.index_copy_(0, queries.reshape(-1), found.reshape(-1, q.shape[1]))

    def numpy(self, x: torch.Tensor) -> np.ndarray:
        found: np.ndarray = x.cpu().numpy()
        return found


def choose_arithmetic() -> Arithmetic:
    """Return the fastest arithmetic on this machine.

    It is bfloat16 in PyTorch if PyTorch is installed and the machine has a GPU or a CPU with
    bfloat16 instructions (AMX, AVX512-BF16), and otherwise float32 in NumPy.
    """
    if importlib.util.find_spec("torch") is None:
        return NumpyArithmetic()
    import torch

    from litgen.neural.devices import emulates

    if torch.cuda.is_available() and torch.cuda.is_bf16_supported():
        return TorchArithmetic(torch.device("cuda"), torch.bfloat16)
    cpu = torch.device("cpu")
    known = torch.cpu.get_capabilities().get("architecture") == "x86_64"
    if not known or emulates(torch.bfloat16, cpu):
        return NumpyArithmetic()
    return TorchArithmetic(cpu, torch.bfloat16)
