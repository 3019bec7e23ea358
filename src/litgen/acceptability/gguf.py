"""Read GGUF files, as far as the packaged language model requires.

The package ``gguf`` needs two seconds to read this file, because it makes an array of each of its
98,000 strings. Format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
"""

import math
import struct
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

#: Maps the number of a type to the ``struct`` format of a single value.
_PACKED: Final = dict(enumerate(["B", "b", "<H", "<h", "<I", "<i", "<f", "?"])) | {
    10: "<Q",
    11: "<q",
    12: "<d",
}
_STRING, _ARRAY = 8, 9
#: Maps the number of each supported tensor type to its values and bytes per block.
F32, Q4_1, Q8_0 = 0, 3, 8
_BLOCKS: Final = {F32: (1, 4), Q4_1: (32, 20), Q8_0: (32, 34)}


class _Tensor(NamedTuple):
    """A tensor: rows of blocks of values."""

    kind: int
    rows: int
    columns: int
    start: int  #: offset in the file in bytes

    @property
    def width(self) -> int:
        """The size of a row in bytes."""
        values, size = _BLOCKS[self.kind]
        return self.columns // values * size


class Gguf:
    """A GGUF file.

    Attributes:
        known: the metadata by name.

    Raises:
        ValueError: the file is not a GGUF file, is truncated, or has tensors of unsupported types.
        Exception: malformed bytes can raise any error.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.known: dict[str, Any] = {}
        with path.open("rb") as file:
            # The table of contents, which is shorter than 8 MB, precedes the tensors.
            self._bytes, self._at = file.read(8 << 20), 0
        if self._bytes[:4] != b"GGUF":
            raise ValueError("not a GGUF file")
        _, _, tensors, values = self._unpacked("<4sIQQ")
        for _ in range(values):
            name = self._string()
            self.known[name] = self._value(self._one("<I"))
        self._tensors = dict(self._described() for _ in range(tensors))
        align = self.known.get("general.alignment", 32)
        start = math.ceil(self._at / align) * align
        del self._bytes
        for name, tensor in self._tensors.items():
            self._tensors[name] = tensor._replace(start=tensor.start + start)
        last = max(self._tensors.values(), key=lambda each: each.start)
        if path.stat().st_size < last.start + last.rows * last.width:
            raise ValueError("it is truncated")

    def tensor(self, name: str, rows: np.ndarray | None = None) -> np.ndarray:
        """Return a tensor as float32, or as a vector if it has one row.

        Args:
            rows: indices of the rows to read; None reads all.
        """
        tensor = self._tensors[name]
        shape = tensor.rows, tensor.width
        if rows is None:
            found = np.fromfile(self.path, np.uint8, math.prod(shape), offset=tensor.start)
            found = found.reshape(shape)
        else:
            found = np.memmap(self.path, np.uint8, "r", tensor.start, shape)[rows]
        if tensor.kind == F32:
            values = found.view(np.float32)
        else:
            values = _unpack(found.reshape(-1, _BLOCKS[tensor.kind][1]), tensor.kind)
            values = values.reshape(len(found), tensor.columns)
        return values[0] if tensor.rows == 1 else values

    def sizes(self, name: str) -> tuple[int, int]:
        return self._tensors[name].rows, self._tensors[name].columns

    def _unpacked(self, form: str) -> tuple[Any, ...]:
        found = struct.unpack_from(form, self._bytes, self._at)
        self._at += struct.calcsize(form)
        return found

    def _one(self, form: str) -> Any:
        return self._unpacked(form)[0]

    def _string(self) -> str:
        size = self._one("<Q")
        start, self._at = self._at, self._at + size
        if self._at > len(self._bytes):
            raise ValueError("it is truncated")
        return self._bytes[start : self._at].decode()

    def _value(self, kind: int) -> Any:
        if kind == _STRING:
            return self._string()
        if kind == _ARRAY:
            inner, number = self._unpacked("<IQ")
            return [self._value(inner) for _ in range(number)]
        return self._one(_PACKED[kind])

    def _described(self) -> tuple[str, _Tensor]:
        name = self._string()
        sizes = self._unpacked(f"<{self._one('<I')}Q")
        kind, start = self._unpacked("<IQ")
        if kind not in _BLOCKS:
            raise ValueError(f"{name} has the type {kind}")
        return name, _Tensor(kind, math.prod(sizes[1:]), sizes[0], start)


def _unpack(blocks: np.ndarray, kind: int) -> np.ndarray:
    factors = blocks[:, : 2 if kind == Q8_0 else 4].copy().view(np.float16).astype(np.float32)
    if kind == Q8_0:
        eight: np.ndarray = blocks[:, 2:].view(np.int8) * factors
        return eight
    packed = np.ascontiguousarray(blocks[:, 4:])
    halves = np.empty((len(blocks), 2, 16), np.uint8)
    np.bitwise_and(packed, 15, out=halves[:, 0])
    np.right_shift(packed, 4, out=halves[:, 1])
    found = halves.reshape(-1, 32).astype(np.float32)
    found *= factors[:, :1]  # the scale
    found += factors[:, 1:]  # the minimum
    return found
