"""The options that choose an engine; they are the same for every verb."""

import functools
import os
from collections.abc import Callable
from typing import Any

import click

from litgen.cli.shared_options import Option, run_options, together
from litgen.exceptions import UsageError
from litgen.options import GRAMMAR


def engine_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--engine``, ``--readings``, ``--parser``, ``--ace-path`` and ``--grammar``.

    The command receives only ``engine``, which includes the number of readings (``ace:3``). The
    parser is set before the command runs; the two paths are stored in environment variables, where
    worker processes also find them.
    """

    @functools.wraps(function)
    def wrapped(
        *args: Any, engine: str, readings: int, parser: str | None, ace_path: str | None,
        grammar: str | None, **given: Any,
    ) -> Any:  # fmt: skip
        for name, value in (("LITGEN_ACE", ace_path), ("LITGEN_ERG", grammar)):
            if value is not None:
                os.environ[name] = os.path.abspath(value)
        if parser is not None:
            from litgen.trees.parsers import use_parser

            use_parser(parser)
        return function(*args, engine=with_readings(engine, readings), **given)

    return together(_OPTIONS)(wrapped)


_FILE = click.Path(dir_okay=False, exists=True)
_OPTIONS = (
    run_options("engine"),
    click.option("--readings", type=click.IntRange(min=1), default=1, show_default=True,
                 metavar="N", cls=Option, group=GRAMMAR,
                 help="How many of ACE's readings of each sentence to rewrite."),
    run_options("parser"),
    click.option("--ace-path", type=_FILE, metavar="FILE", cls=Option, group=GRAMMAR,
                 help="The ACE program. Default: see litgen doctor."),
    click.option("--grammar", type=_FILE, metavar="FILE", cls=Option, group=GRAMMAR,
                 help="The ERG image for ACE. Default: see litgen doctor."),
)  # fmt: skip


def with_readings(engine: str, readings: int) -> str:
    """Return an engine's name with the number of readings appended.

    Raises:
        UsageError: the engine is not ACE, the only engine with several readings.

    Example:
        >>> with_readings("ace+dependency", 3)
        'ace:3+dependency'
    """
    if readings == 1:
        return engine
    parts = engine.split("+")
    if "ace" not in parts:
        raise UsageError(
            f"--readings {readings}: only the ace engine has several readings; use --engine ace"
        )
    return "+".join(f"{part}:{readings}" if part == "ace" else part for part in parts)
