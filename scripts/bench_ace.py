"""How fast the ace engine is: lasting processes against a new one for every item.

    scripts/bench_ace [PAIRS] [-n 20] [--jobs 2]

Every sentence is parsed and all single rules that apply are generated from, by the same ACE with
the same grammar in one run: the published way (PyDelphin's one-shot functions, a process for each
sentence and each MRS), with processes that last, the same with reading back, again from the cache,
and with several workers. ACE and the image are those that litgen doctor names.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from delphin import ace
from delphin.codecs import simplemrs

from litgen.data import read_pairs
from litgen.engines.ace import AceEngine
from litgen.engines.ace.engine import PARSING_ROOTS, READ_BACK, REALISATIONS
from litgen.engines.ace.installation import find_installation
from litgen.engines.ace.process import Lasting
from litgen.mrs import load_rules
from litgen.mrs.application import apply
from litgen.mrs.frame import Source
from litgen.transformations.grammar import GrammarTransformation


def edits(text: str, dialect: str) -> list[str]:
    """What all rules make of a reading, as SimpleMRS."""
    rules = load_rules()
    source = Source(simplemrs.decode(text))
    return [
        simplemrs.encode(variant.mrs, lnk=False)
        for rule in rules.by_name.values()
        for variant in apply(rule, source, dialect, rules.tables).variants
    ]


def published(texts: list[str]) -> int:
    """A new process for every sentence and every MRS, one reading of each sentence."""
    found = find_installation()
    place = {"executable": str(found.ace), "stderr": open(os.devnull, "w")}  # noqa: SIM115
    made = 0
    for text in texts:
        arguments = ["-n", str(READ_BACK), "-r", PARSING_ROOTS]
        results = ace.parse(str(found.image), text, cmdargs=arguments, **place)["results"]
        for mrs in edits(results[0]["mrs"], found.dialect) if results else ():
            arguments = ["-n", str(REALISATIONS)]
            made += bool(ace.generate(str(found.image), mrs, cmdargs=arguments, **place)["results"])
    return made


def lasting(texts: list[str]) -> int:
    """The same work, by one parser and one generator."""
    found = find_installation()
    parser = Lasting("parse", found, READ_BACK, PARSING_ROOTS)
    generator = Lasting("generate", found, REALISATIONS)
    made = 0
    for text in texts:
        results = parser.ask(text).results
        for mrs in edits(results[0].mrs, found.dialect) if results else ():
            made += bool(generator.ask(mrs).results)
    parser.close()
    generator.close()
    return made


def whole(texts: list[str], cache: Path | None = None) -> int:
    """All rules through the engine: filters and reading back, too."""
    engine, rules = AceEngine(cache=cache), load_rules()
    made = 0
    for name in rules.by_name:
        outcomes = GrammarTransformation([name], engine, rules).apply(texts)
        made += sum(len(outcome.variants) for outcome in outcomes)
    engine.close()
    return made


def by_workers(texts: list[str], jobs: int) -> int:
    """``lasting`` with the sentences dealt out to several workers."""
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        return sum(pool.map(lasting, [texts[i::jobs] for i in range(jobs)]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pairs", nargs="?", default="examples/pairs.jsonl")
    parser.add_argument("-n", "--count", type=int, default=20, help="sentences")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    pairs = read_pairs(arguments.pairs)
    texts = list(dict.fromkeys(s for pair in pairs for s in (pair.premise, pair.hypothesis)))
    texts = texts[: arguments.count]
    found = find_installation()
    print(f"ACE {found.version}, {found.title}: {len(texts)} sentences, all single rules\n")
    lasting(texts[:1])  # the image is in memory
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder) / "answers.sqlite"
        runs: list[tuple[str, Callable[[], int]]] = [
            ("a process for each item", lambda: published(texts)),
            ("lasting processes", lambda: lasting(texts)),
            (f"the same, {arguments.jobs} workers", lambda: by_workers(texts, arguments.jobs)),
            ("with filters and reading back", lambda: whole(texts, cache)),
            ("again, from the cache", lambda: whole(texts, cache)),
        ]
        base = 0.0
        print(f"{'':32} {'seconds':>8} {'sentences/s':>12} {'times':>7} {'results':>8}")
        for name, run in runs:
            start = time.perf_counter()
            made = run()
            took = time.perf_counter() - start
            base = base or took
            print(f"{name:32} {took:8.2f} {len(texts) / took:12.2f} {base / took:7.2f} {made:8}")


if __name__ == "__main__":
    main()
