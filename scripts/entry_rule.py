"""Count how often guards fire and repairs change a tree, and check both against the entry rule.

    python scripts/entry_rule.py PAIRS ... [-n 12000] [--seed 1] [--since main] [NAME ...]

PAIRS are files of pairs; NAMEs are ids of guards and names of repairs. Without names, the script
counts those that were added or changed since a git ref. A guard fires where its condition holds and
its ``rule`` applies. The exit code is 1 if a guard or a repair misses its bar; see CONTRIBUTING.md.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from litgen.acceptability.guards import Guard, load_guards
from litgen.data import read_pairs
from litgen.engines import Engine, Reading, load_engine
from litgen.engines.dependency.sentences import read_sentences
from litgen.exceptions import LitgenError
from litgen.mrs import load_rules
from litgen.mrs.application import apply_sequence
from litgen.mrs.frame import Source
from litgen.tables import read_toml, rules_folder
from litgen.trees.repairs import REPAIRED

#: How often an entry must act at least: (number of sentences it acts on, number of sentences).
GUARD, REPAIR = (10, 10_000), (3, 12_000)
#: Fields of an entry that may change without any effect on where it acts.
TEXTS = frozenset(("name", "reason", "rule", "example", "counterexample", "repaired"))
BATCH = 128


def changed(file: str, table: str, key: str, ref: str) -> list[str]:
    """The entries of a file of ``rules/`` that are new or act differently than at a git ref."""
    folder = rules_folder()
    shown = subprocess.run(
        ["git", "show", f"{ref}:./{file}"], cwd=folder, capture_output=True, text=True, check=False
    )
    if shown.returncode:
        raise SystemExit(f"entry_rule: {shown.stderr.strip()}")
    before = [_acts(entry) for entry in tomllib.loads(shown.stdout)[table]]
    now = read_toml(folder / file)[table]
    return [entry[key] for entry in now if _acts(entry) not in before]


def _acts(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if key not in TEXTS}


def sample(paths: Iterable[str], count: int, seed: int) -> list[str]:
    """Distinct sentences of files of pairs in random order."""
    pairs = [pair for path in paths for pair in read_pairs(path)]
    found = sorted({text for pair in pairs for text in (pair.premise, pair.hypothesis)})
    return random.Random(seed).sample(found, min(count, len(found)))


def count(texts: Sequence[str], guards: Sequence[Guard], engine: Engine) -> Counter[str]:
    """For each guard and repair, the number of sentences on which it fires or changes the tree."""
    found: Counter[str] = Counter()
    for start in range(0, len(texts), BATCH):
        batch = texts[start : start + BATCH]
        for sentence in read_sentences(batch):
            if not isinstance(sentence, str):
                found.update({*sentence.doc.user_data.get(REPAIRED, ())})
        for parse in engine.parse(batch):
            for reading in parse.readings[:1]:
                found.update(each.id for each in guards if _fires(each, reading, engine))
    return found


def _fires(guard: Guard, reading: Reading, engine: Engine) -> bool:
    root = reading.analysis.root
    if root is None or root.subject is None or not guard.met(reading.analysis.features):
        return False
    rules = [load_rules().by_name[name] for name in guard.rule.split("+")]
    try:
        return bool(apply_sequence(rules, Source(reading.mrs), engine.dialect).variants)
    except LitgenError:
        return False


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pairs", nargs="+", help="files of pairs; names of guards and repairs")
    parser.add_argument("-n", "--count", type=int, default=12_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--since", default="main", help="the git ref to compare with")
    arguments = parser.parse_intermixed_args()
    paths = [each for each in arguments.pairs if Path(each).is_file()]
    names = [each for each in arguments.pairs if each not in paths] or [
        *changed("guards.toml", "guard", "id", arguments.since),
        *changed("repairs.toml", "repair", "name", arguments.since),
    ]
    guards = [guard for guard in load_guards() if guard.id in names]
    repairs = {entry["name"] for entry in read_toml(rules_folder() / "repairs.toml")["repair"]}
    if unknown := {*names} - {guard.id for guard in guards} - repairs:
        raise SystemExit(f"entry_rule: not a file, guard or repair: {', '.join(sorted(unknown))}")
    texts = sample(paths, arguments.count, arguments.seed)
    found = count(texts, guards, load_engine("dependency"))
    missed = 0
    for name in names:
        least, of = REPAIR if name in repairs else GUARD
        short = found[name] * of < least * len(texts)
        missed += short
        bar = f"bar {least} of {of:,}"
        print(
            f"{found[name]:6} of {len(texts):,}  {bar:17} {'MISSED' if short else 'met':6} {name}"
        )
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
