"""Measure how often two engines produce the same sentence for the same rule.

    python studies/engine_agreement.py PAIRS [-n 100] [--engines ace dependency] [-o FILE]

For each distinct sentence and each single rule (and each composition in the suite lit), the script
counts which engines have a result and, if both have one, whether they share a form, ignoring
punctuation and case. ``-o`` writes the results that differ, so that people can judge them.
"""

from __future__ import annotations

import argparse
import csv
import re
from collections import Counter
from pathlib import Path

from litgen.data import read_pairs
from litgen.engines import load_engine
from litgen.engines.ace.alignment import tokens
from litgen.mrs import load_rules
from litgen.transformations import find
from litgen.transformations.protocol import Outcome
from litgen.trees.morphology import BEFORE_NT

#: Reduced form of an auxiliary before *n't* -> the auxiliary: *ca* -> *can*.
_AUXILIARY = {left: lemma for lemma, left in BEFORE_NT.items()}
COMPOSITIONS = ("past+cleft", "future+cleft", "past+passive", "future+passive")


def written_out(text: str) -> str:
    """Expand the contractions of a text, for comparison.

    Example:
        >>> written_out("He can’t swim, she isn't here.")
        'He can not swim she is not here'
    """
    words = [token.text.replace("’", "'") for token in tokens(text)]
    negated = [*(word == "n't" for word in words[1:]), False]
    return " ".join(
        "not" if word == "n't" else _AUXILIARY.get(word, word) if before else word
        for word, before in zip(words, negated, strict=False)
    )


def forms(outcome: Outcome) -> dict[tuple[tuple[str, str], ...], list[str]]:
    """The candidates of each variant, by the variant's parameters."""
    return {tuple(sorted(v.parameters.items())): list(v.candidates) for v in outcome.variants}


def plain(text: str) -> str:
    """A form as it is compared: without contractions, punctuation and case."""
    return re.sub(r"[^\w ]", "", written_out(text).lower())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pairs")
    parser.add_argument("-n", "--count", type=int, default=100, help="sentences")
    parser.add_argument("--engines", nargs=2, default=["ace", "dependency"])
    parser.add_argument("-o", "--output", type=Path, help="where to write the results that differ")
    options = parser.parse_args()
    pairs = read_pairs(options.pairs)
    texts = list(dict.fromkeys(s for pair in pairs for s in (pair.premise, pair.hypothesis)))
    texts = texts[: options.count]
    one, other = (load_engine(name) for name in options.engines)
    total: Counter[str] = Counter()
    differ: list[tuple[str, ...]] = []
    print(f"{len(texts)} sentences; 1: {options.engines[0]}, 2: {options.engines[1]}\n")
    heads = ("both", "same", "first same", "1 only", "2 only")
    print(f"{'':22}" + "".join(f"{head:>11}" for head in heads))
    for name in (*load_rules().by_name, *COMPOSITIONS):
        counts: Counter[str] = Counter()
        ours, theirs = (find(name, engine=engine).apply(texts) for engine in (one, other))
        for text, a, b in zip(texts, ours, theirs, strict=True):
            left, right = forms(a), forms(b)
            for key in {**left, **right}:
                if key not in left or key not in right:
                    counts["1 only" if key in left else "2 only"] += 1
                    continue
                counts["both"] += 1
                counts["first same"] += plain(left[key][0]) == plain(right[key][0])
                if {plain(each) for each in left[key]} & {plain(each) for each in right[key]}:
                    counts["same"] += 1
                else:
                    differ.append((name, text, left[key][0], right[key][0]))
        total += counts
        print(f"{name:22}" + "".join(f"{counts[head]:11}" for head in heads))
    print(f"{'all':22}" + "".join(f"{total[head]:11}" for head in heads))
    if total["both"]:
        print(f"\nthe same in {100 * total['same'] / total['both']:.1f} % of the common results")
    if options.output is not None:
        with options.output.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, delimiter="\t", lineterminator="\n")
            writer.writerow(("rule", "source", *options.engines))
            writer.writerows(differ)


if __name__ == "__main__":
    main()
