from __future__ import annotations

import sqlite3

import pytest

from litgen.engines.ace import AceEngine, cache, process, transport
from litgen.engines.ace import engine as ace
from litgen.engines.ace.answers import Answer, Result
from litgen.engines.ace.cache import AnswerCache, key_of
from litgen.engines.ace.process import Limits
from litgen.engines.ace.realisations import demanded, most_active, refused
from litgen.engines.loading import load_engine
from litgen.engines.protocol import Request
from litgen.exceptions import EngineError, UsageError
from litgen.failures import Failure
from litgen.mrs.loading import load_rules
from litgen.transformations.grammar import GrammarTransformation
from tests.engines.ace.conftest import HEADER, QUICK, UNOPINIONATED, WHOLE


def transform(engine, name, *texts):
    return GrammarTransformation([name], engine, load_rules()).apply(list(texts))


def test_a_transformation(engine):
    (outcome,) = transform(engine, "past", "The dog barks.")
    (variant,) = outcome.variants
    assert variant.candidates == ("The dog barked.",)  # not: did bark; one space, not two
    assert (variant.engine, engine.dialect) == ("ace", "erg-1214")


def test_a_word_that_the_lexicon_lacks(engine):
    (outcome,) = transform(engine, "past", "The umpire barks.")
    assert outcome.variants[0].candidates == ("The umpire barked.",)


def test_what_is_asked_takes_no_modal(engine):
    (outcome,) = transform(engine, "may", "Does the dog bark?")
    assert (outcome.stage, outcome.declined) == ("inapplicable", "clause.not-declarative")


def test_a_question_is_inverted(engine):
    (outcome,) = transform(engine, "question", "The dog barks.")
    assert outcome.variants[0].candidates == ("Does the dog bark?",)  # not: The dog barks?


def test_order_and_doubles(engine, standin):
    texts = ["The dog barks.", "Nothing here", "The cat barks.", "The dog barks."]
    parses = engine.parse(texts)
    assert [parse.text for parse in parses] == texts
    assert [len(parse.readings) for parse in parses] == [1, 0, 1, 1]
    assert parses[1].declined == "parse.no-parse"
    assert standin.starts == ["parse"]


@pytest.mark.parametrize(
    ("text", "stage", "reason"),
    [
        ("The hang barks.", "unparsed", "hung"),
        ("The die barks.", "unparsed", "crashed"),
        ("The starve barks.", "unparsed", "parse.out-of-memory"),
        ("The choke barks.", "unparsed", "parse.too-long"),
        ("Colourless green ideas.", "unparsed", "parse.no-parse"),
        ("", "unparsed", "parse.no-parse"),
        ("The dog hangs.", "not generated", "hung"),
        ("The dog dies.", "not generated", "crashed"),
        ("The dog starves.", "not generated", "parse.out-of-memory"),
        ("The dog pauses.", "not generated", "generation.empty"),
    ],
)
def test_outcomes_are_told_apart(engine, text, stage, reason):
    good, bad = transform(engine, "past", "The dog barks.", text)
    assert (bad.stage, bad.declined) == (stage, reason)
    assert good.variants


def test_a_second_run_starts_no_process(standin, tmp_path):
    file = tmp_path / "answers.sqlite"
    texts = ["The dog barks.", "The dog pauses.", "The toil barks.", "Not known"]
    limits = Limits(seconds=1)
    first = AceEngine(limits=limits, cache=file)
    outcomes = transform(first, "past", *texts)
    first.close()
    starts = len(standin.starts)
    second = AceEngine(limits=limits, cache=file)
    assert transform(second, "past", *texts) == outcomes
    assert second.started == 0
    assert len(standin.starts) == starts
    assert (
        outcomes[2].declined == "parse.timed-out"
    )  # ACE's own word, after its time: the item's doing


def test_another_image_or_limit_asks_again(standin, tmp_path):
    file = tmp_path / "answers.sqlite"
    for image in (HEADER + bytes(WHOLE) + b"1", HEADER + bytes(WHOLE) + b"2"):
        standin.image.write_bytes(image)
        engine = AceEngine(limits=QUICK, cache=file)
        engine.parse(["The dog barks."])
        engine.close()
    engine = AceEngine(limits=QUICK._replace(seconds=0.9), cache=file)
    engine.parse(["The dog barks."])
    engine.close()
    assert standin.starts == ["parse"] * 3


@pytest.mark.parametrize(
    ("noun", "reason"),
    [("die", "crashed"), ("kill", "killed"), ("tire", "parse.timed-out"), ("spill", "flooded")],
)
def test_what_a_fault_caused_is_not_kept(standin, tmp_path, monkeypatch, noun, reason):
    monkeypatch.setattr(transport, "REPLY", 1 << 20)
    starts = []
    for _ in range(2):
        engine = AceEngine(limits=Limits(seconds=20), cache=tmp_path / "answers.sqlite")
        (parse,) = engine.parse([f"The {noun} barks."])
        assert (parse.declined, parse.failure.reason) == (reason, reason)
        engine.close()
        starts.append(len(standin.starts))
    assert starts[1] == 2 * starts[0] > 0


