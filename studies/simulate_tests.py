"""Check that the tests and intervals in reports keep their level.

Samples for which the null hypothesis is true are drawn and tested at 0.05. Each test has a table:

1. difference: bootstrap, McNemar's exact test and its mid-p version, with premises as units
2. equivalence at the margin
3. coverage of 95 % intervals of a difference
4. coverage of 95 % intervals of a share

Pairs of a premise flip together with some probability: then all pairs affected share one draw. The
level of a test of a difference counts only the samples that the report does not call too small, if
these are at least one in ten. A table shows the range over the cells of each group; ``--cells
FILE`` also writes every cell. Numbers in **bold** are outside 0.02 to 0.06 (differences), above
0.06 (equivalence) or below 0.93 (coverage).

    python studies/simulate_tests.py [--runs 10000] [--tables 1,2,3,4] [--cells FILE]
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from litgen.statistics.bootstrap import bootstrap_paired_t, paired_t
from litgen.statistics.exact import mcnemar, min_p
from litgen.statistics.intervals import share
from litgen.statistics.resampling import generator
from litgen.statistics.sample import PairedSample
from litgen.statistics.score import cautious_p, difference_interval, score_p

ALPHA, REPLICATES = 0.05, 499
#: No test is computed for a smaller |t|, because none could reject.
HOPELESS = 1.2
#: Probabilities that a pair shares the draw of its premise.
TOGETHER = (0.0, 0.6, 1.0)
#: Number of draws of premise sizes for each cell.
LAYOUTS = 20
SIZES: dict[str, Callable[[np.random.Generator, int], np.ndarray]] = {
    "1": lambda rng, n: np.ones(n, int),
    "5": lambda rng, n: np.full(n, 5),
    "30": lambda rng, n: np.full(n, 30),
    "1 to 5": lambda rng, n: rng.integers(1, 6, n),
    "1 to 30": lambda rng, n: rng.integers(1, 31, n),
    "1 to 3, some 30": lambda rng, n: np.where(rng.random(n) < 0.1, 30, rng.integers(1, 4, n)),
}
ORDINARY = list(SIZES)[:-1]
PER_PREMISE = "pairs per premise"


class Table(NamedTuple):
    """The columns by which the cells are grouped, and the values whose range is shown."""

    title: str
    by: tuple[str, ...]
    #: Columns, with the acceptable range of each.
    ranges: dict[str, tuple[float, float]]
    cells: Callable[[int], Iterator[dict[str, Any]]]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=10_000, help="of each cell")
    parser.add_argument("--tables", default="1,2,3,4", help="which ones")
    parser.add_argument("--cells", type=Path, help="a Markdown file for the values of every cell")
    args = parser.parse_args()
    written = []
    for each in args.tables.split(","):
        table = TABLES[int(each) - 1]
        cells = list(table.cells(args.runs))
        print("\n".join(summary(table, cells)), flush=True)
        written += [f"\n### {table.title}\n", *rows([cells[0], *(each.values() for each in cells)])]
    if args.cells:
        args.cells.write_text("\n".join([*written, ""]))


def summary(table: Table, cells: list[dict[str, Any]]) -> Iterator[str]:
    """The table in Markdown: for each group, the minimum and maximum of each column."""
    groups: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
    for cell in cells:
        groups.setdefault(tuple(cell[name] for name in table.by), []).append(cell)
    yield f"\n### {table.title}\n"
    lines: list[list[Any]] = [[*table.by, *table.ranges]]
    for key, group in groups.items():
        found = [between([c[name] for c in group], good) for name, good in table.ranges.items()]
        lines.append([*key, *found])
    yield from rows(lines)


def rows(lines: list[Any]) -> Iterator[str]:
    """The rows of a table in Markdown; the first is the header."""
    head, *body = ([str(cell) for cell in line] for line in lines)
    for line in (head, ["---"] * len(head), *body):
        yield "| " + " | ".join(line) + " |"


def between(values: list[float], good: tuple[float, float]) -> str:
    """The minimum and maximum, in bold if not acceptable; - if there are no values."""
    known = [value for value in values if not np.isnan(value)]
    if not known:
        return "-"
    ends = [f"{each:.3f}" if good[0] <= each <= good[1] else f"**{each:.3f}**"
            for each in (min(known), max(known))]  # fmt: skip
    return " to ".join(dict.fromkeys(ends))


def difference(runs: int) -> Iterator[dict[str, Any]]:
    """Table 1."""
    for n, size, psi in product((100, 500, 2000), ORDINARY, (0.02, 0.1)):
        for together in TOGETHER[: 1 if size == "1" else 2]:
            name = "difference", size, str(n), str(psi), str(together)
            tested = lru_cache(maxsize=100_000)(tests_of(generator(0, *name, "bootstrap")))
            drawn = list(samples(name, runs, size, n, psi / 2, psi / 2, together))
            rejected = np.array([tested(sample) for sample in drawn])
            kept = np.array([min_p(sample) <= ALPHA for sample in drawn])
            large = rejected[kept].mean(axis=0) if kept.mean() >= 0.1 else np.full(3, np.nan)
            yield {
                "pairs": n, PER_PREMISE: size, "premises": premises(drawn), "flips": psi,
                "together": together, "too small": 1 - kept.mean(),
                **dict(zip(("bootstrap", "McNemar", "mid-p"), large, strict=True)),
            }  # fmt: skip


def tests_of(rng: np.random.Generator) -> Callable[[PairedSample], list[bool]]:
    """Whether each test rejects."""

    def tested(sample: PairedSample) -> list[bool]:
        if not sample.discordant or abs(paired_t(sample)) < HOPELESS:
            return [False, False, False]
        exact = mcnemar(sample)
        p = bootstrap_paired_t(sample, rng, REPLICATES).p
        return [p < ALPHA, exact.p < ALPHA, exact.mid_p < ALPHA]

    return tested


def equivalence(runs: int) -> Iterator[dict[str, Any]]:
    """Table 2: the true difference equals the margin."""
    for n, size, margin in product((50, 200, 500, 2000), SIZES, (0.01, 0.05)):
        for back, together in product((0.0, 0.05), TOGETHER[: 1 if size == "1" else 3]):
            name = "equivalence", size, str(n), str(margin), str(back), str(together)
            claimed = lru_cache(maxsize=100_000)(claims)
            drawn = list(samples(name, runs, size, n, margin + back, back, together))
            small = [too_small(sample, margin) for sample in drawn]
            found = [not s and claimed(each, margin) for s, each in zip(small, drawn, strict=True)]
            yield {
                "pairs": n, PER_PREMISE: size, "premises": premises(drawn), "margin": margin,
                "flips back": back, "together": together, "too small": np.mean(small),
                "level": np.mean(found),
            }  # fmt: skip


def claims(sample: PairedSample, margin: float) -> bool:
    return (
        sample.difference < margin
        and cautious_p(sample, margin) < ALPHA
        and cautious_p(sample.swapped(), margin) < ALPHA
    )


def too_small(sample: PairedSample, margin: float) -> bool:
    """Whether equivalence could not be claimed even if no pair flipped."""
    sizes = b"" if sample.groups == sample.n else sample.sizes.tobytes()
    return least_of(sample.n, sizes, margin) >= ALPHA


@lru_cache(maxsize=100_000)
def least_of(pairs: int, sizes: bytes, margin: float) -> float:
    """The p-value of equivalence if no pair flipped, of single pairs or premises of these sizes."""
    each = np.frombuffer(sizes, dtype=np.int64) if sizes else np.ones(1, int)
    units = np.ones(each.size, int) if sizes else np.array([pairs])
    return cautious_p(PairedSample(each, 0 * each, units, 0), margin)


def intervals(runs: int) -> Iterator[dict[str, Any]]:
    """Table 3: an interval covers a difference if neither one-sided test at it rejects."""
    for n, size in product((100, 500, 2000), ORDINARY):
        for lost, gained in ((0.02, 0.0), (0.06, 0.04)):
            for together in TOGETHER[: 1 if size == "1" else 2]:
                name = "interval", size, str(n), str(lost), str(gained), str(together)
                covers = lru_cache(maxsize=100_000)(refuted_by_none)
                drawn = list(samples(name, runs, size, n, lost, gained, together))
                inside = np.mean([covers(sample, lost - gained) for sample in drawn])
                ends = np.array(
                    [difference_interval(sample) for sample in drawn[:: max(1, runs // 100)]]
                )
                yield {
                    "pairs": n, PER_PREMISE: size, "premises": premises(drawn), "lost": lost,
                    "gained": gained, "together": together, "coverage": inside,
                    "mean width": (ends[:, 1] - ends[:, 0]).mean(),
                }  # fmt: skip


def refuted_by_none(sample: PairedSample, true: float) -> bool:
    return min(score_p(sample, true), score_p(sample.swapped(), -true)) > 0.025


def shares(runs: int) -> Iterator[dict[str, Any]]:
    """Table 4."""
    for n, size, true in product((100, 500, 2000), ORDINARY, (0.5, 0.9, 0.98)):
        for together in TOGETHER[: 1 if size == "1" else 2]:
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
            yield {
                "pairs": n, PER_PREMISE: size, "premises": round(units / LAYOUTS), "share": true,
                "together": together, "coverage": inside / runs,
            }  # fmt: skip


def layout(rng: np.random.Generator, size: str, n: int) -> np.ndarray:
    """Sizes of at least two premises with about n pairs in total."""
    sizes = SIZES[size](rng, n)
    return sizes[: max(2, int(np.searchsorted(np.cumsum(sizes), n)) + 1)]


def samples(
    name: tuple[str, ...], runs: int, size: str, n: int, lost: float, gained: float, together: float
) -> Iterator[PairedSample]:
    """Samples with given true shares of lost and gained pairs."""
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


def premises(drawn: list[PairedSample]) -> int:
    """The mean number of premises in the samples."""
    return round(float(np.mean([sample.groups for sample in drawn])))


LEVEL, COVERAGE = (0.02, 0.06), (0.93, 1.0)
TABLES = (
    Table(
        "Level of tests of a difference",
        ("pairs", PER_PREMISE),
        {"bootstrap": LEVEL, "McNemar": LEVEL, "mid-p": LEVEL},
        difference,
    ),
    Table(
        "Level of equivalence at the margin",
        ("pairs", "margin"),
        {"level": (0, 0.06)},
        equivalence,
    ),
    Table(
        "Coverage of the interval of a difference",
        ("pairs", PER_PREMISE),
        {"coverage": COVERAGE, "mean width": (0, 2)},
        intervals,
    ),
    Table(
        "Coverage of the interval of a share",
        ("pairs", PER_PREMISE),
        {"coverage": COVERAGE},
        shares,
    ),
)

if __name__ == "__main__":
    main()
