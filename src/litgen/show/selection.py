"""What ``litgen show`` applies to a sentence: every rule, and some compositions of rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from litgen.show.gallery import Gallery, build

#: Compositions that are shown besides the single phenomena.
COMPOSITIONS = (
    "past+cleft",
    "future+cleft",
    "past+passive",
    "future+passive",
    "may+passive",
    "passive+cleft",
    "future+passive+cleft",
    "may+negation",
)
COMPOSED, OTHER = "Compositions", "Other"


def gallery_of(
    sentence: str,
    *,
    names: Sequence[str] = (),
    engine: str = "dependency",
    rank: str = "none",
    mrs: bool = False,
    rules: Path | None = None,
    seed: int = 0,
) -> Gallery:
    """Everything litgen makes of one sentence.

    Args:
        sentence: the sentence.
        names: transformations, in the order they are shown; every rule and ``COMPOSITIONS`` when
            there is none.
        engine: name of the engine.
        rank: the language model that chooses among forms (see ``litgen.ranking.choose_model``).
        mrs: whether to add MRSs.
        rules: a folder of further rules.
        seed: for transformations that draw.

    Raises:
        LitgenError: if a name, the engine, a rule or the language model is not there.

    >>> gallery = gallery_of("A man is riding a bike.", names=["past"])  # doctest: +SKIP
    >>> gallery.groups[0].entries[0].text  # doctest: +SKIP
    'A man was riding a bike.'
    """
    from litgen.engines import load_engine
    from litgen.ranking import load_ranker
    from litgen.transformations import find

    where = str(rules) if rules else None
    phenomena = _phenomena(rules)
    chosen = tuple(names) or (*phenomena, *COMPOSITIONS)
    transformations = [
        (
            COMPOSED if "+" in name else phenomena.get(name, OTHER),
            find(name, engine=engine, rules=where, seed=seed),
        )
        for name in chosen
    ]
    return build(
        sentence,
        transformations,
        load_engine(engine),
        ranker=load_ranker(rank),
        reasons=_reasons(),
        mrs=mrs,
    )


def _phenomena(rules: Path | None) -> Mapping[str, str]:
    """Rules and their phenomena, those of one phenomenon together."""
    from litgen.mrs import load_rules

    by_name = {rule.name: rule.phenomenon for rule in load_rules(rules).by_name.values()}
    order = list(dict.fromkeys(by_name.values()))
    return dict(sorted(by_name.items(), key=lambda item: order.index(item[1])))


def _reasons() -> Mapping[str, str]:
    """Guards and why they decline."""
    from litgen.engines.dependency.guards import load_guards

    return {guard.name: guard.reason for guard in load_guards()}
