import gc

import pytest

from litgen.engines.loading import Fallback
from litgen.engines.protocol import Generation
from litgen.failures import Failure
from litgen.mrs import load_rules
from litgen.transformations import GrammarTransformation
from litgen.transformations.registry import Chain
from tests.mrs.samples import ride, tall
from tests.transformations.engine import TableEngine, spell

RIDE, TALL, RODE = "A man rides a bike.", "The man is tall.", "A man rode a bike."
READINGS = {RIDE: [ride(prog="-")], TALL: [tall()], RODE: [ride("past", "-")]}


def make(name, generate=None, readings=READINGS):
    engine = TableEngine(readings, generate)
    return GrammarTransformation(name.split("+"), engine, load_rules()), engine


def in_turn(name, *generators, readings=READINGS):
    """A transformation through engines *one*, *two* ..., which generate as they are told."""
    engines = [TableEngine(readings, generate) for generate in generators]
    for engine, called in zip(engines, ("one", "two", "three"), strict=False):
        engine.name = called
    return GrammarTransformation(name.split("+"), Fallback(engines), load_rules()), engines


def nothing(reason, failure=None):
    return lambda request: Generation((), 0, reason, failure)


def only(focus):
    """Generates clefts with one phrase in focus alone."""
    return lambda r: Generation((f"{focus}.",), 1) if f":{focus} " in spell(r.mrs) else Generation()


def test_outcomes_are_in_the_order_of_the_texts_and_generated_in_one_batch():
    cleft, engine = make("cleft")
    outcomes = cleft.apply([RIDE, "Gibberish", TALL, RIDE])
    assert [o.stage for o in outcomes] == ["kept", "unparsed", "kept", "kept"]
    assert [len(o.variants) for o in outcomes] == [2, 0, 1, 2]
    assert engine.batches == [5]
    assert outcomes[0] == outcomes[3]
    assert outcomes[1].declined == "parse.no-parse"


@pytest.mark.parametrize("lenient", [False, True])
def test_a_lenient_transformation_asks_for_what_is_not_read_back(lenient):
    asked = []

    def generate(request):
        asked.append(request.lenient)
        return Generation(("A man rode a bike.",), 1, evidence={"not read back": 1.0})

    past = GrammarTransformation(["past"], TableEngine(READINGS, generate), load_rules(), lenient)
    (outcome,) = past.apply([RIDE])
    assert past.describe()["lenient"] is lenient
    assert asked == [lenient]
    assert outcome.variants[0].text == RODE
    assert past.evidence_of([RIDE]) == [{RODE: {"not read back": 1.0}}]


@pytest.mark.parametrize(("before", "within"), [(700, 100_000), (0, 0), (200_000, 200_000)])
def test_unused_objects_are_looked_for_seldom_while_texts_are_transformed(before, within):
    seen, usual = [], gc.get_threshold()
    gc.set_threshold(before, 7, 8)
    try:
        past, _ = make("past", lambda _: seen.append(gc.get_threshold()))
        with pytest.raises(AttributeError):  # of what is no generation
            past.apply([RIDE])
        seen.append(gc.get_threshold())
    finally:
        gc.set_threshold(*usual)
    assert seen == [(within, 7, 8), (before, 7, 8)]


def test_a_variant_carries_parameters_engine_form_and_traits():
    (outcome,) = make("passive+past")[0].apply([RIDE])
    (variant,) = outcome.variants
    assert variant.candidates == ("past _ride_v_1 passive",)
    assert variant.parameters == {"promoted": "ARG2"}
    assert (variant.engine, variant.form) == ("table", "clause")
    assert (variant.traits["tense"], variant.traits["root"]) == ("pres", "ride")


def test_stages_of_what_is_declined():
    (outcome,) = make("past")[0].apply([RODE])
    assert (outcome.stage, outcome.declined) == ("inapplicable", "tense.already-past")
    guarded, _ = make("past", lambda request: Generation((), 0, "modal already"))
    (outcome,) = guarded.apply([RIDE])
    assert (outcome.stage, outcome.declined) == ("not generated", "modal already")
    misread, _ = make("past", lambda request: Generation((), 3, "generation.not-read-back: tense"))
    (outcome,) = misread.apply([RIDE])
    assert (outcome.stage, outcome.declined) == ("not read back", "generation.not-read-back: tense")


def test_a_surface_equal_to_the_source_is_no_variant():
    echo, _ = make("past", lambda request: Generation((RIDE,), 1))
    (outcome,) = echo.apply([RIDE])
    assert (outcome.stage, outcome.declined) == ("not generated", "generation.unchanged")


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

    def lossily(request):
        return Generation(("It is so.",), 1, None, failure)

    lossy, _ = make("cleft", lossily)
    (outcome,) = lossy.apply([RIDE])
    assert outcome.variants and set(outcome.failures) == {failure}
    chain = Chain("cleft+cleft", [lossy, lossy])
    (outcome,) = chain.apply([RIDE])
    assert (outcome.declined, set(outcome.failures)) == ("parse.no-parse", {failure})
    (outcome,) = in_turn("cleft", lossily, None)[0].apply([RIDE])
    assert set(outcome.failures) == {failure}
    (outcome,) = in_turn("cleft", nothing("hung", failure), None)[0].apply([RIDE])
    assert outcome.variants and failure in outcome.failures


def test_each_variant_is_made_by_the_first_engine_that_has_it():
    cleft, _ = in_turn("cleft", only("x14"), None)
    (outcome,) = cleft.apply([RIDE])
    assert [(v.engine, v.parameters["role"]) for v in outcome.variants] == [
        ("one", "ARG2"), ("two", "ARG1"),
    ]  # fmt: skip
    assert outcome.variants[0].candidates == ("x14.",) and outcome.passed_over == ()
    again = outcome.variants[0].otherwise
    assert again is not None and (again.engine, again.parameters) == ("two", {"role": "ARG2"})
    assert outcome.variants[1].otherwise is None


def test_the_engines_that_made_nothing_are_told_with_their_reasons():
    past, engines = in_turn("past", nothing("hung"), nothing("crashed"), None)
    kept, unread = past.apply([RIDE, "Gibberish"])
    assert kept.passed_over == ("one: hung", "two: crashed")
    assert [v.engine for v in kept.variants] == ["three"]
    assert unread.passed_over == ("one: parse.no-parse", "two: parse.no-parse")
    assert (unread.stage, unread.declined) == ("unparsed", "parse.no-parse")
    assert [engine.batches for engine in engines] == [[1], [1], [1]]


def test_where_nothing_comes_of_it_the_engine_that_came_further_says_why():
    past, engines = in_turn("past", nothing("hung"), nothing("crashed"))
    (outcome,) = past.apply([RIDE])
    assert (outcome.stage, outcome.declined) == ("not generated", "crashed")
    engines[1].readings = {}
    (outcome,) = past.apply([RIDE])
    assert (outcome.stage, outcome.declined) == ("not generated", "hung")
    assert outcome.passed_over == ("one: hung",)


def test_several_engines_are_described_in_the_order_in_which_they_are_asked():
    described = in_turn("past", None, None)[0].describe()
    assert described["engine"] == [{"engine": "one"}, {"engine": "two"}]
    assert described["traits"]["engine"] == "dependency"
