"""The IE test of Salvatore et al. (2023, section 3), which turns predictions into a decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, NamedTuple, get_args

import numpy as np

from litgen.data.splitting import premise_key
from litgen.evaluation.procedure import TESTS, Test
from litgen.exceptions import UsageError
from litgen.experiments.paired import PairedOriginal, check_rho
from litgen.statistics.bootstrap import PValue, bootstrap_paired_t, check_replicates
from litgen.statistics.corrections import strictest_level
from litgen.statistics.exact import mcnemar
from litgen.statistics.joint import JointTest, joint_test
from litgen.statistics.resampling import generator
from litgen.statistics.sample import PairedSample

SearchWhere = Literal["once", "each"]
#: The unit that the bootstrap resamples and exchanges.
Unit = Literal["premise", "pair"]
#: The values of rho for which the paper tests deep models.
PAPER_RHO = (0.0, 0.2, 0.4, 0.5, 0.6, 0.8, 1.0)


@dataclass(frozen=True)
class Design:
    phi: str = "synonym"  # the transformation; it must keep labels
    rho: tuple[float, ...] = PAPER_RHO  # probabilities that a training pair is replaced
    samples: int = 5  # M, the number of samples to draw, train on and test for each rho
    votes: int = 1  # k, the number of classifiers per sample; their majority vote is tested
    budget: int = 10  # B, the number of trainings in the hyperparameter search; 0 for no search
    search: SearchWhere = "once"  # search "once", on the unchanged pairs, or on "each" sample
    test: Test = "bootstrap"  # the deciding test: bootstrap paired t, McNemar's, mid-p McNemar's
    unit: Unit = "premise"  # the unit of resampling; "pair" in the paper
    p_value: PValue = "symmetric"  # kind of p-value (see `litgen.statistics.bootstrap_paired_t`)
    replicates: int = 20_000  # S, the number of replicates of the bootstrap and the joint test
    alpha: float = (
        0.05  # level of the joint test; each of the M tests for one rho has the level alpha / M
    )
    seed: int = 0  # seed of all draws

    def check(self) -> None:
        """Raise UsageError if a value is out of range or the replicates are too few for alpha."""
        for name, known in (("test", TESTS), ("unit", get_args(Unit)),
                            ("search", get_args(SearchWhere)),
                            ("p_value", get_args(PValue))):  # fmt: skip
            if getattr(self, name) not in known:
                option = name.replace("_", "-")
                raise UsageError(
                    f"--{option} {getattr(self, name)}: the value must be one of {', '.join(known)}"
                )
        for name, minimum in (("samples", 1), ("votes", 1), ("budget", 0)):
            if getattr(self, name) < minimum:
                raise UsageError(
                    f"--{name} {getattr(self, name)}: the number must be {minimum} or more"
                )
        if not 0 < self.alpha < 1:
            raise UsageError(f"--alpha {self.alpha}: the level must be between 0 and 1")
        if not self.rho:
            raise UsageError("--rho: use at least one probability")
        for rho in self.rho:
            check_rho(rho)
        level = self.level if self.test == "bootstrap" else self.alpha
        check_replicates(self.replicates, level, self.p_value)

    @property
    def level(self) -> float:
        """The level of each of the M tests: alpha / M."""
        return strictest_level(self.alpha, self.samples, "bonferroni")

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "rho": list(self.rho)}


class SampleTest(NamedTuple):
    """The test of one classifier (or majority vote), trained on one sample."""

    sample: int  # from 0
    original: float  # accuracy on the test pairs, the mean of A
    changed: float  # accuracy on their transforms, the mean of B
    lost: int  # number of test pairs classified correctly only as originals
    gained: int  # number of test pairs classified correctly only as transforms
    statistic: float  # t; positive if accuracy is higher on the originals
    p: dict[str, float]  # p-values by test: "bootstrap", "mcnemar", "mid-p"
    labels: int  # number of different labels predicted for the test pairs
    remark: str | None = None  # a special case, such as that no pair is discordant


class IETest(NamedTuple):
    """The IE test for one value of rho (Algorithm 1)."""

    rho: float
    tests: tuple[SampleTest, ...]
    p: float  # the smallest p-value of the deciding test
    level: float  # level of each test, alpha / M
    rejected: bool  # whether the smallest p-value is below the level

    @classmethod
    def of(cls, rho: float, tests: Sequence[SampleTest], design: Design) -> IETest:
        """Combine the tests of the samples with Bonferroni's method."""
        p = min(test.p[design.test] for test in tests)
        return cls(rho, tuple(tests), p, design.level, p < design.level)

    def as_json(self) -> dict[str, Any]:
        return {**self._asdict(), "tests": [test._asdict() for test in self.tests]}


