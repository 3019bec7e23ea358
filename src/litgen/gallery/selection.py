"""The transformations that ``litgen show`` applies: every rule, and some compositions."""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from litgen.acceptability.network import load_network
from litgen.contrast.phenomena import in_order, phenomena_of_rules
from litgen.engines import load_engine
from litgen.exceptions import LitgenError, UsageError
from litgen.gallery.gallery import Declined, Gallery, build
from litgen.ranking import load_ranker
from litgen.transformations.declarations import declaration, declared
from litgen.transformations.naming import split_steps
from litgen.transformations.protocol import Settings
from litgen.transformations.registry import find

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
    """Apply transformations to one sentence; the arguments are those of :func:`litgen.show`.

    Without names, the gallery contains every rule, the ``COMPOSITIONS``, and all other
    transformations whose data is installed.

    Raises:
        UsageError: the sentence is empty.
        LitgenError: a name, the engine, a rule or the language model is missing.
    """
    sentence = " ".join(sentence.split())
    if not sentence:
        raise UsageError("the sentence is empty; try litgen show 'A man is riding a bike.'")
    phenomena = {
        name: phenomenon
        for phenomenon, of in by_phenomenon(phenomena_of_rules(rules)).items()
        for name in of
    }
    chosen = tuple(names) or (() if polarity else (*phenomena, *COMPOSITIONS))
    grammar = any(step in phenomena for name in chosen for step in split_steps(name))
    network = load_network() if grammar and rank != "none" else None
    ranker = None if rank == "auto" else load_ranker(rank)
    settings = Settings(lenient=network is not None)
    make = partial(find, engine=engine, rules=rules, settings=settings, ranker=ranker)
    transformations = [(_heading(name, phenomena), make(name)) for name in chosen]
    missing: list[tuple[str, Declined]] = []
    for stated in () if names or polarity else declared().values():
        for name in stated.shown:
            try:
                transformations.append((stated.phenomenon, make(name)))
            except LitgenError as error:  # its data is not installed
                missing.append((stated.phenomenon, Declined(name, "inapplicable", str(error))))
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
    if len(split_steps(name)) > 1:
        return COMPOSED
    stated = declaration(name)
    return phenomena.get(name, OTHER) if stated is None else stated.phenomenon
