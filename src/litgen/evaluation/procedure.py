"""The procedure of the tests: how differences are tested, and on which contrasts."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from litgen.contrast.notation import expand
from litgen.evaluation.columns import UNITS, Unit
from litgen.evaluation.contrasts import ContrastInfo
from litgen.exceptions import UsageError, did_you_mean
from litgen.statistics import CORRECTIONS
from litgen.statistics.bootstrap import PValue
from litgen.statistics.corrections import Correction

#: The test whose p-value decides.
Test = Literal["bootstrap", "mcnemar", "mid-p"]
TESTS: tuple[Test, ...] = ("bootstrap", "mcnemar", "mid-p")


@dataclass(frozen=True)
class Procedure:
    """How differences are tested."""

    test: Test = "bootstrap"  #: the test whose p-value decides
    #: the unit of resampling (``litgen.evaluation.columns.Unit``); when None, the image if the data
    #: set names one, else the premise
    unit: Unit | None = None
    #: the bootstrap's p-value (``litgen.statistics.bootstrap_paired_t``)
    p_value: PValue = "symmetric"
    replicates: int = 20_000  #: number of bootstrap replicates
    alpha: float = 0.05  #: level of each family
    correction: Correction = "holm"  #: multiple-testing correction within a family
    #: the largest difference that counts as none; without it, equivalence is not tested
    margin: float | None = None
    power: float = 0.8  #: the power at which the detectable effect is given
    min_pairs: int = 30  #: contrasts with fewer pairs are shown, not tested, and in no family
    #: the contrasts to test; all if neither contrasts nor suites are given
    contrasts: tuple[str, ...] = ()
    suites: tuple[str, ...] = ()  #: suites whose contrasts are also tested
    seed: int = 0  #: seed of the bootstraps

    def check(self) -> None:
        """Check the values.

        Raises:
            UsageError: a value is unknown or out of range.
        """
        for name, known in (("test", TESTS), ("unit", UNITS), ("correction", CORRECTIONS)):
            if getattr(self, name) not in (*known, *([None] if name == "unit" else [])):
                raise UsageError(f"--{name} {getattr(self, name)}: take one of {', '.join(known)}")
        if not 0 < self.power < 1:
            raise UsageError(f"--power {self.power}: a power lies between 0 and 1")
        if not 0 < self.alpha < 1:
            raise UsageError(f"--alpha {self.alpha}: a level lies between 0 and 1")
        if self.margin is not None and not 0 < self.margin < 1:
            raise UsageError(f"--margin {self.margin}: a difference lies between 0 and 1")
        if self.replicates < 1:
            raise UsageError(f"--replicates {self.replicates}: a bootstrap needs at least 1")
        if self.min_pairs < 1:
            raise UsageError(f"--min-pairs {self.min_pairs}: at least 1 is needed")

    def chosen(self, infos: Sequence[ContrastInfo]) -> frozenset[str]:
        """The contrasts that are tested if they have enough pairs.

        Raises:
            UsageError: a contrast or suite does not exist; the message suggests the nearest.
        """
        there = [info.name for info in infos]
        if not self.contrasts and not self.suites:
            return frozenset(there)
        wanted = [str(contrast) for text in self.contrasts for contrast in expand(text)]
        _refuse_unknown("contrast", wanted, there)
        _refuse_unknown("suite", self.suites, [info.suite for info in infos if info.suite])
        return frozenset(wanted).union(info.name for info in infos if info.suite in self.suites)

    def as_json(self) -> dict[str, Any]:
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in asdict(self).items()
        }


def _refuse_unknown(option: str, wanted: Sequence[str], there: Sequence[str]) -> None:
    for name in wanted:
        if name not in there:
            hint = did_you_mean(name, there, "manifest.json")
            raise UsageError(f"--{option} {name}: not in this contrast set; {hint}")
