"""Every transformation of one sentence, for people and for programs to read."""

from __future__ import annotations

from litgen.show.gallery import Declined, Entry, Gallery, Group, build
from litgen.show.marks import Segment, marked
from litgen.show.selection import by_phenomenon, gallery_of

__all__ = [
    "Declined",
    "Entry",
    "Gallery",
    "Group",
    "Segment",
    "build",
    "by_phenomenon",
    "gallery_of",
    "marked",
]