def test_a_fault_of_the_moment_is_not_remembered(engine, standin, monkeypatch):
    assert engine.parse(["The cat barks."])[0].readings
    monkeypatch.setattr(process, "TRIES", 1)
    monkeypatch.setenv("STANDIN_FAULTS", "parse:kill:1")
    engine.close()
    with pytest.raises(EngineError, match=r"does not start.*SIGKILL"):
        engine.parse(["The dog barks."])
    monkeypatch.delenv("STANDIN_FAULTS")
    (parse,) = engine.parse(["The kill barks."])
    assert parse.failure.transient
    monkeypatch.setattr(process, "TRIES", 6)
    assert engine.parse(["The dog barks."])[0].readings
    assert "The kill barks." not in engine._parses


def test_a_caption_is_read_as_its_clause(standin, monkeypatch):
    """ACE rightly reads it as a fragment."""
    caption, clause = "The dog barking.", "The dog barks."
    monkeypatch.setattr(
        ace, "opinions",
        lambda texts: [
            UNOPINIONATED._replace(clause=clause if text == caption else None) for text in texts
        ],
    )  # fmt: skip
    engine = AceEngine(limits=QUICK)
    caption_outcome, outcome = transform(engine, "past", caption, clause)
    engine.close()
    (variant,) = caption_outcome.variants
    assert (variant.form, variant.candidates) == ("caption", outcome.variants[0].candidates)
    assert outcome.variants[0].form == "clause"


def test_what_was_answered_before_an_error_is_kept(engine, tmp_path):
    made = AceEngine(limits=QUICK, cache=tmp_path / "answers.sqlite")
    ask, count = made._parser.ask, 0

    def failing(item):
        nonlocal count
        count += 1
        if count == 3:
            raise KeyboardInterrupt
        return ask(item)

    made._parser.ask = failing
    with pytest.raises(KeyboardInterrupt):
        made.parse(["The dog barks.", "The cat barks.", "The man barks."])
    made._parser.ask = ask
    made.parse(["The dog barks.", "The cat barks.", "The man barks."])
    assert count == 3 and made.started == 1
    made.close()


def test_a_damaged_cache_is_done_without(standin, tmp_path, caplog):
    file = tmp_path / "answers.sqlite"
    file.write_bytes(b"this is no database" * 100)
    engine = AceEngine(limits=QUICK, cache=file)
    assert engine.parse(["The dog barks."])[0].readings
    engine.close()
    assert "not cached" in caplog.text


def test_cache_round_trip(tmp_path):
    answers = {
        key_of("a"): Answer((Result("[ mrs ]"), Result(surface="A dog.", nodes=("x", "y")))),
        key_of("b"): Answer(problem="parse.timed-out"),
        key_of("c"): Answer(problem="crashed", failure=Failure("crashed", "exit code 1")),
    }
    AnswerCache(tmp_path / "c.sqlite").keep(answers)
    found = AnswerCache(tmp_path / "c.sqlite").find(answers)
    assert found == {key: answers[key] for key in (key_of("a"), key_of("b"))}
    with sqlite3.connect(tmp_path / "c.sqlite") as database:
        database.execute("UPDATE answers SET value = x'00'")
    assert AnswerCache(tmp_path / "c.sqlite").find(answers) == {}


def test_describe(engine):
    described = dict(engine.describe())
    assert described.pop("image_sha256")
    assert described == {
        "engine": "ace", "dialect": "erg-1214", "ace": "0.9.30", "grammar": "ERG (1214)",
        "readings": "1",
    }  # fmt: skip


def test_readings(standin):
    with pytest.raises(UsageError, match="--readings 0"):
        AceEngine(readings=0)
    made = load_engine("ace:2")
    assert made.describe()["readings"] == "2"
    made.close()


def test_edits_that_cannot_be_generated(engine):
    (parse,) = engine.parse(["The dog barks."])
    reading = parse.readings[0]
    (generation,) = engine.generate([Request(reading.mrs, reading)])
    assert generation.surfaces == ("The dog barks.",)


def test_passives_must_be_passive():
    active = Result(surface="The dog chased a cat.", nodes=("sb-hd_mc_c", "v_pst_olr", "chase_v1"))
    passive = active._replace(nodes=("sb-hd_mc_c", "v_pas_odlr", "chase_v1"))
    assert refused(active, ["passive"]) == "passive"
    assert refused(passive, ["passive"]) is None
    which = Result(surface="It was a cat by who a dog was chased.", nodes=("who2",))
    assert refused(which, ["cleft"]) == "cleft"


def test_of_actives_and_passives_the_actives():
    node = "v_pas_odlr"
    active = Result(surface="The boys eat an apple.", nodes=("sb-hd_mc_c",))
    passive = Result(surface="An apple is eaten by the boys.", nodes=("sb-hd_mc_c", node))
    assert most_active([passive, active]) == [active]
    both = [each._replace(nodes=(*each.nodes, node)) for each in (active, passive)]
    assert most_active(both) == both[:1]  # a participle that is in every realisation
    assert most_active([]) == []


@pytest.mark.parametrize("surface", ["He can not swim.", "He tried and swam."])
def test_idioms_are_left_out(engine, surface):
    reading = engine.parse(["The dog barks."])[0].readings[0]
    assert refused(Result(surface=surface), demanded(reading.mrs)) == "idiom"


def test_a_time_out_of_the_item_is_kept_but_not_in_another_format(tmp_path, monkeypatch):
    key, timed_out = key_of("item"), Answer(problem="parse.timed-out")
    AnswerCache(tmp_path / "c.sqlite").keep({key: timed_out})
    assert AnswerCache(tmp_path / "c.sqlite").find([key]) == {key: timed_out}
    monkeypatch.setattr(cache, "_FORM", 0)
    assert AnswerCache(tmp_path / "c.sqlite").find([key_of("item")]) == {}
