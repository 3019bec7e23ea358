"""The options that, together with the sources, determine an augmented training set."""

import fnmatch
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

from litgen.contrast.notation import Contrast, Side, expand
from litgen.contrast.policy import LabelPolicy
from litgen.data import LABELS
from litgen.exceptions import UsageError

Balance = Literal["label", "contrast", "cues"]
BALANCES: tuple[Balance, ...] = get_args(Balance)
SIDES = ("premise", "hypothesis")
#: The collective name for contrasts in which a side has several steps.
COMPOSITIONS = "compositions"


@dataclass(frozen=True)
class Augmentation:
    """The options of ``litgen augment``."""

    share: float | None = None  # share of contrast pairs in the result; None takes all
    replace: bool = False  # whether a contrast pair replaces its original
    per_pair: int | None = None  # maximum contrast pairs per source pair; None means no limit
    #: With ``label``, each label has the same share of the contrast pairs as of the originals.
    #: With ``cues``, each label has that share among the pairs with a given transformation in the
    #: premise, and among those with it in the hypothesis, so that transformations reveal no label.
    #: With ``contrast``, contrasts have equal numbers of pairs, as far as pairs are available.
    balance: tuple[Balance, ...] = ("cues",)
    hold_out: tuple[str, ...] = ()  # `compositions`, contrasts, or patterns such as `*cleft*`
    seed: int = 0  # for the random choice of pairs

    def check(self) -> None:
        """Raise UsageError if an option is out of range."""
        most = 1.0 if self.replace else 0.99
        if self.share is not None and not 0 < self.share <= most:
            raise UsageError(
                f"--share {self.share}: the value must be above 0 and at most {most:g}"
            )
        if self.per_pair is not None and self.per_pair < 1:
            raise UsageError(f"--per-pair {self.per_pair}: the value must be at least 1")
        for name in self.balance:
            if name not in BALANCES:
                raise UsageError(f"--balance {name}: use one of {', '.join(BALANCES)}, none")
        if {"label", "cues"} <= set(self.balance):
            raise UsageError(
                "--balance: label and cues exclude each other, because a pair with two cues, such "
                "as past;future, counts twice among the cues but once among the labels; use one"
            )
        for text in self.hold_out:
            if text != COMPOSITIONS and not set(text) & set("*?["):
                expand(text)

    def holds_out(self, contrast: str) -> bool:
        """Check whether a contrast is held out from training."""
        return any(_is_held(contrast, text) for text in self.hold_out)

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "balance": sorted(self.balance), "hold_out": list(self.hold_out)}


def _is_held(name: str, held: str) -> bool:
    if held == COMPOSITIONS:  # a side has several steps (Li et al. 2020, section 4.4)
        return any(len(side.steps) > 1 for contrast in expand(name) for side in contrast)
    if set(held) & set("*?["):
        return fnmatch.fnmatchcase(name, held)
    return name in map(str, expand(held))


def cues_of(contrast: Contrast) -> frozenset[tuple[str, str]]:
    """Return the (side, transformation) pairs that a model may learn instead of the meaning.

    A contrast that makes new pairs has no cues, because it does not rewrite an original pair.
    """
    if contrast.form == "new":
        return frozenset()
    return frozenset(
        (name, step) for name, side in zip(SIDES, contrast, strict=True) for step in side.steps
    )


def with_controls(contrasts: Iterable[Contrast], policy: LabelPolicy) -> tuple[Contrast, ...]:
    """Add controls, with the same cue on both sides, for contrasts that do not keep all labels.

    For example, *will* occurs in ``past;future``, which is neutral, and in ``future;future``, which
    keeps the label. Only the two contrasts together teach the meaning of *will*.

    Example:
        >>> from litgen.contrast.policy import load_policy
        >>> [str(each) for each in with_controls(expand("may;original"), load_policy())]
        ['may;original', 'may;may']
    """
    found = dict.fromkeys(contrasts)
    at_best = LabelPolicy(policy.file, policy.grounds, guarded=False)  # ignores guards
    for contrast in tuple(found):
        if contrast.form == "pair" and any(
            at_best.decide(contrast, label).label != label for label in LABELS
        ):
            for steps in (contrast.premise.steps, contrast.hypothesis.steps):
                if steps:
                    found[Contrast(Side("premise", steps), Side("hypothesis", steps))] = None
    return tuple(found)
