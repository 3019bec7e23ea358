"""A stratified sample of a contrast set, the same whatever the order of its file."""

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
from litgen.evaluation import ContrastSet
from litgen.evaluation.columns import CORRUPTION
from litgen.evaluation.contrasts import KINDS, Kind, parse_name, phenomenon_of
from litgen.exceptions import DataError, UsageError
from litgen.transformations.naming import split_steps

#: One stratum of everything.
ALL = "all"
_JOIN = " / "


@dataclass(frozen=True)
class Plan:
    """How a sample is drawn and what is asked."""

    unit: Unit = "pair"  #: what is judged at a time
    per: int = 50  #: items of each stratum
    #: traits that make the strata; each contrast or transformation one when empty
    by: tuple[str, ...] = ()
    ask: tuple[str, ...] = ()  #: names of the questions; the usual ones when empty
    annotators: int = 3  #: who get a sheet each
    seed: int = 0  #: of the draw

    @property
    def traits(self) -> tuple[str, ...]:
        """The traits that make the strata; none of one stratum of everything."""
        if self.by == (ALL,):
            return ()
        return self.by or TRAITS[self.unit][:1]

    def check(self) -> tuple[Question, ...]:
        """The questions; refuse what cannot be.

        Raises:
            UsageError: a value is none of those there are, or out of range.
        """
        if self.unit not in UNITS:
            raise UsageError(f"--unit {self.unit}: take one of {', '.join(UNITS)}")
        for name, value in (("per", self.per), ("annotators", self.annotators)):
            if value < 1:
                raise UsageError(f"--{name} {value}: at least 1 is needed")
        for trait in self.traits:
            if trait not in TRAITS[self.unit]:
                known = ", ".join((*TRAITS[self.unit], ALL))
                raise UsageError(f"--by {trait}: a {self.unit} can be divided by {known}")
        return questions_of(self.ask, self.unit)


class Item(NamedTuple):
    #: what people see of its identity, such as ``p001``; says nothing about the stratum, and no
    #: spreadsheet takes it for a number
    number: str
    stratum: str  #: it stands for
    candidate: Candidate  #: what is judged


@dataclass(frozen=True)
class Sample:
    contrast_set: ContrastSet  #: of which
    plan: Plan  #: how
    questions: tuple[Question, ...]  #: that are asked
    items: tuple[Item, ...]  #: in the order of their numbers
    sizes: dict[str, int]  #: how many there are in each stratum, drawn or not

    def short(self) -> dict[str, int]:
        """The strata that have fewer items than were asked for, and how many."""
        return {name: size for name, size in self.sizes.items() if size < self.plan.per}


def draw(contrast_set: ContrastSet, plan: Plan) -> Sample:
    """Draw a sample; of each stratum so many items, of distinct source sentences if it can be.

    Which items are drawn depends on the seed and on their ids and texts alone. No more is kept in
    memory than may still be drawn.

    Raises:
        UsageError: the plan cannot be.
        DataError: nothing can be judged.
    """
    questions = plan.check()
    strata: dict[str, _Stratum] = {}
    for candidate in candidates(contrast_set, plan.unit):
        name = _JOIN.join(candidate.traits[trait] for trait in plan.traits) or ALL
        strata.setdefault(name, _Stratum(name, plan)).add(candidate)
    if not strata:
        raise DataError(
            f"{contrast_set.file}: no {plan.unit} to judge: "
            + ("none has a label" if plan.unit == "pair" else "no sentence was rewritten")
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
    """The candidates of a stratum, by source sentence; those that can no longer be drawn go."""

    def __init__(self, name: str, plan: Plan) -> None:
        self.name, self.plan = name, plan
        self._seen: set[bytes] = set()
        self._sources: dict[str, dict[str, Candidate]] = {}

    @property
    def size(self) -> int:
        """How many there are; the same sentence of several contrasts counts once."""
        return len(self._seen)

    def add(self, candidate: Candidate) -> None:
        """Note a candidate."""
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
        """The items: one of each source sentence, then, if these are too few, a second of each."""
        places = sorted(
            (turn, source, rank)
            for source, found in self._sources.items()
            for turn, rank in enumerate(sorted(found))
        )
        return [self._sources[source][rank] for _, source, rank in places[: self.plan.per]]


def _identity(candidate: Candidate) -> str:
    """A pair is one by its id, a sentence by what it says and what it was made of."""
    if candidate.label is not None:
        return candidate.id
    return "\0".join(candidate.texts[name] for name in ("sentence", "original", "change"))


def _rank(seed: int, *names: str) -> str:
    """A place in an order that depends on the seed and the names alone."""
    return hashlib.sha256("\0".join((str(seed), *names)).encode()).hexdigest()


def order_for(items: Sequence[Item], annotator: int, seed: int) -> list[Item]:
    """The items in an order of an annotator's own, so that no order favours anything."""
    return sorted(items, key=lambda item: _rank(seed, "sheet", str(annotator), item.number))


#: What a sample can be divided by, and results be grouped by, for each unit.
TRAITS: dict[Unit, tuple[str, ...]] = {
    "pair": ("contrast", "phenomenon", "suite", "label", "genre"),
    "sentence": ("transformation", "phenomenon", "suite", "genre"),
}

_PARAMETERS = re.compile(r"\[[^]]*\]")


class Candidate(NamedTuple):
    """Something that can be judged."""

    id: str  #: of the record
    texts: dict[str, str]  #: what people may see, by column
    traits: dict[str, str]  #: what it can be grouped by
    label: str | None  #: the given one of a pair, None of a sentence
    source: str  #: the original sentence that it shares with others; they are not independent


def candidates(contrast_set: ContrastSet, unit: Unit) -> Iterator[Candidate]:
    """Everything in a contrast set that can be judged, in its order.

    Pairs without a label are left out. A sentence that several contrasts share comes each time.

    Raises:
        LitgenError: a record is at fault.
    """
    find = _pair if unit == "pair" else _sentences
    for record in contrast_set:
        traits = {"suite": record.get("suite") or "none", "genre": record.genre or "none"}
        yield from find(record, traits)


def _pair(values: Mapping[str, Any], traits: dict[str, str]) -> Iterator[Candidate]:
    if values["label"] is None:
        return
    contrast = values["contrast"]
    texts = {name: values[name] for name in ("premise", "hypothesis")}
    texts |= {f"original_{name}": values[f"original_{name}"] or "" for name in texts}
    texts["change"] = contrast
    own = {"contrast": contrast, "phenomenon": _of_pair(values), "label": values["label"]}
    yield Candidate(
        values["id"], texts, {**own, **traits}, values["label"], values["original_premise"]
    )


def _of_pair(values: Mapping[str, Any]) -> str:
    """The phenomenon, and what becomes of the label, since that is judged differently."""
    before, phenomenon = values["original_label"], _of_contrast(values["contrast"])
    kind: Kind = "new" if before is None else "keeps" if before == values["label"] else "changes"
    if values.get("label_basis") == CORRUPTION:
        kind = "corrupted"
    return f"{phenomenon}, {KINDS[kind]}"


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
    """The phenomenon of one side; parameters such as ``[role=ARG1]`` are none."""
    side = Side("premise", split_steps(_PARAMETERS.sub("", change)))
    return phenomenon_of(Contrast(side, Side("hypothesis")), _phenomena())
