"""Check the MRS rules against gold MRSs.

    python studies/check_gold.py FOLDER [--dialect erg-2025] [--verbose]

FOLDER holds ``*.jsonl`` files with ``{id, text, mrs}`` records (SimpleMRS), such as the ERG's
treebank. There are two checks:

1. Every rule either turns an MRS into a well-formed, connected MRS or declines it with a reason.
   PyDelphin decides what is well-formed; MRSs that fail the check before any rule are counted
   separately.
2. For pairs of sentences that differ only in one phenomenon (*She hired him. / He was hired by
   her.*), the rule applied to one MRS must give an MRS that is isomorphic to the other. The pairs
   are found by their skeletons.

The column ``gold`` of the first table counts outputs that are isomorphic to the gold MRS of another
sentence in the folder.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

from delphin.codecs import simplemrs
from delphin.mrs import is_isomorphic, is_well_formed
from gold_pairs import TARGETS, gold, outcome, pairs

from litgen.exceptions import RuleError
from litgen.mrs.application import apply
from litgen.mrs.loading import load_rules


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--dialect", default="erg-2025")
    parser.add_argument("--verbose", action="store_true", help="show the pairs that fail")
    options = parser.parse_args()
    records = [
        (json.loads(line)["text"], simplemrs.decode(json.loads(line)["mrs"]))
        for path in sorted(options.folder.glob("*.jsonl"))
        for line in path.open(encoding="utf-8")
        if '"mrs"' in line
    ]
    if not records:
        print(f"{options.folder}: no records with an MRS", file=sys.stderr)
        return 1
    failures = check_all(records, options.dialect, options.verbose)
    check_pairs(records, options.dialect, options.verbose)
    return 1 if failures else 0


def check_all(records: list, dialect: str, verbose: bool) -> int:
    rules = load_rules()
    ill_formed = sum(not is_well_formed(mrs) for _, mrs in records)
    print(f"{len(records)} MRSs, {ill_formed} not well-formed before any rule; dialect {dialect}")
    print(f"{'rule':20} {'applied':>8} {'gold':>5} {'declined':>9} {'ms':>7}  reasons")
    by_print = defaultdict(list)
    for _, mrs in records:
        by_print[fingerprint(mrs)].append(mrs)
    failures = 0
    for name, rule in rules.by_name.items():
        reasons: Counter[str] = Counter()
        applied = gold = 0
        started = time.perf_counter()
        results = []
        for text, mrs in records:
            try:
                results.append((text, mrs, apply(rule, mrs, dialect)))
            except RuleError as error:
                failures += 1
                print(f"  {error}: {text}")
        took = 1000 * (time.perf_counter() - started) / len(records)
        for text, mrs, application in results:
            if application.declined is not None:
                reasons[application.declined] += 1
                continue
            applied += 1
            for variant in application.variants:
                near = by_print.get(fingerprint(variant.mrs), ())
                gold += any(is_isomorphic(variant.mrs, other) for other in near)
                if is_well_formed(mrs) and not is_well_formed(variant.mrs):
                    failures += 1
                    print(f"  ill-formed: {name}: {text}")
        common = ", ".join(f"{reason} {count}" for reason, count in reasons.most_common(5))
        print(f"{name:20} {applied:8} {gold:5} {sum(reasons.values()):9} {took:7.3f}  {common}")
    return failures


def fingerprint(mrs) -> tuple:
    """What isomorphic MRSs share: predicates, constants and the properties of their variables."""
    return tuple(
        sorted(
            f"{ep.predicate}:{ep.carg}:{sorted(mrs.variables.get(ep.iv, {}).items())}"
            for ep in mrs.rels
        )
    )


def check_pairs(records: list, dialect: str, verbose: bool) -> None:
    rules = load_rules()
    made = (gold(text, mrs) for text, mrs in records if is_well_formed(mrs))
    items = [item for item in made if item is not None]
    total: Counter[str] = Counter()
    print(f"\n{'pairs':20} {'found':>6} {'isomorphic':>11} {'declined':>9} {'differs':>8}")
    for name in TARGETS:
        counts: Counter[str] = Counter()
        for pair in pairs(items, name):
            why = outcome(pair, dialect, rules)
            counts["found"] += 1
            counts["isomorphic" if why is None else why.partition(":")[0]] += 1
            if verbose and why is not None:
                print(f"  {name}: {pair.one.text} -> {pair.other.text} ({why})")
        total += counts
        row(name, counts)
    row("all", total)


def row(name: str, counts: Counter[str]) -> None:
    numbers = [counts[key] for key in ("found", "isomorphic", "declined", "differs")]
    print("{:20} {:6} {:11} {:9} {:8}".format(name, *numbers))


if __name__ == "__main__":
    sys.exit(main())
