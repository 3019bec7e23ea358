import pytest

from litgen.engines.protocol import Generation
from litgen.failures import Failure
from litgen.mrs import load_rules
from litgen.transformations import GrammarTransformation
from litgen.transformations.combining import Chain, Fallback
from tests.mrs.samples import ride, tall
from tests.transformations.engine import TableEngine

RIDE, TALL, RODE = "A man rides a bike.", "The man is tall.", "A man rode a bike."
READINGS = {RIDE: [ride(prog="-")], TALL: [tall()], RODE: [ride("past", "-")]}


def make(name, generate=None, readings=READINGS):
    engine = TableEngine(readings, generate)
    return GrammarTransformation(name.split("+"), engine, load_rules()), engine


def test_outcomes_are_in_the_order_of_the_texts_and_generated_in_one_batch():
    cleft, engine = make("cleft")
    outcomes = cleft.apply([RIDE, "Gibberish", TALL, RIDE])
    assert [o.stage for o in outcomes] == ["kept", "unparsed", "kept", "kept"]
    assert [len(o.variants) for o in outcomes] == [2, 0, 1, 2]
    assert engine.batches == [5]
    assert outcomes[0] == outcomes[3]
    assert outcomes[1].declined == "no parse"


def test_a_variant_carries_parameters_engine_form_and_traits():
    (outcome,) = make("passive+past")[0].apply([RIDE])
    (variant,) = outcome.variants
    assert variant.candidates == ("past _ride_v_1 passive",)
    assert variant.parameters == {"promoted": "ARG2"}
    assert (variant.engine, variant.form) == ("table", "clause")
    assert (variant.traits["tense"], variant.traits["root"]) == ("pres", "ride")


def test_stages_of_what_is_declined():
    (outcome,) = make("past")[0].apply([RODE])
    assert (outcome.stage, outcome.declined) == ("inapplicable", "already past")
    guarded, _ = make("past", lambda request: Generation((), 0, "modal already"))
    (outcome,) = guarded.apply([RIDE])
    assert (outcome.stage, outcome.declined) == ("not generated", "modal already")
    misread, _ = make("past", lambda request: Generation((), 3, "not read back: tense"))
    (outcome,) = misread.apply([RIDE])
    assert (outcome.stage, outcome.declined) == ("not read back", "not read back: tense")


def test_a_surface_equal_to_the_source_is_no_variant():
    echo, _ = make("past", lambda request: Generation((RIDE,), 1))
    (outcome,) = echo.apply([RIDE])
    assert outcome.stage == "not read back"


def test_readings_add_their_candidates_to_one_variant():
    readings = {RIDE: [ride(prog="-"), ride("pres", "+", "-"), ride("past")]}
    past, engine = make("past", readings=readings)
    (outcome,) = past.apply([RIDE])
    assert engine.batches == [2]
    assert [v.candidates for v in outcome.variants] == [("past _ride_v_1 active",)]


def test_nothing_to_generate_asks_the_engine_for_nothing():
    past, engine = make("past")
    assert past.apply([]) == []
    past.apply(["Gibberish"])
    assert engine.batches == []


def test_description_for_the_manifest():
    description = make("cleft+past")[0].describe()
    assert description["name"] == "cleft+past"
    assert description["rules"] == ["past", "cleft"]
    assert description["engine"] == {"engine": "table"}
    assert description["rules_signature"] == load_rules().signature


@pytest.mark.parametrize("names", ["past+cleft", "cleft+past"])
def test_the_order_in_which_a_sequence_is_written_does_not_matter(names):
    (outcome,) = make(names)[0].apply([RIDE])
    assert [v.candidates for v in outcome.variants] == [
        (f"past _be_v_itcleft:{focus} _ride_v_1 active",) for focus in ("x3", "x14")
    ]


def test_failures_are_handed_on():
    failure = Failure("hung", "no answer", transient=True)
    lossy, _ = make("cleft", lambda request: Generation(("It is so.",), 1, None, failure))
    (outcome,) = lossy.apply([RIDE])
    assert outcome.variants and set(outcome.failures) == {failure}
    chain = Chain("cleft+cleft", [lossy, lossy])
    (outcome,) = chain.apply([RIDE])
    assert (outcome.declined, set(outcome.failures)) == ("no parse", {failure})
    (outcome,) = Fallback([lossy, make("cleft")[0]]).apply([RIDE])
    assert set(outcome.failures) == {failure}
    silent, _ = make("cleft", lambda request: Generation((), 0, "hung", failure))
    (outcome,) = Fallback([silent, make("cleft")[0]]).apply([RIDE])
    assert outcome.variants and failure in outcome.failures
