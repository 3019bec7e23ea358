"""Draw cases in which the ranker does not choose the first candidate, for blind judging.

    python studies/blind_choices.py PAIRS ... -o FOLDER [--slice 1500:1700] [-n 100] [--seed 1]

The script writes ``FOLDER/candidates.jsonl`` (all variants with their scores),
``FOLDER/blind.tsv`` (number, A and B in random order) and ``FOLDER/key.tsv`` (which of the two is
the ranker's choice). It prints how many variants have at least two candidates. With ``--judged
FILE`` (number; A, B or =), it joins the verdicts to the key and writes ``FOLDER/judged.tsv``.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from litgen.data import read_pairs
from litgen.engines import load_engine
from litgen.ranking import load_ranker
from litgen.ranking.ranker import MEASURES
from litgen.transformations import find

KINDS = ("cleft", "past+cleft", "passive", "past+passive", "negation", "question")


def sentences(paths: Iterable[str], start: int, stop: int) -> dict[str, str]:
    """Distinct sentences of the pairs ``start`` to ``stop`` of each file, with the file's name."""
    found: dict[str, str] = {}
    for path in paths:
        for pair in islice(read_pairs(path), start, stop):
            for text in (pair.premise, pair.hypothesis):
                found.setdefault(text, Path(path).name.split("_")[0])
    return found


def variants(texts: dict[str, str], names: Sequence[str], rank: str, score: Any) -> list[dict]:
    """All variants, with the scores of their candidates."""
    engine, ranker = load_engine("dependency"), load_ranker(rank, measure=score)
    assert ranker is not None
    found = []
    for name in names:
        for text, outcome in zip(texts, find(name, engine).apply(list(texts)), strict=True):
            found += [
                {"kind": name, "corpus": texts[text], "source": text, "candidates": v.candidates}
                for v in outcome.variants
            ]
    every = [c for variant in found for c in variant["candidates"]]
    scores = iter(ranker.score(every))
    for variant in found:
        variant["scores"] = [next(scores) for _ in variant["candidates"]]
    return found


def best(variant: dict) -> str:
    """The ranker's choice; the first candidate if several have the same score."""
    scores = variant["scores"]
    return str(variant["candidates"][scores.index(max(scores))])


def write(path: Path, rows: Iterable[Sequence[Any]]) -> None:
    path.write_text("".join("\t".join(map(str, row)) + "\n" for row in rows), encoding="utf-8")


def draw(found: Sequence[dict], count: int, seed: int, folder: Path) -> None:
    """Write the sample and its key."""
    rng = random.Random(seed)
    differ = [v for v in found if best(v) != v["candidates"][0]]
    sample = rng.sample(differ, min(count, len(differ)))
    blind, key = [], []
    for number, variant in enumerate(sample, 1):
        pair = [variant["candidates"][0], best(variant)]
        flipped = rng.random() < 0.5
        blind.append(
            (number, *(" ".join(s.split()) for s in (reversed(pair) if flipped else pair)))
        )
        key.append((number, "A" if flipped else "B", variant["kind"], variant["corpus"]))
    write(folder / "blind.tsv", blind)
    write(folder / "key.tsv", key)


def report(found: Sequence[dict]) -> None:
    """Print the shares by corpus and kind."""
    for corpus in sorted({v["corpus"] for v in found}):
        for kind in KINDS:
            of = [v for v in found if (v["corpus"], v["kind"]) == (corpus, kind)]
            several = sum(len(v["candidates"]) > 1 for v in of)
            other = sum(best(v) != v["candidates"][0] for v in of)
            print(
                f"{corpus}\t{kind}\t{len(of)} variants\t{several} with two or more\t{other} chosen"
            )


def join(judged: Path, folder: Path) -> None:
    """Join the verdicts to the key, write them and count them."""

    def rows(path: Path) -> list[list[str]]:
        return [line.split("\t") for line in path.read_text("utf-8").splitlines()]

    verdicts = {row[0]: row[1] for row in rows(judged)}
    lines, counts = [("kind", "corpus", "number", "verdict", "first", "choice")], Counter()
    for (number, a, b), (_, at, kind, corpus) in zip(
        rows(folder / "blind.tsv"), rows(folder / "key.tsv"), strict=True
    ):
        letter = verdicts[number]
        verdict = "equal" if letter == "=" else "choice" if letter == at else "first"
        first, choice = (b, a) if at == "A" else (a, b)
        lines.append((kind, corpus, number, verdict, first, choice))
        counts[kind, verdict] += 1
    write(folder / "judged.tsv", lines)
    for (kind, verdict), count in sorted(counts.items()):
        print(f"{kind}\t{verdict}\t{count}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pairs", nargs="*")
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--slice", default="1500:1700")
    parser.add_argument("-n", "--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rank", default="auto")
    parser.add_argument("--score", default="mean", choices=MEASURES)
    parser.add_argument("--judged", type=Path)
    arguments = parser.parse_args()
    arguments.output.mkdir(parents=True, exist_ok=True)
    if arguments.judged is not None:
        join(arguments.judged, arguments.output)
        return
    start, stop = map(int, arguments.slice.split(":"))
    texts = sentences(arguments.pairs, start, stop)
    found = variants(texts, KINDS, arguments.rank, arguments.score)
    lines = (json.dumps(v, ensure_ascii=False) + "\n" for v in found)
    (arguments.output / "candidates.jsonl").write_text("".join(lines), encoding="utf-8")
    draw(found, arguments.count, arguments.seed, arguments.output)
    report(found)


if __name__ == "__main__":
    main()
