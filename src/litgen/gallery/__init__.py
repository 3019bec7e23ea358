"""Every transformation of one sentence, as data, as terminal output and as HTML."""

from litgen.gallery.gallery import Gallery, build
from litgen.gallery.marks import marked
from litgen.gallery.selection import by_phenomenon, gallery_of

__all__ = [
    "Gallery",
    "build",
    "by_phenomenon",
    "gallery_of",
    "marked",
]
