"""The toolbox of a worker: the transformations, ranker and network of a run, loaded once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from litgen.exceptions import EngineError, RuleError
from litgen.failures import AT_FAULT, CRASHED, Failure, failure_of
from litgen.transformations.declarations import declaration, is_grammar
from litgen.transformations.naming import split_steps
from litgen.transformations.protocol import Outcome, PairTransformation, Settings, Transformation
from litgen.trees.parsers import use_parser

if TYPE_CHECKING:
    from litgen.acceptability.network import Network
    from litgen.ranking import Ranker


class Recipe(NamedTuple):
    """What a toolbox is built from, as plain values that can be sent to other processes."""

    names: tuple[str, ...]
    engine: str = "dependency"
    rules: str | None = None
    settings: Settings = Settings()
    ranker: str | None = None
    measure: str = "mean"
    pairwise: tuple[str, ...] = ()
    #: the spaCy pipeline to parse with; None keeps the current one
    parser: str | None = None
    #: whether to use the quality model
    quality_model: bool = False


@dataclass(eq=False)
class Toolbox:
    """The transformations of a run, by name, together with its ranker and its network."""

    transformations: Mapping[str, Transformation]
    ranker: Ranker | None = None
    pairwise: Mapping[str, PairTransformation] = field(default_factory=dict)
    network: Network | None = None
    ranks_grammar: bool = True
    #: Engines are not thread-safe, so a process handles one chunk at a time.
    lock: threading.Lock = field(default_factory=threading.Lock, init=False)

    def apply(self, name: str, texts: Sequence[str]) -> list[Outcome]:
        """Apply a transformation to distinct texts; return one outcome for each, in order.

        If a text causes an error, its outcome is ``crashed``, or ``rule at fault`` for a faulty
        rule, so that a single sentence does not end a run. The error is raised if the engine is
        unusable or if each of several texts fails.
        """
        return [*map(_outcome, _guarded(name, self.transformations[name].apply, texts))]

    def apply_pairs(self, name: str, pairs: Sequence[tuple[str, str]]) -> list[Outcome]:
        """Apply a pairwise transformation to (premise, hypothesis) pairs; see ``apply``."""
        return [*map(_outcome, _guarded(name, self.pairwise[name].apply_pairs, pairs))]

    def score(self, strings: Sequence[str]) -> dict[str, float | Failure]:
        """Score distinct strings with the ranker, if any; errors are treated as in ``apply``."""
        return {} if self.ranker is None else _by_item("ranker", self.ranker.score, strings)

    def read(self, pairs: Sequence[tuple[str, str]]) -> dict[tuple[str, str], float | Failure]:
        """Return the network's log odds that each output is right, for (source, output) pairs."""
        return {} if self.network is None else _by_item("network", self.network.log_odds, pairs)

    def ranks(self, name: str) -> bool:
        return self.ranks_grammar or not is_grammar(name)

    def takes_any(self, name: str) -> bool:
        """Check whether a transformation accepts any text, even empty or very long ones."""
        stated = [declaration(step) for step in split_steps(name)]
        return all(each is not None and each.any_text for each in stated)

    def describe(self) -> dict[str, Any]:
        return {
            "transformations": {
                name: dict(each.describe())
                for name, each in sorted({**self.transformations, **self.pairwise}.items())
            },
            "ranker": None if self.ranker is None else dict(self.ranker.describe()),
            "quality_model": None if self.network is None else dict(self.network.describe()),
        }


Item = TypeVar("Item", str, tuple[str, str])
Made = TypeVar("Made")


def _by_item(
    name: str, do: Callable[[Sequence[Item]], Sequence[Made]], items: Sequence[Item]
) -> dict[Item, Made | Failure]:
    return dict(zip(items, _guarded(name, do, items) if items else (), strict=True))


def _guarded(
    name: str, do: Callable[[Sequence[Item]], Sequence[Made]], items: Sequence[Item]
) -> list[Made | Failure]:
    """Apply ``do`` to distinct items, in order; an item that causes an error yields a failure."""
    made: list[Made | Failure]
    try:
        made = [*do(items)]
    except EngineError:  # every call fails until the engine is repaired
        raise
    except Exception as error:
        # Third-party code may raise any error; try the items one by one to find the faulty ones.
        made = [_do_one(do, item) for item in items]
        if len(items) > 1 and all(isinstance(each, Failure) for each in made):
            raise error
    if len(made) != len(items):
        raise ValueError(f"{name} returned {len(made)} outcomes for {len(items)} texts")
    return made


def _do_one(do: Callable[[Sequence[Item]], Sequence[Made]], item: Item) -> Made | Failure:
    try:
        (made,) = do([item])
    except EngineError:
        raise
    except Exception as error:  # third-party code may raise any error
        return failure_of(error, AT_FAULT if isinstance(error, RuleError) else CRASHED)
    return made


def _outcome(made: Outcome | Failure) -> Outcome:
    if isinstance(made, Outcome):
        return made
    return Outcome(declined=made.reason, stage="unparsed", failures=(made,))


def open_toolbox(recipe: Recipe) -> Toolbox:
    """Load the toolbox of a recipe, once per process, and select its parser.

    Raises:
        UsageError: a transformation, the engine or the parser does not exist.
        LitgenError: the engine, the parser or the ranker cannot be loaded.
    """
    if recipe.parser is not None:
        use_parser(recipe.parser)
    return _open(recipe)


@lru_cache(maxsize=2)
def _open(recipe: Recipe) -> Toolbox:
    from litgen.acceptability.network import load_network
    from litgen.contrast.original import ORIGINAL, find_original
    from litgen.ranking import load_ranker
    from litgen.transformations import find, find_pairwise

    ranker = None
    if recipe.ranker is not None:
        ranker = load_ranker(recipe.ranker, measure=recipe.measure)  # type: ignore[arg-type]
    network = load_network() if recipe.quality_model else None
    # To repeat a run that used the network, the grammar is lenient even if no network is loaded.
    lenient = network is not None or recipe.settings.lenient
    settings = recipe.settings._replace(lenient=lenient)
    transformations: dict[str, Transformation] = {
        name: find_original(recipe.rules)
        if name == ORIGINAL
        else find(name, recipe.engine, recipe.rules, settings, ranker)
        for name in recipe.names
    }
    pairwise = {
        name: find_pairwise(name, recipe.engine, recipe.rules, recipe.settings, ranker)
        for name in recipe.pairwise
    }
    return Toolbox(transformations, ranker, pairwise, network, recipe.ranker != "auto")


def describe_toolbox(recipe: Recipe) -> dict[str, Any]:
    """Call ``Toolbox.describe`` in the process that holds the toolbox."""
    return open_toolbox(recipe).describe()
