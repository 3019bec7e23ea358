"""Export a contrast set as tasks for another harness, in a folder that can be used offline."""

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from litgen.contrast.names import named
from litgen.data import TWO_CLASSES
from litgen.data.card import card_head
from litgen.evaluation.contrast_set import ContrastSet
from litgen.exceptions import UsageError
from litgen.export.lm_eval import lm_eval_files
from litgen.export.rows import (
    DATA,
    TASKS,
    TEMPLATES,
    Harness,
    contrasts_of,
    refuse_export,
    write_rows,
)
from litgen.files import folder_whole, write_json, write_texts
from litgen.models.endpoint import REASONING_TOKENS, checked_effort, extra_parameters
from litgen.models.prompts import Prompt, choose_shots, load_prompt
from litgen.tables import rules_table

#: The default prompts for three classes and for two.
DEFAULT = {"lm-eval": "anli", "inspect": "chat", "datasets": "anli"}
TWO_CLASS_DEFAULT = "supported"
_FILES = {"lm-eval": ("utils.py",), "inspect": ("litgen_tasks.py",), "datasets": ()}
#: Maps each option to the harnesses that support it.
_SETTINGS = {
    "--max-tokens": ("lm-eval", "inspect"),
    "--reasoning-effort": ("inspect",),
    "--extra-body": ("inspect",),
}
_HOW = {
    "lm-eval": """\
```
lm-eval run --include_path . --tasks litgen --model hf --model_args pretrained=MODEL \\
    --log_samples --output_path LOGS
litgen report LOGS --contrast-set CONTRAST_DIR -o REPORT
```

The tasks in the group `litgen` compare the likelihoods of the answers{generated}. The model labels
each contrast pair and its original. `acc_original`, `acc_contrast`, `same_answer` and `both_right`
are defined as in `litgen report`.
""",
    "inspect": """\
```
inspect eval litgen_tasks.py --model MODEL --log-dir LOGS
litgen report LOGS --contrast-set CONTRAST_DIR -o REPORT
```

`-T contrast="past;future"` selects one contrast, and `-T prompt=NAME` selects one of the prompts
{prompts}. The model labels each contrast pair and its original. The metrics are the accuracy, with
a standard error clustered by premise, and for every contrast `acc_original`, `acc_contrast`,
`same_answer` and `both_right`, which `litgen report` also shows.
""",
    "datasets": """\
```python
from datasets import load_dataset

rows = load_dataset(".", "{first}", split="test")
```

A row is an original or a contrast pair (`side`), with the prompt as plain text (`text`) and as a
conversation (`messages`), and with the answer for each label (`answers`, `labels`).
""",
}


def export(
    contrast_folder: Path,
    harness: Harness,
    out: Path,
    prompts: Sequence[str] = (),
    *,
    shots: int | None = None,
    shots_file: Path | None = None,
    max_tokens: int | None = None,
    reasoning_effort: str | None = None,
    extra_body: str | None = None,
    overwrite: bool = False,
) -> Path:
    """Write a contrast set as tasks for another harness.

    Args:
        harness: ``lm-eval`` (lm-evaluation-harness), ``inspect`` (inspect_ai), or ``datasets`` (a
            folder for ``datasets.load_dataset``, with a configuration for each contrast).
        out: a folder that does not exist or is empty.
        prompts: names or files of prompts; by default one prompt, which depends on the harness and
            the labels.
        shots: number of labelled pairs shown before the question; by default the prompt's.
        shots_file: a file with labelled pairs; by default litgen's own.
        max_tokens: maximum tokens of a generated answer; by default the prompt's, or 8,192 with
            ``reasoning_effort``.
        reasoning_effort: one of ``litgen.models.endpoint.EFFORTS``; only for ``inspect``.
        extra_body: further request parameters, as a JSON object; only for ``inspect``.
        overwrite: whether to replace a previous export.

    Returns:
        The folder.

    Raises:
        UsageError: the folder is not empty, or a prompt is invalid.
        DataError: the contrast set has no labelled pair, or is damaged.
    """
    refuse_export(out, overwrite)
    contrast_set = ContrastSet(contrast_folder)
    given = _generation(harness, max_tokens, reasoning_effort, extra_body)
    default = TWO_CLASS_DEFAULT if contrast_set.labels == TWO_CLASSES else DEFAULT[harness]
    asked = [load_prompt(name) for name in prompts or [default]]
    if tokens := given.pop("max_tokens", None):
        asked = [replace(prompt, max_tokens=tokens) for prompt in asked]
    _refuse(asked, harness, contrast_set.labels)
    contrasts = contrasts_of(contrast_set)
    with folder_whole(out) as building:
        for prompt in asked:
            number = prompt.shots if shots is None else shots
            premises = (record["original_premise"] for record in contrast_set)
            first = choose_shots(number, prompt.labels, shots_file, premises)
            write_rows(contrast_set, building / DATA / prompt.name, prompt, first)
        _write_tasks(building, harness, contrast_set, asked, contrasts, given)
    return out


