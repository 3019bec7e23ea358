"""ACE processes that last: kept alive over all items, watched, and started anew when they die.

PyDelphin speaks to ACE. What it leaves open is done here: it waits for ever for an answer that does
not come (after an MRS with an unknown role, say), it tells neither a death nor a limit from a
sentence without a parse, and a generator that died raises at its next use.
"""

from __future__ import annotations

import contextlib
import locale
import logging
import os
import signal
import sys
import threading
import time
from functools import lru_cache
from types import ModuleType
from typing import IO, Any, Literal, NamedTuple

from litgen.engines.ace.answers import (
    CRASHED,
    ILL_FORMED,
    OUT_OF_MEMORY,
    TIMED_OUT,
    Answer,
    is_whole,
    problem_in,
    read_parse,
    read_realisations,
)  # fmt: skip
from litgen.engines.ace.installation import Installation
from litgen.exceptions import EngineError

logger = logging.getLogger(__name__)

Task = Literal["parse", "generate"]
#: How much of what ACE says on standard error is kept, in bytes.
_TAIL = 8192
#: Seconds that ACE has to end by itself after its own time limit, besides half that limit.
_GRACE = 1.0
#: The part of an item's time before which no time-out of its own can come.
_EARLY = 0.8
#: Seconds more that the first item of a process has: the image must be read from the disk.
_STARTING = 60.0


