"""What pip is told: one name in pyproject.toml, messages and documents, and extras that exist."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from litgen import frames
from litgen.version import DISTRIBUTION, install_command

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
#: Texts of people and programs, and where they stand.
KINDS = {".py", ".md", ".toml", ".yml", ".yaml", ".jinja", ".ipynb", ".cff", ".txt", ""}
PLACES = ("src", "docs", "scripts", "studies", "benchmarks", "tests", "examples", ".github", ".ci")
#: ``pip install``, its options, and what of litgen is installed: the name with its extras.
INSTALLED = re.compile(r"""pip3? install(?:\s+-[-\w]+)*\s+['"]?(litgen[-\w]*)(?:\[([^\]]*)\])?""")


def texts() -> list[Path]:
    """The files that may tell somebody what to install."""
    found = [path for path in ROOT.iterdir() if path.is_file()]
    for place in PLACES:
        found += [path for path in (ROOT / place).rglob("*") if path.is_file()]
    return sorted(path for path in found if path.suffix in KINDS and path != Path(__file__))


def mistakes(text: str) -> list[str]:
    """What a text says of installing litgen that does not hold."""
    found = []
    for match in INSTALLED.finditer(text):
        name, extras = match[1], match[2] or ""
        if name != DISTRIBUTION:
            found.append(match[0])
        known = {*PROJECT["optional-dependencies"], ""}
        found += [f"{match[0]}: no extra {each}" for each in extras.split(",") if each not in known]
    return found


def test_the_project_has_the_name_that_messages_say() -> None:
    assert PROJECT["name"] == DISTRIBUTION != "litgen"
    assert PROJECT["scripts"] == {"litgen": "litgen.cli:main"}


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("pip install litgen", 1),
        ("pip install --upgrade 'litgen[ranking]'", 1),
        ("pip install 'litgen-nli[rank]'", 1),
        ("pip install 'litgen-nli[ranking,hub]', then `pip install litgen-nli`", 0),
        (install_command("dask"), 0),
    ],
)
def test_what_is_a_mistake(text: str, wrong: int) -> None:
    assert len(mistakes(text)) == wrong


def test_nobody_is_told_to_install_something_else() -> None:
    every = {path: path.read_text(encoding="utf-8") for path in texts()}
    assert {path.name for path in every} >= {
        "README.md",
        "devices.py",
        "models.md",
        "pyproject.toml",
    }
    assert sum(len(INSTALLED.findall(text)) for text in every.values()) >= 5
    assert {str(path): found for path, text in every.items() if (found := mistakes(text))} == {}


def test_every_extra_for_users_is_documented() -> None:
    rows = re.findall(
        r"^\| `([\w-]+)` \|", (ROOT / "docs" / "install.md").read_text(), re.MULTILINE
    )
    assert sorted(rows) == sorted({*PROJECT["optional-dependencies"]} - {"dev", "docs"})


def test_messages_take_name_and_extra_from_one_place() -> None:
    """No source spells the name out; the extras that sources ask for exist."""
    sources = {path: path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py")}
    spelt = [path.name for path, text in sources.items() if DISTRIBUTION in text]
    assert spelt == ["version.py"]
    asked = set(re.findall(r"install_command\(['\"]([\w-]+)", "".join(sources.values())))
    assert asked >= {"ranking", "models", "endpoints", "baseline", "parquet", "hub", "dask"}
    assert asked | set(frames._EXTRAS.values()) <= set(PROJECT["optional-dependencies"])
