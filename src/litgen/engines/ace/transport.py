"""A single ACE process, run through PyDelphin with limits on time and on the size of replies.

PyDelphin itself reads without a limit, waits forever, and replaces a process that died. In this
module, a reply has a maximum size, a watchdog thread kills a process that takes too long, and a
dead process is not replaced.

Each process has its own process group: if ACE is a script, litgen can also kill the programs that
the script runs. Time is processor time if the system reports it (on Linux).
"""

import contextlib
import locale
import logging
import os
import re
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from functools import lru_cache
from types import ModuleType
from typing import IO, Any, Literal, NamedTuple

from litgen.engines.ace.installation import Installation

#: Maximum size in bytes of the reply to one item. Fifty derivations of seventy words take about
#: 7 MB, at an estimated two kilobytes per word.
REPLY = 16 << 20
#: Number of bytes of ACE's standard error to keep.
_TAIL = 8192
#: Seconds that a process may take to end after it has closed its standard output.
_ENDING = 1.0
#: Seconds between two checks of a running process.
_LOOKS = 0.05
#: Whether the system reports the processor time of other processes.
COUNTS_CPU = sys.platform == "linux"


class Bounds(NamedTuple):
    """Time limits of a process for one item, in seconds.

    Attributes:
        cpu: processor time, if the system reports it.
        idle: time in which the process neither runs nor waits to run; wall-clock time if that is
            not known.
        clock: wall-clock time; a process that reaches only this limit was given too little
            processor time.
    """

    cpu: float
    idle: float
    clock: float


#: The limit that a process had exceeded when the watchdog killed it.
Overrun = Literal["cpu", "idle", "clock"]


class Flooded(Exception):
    """A reply exceeds the maximum size."""


class Transport:
    """A running ACE process.

    Raises:
        OSError: the program cannot be started.
    """

    def __init__(
        self, task: str, place: Installation, arguments: Sequence[str], **options: Any
    ) -> None:
        self._errors = _Drain()
        kind = _kind(task, place.version)
        options = {"executable": str(place.ace), "stderr": self._errors.sink, **options}
        try:
            self._process = kind(str(place.image), list(arguments), **options)
        finally:
            self._errors.close()

    @property
    def pid(self) -> int:
        return int(self._process._p.pid)

    def interact(self, item: str, bounds: Bounds) -> tuple[dict[str, Any], Overrun | None]:
        """Send an item; return the reply, and the limit that the process exceeded, if any.

        Raises:
            Flooded: the reply is too large.
            Exception: any error that PyDelphin's reader raises on an incomplete reply.
        """
        self._process._p.stdout.begin()
        watch = _Watch(self, bounds)
        watch.start()
        try:
            return self._process.interact(item), watch.overrun
        except Exception as error:
            if isinstance(error, Flooded) or watch.overrun is None:
                raise
            return {}, watch.overrun
        finally:
            watch.done.set()

    def in_step(self) -> bool:
        """Check that the process is alive and has written nothing since its last reply."""
        return bool(self._process._p.stdout.settle())

    def alive(self) -> bool:
        return self._process._p.poll() is None

    def ended(self) -> int | None:
        """Return the exit code, negative for a signal, or None if the process has not ended."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = int(self._process._p.wait(timeout=_ENDING))
            return 128 - code if 128 < code < 160 else code  # shells report a signal as 128 + N
        return None

    def said(self) -> str:
        return self._errors.finish()

    def cpu_seconds(self) -> float | None:
        """Return the CPU time so far, including child processes, or None if it is not known."""
        states = list(_family(self.pid)) if COUNTS_CPU else []
        return sum(each.cpu for each in states) if states else None

    def asleep(self) -> bool:
        """Check whether the process waits for something other than the processor or the disk."""
        return all(each.state in "SZ" for each in _family(self.pid))

    def limit_memory(self, megabytes: int) -> None:
        """Limit the process's address space (on Linux)."""
        if sys.platform == "linux":
            import resource

            size = megabytes << 20
            for each in list(_family(self.pid)):
                with contextlib.suppress(OSError, ValueError):
                    resource.prlimit(each.pid, resource.RLIMIT_AS, (size, size))

    def kill(self) -> None:
        """Kill the process and its children."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)

    def close(self) -> None:
        process = self._process._p
        self.kill()
        for stream in (process.stdin, process.stdout):
            with contextlib.suppress(OSError, ValueError):
                stream.close()
        process.wait()


class _State(NamedTuple):
    """A process in ``/proc``: its id, the letter of its state and its CPU seconds."""

    pid: int
    state: str
    cpu: float


def _family(pid: int) -> Iterator[_State]:
    """Yield the states of a process and its descendants, or nothing if the process has ended."""
    place = f"/proc/{pid}"
    try:
        with open(f"{place}/stat", encoding="utf-8", errors="replace") as file:
            fields = file.read().rpartition(")")[2].split()
        with open(f"{place}/task/{pid}/children", encoding="ascii") as file:
            children = file.read().split()
    except OSError:
        return
    # The sum includes children that have ended and were waited for.
    yield _State(pid, fields[0], sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK"))
    for child in children:
        yield from _family(int(child))


class _Watch(threading.Thread):
    """A thread that kills a process that exceeds its bounds before ``done`` is set."""

    def __init__(self, process: Transport, bounds: Bounds) -> None:
        super().__init__(daemon=True)
        self.done = threading.Event()
        self.overrun: Overrun | None = None
        self._process, self._bounds = process, bounds

    def run(self) -> None:
        begun = looked = time.monotonic()
        first = used = self._process.cpu_seconds()
        idle = 0.0
        while not self.done.wait(_LOOKS):
            now, cpu = time.monotonic(), self._process.cpu_seconds()
            if cpu is None or first is None or used is None:
                idle = now - begun
            elif cpu <= used and self._process.asleep():
                idle += min(now - looked, 1.0)  # in a longer gap, litgen did not run either
            elif cpu > used:
                idle = 0.0
            if idle > self._bounds.idle:
                return self._end("idle")
            if cpu is not None and first is not None and cpu - first > self._bounds.cpu:
                return self._end("cpu")
            if now - begun > self._bounds.clock:
                return self._end("clock")
            looked, used = now, cpu
        return None

    def _end(self, overrun: Overrun) -> None:
        if not self.done.is_set():
            self.overrun = overrun
            self._process.kill()


class _Once:
    """Mixin for PyDelphin's classes: one process, in its own group, with bounded replies."""

    run_infos: list[dict[str, Any]]
    executable: str
    grm: str
    cmdargs: list[str]
    _cmdargs: Sequence[str]
    _stderr: Any
    _p: Any

    def _open(self) -> None:
        if self.run_infos:  # PyDelphin would replace a process that died
            return
        command = [self.executable, "-g", self.grm, *self._cmdargs, *self.cmdargs]
        pipe = subprocess.PIPE
        self._p = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=self._stderr, text=True, start_new_session=True
        )
        self.run_infos.append({"run-id": 0})
        self._p.stdout = _Replies(self._p)


