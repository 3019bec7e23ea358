"""Finding transformations by name: rules, compositions, and what other packages register.

A package adds a transformation through the entry point group ``litgen.transformations``: the name,
and a factory called with the keywords ``argument`` (what follows a colon in the name, or None),
``engine``, ``rules`` and ``seed``.
"""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib.metadata import entry_points
from pathlib import Path

from litgen.engines.protocol import Engine
from litgen.exceptions import UsageError
from litgen.mrs.loading import Rules, load_rules
from litgen.mrs.rule import Rule
from litgen.transformations.grammar import GrammarTransformation
from litgen.transformations.protocol import Outcome, Transformation, Variant

Factory = Callable[..., Transformation]

#: Transformations that litgen ships beside the rules: name -> ``module:factory``, imported late.
BUILTIN: dict[str, str] = {}
GROUP = "litgen.transformations"


def names(rules: str | Path | None = None) -> list[str]:
    """All names that ``find`` knows, rules first; any of them can be joined by ``+``."""
    return [*_load(rules).by_name, *sorted({*BUILTIN, *_registered()})]


def find(
    name: str,
    engine: str | Engine = "dependency",
    rules: str | Path | None = None,
    seed: int = 0,
) -> Transformation:
    """The transformation of a name, such as ``past``, ``future+passive+cleft``, ``synonym``.

    Args:
        name: a rule, a registered transformation, or several joined by ``+``.
        engine: an engine or its name.
        rules: a folder of a user's rules.
        seed: for transformations that draw.

    Raises:
        UsageError: there is no such name; says which come close.
    """
    steps = [step.strip() for step in name.split("+")]
    loaded = _load(rules)
    others = {*BUILTIN, *_registered()}
    for step in steps:
        if step not in loaded.by_name and step.partition(":")[0] not in others:
            raise UsageError(_unknown(step, [*loaded.by_name, *others]))
    parts: list[Transformation] = []
    for run in _runs(steps, loaded):
        if run[0] in loaded.by_name:
            parts.append(GrammarTransformation(run, _engine(engine), loaded))
        else:
            base, _, argument = run[0].partition(":")
            parts.append(
                _factory(base)(argument=argument or None, engine=engine, rules=rules, seed=seed)
            )
    return parts[0] if len(parts) == 1 else Chain(name, parts)


def find_rule(name: str, rules: str | Path | None = None) -> Rule:
    """The rule of a name.

    Raises:
        UsageError: there is no such rule; says which come close.
    """
    loaded = _load(rules)
    if name not in loaded.by_name:
        raise UsageError(_unknown(name, list(loaded.by_name), "rule"))
    return loaded.by_name[name]


class Chain:
    """Transformations one after the other, where not all of them are rules of one engine.

    Each step works on the first candidate of each variant of the step before.
    """

    def __init__(self, name: str, parts: Sequence[Transformation]) -> None:
        for part in parts:
            if part.level != "sentence":
                raise UsageError(f"{name}: {part.name} works on pairs and cannot be joined by '+'")
        self.name = name
        self.level = parts[0].level
        self._parts = list(parts)

    def apply(self, texts: Sequence[str]) -> list[Outcome]:
        """Transform texts, in order, one outcome each."""
        outcomes = self._parts[0].apply(texts)
        for part in self._parts[1:]:
            pending = [(i, v) for i, outcome in enumerate(outcomes) for v in outcome.variants]
            results = part.apply([variant.candidates[0] for _, variant in pending])
            reached: dict[int, list[Variant]] = {}
            failed: dict[int, Outcome] = {}
            for (i, before), result in zip(pending, results, strict=True):
                failed.setdefault(i, result)
                reached.setdefault(i, []).extend(
                    after._replace(
                        parameters={**before.parameters, **after.parameters},
                        form=before.form,
                        traits=before.traits,
                    )
                    for after in result.variants
                )
            for i, variants in reached.items():
                outcomes[i] = Outcome(tuple(variants)) if variants else failed[i]
        return outcomes

    def describe(self) -> Mapping[str, object]:
        """What each part says of itself."""
        return {"name": self.name, "parts": [dict(part.describe()) for part in self._parts]}


def _runs(steps: Sequence[str], rules: Rules) -> list[list[str]]:
    """Steps cut into runs of rules, and single steps of other kinds."""
    runs: list[list[str]] = []
    for step in steps:
        if runs and step in rules.by_name and runs[-1][0] in rules.by_name:
            runs[-1].append(step)
        else:
            runs.append([step])
    return runs


def _load(rules: str | Path | None) -> Rules:
    return load_rules(Path(rules) if rules is not None else None)


def _engine(engine: str | Engine) -> Engine:
    if not isinstance(engine, str):
        return engine
    from litgen.engines import load_engine

    return load_engine(engine)


@lru_cache(maxsize=1)
def _registered() -> Mapping[str, object]:
    return {point.name: point for point in entry_points(group=GROUP)}


def _factory(name: str) -> Factory:
    if name in BUILTIN:
        module, _, attribute = BUILTIN[name].partition(":")
        factory: Factory = getattr(importlib.import_module(module), attribute)
        return factory
    loaded: Factory = _registered()[name].load()  # type: ignore[attr-defined]
    return loaded


def _unknown(name: str, known: Sequence[str], what: str = "transformation") -> str:
    close = difflib.get_close_matches(name, known, n=3, cutoff=0.6)
    hint = f"did you mean {' or '.join(close)}?" if close else f"there are {', '.join(known)}"
    return f"there is no {what} {name!r}: {hint}"
