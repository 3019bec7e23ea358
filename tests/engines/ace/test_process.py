from __future__ import annotations

import contextlib
import locale
import os
import signal
import sys
import threading
import time
import tracemalloc
from pathlib import Path

import pytest

from litgen.engines.ace import process, transport
from litgen.engines.ace.answers import node_names, problem_in
from litgen.engines.ace.installation import find_installation
from litgen.engines.ace.process import Lasting, Limits
from litgen.exceptions import EngineError
from tests.engines.ace.conftest import QUICK

GOOD = "The dog barks."


@pytest.fixture
def limits(request):
    """Short ones, but where a machine that is busy would make a hang of another problem."""
    callspec = getattr(request.node, "callspec", None)
    problem = callspec.params.get("problem", "hung") if callspec else "hung"
    return QUICK if problem == "hung" else Limits(seconds=1 if problem == "parse.timed-out" else 20)


@pytest.fixture
def small_replies(monkeypatch):
    monkeypatch.setattr(transport, "REPLY", 1 << 20)


@pytest.fixture
def parser(standin, limits):
    made = Lasting("parse", find_installation(), 5, limits=limits)
    yield made
    made.close()


@pytest.fixture
def generator(standin, limits):
    made = Lasting("generate", find_installation(), 5, limits=limits)
    yield made
    made.close()


def mrs_of(parser, text):
    (result,) = parser.ask(text).results
    return result.mrs


def test_one_process_for_all_items(parser, standin):
    for _ in range(20):
        assert len(parser.ask(GOOD).results) == 1
    assert parser.ask("What is this").results == ()
    assert standin.starts == ["parse"]


@pytest.mark.parametrize(
    ("noun", "problem", "starts", "transient"),
    [
        ("hang", "hung", 6, False),
        ("half", "hung", 6, False),
        ("die", "crashed", 6, False),
        ("cut", "crashed", 6, False),
        ("shut", "crashed", 6, False),
        ("spill", "flooded", 6, False),
        ("kill", "killed", 6, True),
        ("starve", "parse.out-of-memory", 1, None),
        ("tire", "parse.timed-out", 1, True),
        ("toil", "parse.timed-out", 1, None),
        ("choke", "parse.too-long", 1, None),
        ("stumble", None, 2, None),
        ("nap", None, 1, None),
        ("flood", None, 1, None),
    ],
)
def test_parser_misbehaves(parser, standin, small_replies, noun, problem, starts, transient):
    assert parser.ask(GOOD).results
    answer = parser.ask(f"The {noun} barks.")
    assert answer.problem == problem
    assert bool(answer.results) is (problem is None)
    assert (answer.failure and answer.failure.transient) == transient
    assert len(standin.starts) == starts
    assert len(parser.ask(GOOD).results) == 1  # what comes next is not lost


@pytest.mark.parametrize(
    ("verb", "problem"),
    [
        ("hang", "hung"),
        ("half", "hung"),
        ("die", "crashed"),
        ("shut", "crashed"),
        ("spill", "flooded"),
        ("kill", "killed"),
        ("starve", "parse.out-of-memory"),
        ("tire", "parse.timed-out"),
        ("toil", "parse.timed-out"),
        ("stumble", None),
        ("nap", None),
        ("flood", None),
        ("pause", None),
    ],
)
def test_generator_misbehaves(parser, generator, small_replies, verb, problem):
    assert generator.ask(mrs_of(parser, GOOD)).results
    answer = generator.ask(mrs_of(parser, f"The dog {verb}s."))
    assert answer.problem == problem
    assert bool(answer.results) is (problem is None and verb != "pause")
    surfaces = [each.surface for each in generator.ask(mrs_of(parser, GOOD)).results]
    assert surfaces == ["The dog does bark.", "The dog barks."]


def test_an_unknown_role_is_no_end(parser, generator):
    assert generator.ask(mrs_of(parser, GOOD)).results
    mrs = mrs_of(parser, GOOD).replace("ARG1: x3", "FOO: x3")
    assert generator.ask(mrs).problem == "hung"
    assert len(generator.ask(mrs_of(parser, GOOD)).results) == 2


def test_what_follows_an_ill_formed_mrs_is_not_lost(parser, generator):
    good = mrs_of(parser, GOOD)
    assert generator.ask(good.replace("ARG1: x3", "BAR: x3")).problem == "parse.ill-formed"
    answer = generator.ask(good)
    assert answer.problem is None and len(answer.results) == 2


