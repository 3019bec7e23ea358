"""``litgen doctor --fetch``: fetch what pip cannot install."""

from __future__ import annotations

import pkgutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from litgen.fetching import Progress

#: Names with their own fetching functions, ``module:function``; other names are spaCy pipelines. A
#: function is called with ``progress``, and returns the lines to print.
FETCHERS = {"ace": "litgen.engines.ace.setup:install", "wordnet": "litgen.wordnet.setup:install"}
PARSER = "litgen.engines.dependency.setup:install"


def fetch(wanted: Sequence[str], erg: str) -> None:
    """Fetch the requested items, check that they work, and record their SHA-256.

    Interrupted downloads resume. Installed items are not fetched again.

    Args:
        erg: the release of the grammar, for ``ace``.
    """
    for name in wanted:
        options = {"erg": erg} if name == "ace" else {}
        if name not in FETCHERS:
            options = {"parser": name}
        with _progress(name) as progress:
            install = pkgutil.resolve_name(FETCHERS.get(name, PARSER))
            for line in install(progress=progress, **options):
                click.echo(line)


@contextmanager
def _progress(name: str) -> Iterator[Progress | None]:
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
