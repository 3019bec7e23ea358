"""Train the confidence of outputs, or check it on outputs that it has not seen.

    scripts/train_confidence JUDGED ... --gold GOLD.jsonl ... --fresh FRESH ...
        --crossed CROSSED.jsonl
    scripts/train_confidence --check JUDGED ...                  # trains nothing
    scripts/train_confidence --stopped STOPPED ...     # doubts of further guards alone

GOLD holds ``{text, mrs}`` records, also with .gz: what the reading of a sentence is; without it the
first layer stays as it is. JUDGED are lists of ``data/judged`` (such as ``unseen``) or TSV files
(``scripts/judged.py`` names the columns). FRESH are such lists of sentences that nobody had seen
while rules were written: they train, too, and they alone say how sure the whole is. CROSSED has
what a judge says of each of them that was trained without its source (scripts/train_judge).
STOPPED are lists of outputs, with a column ``guard``, that were drawn by how sure the judge was: of
their guards the doubts are learned that make the whole as sure as readers found it.
Each source is transformed again: only outputs that are still made have evidence, the others are
counted. Prints the curve of wrong against kept and the calibration, of a training by
cross-validation over the sources.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import warnings
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from delphin.codecs import simplemrs
from judged import Row, beside_sources, read_rows
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import KFold, StratifiedGroupKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from litgen.acceptability import model as learned
from litgen.acceptability.model import READING, STEP, WEIGHTS, Linear, Model, of_both
from litgen.acceptability.network import load_judge
from litgen.engines.dependency import DependencyEngine
from litgen.engines.dependency.engine import UNCOVERED, UNREAD
from litgen.engines.protocol import Generation, Request
from litgen.exceptions import LitgenError
from litgen.mrs.frame import Source
from litgen.transformations import Settings, find
from litgen.transformations.grammar import GrammarTransformation

#: Inverse strengths of the penalty of the layers, and how often a name must be seen.
READING_C, OUTPUT_C, JUDGED_C, SEEN = 0.01, 0.0003, 1.0, 20
#: The sides of LIT's nine contrasts, and the thresholds that are tried on them and on the others.
NINE = frozenset(
    f"{tense}{what}" for tense in ("", "past+", "future+") for what in ("passive", "cleft")
) | {"past", "future", "may"}
THRESHOLDS = (0.0, 0.8, 0.85, 0.9, 0.92, 0.94, 0.95, 0.96, 0.97)
KEPT = (1.0, 0.98, 0.95, 0.9, 0.85, 0.8, 0.7, 0.5)
BINS, FOLDS, REPEATS, BATCH = 10, 5, 3, 256
#: How many outputs that a guard stops must have been judged for it to doubt and not to stop, and
#: what share of them may be wrong; how many more, as wrong as those of all guards, it is thought
#: to have.
JUDGED, MOSTLY, DRAWN = 12, 0.3, 10


class Recording(DependencyEngine):
    """The embedded engine, which writes down the evidence of what it generates."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: dict[str, Mapping[str, float]] = {}

    def generate(self, requests: Sequence[Request]) -> list[Generation]:
        """As the engine does."""
        found = super().generate(requests)
        self.seen |= {surface: each.evidence for each in found for surface in each.surfaces}
        return found


def evidence_of(rows: Iterable[Row]) -> dict[Row, dict[str, float]]:
    """The evidence of those outputs that are still made, each distinct one once."""
    engine = Recording()
    by_name: dict[str, list[Row]] = defaultdict(list)
    for row in dict.fromkeys(rows):
        by_name[row.transformation].append(row)
    found: dict[Row, dict[str, float]] = {}
    for name, own in sorted(by_name.items()):
        try:
            transformation = find(name, engine=engine, settings=Settings(doubtful=True))
        except LitgenError:
            continue  # an untouched sentence, or a name of before
        if not isinstance(transformation, GrammarTransformation):
            continue
        steps = {STEP + rule.name: 1.0 for rule in transformation.rules}
        sources = sorted({row.source for row in own})
        for start in range(0, len(sources), BATCH):
            engine.seen = {}
            part = sources[start : start + BATCH]
            made = dict(zip(part, transformation.apply(part), strict=True))
            for row in own:
                variants = made[row.source].variants if row.source in made else ()
                surfaces = {" ".join(s.split()): s for v in variants for s in v.candidates}
                surface = surfaces.get(" ".join(row.output.split()))
                if surface is not None:
                    found[row] = {**engine.seen[surface], **steps}
    return found


