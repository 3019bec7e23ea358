"""Compare the bootstrap's speed with bare multinomial draws and with drawing pairs one by one.

All of them draw from the same null distribution, which the tests verify. The figures are processor
time in this one process; the best of several rounds counts.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import numpy as np

from litgen.statistics.bootstrap import bootstrap_paired_t
from litgen.statistics.exact import mcnemar
from litgen.statistics.sample import PairedSample
from litgen.statistics.score import difference_interval

#: Maximum number of values in a block of the row-wise method.
_BLOCK = 10_000_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=10_000, help="pairs (default: 10,000)")
    parser.add_argument("--replicates", type=int, default=1_000_000)
    parser.add_argument(
        "--row-wise", type=int, default=2_000, help="replicates of the row-wise method"
    )
    parser.add_argument("--lost", type=float, default=0.06, help="share of the pairs")
    parser.add_argument("--gained", type=float, default=0.055, help="share of the pairs")
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()

    print(f"{args.n} pairs, {args.replicates} replicates, processor seconds, best of {args.rounds}")
    for sizes, target in ((1, 0.6), (5, 2.0), (30, 8.0)):
        sample = premises(args.n, sizes, args.lost, args.gained)
        ours, p = best(
            args.rounds,
            lambda: bootstrap_paired_t(sample, np.random.default_rng(1), args.replicates).p,  # noqa: B023
        )
        bare, _ = best(1, lambda: multinomial(sample, args.replicates))  # noqa: B023
        line = (
            f"premises of 1 to {sizes}: {sample.groups} of {sample.units.size} kinds, "
            f"p = {p:.4f}: {ours:.2f} s; bare multinomial draws of the kinds {bare:.2f} s, "
            f"ratio {ours / bare:.2f}"
        )
        if args.replicates == 1_000_000 and args.n == 10_000:
            line += f"; target {target} s: {'met' if ours < target else 'missed'}"
        print(line)
    sample = premises(args.n, 1, args.lost, args.gained)
    ours, _ = best(
        args.rounds,
        lambda: bootstrap_paired_t(sample, np.random.default_rng(1), args.replicates).p,
    )
    values = np.repeat(
        [1, -1, 0], [int(sample.units[sample.differences == d].sum()) for d in (1, -1, 0)]
    )
    rows, q = best(1, lambda: row_wise(values, args.row_wise))
    ratio = (rows / args.row_wise) / (ours / args.replicates)
    print(f"drawing rows, {args.row_wise} replicates: {rows:.2f} s, p = {q:.4f}; "
          f"a replicate of litgen is {ratio:.0f} times as fast")  # fmt: skip
    for name, work in (("McNemar", mcnemar), ("interval", difference_interval)):
        for sizes in (1, 5, 30):
            sample = premises(args.n, sizes, args.lost, args.gained)
            took, _ = best(args.rounds, lambda: work(sample))  # noqa: B023
            print(f"{name}, premises of 1 to {sizes}: {1000 * took:.1f} ms")


def premises(n: int, largest: int, lost: float, gained: float) -> PairedSample:
    """Pairs in premises of equally likely sizes; 30 % of the pairs have their premise's value."""
    rng = np.random.default_rng(0)
    sizes = rng.integers(1, largest + 1, n)
    sizes = sizes[: int(np.searchsorted(np.cumsum(sizes), n)) + 1]
    unit = np.repeat(np.arange(sizes.size), sizes)[:n]
    chances = [lost, gained, 1 - lost - gained]
    alone = rng.choice([1, -1, 0], p=chances, size=n)
    once = rng.choice([1, -1, 0], p=chances, size=sizes.size)[unit]
    values = np.where(rng.random(n) < 0.3, once, alone)
    return PairedSample.of_values(values, unit if largest > 1 else None)


def multinomial(sample: PairedSample, replicates: int) -> None:
    """Draw the counts of the kinds, the same number of replicates, in blocks."""
    rng, shares = np.random.default_rng(0), sample.units / sample.groups
    block = 1_000_000 // shares.size
    for start in range(0, replicates, block):
        rng.multinomial(sample.groups, shares, size=min(block, replicates - start))


def best(rounds: int, work: Callable[[], object]) -> tuple[float, object]:
    """The shortest time of several rounds, and the result."""
    times, found = [], None
    for _ in range(rounds):
        started = time.process_time()
        found = work()
        times.append(time.process_time() - started)
    return min(times), found


def row_wise(delta: np.ndarray, replicates: int) -> float:
    """The definition of the test: draw pairs with replacement, swap each with probability 0.5."""
    rng = np.random.default_rng(2)
    t = statistic(delta[None, :])[0]
    below = above = 0
    for start in range(0, replicates, max(1, _BLOCK // delta.size)):
        size = min(max(1, _BLOCK // delta.size), replicates - start)
        rows = delta[rng.integers(delta.size, size=(size, delta.size))]
        drawn = statistic(rows * rng.choice([-1, 1], size=rows.shape))
        below += int((drawn < t).sum())
        above += int((drawn > t).sum())
    return min(1.0, 2 * (min(below, above) + replicates - below - above + 1) / (replicates + 1))


def statistic(delta: np.ndarray) -> np.ndarray:
    """t of each row (Salvatore et al. 2023, equation 12)."""
    n = delta.shape[1]
    found: np.ndarray = np.sqrt(n) * delta.mean(axis=1) / delta.std(axis=1)
    return found


if __name__ == "__main__":
    main()
