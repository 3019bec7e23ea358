"""What guards ask about a sentence as a whole: its words, dates and facts."""

from __future__ import annotations

from litgen.engines.dependency.phrases import Property

PROPERTIES: dict[str, Property] = {
    "facts": lambda p: p.told("sentence", "facts"),
    "capital": lambda p: p.told("sentence", "capital"),
    "dates": lambda p: p.told("sentence", "dates"),
    # the apostrophe of *the retailers' costs* is no quotation mark
    "words": lambda p: ((t.lower_ if t.tag_ != "POS" else "POS", t) for t in p.doc),
}
