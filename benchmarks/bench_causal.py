"""Compare pairs per second of a causal model and a prompt in litgen and lm-evaluation-harness.

Both get the same model, prompt, pairs, batch size, number format and threads, and take turns in one
process. The script prints the best round of each, the number of pairs for which both choose the
same answer, and the largest difference between their log probabilities. If ``lm_eval`` is not
installed, only litgen is measured.
"""

from __future__ import annotations

import argparse
import itertools
import json
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from litgen.models import continuations
from litgen.models.causal import CausalClassifier, load_causal
from litgen.models.prompts import choose_shots, load_prompt
from litgen.models.trees import Tree

Scores = list[list[float]]


def read_pairs(path: Path, number: int) -> list[tuple[str, str]]:
    """The first distinct pairs of a contrast set, originals and contrast pairs."""
    from litgen.evaluation.contrast_set import ContrastSet

    pairs = dict.fromkeys((item.premise, item.hypothesis) for item in ContrastSet(path).items())
    return list(itertools.islice(pairs, number))


def by_texts(size: int) -> Callable[..., Iterator[list[Tree]]]:
    """Make batches of a number of texts instead of a number of tokens."""

    def batched(trees: Sequence[Tree], tokens: int, wanted: int) -> Iterator[list[Tree]]:
        batch: list[Tree] = []
        for tree in trees:
            if batch and sum(each.texts for each in batch) + tree.texts > size:
                yield batch
                batch = []
            batch.append(tree)
        if batch:
            yield batch

    return batched


def harness(model: CausalClassifier, batch_size: int) -> Callable[[Any], Scores] | None:
    """The same model in lm-evaluation-harness, or None if it is not installed."""
    try:
        from lm_eval.api.instance import Instance
        from lm_eval.models.huggingface import HFLM
    except ImportError as error:
        print(f"lm-evaluation-harness is not measured: {error}")
        return None
    scorer = model.scorer
    lm = HFLM(
        pretrained=scorer.model, tokenizer=scorer.tokenizer, batch_size=batch_size,
        device=str(scorer.device), dtype=str(model.dtype),
    )  # fmt: skip

    def score(texts: Any) -> Scores:
        requests = [
            Instance("loglikelihood", {}, (text, each), place)
            for place, (text, answers) in enumerate(texts) for each in answers
        ]  # fmt: skip
        found = iter(lm.loglikelihood(requests, disable_tqdm=True))
        return [[next(found)[0] for _ in answers] for _, answers in texts]

    return score


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("contrast_set", type=Path)
    parser.add_argument("--model", default="smollm2")
    parser.add_argument("--prompt", action="append", help="may be repeated (default: anli)")
    parser.add_argument("-n", type=int, default=500, help="pairs")
    parser.add_argument("--batch-size", type=int, default=16)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--device")
    parser.add_argument("--dtype")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--json", action="store_true", help="also write the figures as JSON")
    given = parser.parse_args()
    pairs = read_pairs(given.contrast_set, given.n)
    continuations.batched = by_texts(given.batch_size)
    for name in given.prompt or ["anli"]:
        prompt = load_prompt(name)
        model = load_causal(
            given.model, prompt=name, shots=choose_shots(prompt.shots, prompt.labels),
            device=given.device, dtype=given.dtype, threads=given.threads,
        )  # fmt: skip
        figures = measure(model, pairs, given.batch_size, given.threads, given.rounds)
        figures = {"prompt": name, "pairs": len(pairs), "dtype": model.dtype, "device":
                   str(model.device), "batch_size": given.batch_size, **figures}  # fmt: skip
        print(", ".join(f"{key} {value}" for key, value in figures.items()), flush=True)
        if given.json:
            print(json.dumps(figures), flush=True)


def measure(
    model: CausalClassifier, pairs: Any, batch_size: int, threads: int, rounds: int
) -> dict[str, Any]:
    """The figures for one prompt."""
    import torch

    torch.set_num_threads(threads)
    # On a CPU, processor time is measured, because other processes do not affect it.
    clock = time.process_time if model.device.type == "cpu" else time.perf_counter
    theirs = harness(model, batch_size)
    texts = model.texts(pairs)
    ways: dict[str, Callable[[Any], Scores]] = {"litgen": model.scorer.score}
    if theirs is not None:
        ways["lm_eval"] = theirs
    seconds: dict[str, list[float]] = {way: [] for way in ways}
    found: dict[str, Scores] = {}
    for _, (way, score) in itertools.product(range(rounds), ways.items()):
        started = clock()
        found[way] = score(texts)
        seconds[way].append(clock() - started)
    figures: dict[str, Any] = {
        f"{way}_pairs_a_second": round(len(pairs) / min(took), 2) for way, took in seconds.items()
    }
    if theirs is not None:
        same = [max(range(len(a)), key=a.__getitem__) == max(range(len(b)), key=b.__getitem__)
                for a, b in zip(found["litgen"], found["lm_eval"], strict=True)]  # fmt: skip
        differences = [abs(x - y) for a, b in zip(found["litgen"], found["lm_eval"], strict=True)
                       for x, y in zip(a, b, strict=True)]  # fmt: skip
        figures |= {
            "times_as_fast": round(min(seconds["lm_eval"]) / min(seconds["litgen"]), 2),
            "same_choice": f"{sum(same)} of {len(same)}",
            "largest_difference": f"{max(differences):.2e}",
        }
    return figures


if __name__ == "__main__":
    main()