class _Replies:
    """The standard output of a process, read line by line up to the maximum size of a reply."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        self._process = process
        self._stream = process.stdout
        self._file = process.stdout.fileno()
        self._read = bytearray()
        self._left = REPLY

    def begin(self) -> None:
        self._left = REPLY

    def readline(self) -> str:
        """Return the next line, or an empty string if the process is dead."""
        start = 0
        while (end := self._read.find(b"\n", start)) < 0:
            start = len(self._read)
            block = os.read(self._file, 1 << 16)
            self._left -= len(block)
            if self._left < 0:
                raise Flooded
            self._read += block
            if not block:  # PyDelphin would continue to read as long as the process is alive
                self._process.wait(timeout=_ENDING)
                break
        length = end + 1 if end >= 0 else len(self._read)
        line = self._read[:length].decode()
        del self._read[:length]
        return line

    def settle(self) -> bool:
        """Discard the blank lines after a reply; return False if more output or EOF follows."""
        poll = select.poll()
        poll.register(self._file, select.POLLIN | select.POLLHUP)
        while not self._read.strip():
            if not poll.poll(0):
                self._read.clear()
                return True
            block = os.read(self._file, 1 << 16)
            if not block:
                return False
            self._read += block
        return False

    def __iter__(self) -> Iterator[str]:
        return iter(())  # the last output of a closed process is discarded

    def close(self) -> None:
        self._stream.close()


class _Drain(threading.Thread):
    """A thread that reads a process's standard error, so that writing never blocks the process."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self._source, sink = os.pipe()
        self.sink: IO[bytes] = os.fdopen(sink, "wb")
        self._tail = b""
        self.start()

    def run(self) -> None:
        with os.fdopen(self._source, "rb", buffering=0) as stream:
            while block := stream.read(1 << 16):
                self._tail = (self._tail + block)[-_TAIL:]

    def finish(self) -> str:
        """Return the end of a dead process's standard error."""
        self.close()
        self.join(timeout=1.0)
        return self._tail.decode(errors="replace").strip()

    def close(self) -> None:
        """Close litgen's copy of the write end; the thread ends when the process does."""
        with contextlib.suppress(OSError):
            self.sink.close()


def ending(code: int | None) -> str:
    """Describe how a process ended.

    Example:
        >>> ending(-9), ending(3), ending(None)
        ('ended by SIGKILL', 'ended with exit code 3', 'still running')
    """
    if code is None:
        return "still running"
    if code < 0:
        with contextlib.suppress(ValueError):
            return f"ended by {signal.Signals(-code).name}"
        return f"ended by signal {-code}"
    return f"ended with exit code {code}"


@lru_cache(maxsize=4)
def _kind(task: str, version: str) -> Any:
    """Return PyDelphin's class for a task, with its version set to avoid a call to ``ace -V``."""
    kind = getattr(_delphin_ace(), "ACEParser" if task == "parse" else "ACEGenerator")
    numbers = tuple(int(number) for number in re.findall(r"\d+", version))
    return type(kind.__name__, (_Once, kind), {"ace_version": numbers})


@lru_cache(maxsize=1)
def _delphin_ace() -> ModuleType:
    """Import ``delphin.ace`` without letting it change this process's locale."""
    before = locale.setlocale(locale.LC_ALL)
    try:
        import delphin.ace
    except locale.Error:  # the environment names a locale that is not installed
        os.environ["LC_ALL"] = "C"
        import delphin.ace
    finally:
        locale.setlocale(locale.LC_ALL, before)
    # PyDelphin logs every process that dies, but litgen.engines.ace.process handles these.
    logging.getLogger("delphin.ace").setLevel(logging.CRITICAL)
    module: ModuleType = delphin.ace
    return module
