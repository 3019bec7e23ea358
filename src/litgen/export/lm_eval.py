"""Tasks for lm-evaluation-harness: a folder for ``lm-eval run --include_path``.

One task per prompt and contrast (multiple choice, and one that generates), groups over them,
consistency as metrics. Nothing is fetched: the rows lie beside the tasks.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from litgen.export.measures import MEASURES

#: The task that all others include; it ends in no ``.yaml``, so the harness takes it for no task.
COMMON = "_litgen_yaml"
_VERSION = "metadata: {version: 1.0}\n"


def lm_eval_files(prompts: Sequence[str], contrasts: Mapping[str, bool]) -> dict[str, str]:
    """The files of the tasks by name.

    Args:
        prompts: names of prompts.
        contrasts: slug -> whether its pairs have originals.

    Example:
        >>> sorted(lm_eval_files(["anli"], {"past__future": True}))[:2]
        ['_litgen_yaml', 'litgen.yaml']
    """
    files = {COMMON: _common()}
    kinds = {"": "", "_generate": _GENERATE}
    for ending, extra in kinds.items():
        names = []
        for prompt in prompts:
            for slug, has_originals in contrasts.items():
                name = f"litgen_{prompt}_{slug}{ending}"
                names.append(name)
                files[f"{name}.yaml"] = _task(name, f"{prompt}/{slug}.jsonl", has_originals) + extra
        files[f"litgen{ending}.yaml"] = _group(f"litgen{ending}", names)
    return files


def _common() -> str:
    return (
        "custom_dataset: !function utils.load\n"
        "test_split: test\n"
        "output_type: multiple_choice\n"
        'doc_to_text: "{{text}}"\n'
        'doc_to_choice: "{{choices}}"\n'
        'doc_to_target: "{{target}}"\n'
        'target_delimiter: ""\n'
        "process_results: !function utils.process_results\n" + _VERSION
    )


#: Room for a short sentence; the label is read in it.
_GENERATE = (
    "output_type: generate_until\n"
    'generation_kwargs: {until: ["\\n\\n"], do_sample: false, max_gen_toks: 32}\n'
    "process_results: !function utils.process_generated\n"
)


def _task(name: str, rows: str, has_originals: bool) -> str:
    measures = MEASURES if has_originals else ["acc_contrast"]
    metrics = "".join(
        f"  - {{metric: {each}, aggregation: !function utils.{each}, higher_is_better: true}}\n"
        for each in measures
    )
    return (
        f"include: {COMMON}\n"
        f"task: {name}\n"
        f"tag: litgen_task\n"
        f"dataset_kwargs: {{rows: {json.dumps(rows)}}}\n"
        f"metric_list:\n{metrics}"
    )


def _group(name: str, tasks: Sequence[str]) -> str:
    listed = "".join(f"  - {each}\n" for each in tasks)
    metrics = "".join(
        f"  - {{metric: {each}, aggregation: mean, weight_by_size: false}}\n" for each in MEASURES
    )
    return f"group: {name}\ntask:\n{listed}aggregate_metric_list:\n{metrics}" + _VERSION
