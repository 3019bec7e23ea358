"""Make exact multinomial draws that are fast if most kinds are rare.

A multinomial draw costs one binomial draw per kind. For many kinds with few units each, halving is
cheaper: if c units fall on 2 b equally likely places, the number that fall on the first b has the
same distribution as the number of ones among c random bits.
"""

import hashlib

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike, NDArray

Integers = NDArray[np.int64]
_COMMON = 64  #: kinds with at least this many places use binomial draws
_COINS = 512  #: counts up to this limit are drawn by tossing random bits


def multinomial(rng: Generator, n: int, weights: ArrayLike, size: int) -> Integers:
    """Draw how many of n draws fall on each kind; return an array of kinds x size.

    The weight of a kind is its number of equally likely places; ``size`` counts the repetitions.

    Example:
        >>> counts = multinomial(np.random.default_rng(0), 100, [70, 20, 10], 5_000)
        >>> counts.shape, set(counts.sum(axis=0).tolist()), counts.mean(axis=1).round().tolist()
        ((3, 5000), {100}, [70.0, 20.0, 10.0])
    """
    places = np.asarray(weights, dtype=np.int64)
    counts = np.zeros((places.size, size), dtype=np.int64)
    rare = np.flatnonzero((places > 0) & (places < _COMMON))
    common = np.flatnonzero(places >= _COMMON)
    left, total = np.full(size, n), int(places.sum())
    for kind in common[np.argsort(places[common], kind="stable")[::-1]]:
        last = total == places[kind]
        counts[kind] = left if last else rng.binomial(left, places[kind] / total)
        left = left - counts[kind]
        total -= int(places[kind])
    if rare.size:
        _halve(rng, left, _blocks(places, rare), counts)
    return counts


def heads(rng: Generator, counts: Integers) -> Integers:
    """Draw the number of heads for each number of coins."""
    most = int(counts.max(initial=0))
    if most > _COINS:
        return rng.binomial(counts, 0.5)
    found = np.zeros(counts.shape, dtype=np.int64)
    width = min(64, max(8, 1 << max(most - 1, 0).bit_length()))
    kept = np.array([(1 << ones) - 1 for ones in range(width + 1)], dtype=f"u{width // 8}")
    for start in range(0, most, width):
        words = rng.integers(0, 2**64, -(-counts.size * width // 64), dtype=np.uint64)
        bits = words.view(kept.dtype)[: counts.size].reshape(counts.shape)
        coins = counts if most <= width else np.clip(counts - start, 0, width)
        found += np.bitwise_count(bits & kept[coins])
    return found


def _blocks(places: Integers, kinds: Integers) -> list[tuple[int, int]]:
    """Divide the places of the kinds into blocks (power of two, kind), the largest first."""
    bits = [(1 << bit, int(kind)) for kind in kinds for bit in range(int(places[kind]).bit_length())
            if int(places[kind]) >> bit & 1]  # fmt: skip
    return sorted(bits, key=lambda block: -block[0])


def _halve(
    rng: Generator, drawn: Integers, blocks: list[tuple[int, int]], counts: Integers
) -> None:
    """Distribute draws over blocks in proportion to size; add them to the counts of the kinds."""
    total = sum(size for size, _ in blocks)
    at = 0
    while at < len(blocks):  # blocks in descending order fill powers of two without remainder
        part = 1 << (total.bit_length() - 1)
        end, filled = at, 0
        while filled < part:
            filled += blocks[end][0]
            end += 1
        inside = drawn if part == total else rng.binomial(drawn, part / total)
        _split(rng, inside, blocks[at:end], part, counts)
        drawn = drawn - inside
        at, total = end, total - part


def _split(
    rng: Generator, drawn: Integers, blocks: list[tuple[int, int]], places: int, counts: Integers
) -> None:
    if len({kind for _, kind in blocks}) == 1:
        counts[blocks[0][1]] += drawn
        return
    half, filled, middle = places // 2, 0, 0
    while filled < half:
        filled += blocks[middle][0]
        middle += 1
    first = heads(rng, drawn)
    _split(rng, first, blocks[:middle], half, counts)
    _split(rng, drawn - first, blocks[middle:], half, counts)


def generator(seed: int, *names: str) -> Generator:
    """Return a separate random generator for each seed and purpose.

    Example:
        >>> first, again = (generator(0, "past;future").integers(100, size=3) for _ in range(2))
        >>> (first == again).all()
        np.True_
    """
    digest = hashlib.sha256("\0".join(names).encode()).digest()
    return np.random.default_rng([seed, *np.frombuffer(digest[:16], "<u4").tolist()])
