"""Augment training data with contrast pairs, balanced so that cues reveal no label."""

from litgen.augmentation.augment import augment
from litgen.augmentation.options import Augmentation
from litgen.augmentation.sources import Making

__all__ = ["Augmentation", "Making", "augment"]
