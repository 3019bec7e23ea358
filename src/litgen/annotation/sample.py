"""Draw a stratified sample of a contrast set, regardless of the order of its records."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from litgen.annotation.questions import UNITS, Question, Unit, questions_of
from litgen.contrast.notation import Contrast, Side
from litgen.contrast.original import ORIGINAL
from litgen.contrast.phenomena import phenomena_of_rules
from litgen.evaluation.columns import CORRUPTION
from litgen.evaluation.contrast_set import ContrastSet
from litgen.evaluation.contrasts import KINDS, Kind, parse_name, phenomenon_of
from litgen.exceptions import DataError, UsageError
from litgen.transformations.naming import split_steps

#: The name of the stratum if all items form a single one.
ALL = "all"
_JOIN = " / "


@dataclass(frozen=True)
class Plan:
    """The design of a sample: strata, sizes and questions."""

    unit: Unit = "pair"
    per: int = 50  #: items per stratum
    #: traits that define the strata; if empty, one stratum per contrast or transformation
    by: tuple[str, ...] = ()
    ask: tuple[str, ...] = ()  #: names of the questions; if empty, the default questions
    annotators: int = 3  #: number of annotators; each gets a sheet
    seed: int = 0

    @property
    def traits(self) -> tuple[str, ...]:
        """The traits that define the strata; empty for one stratum of all items."""
        if self.by == (ALL,):
            return ()
        return self.by or TRAITS[self.unit][:1]

    def check(self) -> tuple[Question, ...]:
        """Return the questions; raise a UsageError if a value is unknown or out of range."""
        if self.unit not in UNITS:
            raise UsageError(f"--unit: there is no unit {self.unit!r}; use {' or '.join(UNITS)}")
        for name, value in (("per", self.per), ("annotators", self.annotators)):
            if value < 1:
                raise UsageError(f"--{name} is {value}, but must be at least 1")
        for trait in self.traits:
            if trait not in TRAITS[self.unit]:
                known = ", ".join((*TRAITS[self.unit], ALL))
                raise UsageError(f"--by: {trait!r} is not one of {known}")
        return questions_of(self.ask, self.unit)


class Item(NamedTuple):
    #: the id that annotators see, such as ``p001``, which does not reveal the stratum and which
    #: spreadsheets do not read as a number
    number: str
    stratum: str  #: the stratum that the item represents
    candidate: Candidate  #: what annotators judge


@dataclass(frozen=True)
class Sample:
    contrast_set: ContrastSet
    plan: Plan
    questions: tuple[Question, ...]
    items: tuple[Item, ...]  #: the sampled items, ordered by number
    sizes: dict[str, int]  #: the number of candidates in each stratum, drawn or not

    def short(self) -> dict[str, int]:
        """Return the strata with fewer items than planned, and the number of items in each."""
        return {name: size for name, size in self.sizes.items() if size < self.plan.per}


def draw(contrast_set: ContrastSet, plan: Plan) -> Sample:
    """Draw the same number of items per stratum, from distinct source sentences if possible.

    The draw depends only on the seed and on the items' ids and texts. Only candidates that may
    still be drawn are kept in memory.

    Raises:
        UsageError: the plan is invalid.
        DataError: there is nothing to judge.
    """
    questions = plan.check()
    strata: dict[str, _Stratum] = {}
    for candidate in candidates(contrast_set, plan.unit):
        name = _JOIN.join(candidate.traits[trait] for trait in plan.traits) or ALL
        strata.setdefault(name, _Stratum(name, plan)).add(candidate)
    if not strata:
        raise DataError(
            f"{contrast_set.file}: there is no {plan.unit} to judge because none "
            + ("has a label" if plan.unit == "pair" else "was rewritten")
        )
    drawn = [(name, each) for name in sorted(strata) for each in strata[name].drawn()]
    drawn.sort(key=lambda pair: _rank(plan.seed, "item", pair[0], _identity(pair[1])))
    width = max(3, len(str(len(drawn))))
    items = (
        Item(f"{plan.unit[0]}{at:0{width}}", name, candidate)
        for at, (name, candidate) in enumerate(drawn, 1)
    )
    return Sample(
        contrast_set, plan, questions, tuple(items),
        {name: strata[name].size for name in sorted(strata)},
    )  # fmt: skip


class _Stratum:
    """The candidates of a stratum that may still be drawn, by source sentence."""

    def __init__(self, name: str, plan: Plan) -> None:
        self.name, self.plan = name, plan
        self._seen: set[bytes] = set()
        self._sources: dict[str, dict[str, Candidate]] = {}

    @property
    def size(self) -> int:
        """The number of candidates; a sentence in several contrasts counts once."""
        return len(self._seen)

    def add(self, candidate: Candidate) -> None:
        rank = _rank(self.plan.seed, "draw", self.name, _identity(candidate))
        source = _rank(self.plan.seed, "source", self.name, candidate.source)
        key = bytes.fromhex(rank)[:12]
        found = self._sources.setdefault(source, {})
        if key not in self._seen:
            self._seen.add(key)
            found[rank] = candidate
            if len(found) > self.plan.per:
                del found[max(found)]
        elif rank in found:
            found[rank] = min(found[rank], candidate, key=lambda each: each.id)
        if len(self._sources) > 2 * self.plan.per + 100:
            for last in sorted(self._sources)[self.plan.per :]:
                del self._sources[last]

    def drawn(self) -> list[Candidate]:
        """Return the drawn items: one per source sentence; more if there are too few sentences."""
        places = sorted(
            (turn, source, rank)
            for source, found in self._sources.items()
            for turn, rank in enumerate(sorted(found))
        )
        return [self._sources[source][rank] for _, source, rank in places[: self.plan.per]]


def _identity(candidate: Candidate) -> str:
    """Return a candidate's identity: a pair's id, or a sentence's text and source."""
    if candidate.label is not None:
        return candidate.id
    return "\0".join(candidate.texts[name] for name in ("sentence", "original", "change"))


