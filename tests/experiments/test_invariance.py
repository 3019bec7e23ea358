"""From answers to a decision."""

from __future__ import annotations

import math

import pytest

from litgen.exceptions import UsageError
from litgen.experiments.invariance import Design, Examiner, IETest, SampleTest, majority
from litgen.experiments.paired import Change, PairedOriginal


def paired_originals(number, to_a_premise=1):
    change = Change("P", "H", "entailment")
    return [
        PairedOriginal(f"premise {i // to_a_premise}", f"h{i}", "entailment", (change,))
        for i in range(number)
    ]


def answers(lost, gained, both, neither):
    """Answers to the originals and to their transforms; the right one is always E."""
    original = "E" * lost + "N" * gained + "E" * both + "C" * neither
    return original, "N" * lost + "E" * gained + "E" * both + "N" * neither


def examined(lost, gained, both=60, neither=20, **design):
    given = answers(lost, gained, both, neither)
    examiner = Examiner(paired_originals(len(given[0])), Design(samples=1, unit="pair", **design))
    return examiner.test(*given, 0.5, 0)


def test_the_statistic_by_hand():
    """n = 100, 15 lost, 5 gained: t = 10 (0.1) / sqrt(0.2 - 0.01), Salvatore et al. (12), (13)."""
    found = examined(15, 5)
    assert (found.original, found.changed) == (0.75, 0.65)
    assert found.statistic == pytest.approx(1.0 / math.sqrt(0.19), abs=1e-6)
    assert found.p["mcnemar"] == pytest.approx(0.0414, abs=1e-4)  # 2 P(Bin(20, 1/2) <= 5)
    assert found.p["bootstrap"] == pytest.approx(0.026, abs=0.008)


def test_original_better_is_positive():
    assert examined(10, 2).statistic > 0 > examined(2, 10).statistic


def test_no_discordant_pair_is_no_evidence():
    found = examined(0, 0)
    assert (found.statistic, found.p["bootstrap"], found.remark) == (0, 1, "no discordant pairs")


def test_pairs_of_a_premise_go_together():
    """Ten lost pairs of one premise are one thing that happened, not ten."""
    given = answers(10, 0, 70, 20)
    apart = Examiner(paired_originals(100, 10), Design(samples=1, unit="pair")).test(*given, 0.5, 0)
    together = Examiner(paired_originals(100, 10), Design(samples=1)).test(*given, 0.5, 0)
    assert apart.p["bootstrap"] < 0.01
    assert together.p["bootstrap"] > 0.3


def test_capitals_and_spaces_make_no_other_premise():
    given, pairs = answers(10, 0, 70, 20), paired_originals(100, 10)
    written = [
        paired._replace(premise=f" {paired.premise.upper()} ") if at % 2 else paired
        for at, paired in enumerate(pairs)
    ]
    as_they_are = Examiner(pairs, Design(samples=1)).test(*given, 0.5, 0)
    assert Examiner(written, Design(samples=1)).test(*given, 0.5, 0) == as_they_are


def test_draws_depend_on_the_sample_and_nothing_else():
    examiner = Examiner(paired_originals(100), Design(samples=1))
    given = answers(15, 5, 60, 20)
    first, again = (examiner.test(*given, 0.5, 0) for _ in range(2))
    other = examiner.test(*given, 0.5, 1)
    assert first == again
    assert first.p["bootstrap"] != other.p["bootstrap"]


def ie_test(p_values, **design):
    tests = [SampleTest(i, 0.5, 0.5, 1, 1, 0.0, {"bootstrap": p, "mcnemar": 0.9, "mid-p": 0.9}, 3)
             for i, p in enumerate(p_values)]  # fmt: skip
    return IETest.of(0.5, tests, Design(samples=len(p_values), **design))


def test_bonferroni():
    """The smallest of M p values against alpha / M, and strictly below it."""
    assert ie_test([0.009, 0.5, 0.9, 0.4, 0.3]).rejected
    assert not ie_test([0.01, 0.5, 0.9, 0.4, 0.3]).rejected  # 0.05 / 5
    assert not ie_test([0.011] * 5).rejected
    assert ie_test([0.011] * 4).rejected
    assert ie_test([0.009, 0.5]).p == 0.009
    assert not ie_test([0.001], test="mcnemar").rejected


def test_majority():
    assert majority(["EEE"]) == "EEE"
    assert majority(["EEC", "NNC", "NEN"]) == "NEC"
    assert majority(["E", "N", "C"]) == "E"  # of equals, the earlier one's


@pytest.mark.parametrize(
    ("design", "message"),
    [
        ({"replicates": 30}, "use at least"),
        ({"samples": 0}, "--samples 0"),
        ({"votes": 0}, "--votes 0"),
        ({"budget": -1}, "--budget -1"),
        ({"rho": (0.5, 2)}, "--rho 2"),
        ({"rho": ()}, "at least one"),
        ({"alpha": 1.5}, "--alpha 1.5"),
        ({"search": "often"}, "--search often: the value must be one of once, each"),
        ({"unit": "word"}, "--unit word"),
        ({"p_value": "nice"}, "--p-value nice"),
        ({"test": "mcnemar", "replicates": 10}, "use at least 40"),
    ],
)
def test_designs_that_cannot_be(design, message):
    with pytest.raises(UsageError) as error:
        Design(**design).check()
    assert message in str(error.value)


def test_replicates_that_a_level_needs():
    Design(replicates=400, samples=10, alpha=0.05).check()  # 2 / 0.005
    with pytest.raises(UsageError, match="at least 400"):
        Design(replicates=399, samples=10, alpha=0.05).check()
    Design(replicates=40, samples=10, test="mcnemar").check()


def joint(classifiers, pairs, **design):
    """The joint test of classifiers given by the pairs each loses and gains."""
    test = Examiner(pairs, Design(**design))
    given = [
        ("E" * (len(pairs) - len(gained)) + "N" * len(gained), "".join(
            "N" if at in lost else "E" for at in range(len(pairs))))
        for lost, gained in classifiers
    ]  # fmt: skip
    return test.joint(given)


def test_the_joint_test_of_one_classifier_is_the_sign_test():
    """Ten lost pairs and no others: 2 / 2 ** 10."""
    found = joint([(range(10), ())], paired_originals(50), unit="pair")
    assert found.p == pytest.approx(2 / 2**10, abs=0.0008)
    assert found.statistics == (pytest.approx(math.sqrt(10)),)


def test_the_joint_test_knows_classifiers_that_are_the_same():
    """Twenty copies of a classifier are one hypothesis, twenty different ones are not."""
    one = joint([(range(7), ())], paired_originals(200), unit="pair")
    copies = joint([(range(7), ())] * 20, paired_originals(200), unit="pair")
    apart = joint(
        [(range(7 * i, 7 * i + 7), ()) for i in range(20)], paired_originals(200), unit="pair"
    )
    assert copies.p == pytest.approx(one.p, abs=0.003) and one.p < 0.05
    assert apart.p > 0.2  # 1 - (1 - 2 / 2 ** 7) ** 20 = 0.27


def test_the_joint_test_exchanges_pairs_of_a_premise_together():
    assert joint([(range(10), ())], paired_originals(100, 10), unit="pair").p < 0.01
    together = joint([(range(10), ())], paired_originals(100, 10))
    assert (together.p, together.units) == (1, 1)
