"""Write tasks for lm-evaluation-harness to a folder for ``lm-eval run --include_path``.

Each prompt and contrast has a multiple-choice task and, if answers can be generated, a generation
task; the tasks of each kind form a group. The rows are in the same folder.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from litgen.export.templates.measures import MEASURES

if TYPE_CHECKING:
    from litgen.models.prompts import Prompt

#: A file that all tasks include; without the extension ``.yaml``, it is not listed as a task.
COMMON = "_litgen_yaml"


def lm_eval_files(
    prompts: Sequence[Prompt], contrasts: Mapping[str, tuple[str, bool]]
) -> dict[str, str]:
    """Return the task files by name; ``contrasts`` is the result of ``rows.contrasts_of``."""
    files = {COMMON: common("utils")}
    for ending, generates in (("", False), ("_generate", True)):
        names = []
        for prompt in prompts:
            if generates and not prompt.generates():
                continue
            for slug, (_, has_originals) in contrasts.items():
                name = f"litgen_{prompt.name}_{slug}{ending}"
                names.append(name)
                text = _task(name, f"{prompt.name}/{slug}.jsonl", has_originals)
                files[f"{name}.yaml"] = text + (
                    _GENERATE.format(until=json.dumps(prompt.stop), max_tokens=prompt.max_tokens)
                    if generates
                    else ""
                )
        if names:
            files[f"litgen{ending}.yaml"] = _group(f"litgen{ending}", names)
    return files


def common(module: str) -> str:
    """Return the lines that all tasks share; ``module`` contains their functions."""
    return f"""\
custom_dataset: !function {module}.load
test_split: test
output_type: multiple_choice
doc_to_text: "{{{{text}}}}"
doc_to_choice: "{{{{choices}}}}"
doc_to_target: "{{{{target}}}}"
target_delimiter: ""
process_results: !function {module}.process_results
metadata: {{version: 1.0}}
"""


_GENERATE = """\
output_type: generate_until
generation_kwargs: {{until: {until}, do_sample: false, max_gen_toks: {max_tokens}}}
process_results: !function utils.process_generated
"""


def _task(name: str, rows: str, has_originals: bool) -> str:
    measures = MEASURES if has_originals else ["acc_contrast"]
    metrics = "".join(
        f"  - {{metric: {each}, aggregation: !function utils.{each}, higher_is_better: true}}\n"
        for each in measures
    )
    given = f"dataset_kwargs: {{rows: {json.dumps(rows)}}}"
    return f"include: {COMMON}\ntask: {name}\n{given}\nmetric_list:\n{metrics}"


def _group(name: str, tasks: Sequence[str]) -> str:
    listed = "".join(f"  - {each}\n" for each in tasks)
    metrics = "".join(
        f"  - {{metric: {each}, aggregation: mean, weight_by_size: false}}\n" for each in MEASURES
    )
    both = f"task:\n{listed}aggregate_metric_list:\n{metrics}"
    return f"group: {name}\n{both}metadata: {{version: 1.0}}\n"
