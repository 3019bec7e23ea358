"""Augmentation of training data with contrast pairs: selection, numbers and balanced cues."""

from litgen.augmentation.augment import augment
from litgen.augmentation.options import Augmentation
from litgen.augmentation.sources import Making

__all__ = ["Augmentation", "Making", "augment"]
