"""What ``litgen show`` applies to a sentence: every rule, and some compositions of rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from litgen.show.gallery import Gallery, build

#: Phenomena in the order they are shown; others follow in the order of their files.
PHENOMENA = (
    "tense",
    "aspect",
    "modality",
    "negation",
    "passive",
    "cleft",
    "question",
    "swap",
    "permutation",
    "raising",
    "control",
)
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
COMPOSED, OTHER = "compositions", "others"


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
    from litgen.transformations import Settings, find

    where = str(rules) if rules else None
    phenomena = _phenomena(rules)
    chosen = tuple(names) or (*phenomena, *COMPOSITIONS)
    transformations = [
        (
            COMPOSED if "+" in name else phenomena.get(name, OTHER),
            find(name, engine=engine, rules=where, settings=Settings(seed)),
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


def by_phenomenon(phenomena: Mapping[str, str]) -> dict[str, list[str]]:
    """Names by phenomenon, in the order they are shown.

    >>> by_phenomenon({"swap": "swap", "past": "tense", "future": "tense"})
    {'tense': ['past', 'future'], 'swap': ['swap']}
    """
    order = dict.fromkeys([*PHENOMENA, *phenomena.values()])
    groups = {p: [name for name, of in phenomena.items() if of == p] for p in order}
    return {phenomenon: names for phenomenon, names in groups.items() if names}


def _phenomena(rules: Path | None) -> Mapping[str, str]:
    """Rules and their phenomena, in the order they are shown."""
    from litgen.mrs import load_rules

    of = {rule.name: rule.phenomenon for rule in load_rules(rules).by_name.values()}
    return {name: p for p, names in by_phenomenon(of).items() for name in names}


def _reasons() -> Mapping[str, str]:
    """Guards and why they decline."""
    from litgen.engines.dependency.guards import load_guards

    return {guard.name: guard.reason for guard in load_guards()}