class Anchored(NamedTuple):
    """What of a reading is compared: where words begin in the text, not what they are called."""

    main: list[int]
    arguments: set[tuple[int, str, int]]
    voice: tuple[str, ...]
    coordination: set[tuple[int, ...]]
    attachment: dict[int, int]


def anchored(source: Source) -> Anchored:
    """The main verbs of a reading, their arguments, coordinations, what prepositions hang on."""

    def at(variable: str) -> int:
        ep = source.scope.by_event.get(variable)
        return -1 if ep is None else ep.cfrom

    clauses = source.skeleton.clauses
    return Anchored(
        sorted(at(clause.event) for clause in clauses),
        {
            (at(clause.event), role, at(variable))
            for clause in clauses
            for role, variable in clause.arguments.items()
            if variable[:1] == "x"
        },
        tuple(clause.voice for clause in clauses),
        {
            tuple(at(v) for r, v in sorted(ep.args.items()) if r in ("ARG1", "ARG2"))
            for ep in source.mrs.rels
            if ep.predicate.endswith("_c")
        },
        {
            ep.cfrom: at(ep.args.get("ARG1", ""))
            for ep in source.mrs.rels
            if ep.predicate.startswith("_") and ep.predicate.split("_")[2] == "p"
        },
    )


def agreement(gold: Anchored, own: Anchored) -> dict[str, bool]:
    """In which respects a reading is right; prepositions that only one has say nothing."""
    both = gold.attachment.keys() & own.attachment.keys()
    return {
        "main verbs": gold.main == own.main,
        "arguments": gold.arguments == own.arguments,
        "voice": gold.voice == own.voice,
        "coordination": gold.coordination == own.coordination,
        "attachment": all(gold.attachment[i] == own.attachment[i] for i in both),
    }


def read_gold(paths: Iterable[Path]) -> list[tuple[dict[str, float], dict[str, bool]]]:
    """Evidence of the sentences of a treebank, and in which respects their readings are right."""
    engine = DependencyEngine()
    records = []
    for path in paths:
        data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        records += [json.loads(line) for line in data.decode("utf-8").splitlines()]
    # Where the text has mark-up or white space of its own, the links do not fit our words.
    clean = (r for r in records if r["mrs"] and "⌊" not in r["text"])
    kept = [r for r in clean if " ".join(r["text"].split()) == r["text"]]
    found = []
    for start in range(0, len(kept), BATCH):
        part = kept[start : start + BATCH]
        parses = engine.parse([record["text"] for record in part])
        for record, parse in zip(part, parses, strict=True):
            for reading in parse.statements[:1]:
                if reading.text == record["text"]:
                    gold = anchored(Source(simplemrs.decode(record["mrs"])))
                    right = agreement(gold, anchored(reading.source))
                    found.append((sentence_evidence(reading.analysis), right))
    print(f"{len(records):,} gold sentences, {len(found):,} of them read as clauses")
    return found


def sentence_evidence(analysis: object) -> dict[str, float]:
    """What a sentence shows, without what an earlier model says of its reading."""
    from litgen.engines.dependency.evidence import of_sentence

    shown = of_sentence(analysis)  # type: ignore[arg-type]
    return {name: value for name, value in shown.items() if not name.startswith(READING)}


def matrix(evidence: Sequence[Mapping[str, float]], names: Sequence[str]) -> np.ndarray:
    return np.array([[each.get(name, 0.0) for name in names] for each in evidence])


def regression(strength: float):
    return make_pipeline(StandardScaler(), LogisticRegression(C=strength, max_iter=1000))


def linear(fitted, names: Sequence[str]) -> Linear:
    """A fitted regression as it is stored."""
    scaler, last = fitted
    weights = last.coef_[0] / scaler.scale_
    kept = [i for i, weight in enumerate(weights) if abs(weight) > 1e-4]
    return Linear(
        round(float(last.intercept_[0]), 4),
        {names[i]: round(float(weights[i]), 4) for i in kept},
        {names[i]: round(float(scaler.mean_[i]), 4) for i in kept},
    )


