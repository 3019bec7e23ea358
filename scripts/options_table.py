"""The options of a run as a table, written into ``docs/command_line.md``; a test compares.

python scripts/options_table.py
"""

from collections.abc import Iterator
from pathlib import Path

from litgen.options import CHOICES, declared

PAGE = Path("docs/command_line.md")
BEGIN, END = "<!-- options -->\n", "<!-- end of options -->\n"


def table() -> str:
    """The options, by group."""
    return "".join(f"{line}\n" for line in _lines())


def _lines() -> Iterator[str]:
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


def page(text: str) -> str:
    """The page with the table in it."""
    before, _, rest = text.partition(BEGIN)
    return before + BEGIN + table() + END + rest.partition(END)[2]


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")
