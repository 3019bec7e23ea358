"""Draw random kept outputs of each phenomenon from a file of pairs, for people to judge.

    python studies/sample_outputs.py PAIRS -o FOLDER [-n 50] [--seed 1] [--engine ace] [NAME ...]

For each phenomenon, the script writes a file ``FOLDER/NAME.tsv`` with number, output and source. It
draws sentences in random order until enough of them have an output. As in a run, the quality model
chooses among the candidates and drops those below its threshold; with ``--rank none`` it does not.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections.abc import Sequence
from pathlib import Path

from litgen.acceptability import DEFAULT_THRESHOLD
from litgen.acceptability.network import load_network
from litgen.contrast.sentences import rewrite
from litgen.contrast.toolbox import Toolbox
from litgen.data import read_pairs
from litgen.engines import Engine, load_engine
from litgen.ranking import Ranker, load_ranker
from litgen.transformations import Settings, Transformation, Variant, find
from litgen.transformations.protocol import Surveying
from litgen.transformations.surveys import needs_survey, write_surveys

NAMES = (
    "past", "future", "may", "cleft", "passive", "past+cleft", "future+cleft", "past+passive",
    "future+passive", "negation", "question", "swap", "progressive", "perfect", "seem", "want",
)  # fmt: skip
BATCH = 128


def find_surveyed(
    name: str,
    sentences: Sequence[str],
    engine: Engine,
    settings: Settings,
    ranker: Ranker | None,
    folder: str,
) -> Transformation:
    """A transformation that has seen all sentences, including repetitions, if it needs to."""
    found = find(name, engine, settings=settings, ranker=ranker)
    if not needs_survey(name, settings) or not isinstance(found, Surveying):
        return found
    path = Path(folder) / "surveys.json"
    path.write_bytes(write_surveys({name: found.survey(sentences)}))
    return find(name, engine, settings=settings._replace(surveys=str(path)), ranker=ranker)


def draw(
    name: str, toolbox: Toolbox, sentences: Sequence[str], count: int, rng: random.Random
) -> list[tuple[str, Variant]]:
    """A random sample of (sentence, variant), with one variant per sentence."""
    found: list[tuple[str, Variant]] = []
    least = 0.0 if toolbox.network is None else DEFAULT_THRESHOLD
    for start in range(0, len(sentences), BATCH):
        batch = sentences[start : start + BATCH]
        made = rewrite(dict.fromkeys(batch, (name,)), toolbox, least)
        for sentence in batch:
            if variants := made[sentence][name].variants:
                found.append((sentence, rng.choice(variants)))
        if len(found) >= count:
            break
    return rng.sample(found, min(count, len(found)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pairs")
    parser.add_argument("names", nargs="*", default=NAMES)
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("-n", "--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rank", default="auto")
    parser.add_argument("--engine", default="dependency")
    arguments = parser.parse_args()
    pairs = list(read_pairs(arguments.pairs))
    every = [s for pair in pairs for s in (pair.premise, pair.hypothesis)]
    distinct = sorted(set(every))
    engine = load_engine(arguments.engine)
    ranker = None if arguments.rank in ("auto", "none") else load_ranker(arguments.rank)
    network = None if arguments.rank == "none" else load_network()
    arguments.output.mkdir(parents=True, exist_ok=True)
    for name in arguments.names:
        rng = random.Random(f"{arguments.seed} {name}")
        sentences = rng.sample(distinct, len(distinct))
        settings = Settings(seed=arguments.seed, lenient=network is not None)
        with tempfile.TemporaryDirectory() as folder:
            transformation = find_surveyed(name, every, engine, settings, ranker, folder)
            toolbox = Toolbox({name: transformation}, ranker, network=network)
            sample = draw(name, toolbox, sentences, arguments.count, rng)
        lines = [
            f"{number}\t{variant.text}\t{' '.join(sentence.split())}\n"
            for number, (sentence, variant) in enumerate(sample, 1)
        ]
        (arguments.output / f"{name}.tsv").write_text("".join(lines), encoding="utf-8")
        print(f"{name}: {len(sample)}", flush=True)


if __name__ == "__main__":
    main()
