"""Augment training data with contrast pairs: select pairs, set their numbers, balance cues."""

from litgen.augmentation.augment import augment
from litgen.augmentation.options import Augmentation
from litgen.augmentation.sources import Making

__all__ = ["Augmentation", "Making", "augment"]
