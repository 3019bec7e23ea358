"""The labels of a figure's rows, in as many lines as they need."""

from __future__ import annotations

from typing import NamedTuple


class Line(NamedTuple):
    """A line of a label: what stands in it, and what stands after it, softer."""

    text: str
    soft: str = ""


def label_lines(name: str, n: str, apart: bool, room: float) -> list[Line]:
    """The lines of a label, none wider than there is room.

    Args:
        name: such as a contrast; broken after its ``;`` where it is too wide, cut where a part
            still is.
        n: of how many, softer; empty where it is not said.
        apart: whether ``n`` has a line of its own in any case.
        room: in pixels.

    Example:
        >>> [line.text for line in label_lines("past+cleft;future+cleft", "n 9", False, 120)]
        ['past+cleft;', 'future+cleft', '']
        >>> label_lines("may;may", "n 9", False, 120)
        [Line(text='may;may  ', soft='n 9')]
    """
    if n and not apart and width_of(f"{name}  {n}") <= room:
        return [Line(f"{name}  ", n)]
    parts = [name]
    if width_of(name) > room and ";" in name:
        premise, hypothesis = name.split(";", 1)
        parts = [f"{premise};", hypothesis]
    lines = [Line(_cut(part, room)) for part in parts]
    return [*lines, Line("", n)] if n else lines


def width_of(text: str) -> float:
    """How wide a text is, about, in the figures' type, in pixels.

    Example:
        >>> width_of("NOUN") > width_of("noun")
        True
    """
    return sum(9.4 if sign.isupper() or sign in "+@mwMW" else 7.1 for sign in text)


def _cut(text: str, room: float) -> str:
    if width_of(text) <= room:
        return text
    while width_of(f"{text}…") > room:
        text = text[:-1]
    return f"{text}…"
