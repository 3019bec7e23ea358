"""``litgen setup``: fetch what pip cannot install.

What can be fetched plugs in here: an option of the verb, and a line in ``FETCHERS`` that names the
function which does the work, imported when it is asked for.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from litgen.exceptions import UsageError

if TYPE_CHECKING:
    from litgen.fetching import Progress

#: Option -> ``module:function``. The function is called with ``progress`` and the options that
#: ``OPTIONS`` lists for it, and returns the lines to print: what stands where now.
FETCHERS: dict[str, str] = {}
#: Option -> further options of the verb that are its own.
OPTIONS: dict[str, tuple[str, ...]] = {}

Fetcher = Callable[..., list[str]]


@click.command("setup")
def command(**given: Any) -> None:
    """Fetch what pip cannot install, check that it works, and note its SHA-256.

    A download that broke off goes on where it stopped. What is there is not fetched again.
    """
    if not FETCHERS:
        raise UsageError("there is nothing to fetch: what litgen needs is installed by pip")
    wanted = [name for name in FETCHERS if given.get(name)]
    if not wanted:
        raise UsageError(f"name what to fetch: {', '.join(f'--{name}' for name in FETCHERS)}")
    for name in wanted:
        options = {key: given[key] for key in OPTIONS.get(name, ())}
        with _progress(name) as progress:
            lines = _fetcher(name)(progress=progress, **options)
        for line in lines:
            click.echo(line)


def _fetcher(name: str) -> Fetcher:
    module, _, function = FETCHERS[name].partition(":")
    found: Fetcher = getattr(importlib.import_module(module), function)
    return found


@contextmanager
def _progress(name: str) -> Iterator[Progress | None]:
    """A progress bar on a terminal, none in a pipe."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, TextColumn, TransferSpeedColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn(name), BarColumn(), DownloadColumn(), TransferSpeedColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
