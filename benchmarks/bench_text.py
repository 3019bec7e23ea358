"""Compare the time of stress tests and corruptions with the scripts that Naik et al. published.

    python benchmarks/bench_text.py PAIRS... [-n 10000] [--jobs 2] [--published FOLDER]

For each transformation, the script prints how long a whole run over the first n pairs takes
(reading, loading models in every worker, writing records): wall-clock seconds, and seconds of
processor time of all workers, which depend less on other work on the machine.

With --published, a folder with the files of github.com/AbhilashaRavichander/NLI_StressTest, it also
prints the ratio to the authors' scripts on the same pairs, in processor seconds of one process
each, with litgen in its paper mode. Two of these scripts were written for Python 2 and import files
that are not published. The benchmark fixes an import, a file mode or a print statement in them and
supplies modules that read and write JSON lines.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

from litgen.contrast.pipeline import build
from litgen.data import Pair, read_pairs
from litgen.options import Options

NAMES = (
    "numerical", "overlap", "negation-tautology", "length-mismatch", "tautology:green",
    "spelling:swap", "spelling:keyboard", "spelling:content", "spelling:function", "drop:NOUN",
    "keep:NOUN+VERB", "shuffle:2", "hypothesis-only", "swap-pair",
)  # fmt: skip
#: Modules that the published scripts import: unpublished ones, and a package that writes JSON
#: lines.
STUBS = {
    "data_preprocessing.py": "import json\n\ndef load_nli_data(path):\n"
    "    return [json.loads(line) for line in open(path, encoding='utf-8')]\n",
    "jsonlines.py": "import json\n\nclass open:\n    def __init__(self, path, mode):\n"
    "        self._file = __builtins__['open'](path, mode)\n"
    "    def __enter__(self):\n        return self\n"
    "    def __exit__(self, *_):\n        self.close()\n"
    "    def write_all(self, rows):\n"
    "        self._file.writelines(json.dumps(row) + '\\n' for row in rows)\n"
    "    def close(self):\n        self._file.close()\n",
}
#: The changes to the published scripts that make them run.
MENDED = {
    "make_distraction_adv_samples_jsonl.py": (
        ("import data_preprocessing", "import sys\nimport data_preprocessing"),
        ('open(sys.argv[2], "wb")', 'open(sys.argv[2], "w")'),
    ),
    # The script collects its results in key_swap but writes another list, which is empty.
    "make_grammar_adv_samples_jsonl.py": (
        ("print len(function_data)", "print(len(key_swap))"),
        ("write_all(function_data)", "write_all(key_swap)"),
    ),
    "quant_example_gen.py": (),
}


class Spent(NamedTuple):
    """Wall-clock seconds, and processor seconds of this process and of the children that ended."""

    clock: float
    processor: float


def timed(work: Callable[[], Any]) -> tuple[Spent, Any]:
    """The time that a piece of work took, and its result."""
    start, before = time.perf_counter(), os.times()
    result = work()
    return Spent(time.perf_counter() - start, sum(os.times()[:4]) - sum(before[:4])), result


def write_lines(path: Path, rows: Sequence[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def rows_of(pairs: Sequence[Pair]) -> list[dict[str, Any]]:
    """The pairs in MultiNLI's format, with the words in place of the parses."""
    return [
        {"pairID": f"{number}", "sentence1": pair.premise, "sentence2": pair.hypothesis,
         "gold_label": pair.label, "sentence2_binary_parse": pair.hypothesis,
         "sentence2_parse": pair.hypothesis}
        for number, pair in enumerate(pairs)
    ]  # fmt: skip


def run_of(source: Path, folder: Path, jobs: int, **options: Any) -> tuple[Spent, int]:
    """The time of a litgen run, and its records."""
    wanted = Options(rank="none", **options)
    spent, manifest = timed(lambda: build(source, folder, wanted, jobs=jobs, overwrite=True))
    return spent, manifest["records"]


