"""What a choice of prompt does: mean, worst and spread of one model over its prompts.

A prompt moves the accuracy of a language model by many points, so that one of them is no result
(Sclar et al. 2024). Models that are asked without a prompt, or with one, stand beside the others.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from litgen.evaluation.assessment import Assessment
from litgen.evaluation.predictions import PredictionInfo

#: What makes another model of the same weights, beside its name.
_SAME = ("kind", "path", "scoring", "answer_by")


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
    #: contrast consistency (Gardner et al. 2020); None of these two.
    both_right: Spread | None = None


class Asked(NamedTuple):
    """A model and the names that it has with each of its prompts."""

    model: str  #: its name
    named: Mapping[str, str]  #: the name in the report by prompt; by its own name where it has none
    prompts: tuple[str, ...]  #: names of the prompts


def prompted(assessment: Assessment) -> list[Prompted]:
    """Every model over its prompts; nothing where none was asked with several."""
    every = asked(assessment)
    if all(len(each.prompts) < 2 for each in every):
        return []
    found = [_on_originals(assessment, each) for each in every] if assessment.originals else []
    slices = [(by, name) for by in ("all", "contrast") for name in assessment.named(by)]
    return found + [_on(assessment, each, *slice) for slice in slices for each in every]


def asked(assessment: Assessment) -> list[Asked]:
    """The models of an assessment, those of one model with several prompts as one."""
    groups: dict[tuple[str, ...], list[tuple[PredictionInfo, str]]] = {}
    for info, answers in zip(assessment.predictions, assessment.models, strict=True):
        alone = answers.name if _prompt(info) is None else ""
        key = (base_name(info), alone, *(str(info.model.get(name)) for name in _SAME))
        groups.setdefault(key, []).append((info, answers.name))
    return [_asked(_called(key, list(groups)), members) for key, members in groups.items()]


def base_name(info: PredictionInfo) -> str:
    """A model's name without its prompt's.

    Example:
        >>> info = PredictionInfo({"name": "smollm2 anli", "prompt": {"name": "anli"}}, (), "", "")
        >>> base_name(info)
        'smollm2'
    """
    return info.name.removesuffix(f" {_prompt(info)}")


def _called(key: tuple[str, ...], keys: Sequence[tuple[str, ...]]) -> str:
    """The name, and what tells it from others of this name."""
    base, alone, *more = key
    others = [each[2:] for each in keys if each[0] == base]
    apart = [value for at, value in enumerate(more) if len({each[at] for each in others}) > 1]
    return alone or (f"{base} ({', '.join(apart)})" if apart else base)


def _prompt(info: PredictionInfo) -> str | None:
    prompt = info.model.get("prompt")
    return str(prompt["name"]) if isinstance(prompt, Mapping) and "name" in prompt else None


def _asked(model: str, members: Sequence[tuple[PredictionInfo, str]]) -> Asked:
    """Where a prompt is there twice, such as with more shots, models' names tell them apart."""
    names = [_prompt(info) for info, _ in members]
    if len(set(names)) < len(names):
        names = [name for _, name in members]
    prompts = tuple(name for name in names if name is not None)
    keys = (name or own for name, (_, own) in zip(names, members, strict=True))
    return Asked(model, dict(zip(keys, (own for _, own in members), strict=True)), prompts)


def _on_originals(assessment: Assessment, each: Asked) -> Prompted:
    accuracy = {row.model: row.accuracy.value for row in assessment.originals}
    values = {prompt: accuracy[name] for prompt, name in each.named.items()}
    return Prompted(each.model, each.prompts, "originals", "originals", _spread(values))


def _on(assessment: Assessment, each: Asked, by: str, name: str) -> Prompted:
    metrics = {
        prompt: found
        for prompt, model in each.named.items()
        if (found := assessment.metrics(model, by, name)) is not None
    }
    both = {
        prompt: found.consistency.both_right.value
        for prompt, found in metrics.items() if found.consistency
    }  # fmt: skip
    before = {
        prompt: found.original.value for prompt, found in metrics.items() if found.original
    }  # fmt: skip
    after = {prompt: found.contrast.value for prompt, found in metrics.items()}
    return Prompted(
        each.model, each.prompts, by, name,
        _spread(before) if before else None, _spread(after), _spread(both) if both else None,
    )  # fmt: skip


def _spread(values: Mapping[str, float]) -> Spread:
    worst = min(values, key=lambda name: values[name])
    spread = max(values.values()) - values[worst]
    mean = math.fsum(values.values()) / len(values)
    return Spread(mean, values[worst], worst if spread else None, spread)
