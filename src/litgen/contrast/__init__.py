"""From labelled pairs to a contrast set: notation, label policy, pipeline, files.

Example:
    >>> str(parse_contrast("(past;future)+cleft"))
    'past+cleft;future+cleft'
"""

from litgen.contrast.notation import Contrast, parse_contrast
from litgen.contrast.pipeline import build
from litgen.contrast.policy import LabelPolicy, load_policy
from litgen.contrast.suites import find_suite, load_suites
from litgen.options import Options

__all__ = [
    "Contrast",
    "LabelPolicy",
    "Options",
    "build",
    "find_suite",
    "load_policy",
    "load_suites",
    "parse_contrast",
]
