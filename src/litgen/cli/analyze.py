"""``litgen analyze``: the contents of a data set, and the cues that reveal its labels."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from litgen.cli.engine_options import engine_options
from litgen.cli.shared_options import Verb, json_option, reading_of, reading_options, run_options
from litgen.cli.terminal import progress_bar, write_json
from litgen.cli.values import CONTRAST, SOURCE

if TYPE_CHECKING:
    from litgen.analysis import Analysis


@click.command("analyze", cls=Verb)
@click.argument("pairs", type=SOURCE, metavar="PAIRS")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="DIR|FILE",
              help="Write a page with figures, Markdown and JSON, too; with --prove, JSON Lines."
              )  # fmt: skip
@click.option("--prove", is_flag=True, help="Instead, say of each pair what follows, with a proof, "
              "or that nothing is certain and why; needs WordNet, and no labels.")  # fmt: skip
@click.option("--suspicious", is_flag=True,
              help="With --prove, only pairs whose gold label contradicts a proof.")  # fmt: skip
@click.option("--after", type=click.Path(), metavar="DIR", help="A folder of litgen transform: "
              "compare words, lengths and labels before and after.")  # fmt: skip
@click.option("--contrast", "contrasts", type=CONTRAST, multiple=True,
              help="Of that folder, this contrast only; may be repeated.")  # fmt: skip
@engine_options
@click.option("--no-types", is_flag=True, help="Do not read sentences; takes seconds then.")
@click.option("--no-baselines", is_flag=True, help="Do not train baselines.")
@reading_options()
@run_options("seed", "jobs", "overwrite")
@json_option
def command(
    pairs: str, output: Path | None, prove: bool, suspicious: bool, overwrite: bool, as_json: bool,
    **given: Any,
) -> None:  # fmt: skip
    """Say what PAIRS contain, and whether their labels can be told without understanding them.

    \b
    litgen analyze snli.jsonl
    litgen analyze snli.jsonl -o analysis --after contrast-set --contrast 'past;future'
    litgen analyze snli.jsonl --prove --suspicious --jobs 2 -o suspicious.jsonl

    Types of sentences, length, overlap, words that go with a label, baselines that do not see the
    pair as a whole; a verdict, with the numbers it stands on.
    """
    from litgen.analysis import Examination, analyse, write_analysis
    from litgen.analysis import as_json as record_of
    from litgen.analysis.document import NAME
    from litgen.reporting.document import refuse_document

    if prove:
        from litgen.cli.prove import prove as write_proofs

        write_proofs(
            pairs, output, suspicious=suspicious, as_json=as_json, jobs=given["jobs"],
            reading=reading_of(given),
        )  # fmt: skip
        return
    if suspicious:
        raise click.UsageError("--suspicious is for --prove")
    if given["contrasts"] and given["after"] is None:
        raise click.UsageError("--contrast is for --after DIR")
    if output is not None:
        refuse_document(output, NAME, overwrite)
    examination = Examination(
        None if given["no_types"] else given["engine"], not given["no_baselines"],
        given["after"], given["contrasts"], given["seed"],
    )  # fmt: skip
    with ExitStack() as stack:
        analysis = analyse(
            pairs, examination, reading=reading_of(given), jobs=given["jobs"],
            progress=_progress(stack),
        )  # fmt: skip
    files = [] if output is None else write_analysis(analysis, output, overwrite)
    if as_json:
        write_json(record_of(analysis))
    else:
        _print(analysis)
    if files and not as_json:
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