def train_readings(gold: Sequence[tuple[dict[str, float], dict[str, bool]]]) -> dict[str, Linear]:
    """The first layer."""
    seen = Counter(name for evidence, _ in gold for name in evidence)
    names = sorted(name for name, count in seen.items() if count >= SEEN)
    x = matrix([evidence for evidence, _ in gold], names)
    found = {}
    for what in gold[0][1]:
        y = np.array([right[what] for _, right in gold]).astype(int)
        folds = KFold(FOLDS, shuffle=True, random_state=1)
        p = cross_val_predict(regression(READING_C), x, y, cv=folds, method="predict_proba")[:, 1]
        half = y[np.argsort(-p)[: len(y) // 2]]
        print(f"  {what:<14}{y.mean():7.1%} right, the surer half {half.mean():.1%}, "
              f"AUC {roc_auc_score(y, p):.3f}")  # fmt: skip
        found[what] = linear(regression(READING_C).fit(x, y), names)
    return found


def names_of_output(evidence: Iterable[Mapping[str, float]]) -> list[str]:
    """The names that the second layer gives weights to."""
    seen = Counter(name for each in evidence for name in each)
    return sorted(name for name, count in seen.items() if count >= SEEN)


def curve(right: np.ndarray, p: np.ndarray) -> None:
    """Print how many are wrong of the surest, and how far the probabilities are off."""
    order = np.argsort(-p, kind="stable")
    print("  kept       of  wrong      %  confidence at least")
    for share in KEPT:
        part = order[: round(share * len(p))]
        wrong = int((~right[part]).sum())
        print(f"  {share:4.0%} {len(part):8,} {wrong:6,} {wrong / len(part):7.2%}  "
              f"{p[part[-1]]:.3f}")  # fmt: skip
    print("  calibration, bins of equal size: confidence, right, of")
    error = 0.0
    for part in np.array_split(order[::-1], BINS):
        error += abs(p[part].mean() - right[part].mean()) * len(part) / len(p)
        print(f"    {p[part].mean():.3f}  {right[part].mean():.3f}  {len(part):,}")
    auc = roc_auc_score(right, p) if 0 < right.sum() < len(right) else float("nan")
    print(f"  calibration error {error:.4f}, AUC {auc:.3f}")


def by_threshold(rows: Sequence[Row], right: np.ndarray, p: np.ndarray) -> None:
    """Print what thresholds leave of each corpus, of the nine and of the others."""
    print("  least  kept and wrong of: " + ", ".join(f"{t:g}" for t in THRESHOLDS))
    for corpus in sorted({row.corpus for row in rows}):
        for nine in (True, False):
            at = [r.corpus == corpus and (r.transformation in NINE) is nine for r in rows]
            own, sure = right[at], p[at]
            cells = (f"{(~own[sure >= t]).sum()} of {(sure >= t).sum()}" for t in THRESHOLDS)
            print(f"  {corpus} {'nine' if nine else 'others'}: " + ", ".join(cells))


def cross_validated(
    rows: Sequence[Row], x: np.ndarray, right: np.ndarray, strength: float
) -> np.ndarray:
    """Probabilities from models that saw no output of the same source, a mean of repeats."""
    groups = np.array([row.source for row in rows])
    total = np.zeros(len(rows))
    for seed in range(REPEATS):
        folds = StratifiedGroupKFold(FOLDS, shuffle=True, random_state=seed)
        for train, test in folds.split(x, right, groups):
            fitted = regression(strength).fit(x[train], right[train])
            total[test] += fitted.predict_proba(x[test])[:, 1] / REPEATS
    return total


def tell(rows: Sequence[Row], known: Mapping[Row, object]) -> None:
    """Print how many judged outputs are still made."""
    wrong, left = sum(row.wrong for row in rows), sum(row.wrong for row in known)
    print(f"{len(rows):,} judged outputs, {wrong:,} wrong; made today by a grammar, each once: "
          f"{len(known):,}, {left:,} wrong")  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("judged", nargs="*")
    parser.add_argument("--gold", type=Path, nargs="+", default=[])
    parser.add_argument(
        "--fresh", nargs="+", default=[],
        help="lists after which nothing was repaired, which say how many are wrong",
    )  # fmt: skip
    parser.add_argument("--crossed", type=Path, help="what judges say of FRESH")
    parser.add_argument("--check", action="store_true", help="train nothing")
    parser.add_argument("--stopped", nargs="+", default=[], help="learn doubts alone")
    parser.add_argument("-o", "--output", type=Path, default=WEIGHTS)
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    judged = [row for path in arguments.judged for row in read_rows(path)]
    fresh = [row for path in arguments.fresh for row in read_rows(path)]
    every = beside_sources([*judged, *fresh])
    rows, fresh = every[: len(judged)], every[len(judged) :]
    if arguments.check:
        check(rows)
        return
    model = Model.from_json(json.loads(WEIGHTS.read_text(encoding="utf-8")))
    if arguments.stopped:
        stopped = beside_sources([row for path in arguments.stopped for row in read_rows(path)])
        write(model._replace(doubts=further_doubts(model, stopped)), arguments.output)
        return
    if any(row.guard for row in every):
        model = model._replace(doubts=train_doubts(every))
    learned.shipped = lambda: model  # whom the engine asks whether a guard stops or doubts
    if arguments.gold:
        print("analyses against gold:")
        model = model._replace(readings=train_readings(read_gold(arguments.gold)))
    known = evidence_of(every)
    tell(every, known)
    evidence = [{**each, **model.read(each)} for each in known.values()]
    names = names_of_output(evidence)
    x, right = matrix(evidence, names), np.array([not row.wrong for row in known])
    print("cross-validated over sources:")
    p = cross_validated([*known], x, right, OUTPUT_C)
    curve(right, p)
    model = model._replace(output=linear(regression(OUTPUT_C).fit(x, right), names))
    if fresh:
        of_fresh = {*fresh}
        at = [i for i, row in enumerate(known) if row in of_fresh]
        own = [row for row in known if row in of_fresh]
        model = calibrated(model, own, p[at], right[at], read_crossed(arguments.crossed))
    write(model, arguments.output)


def write(model: Model, path: Path) -> None:
    text = json.dumps(model.as_json(), indent=1, sort_keys=True)
    path.write_text(text + "\n", encoding="utf-8")


def read_by_judge(
    model: Model, rows: Sequence[Row]
) -> tuple[list[Row], np.ndarray, Sequence[float]]:
    """Outputs that are still made, how sure a model is of each, and what the judge says of them."""
    known = evidence_of(rows)
    tell(rows, known)
    judge = load_judge()
    if judge is None:
        raise SystemExit("the packaged language model is not installed")
    odds = judge.log_odds([(row.source, row.output) for row in known])
    return [*known], probabilities(model, known), odds


def further_doubts(model: Model, rows: Sequence[Row]) -> dict[str, float]:
    """The doubts, with those of guards whose outputs were drawn by what the judge says: such that
    the last layer is right about them. One number a guard, drawn towards that of all of them."""
    names = {row.guard for row in rows} & soft_guards()
    learned.shipped = lambda: model._replace(doubts={**model.doubts, **dict.fromkeys(names, 0.0)})
    known, sure, odds = read_by_judge(model, rows)
    says = [model.judged.log_odds(of_both(float(p), o)) for p, o in zip(sure, odds, strict=True)]
    said, right = np.array(says), np.array([not row.wrong for row in known])
    usual = shift(said, right)
    weight = model.judged.weights[learned.GRAMMAR] * model.output.weights[learned.DOUBT]
    print(f"all: {usual:+.2f}, where the doubt weighs {weight:.3f}")
    found = dict(model.doubts)
    for guard in sorted(names):
        own = np.array([row.guard == guard for row in known])
        if own.any():
            by = shift(said[own], right[own], usual)
            found[guard] = round(min(by / weight, 0.0), 3)
            print(f"  {guard}: {(~right[own]).sum()} of {own.sum()} wrong, {by:+.2f}")
    return found


def soft_guards() -> set[str]:
    """What may doubt."""
    return {UNREAD, UNCOVERED}


def shift(said: np.ndarray, right: np.ndarray, towards: float | None = None) -> float:
    """What added to log odds makes them likeliest; drawn towards a number, normally distributed
    about it with a deviation of 1."""
    steps = np.arange(-6.0, 2.0, 0.01)
    signed = (said[:, None] + steps) * np.where(right, 1, -1)[:, None]
    likelihood = -np.logaddexp(0, -signed).sum(axis=0)
    if towards is not None:
        likelihood -= (steps - towards) ** 2 / 2
    return float(steps[likelihood.argmax()])


def train_doubts(rows: Iterable[Row]) -> dict[str, float]:
    """What guards speak against an output: log odds that what one stops is right, less those of
    what none stops; a guard of which little was read is drawn towards what all guards stop."""
    wrong, of = Counter[str](), Counter[str]()
    for row in dict.fromkeys(rows):
        of[row.guard] += 1
        wrong[row.guard] += row.wrong
    usual = wrong.pop("") / of.pop("")
    mean = wrong.total() / of.total()
    soft = soft_guards()
    found = {}
    for guard, count in sorted((g, n) for g, n in of.items() if g in soft):
        share = (wrong[guard] + DRAWN * mean) / (count + DRAWN)
        if count >= JUDGED and share <= MOSTLY:
            found[guard] = round(math.log(1 / share - 1) - math.log(1 / usual - 1), 3)
    print(f"{of.total():,} outputs of {len(of)} guards, {mean:.0%} wrong; {len(found)} but doubt")
    return found


def read_crossed(path: Path) -> dict[tuple[str, str], float]:
    """What judges say, by source and output."""
    records = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {(each["source"], each["output"]): each["log_odds"] for each in records}


def calibrated(
    model: Model, rows: Sequence[Row], p: np.ndarray, right: np.ndarray,
    crossed: Mapping[tuple[str, str], float],
) -> Model:  # fmt: skip
    """The second layer as sure as fresh readings find it (Platt 1999), two numbers that are fitted;
    and the third, on what the second and a judge say of outputs whose source they have not seen.

    Args:
        p: cross-validated probabilities of the second layer.
        crossed: what a judge says, by source and output.
    """
    x = np.log(p / (1 - p))[:, None]
    print("fresh, cross-validated over sources:")
    found = cross_validated(rows, x, right, JUDGED_C)
    curve(right, found)
    by_threshold(rows, right, found)
    scaler, last = regression(JUDGED_C).fit(x, right)
    slope = float(last.coef_[0, 0] / scaler.scale_[0])
    odds = float(last.intercept_[0]) + slope * (model.output.odds - float(scaler.mean_[0]))
    weights = {name: round(slope * weight, 4) for name, weight in model.output.weights.items()}
    print("fresh, with the judge, cross-validated over sources:")
    evidence = [
        of_both(float(sure), crossed[row.source, row.output])
        for row, sure in zip(rows, found, strict=True)
    ]
    names = sorted(evidence[0])
    x = matrix(evidence, names)
    found = cross_validated(rows, x, right, JUDGED_C)
    curve(right, found)
    by_threshold(rows, right, found)
    return model._replace(
        output=replace(model.output, odds=round(odds, 4), weights=weights),
        judged=linear(regression(JUDGED_C).fit(x, right), names),
    )


def probabilities(model: Model, known: Mapping[Row, Mapping[str, float]]) -> np.ndarray:
    """How sure a model is of outputs."""
    steps = [[n.removeprefix(STEP) for n in each if n.startswith(STEP)] for each in known.values()]
    found = (model.probability(s, e) for s, e in zip(steps, known.values(), strict=True))
    return np.array([*found])


def check(rows: Sequence[Row]) -> None:
    """Print curve and calibration of the shipped weights, without the judge and with it."""
    model = Model.from_json(json.loads(WEIGHTS.read_text(encoding="utf-8")))
    known, p, odds = read_by_judge(model, rows)
    right = np.array([not row.wrong for row in known])
    read = [model.with_judge(sure, each) for sure, each in zip(p, odds, strict=True)]
    for what, sure in (("without the judge", p), ("with it", np.array(read))):
        print(f"{what}:")
        curve(right, sure)
        by_threshold(known, right, sure)


if __name__ == "__main__":
    main()
