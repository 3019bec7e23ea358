"""A stand-in for ACE, and the real one where it is found."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from litgen.engines.ace import AceEngine, process
from litgen.engines.ace import engine as ace
from litgen.engines.ace.installation import ACE, GRAMMAR
from litgen.engines.ace.opinion import Opinion
from litgen.engines.ace.process import Limits

PROGRAM = Path(__file__).with_name("standin.py")
HEADER = b"frozen grammar file: ace |0.9.30| grammar |ace/..;;ERG (1214)|"
#: Bytes that the stand-in's image has at least: it dies with one that was cut.
WHOLE = len(HEADER) + 60
#: Long enough for the stand-in to answer on a busy machine; its first item has longer.
QUICK = Limits(seconds=0.4)
UNOPINIONATED = Opinion(verbs=frozenset(range(100)))


class StandIn:
    """The stand-in's files, and what it did."""

    def __init__(self, folder: Path) -> None:
        self.ace = folder / "ace"
        self.ace.write_text(f'#!/bin/sh\nexec "{sys.executable}" -ES "{PROGRAM}" "$@"\n')
        self.ace.chmod(0o755)
        self.image = folder / "erg.dat"
        self.image.write_bytes(HEADER + bytes(WHOLE - len(HEADER)))
        self.log = folder / "log"

    @property
    def starts(self) -> list[str]:
        return self.log.read_text().split() if self.log.exists() else []


@pytest.fixture
def standin(tmp_path, monkeypatch):
    made = StandIn(tmp_path)
    monkeypatch.setenv("LITGEN_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("STANDIN_LOG", str(made.log))
    monkeypatch.setenv("STANDIN_WHOLE", str(WHOLE))
    monkeypatch.setattr(process, "_GRACE", 0.1)
    monkeypatch.setattr(process, "_PAUSE", 0.01)
    # The stand-in's sentences (*The kill barks.*) are none that a tagger was trained on.
    monkeypatch.setattr(ace, "opinions", lambda texts: [UNOPINIONATED] * len(texts))
    monkeypatch.setenv(ACE, str(made.ace))
    monkeypatch.setenv(GRAMMAR, str(made.image))
    return made


@pytest.fixture
def engine(standin):
    made = AceEngine(limits=QUICK)
    yield made
    made.close()
