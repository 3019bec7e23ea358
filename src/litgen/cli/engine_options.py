"""The options that choose an engine, the same for every verb."""

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

    The command receives only ``engine``, which includes the number of readings (``ace:3``). Program
    and image are put into the environment, where worker processes also find them.
    """

    @functools.wraps(function)
    def wrapped(*args: Any, engine: str, readings: int, **given: Any) -> Any:
        return function(*args, engine=with_readings(engine, readings), **given)

    return together(_ENGINE)(parser_option(ace_options(wrapped)))


def parser_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--parser``, which is applied before the command runs and not passed to it."""

    @functools.wraps(function)
    def wrapped(*args: Any, parser: str | None, **given: Any) -> Any:
        if parser is not None:
            from litgen.trees.parsers import use_parser

            use_parser(parser)
        return function(*args, **given)

    return run_options("parser")(wrapped)


def ace_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add only ``--ace-path`` and ``--grammar``, for a verb that sets its engine elsewhere."""

    @functools.wraps(function)
    def wrapped(*args: Any, ace_path: str | None, grammar: str | None, **given: Any) -> Any:
        for name, value in (("LITGEN_ACE", ace_path), ("LITGEN_ERG", grammar)):
            if value is not None:
                os.environ[name] = os.path.abspath(value)
        return function(*args, **given)

    return together(_ACE)(wrapped)


_ENGINE = (
    run_options("engine"),
    click.option("--readings", type=click.IntRange(min=1), default=1, show_default=True,
                 metavar="N", cls=Option, group=GRAMMAR,
                 help="How many of ACE's readings of a sentence to rewrite."),
)  # fmt: skip
_ACE = (
    click.option("--ace-path", type=click.Path(dir_okay=False, exists=True), metavar="FILE",
                 cls=Option, group=GRAMMAR, help="The ACE program, if not the installed one."),
    click.option("--grammar", type=click.Path(dir_okay=False, exists=True), metavar="FILE",
                 cls=Option, group=GRAMMAR, help="The ERG image for ACE."),
)  # fmt: skip


def with_readings(engine: str, readings: int) -> str:
    """Return an engine's name with the number of readings in it.

    Raises:
        UsageError: the engine is not ACE, and only ACE has several readings.

    Example:
        >>> with_readings("ace+dependency", 3)
        'ace:3+dependency'
    """
    if readings == 1:
        return engine
    parts = engine.split("+")
    if "ace" not in parts:
        raise UsageError(f"--readings {readings}: only the ace engine has several; --engine ace")
    return "+".join(f"{part}:{readings}" if part == "ace" else part for part in parts)
