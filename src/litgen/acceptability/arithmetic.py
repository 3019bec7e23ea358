"""The arithmetic of a transformer, in NumPy or in PyTorch.

Both give a row of an array the same numbers whatever the other rows are: weights multiply slices of
a fixed number of rows, and sequences attend together where they have the same shape. So a result
does not depend on what else is in a batch.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

if TYPE_CHECKING:
    import torch

#: Rows that are multiplied by a weight at one time.
ROWS = 256
Array = Any


class Arithmetic(Protocol):
    """What a transformer computes; arrays are NumPy's or PyTorch's."""

    name: str  #: number format of the multiplications, and the device unless it is the CPU

    def weight(self, values: np.ndarray) -> Array:
        """A weight, outputs x inputs, prepared for ``linear``."""
        ...

    def array(self, values: np.ndarray) -> Array:
        """An array of float32."""
        ...

    def linear(self, x: Array, weight: Array) -> Array:
        """Rows times a weight: rows x outputs."""
        ...

    def normalised(self, x: Array, scale: Array, epsilon: float) -> Array:
        """Rows divided by their root mean square (RMSNorm: Zhang and Sennrich 2019)."""
        ...

    def gated(self, x: Array) -> Array:
        """SwiGLU (Shazeer 2020): the second half of each row, gated by SiLU of the first."""
        ...

    def attended(self, q: Array, k: Array, v: Array, seen: np.ndarray) -> Array:
        """Attention of sequences of one shape.

        Args:
            q: sequences x positions x heads x size.
            k, v: sequences x places x key heads x size, key heads shared by several heads.
            seen: whether a position sees a place: sequences x positions x places.

        Returns:
            sequences x positions x (heads * size).
        """
        ...

    def joined(self, parts: list[Array], axis: int = 0) -> Array:
        """Arrays one after another."""
        ...

    def numpy(self, x: Array) -> np.ndarray:
        """The values as NumPy has them."""
        ...


def in_slices(multiply: Callable[[Array], Array], x: Array, join: Any, zeros: Any) -> Array:
    """Apply ``multiply`` to slices of exactly ``ROWS`` rows, the last one filled with zeros."""
    found = []
    for start in range(0, len(x), ROWS):
        part = x[start : start + ROWS]
        missing = ROWS - len(part)
        whole = join([part, zeros((missing, part.shape[1]))]) if missing else part
        found.append(multiply(whole)[: len(part)])
    return found[0] if len(found) == 1 else join(found)


class NumpyArithmetic:
    """Float32 on one thread of the CPU."""

    name = "float32"

    def weight(self, values: np.ndarray) -> np.ndarray:
        return np.ascontiguousarray(values.T)

    def array(self, values: np.ndarray) -> np.ndarray:
        return values.astype(np.float32, copy=False)

    def linear(self, x: np.ndarray, weight: np.ndarray) -> np.ndarray:
        zeros = lambda shape: np.zeros(shape, np.float32)  # noqa: E731
        found: np.ndarray = in_slices(lambda part: part @ weight, x, np.concatenate, zeros)
        return found

    def normalised(self, x: np.ndarray, scale: np.ndarray, epsilon: float) -> np.ndarray:
        mean = np.mean(x * x, axis=-1, keepdims=True)
        found: np.ndarray = x / np.sqrt(mean + np.float32(epsilon)) * scale
        return found

    def gated(self, x: np.ndarray) -> np.ndarray:
        gate, up = np.split(x, 2, axis=-1)
        with np.errstate(over="ignore"):  # exp(-gate) = inf: the gate is shut
            found: np.ndarray = gate / (1 + np.exp(-gate)) * up
        return found

    def attended(self, q: np.ndarray, k: np.ndarray, v: np.ndarray, seen: np.ndarray) -> np.ndarray:
        number, new, heads, size = q.shape
        places, shared = k.shape[1:3]
        # Heads that share a key head are rows of one product.
        grouped = q.reshape(number, new, shared, -1, size).transpose(0, 2, 3, 1, 4)
        scores = grouped.reshape(number, shared, -1, size) @ k.transpose(0, 2, 3, 1)
        scores = scores.reshape(number, heads, new, places) / np.float32(np.sqrt(size))
        scores += np.where(seen, np.float32(0), np.float32(-1e30))[:, None]
        scores -= scores.max(axis=-1, keepdims=True)
        np.exp(scores, out=scores)
        scores /= scores.sum(axis=-1, keepdims=True)
        found = scores.reshape(number, shared, -1, places) @ v.transpose(0, 2, 1, 3)
        found = found.reshape(number, heads, new, size).transpose(0, 2, 1, 3)
        whole: np.ndarray = found.reshape(number, new, -1)
        return whole

    def joined(self, parts: list[np.ndarray], axis: int = 0) -> np.ndarray:
        return np.concatenate(parts, axis)

    def numpy(self, x: np.ndarray) -> np.ndarray:
        return x


class TorchArithmetic:
    """Weights multiply in a number format of PyTorch; sums, norms and attention are float32.

    Args:
        device: ``cpu`` or a GPU.
        dtype: of the multiplications.
    """

    def __init__(self, device: torch.device, dtype: torch.dtype) -> None:
        self.device, self.dtype = device, dtype
        where = "" if device.type == "cpu" else f" on {device.type}"
        self.name = str(dtype).removeprefix("torch.") + where

    def weight(self, values: np.ndarray) -> torch.Tensor:
        return self.array(np.ascontiguousarray(values.T)).to(self.dtype)

    def array(self, values: np.ndarray) -> torch.Tensor:
        import torch

        return torch.from_numpy(values.astype(np.float32)).to(self.device)

    def linear(self, x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
        import torch

        low = x.to(self.dtype)
        zeros = lambda shape: torch.zeros(shape, dtype=self.dtype, device=self.device)  # noqa: E731
        found: torch.Tensor = in_slices(lambda part: part @ weight, low, torch.cat, zeros)
        return found.float()

    def normalised(self, x: torch.Tensor, scale: torch.Tensor, epsilon: float) -> torch.Tensor:
        import torch

        return torch.nn.functional.rms_norm(x, (x.shape[-1],), scale, epsilon)

    def gated(self, x: torch.Tensor) -> torch.Tensor:
        import torch

        gate, up = x.chunk(2, dim=-1)
        return torch.nn.functional.silu(gate) * up

    def attended(
        self, q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, seen: np.ndarray
    ) -> torch.Tensor:
        import torch

        share = q.shape[2] // k.shape[2]
        keys, values = (each.repeat_interleave(share, dim=2).transpose(1, 2) for each in (k, v))
        mask = torch.from_numpy(seen).to(self.device)[:, None]
        found = torch.nn.functional.scaled_dot_product_attention(
            q.transpose(1, 2), keys, values, attn_mask=mask
        )
        return found.transpose(1, 2).reshape(*q.shape[:2], -1)

    def joined(self, parts: list[torch.Tensor], axis: int = 0) -> torch.Tensor:
        import torch

        return torch.cat(parts, axis)

    def numpy(self, x: torch.Tensor) -> np.ndarray:
        found: np.ndarray = x.cpu().numpy()
        return found


def choose_arithmetic() -> Arithmetic:
    """The fastest arithmetic here.

    Bfloat16 through PyTorch where it is installed and a GPU or the processor has instructions for
    it (AMX, AVX512-BF16); else float32 through NumPy.
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
