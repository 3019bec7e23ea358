"""Compare litgen's speed of classification with a bare forward pass and transformers' pipeline.

All of them run in this process with the same number of threads and take turns; the best of several
rounds counts. On a CPU with one thread the script measures processor time, so that other processes
do not affect the figures; otherwise it measures wall-clock time. The bare pass gets batches that
are already tokenized, sorted by length, padded and on the device, with the best token budget of a
list, and only calls the model. The pipeline gets the pairs in the order of the file, one by one and
in batches of 32.
"""

from __future__ import annotations

import argparse
import itertools
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import torch
from transformers import pipeline
from transformers.utils import logging

from litgen.data import read_pairs
from litgen.models.huggingface import HuggingFaceClassifier, load_classifier
from litgen.neural.devices import batches

Pairs = list[tuple[str, str]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", help="labelled pairs, taken from each file in turn")
    parser.add_argument("--model", required=True, help="a folder or a name on the hub")
    parser.add_argument(
        "--labels", help="the labels of its outputs, if its configuration lacks them"
    )
    parser.add_argument("-n", type=int, default=1000, help="distinct pairs (default: 1000)")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--device", help="cpu, cuda ... (default: the GPU if there is one)")
    parser.add_argument("--budgets", type=int, nargs="*", help="tokens per batch of the bare pass")
    args = parser.parse_args()
    logging.set_verbosity_error()
    torch.set_num_threads(args.threads)

    def load(dtype: str) -> HuggingFaceClassifier:
        return load_classifier(
            args.model, labels=args.labels, device=args.device, dtype=dtype, threads=args.threads
        )

    exact, half = load("float32"), load("bfloat16")
    pairs = distinct(args.files, args.n)
    budgets = args.budgets or (
        (512, 1024, 2048, 4096) if exact.device.type == "cpu" else (8192, 16384, 32768, 65536)
    )
    ways: dict[str, Callable[[], Any]] = {
        "litgen float32": lambda: exact.classify(pairs),
        "litgen bfloat16": lambda: half.classify(pairs),
        "pipeline, one by one": lambda: piped(exact, pairs, 1),
        "pipeline, batches of 32": lambda: piped(exact, pairs, 32),
    }
    for budget in budgets:
        prepared = prepare(exact, pairs, budget)
        ways[f"bare, {budget} tokens"] = lambda prepared=prepared: bare(exact, prepared)
    alone = exact.device.type == "cpu" and args.threads == 1
    seconds, results = race(ways, args.rounds, time.process_time if alone else time.perf_counter)
    report(exact, pairs, seconds, results)


def distinct(files: Sequence[str], number: int) -> Pairs:
    """The first distinct pairs of the files, taken from each file in turn."""
    turns = itertools.zip_longest(*(read_pairs(file, on_error="skip") for file in files))
    found = ((pair.premise, pair.hypothesis) for turn in turns for pair in turn if pair)
    return list(itertools.islice(unique(found), number))


def unique(pairs: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The distinct pairs in order of first occurrence."""
    seen = set()
    for pair in pairs:
        if pair not in seen:
            seen.add(pair)
            yield pair


def prepare(model: HuggingFaceClassifier, pairs: Pairs, budget: int) -> list[dict[str, Any]]:
    """The model's inputs, shortest first."""
    encoded = model.encoder.encode(pairs)
    lengths = encoded.lengths()
    order = sorted(range(len(pairs)), key=lambda i: lengths[i])
    return [
        model.encoder.batch(encoded, batch, model.device)
        for batch in batches(order, lengths, budget)
    ]


def bare(model: HuggingFaceClassifier, prepared: Sequence[dict[str, Any]]) -> None:
    """Run only the model's forward pass."""
    with torch.inference_mode():
        for inputs in prepared:
            model.model(**inputs)
    if model.device.type == "cuda":
        torch.cuda.synchronize()


def piped(model: HuggingFaceClassifier, pairs: Pairs, size: int) -> list[str]:
    """The labels that transformers' pipeline returns, with the model's names."""
    pipe = pipeline(
        "text-classification", model=model.model, tokenizer=model.encoder.tokenizer,
        device=model.device,
    )  # fmt: skip
    inputs = [{"text": premise, "text_pair": hypothesis} for premise, hypothesis in pairs]
    return [each["label"] for each in pipe(inputs, batch_size=size, truncation=True)]


def race(
    ways: dict[str, Callable[[], Any]], rounds: int, clock: Callable[[], float]
) -> tuple[dict[str, float], dict[str, Any]]:
    """The best time of each method, and its last result; the methods take turns."""
    seconds = dict.fromkeys(ways, float("inf"))
    results: dict[str, Any] = {}
    for _ in range(rounds):
        for name, way in ways.items():
            started = clock()
            results[name] = way()
            seconds[name] = min(seconds[name], clock() - started)
    return seconds, results


def report(
    model: HuggingFaceClassifier, pairs: Pairs, seconds: dict[str, float], results: dict[str, Any]
) -> None:
    tokens = sum(model.encoder.encode(pairs).lengths()) / len(pairs)
    device = torch.cuda.get_device_name(model.device) if model.device.type == "cuda" else "CPU"
    print(f"{model.describe()['name']}, {device}, {torch.get_num_threads()} thread(s), ", end="")
    print(f"{len(pairs):,} distinct pairs of {tokens:.1f} tokens")
    for name, value in seconds.items():
        print(f"  {name:26} {len(pairs) / value:9.1f} pairs/s")
    ours, half = seconds["litgen float32"], seconds["litgen bfloat16"]
    single, by32 = seconds["pipeline, one by one"], seconds["pipeline, batches of 32"]
    best = min(value for name, value in seconds.items() if name.startswith("bare"))
    print(f"time of float32 to the bare pass      {ours / best:5.2f}  (at most 1.1)")
    print(f"gain over the pipeline, one by one    {single / ours:5.2f}  (at least 1.8)")
    print(f"gain over the pipeline, by 32         {by32 / ours:5.2f}  (at least 2)")
    print(f"gain of bfloat16 over one by one      {single / half:5.2f}  (at least 3)")
    names = model.model.config.id2label
    found = [names[i] for i in results["litgen float32"].argmax(1).tolist()]
    other = [names[i] for i in results["litgen bfloat16"].argmax(1).tolist()]
    for name in ("pipeline, one by one", "pipeline, batches of 32"):
        print(f"other labels than {name:24} {changed(found, results[name])} of {len(pairs):,}")
    print(f"other labels in bfloat16 than in float32   {changed(found, other)} of {len(pairs):,}")


def changed(one: Sequence[str], other: Sequence[str]) -> int:
    return sum(a != b for a, b in zip(one, other, strict=True))


if __name__ == "__main__":
    main()
