"""How fast the ace engine is: lasting processes against a new one for every item.

    python benchmarks/bench_ace.py [PAIRS] [-n 20] [--jobs 2]

Every sentence is parsed and all single rules that apply are generated from, by the same ACE with
the same grammar in one run: the published way (Li et al. 2020, ``ergtransfer.py``: a process for
each sentence and each MRS, no limit but time), the same with litgen's limits on results, and
processes that last, sentence by sentence in turn, so that all have the same machine; then with
several workers, with filters and reading back, and again from the cache. CPU seconds are those of
ACE's processes, which other work on the machine does not change. ACE and the image are those that
litgen doctor names.
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
    """What all rules make of a reading, as SimpleMRS."""
    rules = load_rules()
    source = Source(simplemrs.decode(text))
    return [
        simplemrs.encode(variant.mrs, lnk=False)
        for rule in rules.by_name.values()
        for variant in apply(rule, source, dialect).variants
    ]


class Pair:
    """A parser and a generator that last."""

    def __init__(self) -> None:
        self.found = find_installation()
        self.parser = Lasting("parse", self.found, READ_BACK, PARSING_ROOTS)
        self.generator = Lasting("generate", self.found, REALISATIONS)

    def run(self, text: str) -> int:
        results = self.parser.ask(text).results
        edited = edits(results[0].mrs, self.found.dialect) if results else []
        return sum(bool(self.generator.ask(mrs).results) for mrs in edited)

    def cpu(self) -> float:
        """CPU seconds of all processes: of those that ended, and of these two."""
        return _cpu() + self.parser.cpu_seconds() + self.generator.cpu_seconds()

    def close(self) -> None:
        self.parser.close()
        self.generator.close()


def one_process_each(text: str, limits: tuple[str, ...], more: tuple[str, ...]) -> int:
    """A new process for the sentence and for every MRS.

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
    """As Li et al. have it: all readings for the best one, all realisations."""
    return one_process_each(text, (), ())


def limited(text: str) -> int:
    """The same with the limits on results that litgen sets."""
    roots = ("-n", str(READ_BACK), "-r", PARSING_ROOTS)
    return one_process_each(text, roots, ("-n", str(REALISATIONS)))


def by_turns(texts: list[str]) -> list[tuple[str, float, float, int]]:
    """Name, seconds, ACE's CPU seconds and results of the ways, a sentence at a time."""
    lasting = Pair()
    lasting.run(texts[0])  # its start is counted nowhere: below there is none
    ways = {"published: a process an item": published, "the same, results limited": limited}
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
    """All rules through the engine: filters and reading back, too."""
    engine, rules = AceEngine(cache=cache), load_rules()
    made = 0
    for name in rules.by_name:
        outcomes = GrammarTransformation([name], engine, rules).apply(texts)
        made += sum(len(outcome.variants) for outcome in outcomes)
    engine.close()
    return made


def by_workers(texts: list[str], jobs: int) -> int:
    """The sentences dealt out to workers that have processes of their own, one by one."""
    with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_start_worker) as pool:
        return sum(pool.map(_work, texts))


def _start_worker() -> None:
    global _pair
    _pair = Pair()
    Finalize(None, _pair.close, exitpriority=1)  # so that its processes are counted


def _work(text: str) -> int:
    return _pair.run(text)


def timed(run: Callable[[], int]) -> tuple[float, float, int]:
    """Seconds, CPU seconds of the processes that ended meanwhile, and what was returned."""
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
    whole(["A dog barks."])  # what is imported once is no item's time
    rows = by_turns(texts)
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder) / "answers.sqlite"
        for name, run in (
            ("1 worker, its start included", lambda: by_workers(texts, 1)),
            (f"{arguments.jobs} workers, the same", lambda: by_workers(texts, arguments.jobs)),
            ("1 worker, filters, reading back", lambda: whole(texts, cache)),
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
