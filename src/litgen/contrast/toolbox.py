"""What a worker has at hand: the transformations and the ranker of a run, loaded once."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from litgen.exceptions import RuleError, UsageError
from litgen.transformations.protocol import Outcome, Settings, Transformation

if TYPE_CHECKING:
    from litgen.ranking import Ranker

#: Why there is nothing where a transformation, or a rule, failed on a sentence.
CRASHED, AT_FAULT = "crashed", "rule at fault"


class Recipe(NamedTuple):
    """What a toolbox is made of; plain values, so that it can travel between processes."""

    names: tuple[str, ...]
    engine: str = "dependency"
    rules: str | None = None
    settings: Settings = Settings()
    ranker: str | None = None
    measure: str = "mean"


class Toolbox:
    """The transformations of a run by name, and its ranker."""

    def __init__(
        self, transformations: Mapping[str, Transformation], ranker: Ranker | None = None
    ) -> None:
        for name, transformation in transformations.items():
            if transformation.level != "sentence":
                raise UsageError(
                    f"{name} works on pairs and cannot be a side of a contrast; to exchange "
                    "premise and hypothesis write hypothesis;premise"
                )
        self.transformations = transformations
        self.ranker = ranker
        #: Engines are not written for several threads: one chunk at a time in a process.
        self.lock = threading.Lock()

    def apply(self, name: str, texts: Sequence[str]) -> list[Outcome]:
        """Apply a transformation to distinct texts, in order, one outcome each.

        A text that makes it raise is counted as ``crashed`` (``rule at fault`` for a rule's
        error), so that one sentence in a million does not lose a run; where every text does, the
        error is raised.
        """
        transformation = self.transformations[name]
        try:
            return _checked(name, texts, transformation.apply(texts))
        except Exception as error:
            # Any error of a third party's code; told apart below by trying text by text.
            if len(texts) == 1:
                raise
            outcomes = [_apply_one(transformation, text) for text in texts]
            if all(outcome.declined in (CRASHED, AT_FAULT) for outcome in outcomes):
                raise error
            return outcomes

    def describe(self) -> dict[str, Any]:
        """Versions of everything, for the manifest."""
        return {
            "transformations": {
                name: dict(each.describe()) for name, each in self.transformations.items()
            },
            "ranker": None if self.ranker is None else dict(self.ranker.describe()),
        }


def _apply_one(transformation: Transformation, text: str) -> Outcome:
    try:
        (outcome,) = transformation.apply([text])
    except RuleError:
        return Outcome(declined=AT_FAULT, stage="unparsed")
    except Exception:  # of a third party's code, as above; counted
        return Outcome(declined=CRASHED, stage="unparsed")
    return outcome


def _checked(name: str, texts: Sequence[str], outcomes: list[Outcome]) -> list[Outcome]:
    if len(outcomes) != len(texts):
        raise ValueError(f"{name}: {len(outcomes)} outcomes for {len(texts)} texts")
    return outcomes


@lru_cache(maxsize=2)
def open_toolbox(recipe: Recipe) -> Toolbox:
    """Load what a recipe names, once in a process.

    Raises:
        UsageError: there is no such transformation or engine.
        LitgenError: the engine or the ranker cannot be loaded.
    """
    from litgen.ranking import load_ranker

    transformations = {name: _find(name, recipe) for name in recipe.names}
    ranker = None
    if recipe.ranker is not None:
        ranker = load_ranker(recipe.ranker, measure=recipe.measure)  # type: ignore[arg-type]
    return Toolbox(transformations, ranker)


def _find(name: str, recipe: Recipe) -> Transformation:
    from litgen import transformations
    from litgen.contrast import original

    if name == original.ORIGINAL:
        return original.find_original(recipe.engine, recipe.rules)
    return transformations.find(name, recipe.engine, recipe.rules, recipe.settings)


def describe_toolbox(recipe: Recipe) -> dict[str, Any]:
    """``Toolbox.describe`` in the process that holds it."""
    return open_toolbox(recipe).describe()