def _generation(
    harness: Harness, max_tokens: int | None, effort: str | None, extra_body: str | None
) -> dict[str, Any]:
    options = {
        "--max-tokens": max_tokens, "--reasoning-effort": effort, "--extra-body": extra_body,
    }  # fmt: skip
    for option, value in options.items():
        if value is not None and harness not in _SETTINGS[option]:
            example = f"reasoning_effort={value}" if value == effort else "NAME=VALUE"
            hint = f"pass --gen_kwargs {example} to lm-eval" if harness == "lm-eval" else "omit it"
            supported = ", ".join(_SETTINGS[option])
            raise UsageError(f"{option} is only for {supported}, not for {harness}; {hint}")
    reasons = checked_effort(effort) not in (None, "none")
    found = {
        "max_tokens": max_tokens or (REASONING_TOKENS if reasons else None),
        "reasoning_effort": effort,
        "extra_body": extra_parameters(extra_body) or None,
    }
    return {name: value for name, value in found.items() if value is not None}


def _refuse(prompts: Sequence[Prompt], harness: Harness, classes: Sequence[str]) -> None:
    names = [prompt.name for prompt in prompts]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise UsageError(f"--prompt: two prompts are called {twice!r}; use each name only once")
    for prompt in prompts:
        if set(prompt.labels) != set(classes):
            raise UsageError(
                f"--prompt {prompt.name}: the prompt has choices for {', '.join(prompt.labels)}, "
                f"but the contrast set has the labels {', '.join(classes)}; use a prompt for these "
                f"labels, such as {TWO_CLASS_DEFAULT} for two classes, or litgen evaluate, which "
                "counts contradiction and neutral as not_entailment"
            )
        if harness == "lm-eval" and prompt.scoring == "unconditional":
            raise UsageError(
                f"--prompt {prompt.name}: lm-eval tasks cannot subtract the unconditional score of "
                "an answer; use another prompt"
            )
        if harness == "inspect" and not prompt.generates():
            raise UsageError(
                f"--prompt {prompt.name}: its choices can only be scored, but inspect generates "
                "answers; use another prompt, such as chat"
            )


def _write_tasks(
    out: Path,
    harness: Harness,
    contrast_set: ContrastSet,
    prompts: Sequence[Prompt],
    contrasts: Mapping[str, tuple[str, bool]],
    generation: Mapping[str, Any],
) -> None:
    for name in _FILES[harness]:
        for each in (name, "measures.py", "answers.py"):
            shutil.copyfile(TEMPLATES / each, out / each)
        shutil.copyfile(Path(__file__).parents[1] / "models" / "reading.py", out / "reading.py")
        write_json(out / "answers.json", rules_table("answers"))
    keys = ("choices", "letters", "scoring", "max_tokens", "stop")
    write_json(out / TASKS, {
        "contrast_set": contrast_set.sha256,
        "prompts": {prompt.name: {key: getattr(prompt, key) for key in keys} for prompt in prompts},
        "contrasts": {slug: name for slug, (name, _) in contrasts.items()},
        "generation": generation,
    })  # fmt: skip
    texts = {"README.md": _readme(harness, prompts, contrasts)}
    if harness == "lm-eval":
        texts |= lm_eval_files(prompts, contrasts)
    write_texts(out, texts)


def _readme(
    harness: Harness, prompts: Sequence[Prompt], contrasts: Mapping[str, tuple[str, bool]]
) -> str:
    generated = "; those in `litgen_generate` read a generated answer"
    body = _HOW[harness].format(
        generated=generated if any(prompt.generates() for prompt in prompts) else "",
        prompts=", ".join(prompt.name for prompt in prompts),
        first=f"{prompts[0].name}.{next(iter(contrasts))}",
    )
    rows = "\n".join(
        f"- {named(name).name}: `{name}` (`{slug}`)" for slug, (name, _) in contrasts.items()
    )
    head = ""
    if harness == "datasets":
        head = card_head("test", {
            f"{prompt.name}.{slug}": {"test": f"{DATA}/{prompt.name}/{slug}.jsonl"}
            for prompt in prompts for slug in contrasts
        })  # fmt: skip
    return (
        f"{head}# Contrast set as tasks (written by litgen export)\n\n{body}\nContrasts:\n{rows}\n"
    )
