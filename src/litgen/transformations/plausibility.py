"""Refusing a replaced word that reads badly: what it costs the sentence, to a language model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from litgen.replacement import Replacement, replace

if TYPE_CHECKING:
    from litgen.ranking import Ranker

#: What a sentence's log probability may lose by one replaced word, in nats. Read off the losses of
#: 600 replacements in SNLI and MultiNLI: what was wrong (*batter*, the dough) lost 12 and more.
LIMIT = 11.0

#: A text and one replacement in it.
Trial = tuple[str, Replacement]


def losses(trials: Sequence[Trial], ranker: Ranker | None) -> Mapping[Trial, float]:
    """What each replacement, made alone, costs its text; nothing where there is no language model.

    Args:
        trials: texts with one replacement each.
        ranker: the language model.
    """
    if ranker is None or not trials:
        return {}
    distinct = list(dict.fromkeys(trials))
    texts = list(dict.fromkeys(text for text, _ in distinct))
    made = [replace(text, [replacement])[0] for text, replacement in distinct]
    totals = ranker.total([*texts, *made])
    before = dict(zip(texts, totals, strict=False))
    after = totals[len(texts) :]
    return {trial: before[trial[0]] - total for trial, total in zip(distinct, after, strict=True)}
