"""Print an extract of a contrast set: one pair of each contrast, with the new words marked.

>>> python scripts/show_contrast_set.py out/demo          # doctest: +SKIP
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from litgen.gallery import marked

EXAMPLES = 1
SHORT = {"entailment": "E", "contradiction": "C", "neutral": "N", None: "-"}


def main() -> None:
    folder = Path(sys.argv[1])
    with (folder / "contrast.jsonl").open(encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    by_contrast = defaultdict(list)
    for record in records:
        by_contrast[record["contrast"]].append(record)

    console = Console(highlight=False, width=None if sys.stdout.isatty() else 120)
    for number, (contrast, found) in enumerate(by_contrast.items()):
        console.print(Text(f"\n{contrast}", "bold"))
        for record in some(found, number):
            change = f"{SHORT[record['original_label']]} -> {SHORT[record['label']]}"
            line = Text(f"  {change}  ", "bold")
            source = f"{record['original_premise']}  /  {record['original_hypothesis']}"
            console.print(line.append(source, "dim"))
            for side in ("premise", "hypothesis"):
                line = Text(f"          {side[0].upper()}: ")
                for part in marked(record[f"original_{side}"], record[side]):
                    line.append(part.text, "bold green" if part.new else "")
                console.print(line)
    console.print(f"\n{len(records)} contrast pairs in {folder / 'contrast.jsonl'}")


def some(records: list[dict[str, Any]], number: int) -> list[dict[str, Any]]:
    """A few records of a contrast, from other pairs than those shown for its neighbours."""
    step = max(1, len(records) // EXAMPLES)
    places = dict.fromkeys((5 * number + i * step) % len(records) for i in range(EXAMPLES))
    return [records[place] for place in places]


if __name__ == "__main__":
    main()
