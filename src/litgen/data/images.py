"""Which image a sentence pair is about, where its data set says so.

Premises of SNLI are captions of Flickr30k, five to an image, so that pairs of different premises
may still be about the same scene (Bowman et al. 2015, section 2.1).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

#: Columns that name the image, or the caption of an image.
COLUMNS = ("captionID", "Flickr30kID", "Flikr30kID")
#: An image or a caption of it: ``4705552913.jpg``, ``4705552913.jpg#2``.
_CAPTION = re.compile(r"(\S+\.(?:jpe?g|png))(?:#\d+)?", re.IGNORECASE)
#: A pair of SNLI: ``4705552913.jpg#2r1n``. Another form could mean anything.
_PAIR = re.compile(r"(\S+\.(?:jpe?g|png))#\d+r\d+[enc]", re.IGNORECASE)


def image_of(identity: str, source: Mapping[str, Any]) -> str | None:
    """The image that a pair is about.

    Returns:
        From the column ``captionID`` (SNLI) or ``Flickr30kID`` (SNLI-VE, which also spells it
        ``Flikr30kID``), else from an id in SNLI's form; None where neither names an image.

    Example:
        >>> image_of("snli-dev-7", {"captionID": "4705552913.jpg#2"})
        '4705552913.jpg'
        >>> image_of("4705552913.jpg#2r1n", {})
        '4705552913.jpg'
        >>> image_of("63735n", {"genre": "slate"}) is None
        True
    """
    for column in COLUMNS:
        if found := _CAPTION.fullmatch(str(source.get(column) or "").strip()):
            return found[1]
    found = _PAIR.fullmatch(identity.strip())
    return found[1] if found else None
