"""Long-lived ACE processes, which litgen monitors and restarts when they die.

A process may die, hang or produce too much output even if the current item is not the cause.
litgen therefore retries a failed item with fresh processes, each of which has first answered a
known question. It attributes a failure to the item only if all attempts fail in the same way.
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
#: Maximum number of attempts for an item or a start. If one call in ten fails, one item in a
#: million fails in all six attempts.
TRIES = 6
#: Error text for a time-out that the item did not cause.
STARVED = "timed out early: the machine is busy, or ACE's timer is left over from an earlier item"
#: Maximum number of attempts that may time out through no fault of the item, and of starts that
#: may hang; both are slow.
SLOW_TRIES = 3
#: litgen attributes failures to an item only if, given the faults so far, the probability that all
#: of them occurred by chance is below this value.
CHANCE = 1e-4
#: Seconds before the second start; each later pause is twice as long as the one before.
_PAUSE = 0.05
#: Seconds that ACE may take, in addition to half the time limit, to stop by itself at the limit.
_GRACE = 1.0
#: Share of the time limit that an item must have used before litgen attributes a time-out to it.
_OWN = 0.8
#: Wall-clock limit as a multiple of the time limit, if processor time is known: on a busy or
#: suspended machine, an item gets only part of the processor.
_SHARES = 10
#: Extra seconds for the first question, since ACE must first read the image from disk.
_STARTING = 60.0
#: First question for a fresh process, by task. Any grammar can answer, even if without results.
_QUESTION = {
    "parse": "It rains.",
    "generate": "[ LTOP: h0 INDEX: e2 [ e SF: prop ] RELS: < [ _litgen/nn_u_unknown LBL: h1 "
    "ARG0: e2 ] > HCONS: < h0 qeq h1 > ]",
}


class Limits(NamedTuple):
    """Limits for one item.

    Attributes:
        seconds: processor time (wall-clock time if the system does not report it).
        chart, unpacking: megabytes for ACE's chart, and for chart and unpacking together.
        memory: megabytes of address space for the whole process (on Linux).
    """

    seconds: float = 10.0
    chart: int = 1200
    unpacking: int = 1500
    memory: int = 6000


class Lasting:
    """An ACE process for one task, started when it is first needed.

    Args:
        task: ``parse`` (items are sentences) or ``generate`` (items are MRSs).
        roots: the root conditions to use; if empty, those that the image specifies.
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
        self.started = 0  # number of processes started so far
        self._installation = installation
        self._process: Transport | None = None
        #: Number of questions answered, and number of failures that no item caused.
        self._answered = self._faults = 0
        self._question = _QUESTION[task]

    def ask(self, item: str) -> Answer:
        """Return the answer for one item, which must be a single line.

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
        """Return the CPU time of the running process, or 0 if it is not known."""
        return (self._process and self._process.cpu_seconds()) or 0.0

    def close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.close()

    def _without(self, failures: Sequence[Failure]) -> Answer:
        """Return the answer for an item for which all attempts failed."""
        last = failures[-1]
        reasons = {each.reason for each in failures}
        rate = (self._faults + 1) / (self._faults + self._answered + 2)
        own = (
            len(reasons) == 1
            and reasons.isdisjoint((KILLED, TIMED_OUT))  # a busy machine may be the cause
            and rate ** len(failures) < CHANCE
        )
        if not own:
            self._faults += len(failures)
        return Answer(problem=last.reason, failure=last._replace(transient=not own))

    def _ready(self, item: str) -> Transport:
        """Return a running process without unread output; start one if necessary."""
        if self._process is not None and self._process.in_step():
            return self._process
        self.close()
        started = self._start_often(self._question)
        if isinstance(started, Failure) and not self._answered and started.reason != HUNG:
            # The question itself may crash this grammar, so use the item instead.
            started = self._start_often(item)
            self._question = item
        if isinstance(started, Failure):
            place = self._installation
            cure = f"; the image may be truncated, damaged or compiled by another ACE; {SETUP}"
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
        """Start a process and send it the first question; return the process or the failure."""
        # ACE measures its own limit in wall-clock time.
        clock = self.limits.seconds * (_SHARES if transport.COUNTS_CPU else 1)
        arguments = ["-n", str(self.results), "--timeout", str(max(1, round(clock)))]
        arguments += ["--max-chart-megabytes", str(self.limits.chart)]
        arguments += ["--max-unpack-megabytes", str(self.limits.unpacking)]
        if self.roots:
            arguments += ["-r", self.roots]
        options = {}
        if self.task == "generate":
            # In the [incr tsdb()] format, ACE 0.9.30 applies -n to all items of a process together
            # and returns no realisations beyond that number. The plain format works as expected.
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
        return failure._replace(error=f"{failure.error}; ACE printed {said or 'no message'}")

    def _ask(self, process: Transport, item: str, more: float = 0.0) -> Answer:
        """Send an item to a process; the time limit is increased by ``more`` seconds."""
        started, used = time.monotonic(), process.cpu_seconds()
        seconds = self.limits.seconds
        idle = 1.5 * seconds + _GRACE + more
        try:
            response, overrun = process.interact(
                item, Bounds(seconds + more, idle, _SHARES * seconds + idle)
            )
        except Flooded:
            self.close()
            return _failed(FLOODED, f"the reply to one item exceeds {REPLY >> 20} MB")
        except Exception as error:  # PyDelphin may raise anything on an incomplete reply
            logger.debug("ACE on %r: %r", item, error)
            response, overrun = {}, None
        if not is_whole(response):
            failure = _why(process, overrun)
            self.close()
            return failure
        answer = read_parse(response) if self.task == "parse" else read_realisations(response)
        if answer.problem == TIMED_OUT and self._too_early(process, started, used):
            # ACE 0.9.30's generator does not cancel its timer after an item; when the timer
            # expires, ACE reports the next item as timed out.
            answer = _failed(TIMED_OUT, STARVED)
        if not process.alive() or answer.problem == ILL_FORMED:
            self.close()  # ACE 0.9.30 dies on the item after an ill-formed MRS
        return answer

    def _too_early(self, process: Transport, started: float, used: float | None) -> bool:
        now = process.cpu_seconds()
        known = used is not None and now is not None
        had = now - used if known else time.monotonic() - started  # type: ignore[operator]
        return had < _OWN * self.limits.seconds


def _why(process: Transport, overrun: Overrun | None) -> Answer:
    """Return an answer with the reason why the output is incomplete."""
    if overrun == "cpu":
        return Answer(problem=TIMED_OUT)
    if overrun == "clock":
        return _failed(TIMED_OUT, STARVED)
    if overrun == "idle":
        return _failed(HUNG, "no answer, so litgen killed the process")
    code = process.ended()
    if code == -signal.SIGKILL:
        return _failed(KILLED, "ended by SIGKILL, perhaps because the system ran out of memory")
    # The messages may concern an earlier item, so only those about memory explain the end.
    memory = code is not None and problem_in(process.said()) == OUT_OF_MEMORY
    return _failed(OUT_OF_MEMORY if memory else CRASHED, ending(code))


def _failed(reason: str, error: str) -> Answer:
    return Answer(problem=reason, failure=Failure(reason, error, transient=True))
