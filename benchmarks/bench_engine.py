"""Measure the speed of the embedded engine: the stages in one process, and the whole suite.

    python benchmarks/bench_engine.py [PAIRS] [-n 300]

For the distinct sentences of a file of pairs, the script prints sentences per second of each stage,
the share of time that each stage takes, and distinct sentences per second for the whole suite
``lit`` with re-parsing of the outputs but without ranking. It also prints the processor time of the
suite as a multiple of the time that spaCy alone needs. Compare ratios rather than absolute figures:
they come from the same run.
"""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Callable
from typing import TypeVar

from litgen.contrast.suites import find_suite
from litgen.data import read_pairs
from litgen.engines import Request
from litgen.engines.dependency import DependencyEngine
from litgen.engines.dependency.analysis import Declined
from litgen.engines.dependency.builder import build
from litgen.engines.dependency.difference import difference
from litgen.engines.dependency.models import load_nlp
from litgen.engines.dependency.realisation import realise
from litgen.engines.dependency.sentences import parse_docs, read_anew
from litgen.mrs import load_rules
from litgen.mrs.application import apply
from litgen.mrs.scope import Scope
from litgen.transformations import find
from litgen.trees.parsers import parser_in_use, use_parser

T = TypeVar("T")
#: Sentences that go through all transformations together, like those of a chunk of pairs.
CHUNK = 256


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """Seconds and result."""
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


def realised(request: Request) -> list[str]:
    """The candidates for one request."""
    analysis = request.source.analysis
    try:
        edits = difference(analysis, Scope(request.mrs))
        return [candidate.surface for candidate in realise(analysis, edits)]
    except Declined:
        return []


def whole_suite(texts: list[str]) -> None:
    """Print the time for all transformations of ``lit``, and spaCy's on the same strings."""
    sides = {side for c in find_suite("lit").all for side in (c.premise, c.hypothesis)}
    names = sorted({side.transformation for side in sides if side.transformation})
    fresh = DependencyEngine()
    start = time.process_time()
    outcomes = [
        each
        for at in range(0, len(texts), CHUNK)
        for name in names
        for each in find(name, engine=fresh).apply(texts[at : at + CHUNK])
    ]
    suite = time.process_time() - start
    print(
        f"whole suite, {len(names)} transformations: {len(texts) / suite:.1f} distinct sentences "
        "per second of processor time"
    )
    made = {text for each in outcomes for v in each.variants for text in v.candidates}
    strings = sorted({*texts, *made})
    gc.collect()  # so that the suite's garbage does not slow spaCy down
    parsing = ("tok2vec", "transformer", "tagger", "parser")
    with load_nlp().select_pipes(enable=[p for p in load_nlp().pipe_names if p in parsing]):
        start = time.process_time()
        for _ in load_nlp().pipe(strings, batch_size=128):
            pass
        alone = time.process_time() - start
    print(
        f"  {suite / alone:.2f} times the processor time of spaCy's tagger and parser on the same "
        f"{len(strings):,} distinct strings, sources and outputs"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pairs", nargs="?", default="examples/pairs.jsonl")
    parser.add_argument("-n", "--count", type=int, default=300)
    parser.add_argument(
        "--parser", default=parser_in_use(), help="the spaCy pipeline to parse with"
    )
    arguments = parser.parse_args()
    use_parser(arguments.parser)
    pairs = read_pairs(arguments.pairs)
    texts = list(dict.fromkeys(s for pair in pairs for s in (pair.premise, pair.hypothesis)))
    texts = texts[: arguments.count]
    rules = load_rules()
    engine = DependencyEngine()
    engine.parse(texts[:8])
    find("past", engine=engine).apply(texts[:8])  # load everything that is loaded only once

    whole_suite(texts)
    parsing, _ = timed(lambda: parse_docs(texts))
    reading, sentences = timed(lambda: read_anew(texts))
    usable = [s for s in sentences if not isinstance(s, str) and not s.declined]
    building, _ = timed(lambda: [build(s) for s in usable])
    readings = [p.statements[0] for p in engine.parse(texts) if p.statements]

    past = rules.by_name["past"]
    editing, edits = timed(lambda: [apply(past, r.mrs, engine.dialect) for r in readings])
    requests = [
        Request(variant.mrs, reading)
        for reading, edit in zip(readings, edits, strict=True)
        for variant in edit.variants
    ]
    realising, surfaces = timed(lambda: [s for r in requests for s in realised(r)])
    rereading, _ = timed(lambda: parse_docs(surfaces))

    print(f"{len(texts)} distinct sentences, {len(usable)} of them clauses, one process")
    rows = [
        ("spaCy", parsing, len(texts)),
        ("spaCy, captions completed", reading, len(texts)),
        ("tree to MRS", building, len(usable)),
        ("one rule (past)", editing, len(readings)),
        ("realising", realising, len(requests)),
        ("re-parsing (spaCy)", rereading, len(surfaces)),
    ]
    for name, seconds, count in rows:
        rate = count / seconds if seconds else float("inf")
        print(f"  {name:<30}{rate:>9,.0f}/s{seconds / parsing:>8.2f} times spaCy once")


if __name__ == "__main__":
    main()
