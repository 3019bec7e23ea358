"""What transformations that are no rules declare about themselves, known without loading them.

Litgen's own stand in ``BUILTIN``. Another package registers a factory through the entry point group
``litgen.transformations``; the factory may have an attribute ``declaration``.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib.metadata import entry_points
from typing import NamedTuple

from litgen.transformations.protocol import Level, Order, PairTransformation, Transformation

GROUP = "litgen.transformations"
Factory = Callable[[Order], Transformation | PairTransformation]


class Declaration(NamedTuple):
    """What is known of a transformation by its name alone.

    Attributes:
        summary: what it does, in one line.
        factory: ``module:function`` of litgen's own; of others the entry point says it.
        phenomenon: the heading under which ``litgen show`` has it.
        label_class: the class in ``rules/labels.toml`` whose label rules hold for it: ``surface``
            (labels are taken to stay), ``corruption`` (labels stay as targets); None where rules
            name the transformation itself, or where there are none.
        contrasts: what its name alone stands for as a contrast, ``{}`` being the name:
            ``("original;{}",)`` changes the hypothesis, ``("original;premise+{}",)`` makes a new
            pair of the premise.
        level: ``sentence`` or ``pair``; a pair's stands alone as a contrast.
        shown: the names that ``litgen show`` tries, ``()`` for none.
        surveys: whether it must see the whole corpus first (``Surveying``); or the argument with
            which it must, such as ``"paper"``.
        any_text: whether it takes every text, also empty and very long ones.
    """

    summary: str
    factory: str = ""
    phenomenon: str = "others"
    label_class: str | None = None
    contrasts: tuple[str, ...] = ("{};{}",)
    level: Level = "sentence"
    shown: tuple[str, ...] = ()
    surveys: bool | str = False
    any_text: bool = False


#: Transformations that litgen ships beside the rules; their modules are imported late.
BUILTIN: dict[str, Declaration] = {
    "swap-pair": Declaration(
        "premise and hypothesis exchanged",
        "litgen.transformations.pairs:swap_pair",
        "corruption",
        contrasts=("{}",),
        level="pair",
        any_text=True,
    ),
    "hypothesis-only": Declaration(
        "the premise left out",
        "litgen.transformations.pairs:hypothesis_only",
        "corruption",
        "corruption",
        ("{}",),
        level="pair",
        any_text=True,
    ),
}


def base_of(step: str) -> str:
    """A step's name without its arguments.

    Example:
        >>> base_of("drop:NOUN+PRON")
        'drop'
    """
    return step.partition(":")[0]


def declaration(step: str) -> Declaration | None:
    """The declaration of a step, with or without arguments; None for rules and unknown names.

    Example:
        >>> declaration("swap-pair").level
        'pair'
    """
    base = base_of(step)
    if base in BUILTIN:
        return BUILTIN[base]
    return _of_others(base) if base in registered() else None


def label_class(step: str) -> str | None:
    """The class in ``rules/labels.toml`` that a step belongs to by its declaration, if any."""
    stated = declaration(step)
    return None if stated is None else stated.label_class


def declared() -> dict[str, Declaration]:
    """All declarations by name: litgen's own, then other packages'."""
    names = [*BUILTIN, *sorted(set(registered()) - set(BUILTIN))]
    return {name: found for name in names if (found := declaration(name)) is not None}


def factory_of(base: str) -> Factory:
    """The factory of a name that is declared."""
    if base in BUILTIN:
        module, _, attribute = BUILTIN[base].factory.partition(":")
        factory: Factory = getattr(importlib.import_module(module), attribute)
        return factory
    loaded: Factory = registered()[base].load()  # type: ignore[attr-defined]
    return loaded


@lru_cache(maxsize=1)
def registered() -> Mapping[str, object]:
    """Entry points of other packages, by name."""
    return {point.name: point for point in entry_points(group=GROUP)}


def _of_others(base: str) -> Declaration:
    factory = factory_of(base)
    stated: object = getattr(factory, "declaration", None)
    if isinstance(stated, Declaration):
        return stated
    level: Level = getattr(factory, "level", "sentence")
    contrasts = ("{}",) if level == "pair" else ("{};{}",)
    return Declaration(base, level=level, contrasts=contrasts)
