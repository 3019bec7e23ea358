"""Print a readable extract of a contrast set: counts per contrast, and a few pairs of each.

>>> python scripts/show_contrast_set.py out/demo          # doctest: +SKIP
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from litgen.show import marked

EXAMPLES = 2
SHORT = {"entailment": "E", "contradiction": "C", "neutral": "N", None: "-"}


def main() -> None:
    folder = Path(sys.argv[1])
    with (folder / "contrast.jsonl").open(encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    by_contrast = defaultdict(list)
    for record in records:
        by_contrast[record["contrast"]].append(record)

    console = Console(highlight=False, width=None if sys.stdout.isatty() else 120)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for title in ("contrast", "pairs", "labels"):
        table.add_column(title, justify="right" if title == "pairs" else "left")
    for contrast, found in by_contrast.items():
        labels = Counter(record["label"] for record in found)
        counts = ", ".join(f"{label or 'none'} {count}" for label, count in labels.most_common())
        table.add_row(Text(contrast, "cyan"), str(len(found)), counts)
    console.print(table)

    for contrast, found in by_contrast.items():
        console.print(f"\n[bold]{contrast}[/bold]")
        for record in found[:EXAMPLES]:
            change = f"{SHORT[record['original_label']]} -> {SHORT[record['label']]}"
            console.print(f"  {change}  [dim]{record['id']}[/dim]")
            for side in ("premise", "hypothesis"):
                line = Text(f"    {side[0].upper()}: ")
                for part in marked(record[f"original_{side}"], record[side]):
                    line.append(part.text, "bold green" if part.new else "")
                console.print(line)
    console.print(f"\n{len(records)} contrast pairs in {folder / 'contrast.jsonl'}")


if __name__ == "__main__":
    main()
