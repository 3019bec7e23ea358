"""Export a contrast set as tasks for another harness, in a folder that runs offline."""

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

#: The default prompts, for three classes and for two.
DEFAULT = {"lm-eval": "anli", "inspect": "chat", "datasets": "anli"}
TWO_CLASS_DEFAULT = "supported"
_FILES = {"lm-eval": ("utils.py",), "inspect": ("litgen_tasks.py",), "datasets": ()}
#: Maps each option to the harnesses whose tasks have such a setting.
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

`litgen` compares the likelihoods of the answers{generated}. The model labels both sides of each
pair; `acc_original`, `acc_contrast`, `same_answer` and `both_right` are those of `litgen report`.
""",
    "inspect": """\
```
inspect eval litgen_tasks.py --model MODEL --log-dir LOGS
litgen report LOGS --contrast-set CONTRAST_DIR -o REPORT
```

`-T contrast="past;future"` selects one contrast, `-T prompt=NAME` another of these prompts:
{prompts}. The model labels both sides of each pair. In addition to accuracy (with a standard error
clustered by premise) there are `acc_original`, `acc_contrast`, `same_answer` and `both_right` of
every contrast.
""",
    "datasets": """\
```python
from datasets import load_dataset

rows = load_dataset(".", "{first}", split="test")
```

A row is one side of a pair (`side`: `original` or `contrast`), with the prompt's `text` and
`messages` for it, and the `answers` that represent the `labels`.
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
            folder that ``datasets.load_dataset`` reads: a configuration for each contrast).
        out: a folder that does not exist yet, or is empty.
        prompts: names of prompts or files; if empty, the harness's default.
        shots: number of labelled pairs shown before the question; if None, as in the prompt.
        max_tokens: maximum tokens of a generated answer; if None, as in the prompt, or 8,192 with
            ``reasoning_effort``.
        reasoning_effort: one of ``litgen.models.endpoint.EFFORTS``; only for ``inspect``.
        extra_body: further parameters of a call, as a JSON object; only for ``inspect``.

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
    """Return the generation settings of tasks; raise a UsageError if the harness lacks one."""
    options = {
        "--max-tokens": max_tokens, "--reasoning-effort": effort, "--extra-body": extra_body,
    }  # fmt: skip
    for option, value in options.items():
        if value is not None and harness not in _SETTINGS[option]:
            example = f"reasoning_effort={value}" if value == effort else "NAME=VALUE"
            hint = f"; give lm-eval --gen_kwargs {example}" if harness == "lm-eval" else ""
            raise UsageError(f"{option} is for {', '.join(_SETTINGS[option])}, not {harness}{hint}")
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
        raise UsageError(f"--prompt: two prompts are called {names[0]!r}; name each once")
    for prompt in prompts:
        if set(prompt.labels) != set(classes):
            raise UsageError(
                f"--prompt {prompt.name}: has choices for {', '.join(prompt.labels)}, but the "
                f"labels of the contrast set are {', '.join(classes)}; use a prompt with a choice "
                f"for each of these, such as {TWO_CLASS_DEFAULT} for two classes, or use litgen "
                "evaluate, which counts contradiction and neutral as not_entailment"
            )
        if harness == "lm-eval" and prompt.scoring == "unconditional":
            raise UsageError(
                f"--prompt {prompt.name}: lm-eval tasks compare sums or scores per character, and "
                "cannot subtract the unconditional score; use another prompt"
            )
        if harness == "inspect" and not prompt.generates():
            raise UsageError(
                f"--prompt {prompt.name}: its choices can only be scored, and inspect generates; "
                "use another prompt, such as chat"
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
    generated = ", and `litgen_generate` reads a generated answer"
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
        f"{head}# A contrast set as tasks, written by litgen export\n\n{body}\nContrasts:\n{rows}\n"
    )
