"""Run the notebooks of the documentation and store the outputs of their cells.

The cells run one after the other in one namespace, as in a kernel, but without Jupyter. The tests
do the same and compare the outputs.

>>> python scripts/notebooks.py docs/notebooks/*.ipynb          # doctest: +SKIP
"""

from __future__ import annotations

import ast
import json
import os
import sys
from collections.abc import Iterator
from contextlib import chdir, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

#: pandas options, so that DataFrames look the same in every terminal.
DISPLAY = ("display.width", 80, "display.max_columns", 20, "display.max_colwidth", 50)
#: The method with which an object displays itself, by MIME type.
_RICH = {"text/html": "_repr_html_", "image/svg+xml": "_repr_svg_"}


def outputs_of(notebook: dict[str, Any], folder: Path) -> Iterator[list[dict[str, Any]]]:
    """The outputs of all code cells, in the notebook's format, after running them in a folder."""
    import pandas

    namespace: dict[str, Any] = {"__name__": "__main__"}
    with chdir(folder), pandas.option_context(*DISPLAY):
        for number, cell in enumerate(code_cells(notebook), 1):
            yield _run("".join(cell["source"]), number, namespace)


def code_cells(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    """The code cells that are run."""
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def _run(source: str, number: int, namespace: dict[str, Any]) -> list[dict[str, Any]]:
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = StringIO(), None
    with redirect_stdout(printed):
        exec(compile(tree, f"<cell {number}>", "exec"), namespace)
        if isinstance(last, ast.Expr):
            body = ast.Expression(last.value)
            value = eval(compile(body, f"<cell {number}>", "eval"), namespace)
    outputs: list[dict[str, Any]] = []
    if text := printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": _lines(text)})
    if value is not None:
        shown = {"text/plain": repr(value)}
        shown |= {name: getattr(value, draw)() for name, draw in _RICH.items()
                  if hasattr(value, draw)}  # fmt: skip
        data = {name: _lines(text) for name, text in sorted(shown.items())}
        outputs.append(
            {"data": data, "execution_count": number, "metadata": {},
             "output_type": "execute_result"}
        )  # fmt: skip
    return outputs


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def main() -> None:
    for path in map(Path, sys.argv[1:]):
        notebook = json.loads(path.read_text("utf-8"))
        every = outputs_of(notebook, path.parent)
        for number, (cell, outputs) in enumerate(zip(code_cells(notebook), every, strict=True), 1):
            cell["execution_count"], cell["outputs"] = number, outputs
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
