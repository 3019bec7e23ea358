"""What a data set contains, and what gives its labels away."""

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
