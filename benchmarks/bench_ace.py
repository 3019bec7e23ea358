"""Measure the speed of the ace engine: lasting processes against a new process for every item.

    python benchmarks/bench_ace.py [PAIRS] [-n 20] [--jobs 2]

The same ACE with the same grammar parses every sentence and generates from it with every single
rule that applies, in several ways in one run:

- as published (Li et al. 2020, ``ergtransfer.py``): a new process for each sentence and each MRS,
  limited only in time;
- the same with litgen's limits on the number of results;
- with lasting processes; these three ways take turns after each sentence, so that all of them see
  the same load on the machine;
- with several workers, with filters and with re-parsing of the outputs; and again from the cache.

CPU seconds are those of the ACE processes, so other work on the machine hardly affects them. The
script uses the ACE executable and the image that ``litgen doctor`` reports.
"""

from __future__ import annotations

import argparse
import os
import resource
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from multiprocessing.util import Finalize
from pathlib import Path

from delphin import ace
from delphin.codecs import simplemrs

from litgen.data import read_pairs
from litgen.engines.ace import AceEngine
from litgen.engines.ace.engine import PARSING_ROOTS, READ_BACK, REALISATIONS
from litgen.engines.ace.installation import find_installation
from litgen.engines.ace.process import Lasting, Limits
from litgen.mrs import load_rules
from litgen.mrs.application import apply
from litgen.mrs.frame import Source
from litgen.transformations.grammar import GrammarTransformation


def edits(text: str, dialect: str) -> list[str]:
    """The MRSs that all rules make from a reading, as SimpleMRS."""
    rules = load_rules()
    source = Source(simplemrs.decode(text))
    return [
        simplemrs.encode(variant.mrs, lnk=False)
        for rule in rules.by_name.values()
        for variant in apply(rule, source, dialect).variants
    ]


class Pair:
    """A parser and a generator that keep running."""

    def __init__(self) -> None:
        self.found = find_installation()
        self.parser = Lasting("parse", self.found, READ_BACK, PARSING_ROOTS)
        self.generator = Lasting("generate", self.found, REALISATIONS)

    def run(self, text: str) -> int:
        results = self.parser.ask(text).results
        edited = edits(results[0].mrs, self.found.dialect) if results else []
        return sum(bool(self.generator.ask(mrs).results) for mrs in edited)

    def cpu(self) -> float:
        """CPU seconds of all processes: those that have ended and these two."""
        return _cpu() + self.parser.cpu_seconds() + self.generator.cpu_seconds()

    def close(self) -> None:
        self.parser.close()
        self.generator.close()


def one_process_each(text: str, limits: tuple[str, ...], more: tuple[str, ...]) -> int:
    """Start a new process for the sentence and for every MRS.

    Args:
        text: the sentence.
        limits: arguments for the parser.
        more: arguments for the generator.
    """
    found = find_installation()
    seconds = ["--timeout", f"{Limits().seconds:g}"]
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        place = {"executable": str(found.ace), "stderr": nowhere}
        image = str(found.image)
        results = ace.parse(image, text, cmdargs=[*seconds, *limits], **place)["results"]
        made = 0
        for mrs in edits(results[0]["mrs"], found.dialect) if results else ():
            answer = ace.generate(image, mrs, cmdargs=[*seconds, *more], **place)
            made += bool(answer["results"])
    return made


def published(text: str) -> int:
    """The method of Li et al.: all readings are ranked, and all realizations are generated."""
    return one_process_each(text, (), ())


def limited(text: str) -> int:
    """The same method with litgen's limits on the number of results."""
    roots = ("-n", str(READ_BACK), "-r", PARSING_ROOTS)
    return one_process_each(text, roots, ("-n", str(REALISATIONS)))


def by_turns(texts: list[str]) -> list[tuple[str, float, float, int]]:
    """Name, seconds, ACE's CPU seconds and number of results of each way.

    The ways take turns after each sentence.
    """
    lasting = Pair()
    lasting.run(texts[0])  # the start-up time is not counted for any of the ways
    ways = {"published: a process for each item": published, "the same, results limited": limited}
    seconds, spent, made = Counter[str](), Counter[str](), Counter[str]()
    for text in texts:
        for name, way in ways.items():
            taken, cpu, results = timed(partial(way, text))
            seconds[name] += taken
            spent[name] += cpu
            made[name] += results
        before = lasting.cpu()
        taken, _, results = timed(partial(lasting.run, text))
        spent["lasting processes"] += lasting.cpu() - before
        seconds["lasting processes"] += taken
        made["lasting processes"] += results
    lasting.close()
    return [(name, seconds[name], spent[name], made[name]) for name in (*ways, "lasting processes")]


def _cpu() -> float:
    """CPU seconds of the processes that ended so far."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def whole(texts: list[str], cache: Path | None = None) -> int:
    """Apply all rules through the engine, including filters and re-parsing of the outputs."""
    engine, rules = AceEngine(cache=cache), load_rules()
    made = 0
    for name in rules.by_name:
        outcomes = GrammarTransformation([name], engine, rules).apply(texts)
        made += sum(len(outcome.variants) for outcome in outcomes)
    engine.close()
    return made


def by_workers(texts: list[str], jobs: int) -> int:
    """Distribute the sentences one by one to workers that have their own processes."""
    with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_start_worker) as pool:
        return sum(pool.map(_work, texts))


def _start_worker() -> None:
    global _pair
    _pair = Pair()
    Finalize(None, _pair.close, exitpriority=1)  # so that the CPU time of its processes is counted


def _work(text: str) -> int:
    return _pair.run(text)


def timed(run: Callable[[], int]) -> tuple[float, float, int]:
    """Seconds, CPU seconds of the processes that ended meanwhile, and the result."""
    started, before = time.perf_counter(), _cpu()
    made = run()
    return time.perf_counter() - started, _cpu() - before, made


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
    whole(["A dog barks."])  # imports must not count as time of the first item
    rows = by_turns(texts)
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder) / "answers.sqlite"
        for name, run in (
            ("1 worker, including its start", lambda: by_workers(texts, 1)),
            (f"{arguments.jobs} workers, the same", lambda: by_workers(texts, arguments.jobs)),
            ("1 worker, filters, re-parsing", lambda: whole(texts, cache)),
            ("again, from the cache", lambda: whole(texts, cache)),
        ):
            rows.append((name, *timed(run)))
    print(f"{'':32} {'seconds':>8} {'times':>6} {'CPU':>8} {'times':>6} {'results':>8}")
    _, base, base_cpu, _ = rows[0]
    for name, seconds, cpu, made in rows:
        faster = f"{base_cpu / cpu:6.2f}" if cpu > 0.01 else f"{'':6}"
        print(f"{name:32} {seconds:8.2f} {base / seconds:6.2f} {cpu:8.2f} {faster} {made:8}")


if __name__ == "__main__":
    main()
