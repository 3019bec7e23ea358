"""What a data set contains, and what gives its labels away."""

from litgen.analysis.analysis import Analysis, Examination, analyse
from litgen.analysis.document import as_json, document_of, refuse_folder, write_analysis
from litgen.analysis.verdict import Verdict, judge

__all__ = [
    "Analysis",
    "Examination",
    "Verdict",
    "analyse",
    "as_json",
    "document_of",
    "judge",
    "refuse_folder",
    "write_analysis",
]
