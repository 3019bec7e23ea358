"""Sentences: each done once, choices ranked once, faults of one text kept to it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from contrast_fakes import Fake, FakeRanker

from litgen.acceptability import Thresholds
from litgen.contrast.sentences import pack, rewrite, screen, settle, unpack
from litgen.contrast.toolbox import Recipe, Toolbox, _open
from litgen.exceptions import EngineError
from litgen.transformations.protocol import Outcome, Settings, Variant


def toolbox(*names: str, ranker: FakeRanker | None = None) -> Toolbox:
    return Toolbox({name: Fake(name) for name in names}, ranker)


def test_the_first_candidate_stands_where_nothing_ranks() -> None:
    done = rewrite({"A.": ("passive",)}, toolbox("passive"))
    (version,) = done["A."]["passive"].variants
    assert (version.text, version.score) == ("passive: A.", None)


def test_only_choices_are_ranked_and_each_string_once() -> None:
    ranker = FakeRanker()
    tools = toolbox("past", "passive", ranker=ranker)
    done = rewrite({"A.": ("past", "passive"), "B.": ("passive",)}, tools)
    assert done["A."]["passive"].variants[0].text == "passive, by him: A."
    assert done["A."]["passive"].variants[0].score == len("passive, by him: A.")
    assert done["A."]["past"].variants[0].score is None
    assert len(ranker.seen) == len(set(ranker.seen)) == 4


def test_only_the_transformations_that_a_sentence_needs() -> None:
    done = rewrite({"A.": ("past",), "B.": ()}, toolbox("past", "may"))
    assert list(done["A."]) == ["past"]
    assert done["B."] == {}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "parse.empty"),
        (" \n", "parse.empty"),
        ("...", "parse.empty"),
        ("word " * 10_000, "parse.too-long"),
        ("x" * 5_000, "parse.too-long"),
        ("a \x07 bell", "parse.control-characters"),
        ("a \x00 nul", "parse.control-characters"),
        ("a \x85 next line", "parse.control-characters"),
        ("word " * 200, None),
        ("a " * 201, "parse.too-long"),
        ("\U0001f600 A man smiles.", None),
        ("הכלב נובח.", None),
        ("A man\tsleeps.\n", None),
    ],
)
def test_odd_texts_are_tried_or_declined_with_a_reason(text: str, reason: str | None) -> None:
    assert screen(text) == reason
    rewriting = rewrite({text: ("past",)}, toolbox("past"))[text]["past"]
    assert (rewriting.declined, bool(rewriting.variants)) == (reason, reason is None)


def test_a_text_that_crashes_is_counted_and_the_others_go_on() -> None:
    wanted = {"boom": ("past",), "A.": ("past",)}
    done = rewrite(wanted, toolbox("past"))
    assert done["boom"]["past"].declined == "crashed"
    assert done["A."]["past"].variants


def test_a_transformation_that_always_crashes_is_an_error() -> None:
    with pytest.raises(RuntimeError, match="cannot do"):
        rewrite({"boom": ("past",), "boom boom": ("past",)}, toolbox("past"))


def test_a_transformation_must_give_one_outcome_a_text() -> None:
    class Short(Fake):
        def apply(self, texts: Sequence[str]) -> list[Outcome]:
            return []

    with pytest.raises(ValueError, match="returned 0 outcomes for 1 texts"):
        rewrite({"A.": ("past",)}, Toolbox({"past": Short("past")}))


def test_packing() -> None:
    for text in ("A.", "boom"):
        done = rewrite({text: ("cleft", "past")}, toolbox("past", "cleft"))[text]
        assert unpack(pack(done)) == done
    long = rewrite({"A. " * 1000: ("cleft", "past")}, toolbox("past", "cleft"))["A. " * 1000]
    assert unpack(pack(long)) == long
    assert len(pack(long)) < 1000


def test_a_single_text_that_crashes_does_not_end_the_run() -> None:
    """The last chunk may hold one new sentence."""
    (rewriting,) = rewrite({"boom": ("past",)}, toolbox("past"))["boom"].values()
    assert rewriting.declined == "crashed"
    assert rewriting.failures[0].error == "RuntimeError: cannot do 'boom'"


def test_an_engine_that_is_broken_ends_the_run() -> None:
    class Broken(Fake):
        def apply(self, texts: Sequence[str]) -> list[Outcome]:
            raise EngineError("ace does not start")

    with pytest.raises(EngineError):
        rewrite({"A.": ("past",), "B.": ("past",)}, Toolbox({"past": Broken("past")}))


class Graded(Fake):
    """The second role of a cleft has a lower confidence than the first."""

    def _one(self, text: str) -> Outcome:
        made = super()._one(text)
        sure = zip(made.variants, (0.9, 0.6), strict=False)
        return made._replace(variants=tuple(v._replace(confidence=p) for v, p in sure))


def test_what_is_below_the_threshold_is_dropped_and_told() -> None:
    tools = Toolbox({name: Graded(name) for name in ("cleft", "past")})
    asked = {"A.": ("cleft", "past")}
    everything = rewrite(asked, tools)["A."]
    assert [v.confidence for v in everything["cleft"].variants] == [0.9, 0.6]
    assert everything["cleft"].dropped == ()
    some = rewrite(asked, tools, min_confidence=0.7)["A."]
    assert [v.confidence for v in some["cleft"].variants] == [0.9]
    assert some["cleft"].dropped == (("cleftARG2: A.", 0.6),)
    assert some["cleft"].declined is None
    none = rewrite(asked, tools, min_confidence=0.95)["A."]["past"]
    assert (none.variants, none.stage, none.declined) == ((), "below threshold", "below threshold")
    assert none.dropped == (("past: A.", 0.9),)
    assert unpack(pack({"past": none, "cleft": some["cleft"]})) == {
        "past": none, "cleft": some["cleft"],
    }  # fmt: skip


def test_the_next_engine_is_used_where_the_version_of_the_first_is_below_the_threshold() -> None:
    class Two(Fake):
        def _one(self, text: str) -> Outcome:
            first, later = (
                Variant((f"{engine}: {text}",), engine=engine, confidence=sure)
                for engine, sure in (("ace", 0.6), ("dependency", 0.9))
            )
            return Outcome((first._replace(otherwise=later),))

    def kept(min_confidence: float) -> Outcome:
        tools = Toolbox({"past": Two("past")})
        return rewrite({"A.": ("past",)}, tools, min_confidence)["A."]["past"]

    assert [v.text for v in kept(0.5).variants] == ["ace: A."]
    (later,) = kept(0.7).variants
    assert (later.text, later.engine, later.otherwise) == ("dependency: A.", "dependency", None)
    assert kept(0.95).dropped == (("ace: A.", 0.6),)
    outcomes = {"A.": {"past": Two("past").apply(["A."])[0]}}
    settle(outcomes, Toolbox({"past": Two("past")}), Thresholds(each=0.97, best=0.5))
    assert outcomes["A."]["past"].variants[0].engine == "dependency"
    made = Two("past").apply(["A."])[0]
    assert unpack(pack({"past": made})) == {"past": made}


@pytest.mark.parametrize("network", [None, object()])
def test_rules_are_lenient_where_the_network_reads(
    monkeypatch: pytest.MonkeyPatch, network: object
) -> None:
    monkeypatch.setattr("litgen.acceptability.network.load_network", lambda: network)
    tools = _open.__wrapped__(Recipe(("past",), quality_model=True))
    assert tools.network is network
    assert tools.transformations["past"].describe()["lenient"] is (network is not None)
    again = _open.__wrapped__(Recipe(("past",), settings=Settings(lenient=True)))
    assert again.transformations["past"].describe()["lenient"] is True


def test_what_has_no_confidence_is_kept() -> None:
    done = rewrite({"A noise.": ("past",)}, toolbox("past"), min_confidence=0.99)
    assert [v.confidence for v in done["A noise."]["past"].variants] == [None]
