"""Formatting of numbers and names in reports."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from litgen.contrast.names import named

if TYPE_CHECKING:
    from litgen.statistics.intervals import Estimate, Share

#: The character shown for a missing value.
NOTHING = "–"
_MINUS = "−"


def percent(value: float | None, digits: int = 1) -> str:
    """Format a share in per cent.

    Example:
        >>> percent(0.4567), percent(None), percent(float("nan"))
        ('45.7', '–', '–')
    """
    if value is None or math.isnan(value):
        return NOTHING
    return f"{100 * value:.{digits}f}"


def points(value: float | None, digits: int = 1) -> str:
    """Format a difference in percentage points, with its sign.

    Example:
        >>> points(-0.0331), points(0.02), points(0.0)
        ('−3.3', '+2.0', '0.0')
    """
    if value is None or math.isnan(value):
        return NOTHING
    text = f"{abs(100 * value):.{digits}f}"
    if not float(text):
        return text
    return f"{'+' if value > 0 else _MINUS}{text}"


def interval(low: float, high: float, signed: bool = False) -> str:
    """Format the ends of an interval, in per cent or, if ``signed``, in percentage points.

    Example:
        >>> interval(0.4411, 0.475), interval(-0.05, 0.01, signed=True)
        ('44.1 to 47.5', '−5.0 to +1.0')
    """
    if math.isnan(low) or math.isnan(high):
        return NOTHING
    write = points if signed else percent
    return f"{write(low)} to {write(high)}"


def in_words(value: Share | Estimate) -> str:
    """Format a share with its interval, such as ``80.0 % (49.0 to 94.3)``."""
    return f"{percent(value.value)} % ({interval(value.low, value.high)})"


def p_value(p: float | None) -> str:
    """Format a p-value, with enough digits to distinguish it from 0.

    Example:
        >>> p_value(0.04), p_value(0.00012), p_value(1e-9), p_value(1.0)
        ('0.040', '0.0001', '<0.0001', '1.000')
    """
    if p is None or math.isnan(p):
        return NOTHING
    if p < 0.0001:
        return "<0.0001"
    return f"{p:.4f}" if p < 0.001 else f"{p:.3f}"


def number(value: int) -> str:
    """Format a number with thousands separators."""
    return f"{value:,}"


def in_text(p: float) -> str:
    """Format a p-value for use in a sentence.

    Example:
        >>> in_text(0.04), in_text(1e-9)
        ('p = 0.040', 'p < 0.0001')
    """
    text = p_value(p)
    return f"p < {text[1:]}" if text.startswith("<") else f"p = {text}"


def statistic(t: float) -> str:
    """Format a test statistic.

    Example:
        >>> statistic(-2.256), statistic(float("inf"))
        ('−2.26', '∞')
    """
    if math.isnan(t):
        return NOTHING
    text = "∞" if math.isinf(t) else f"{abs(t):.2f}"
    return f"{_MINUS}{text}" if t < 0 and text != "0.00" else text


def counted(items: int, noun: str, plural: str | None = None) -> str:
    """Format a number with its noun in the singular or plural.

    Example:
        >>> counted(1, "pair"), counted(2000, "pair"), counted(2, "is", "are")
        ('1 pair', '2,000 pairs', '2 are')
    """
    return f"{number(items)} {noun if items == 1 else plural or noun + 's'}"


def units(unit: str | None) -> str:
    """Return the plural noun for the unit of resampling, such as ``premises``."""
    return f"{unit or 'premise'}s"


def titled(contrast: str) -> str:
    """Return the name of a contrast in quotation marks, such as ``“Past, then future”``."""
    return f"“{named(contrast).name}”"


def listed(names: list[str], most: int = 4) -> str:
    """Join names with commas and *and*, as in a sentence.

    Example:
        >>> listed(["a", "b", "c"]), listed(["a", "b", "c"], most=2)
        ('a, b and c', 'a, b and 1 other')
    """
    shown, rest = names[:most], len(names) - most
    if rest > 0:
        shown = [*shown, f"{rest} other" + ("s" if rest > 1 else "")]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"
