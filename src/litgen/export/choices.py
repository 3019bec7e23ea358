"""Make multiple-choice items that ask which choice is the negation of a sentence.

The distractors follow Thunder-NUBench (So et al. 2025, section 3): the negation of an embedded
clause, a sentence that contradicts the original in another way, and a paraphrase.
"""

import shutil
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from litgen.contrast.notation import parse_contrast
from litgen.data.card import card_head
from litgen.evaluation.contrast_set import ContrastSet
from litgen.exceptions import DataError
from litgen.export.lm_eval import common
from litgen.export.rows import DATA, TASKS, TEMPLATES, Harness, refuse_export, row_writer
from litgen.files import folder_whole, write_json, write_texts
from litgen.transformations.declarations import base_of
from litgen.transformations.protocol import generator

#: The kinds of choices of an item; the first is the correct answer.
KINDS = ("negation", "local-negation", "contradiction", "paraphrase")
#: Maps each transformation to the kind of choice that it makes.
_KIND_OF = {
    "negation": "negation",
    "local-negation": "local-negation",
    "antonym": "contradiction",
    "numerical:contradicted": "contradiction",
    **dict.fromkeys(("passive", "active", "cleft", "double-negation"), "paraphrase"),
}
_MIN_CHOICES = 3
QUESTION = "Which of these sentences is the negation of the sentence as a whole?"
_ROWS = "negation_choices.jsonl"
_FILES: Mapping[Harness, tuple[str, ...]] = {
    "lm-eval": ("negation_utils.py",), "inspect": ("negation_tasks.py",), "datasets": (),
}  # fmt: skip
_HOW = {
    "lm-eval": "lm-eval run --include_path . --tasks litgen_negation_choices --model hf "
    "--model_args pretrained=MODEL",
    "inspect": "inspect eval negation_tasks.py --model MODEL --log-dir LOGS",
    "datasets": """python -c "import datasets; print(datasets.load_dataset('.', split='test'))\"""",
}
_README = """\
# Which sentence is the negation? (written by litgen export --negation-choices)

Each of the {n} items has a sentence and, in random order, its negation and distractors. `acc` or
`accuracy` is the share of items for which the model chooses the negation; `chose_...` or
`chose ...` is the share for which it chooses a distractor of that kind.

| choices | number |
|---|---|
{rows}
```
{how}
```
"""


class Item(NamedTuple):
    """A sentence and its choices: one of each available kind, in random order."""

    sentence: str
    choices: tuple[str, ...]
    kinds: tuple[str, ...]  #: the kind of each choice
    target: int  #: index of the negation

    def row(self, number: int) -> dict[str, Any]:
        """Return a row of an export, with a plain-text question and lettered choices."""
        letters = "ABCD"[: len(self.choices)]
        listed = "\n".join(f"{a}. {c}" for a, c in zip(letters, self.choices, strict=True))
        question = f"Sentence: {self.sentence}\n\n{QUESTION}"
        return {
            "id": f"n{number}",
            "sentence": self.sentence,
            "question": question,
            "text": f"{question}\n{listed}\nAnswer:",
            "options": list(self.choices),
            "kinds": list(self.kinds),
            "choices": [f" {letter}" for letter in letters],
            "target": self.target,
        }


def export_choices(
    contrast_folder: Path, harness: Harness, out: Path, *, seed: int = 0, overwrite: bool = False
) -> Path:
    """Write multiple-choice items that ask which choice is the negation of a sentence.

    Args:
        harness, out: as for :func:`litgen.export.export`.
        seed: the seed for the selection and order of the choices.

    Returns:
        The folder.

    Raises:
        UsageError: the folder is not empty.
        DataError: the contrast set yields no item, or is damaged.
    """
    refuse_export(out, overwrite)
    contrast_set = ContrastSet(contrast_folder)
    items = items_of(contrast_set, seed)
    counts = Counter(kind for item in items for kind in item.kinds)
    rows = "".join(f"| {kind} | {counts[kind]:,} |\n" for kind in KINDS)
    head = card_head("test", f"{DATA}/{_ROWS}") if harness == "datasets" else ""
    texts = {"README.md": head + _README.format(n=f"{len(items):,}", rows=rows, how=_HOW[harness])}
    if harness == "lm-eval":
        task = f"task: litgen_negation_choices\n{common('negation_utils')}metric_list:\n"
        texts["litgen_negation_choices.yaml"] = task + "".join(
            f"  - {{metric: {name}, aggregation: mean, higher_is_better: {str(right).lower()}}}\n"
            for name, right in (("acc", True), *((f"chose_{k}", False) for k in KINDS[1:]))
        )
    with folder_whole(out) as building, row_writer(building / DATA) as write:
        for number, item in enumerate(items, 1):
            write(_ROWS, item.row(number))
        for name in _FILES[harness]:
            shutil.copyfile(TEMPLATES / name, building / name)
        write_texts(building, texts)
        write_json(building / TASKS, {"contrast_set": contrast_set.sha256, "seed": seed})
    return out


def items_of(records: Iterable[Mapping[str, Any]], seed: int = 0) -> list[Item]:
    """Make at most one item for each sentence of a contrast set, in the set's order.

    Raises:
        DataError: no sentence has a negation and choices of two other kinds.

    Example:
        >>> texts = {"negation": "He isn't happy.", "antonym": "He is unhappy.",
        ...          "double-negation": "It is not true that he isn't happy."}
        >>> items_of({"contrast": f"original;premise+{name}", "premise": "He is happy.",
        ...           "hypothesis": text} for name, text in texts.items())[0].choices
        ("He isn't happy.", 'He is unhappy.', "It is not true that he isn't happy.")
    """
    found: dict[str, dict[str, list[str]]] = {}
    for record in records:
        if (made := _choice(record)) is not None:
            sentence, kind, text = made
            texts = found.setdefault(sentence, {}).setdefault(kind, [])
            if text not in texts and text != sentence:
                texts.append(text)
    items = [
        _item(sentence, texts, seed)
        for sentence, texts in found.items()
        if texts.get(KINDS[0]) and sum(map(bool, texts.values())) >= _MIN_CHOICES
    ]
    if not items:
        raise DataError(
            "no sentence has a negation and at least two distractors (local negation, "
            "contradiction, paraphrase); use --suite negation-choices to make the contrast set"
        )
    return items


def _choice(record: Mapping[str, Any]) -> tuple[str, str, str] | None:
    """Return the sentence and the kind and text of its choice, or None if there is no choice."""
    contrast = parse_contrast(record["contrast"])
    steps = contrast.hypothesis.steps
    if contrast.premise.steps or len(steps) != 1 or contrast.form not in ("new", "pair"):
        return None
    kind = _KIND_OF.get(steps[0], _KIND_OF.get(base_of(steps[0])))
    sentence = record["premise"] if contrast.form == "new" else record["original_hypothesis"]
    return None if kind is None else (str(sentence), kind, str(record["hypothesis"]))


def _item(sentence: str, texts: Mapping[str, list[str]], seed: int) -> Item:
    draw = generator(seed, "negation-choices", sentence)
    chosen = [(draw.choice(texts[kind]), kind) for kind in KINDS if texts.get(kind)]
    draw.shuffle(chosen)
    choices, kinds = zip(*chosen, strict=True)
    return Item(sentence, choices, kinds, kinds.index(KINDS[0]))