def test_reading_the_image_takes_none_of_an_items_time(standin, monkeypatch):
    monkeypatch.setenv("STANDIN_STARTS_SLOWLY", "2")
    parser = Lasting("parse", find_installation(), 5, limits=QUICK)
    assert parser.ask(GOOD).problem is None
    assert parser.started == 1
    parser.close()


def test_no_mrs_is_not_sent(generator):
    assert generator.ask("[ nonsense").problem == "parse.ill-formed"
    assert generator.started == 1


@pytest.mark.parametrize("verb", ["babble", "cut"])
def test_nonsense_makes_no_sentence(parser, generator, verb):
    good = mrs_of(parser, GOOD)
    for _ in range(2):
        answer = generator.ask(good.replace("_bark_v_1", f"_{verb}_v_1"))
        assert all(each.surface.endswith(f"{verb}s.") for each in answer.results[1:])
        assert [each.surface for each in generator.ask(good).results][-1] == "The dog barks."


def test_nonsense_of_the_parser_is_a_crash(parser):
    assert parser.ask("The babble barks.").problem == "crashed"
    assert len(parser.ask(GOOD).results) == 1


@pytest.mark.parametrize("fault", ["start-kill", "start-exit", "kill", "exit", "spill"])
def test_faults_at_random_cost_no_item(parser, standin, small_replies, monkeypatch, fault):
    monkeypatch.setattr(parser, "limits", Limits(seconds=20))
    monkeypatch.setenv("STANDIN_FAULTS", f"parse:{fault}:0.3")
    for _ in range(20):
        answer = parser.ask(GOOD)
        assert len(answer.results) == 1 and answer.failure is None
        if fault.startswith("start"):
            parser.close()
    assert len(standin.starts) > 3


def test_where_faults_are_common_none_is_held_against_an_item(parser, monkeypatch):
    monkeypatch.setattr(parser, "limits", Limits(seconds=20))
    monkeypatch.setenv("STANDIN_FAULTS", "parse:exit:0.6")
    for _ in range(10):
        parser.ask(GOOD)
    monkeypatch.setattr(process, "TRIES", 3)
    answer = parser.ask("The die barks.")
    assert (answer.problem, answer.failure.transient) == ("crashed", True)


def test_a_death_between_items_costs_nothing(parser, standin):
    assert parser.ask(GOOD).results
    os.kill(parser._process.pid, signal.SIGKILL)
    assert parser.ask(GOOD).results
    assert len(standin.starts) == 2


class Stopping(threading.Thread):
    """Lets a process run in a part of the time only, as a busy machine does."""

    def __init__(self, pid, part):
        super().__init__(daemon=True)
        self.pid, self.part, self.done = pid, part, threading.Event()

    def __enter__(self):
        self.start()

    def __exit__(self, *_):
        self.done.set()
        self.join()

    def run(self):
        with contextlib.suppress(ProcessLookupError):
            while not self.done.is_set():
                os.kill(self.pid, signal.SIGSTOP)
                self.done.wait(0.1 * (1 - self.part))
                if self.part:
                    os.kill(self.pid, signal.SIGCONT)
                    time.sleep(0.1 * self.part)
            os.kill(self.pid, signal.SIGCONT)


@pytest.mark.skipif(sys.platform != "linux", reason="processor time of others: Linux only")
def test_time_is_processor_time(parser, standin, monkeypatch):
    monkeypatch.setattr(parser, "limits", Limits(seconds=0.8))
    assert parser.ask(GOOD).results
    with Stopping(parser._process.pid, 0.13):
        began = time.monotonic()
        answer = parser.ask("The work barks.")
    assert time.monotonic() - began > 2  # more than the item may take
    assert answer.problem is None and answer.results
    assert len(standin.starts) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="processor time of others: Linux only")
def test_a_process_that_is_starved_is_not_slow(parser, monkeypatch):
    monkeypatch.setattr(parser, "limits", Limits(seconds=0.5))
    monkeypatch.setattr(process, "_SHARES", 2)
    monkeypatch.setattr(process, "SLOW_TRIES", 1)
    assert parser.ask(GOOD).results
    with Stopping(parser._process.pid, 0):
        answer = parser.ask("The dog sleeps.")
    assert (answer.problem, answer.failure.transient) == ("parse.timed-out", True)
    assert parser.ask("The dog sleeps.").results


