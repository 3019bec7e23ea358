"""Measure the effect of the prompt: mean, worst case and spread over a model's prompts.

A prompt can change the accuracy of a language model by many points, so the result of one prompt is
not enough (Sclar et al. 2024). Models with no prompt or only one are also listed.
"""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from litgen.evaluation.assessment import Assessment
from litgen.evaluation.predictions import PredictionInfo
from litgen.statistics.intervals import Share

#: fields in which models with the same name can differ
_SAME = ("kind", "path", "scoring", "answer_by", "reasoning_effort")


class Spread(NamedTuple):
    """The mean and spread of a share over the prompts of a model."""

    mean: float
    worst: float
    prompt: str | None  #: the prompt with the lowest share; None if all are equal
    spread: float  #: the highest share minus the lowest


class Prompted(NamedTuple):
    """The results of a model on a slice, summarized over its prompts."""

    model: str  #: name of the model, without the prompt
    prompts: tuple[str, ...]  #: names of the prompts; empty without a prompt
    by: str  #: ``all``, ``contrast``, or ``originals`` for the distinct original pairs
    name: str  #: name of the slice
    original: Spread | None = None  #: accuracy on the originals; None for new pairs
    contrast: Spread | None = None  #: accuracy on the contrast pairs; None for the originals
    both_right: Spread | None = None  #: contrast consistency (Gardner et al. 2020)


class Asked(NamedTuple):
    """A model with its names in the report, one name for each prompt."""

    model: str
    #: maps each prompt to the model's name in the report; without a prompt, maps that name to
    #: itself
    named: Mapping[str, str]
    prompts: tuple[str, ...]


def prompted(assessment: Assessment) -> list[Prompted]:
    """Return the results of every model over its prompts; empty if no model has several prompts."""
    every = asked(assessment)
    if all(len(each.prompts) < 2 for each in every):
        return []
    accuracy = {row.model: row.accuracy for row in assessment.originals}
    found = [
        Prompted(each.model, each.prompts, "originals", "originals", _spread(each, accuracy))
        for each in every if accuracy
    ]  # fmt: skip
    for by in ("all", "contrast"):
        for name in assessment.named(by):
            for each in every:
                models = each.named.values()
                metrics = {m: one for m in models if (one := assessment.metrics(m, by, name))}
                both = {m: one.consistency and one.consistency.both_right
                        for m, one in metrics.items()}  # fmt: skip
                found.append(Prompted(
                    each.model, each.prompts, by, name,
                    _spread(each, {model: one.original for model, one in metrics.items()}),
                    _spread(each, {model: one.contrast for model, one in metrics.items()}),
                    _spread(each, both),
                ))  # fmt: skip
    return found


def asked(assessment: Assessment) -> list[Asked]:
    """Return the models of an assessment; a model with several prompts is a single entry."""
    groups: dict[tuple[str, ...], list[tuple[str | None, str]]] = {}
    for info, answers in zip(assessment.predictions, assessment.models, strict=True):
        prompt = _prompt(info)
        base = info.name.removesuffix(f" {prompt}")
        same = (str(info.model.get(name)) for name in _SAME)
        key = (base, answers.name if prompt is None else "", *same)
        groups.setdefault(key, []).append((prompt, answers.name))
    found = []
    for key, members in groups.items():
        names = [prompt for prompt, _ in members]
        # If a prompt occurs twice, for example with other shots, use the models' names.
        if len(set(names)) < len(names):
            names = [name for _, name in members]
        named = {name or own: own for name, (_, own) in zip(names, members, strict=True)}
        prompts = tuple(name for name in names if name is not None)
        found.append(Asked(_called(key, list(groups)), named, prompts))
    return found


def _called(key: tuple[str, ...], keys: Sequence[tuple[str, ...]]) -> str:
    """Name a model without its prompt, but with the fields that distinguish it from others."""
    base, alone, *more = key
    others = [each[2:] for each in keys if each[0] == base]
    apart = [value for at, value in enumerate(more) if len({each[at] for each in others}) > 1]
    return alone or (f"{base} ({', '.join(apart)})" if apart else base)


def _prompt(info: PredictionInfo) -> str | None:
    prompt = info.model.get("prompt")
    return str(prompt["name"]) if isinstance(prompt, Mapping) and "name" in prompt else None


def _spread(each: Asked, shares: Mapping[str, Share | None]) -> Spread | None:
    """Return the spread of a model's shares over its prompts; None if there are no shares."""
    values = {
        prompt: share.value for prompt, name in each.named.items() if (share := shares.get(name))
    }
    if not values:
        return None
    worst = min(values, key=lambda name: values[name])
    spread = max(values.values()) - values[worst]
    mean = math.fsum(values.values()) / len(values)
    return Spread(mean, values[worst], worst if spread else None, spread)
