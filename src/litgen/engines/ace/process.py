"""ACE processes that last: kept alive over all items, watched, and started anew when they die.

A process may die, hang or flood at any time, with no fault of the item that it has at the moment.
So an item is given to fresh processes, each of which has answered a question whose answer is known,
until it is answered; what fails each time, and always in the same way, is the item's own doing.
"""

import itertools
import logging
import signal
import time
from collections.abc import Sequence
from typing import Literal, NamedTuple

from litgen.engines.ace import transport
from litgen.engines.ace.answers import (
    DID_NOT_START,
    ILL_FORMED,
    OUT_OF_MEMORY,
    TIMED_OUT,
    Answer,
    is_whole,
    problem_in,
    read_parse,
    read_realisations,
)  # fmt: skip
from litgen.engines.ace.installation import SETUP, Installation
from litgen.engines.ace.transport import REPLY, Bounds, Flooded, Overrun, Transport, ending
from litgen.exceptions import EngineError
from litgen.failures import CRASHED, FLOODED, HUNG, KILLED, Failure

logger = logging.getLogger(__name__)

Task = Literal["parse", "generate"]
#: Processes that an item, or a start, is tried with. At one fault in ten calls one item in a
#: million fails with all of them.
TRIES = 6
#: What a time-out is that was not the item's own.
STARVED = "before its time: the machine is busy, or an old alarm"
#: How often a time-out that was not the item's is tried, and a start that hangs: each takes long.
SLOW_TRIES = 3
#: Failures that are as likely as this by the faults seen so far are not held against an item.
CHANCE = 1e-4
#: Seconds before a second start; each further one waits twice as long.
_PAUSE = 0.05
#: Seconds that ACE has to end by itself after its own time limit, besides half that limit.
_GRACE = 1.0
#: The part of its time that an item must have had for a time-out to be its own.
_OWN = 0.8
#: How often its time an item may take by the clock, where processor time is told: a machine that is
#: busy or stopped gives it no more than a part.
_SHARES = 10
#: Seconds more that the first question has: the image must be read from the disk.
_STARTING = 60.0
#: What a fresh process is asked, which any grammar answers: it may well be that there is nothing.
_QUESTION = {
    "parse": "It rains.",
    "generate": "[ LTOP: h0 INDEX: e2 [ e SF: prop ] RELS: < [ _litgen/nn_u_unknown LBL: h1 "
    "ARG0: e2 ] > HCONS: < h0 qeq h1 > ]",
}


class Limits(NamedTuple):
    """What one item may take.

    Attributes:
        seconds: of processor time (by the clock where the system does not tell it).
        chart, unpacking: megabytes for ACE's chart, and for chart and unpacking together.
        memory: megabytes of address space that a process may have in all (on Linux).
    """

    seconds: float = 10.0
    chart: int = 1200
    unpacking: int = 1500
    memory: int = 6000


