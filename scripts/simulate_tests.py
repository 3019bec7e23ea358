"""Do the tests and intervals that reports print keep their level?

Samples are drawn for which the null hypothesis is true, and tested at .05. A table a test:

1. difference: bootstrap, McNemar's exact test and its mid-p, of premises
2. equivalence at the margin
3. coverage of 95 % intervals of a difference
4. coverage of 95 % intervals of a share

Pairs of a premise flip together with a probability: then all of those concerned do what is drawn
once for the premise. Levels of differences are given twice: of all samples, and of those that the
report does not call too small. Numbers in **bold** are outside .02 to .06 (levels), or below .93
(coverage), of samples of which at least one in ten is not called too small.

    scripts/simulate_tests [--runs 10000] [--tables 1,2,3,4]
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product

import numpy as np

from litgen.statistics import (
    PairedSample,
    bootstrap_paired_t,
    difference_interval,
    generator,
    mcnemar,
    share,
)
from litgen.statistics.equivalence import cautious_p
from litgen.statistics.exact import least_p

ALPHA, REPLICATES = 0.05, 499
#: How many premises' sizes are drawn anew for each cell.
LAYOUTS = 20
SIZES: dict[str, Callable[[np.random.Generator, int], np.ndarray]] = {
    "1": lambda rng, n: np.ones(n, int),
    "5": lambda rng, n: np.full(n, 5),
    "30": lambda rng, n: np.full(n, 30),
    "1 to 5": lambda rng, n: rng.integers(1, 6, n),
    "1 to 30": lambda rng, n: rng.integers(1, 31, n),
    "1 to 3, some 30": lambda rng, n: np.where(rng.random(n) < 0.1, 30, rng.integers(1, 4, n)),
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=10_000, help="of each cell")
    parser.add_argument("--tables", default="1,2,3,4", help="which ones")
    args = parser.parse_args()
    tables = {"1": difference, "2": equivalence, "3": intervals, "4": shares}
    for each in args.tables.split(","):
        tables[each](args.runs)


def difference(runs: int) -> None:
    """Table 1."""
    header("Level of tests of a difference", "n", "a premise", "premises", "flips", "together",
           "too small", "bootstrap", "McNemar", "mid-p", "*large enough:* bootstrap", "McNemar",
           "mid-p")  # fmt: skip
    for size, n, psi in product(SIZES, (100, 500, 2000), (0.02, 0.1, 0.3)):
        for together in (0.0, 0.6, 1.0) if size != "1" else (0.0,):
            name = "difference", size, str(n), str(psi), str(together)
            rng = generator(0, *name, "bootstrap")
            rejected, small, units = [], [], 0
            tested = tests_of(rng)
            for sample in samples(name, runs, size, n, psi / 2, psi / 2, together):
                rejected.append(tested(sample))
                small.append(least_p(sample) > ALPHA)
                units += sample.groups
            kept = ~np.array(small)
            enough = kept.mean() >= 0.1
            every = np.mean(rejected, axis=0)
            large = np.array(rejected)[kept].mean(axis=0) if enough else np.full(3, np.nan)
            bold = [enough and not 0.02 <= each <= 0.06 for each in large]
            row(n, size, round(units / len(small)), psi, together, f"{1 - kept.mean():.3f}",
                *(f"{each:.3f}" for each in every), *map(level, large, bold))  # fmt: skip


def tests_of(rng: np.random.Generator) -> Callable[[PairedSample], list[bool]]:
    @lru_cache(maxsize=100_000)
    def tested(sample: PairedSample) -> list[bool]:
        exact = mcnemar(sample)
        p = bootstrap_paired_t(sample, rng, REPLICATES).p
        return [p < ALPHA, exact.p < ALPHA, exact.mid_p < ALPHA]

    return tested


def equivalence(runs: int) -> None:
    """Table 2: the true difference is the margin."""
    header("Level of equivalence at the margin", "n", "a premise", "premises", "margin",
           "flips back", "together", "too small", "level")  # fmt: skip
    for size, n, margin in product(SIZES, (50, 200, 500, 2000), (0.01, 0.02, 0.05)):
        for back, together in product((0.0, 0.05), (0.0, 0.6, 1.0) if size != "1" else (0.0,)):
            name = "equivalence", size, str(n), str(margin), str(back), str(together)
            claims, small, units = 0, 0, 0
            p_of = lru_cache(maxsize=100_000)(
                lambda s, m: max(cautious_p(s, m), cautious_p(s.swapped(), m))
            )
            for sample in samples(name, runs, size, n, margin + back, back, together):
                nothing = PairedSample(sample.sizes, 0 * sample.sizes, sample.units, 0)
                least = (
                    cautious_p(nothing, margin) if sample.groups < sample.n else (1 - margin) ** n
                )
                small += least >= ALPHA
                claims += least < ALPHA and p_of(sample, margin) < ALPHA
                units += sample.groups
            bold = claims / runs > 0.06
            row(n, size, round(units / runs), margin, back, together, f"{small / runs:.2f}",
                level(claims / runs, bold))  # fmt: skip


def intervals(runs: int) -> None:
    """Table 3."""
    header("Coverage of the interval of a difference", "n", "a premise", "premises", "lost",
           "gained", "together", "coverage", "mean width, points")  # fmt: skip
    for size, n in product(SIZES, (100, 500, 2000)):
        for lost, gained in ((0.02, 0.0), (0.05, 0.05), (0.1, 0.02)):
            for together in (0.0, 0.6, 1.0) if size != "1" else (0.0,):
                name = "interval", size, str(n), str(lost), str(gained), str(together)
                found = lru_cache(maxsize=100_000)(difference_interval)
                drawn = list(samples(name, runs, size, n, lost, gained, together))
                ends = np.array([found(sample) for sample in drawn])
                inside = ((ends[:, 0] <= lost - gained) & (ends[:, 1] >= lost - gained)).mean()
                row(n, size, round(np.mean([s.groups for s in drawn])), lost, gained, together,
                    level(inside, inside < 0.93),
                    f"{100 * (ends[:, 1] - ends[:, 0]).mean():.1f}")  # fmt: skip


def shares(runs: int) -> None:
    """Table 4."""
    header("Coverage of the interval of a share", "n", "a premise", "premises", "share", "together",
           "coverage")  # fmt: skip
    for size, n, true in product(SIZES, (100, 500, 2000), (0.5, 0.8, 0.9, 0.98)):
        for together in (0.0, 0.6, 1.0) if size != "1" else (0.0,):
            rng = generator(0, "share", size, str(n), str(true), str(together))
            inside, units = 0, 0
            for _ in range(LAYOUTS):
                sizes = layout(rng, size, n)
                unit = np.repeat(np.arange(sizes.size), sizes)
                units += sizes.size
                for _ in range(runs // LAYOUTS):
                    once = (rng.random(sizes.size) < true)[unit]
                    alone = rng.random(unit.size) < true
                    right = np.where(rng.random(unit.size) < together, once, alone)
                    found = share(right, None if size == "1" else unit)
                    inside += found.low <= true <= found.high
            covered = inside / runs
            row(n, size, round(units / LAYOUTS), true, together, level(covered, covered < 0.93))


def layout(rng: np.random.Generator, size: str, n: int) -> np.ndarray:
    """Sizes of premises of about n pairs in all, at least two."""
    sizes = SIZES[size](rng, n)
    return sizes[: max(2, int(np.searchsorted(np.cumsum(sizes), n)) + 1)]


def samples(
    name: tuple[str, ...], runs: int, size: str, n: int, lost: float, gained: float, together: float
) -> Iterator[PairedSample]:
    """Samples with true shares of lost and gained pairs."""
    rng = generator(0, *name)
    for _ in range(LAYOUTS):
        sizes = layout(rng, size, n)
        shape = runs // LAYOUTS, sizes.size
        if size == "1":
            for one, other, _ in rng.multinomial(n, [lost, gained, 1 - lost - gained], shape[0]):
                yield PairedSample.of_counts(n, int(one), int(other))
            continue
        once = rng.choice([1, -1, 0], p=[lost, gained, 1 - lost - gained], size=shape)
        shared = rng.binomial(np.broadcast_to(sizes, shape), together)
        plus = rng.binomial(sizes - shared, lost)
        minus = rng.binomial(sizes - shared - plus, gained / (1 - lost))
        sums = plus - minus + once * shared
        differing = (plus + minus + np.abs(once) * shared).sum(axis=1)
        ones = np.ones(sizes.size, int)
        for each, discordant in zip(sums, differing, strict=True):
            yield PairedSample(sizes, each, ones, int(discordant))


def header(title: str, *names: str) -> None:
    print(f"\n### {title}\n")
    row(*names)
    row(*["---"] * len(names))


def row(*cells: object) -> None:
    print("|", " | ".join(map(str, cells)), "|", flush=True)


def level(share: float, bold: bool) -> str:
    """A share, to three figures; nothing where there is none."""
    if np.isnan(share):
        return "-"
    return f"**{share:.3f}**" if bold else f"{share:.3f}"


if __name__ == "__main__":
    main()
