"""Measure how well annotators agree with each other and with the given labels."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple

from litgen.annotation.answers import Answers, Key, read_answers, read_key
from litgen.annotation.questions import Question
from litgen.annotation.sample import ALL, TRAITS
from litgen.data.labels import classes_of, in_classes
from litgen.exceptions import UsageError
from litgen.statistics.agreement import (
    Judgements,
    agreement_interval,
    fleiss_kappa,
    krippendorff_alpha,
    majority,
    unanimous,
)
from litgen.statistics.intervals import Estimate, Share, share, stratified_share
from litgen.statistics.resampling import generator


class Coefficient(NamedTuple):
    """A coefficient of agreement and its 95 % bootstrap interval over items; nan if undefined."""

    value: float
    low: float
    high: float


class Group(NamedTuple):
    """The answers to one question on some items."""

    question: str
    by: str  #: the trait that the items share, or ``all``
    name: str  #: the value of this trait
    items: int  #: number of items with a judgement
    judgements: int
    #: share of items on which a majority of the annotators gives the expected answer (*yes*, or
    #: the given label)
    majority: Share
    undecided: int  #: number of items without a majority
    unanimous: Share  #: share of items judged at least twice whose answers agree
    #: share of judgements with the expected answer; judgements of one item are not independent
    single: Share
    kappa: Coefficient  #: Fleiss' kappa for the items with the most common number of judgements
    kappa_items: int  #: the number of these items
    alpha: Coefficient  #: Krippendorff's alpha for all items judged at least twice
    weighted: Estimate | None  #: for ``all``: ``majority`` with strata weighted by size
    answers: Mapping[str, Counter[str]]  #: counts of majority answers, by expected answer


class Annotator(NamedTuple):
    """An annotator's agreement with the expected answers and with the majority of the others."""

    question: str
    annotator: str
    judged: int
    expected: Share
    others: Share


class Disputed(NamedTuple):
    """An item without a majority, or with one that does not give the expected answer."""

    question: str
    item: str
    id: str
    expected: str
    majority: str | None
    said: dict[str, str]
    texts: dict[str, str]


@dataclass(frozen=True)
class AgreementReport:
    key: Key  #: the sample that was annotated
    annotators: tuple[str, ...]
    blank: tuple[Path, ...]  #: sheets without an answer
    unanswered: dict[str, int]  #: number of items without a judgement, by question
    groups: tuple[Group, ...]  #: ordered by question and trait, ``all`` last
    judges: tuple[Annotator, ...]  #: results of each annotator on each question
    disputed: tuple[Disputed, ...]  #: items to review


class _Row(NamedTuple):
    item: dict[str, Any]
    said: Judgements
    expected: str
    judged: int  #: number of annotators who answered


def measure_agreement(
    folder: Path, files: Sequence[Path] = (), by: Sequence[str] = ()
) -> AgreementReport:
    """Measure the agreement of the answers to a sample.

    Args:
        folder: a folder that ``litgen study sample`` wrote.
        files: filled sheets or exports; by default the sheets in the folder.
        by: traits to group by; by default those that define the strata, and the phenomenon.

    Raises:
        LitgenError: the folder or a file is invalid, or a trait does not exist.
    """
    key = read_key(folder)
    traits = _traits(key, by)
    answers = read_answers(key, files)
    groups, judges, disputed, unanswered = [], [], [], {}
    for question in key.questions:
        rows = _rows(key, answers, question)
        unanswered[question.name] = len(key.items) - len(rows)
        groups += list(_groups(key, question, rows, traits))
        judges += list(_annotators(answers, question, rows))
        disputed += list(_disputed(answers, question, rows))
    return AgreementReport(
        key, tuple(answers.annotators), tuple(answers.blank), unanswered,
        tuple(groups), tuple(judges), tuple(disputed),
    )  # fmt: skip


def _traits(key: Key, by: Sequence[str]) -> list[str]:
    known = TRAITS[key.manifest["unit"]]
    for trait in by:
        if trait not in known and trait != ALL:
            raise UsageError(f"--by: {trait!r} is not one of {', '.join(known)}")
    traits = by or (*key.manifest["by"], "phenomenon")
    return [trait for trait in dict.fromkeys(traits) if trait != ALL]


