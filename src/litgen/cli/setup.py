"""``litgen setup``: fetch what pip cannot install.

What can be fetched plugs in here: an option of the verb, and a line in ``FETCHERS`` that names the
function which does the work, imported when it is asked for.
"""

from __future__ import annotations

import pkgutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from litgen.exceptions import UsageError

if TYPE_CHECKING:
    from litgen.fetching import Progress

#: Option -> ``module:function``. The function is called with ``progress`` and the options that
#: ``OPTIONS`` lists for it, and returns the lines to print: what stands where now.
FETCHERS: dict[str, str] = {
    "ace": "litgen.engines.ace.setup:install",
    "wordnet": "litgen.wordnet.setup:install",
    "parser": "litgen.engines.dependency.setup:install",
}
#: Option -> further options of the verb that are its own.
OPTIONS: dict[str, tuple[str, ...]] = {"ace": ("erg",), "parser": ("parser",)}


@click.command("setup")
@click.option("--ace", is_flag=True, help="The ACE processor and an image of the English Resource "
              "Grammar, for --engine ace.")  # fmt: skip
@click.option("--erg", default="1214", show_default=True, metavar="RELEASE",
              help="Which release of the grammar: 1214 (generates it-clefts), 2018 or 2025."
              )  # fmt: skip
@click.option(
    "--wordnet",
    is_flag=True,
    help="WordNet, for the transformations and suites that "
    "litgen list marks, such as synonym and monotonicity, and for litgen prove.",
)
@click.option("--parser", metavar="NAME", help="A larger English pipeline of spaCy's: "
              "en_core_web_md, en_core_web_lg or en_core_web_trf.")  # fmt: skip
def command(**given: Any) -> None:
    """Fetch what pip cannot install, check that it works, and note its SHA-256.

    A download that broke off goes on where it stopped. What is there is not fetched again.
    """
    wanted = [name for name in FETCHERS if given.get(name)]
    if not wanted:
        raise UsageError(f"name what to fetch: {', '.join(f'--{name}' for name in FETCHERS)}")
    for name in wanted:
        options = {key: given[key] for key in OPTIONS.get(name, ())}
        with _progress(name) as progress:
            lines = pkgutil.resolve_name(FETCHERS[name])(progress=progress, **options)
        for line in lines:
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