@pytest.mark.parametrize("seconds", [0.4, 20])
def test_a_script_is_ended_with_what_it_runs(standin, monkeypatch, seconds):
    standin.ace.write_text(standin.ace.read_text().replace("exec ", "") + "exit $?\n")
    monkeypatch.setattr(process, "TRIES", 1)
    parser = Lasting("parse", find_installation(), 5, limits=Limits(seconds=seconds))
    assert parser.ask(GOOD).results
    (child,) = Path(f"/proc/{parser._process.pid}/task/{parser._process.pid}/children").read_text(
    ).split()  # fmt: skip
    if seconds < 1:
        asked = threading.Thread(target=parser.ask, args=("The hang barks.",), daemon=True)
        asked.start()
        asked.join(30)
        assert not asked.is_alive()
    parser.close()
    state = Path(f"/proc/{child}/stat")
    for _ in range(100):  # its new parent has to take note
        if not state.exists() or state.read_text().rpartition(")")[2].split()[0] == "Z":
            return
        time.sleep(0.05)
    pytest.fail("what the script ran is still there")


def test_a_time_out_where_processor_time_is_not_told(parser, monkeypatch):
    monkeypatch.setattr(parser, "limits", Limits(seconds=1))
    monkeypatch.setattr(transport, "COUNTS_CPU", False)
    assert parser.ask(GOOD).results
    answer = parser.ask("The toil barks.")
    assert (answer.problem, answer.failure) == ("parse.timed-out", None)
    assert parser.ask("The tire barks.").failure.transient


def test_a_grammar_that_does_not_bear_the_question(parser, generator, standin, monkeypatch):
    """Nobody knows what each ACE does with it: what it answers first is asked instead."""
    monkeypatch.setenv("STANDIN_BEARS_NO_QUESTION", "1")
    good = mrs_of(parser, GOOD)
    assert len(generator.ask(good).results) == 2
    starts = len(standin.starts)
    generator.close()
    assert len(generator.ask(good).results) == 2
    assert len(standin.starts) == starts + 1


def test_a_start_that_hangs(parser, standin, monkeypatch):
    monkeypatch.setattr(process, "_STARTING", 0.1)
    monkeypatch.setenv("STANDIN_FAULTS", "parse:start-hang:1")
    with pytest.raises(EngineError, match=r"does not start with .*no answer.*tried 3 times"):
        parser.ask(GOOD)
    assert len(standin.starts) == 3


def test_a_spill_is_bounded(parser, monkeypatch):
    """Without a bound, it is read for as long as the item may take, gigabytes of it."""
    monkeypatch.setattr(parser, "limits", Limits(seconds=60))
    monkeypatch.setattr(transport, "REPLY", 1 << 22)
    monkeypatch.setattr(process, "TRIES", 1)
    parser.ask(GOOD)
    tracemalloc.start()
    answer = parser.ask("The spill barks.")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert answer.problem == "flooded"
    assert peak < 16 * transport.REPLY


def test_an_image_that_does_not_fit(parser, monkeypatch):
    monkeypatch.setenv("STANDIN_REFUSES", "1")
    with pytest.raises(EngineError, match=r"does not start with .*version mismatch"):
        parser.ask(GOOD)


def test_an_image_cut_short(parser, monkeypatch):
    monkeypatch.setattr(process, "TRIES", 2)
    monkeypatch.setenv("STANDIN_FAULTS", "parse:start-segv:1")
    with pytest.raises(
        EngineError, match=r"SIGSEGV.*truncated, damaged or .*; run litgen doctor --fetch ace"
    ):
        parser.ask(GOOD)


def test_no_process_is_left(parser):
    parser.ask(GOOD)
    pid = parser._process.pid
    parser.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.skipif(sys.platform != "linux", reason="limits of another process: Linux only")
def test_memory_is_limited(parser):
    import resource

    parser.ask(GOOD)
    soft, _ = resource.prlimit(parser._process.pid, resource.RLIMIT_AS)
    assert soft == Limits().memory << 20


def test_the_locale_stays(parser):
    before = locale.setlocale(locale.LC_ALL)
    parser.ask(GOOD)
    assert locale.setlocale(locale.LC_ALL) == before


def test_node_names():
    udf = (
        '(root_strict (12 hd_yesno_c 0.1 0 3 (3 did1_pos 0 0 1 ("did (it)" 4 "token [ +FORM '
        '\\"(did\\" ]")) (9 it 0 1 2 ("it" 5))))'
    )
    assert node_names(udf) == ("root_strict", "hd_yesno_c", "did1_pos", "it")


def test_problems():
    assert problem_in("input EP not in index") == "parse.unknown-predicate"
    assert problem_in("post reduction gap") is None
