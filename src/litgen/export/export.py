"""Writing a contrast set as tasks of another harness: a folder that runs offline as it is."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, get_args

from litgen.data.card import card_head
from litgen.evaluation.contrast_set import ContrastSet
from litgen.exceptions import UsageError
from litgen.export.lm_eval import lm_eval_files
from litgen.export.rows import DATA, contrasts_of, write_rows
from litgen.files import refuse_taken, write_json, write_texts
from litgen.models.prompts import Prompt, choose_shots, load_prompt
from litgen.tables import rules_table

Harness = Literal["lm-eval", "inspect", "datasets"]
HARNESSES: tuple[Harness, ...] = get_args(Harness)
#: What is asked where no prompt is named.
DEFAULT = {"lm-eval": "anli", "inspect": "chat", "datasets": "anli"}
_TEMPLATES = {"lm-eval": ("utils.py",), "inspect": ("litgen_tasks.py",), "datasets": ()}
TASKS = "tasks.json"


def export(
    contrast_folder: Path,
    harness: Harness,
    out: Path,
    prompts: Sequence[str] = (),
    *,
    shots: int | None = None,
    shots_file: Path | None = None,
    overwrite: bool = False,
) -> Path:
    """Write a contrast set as tasks.

    Args:
        harness: ``lm-eval`` (lm-evaluation-harness), ``inspect`` (inspect_ai), or ``datasets`` (a
            folder that ``datasets.load_dataset`` reads: a configuration for each contrast).
        out: a folder that is not there yet, or empty.
        prompts: names of prompts or files; the harness's default when empty.
        shots: how many pairs with answers are shown first; as the prompt says when None.

    Returns:
        The folder.

    Raises:
        UsageError: the folder holds something, or a prompt is at fault.
        DataError: the contrast set has no labelled pair, or is broken.
    """
    there = [path.name for path in out.iterdir()] if out.is_dir() else []
    refuse_taken(out, there, overwrite and TASKS in there)
    contrast_set = ContrastSet(contrast_folder)
    asked = [load_prompt(name) for name in prompts or [DEFAULT[harness]]]
    _refuse(asked, harness)
    contrasts = contrasts_of(contrast_set)
    building = out.with_name(f".{out.name}.part")
    shutil.rmtree(building, ignore_errors=True)
    building.mkdir(parents=True)
    try:
        for prompt in asked:
            number = prompt.shots if shots is None else shots
            premises = (record["original_premise"] for record in contrast_set)
            first = choose_shots(number, prompt.labels, shots_file, premises)
            write_rows(contrast_set, building / DATA / prompt.name, prompt, first)
        _write_tasks(building, harness, contrast_set, asked, contrasts)
        if out.is_dir():
            shutil.rmtree(out)
        building.replace(out)
    finally:
        shutil.rmtree(building, ignore_errors=True)
    return out


def _refuse(prompts: Sequence[Prompt], harness: Harness) -> None:
    names = [prompt.name for prompt in prompts]
    if len(set(names)) < len(names):
        raise UsageError(f"--prompt: two prompts are called {names[0]!r}; name each once")
    for prompt in prompts:
        if harness == "lm-eval" and prompt.scoring == "unconditional":
            raise UsageError(
                f"--prompt {prompt.name}: lm-eval tasks compare sums or per character, not less "
                "the unconditional score; take another prompt"
            )
        if harness == "inspect" and not prompt.generates():
            raise UsageError(
                f"--prompt {prompt.name}: its choices can only be scored, and inspect generates; "
                "take another prompt, such as chat"
            )


def _write_tasks(
    out: Path,
    harness: Harness,
    contrast_set: ContrastSet,
    prompts: Sequence[Prompt],
    contrasts: Mapping[str, tuple[str, bool]],
) -> None:
    for name in _TEMPLATES[harness]:
        for each in (name, "measures.py", "answers.py"):
            shutil.copyfile(Path(__file__).parent / "templates" / each, out / each)
        shutil.copyfile(Path(__file__).parents[1] / "models" / "reading.py", out / "reading.py")
        write_json(out / "answers.json", rules_table("answers"))
    keys = ("choices", "letters", "scoring", "max_tokens")
    write_json(out / TASKS, {
        "contrast_set": contrast_set.sha256,
        "prompts": {prompt.name: {key: getattr(prompt, key) for key in keys} for prompt in prompts},
        "contrasts": {slug: name for slug, (name, _) in contrasts.items()},
    })  # fmt: skip
    texts = {"README.md": _readme(harness, prompts, contrasts)}
    if harness == "lm-eval":
        texts |= lm_eval_files(prompts, contrasts)
    write_texts(out, texts)


_HOW = {
    "lm-eval": """\
```
lm-eval run --include_path . --tasks litgen --model hf --model_args pretrained=MODEL \\
    --log_samples --output_path LOGS
litgen report LOGS --contrast-set CONTRAST_DIR -o REPORT
```

`litgen` compares the likelihoods of the answers{generated}. Both sides of each pair are asked;
`acc_original`, `acc_contrast`, `same_answer` and `both_right` are those of `litgen report`.
""",
    "inspect": """\
```
inspect eval litgen_tasks.py --model MODEL --log-dir LOGS
litgen report LOGS --contrast-set CONTRAST_DIR -o REPORT
```

`-T contrast="past;future"` asks one contrast, `-T prompt=NAME` another prompt of these:
{prompts}. Both sides of each pair are asked; beside accuracy (with a standard error clustered by
premise) there are `acc_original`, `acc_contrast`, `same_answer` and `both_right` of every contrast.
""",
    "datasets": """\
```python
from datasets import load_dataset

rows = load_dataset(".", "{first}", split="test")
```

A row is one side of a pair (`side`: `original` or `contrast`), with what the prompt makes of it:
`text`, `messages`, and the `answers` that stand for the `labels`.
""",
}


def _readme(
    harness: Harness, prompts: Sequence[Prompt], contrasts: Mapping[str, tuple[str, bool]]
) -> str:
    generated = ", `litgen_generate` reads what is generated"
    body = _HOW[harness].format(
        generated=generated if any(prompt.generates() for prompt in prompts) else "",
        prompts=", ".join(prompt.name for prompt in prompts),
        first=f"{prompts[0].name}.{next(iter(contrasts))}",
    )
    rows = "\n".join(f"- `{name}` (`{slug}`)" for slug, (name, _) in contrasts.items())
    head = ""
    if harness == "datasets":
        head = card_head("test", {
            f"{prompt.name}.{slug}": f"{DATA}/{prompt.name}/{slug}.jsonl"
            for prompt in prompts for slug in contrasts
        })  # fmt: skip
    return (
        f"{head}# A contrast set as tasks, written by litgen export\n\n{body}\nContrasts:\n{rows}\n"
    )
