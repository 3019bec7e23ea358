"""What every transformation is, whichever paper it comes from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol


class Variant(NamedTuple):
    """One rewritten version of a text.

    Attributes:
        candidates: distinct surface forms in the engine's order of preference, at least one; a
            ranker chooses among them, the first stands where nothing ranks.
        parameters: what distinguishes this variant from the others of the same transformation,
            such as ``{"role": "ARG1"}``; pairs take variants of equal parameters on both sides.
        form: ``"clause"`` or ``"caption"``.
        engine: name of the engine that made it, None for a transformation without one.
        traits: facts about the *source* sentence that label guards ask for, such as
            ``{"tense": "pres", "stative": True}`` (names in ``rules/labels.toml``).
    """

    candidates: tuple[str, ...]
    parameters: Mapping[str, str] = {}
    form: str = "clause"
    engine: str | None = None
    traits: Mapping[str, Any] = {}


class Outcome(NamedTuple):
    """All variants of one text; ``declined`` says why there are none.

    ``stage`` says how far it came: ``parsed`` (no), ``applicable``, ``generated``, ``kept``.
    """

    variants: tuple[Variant, ...] = ()
    declined: str | None = None
    stage: Literal["unparsed", "inapplicable", "not generated", "not read back", "kept"] = "kept"


class Transformation(Protocol):
    """Maps a batch of texts to variants, deterministically given (seed, text, name)."""

    name: str
    level: Literal["sentence", "pair"]

    def apply(self, texts: Sequence[str]) -> list[Outcome]:
        """Transform texts, in order, one ``Outcome`` each; never raises for a bad text."""
        ...

    def describe(self) -> Mapping[str, Any]:
        """Name, parameters and versions, for the manifest."""
        ...
