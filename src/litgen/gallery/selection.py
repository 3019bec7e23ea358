"""The transformations that ``litgen show`` applies: every rule, and some compositions."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from litgen.contrast.phenomena import in_order, phenomena_of_rules
from litgen.exceptions import LitgenError, UsageError
from litgen.gallery.gallery import Declined, Gallery, build
from litgen.ranking import Ranker
from litgen.transformations.declarations import declaration, declared
from litgen.transformations.naming import split_steps
from litgen.transformations.protocol import Settings, Transformation

#: Compositions to show in addition to the single phenomena.
COMPOSITIONS = (
    "past+cleft", "future+cleft", "past+passive", "future+passive", "may+passive",
    "passive+cleft", "future+passive+cleft", "may+negation",
)  # fmt: skip
COMPOSED, OTHER = "compositions", "others"


def gallery_of(
    sentence: str,
    *,
    names: Sequence[str] = (),
    engine: str = "dependency",
    rank: str = "auto",
    mrs: bool = False,
    polarity: bool = False,
    rules: Path | None = None,
) -> Gallery:
    """Apply litgen's transformations to one sentence; arguments are those of :func:`litgen.show`.

    Without names, the gallery has every rule, ``COMPOSITIONS``, and those of the other
    transformations whose data is installed.

    Raises:
        UsageError: the sentence is empty.
        LitgenError: a name, the engine, a rule or the language model is missing.
    """
    from litgen.acceptability.network import load_network
    from litgen.engines import load_engine
    from litgen.ranking import load_ranker
    from litgen.transformations import find

    sentence = " ".join(sentence.split())
    if not sentence:
        raise UsageError("the sentence is empty: litgen show 'A man is riding a bike.'")
    where = str(rules) if rules else None
    phenomena = _phenomena(rules)
    chosen = tuple(names) or (() if polarity else (*phenomena, *COMPOSITIONS))
    grammar = any(step in phenomena for name in chosen for step in split_steps(name))
    network = load_network() if grammar and rank != "none" else None
    settings = Settings(lenient=network is not None)
    ranker = None if rank == "auto" else load_ranker(rank)
    transformations = [
        (_heading(name, phenomena), find(name, engine, where, settings, ranker)) for name in chosen
    ]
    missing: list[tuple[str, Declined]] = []
    if not names and not polarity:
        transformations += _others(engine, where, settings, ranker, missing)
    return build(
        sentence,
        transformations,
        load_engine(engine) if grammar or mrs or polarity else None,
        ranker=ranker,
        network=network,
        mrs=mrs,
        polarity=polarity,
        missing=missing,
    )


def by_phenomenon(phenomena: Mapping[str, str]) -> dict[str, list[str]]:
    """Group names by phenomenon, in display order.

    >>> by_phenomenon({"swap": "swap", "past": "tense", "future": "tense"})
    {'tense': ['past', 'future'], 'swap': ['swap']}
    """
    order = in_order(phenomena.values())
    return {p: [name for name, of in phenomena.items() if of == p] for p in order}


def _heading(name: str, phenomena: Mapping[str, str]) -> str:
    steps = split_steps(name)
    if len(steps) > 1:
        return COMPOSED
    stated = declaration(name)
    return phenomena.get(name, OTHER) if stated is None else stated.phenomenon


def _others(
    engine: str,
    rules: str | None,
    settings: Settings,
    ranker: Ranker | None,
    missing: list[tuple[str, Declined]],
) -> Iterator[tuple[str, Transformation]]:
    """Yield transformations that are not rules; add those without data to ``missing``."""
    from litgen.transformations import find

    for stated in declared().values():
        for name in stated.shown:
            try:
                yield stated.phenomenon, find(name, engine, rules, settings, ranker)
            except LitgenError as error:
                missing.append((stated.phenomenon, Declined(name, "inapplicable", str(error))))


def _phenomena(rules: Path | None) -> Mapping[str, str]:
    of = phenomena_of_rules(rules)
    return {name: p for p, names in by_phenomenon(of).items() for name in names}
