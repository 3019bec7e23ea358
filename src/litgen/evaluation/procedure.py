"""The test procedure: how differences are tested, and on which contrasts."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

from litgen.contrast.notation import expand
from litgen.evaluation.columns import UNITS, Unit
from litgen.evaluation.contrasts import ContrastInfo
from litgen.exceptions import UsageError, did_you_mean
from litgen.statistics.bootstrap import PValue
from litgen.statistics.corrections import CORRECTIONS, Correction

Test = Literal["bootstrap", "mcnemar", "mid-p"]  #: the test whose p-value decides
TESTS: tuple[Test, ...] = get_args(Test)


@dataclass(frozen=True)
class Procedure:
    """How differences are tested."""

    test: Test = "bootstrap"  #: the test whose p-value decides
    unit: Unit | None = None  #: unit of resampling; if None, the image or, without one, the premise
    p_value: PValue = "symmetric"  #: as in ``litgen.statistics.bootstrap.bootstrap_paired_t``
    replicates: int = 20_000  #: number of bootstrap replicates
    alpha: float = 0.05  #: significance level for each family of tests
    correction: Correction = "holm"  #: multiple-testing correction within a family
    #: largest difference that counts as no difference; None for no test of equivalence
    margin: float | None = None
    power: float = 0.8  #: the power for which the detectable effect is computed
    #: contrasts with fewer pairs are shown but not tested, and do not count in a family
    min_pairs: int = 30
    #: the contrasts to test; all contrasts if this field and ``suites`` are empty
    contrasts: tuple[str, ...] = ()
    suites: tuple[str, ...] = ()  #: suites whose contrasts are also tested
    seed: int = 0

    def check(self) -> None:
        """Raise a ``UsageError`` if a value is unknown or out of range."""
        for name, known in (("test", TESTS), ("unit", UNITS), ("correction", CORRECTIONS)):
            value = getattr(self, name)
            if value not in (*known, *([None] if name == "unit" else [])):
                raise UsageError(f"--{name}: {value!r} is not one of {', '.join(known)}")
        for name in ("power", "alpha", "margin"):
            value = getattr(self, name)
            if value is not None and not 0 < value < 1:
                raise UsageError(f"--{name} is {value}, but must be between 0 and 1")
        for name in ("replicates", "min_pairs"):
            if getattr(self, name) < 1:
                option = name.replace("_", "-")
                raise UsageError(f"--{option} is {getattr(self, name)}, but must be at least 1")

    def chosen(self, infos: Sequence[ContrastInfo]) -> frozenset[str]:
        """Return the names of the contrasts to test; reject unknown names."""
        there = [info.name for info in infos]
        if not self.contrasts and not self.suites:
            return frozenset(there)
        wanted = [str(contrast) for text in self.contrasts for contrast in expand(text)]
        _refuse_unknown("contrast", wanted, there)
        _refuse_unknown("suite", self.suites, [info.suite for info in infos if info.suite])
        return frozenset(wanted).union(info.name for info in infos if info.suite in self.suites)

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "contrasts": list(self.contrasts), "suites": list(self.suites)}


def _refuse_unknown(option: str, wanted: Sequence[str], there: Sequence[str]) -> None:
    for name in wanted:
        if name not in there:
            hint = did_you_mean(name, there, "manifest.json")
            raise UsageError(f"--{option}: {name!r} is not in this contrast set; {hint}")
