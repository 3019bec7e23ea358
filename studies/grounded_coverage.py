"""Count the claims that have a version with the same meaning and one with another meaning.

    litgen transform pairs.jsonl -o out --suite grounded
    python studies/grounded_coverage.py out [--label entailment]

For claims of one sentence, the script prints how many have a version with the claim's label, how
many have one with another label, and how many have both; then how many have each contrast and
label. It reads ``out/contrast.jsonl`` and the source pairs.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from pathlib import Path

from litgen.contrast.claims import pieces_of
from litgen.contrast.folder import RECORDS, read_manifest
from litgen.data import read_pairs
from litgen.options import Options


def main() -> None:
    """Print the table for one folder."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="the folder of litgen transform")
    parser.add_argument("--label", help="count only source pairs with this label")
    given = parser.parse_args()
    manifest = read_manifest(given.folder)
    options = Options.from_json(manifest["signature"]["options"])
    source = read_pairs(
        manifest["input"]["source"],
        format=options.format,
        labels_map=dict(options.labels_map),
        columns=dict(options.columns),
        on_error="skip",
    )
    claims = {
        pair.id
        for pair in source
        if len(pieces_of(pair.hypothesis)) == 1 and given.label in (None, pair.label)
    }
    made: dict[str, Counter[str]] = {"kept": Counter(), "changed": Counter()}
    names: dict[str, set[str]] = defaultdict(set)
    with (given.folder / RECORDS).open(encoding="utf-8") as file:
        for record in map(json.loads, file):
            if record["label"] is not None and record["pair_id"] in claims:
                kept = record["label"] == record["original_label"]
                made["kept" if kept else "changed"][record["pair_id"]] += 1
                names[f"{record['contrast']} -> {record['label']}"].add(record["pair_id"])
    sets = {what: {*of} for what, of in made.items()}
    sets["both"] = sets["kept"] & sets["changed"]
    print(f"{len(claims)} claims of one sentence")
    for what, of in sets.items():
        print(f"{what:10}{len(of):6}{100 * len(of) / max(1, len(claims)):8.1f} %")
    for name, of in sorted(names.items(), key=lambda each: -len(each[1])):
        print(f"{len(of):6}  {name}")


if __name__ == "__main__":
    main()
