"""What people think of a contrast set: samples to annotate, and how far the answers agree."""

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
