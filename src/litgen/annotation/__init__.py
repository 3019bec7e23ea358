"""Human annotation of contrast sets: draw samples to annotate, and measure agreement."""

from litgen.annotation.agreement import AgreementReport, measure_agreement
from litgen.annotation.sample import Plan, draw
from litgen.annotation.sheets import write_sheets

__all__ = [
    "AgreementReport",
    "Plan",
    "draw",
    "measure_agreement",
    "write_sheets",
]
