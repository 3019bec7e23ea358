"""Long-lived ACE processes: kept alive over all items, watched, and restarted when they die.

A process may die, hang or flood at any time through no fault of the current item. litgen therefore
retries a failed item with fresh processes, each of which has first answered a known question. Only
a failure that repeats in the same way each time is attributed to the item.
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
#: Attempts for an item, or for a start. At one fault in ten calls, one item in a million fails
#: in all of them.
TRIES = 6
#: Error text for a time-out that the item did not cause.
STARVED = "before its time: the machine is busy, or an old alarm"
#: Attempts after time-outs that the item did not cause, and for starts that hang; both are slow.
SLOW_TRIES = 3
#: Failures are attributed to an item only if they would be less likely than this by chance, given
#: the faults seen so far.
CHANCE = 1e-4
#: Seconds before the second start; the pause doubles each time.
_PAUSE = 0.05
#: Seconds, in addition to half its time limit, that ACE has to stop by itself after that limit.
_GRACE = 1.0
#: Share of the time limit that an item must have used for litgen to attribute a time-out to the
#: item.
_OWN = 0.8
#: Wall-clock limit as a multiple of the time limit, if processor time is known: on a busy or
#: suspended machine, an item gets only part of the processor.
_SHARES = 10
#: Extra seconds for the first question: the image must be read from the disk.
_STARTING = 60.0
#: First question for a fresh process. Any grammar can answer it, if only with no results.
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
        roots: the grammar's root conditions to accept; if empty, those that the image names.
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
        #: Numbers of questions answered and of failures that no item caused.
        self._answered = self._faults = 0
        self._question = _QUESTION[task]

    def ask(self, item: str) -> Answer:
        """Return the answer for one item (a line); without results, its ``failure`` gives the
        reason.

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
        """Return the CPU time of the running process; 0 without one or if the system does not
        report it."""
        return (self._process and self._process.cpu_seconds()) or 0.0

    def close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.close()

    def _without(self, failures: Sequence[Failure]) -> Answer:
        """Return the ``Answer`` for an item that every process failed to answer."""
        last = failures[-1]
        reasons = {each.reason for each in failures}
        rate = (self._faults + 1) / (self._faults + self._answered + 2)
        own = (
            len(reasons) == 1
            and reasons.isdisjoint((KILLED, TIMED_OUT))  # not ACE's fault: a busy machine, say
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
            # The question itself may crash this grammar; then use the item instead.
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
        """Start a process and ask it the first question; return the process, or what went wrong."""
        # ACE measures its own limit in wall-clock time.
        clock = self.limits.seconds * (_SHARES if transport.COUNTS_CPU else 1)
        arguments = ["-n", str(self.results), "--timeout", str(max(1, round(clock)))]
        arguments += ["--max-chart-megabytes", str(self.limits.chart)]
        arguments += ["--max-unpack-megabytes", str(self.limits.unpacking)]
        if self.roots:
            arguments += ["-r", self.roots]
        options = {}
        if self.task == "generate":
            # In its [incr tsdb()] format ACE 0.9.30 counts -n over the life of the process and
            # stops returning realisations at that number. Its plain format does not.
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
        """Return one process's answer, within the time for one item plus ``more`` seconds."""
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
            # ACE 0.9.30's generator leaves its alarm set after an item; once it has gone off, the
            # next item is reported as timed out.
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
    """Return the ``Answer`` that gives the reason why the output was incomplete."""
    if overrun == "cpu":
        return Answer(problem=TIMED_OUT)
    if overrun == "clock":
        return _failed(TIMED_OUT, STARVED)
    if overrun == "idle":
        return _failed(HUNG, "no answer; it was killed")
    code = process.ended()
    if code == -signal.SIGKILL:
        return _failed(KILLED, "ended by SIGKILL, by the system for want of memory or by hand")
    # Its messages may concern an earlier item, so only those about memory explain why it ended.
    memory = code is not None and problem_in(process.said()) == OUT_OF_MEMORY
    return _failed(OUT_OF_MEMORY if memory else CRASHED, ending(code))


def _failed(reason: str, error: str) -> Answer:
    return Answer(problem=reason, failure=Failure(reason, error, transient=True))
