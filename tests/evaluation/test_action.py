"""The GitHub Action: its last step, run as the project's workflow runs it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

yaml = pytest.importorskip("yaml")

ROOT = Path(__file__).parents[2]
ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
WORKFLOW = yaml.safe_load((ROOT / ".github/workflows/tests.yml").read_text(encoding="utf-8"))
USES = [step for step in WORKFLOW["jobs"]["gate"]["steps"] if step.get("uses") == "./"]


@pytest.mark.parametrize(("step", "code"), [(USES[0], 0), (USES[1], 3)])
def test_the_gate_of_the_workflow(step, code, tmp_path):
    given = {name: str(each.get("default", "")) for name, each in ACTION["inputs"].items()}
    given |= step["with"] | {"junit": str(tmp_path / "gate.xml")}
    last = ACTION["runs"]["steps"][-1]
    variables = {
        name: given[value.removeprefix("${{ inputs.").removesuffix(" }}")]
        for name, value in last["env"].items()
    }
    summary = tmp_path / "summary.md"
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", last["run"]], cwd=ROOT,
        capture_output=True, text=True,
        env={**os.environ, **variables, "PATH": programs, "GITHUB_STEP_SUMMARY": str(summary)},
    )  # fmt: skip
    assert done.returncode == code, done.stdout + done.stderr
    assert "past;" in summary.read_text(encoding="utf-8")
    assert (tmp_path / "gate.xml").exists()
