"""Give both sides of a pair one style: choose the wordings of two variants together."""

from itertools import product

from litgen.transformations.protocol import Variant
from litgen.transformations.wording import Wording, differences, style_of


def in_one_style(
    premise: Variant, hypothesis: Variant, min_confidence: float = 0.0
) -> tuple[Variant, Variant]:
    """Choose the wordings of two variants that agree best in style.

    Wordings that reach the minimum confidence are preferred, then those that differ in the fewest
    dimensions of style, then the highest scores, then the highest confidence. A variant that no
    grammar made, such as a side that is not rewritten, has a single wording; its style is inferred
    from its words.

    Example:
        >>> two = [Wording("It's he who left.", {"contraction": "short"}),
        ...        Wording("It is he who left.", {"contraction": "full"})]
        >>> cleft = Variant(("It's he who left.",)).chosen(*two)
        >>> in_one_style(Variant(("She is here.",)), cleft)[1].text
        'It is he who left.'
    """
    ours, theirs = premise.forms, hypothesis.forms
    if len(ours) == len(theirs) == 1:
        return premise, hypothesis

    def fit(both: tuple[Wording, Wording]) -> tuple[bool, int, int, float, float, int]:
        sure = [1.0 if each.confidence is None else each.confidence for each in both]
        places = ours.index(both[0]), theirs.index(both[1])
        losses = [_loss(each, of) for each, of in zip(both, (ours, theirs), strict=True)]
        return (
            min(sure) >= min_confidence,
            -differences(*map(_style, both)),
            -losses.count(None),
            -sum(each or 0.0 for each in losses),
            sure[0] * sure[1],
            -sum(places),
        )

    best = max(product(ours, theirs), key=fit)
    return _in(premise, best[0]), _in(hypothesis, best[1])


def _style(wording: Wording) -> dict[str, str]:
    return {**wording.style} or style_of(wording.text)


def _loss(wording: Wording, forms: tuple[Wording, ...]) -> float | None:
    """Return how far a wording scores below the variant's best; None if a score is missing."""
    if wording.score is None or forms[0].score is None:
        return 0.0 if wording == forms[0] else None
    return forms[0].score - wording.score


def _in(variant: Variant, wording: Wording) -> Variant:
    return variant if len(variant.forms) == 1 else variant.chosen(wording)