class Examiner:
    """Tests several classifiers on the same test pairs.

    Example:
        >>> from litgen.experiments.paired import Change
        >>> pairs = [PairedOriginal(f"A man {i}", "A man", "entailment", (Change(f"A guy {i}",
        ...          "A guy", "entailment"),)) for i in range(40)]
        >>> examiner = Examiner(pairs, Design(samples=1))
        >>> found = examiner.test("E" * 40, "E" * 20 + "N" * 20, 0.0, 0)
        >>> found.lost, round(found.statistic, 2), found.p["bootstrap"] < 0.001
        (20, 6.32, True)
    """

    def __init__(self, test: Sequence[PairedOriginal], design: Design) -> None:
        self.design = design
        self.gold = _letters(gold(test))
        self.gold_changed = _letters(gold(test, 0))
        self.units = list(range(len(test)))
        if design.unit == "premise":
            numbers: dict[str, int] = {}
            keys = (premise_key(paired.premise) for paired in test)
            self.units = [numbers.setdefault(key, len(numbers)) for key in keys]

    def right(self, original: str, changed: str) -> tuple[np.ndarray, np.ndarray]:
        """Return A and B, which mark the pairs classified correctly before and after rewriting."""
        return _letters(original) == self.gold, _letters(changed) == self.gold_changed

    def test(self, original: str, changed: str, rho: float, sample: int) -> SampleTest:
        """Test one classifier by its predictions (E, N, C) for test pairs and their transforms.

        ``rho`` and ``sample`` seed the bootstrap's draws.
        """
        a, b = self.right(original, changed)
        lost, gained = int((a & ~b).sum()), int((~a & b).sum())
        design = self.design
        rng = generator(design.seed, "bootstrap", f"rho {rho!r}", str(sample))
        units = self.units if design.unit == "premise" else None
        pairs = PairedSample.of_pairs(a, b, units)
        found = bootstrap_paired_t(pairs, rng, design.replicates, design.p_value)
        exact = mcnemar(pairs)
        return SampleTest(
            sample, float(a.mean()), float(b.mean()), lost, gained, found.statistic,
            {"bootstrap": found.p, "mcnemar": exact.p, "mid-p": exact.mid_p}, len(set(original)),
            found.remark,
        )  # fmt: skip

    def joint(self, answers: Sequence[tuple[str, str]]) -> JointTest:
        """Test the invariance of several classifiers as one hypothesis, however dependent they are.

        ``answers`` has each classifier's predictions for the test pairs and for their transforms.
        """
        differences = np.zeros((max(self.units) + 1, len(answers)))
        for column, given in enumerate(answers):
            a, b = self.right(*given)
            np.add.at(differences[:, column], self.units, a.astype(float) - b)
        rng = generator(self.design.seed, "joint test")
        return joint_test(differences, rng, self.design.replicates)


def gold(test: Sequence[PairedOriginal], by: int | None = None) -> str:
    """Return the labels of test pairs or of their transforms, as a string of letters."""
    pairs = (paired.original if by is None else paired.transformed(by) for paired in test)
    return "".join(pair.label[0].upper() for pair in pairs)


def majority(answers: Sequence[str]) -> str:
    """Return the majority prediction for each pair; in a tie, the earliest classifier decides.

    Example:
        >>> majority(["ENC", "NNE", "NCN"])
        'NNC'
    """
    return "".join(Counter(said).most_common(1)[0][0] for said in zip(*answers, strict=True))


def _letters(text: str) -> np.ndarray:
    return np.frombuffer(text.encode("ascii"), dtype=np.uint8)
