"""Analysis of a data set: what it contains, and which artefacts reveal its labels."""

from litgen.analysis.analysis import Analysis, Examination, analyse
from litgen.analysis.document import as_json, document_of, write_analysis
from litgen.analysis.verdict import judge

__all__ = [
    "Analysis",
    "Examination",
    "analyse",
    "as_json",
    "document_of",
    "judge",
    "write_analysis",
]
