"""Training data with contrast pairs in it: which, how many, and what they may not teach."""

from litgen.augmentation.augment import augment
from litgen.augmentation.options import Augmentation
from litgen.augmentation.sources import Making

__all__ = ["Augmentation", "Making", "augment"]
