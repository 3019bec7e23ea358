"""Exported tasks in the real lm-evaluation-harness, in a process without network."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def run_lm_eval(model: Path, tasks: Path, names: str, logs: Path, *options: str) -> None:
    """Run tasks on a model from a folder; fails with the end of what the harness printed."""
    command = [
        "-m", "lm_eval", "run", "--model", "hf", "--model_args",
        f"pretrained={model},dtype=float32,max_length=32", "--device", "cpu",
        "--include_path", str(tasks), "--tasks", names, "--output_path", str(logs), *options,
    ]  # fmt: skip
    offline = {**os.environ, "HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1"}
    done = subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, env=offline, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
