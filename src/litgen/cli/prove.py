"""``litgen analyze --prove``: labels that can be proved for existing pairs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from litgen.cli.show import import_parsers

if TYPE_CHECKING:
    from litgen.data import Pair
    from litgen.proving import Proof
    from litgen.training.data import Reading


def prove(
    pairs: str, output: Path | None, *, suspicious: bool, as_json: bool, jobs: int, reading: Reading
) -> None:
    """Write what follows in each pair with a one-line proof, or why nothing is certain."""
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
                _print(pair, proof)
            yield f"{record}\n".encode()
        if not reader.read and reading.limit != 0:
            raise UsageError(f"{pairs}: holds no pairs")

    if output is None:
        for _ in records():
            pass
    else:
        write_whole(output, records())
    counts.update({f"skipped, {kind}": n for kind, n in reader.skipped.items()})
    click.echo(", ".join(f"{name} {n:,}" for name, n in counts.items()), err=output is None)


def _counted(pair: Pair, proof: Proof, odd: bool) -> list[str]:
    from litgen.data import agree

    found = ["pairs", "answered" if proof.answer else "not known"]
    if proof.answer and pair.label:
        right = agree(proof.answer, pair.label)
        found.append("as the gold label" if right else "not as the gold label")
    return [*found, "suspicious"] if odd else found


def _print(pair: Pair, proof: Proof) -> None:
    label = f" (gold: {pair.label})" if pair.label and pair.label != proof.answer else ""
    click.echo(f"{pair.id}  {proof.answer or 'not known'}{label}")
    click.echo(f"  {pair.premise}\n  {pair.hypothesis}\n  {proof.line}")