def published_seconds(script: str, folder: Path, here: Path, arguments: Sequence[str]) -> float:
    """The seconds that a published script takes in its own folder."""
    text = (folder / script).read_text(encoding="utf-8")
    for before, after in MENDED[script]:
        if before not in text:
            raise SystemExit(
                f"{folder / script}: unknown version of the script: it lacks {before!r}"
            )
        text = text.replace(before, after)
    for name, content in {**STUBS, script: text}.items():
        (here / name).write_text(content, encoding="utf-8")
    environment = {**os.environ, "PYTHONWARNINGS": "ignore"}
    command = [sys.executable, script, *arguments]
    done, _ = timed(
        lambda: subprocess.run(
            command, cwd=here, env=environment, check=True, stdout=subprocess.DEVNULL
        )
    )
    return done.processor


def comparisons(
    pairs: Sequence[Pair], source: Path, folder: Path, work: Path
) -> Iterator[tuple[str, float, float]]:
    """Transformation, seconds of the published script, and seconds of litgen in paper mode."""
    script = "make_distraction_adv_samples_jsonl.py"
    theirs = published_seconds(script, folder, work, [str(source), "a.jsonl", " and true is true"])
    paper = {"mode": "paper", "jobs": 1}
    yield (
        "overlap",
        theirs,
        run_of(source, work / "a", contrast=("overlap",), **paper)[0].processor,
    )

    # If a sentence has no word that can be misspelt, the script loops forever.
    fit = [row for row in rows_of(pairs) if re.search(r"\b[a-z]{2,}\b", row["sentence2"].lower())]
    given = write_lines(work / "multinli_0.9_dev_matched.jsonl", fit)
    script = "make_grammar_adv_samples_jsonl.py"
    theirs = published_seconds(script, folder, work, ["--base_dir", "."])
    ours, _ = run_of(given, work / "b", contrast=("spelling:keyboard",), **paper)
    yield "spelling:keyboard", theirs, ours.processor

    texts = dict.fromkeys(chain.from_iterable((pair.premise, pair.hypothesis) for pair in pairs))
    numbers = [text for text in texts if any(word.isdecimal() for word in text.split())]
    with (work / "ner_premises.pkl").open("wb") as file:
        pickle.dump(numbers, file)
    theirs = published_seconds("quant_example_gen.py", folder, work, [])
    (work / "numbers.txt").write_text("".join(f"{' '.join(text.split())}\n" for text in numbers))
    ours, _ = run_of(
        work / "numbers.txt", work / "c", contrast=("numerical",), sentences=True, **paper
    )
    yield f"numerical, {len(numbers):,} sentences", theirs, ours.processor


def _row(spent: Spent) -> str:
    return f"{spent.clock:>8.1f} s{spent.processor:>8.1f} s of processor time"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pairs", nargs="+", type=Path)
    parser.add_argument("-n", "--count", type=int, default=10_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--names", nargs="*", default=NAMES)
    parser.add_argument("--published", type=Path)
    arguments = parser.parse_args()
    sources = (read_pairs(str(path)) for path in arguments.pairs)
    pairs = list(islice(chain.from_iterable(sources), arguments.count))
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        source = write_lines(work / "pairs.jsonl", rows_of(pairs))
        print(f"{len(pairs):,} pairs, {arguments.jobs} workers, whole runs")
        for name in arguments.names:
            spent, records = run_of(source, work / "out", arguments.jobs, contrast=(name,))
            print(f"  {name:<22}{_row(spent)}{records:>9,} records", flush=True)
        if arguments.published is not None:
            print("paper mode, one process: seconds of the published script, of litgen, and ratio")
            for name, theirs, ours in comparisons(pairs, source, arguments.published, work):
                print(f"  {name:<32}{theirs:>8.2f}{ours:>8.2f}{ours / theirs:>8.2f}", flush=True)


if __name__ == "__main__":
    main()
