"""Pairs of versions: equal parameters, labels, records in the order of the contrasts."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from contrast_fakes import Fake, FakeOriginal

from litgen.acceptability import BEST_THRESHOLD, Thresholds
from litgen.contrast import chunks
from litgen.contrast.chunks import Result, Task, do_chunk, names_by_role, plan_for
from litgen.contrast.notation import parse_contrast
from litgen.contrast.options import wanted_contrasts
from litgen.contrast.pairing import Pairer, Tally
from litgen.contrast.policy import load_policy
from litgen.contrast.sentences import rewrite, settle
from litgen.contrast.toolbox import Recipe, Toolbox
from litgen.data import Pair
from litgen.options import Options
from litgen.transformations.protocol import Outcome

PAIR = Pair("p1", "Men ride.", "Women ride.", "contradiction", {"genre": "test"}, 1)


class Graded(Fake):
    """Each version is less sure than the one of the transformation before it."""

    def _one(self, text: str) -> Outcome:
        sure = {"may": 0.99, "passive": 0.96, "past": 0.95, "future": 0.9, "perfect": 0.85}
        sure |= {"past+passive": 0.94}
        made = super()._one(text)
        of = [v._replace(confidence=sure.get(self.name)) for v in made.variants]
        return made._replace(variants=(*of,))


def records(
    *contrasts: str, pair: Pair = PAIR, fake: type[Fake] = Fake, **given: Any
) -> tuple[list[dict[str, Any]], Tally]:
    wanted = wanted_contrasts(Options(contrast=contrasts))
    needed = names_by_role(wanted, load_policy()).values()
    names = sorted({name for each in needed for name in each})
    tools = Toolbox({name: FakeOriginal(name) if name == "original" else fake(name)
                     for name in names})  # fmt: skip
    done = rewrite({pair.premise: names, pair.hypothesis: names}, tools)
    tally: Tally = Counter()
    pairer = Pairer(wanted, load_policy(), **given)
    return [json.loads(line.text) for line in pairer.lines(pair, done, tally)], tally


def test_a_record() -> None:
    (record,), _ = records("past;future")
    assert record == {
        "id": "p1:past:future",
        "pair_id": "p1",
        "suite": None,
        "contrast": "past;future",
        "premise_transformation": "past",
        "hypothesis_transformation": "future",
        "premise": "past: Men ride.",
        "hypothesis": "future: Women ride.",
        "label": "neutral",
        "label_basis": "default",
        "label_proof": "past;future, contradiction: the premise says it was the case at some "
        "earlier time [some t' < t: p(t')]; the hypothesis says it will be the case at some "
        "later time [some t' > t: h(t')]; so neutral by independence "
        "(given: asserted or denied, covered, present, no end of a state, untimed, eventive)",
        "original_premise": "Men ride.",
        "original_hypothesis": "Women ride.",
        "original_label": "contradiction",
        "premise_score": None,
        "hypothesis_score": None,
        "premise_confidence": 0.9,
        "hypothesis_confidence": 0.9,
        "premise_edits": [],
        "hypothesis_edits": [],
        "premise_changed": None,
        "hypothesis_changed": None,
        "engine": "fake",
        "source_form": "clause",
        "family": None,
        "source": {"genre": "test"},
    }


@pytest.mark.parametrize(
    ("contrasts", "kept"),
    [
        # none reaches the threshold on both sides: the best
        (("past;past", "future;future", "perfect;past"), ["past;past"]),
        # one that changes both sides, though one that does not has a higher confidence
        (("may;original", "future;future"), ["may;original", "future;future"]),
        # the side with the lower confidence counts
        (("past;perfect", "future;future"), ["future;future"]),
        # none where no one changes both sides
        (("may;original", "original;past"), ["may;original"]),
        (("past;original", "original;past"), []),
        # no further one where one reaches the threshold
        (("may;may", "past;past"), ["may;may"]),
        # none below the lower threshold
        (("perfect;past", "perfect;perfect"), []),
    ],
)
def test_the_best_contrast_of_a_pair_is_kept_from_a_lower_threshold(
    contrasts: tuple[str, ...], kept: list[str]
) -> None:
    made, tally = records(
        *contrasts, fake=Graded, thresholds=Thresholds(0.97, 0.9), keep_unlabelled=True
    )
    assert [each["contrast"] for each in made] == kept
    for contrast in contrasts:
        dropped = contrast not in kept
        assert tally["contrasts", contrast, "below threshold"] == dropped
        assert tally["contrasts", contrast, "pairs"] == (not dropped)


def test_the_best_contrast_is_one_that_is_written() -> None:
    contrasts = ("past;future", "future;future")
    made, _ = records(*contrasts, fake=Graded, thresholds=Thresholds(0.97, 0.9))
    assert [each["contrast"] for each in made] == ["past;future"]  # the first of equals
    by_logic = frozenset({parse_contrast("past;future")})  # which has a label by convention alone
    made, _ = records(*contrasts, fake=Graded, thresholds=Thresholds(0.97, 0.9), by_logic=by_logic)
    assert [each["contrast"] for each in made] == ["future;future"]


class Reader:
    """A network whose log odds depend on the text alone; it keeps what it reads."""

    def __init__(self, seed: int) -> None:
        self.seed, self.seen = seed, list[tuple[str, str]]()

    def log_odds(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        self.seen += pairs
        return [random.Random(f"{self.seed} {each}").uniform(-8, 12) for each in pairs]


class Patchy(Fake):
    """Makes something of every other text."""

    def _one(self, text: str) -> Outcome:
        if random.Random(f"{self.name} {text}").random() < 0.5:
            return Outcome(declined="parse.no-subject", stage="inapplicable")
        return super()._one(text)


@pytest.mark.usefixtures("fake_registry")
@pytest.mark.parametrize("keep_unlabelled", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_the_network_reads_only_what_a_run_needs(
    seed: int, keep_unlabelled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw = random.Random(seed)
    words = ("man", "stone", "mumble", "doubt", "noise", "rode")
    texts = [f"{draw.choice(words)} {number}" for number in range(30)]
    labels = ("entailment", "neutral", "contradiction")
    pairs = [Pair(f"p{number}", *draw.choices(texts, k=2), draw.choice(labels))
             for number in range(40)]  # fmt: skip
    options = Options(suite="lit", keep_unlabelled=keep_unlabelled)
    names = plan_for(options).all_names
    task = Task(0, tuple(pairs), {}, options, Recipe(names))

    def done(task: Task) -> tuple[list[str], Tally, Reader, Result]:
        reader = Reader(seed)
        fakes = {name: Patchy(name) for name in names} | {"original": FakeOriginal("original")}
        box = Toolbox(fakes, network=reader)  # type: ignore[arg-type]
        monkeypatch.setattr(chunks, "open_toolbox", lambda recipe: box)
        result = do_chunk(task)
        counted = {path: each for path, each in result.tally.items() if each and (
            path[0] == "coverage" or path[-1] == "records")}  # fmt: skip
        return [line.text for line in result.lines], Counter(counted), reader, result

    lines, coverage, reader, result = done(task)
    assert len(reader.seen) == len(set(reader.seen))
    known = {key: packed for key, (packed, *_) in result.sentences.items()}
    again = done(task._replace(known=known))
    assert again[:2] == (lines, coverage) and not again[2].seen
    monkeypatch.setattr(
        chunks,
        "_settle",
        lambda rewritten, new, box, *_: settle(rewritten, box, Thresholds(1.0, BEST_THRESHOLD)),
    )
    everything = done(task)
    assert everything[:2] == (lines, coverage) and lines
    assert len(reader.seen) < 0.95 * len(everything[2].seen)


def test_clefts_of_the_same_role_only() -> None:
    made, _ = records("cleft;cleft")
    assert [each["id"] for each in made] == ["p1:cleft:cleft:ARG1", "p1:cleft:cleft:ARG2"]
    assert made[0]["premise_transformation"] == "cleft[role=ARG1]"


def test_a_side_without_the_parameter_goes_with_every_variant() -> None:
    made, _ = records("cleft;may", "cleft;original", keep_unlabelled=True)
    assert [each["id"] for each in made] == [
        "p1:cleft:may:ARG1", "p1:cleft:may:ARG2",
        "p1:cleft:original:ARG1", "p1:cleft:original:ARG2",
    ]  # fmt: skip


def test_unlabelled_pairs_are_counted_and_kept_on_request() -> None:
    made, tally = records("past;past", pair=PAIR._replace(premise="Men rode."))
    assert made == []
    assert tally["contrasts", "past;past", "unlabelled", "present"] == 1
    made, _ = records("past;past", pair=PAIR._replace(premise="Men rode."), keep_unlabelled=True)
    assert [(each["label"], each["label_basis"]) for each in made] == [(None, None)]


def test_exchanged_and_new_pairs() -> None:
    made, _ = records("hypothesis+passive;premise", "original;premise+antonym")
    assert [(each["premise"], each["hypothesis"]) for each in made] == [
        ("passive: Women ride.", "Men ride."),
        ("Men ride.", "antonym: Men ride."),
    ]
    assert [each["original_label"] for each in made] == ["contradiction", None]
    assert [each["label"] for each in made] == ["contradiction", "contradiction"]


def test_a_text_that_is_not_tried_is_no_original_side_either() -> None:
    made, _ = records("may;original", pair=PAIR._replace(hypothesis=" "), keep_unlabelled=True)
    assert made == []


def test_coverage() -> None:
    _, tally = records("past;future", "may;original")
    assert tally["coverage", "pairs with a version of each sentence"] == 1
    assert tally["coverage", "two-sided pairs"] == 1
    _, tally = records("past;future", pair=PAIR._replace(hypothesis="A stone."))
    assert tally["coverage", "pairs with a version of each sentence"] == 0
    assert tally["coverage", "two-sided pairs"] == 0


def test_an_original_side_is_read_only_where_a_guard_asks_about_it() -> None:
    wanted = wanted_contrasts(
        Options(contrast=("may;original", "original;must", "shuffle;original"))
    )
    assert names_by_role(wanted, load_policy()) == {
        "premise": ("may", "shuffle"),
        "hypothesis": ("must", "original"),
    }


def test_numbers_that_are_none_are_written_as_null() -> None:
    (record,), _ = records("past;future", pair=PAIR._replace(source={"a": float("nan"), "b": 1.5}))
    assert record["source"] == {"a": None, "b": 1.5}


def test_a_pair_whose_texts_have_two_labels_has_none() -> None:
    made, tally = records(
        "past;future", "premise;premise+antonym", pair=PAIR._replace(disputed=True)
    )
    assert [each["contrast"] for each in made] == ["original;premise+antonym"]
    assert tally["contrasts", "past;future", "unlabelled", "two labels in the source"] == 1


def families(*contrasts: str) -> tuple[tuple[Any, ...], ...]:
    return (tuple(wanted_contrasts(Options(contrast=contrasts))),)


def test_a_family_is_written_whole() -> None:
    both = ("premise;premise+hypernym", "premise+negation;premise+negation+hypernym")
    made, _ = records(*both, families=families(*both), keep_unlabelled=True)
    assert [each["contrast"] for each in made] == [
        "original;premise+hypernym",
        "negation;premise+negation+hypernym",
    ]
    assert {each["family"] for each in made} == {"p1:premise:"}


def test_of_a_family_that_lacks_one_nothing_is_written() -> None:
    both = ("past;future", "past;hypernym")  # the second has no label
    made, tally = records(*both, families=families(*both))
    assert made == []
    assert tally["contrasts", "past;future", "unlabelled", "family incomplete"] == 1


def test_a_suite_that_asks_for_logic_takes_no_convention() -> None:
    wanted = frozenset(wanted_contrasts(Options(contrast=("past;future",))))
    made, tally = records("past;future", "may;original", by_logic=wanted)
    assert "past;future" not in {each["contrast"] for each in made}
    assert tally["contrasts", "past;future", "unlabelled", "by convention only"] == 1
