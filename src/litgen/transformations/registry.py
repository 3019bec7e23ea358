"""Find transformations by name: rules, compositions, and those that other packages register."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from litgen.acceptability import joint
from litgen.engines import Engine, load_engine
from litgen.exceptions import RuleError, UsageError, did_you_mean
from litgen.failures import Failure
from litgen.mrs.loading import Rules, load_rules
from litgen.mrs.rule import Rule
from litgen.ranking import Ranker
from litgen.transformations.declarations import (
    BUILTIN,
    base_of,
    declaration,
    declared,
    factory_of,
    registered,
)
from litgen.transformations.grammar import GrammarTransformation
from litgen.transformations.naming import SENTENCES, arguments_of, split_steps
from litgen.transformations.protocol import (
    Level,
    Order,
    Outcome,
    PairTransformation,
    Settings,
    Transformation,
    Variant,
)
from litgen.transformations.surveys import survey_of


def names(rules: str | Path | None = None) -> list[str]:
    """Return all names that ``find`` accepts, rules first.

    Args:
        rules: a folder with a user's rules.

    Example:
        >>> {"past", "passive", "cleft"} <= set(names())
        True
    """
    return [*rules_of(rules).by_name, *declared()]


def find(
    name: str,
    engine: str | Engine = "dependency",
    rules: str | Path | None = None,
    settings: Settings = Settings(),  # noqa: B008 - immutable
    ranker: Ranker | None = None,
) -> Transformation:
    """Return a transformation by name: ``past``, ``future+passive+cleft``, ``drop:NOUN``.

    Args:
        name: a rule, a registered transformation, or several joined by ``+``.
        engine: an engine or its name; loaded only if a rule needs it.
        rules: a folder with a user's rules.
        settings: the user's settings for all transformations (seed, tagger ...).
        ranker: a language model, for transformations whose awkward outputs it may reject.

    Raises:
        UsageError: the name is unknown (the message suggests similar names), or it belongs to a
            transformation of pairs.

    Example:
        >>> find("future").apply(["A man is riding a bike."])[0].variants[0].text
        'A man will be riding a bike.'
    """
    steps, folder = split_steps(name), None if rules is None else str(rules)
    loaded = rules_of(rules)
    check_names(steps, rules)
    parts: list[Transformation] = []
    for is_rule, run in groupby(steps, key=loaded.by_name.__contains__):
        if is_rule:
            own = list(run)  # lenient only without other steps, which the model does not score
            lenient = settings.lenient and len(own) == len(steps)
            engine = load_engine(engine) if isinstance(engine, str) else engine
            parts.append(GrammarTransformation(own, engine, loaded, lenient))
        else:
            order = Order(name, (), engine, folder, settings, None, ranker)
            parts += [_make(step, order, "sentence") for step in run]
    return parts[0] if len(parts) == 1 else Chain("+".join(steps), parts)


def find_pairwise(
    name: str,
    engine: str | Engine = "dependency",
    rules: str | Path | None = None,
    settings: Settings = Settings(),  # noqa: B008 - immutable
    ranker: Ranker | None = None,
) -> PairTransformation:
    """Return a transformation of pairs by name, such as ``swap-pair``.

    Raises:
        UsageError: the name is unknown, or it belongs to a transformation of sentences.
    """
    check_names((name,), rules)
    folder = None if rules is None else str(rules)
    order = Order(name, (), engine, folder, settings, None, ranker)
    made: PairTransformation = _make(name, order, "pair")
    return made


def check_names(steps: Sequence[str], rules: str | Path | None = None) -> None:
    """Reject steps that are neither rules nor registered transformations.

    Raises:
        UsageError: a step is unknown; the message suggests similar names.
    """
    known = rules_of(rules).by_name
    for step in steps:
        if step not in known and declaration(step) is None:
            known_names = [*names(rules), *SENTENCES]
            hint = did_you_mean(step, known_names, "litgen list transformations")
            raise UsageError(f"there is no transformation {step!r}: {hint}")


def rules_of(folder: str | Path | None = None) -> Rules:
    """Return the shipped rules and those in a user's folder.

    Raises:
        RuleError: a rule has the name of another transformation, whose labels it would receive.
    """
    loaded = load_rules(folder)
    if taken := sorted(loaded.by_name.keys() & {*BUILTIN, *registered()}):
        raise RuleError(
            f"rule {taken[0]!r}: another transformation has this name (see litgen list "
            "transformations); rename the rule"
        )
    return loaded


def find_rule(name: str, rules: str | Path | None = None) -> Rule:
    """Return a rule by name.

    Raises:
        UsageError: there is no such rule; the message suggests similar names.
    """
    known = rules_of(rules).by_name
    if name not in known:
        hint = did_you_mean(name, known, "litgen list rules")
        raise UsageError(f"there is no rule {name!r}: {hint}")
    return known[name]


def _make(step: str, order: Order, level: Level) -> Any:
    stated = declaration(step)
    if stated is None or stated.level != level:
        if level == "pair":
            raise UsageError(f"{step} works on sentences, not on pairs")
        raise UsageError(f"{step} works on pairs, not on sentences; use --contrast {step}")
    survey = survey_of(step, order.settings)
    own = order._replace(name=step, arguments=arguments_of(step), survey=survey)
    return factory_of(base_of(step))(own)


class Chain:
    """A sequence of transformations, at least one of which is not a rule.

    Each step rewrites the first candidate of each variant of the previous step. The traits (facts
    about the source sentence) come from the first step that has any.
    """

    def __init__(self, name: str, parts: Sequence[Transformation]) -> None:
        for part in parts:
            if part.level != "sentence":
                raise UsageError(f"{name}: {part.name} works on pairs; do not join it with '+'")
        self.name = name
        self.level: Level = parts[0].level
        self._parts = list(parts)

    def apply(self, texts: Sequence[str]) -> list[Outcome]:
        outcomes = self._parts[0].apply(texts)
        for part in self._parts[1:]:
            pending = [(i, v) for i, outcome in enumerate(outcomes) for v in outcome.variants]
            results = part.apply([variant.candidates[0] for _, variant in pending])
            reached: dict[int, list[Variant]] = {}
            failed: dict[int, Outcome] = {}
            failures: dict[int, list[Failure]] = {}
            for (i, before), result in zip(pending, results, strict=True):
                failed.setdefault(i, result)
                failures.setdefault(i, list(outcomes[i].failures)).extend(result.failures)
                reached.setdefault(i, []).extend(
                    after._replace(
                        parameters={**before.parameters, **after.parameters},
                        form=before.form,
                        engine=before.engine or after.engine,
                        traits=before.traits or after.traits,
                        confidence=joint((before.confidence, after.confidence)),
                        edits=(*before.edits, *after.edits),
                    )
                    for after in result.variants
                )
            for i, variants in reached.items():
                made = Outcome(tuple(variants)) if variants else failed[i]
                outcomes[i] = made._replace(failures=tuple(failures[i]))
        return outcomes

    def describe(self) -> Mapping[str, object]:
        return {"name": self.name, "parts": [dict(part.describe()) for part in self._parts]}
