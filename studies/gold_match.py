"""Measure the elementary dependency match of the embedded engine with gold MRSs.

    python studies/gold_match.py FILE ... [-n 2000] [--differences 30] [--parser NAME]

FILE holds ``{id, text, mrs}`` records (SimpleMRS) as JSON Lines, optionally compressed (.gz).
Precision, recall and F1 are computed over all triples (Dridan and Oepen 2011); all gold triples of
a sentence that the engine declines count as missed. ``--differences`` lists the missing and the
superfluous nodes and properties, the most frequent first.
"""

from __future__ import annotations

import argparse
import gzip
import json
import warnings
from collections import Counter
from itertools import islice
from pathlib import Path

from delphin import edm, eds
from delphin.codecs import simplemrs

from litgen.engines import load_engine
from litgen.trees.parsers import parser_in_use, use_parser


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("-n", "--count", type=int, help="number of records from each file")
    parser.add_argument("--differences", type=int, default=0, metavar="N")
    parser.add_argument(
        "--parser", default=parser_in_use(), help="the spaCy pipeline to parse with"
    )
    options = parser.parse_args()
    use_parser(options.parser)
    warnings.simplefilter("ignore")
    print(f"{'':28} {'sentences':>9} {'parsed':>7} {'P':>6} {'R':>6} {'F1':>6}  F1 of the parsed")
    for path in options.files:
        match(path, options.count, options.differences)


def match(path: Path, count: int | None, differences: int) -> None:
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line in islice(lines, count)]
    parses = load_engine("dependency").parse([record["text"] for record in records])
    golds = [dependencies(simplemrs.decode(record["mrs"])) for record in records]
    ours = [dependencies(p.readings[0].mrs) if p.readings else None for p in parses]
    found = edm.compute(golds, ours)
    parsed = [(gold, own) for gold, own in zip(golds, ours, strict=True) if own is not None]
    alone = edm.compute(*zip(*parsed, strict=True))
    print(
        f"{path.name:28} {len(records):9} {len(parsed):7} {found.precision:6.3f} "
        f"{found.recall:6.3f} {found.fscore:6.3f}  {alone.fscore:.3f}"
    )
    if differences:
        missing: Counter[str] = Counter()
        surplus: Counter[str] = Counter()
        for gold, own in parsed:
            wanted, got = Counter(triples(gold)), Counter(triples(own))
            missing.update((wanted - got).elements())
            surplus.update((got - wanted).elements())
        for name, counts in (("missing", missing), ("too many", surplus)):
            for triple, times in counts.most_common(differences):
                print(f"  {name:8} {times:6}  {triple}")


def dependencies(mrs: object) -> eds.EDS:
    return eds.from_mrs(mrs, predicate_modifiers=True)


def triples(found: eds.EDS) -> list[str]:
    """Nodes, properties and arguments of a sentence, named by the predicates of the nodes."""
    names = {node.id: node.predicate for node in found.nodes}
    kept = [node.predicate for node in found.nodes]
    for node in found.nodes:
        kept += [f"{node.predicate} {key} {value}" for key, value in node.properties.items()]
        kept += [f"{node.predicate} {role} {names.get(to)}" for role, to in node.edges.items()]
    return kept


if __name__ == "__main__":
    main()
