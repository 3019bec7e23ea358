"""What a transformation puts for what: the most frequent substitutions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from difflib import SequenceMatcher
from typing import NamedTuple

_TOKEN = re.compile(r"\w+(?:['’]\w+)*|[^\w\s]")
NOTHING = "–"


class Changes(NamedTuple):
    """What was changed in some sentences."""

    #: (before, after) with how often; ``–`` stands for nothing
    substitutions: Counter[tuple[str, str]]
    changed: int  #: sentences that are not as they were
    sentences: int  #: all


def compare(sentences: Iterable[tuple[str, str]]) -> Changes:
    """Compare sentences before and after a transformation.

    Example:
        >>> compare([("A man rides.", "A man will ride.")]).substitutions
        Counter({('rides', 'will ride'): 1})
    """
    found: Counter[tuple[str, str]] = Counter()
    changed = total = 0
    for before, after in sentences:
        total += 1
        if before != after:
            changed += 1
            found.update(_substitutions(before, after))
    return Changes(found, changed, total)


def _substitutions(before: str, after: str) -> list[tuple[str, str]]:
    ours, theirs = ([each.casefold() for each in _TOKEN.findall(text)] for text in (before, after))
    blocks = SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes()
    return [
        (" ".join(ours[i:j]) or NOTHING, " ".join(theirs[k:m]) or NOTHING)
        for kind, i, j, k, m in blocks
        if kind != "equal"
    ]
