"""Compare the ranker's speed with a bare forward pass over the same strings.

Both run in this process with the same number of threads and take turns; the best of several rounds
counts. The bare pass gets tokenized strings sorted by length, with the best batch size of a list,
and only calls the model.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch

from litgen.ranking import TokenScorer, load_ranker

SIZES = (1, 4, 8, 16, 32)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", default="examples/pairs.jsonl", help="pairs, JSONL")
    parser.add_argument("-n", type=int, default=300, help="distinct strings (default: 300)")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--rank", default="auto", help="the language model")
    parser.add_argument("--measure", default="mean", choices=["mean", "lit"])
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()

    torch.set_num_threads(args.threads)
    started = time.perf_counter()
    ranker = load_ranker(args.rank, measure=args.measure, threads=args.threads)
    loading = time.perf_counter() - started
    if ranker is None:
        raise SystemExit(1)
    texts = strings(Path(args.file), args.n)
    tokens = [ranker.tokenizer(text)["input_ids"] for text in texts]

    ranked = 1e9
    bare = dict.fromkeys(SIZES, 1e9)
    for _ in range(args.rounds):
        ranked = min(ranked, timed(lambda: ranker.score(texts)))
        for size in SIZES:
            bare[size] = min(bare[size], timed(lambda: forward(ranker, tokens, size)))  # noqa: B023
    best = min(bare, key=lambda size: bare[size])

    count = len(texts)
    print(f"{ranker.describe()['model']}, {ranker.device}, {ranker.describe()['dtype']}, ", end="")
    print(f"{args.threads} thread(s), loading {loading:.1f} s")
    print(f"{count} distinct strings, {sum(map(len, tokens)) / count:.1f} tokens each")
    print(f"ranker ({args.measure:4})        {count / ranked:7.1f} strings/s")
    for size in SIZES:
        mark = "  <- best" if size == best else ""
        print(f"bare forward, by {size:3}  {count / bare[size]:7.1f} strings/s{mark}")
    print(f"ratio of times, ranker to bare: {ranked / bare[best]:.2f} (target: at most 1.5)")


def strings(path: Path, count: int) -> list[str]:
    """The first distinct sentences of a file of pairs."""
    found: dict[str, None] = {}
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            for key in ("premise", "hypothesis", "sentence1", "sentence2"):
                if key in record:
                    found.setdefault(record[key])
    return list(found)[:count]


def forward(ranker: TokenScorer, tokens: Sequence[list[int]], size: int) -> None:
    """Run only the model's forward pass over all strings."""
    order = sorted(tokens, key=len)
    with torch.inference_mode():
        for at in range(0, len(order), size):
            rows = order[at : at + size]
            width = max(map(len, rows))
            padded = [row + [0] * (width - len(row)) for row in rows]
            ranker.model(input_ids=torch.tensor(padded, device=ranker.device), use_cache=False)
    if ranker.device.type == "cuda":
        torch.cuda.synchronize()


def timed(work: Any) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