def _rows(key: Key, answers: Answers, question: Question) -> list[_Row]:
    rows = []
    classes = classes_of({item["label"] for item in key.items.values()})
    for number, item in key.items.items():
        said = answers.of(question.name, number)
        if judged := sum(each is not None for each in said):
            if question.expected is None:
                said = [each and in_classes([each], classes) for each in said]
            rows.append(_Row(item, said, question.expected or item["label"], judged))
    return rows


def _groups(
    key: Key, question: Question, rows: Sequence[_Row], traits: Sequence[str]
) -> Iterator[Group]:
    for trait in traits:
        for name in sorted({row.item["traits"][trait] for row in rows}):
            some = [row for row in rows if row.item["traits"][trait] == name]
            yield _group(question, trait, name, some)
    if rows:
        weighted = _weighted(key, rows)
        yield _group(question, ALL, ALL, rows)._replace(weighted=weighted)


def _group(question: Question, by: str, name: str, rows: Sequence[_Row]) -> Group:
    decided = [majority(row.said) for row in rows]
    several = [row for row in rows if row.judged > 1]
    single = [
        (each == row.expected, at)
        for at, row in enumerate(rows) for each in row.said if each is not None
    ]  # fmt: skip
    right = [found == row.expected for found, row in zip(decided, rows, strict=True)]
    answers: dict[str, Counter[str]] = {}
    for row, found in zip(rows, decided, strict=True):
        answers.setdefault(row.expected, Counter())[found or "none"] += 1
    numbers = Counter(row.judged for row in several)
    most = max(numbers, key=lambda number: (numbers[number], number), default=0)
    usual = [row.said for row in rows if row.judged == most]  # for Fleiss' kappa
    purpose = (question.name, by, name)
    return Group(
        question.name, by, name, len(rows), len(single),
        share(right, [row.item["source"] for row in rows]),
        decided.count(None),
        share([unanimous(row.said) for row in several], [row.item["source"] for row in several]),
        share([hit for hit, _ in single], [at for _, at in single]),
        _coefficient("kappa", usual, *purpose), len(usual),
        _coefficient("alpha", [row.said for row in rows], *purpose),
        None, answers,
    )  # fmt: skip


def _coefficient(
    what: Literal["kappa", "alpha"], items: Sequence[Judgements], *purpose: str
) -> Coefficient:
    rng = generator(0, "agreement", what, *purpose)
    value = (fleiss_kappa if what == "kappa" else krippendorff_alpha)(items)
    return Coefficient(value, *agreement_interval(items, rng, what))


def _weighted(key: Key, rows: Sequence[_Row]) -> Estimate:
    """Estimate a share for the whole contrast set: weight the judged strata by their sizes."""
    drawn = Counter(row.item["stratum"] for row in rows)
    hits = Counter(r.item["stratum"] for r in rows if majority(r.said) == r.expected)
    names = sorted(drawn)
    sizes = [key.manifest["strata"][name] for name in names]
    return stratified_share([hits[n] for n in names], [drawn[n] for n in names], sizes)


def _annotators(answers: Answers, question: Question, rows: Sequence[_Row]) -> Iterator[Annotator]:
    for at, annotator in enumerate(answers.annotators):
        own = [row for row in rows if row.said[at] is not None]
        if not own:
            continue
        others = [
            (row, found) for row in own
            if (found := majority([*row.said[:at], *row.said[at + 1 :]])) is not None
        ]  # fmt: skip
        yield Annotator(
            question.name, annotator, len(own),
            share([row.said[at] == row.expected for row in own]),
            share([row.said[at] == found for row, found in others]),
        )  # fmt: skip


def _disputed(answers: Answers, question: Question, rows: Sequence[_Row]) -> Iterator[Disputed]:
    texts = ("premise", "hypothesis", "sentence", "original", "change")
    for row in rows:
        found = majority(row.said)
        if found != row.expected:
            said = zip(answers.annotators, row.said, strict=True)
            yield Disputed(
                question.name, row.item["item"], row.item["id"], row.expected, found,
                {who: each for who, each in said if each is not None},
                {name: row.item[name] for name in texts if name in row.item},
            )  # fmt: skip