def _rank(seed: int, *names: str) -> str:
    """Return a sort key that depends only on the seed and the names."""
    return hashlib.sha256("\0".join((str(seed), *names)).encode()).hexdigest()


def order_for(items: Sequence[Item], annotator: int, seed: int) -> list[Item]:
    """Shuffle the items for one annotator, so that no common order biases the results."""
    return sorted(items, key=lambda item: _rank(seed, "sheet", str(annotator), item.number))


#: Traits that can define strata and groups of results, by unit.
TRAITS: dict[Unit, tuple[str, ...]] = {
    "pair": ("contrast", "phenomenon", "suite", "label", "genre"),
    "sentence": ("transformation", "phenomenon", "suite", "genre"),
}

_PARAMETERS = re.compile(r"\[[^]]*\]")


class Candidate(NamedTuple):
    """An item that annotators can judge."""

    id: str  #: id of the record
    texts: dict[str, str]  #: the texts that annotators may see, by column
    traits: dict[str, str]  #: traits for grouping
    label: str | None  #: the given label of a pair; None for a sentence
    source: str  #: the original sentence; items that share it are not independent


def candidates(contrast_set: ContrastSet, unit: Unit) -> Iterator[Candidate]:
    """Yield the items of a contrast set that can be judged, in order.

    Pairs without a label are left out. A sentence in several contrasts appears several times.
    """
    find = _pair if unit == "pair" else _sentences
    for record in contrast_set:
        traits = {"suite": record.get("suite") or "none", "genre": record.genre or "none"}
        yield from find(record, traits)


def _pair(values: Mapping[str, Any], traits: dict[str, str]) -> Iterator[Candidate]:
    if values["label"] is None:
        return
    contrast, before = values["contrast"], values["original_label"]
    # The phenomenon includes the effect on the label, because that affects the judgement.
    kind: Kind = "new" if before is None else "keeps" if before == values["label"] else "changes"
    if values.get("label_basis") == CORRUPTION:
        kind = "corrupted"
    texts = {name: values[name] for name in ("premise", "hypothesis")}
    texts |= {f"original_{name}": values[f"original_{name}"] or "" for name in texts}
    texts["change"] = contrast
    phenomenon = f"{_of_contrast(contrast)}, {KINDS[kind]}"
    own = {"contrast": contrast, "phenomenon": phenomenon, "label": values["label"]}
    yield Candidate(
        values["id"], texts, {**own, **traits}, values["label"], values["original_premise"]
    )


def _sentences(values: Mapping[str, Any], traits: dict[str, str]) -> Iterator[Candidate]:
    originals = {values["original_premise"], values["original_hypothesis"]}
    contrast = _parsed(values["contrast"])
    for name, side in (("premise", contrast.premise), ("hypothesis", contrast.hypothesis)):
        sentence, change = values[name], str(values.get(f"{name}_transformation") or ORIGINAL)
        if change == ORIGINAL or sentence in originals:
            continue
        source = values[f"original_{name if side.origin == 'pair' else side.origin}"]
        own = {"transformation": change, "phenomenon": _of_steps(change)}
        texts = {"sentence": sentence, "original": source, "change": change}
        yield Candidate(values["id"], texts, {**own, **traits}, None, source)


_parsed, _phenomena = cache(parse_name), cache(phenomena_of_rules)


@cache
def _of_contrast(contrast: str) -> str:
    return phenomenon_of(_parsed(contrast), _phenomena())


@cache
def _of_steps(change: str) -> str:
    """Return the phenomenon of one side's steps, ignoring parameters such as ``[role=ARG1]``."""
    side = Side("premise", split_steps(_PARAMETERS.sub("", change)))
    return phenomenon_of(Contrast(side, Side("hypothesis")), _phenomena())
