"""The command line, called as a function."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from litgen.cli import run

Litgen = Callable[..., tuple[int, str, str]]


@pytest.fixture
def litgen(capsys: pytest.CaptureFixture[str]) -> Litgen:
    """What a command exits with, writes to standard output and to standard error."""

    def call(*arguments: object) -> tuple[int, str, str]:
        code = run([str(argument) for argument in arguments])
        return code, *capsys.readouterr()

    return call
