"""Measure coverage and accuracy of ``litgen analyze --prove``, by gold label and kind of edit.

Some data sets, such as MED, have no contradictions and use the label *not entailed*; a proved
contradiction counts as right there.

    python studies/prove_accuracy.py med_half.tsv --rows even

With ``--veridicality``, the file is that of Ross and Pavlick (2019, *How well do NLI models capture
verb veridicality?*). Each row gives two pairs: a sentence and its negation, each with the
complement of its verb. The gold label follows from the annotators' mean rating: entailment from 1
up, contradiction from -1 down.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from statistics import mean

from litgen.data import Pair, PairReader
from litgen.options import parse_columns
from litgen.proving import prove_pairs


def main() -> None:
    """Measure one file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pairs")
    parser.add_argument("--columns", default="", help="such as premise=Premise,label=Label")
    parser.add_argument("--rows", choices=("odd", "even", "all"), default="all",
                        help="rows by line number; the header is line 1")  # fmt: skip
    parser.add_argument("--veridicality", action="store_true",
                        help="read annotators' ratings of verb complements")  # fmt: skip
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument(
        "--wrong",
        action="store_true",
        help="print the pairs whose result differs from the gold label",
    )
    given = parser.parse_args()
    if given.veridicality:
        reader: Iterable[Pair] = rated(given.pairs)
    else:
        reader = PairReader(given.pairs, columns=dict(parse_columns(given.columns)))
    pairs = [
        pair
        for pair in reader
        if given.rows == "all" or (pair.line % 2 == 1) == (given.rows == "odd")
    ]
    binary = not any(pair.label == "contradiction" for pair in pairs)
    start = time.perf_counter()
    right: Counter[tuple[str, str]] = Counter()
    total: Counter[tuple[str, str]] = Counter()
    for pair, proof in prove_pairs(pairs, jobs=given.jobs):
        total["gold", pair.label] += 1
        if proof.answer is None:
            continue
        same = proof.answer == pair.label
        same |= binary and "entailment" not in (proof.answer, pair.label)
        kinds = " + ".join(sorted({edit.kind for edit in proof.edits})) or "same words"
        keys = [("all", ""), ("answered", pair.label), ("said", proof.answer), ("edit", kinds)]
        if given.veridicality:
            keys.append(("sentence", pair.id))
        for key in keys:
            total[key] += 1
            right[key] += same
        if given.wrong and not same:
            print(pair.premise, pair.hypothesis, pair.label, proof.line, sep="\n  ")
    seconds = time.perf_counter() - start
    print(f"{len(pairs)} pairs, {60 * len(pairs) / seconds:,.0f} a minute")
    for key, count in sorted(total.items()):
        if key[0] != "gold":
            of = len(pairs) if key[0] == "all" else total["gold", key[1]]
            share = f" ({count / of:.1%} of {of})" if key[0] in ("all", "answered") else ""
            print(f"{' '.join(key):45} {count:5}{share}  right {right[key] / count:.1%}")


def rated(path: str) -> Iterator[Pair]:
    """Pairs of a table of ratings; the id contains ``affirmed`` or ``denied``.

    Raises:
        OSError: the file cannot be read.
        KeyError: a column is missing.
    """
    with open(path, encoding="utf-8", newline="") as file:
        for line, row in enumerate(csv.DictReader(file, delimiter="\t"), start=2):
            for name, text, ratings in (
                ("affirmed", row["sentence"], row["turker_pos_ratings"]),
                ("denied", row["neg_sentence"], row["turker_neg_ratings"]),
            ):
                value = mean(float(each) for each in ratings.split(","))
                label = "entailment" if value >= 1 else "neutral"
                label = "contradiction" if value <= -1 else label
                yield Pair(name, text, row["complement"], label, line=line)


if __name__ == "__main__":
    main()
