"""Show every transformation of one sentence as data, terminal output or HTML."""

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
