"""Match and edit MRSs: the rule language, the loading of rules and the clausal skeleton.

>>> from litgen.mrs import load_rules
>>> "past" in load_rules().by_name
True
"""

from litgen.mrs.application import apply, apply_sequence
from litgen.mrs.frame import Source
from litgen.mrs.loading import load_rules
from litgen.mrs.skeleton import skeleton
from litgen.mrs.wellformed import is_well_formed

__all__ = [
    "Source",
    "apply",
    "apply_sequence",
    "is_well_formed",
    "load_rules",
    "skeleton",
]