class Limits(NamedTuple):
    """What one item may take.

    Attributes:
        seconds: after which ACE is asked to stop; half as long again, and it is killed.
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
        installation: the program and the image.
        results: how many results to ask for.
        roots: which of the grammar's roots count, all that the image names where empty.
        limits: what one item may take.
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
        self._process: Any = None
        self._errors: _Drain | None = None

    def ask(self, item: str) -> Answer:
        """The answer for one item (a line).

        A crash is tried once again in a new process, and a time-out that came too early in the
        same: ACE 0.9.30's generator leaves its alarm set after an item, and says of the next one
        that comes after it went off that *it* timed out.

        Raises:
            EngineError: ACE does not even start with this image.
        """
        started = time.monotonic()
        answer = self._ask(item)
        early = time.monotonic() - started < _EARLY * self.limits.seconds
        if answer.problem == CRASHED or (answer.problem == TIMED_OUT and early):
            return self._ask(item)
        return answer

    def close(self) -> None:
        """End the process, if there is one."""
        process, self._process = self._process, None
        if process is not None:
            process._p.kill()
            with contextlib.suppress(OSError, ValueError):
                process.close()
        errors, self._errors = self._errors, None
        if errors is not None:
            errors.close()

    def _ask(self, item: str) -> Answer:
        patience = 1.5 * self.limits.seconds + _GRACE
        if self._process is None:
            self._start()
            patience += _STARTING
        process = self._process
        guard = _Guard(process, patience)
        response: dict[str, Any] = {}
        try:
            with guard:
                response = process.interact(item)
        except Exception as error:  # whatever half an answer makes PyDelphin's reader raise
            logger.debug("ACE on %r: %r", item, error)
        if is_whole(response):
            return self._read(response, alive=not guard.killed and not self._died())
        answer = self._failure(guard.killed)
        self.close()
        return answer

    def _read(self, response: dict[str, Any], alive: bool) -> Answer:
        answer = read_parse(response) if self.task == "parse" else read_realisations(response)
        if not alive or answer.problem == ILL_FORMED:  # ACE 0.9.30 dies at what comes after one
            self.close()
        return answer

    def _died(self) -> bool:
        """Whether the process that was asked is dead; PyDelphin may have begun another."""
        process = self._process
        return process._p.poll() is not None or len(process.run_infos) > 1

    def _failure(self, killed: bool) -> Answer:
        """Why there is no whole answer."""
        if killed:
            return Answer(problem=TIMED_OUT)
        process, errors = self._process, self._errors
        said = errors.finish() if errors is not None and self._died() else ""
        first = process.run_infos[0]
        if self._died() and not any("grammar" in key for key in first):
            raise self._does_not_start(said or "it says nothing")
        code = process._p.poll()
        if code == -signal.SIGKILL:  # not by us: by the system, for want of memory
            return Answer(problem=OUT_OF_MEMORY)
        # What it said may be about an earlier item; only memory is why a process ends.
        return Answer(problem=OUT_OF_MEMORY if problem_in(said) == OUT_OF_MEMORY else CRASHED)

    def _does_not_start(self, said: str) -> EngineError:
        place = self._installation
        why = " ".join(said.split())[-300:]
        return EngineError(f"{place.ace} does not start with {place.image}: {why}")

    def _start(self) -> None:
        ace = _delphin_ace()
        arguments = ["-n", str(self.results), "--timeout", str(max(1, round(self.limits.seconds)))]
        arguments += ["--max-chart-megabytes", str(self.limits.chart)]
        arguments += ["--max-unpack-megabytes", str(self.limits.unpacking)]
        if self.roots:
            arguments += ["-r", self.roots]
        options: dict[str, Any] = {"cmdargs": arguments, "executable": str(self._installation.ace)}
        kind = ace.ACEParser
        if self.task == "generate":
            kind = ace.ACEGenerator
            # ACE 0.9.30 counts -n over the life of a process where it reports for [incr tsdb()]:
            # once so many realisations were made, it gives no more. Its plain report does not.
            options["tsdbinfo"] = False
            arguments.append("--show-realization-trees")
        errors = _Drain()
        try:
            self._process = kind(str(self._installation.image), stderr=errors.sink, **options)
        except (OSError, ace.ACEProcessError, ace.CalledProcessError) as error:
            raise self._does_not_start(errors.finish() or str(error)) from error
        self._errors = errors
        errors.sink.close()
        self.started += 1
        _limit_memory(self._process._p.pid, self.limits.memory)


class _Guard:
    """Kills a process that takes too long."""

    def __init__(self, process: Any, seconds: float) -> None:
        self.killed = False
        self._process = process
        self._first = process._p
        self._timer = threading.Timer(seconds, self._kill)
        self._timer.daemon = True

    def _kill(self) -> None:
        self.killed = True
        self._first.kill()

    def __enter__(self) -> None:
        self._timer.start()

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()


class _Drain:
    """Reads what a process says on standard error, so that it never waits; keeps the end."""

    def __init__(self) -> None:
        source, sink = os.pipe()
        self.sink: IO[bytes] = os.fdopen(sink, "wb")
        self._tail = b""
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._read, args=(source,), daemon=True)
        self._thread.start()

    def _read(self, source: int) -> None:
        with os.fdopen(source, "rb", buffering=0) as stream:
            while block := stream.read(1 << 16):
                with self._lock:
                    self._tail = (self._tail + block)[-_TAIL:]

    def finish(self) -> str:
        """The end of what a process said that has died."""
        self.close()
        self._thread.join(timeout=1.0)
        with self._lock:
            return self._tail.decode(errors="replace").strip()

    def close(self) -> None:
        """Let go; the thread ends with the process."""
        with contextlib.suppress(OSError):
            self.sink.close()


def _limit_memory(pid: int, megabytes: int) -> None:
    """Limit a process's address space, where the system can."""
    if sys.platform == "linux":
        import resource

        with contextlib.suppress(OSError, ValueError):
            size = megabytes << 20
            resource.prlimit(pid, resource.RLIMIT_AS, (size, size))


@lru_cache(maxsize=1)
def _delphin_ace() -> ModuleType:
    """``delphin.ace``, imported without changing this process's locale, which it would do."""
    before = locale.setlocale(locale.LC_ALL)
    try:
        import delphin.ace
    except locale.Error:  # the environment names a locale that is not installed
        os.environ["LC_ALL"] = "C"
        import delphin.ace
    finally:
        locale.setlocale(locale.LC_ALL, before)
    # It reports every death; what a death means is said here.
    logging.getLogger("delphin.ace").setLevel(logging.CRITICAL)
    module: ModuleType = delphin.ace
    return module
