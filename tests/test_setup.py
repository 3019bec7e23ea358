"""What ``scripts/setup`` installs: locked with hashes, as ``pyproject.toml`` asks; the programs."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
FILES = [ROOT / f"requirements{part}.txt" for part in ("", "-cpu", "-cuda", "-model")]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
ASKED = [*PROJECT["dependencies"]]
for name, extra in PROJECT["optional-dependencies"].items():
    ASKED += extra if name != "wandb" else []  # its test runs if it is installed


def locked(path: Path) -> dict[str, list[Requirement]]:
    """The requirements of a lock file by name; each has a version and a hash."""
    found: dict[str, list[Requirement]] = {}
    text = path.read_text(encoding="utf-8")
    for block in re.findall(r"^\w.*(?:\n    .*)*", text, re.MULTILINE):
        line, *hashes = block.split(" \\\n")
        requirement = Requirement(line)
        assert re.fullmatch(r"==[\w.+]+", str(requirement.specifier)), line
        assert hashes, f"{path.name}: {line} has no hash"
        assert all(re.fullmatch(r"    --hash=sha256:[0-9a-f]{64}", each) for each in hashes), line
        found.setdefault(canonicalize_name(requirement.name), []).append(requirement)
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_package_is_locked_with_its_hashes(path: Path) -> None:
    assert locked(path)


@pytest.mark.parametrize("text", ASKED)
def test_what_the_project_asks_for_is_locked(text: str) -> None:
    asked = Requirement(text)
    found = locked(FILES[0])[canonicalize_name(asked.name)]
    versions = [next(iter(each.specifier)).version for each in found]
    assert all(asked.specifier.contains(version) for version in versions)


def test_both_builds_of_torch_have_one_version() -> None:
    (wheel,), (cpu,) = (locked(path)["torch"] for path in FILES[:2])
    assert str(cpu.specifier) == f"{wheel.specifier}+cpu"


def test_programs_that_cannot_be_installed_are_named(tmp_path: Path) -> None:
    """Without Chromium and apt-get on the path one line says so, and nothing fails."""
    for name in ("bash", "dirname", "flock", "id"):
        (tmp_path / name).symlink_to(str(shutil.which(name)))
    done = subprocess.run(
        [ROOT / "scripts" / "setup_programs"], env={"PATH": str(tmp_path), "HOME": str(tmp_path)},
        capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0
    assert re.fullmatch(r"setup: not installed: chromium\b.*; tests .* skipped\n", done.stderr)
