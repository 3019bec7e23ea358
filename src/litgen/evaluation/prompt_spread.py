"""What a choice of prompt does: mean, worst and spread of one model over its prompts.

A prompt moves the accuracy of a language model by many points, so that one of them is no result
(Sclar et al. 2024). Models that are asked without a prompt, or with one, stand beside the others.
"""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from litgen.evaluation.assessment import Assessment
from litgen.evaluation.predictions import PredictionInfo
from litgen.statistics import Share

#: What makes another model of the same weights, beside its name.
_SAME = ("kind", "path", "scoring", "answer_by", "reasoning_effort")


class Spread(NamedTuple):
    """A share over the prompts of a model."""

    mean: float  #: over the prompts
    worst: float  #: the lowest
    prompt: str | None  #: which one it is; None where all are alike, or there is one at most
    spread: float  #: the highest less the lowest


class Prompted(NamedTuple):
    """What a model does on a slice, over its prompts."""

    model: str  #: its name, without a prompt's
    prompts: tuple[str, ...]  #: their names; none of a model without one
    by: str  #: ``all``, ``contrast``, or ``originals`` for the distinct original pairs
    name: str  #: of the slice
    original: Spread | None = None  #: accuracy on the originals; None of new pairs
    contrast: Spread | None = None  #: accuracy on the contrast pairs; None of the originals
    #: contrast consistency (Gardner et al. 2020); None of these two
    both_right: Spread | None = None


class Asked(NamedTuple):
    """A model and the names that it has with each of its prompts."""

    model: str  #: its name
    #: the name in the report by prompt; by its own name where it has none
    named: Mapping[str, str]
    prompts: tuple[str, ...]  #: names of the prompts


def prompted(assessment: Assessment) -> list[Prompted]:
    """Every model over its prompts; nothing where none was asked with several."""
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
                of = {model: assessment.metrics(model, by, name) for model in each.named.values()}
                metrics = {model: one for model, one in of.items() if one}
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
    """The models of an assessment, those of one model with several prompts as one."""
    groups: dict[tuple[str, ...], list[tuple[str | None, str]]] = {}
    for info, answers in zip(assessment.predictions, assessment.models, strict=True):
        prompt = _prompt(info)
        same = (str(info.model.get(name)) for name in _SAME)
        key = (base_name(info), answers.name if prompt is None else "", *same)
        groups.setdefault(key, []).append((prompt, answers.name))
    found = []
    for key, members in groups.items():
        names = [prompt for prompt, _ in members]
        # Where a prompt is there twice, such as with more shots, models' names tell them apart.
        if len(set(names)) < len(names):
            names = [name for _, name in members]
        named = {name or own: own for name, (_, own) in zip(names, members, strict=True)}
        prompts = tuple(name for name in names if name is not None)
        found.append(Asked(_called(key, list(groups)), named, prompts))
    return found


def base_name(info: PredictionInfo) -> str:
    """A model's name without its prompt's.

    Example:
        >>> info = PredictionInfo({"name": "smollm2 anli", "prompt": {"name": "anli"}}, (), "", "")
        >>> base_name(info)
        'smollm2'
    """
    return info.name.removesuffix(f" {_prompt(info)}")


def _called(key: tuple[str, ...], keys: Sequence[tuple[str, ...]]) -> str:
    base, alone, *more = key
    others = [each[2:] for each in keys if each[0] == base]
    apart = [value for at, value in enumerate(more) if len({each[at] for each in others}) > 1]
    return alone or (f"{base} ({', '.join(apart)})" if apart else base)


def _prompt(info: PredictionInfo) -> str | None:
    prompt = info.model.get("prompt")
    return str(prompt["name"]) if isinstance(prompt, Mapping) and "name" in prompt else None


def _spread(each: Asked, shares: Mapping[str, Share | None]) -> Spread | None:
    """The spread of a model's shares, given by its names; None where there are none."""
    values = {
        prompt: share.value for prompt, name in each.named.items() if (share := shares.get(name))
    }
    if not values:
        return None
    worst = min(values, key=lambda name: values[name])
    spread = max(values.values()) - values[worst]
    mean = math.fsum(values.values()) / len(values)
    return Spread(mean, values[worst], worst if spread else None, spread)
