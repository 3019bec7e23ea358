"""litgen from Python: ``litgen.transform``, the same objects that the command line uses."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, overload

from litgen.exceptions import UsageError
from litgen.transformations.protocol import Outcomes

if TYPE_CHECKING:
    from litgen.transformations.protocol import Transformation


@overload
def transform(  # type: ignore[overload-overlap]  # a string is a sequence of strings, too
    sentences: str,
    names: str | Sequence[str] = ...,
    *,
    engine: str = ...,
    rules: str | Path | None = ...,
    seed: int = ...,
) -> Outcomes: ...


@overload
def transform(
    sentences: Sequence[str],
    names: str | Sequence[str] = ...,
    *,
    engine: str = ...,
    rules: str | Path | None = ...,
    seed: int = ...,
) -> list[Outcomes]: ...


def transform(
    sentences: str | Sequence[str],
    names: str | Sequence[str] = ("past", "future", "may", "negation", "passive", "cleft"),
    *,
    engine: str = "dependency",
    rules: str | Path | None = None,
    seed: int = 0,
) -> Outcomes | list[Outcomes]:
    """Apply transformations to one sentence or to many.

    Args:
        sentences: one sentence, or a sequence of them; many at once are much quicker than one by
            one.
        names: a transformation (``"past"``, ``"future+passive+cleft"``) or several.
        engine: name of the grammar's engine.
        rules: a folder of your own rules, besides the shipped ones.
        seed: for transformations that draw.

    Returns:
        For each sentence its outcomes by name: the variants, or why there are none. For a single
        sentence its outcomes alone.

    Raises:
        UsageError: there is no such transformation or engine.

    Example:
        >>> import litgen
        >>> done = litgen.transform("A man is riding a bike.", "past")  # doctest: +SKIP
        >>> done["past"].variants[0].candidates[0]  # doctest: +SKIP
        'A man was riding a bike.'
    """
    from litgen.transformations import Settings, find

    wanted = [names] if isinstance(names, str) else list(dict.fromkeys(names))
    if not wanted:
        raise UsageError("no transformation named; name one such as 'past'")
    single = isinstance(sentences, str)
    texts = [sentences] if isinstance(sentences, str) else list(sentences)
    where = None if rules is None else str(rules)
    found: dict[str, Transformation] = {
        name: find(name, engine=engine, rules=where, settings=Settings(seed)) for name in wanted
    }
    done: list[Outcomes] = [{} for _ in texts]
    for name, transformation in found.items():
        distinct = list(dict.fromkeys(texts))
        outcomes = dict(zip(distinct, transformation.apply(distinct), strict=True))
        for text, by_name in zip(texts, done, strict=True):
            by_name[name] = outcomes[text]
    return done[0] if single else done