class Lasting:
    """An ACE process for one task, started when it is first needed.

    Args:
        task: ``parse`` (items are sentences) or ``generate`` (items are MRSs).
        roots: which of the grammar's roots count, all that the image names where empty.
    """

    def __init__(
        self,
        task: Task,
        installation: Installation,
        results: int,
        roots: str = "",
        limits: Limits = Limits(),  # noqa: B008 - immutable
    ) -> None:
        self.task = task
        self.results = results
        self.roots = roots
        self.limits = limits
        self.started = 0  # processes, over all items
        self._installation = installation
        self._process: Transport | None = None
        #: Questions answered, and failures that were no item's own.
        self._answered = self._faults = 0
        self._question = _QUESTION[task]

    def ask(self, item: str) -> Answer:
        """The answer for one item (a line); where there is none, its ``failure`` says why.

        Raises:
            EngineError: ACE cannot be started with this image.
        """
        failures: list[Failure] = []
        while len(failures) < TRIES:
            process = self._ready(item)
            answer = self._ask(process, item)
            if answer.failure is None:
                self._answered += 1
                self._faults += len(failures)
                return answer
            failures.append(answer.failure)
            if sum(each.reason == TIMED_OUT for each in failures) >= SLOW_TRIES:
                break
        return self._without(failures)

    def cpu_seconds(self) -> float:
        """CPU time of the process that lives, if one does, and the system tells (Linux)."""
        return (self._process and self._process.cpu_seconds()) or 0.0

    def close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.close()

    def _without(self, failures: Sequence[Failure]) -> Answer:
        """What there is to say of an item that was never answered."""
        last = failures[-1]
        reasons = {each.reason for each in failures}
        rate = (self._faults + 1) / (self._faults + self._answered + 2)
        own = (
            len(reasons) == 1
            and reasons.isdisjoint((KILLED, TIMED_OUT))  # by somebody else, by a busy machine
            and rate ** len(failures) < CHANCE
        )
        if not own:
            self._faults += len(failures)
        return Answer(problem=last.reason, failure=last._replace(transient=not own))

    def _ready(self, item: str) -> Transport:
        """A process that lives, and has said nothing that was not asked for."""
        if self._process is not None and self._process.in_step():
            return self._process
        self.close()
        started = self._start_often(self._question)
        if isinstance(started, Failure) and not self._answered and started.reason != HUNG:
            # A grammar may not bear the question; then what it can answer is the question.
            started = self._start_often(item)
            self._question = item
        if isinstance(started, Failure):
            place = self._installation
            cure = "; the image may be cut short or damaged, or made by another ACE: " + SETUP
            raise EngineError(
                f"{place.ace} does not start with {place.image}: {started.error}"
                + cure * (started.reason == CRASHED)
            )
        self._answered += 1
        return started

    def _start_often(self, question: str) -> Transport | Failure:
        for tried in itertools.count(1):
            started = self._start(question)
            if isinstance(started, Transport):
                break
            self.close()
            self._faults += 1
            if tried == TRIES or (started.reason == HUNG and tried >= SLOW_TRIES):
                return started._replace(error=f"{started.error} (tried {tried} times)")
            time.sleep(_PAUSE * 2 ** (tried - 1))
        return started

    def _start(self, question: str) -> Transport | Failure:
        """A process that has answered its question, or what went wrong."""
        # ACE's own time runs by the clock.
        clock = self.limits.seconds * (_SHARES if transport.COUNTS_CPU else 1)
        arguments = ["-n", str(self.results), "--timeout", str(max(1, round(clock)))]
        arguments += ["--max-chart-megabytes", str(self.limits.chart)]
        arguments += ["--max-unpack-megabytes", str(self.limits.unpacking)]
        if self.roots:
            arguments += ["-r", self.roots]
        options = {}
        if self.task == "generate":
            # ACE 0.9.30 counts -n over the life of a process where it reports for [incr tsdb()]:
            # once so many realisations were made, it gives no more. Its plain report does not.
            options["tsdbinfo"] = False
            arguments.append("--show-realization-trees")
        place = self._installation
        try:
            process = Transport(self.task, place, arguments, **options)
        except OSError as error:
            return Failure(DID_NOT_START, str(error), transient=True)
        self._process = process
        self.started += 1
        process.limit_memory(self.limits.memory)
        failure = self._ask(process, question, _STARTING).failure
        if failure is None:
            return process
        said = " ".join(process.said().split())[-300:]
        return failure._replace(error=f"{failure.error}; it says {said or 'nothing'}")

    def _ask(self, process: Transport, item: str, more: float = 0.0) -> Answer:
        """What one process answers, within an item's time and some seconds more."""
        started, used = time.monotonic(), process.cpu_seconds()
        seconds = self.limits.seconds
        idle = 1.5 * seconds + _GRACE + more
        try:
            response, overrun = process.interact(
                item, Bounds(seconds + more, idle, _SHARES * seconds + idle)
            )
        except Flooded:
            self.close()
            return _failed(FLOODED, f"more than {REPLY >> 20} MB for one item")
        except Exception as error:  # whatever half an answer makes PyDelphin's reader raise
            logger.debug("ACE on %r: %r", item, error)
            response, overrun = {}, None
        if not is_whole(response):
            failure = _why(process, overrun)
            self.close()
            return failure
        answer = read_parse(response) if self.task == "parse" else read_realisations(response)
        if answer.problem == TIMED_OUT and self._too_early(process, started, used):
            # ACE 0.9.30's generator leaves its alarm set after an item, and says of the next one
            # that comes after it went off that *it* timed out.
            answer = _failed(TIMED_OUT, STARVED)
        if not process.alive() or answer.problem == ILL_FORMED:
            self.close()  # ACE 0.9.30 dies at what comes after an ill-formed MRS
        return answer

    def _too_early(self, process: Transport, started: float, used: float | None) -> bool:
        now = process.cpu_seconds()
        known = used is not None and now is not None
        had = now - used if known else time.monotonic() - started  # type: ignore[operator]
        return had < _OWN * self.limits.seconds


def _why(process: Transport, overrun: Overrun | None) -> Answer:
    """Why there is no whole answer."""
    if overrun == "cpu":
        return Answer(problem=TIMED_OUT)
    if overrun == "clock":
        return _failed(TIMED_OUT, STARVED)
    if overrun == "idle":
        return _failed(HUNG, "no answer; it was killed")
    code = process.ended()
    if code == -signal.SIGKILL:
        return _failed(KILLED, "ended by SIGKILL, by the system for want of memory or by hand")
    # What it said may be about an earlier item; only memory is why a process ends.
    memory = code is not None and problem_in(process.said()) == OUT_OF_MEMORY
    return _failed(OUT_OF_MEMORY if memory else CRASHED, ending(code))


def _failed(reason: str, error: str) -> Answer:
    return Answer(problem=reason, failure=Failure(reason, error, transient=True))
