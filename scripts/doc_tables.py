"""Write the tables of the documentation that repeat what the code says; a test compares them.

The options of a run in ``docs/command_line.md`` come from ``litgen.options``. The packages in
``docs/architecture.md`` are the layers of ``pyproject.toml`` with the summary of each docstring.

python scripts/doc_tables.py
"""

import ast
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

from litgen.options import CHOICES, declared

ROOT = Path(__file__).parents[1]


def options() -> Iterator[str]:
    """The options of a run, by group."""
    groups = dict.fromkeys(each.metadata["group"] for each in declared().values())
    yield "| option | default | |"
    yield "|---|---|---|"
    for group in groups:
        yield f"| **{group}** | | |"
        for name, each in declared().items():
            if each.metadata["group"] == group:
                value = each.metadata.get("metavar") or "\\|".join(CHOICES.get(name, ()))
                option = f"--{name.replace('_', '-')} {value}".strip()
                usual = isinstance(each.default, str | int) and not isinstance(each.default, bool)
                shown = f"`{each.default}`" if usual else ""
                repeated = " May be repeated." * ("several" in each.metadata)
                yield f"| `{option}` | {shown} | {each.metadata['help']}{repeated} |"


def packages() -> Iterator[str]:
    """The packages by layer, the highest first."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    layers = next(each["layers"] for each in contracts["contracts"] if each["type"] == "layers")
    yield "| layer | package | |"
    yield "|---:|---|---|"
    for number, layer in enumerate(layer for layer in layers if layer != "__main__"):
        for name in re.findall(r"\w+", layer):
            yield f"| {len(layers) - 1 - number} | `litgen.{name}` | {summary(name)} |"


def summary(name: str) -> str:
    """The first paragraph of the docstring of a package or module of litgen."""
    path = ROOT / "src" / "litgen" / name
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    docstring = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    return " ".join(docstring.split("\n\n")[0].split()).replace("``", "`").replace("|", "\\|")


TABLES: dict[str, tuple[str, Callable[[], Iterator[str]]]] = {
    "docs/command_line.md": ("options", options),
    "docs/architecture.md": ("packages", packages),
}


def page(name: str) -> str:
    """The page with its table replaced; two comments mark where the table is."""
    what, rows = TABLES[name]
    before, begin, rest = (ROOT / name).read_text("utf-8").partition(f"<!-- {what} -->\n")
    end = f"<!-- end of {what} -->\n"
    return before + begin + "".join(f"{row}\n" for row in rows()) + end + rest.partition(end)[2]


if __name__ == "__main__":
    for name in TABLES:
        text = page(name)
        (ROOT / name).write_text(text, "utf-8")
