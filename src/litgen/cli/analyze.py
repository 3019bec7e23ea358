"""``litgen analyze``: what a data set contains, and what gives its labels away."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from litgen.cli.engine_options import engine_options
from litgen.cli.shared_options import reading_of, reading_options
from litgen.cli.terminal import progress_bar, write_json
from litgen.cli.values import CONTRAST, SOURCE

if TYPE_CHECKING:
    from litgen.analysis import Analysis


@click.command("analyze")
@click.argument("pairs", type=SOURCE, metavar="PAIRS")
@click.option("-o", "--output", "folder", type=click.Path(path_type=Path), metavar="DIR",
              help="Write a page with figures, Markdown and JSON, too.")  # fmt: skip
@click.option("--after", type=click.Path(), metavar="DIR", help="A folder of litgen transform: "
              "compare words, lengths and labels before and after.")  # fmt: skip
@click.option("--contrast", "contrasts", type=CONTRAST, multiple=True,
              help="Of that folder, this contrast only; may be repeated.")  # fmt: skip
@engine_options
@click.option("--no-types", is_flag=True, help="Do not read sentences; takes seconds then.")
@click.option("--no-baselines", is_flag=True, help="Do not train baselines.")
@click.option("--jobs", type=int, default=1, show_default=True,
              help="Worker processes that read sentences; -1 takes all cores.")  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True, help="Of the baselines.")
@reading_options()
@click.option("--overwrite", is_flag=True, help="Replace an analysis that is in DIR.")
@click.option("--json", "in_json", is_flag=True, help="Write it to standard output as JSON.")
def command(pairs: str, folder: Path | None, overwrite: bool, in_json: bool, **given: Any) -> None:
    """Say what PAIRS contain, and whether their labels can be told without understanding them.

    \b
    litgen analyze snli.jsonl
    litgen analyze snli.jsonl -o analysis --after contrast-set --contrast 'past;future'

    Types of sentences, length, overlap, words that go with a label, baselines that do not see the
    pair as a whole; a verdict, with the numbers it stands on.
    """
    from litgen.analysis import Examination, analyse, as_json, write_analysis
    from litgen.analysis.document import NAME
    from litgen.reporting.document import refuse_document

    if given["contrasts"] and given["after"] is None:
        raise click.UsageError("--contrast is for --after DIR")
    if folder is not None:
        refuse_document(folder, NAME, overwrite)
    examination = Examination(
        None if given["no_types"] else given["engine"], not given["no_baselines"],
        given["after"], given["contrasts"], given["seed"],
    )  # fmt: skip
    with ExitStack() as stack:
        analysis = analyse(
            pairs, examination, reading=reading_of(given), jobs=given["jobs"],
            progress=_progress(stack),
        )  # fmt: skip
    files = [] if folder is None else write_analysis(analysis, folder, overwrite)
    if in_json:
        write_json(as_json(analysis))
    else:
        _print(analysis)
    if files and not in_json:
        click.echo(f"\npage: {files[0]}")


def _progress(stack: ExitStack) -> Any:
    bars: dict[str, Any] = {}

    def tell(what: str, done: int, total: int) -> None:
        if what not in bars:
            stack.close()
            bars[what] = stack.enter_context(progress_bar(what))
        bars[what](done, total)

    return tell


def _print(analysis: Analysis) -> None:
    from litgen.analysis import document_of
    from litgen.cli.terminal import print_table, terminal

    console = terminal()
    document = document_of(analysis)
    console.print(document.lead, highlight=False)
    for section in document.sections:
        for table in section.tables:
            print_table(table, console)
    console.print(f"\n[bold]Verdict.[/bold] {document.verdict}", highlight=False)
    for mark, texts in (("-", document.points), ("but:", document.caveats)):
        for text in texts:
            console.print(f"{mark} {text}", highlight=False, markup=False)
