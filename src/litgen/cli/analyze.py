"""The command ``litgen analyze``."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from litgen.cli.engine_options import engine_options
from litgen.cli.shared_options import Verb, json_option, reading_of, reading_options, run_options
from litgen.cli.terminal import progress_bar, write_json
from litgen.cli.values import CONTRAST, SOURCE

if TYPE_CHECKING:
    from litgen.analysis import Analysis
    from litgen.data import Pair
    from litgen.proving import Proof
    from litgen.training.data import Reading


@click.command("analyze", cls=Verb)
@click.argument("pairs", type=SOURCE, metavar="PAIRS")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="DIR|FILE",
              help="The folder for the report (HTML, Markdown and JSON); with --prove, the file "
              "for the proofs (JSON Lines).")  # fmt: skip
@click.option("--prove", is_flag=True, help="Prove the label of each pair, or report why there is "
              "no proof. Needs WordNet; the pairs may lack labels.")  # fmt: skip
@click.option("--suspicious", is_flag=True, help="With --prove, report only pairs whose gold label "
              "contradicts a proof.")  # fmt: skip
@click.option("--after", type=click.Path(), metavar="DIR", help="A folder that litgen transform "
              "wrote; words, lengths and labels are compared before and after.")  # fmt: skip
@click.option("--contrast", "contrasts", type=CONTRAST, multiple=True,
              help="With --after, use only this contrast; may be repeated.")  # fmt: skip
@engine_options
@click.option("--no-types", is_flag=True,
              help="Omit sentence types, which need a parse and take the most time.")  # fmt: skip
@click.option("--no-baselines", is_flag=True, help="Do not train the baseline classifiers.")
@reading_options()
@run_options("seed", "jobs", "overwrite")
@json_option
def command(
    pairs: str, output: Path | None, prove: bool, suspicious: bool, overwrite: bool, as_json: bool,
    **given: Any,
) -> None:  # fmt: skip
    """Report what PAIRS contain, and whether superficial cues predict their labels.

    \b
    litgen analyze snli.jsonl
    litgen analyze snli.jsonl -o analysis --after contrast-set --contrast 'past;future'
    litgen analyze snli.jsonl --prove --suspicious --jobs 2 -o suspicious.jsonl

    The report covers sentence types, length, word overlap, words associated with a label, the
    accuracy of simple baselines, and a verdict with the numbers that support it.
    """
    from litgen.analysis import Examination, analyse, write_analysis
    from litgen.analysis import as_json as record_of
    from litgen.analysis.document import NAME
    from litgen.reporting.document import refuse_document

    if prove:
        reading = reading_of(given)
        _prove(pairs, output, suspicious, as_json=as_json, jobs=given["jobs"], reading=reading)
        return
    if suspicious:
        raise click.UsageError("--suspicious needs --prove")
    if given["contrasts"] and given["after"] is None:
        raise click.UsageError("--contrast needs --after DIR")
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

    def show(what: str, done: int, total: int) -> None:
        if what not in bars:
            stack.close()
            bars[what] = stack.enter_context(progress_bar(what))
        bars[what](done, total)

    return show


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


def _prove(
    pairs: str, output: Path | None, suspicious: bool, *, as_json: bool, jobs: int, reading: Reading
) -> None:
    from litgen.cli.show import import_parsers
    from litgen.exceptions import UsageError
    from litgen.files import write_whole
    from litgen.proving import is_suspicious, prove_pairs, record_of

    reader = reading.reader(pairs, labelled=False)
    import_parsers()
    counts: Counter[str] = Counter()

    def records() -> Iterator[bytes]:
        for pair, proof in prove_pairs(islice(reader, reading.limit), jobs=jobs):
            odd = is_suspicious(pair, proof)
            counts.update(_counted(pair, proof, odd))
            if suspicious and not odd:
                continue
            record = json.dumps(record_of(pair, proof), ensure_ascii=False)
            if as_json:
                click.echo(record)
            elif output is None:
                _print_proof(pair, proof)
            yield f"{record}\n".encode()
        if not reader.read and reading.limit != 0:
            raise UsageError(f"{pairs}: there are no pairs; check the source")

    if output is None:
        for _ in records():
            pass
    else:
        write_whole(output, records())
    counts.update({f"skipped, {kind}": n for kind, n in reader.skipped.items()})
    click.echo(", ".join(f"{name} {n:,}" for name, n in counts.items()), err=output is None)


def _counted(pair: Pair, proof: Proof, odd: bool) -> list[str]:
    from litgen.data import agree

    found = ["pairs", "proved" if proof.answer else "not known"]
    if proof.answer and pair.label:
        right = agree(proof.answer, pair.label)
        found.append("same as the gold label" if right else "different from the gold label")
    return [*found, "suspicious"] if odd else found


def _print_proof(pair: Pair, proof: Proof) -> None:
    label = f" (gold: {pair.label})" if pair.label and pair.label != proof.answer else ""
    click.echo(f"{pair.id}  {proof.answer or 'not known'}{label}")
    click.echo(f"  {pair.premise}\n  {pair.hypothesis}\n  {proof.line}")
