"""Train the quality model from the judged outputs of ``data/judged``, and measure it.

    python scripts/train_quality.py              # both regressions: minutes
    python scripts/train_quality.py --network    # the network first: a day on two cores
    python scripts/train_quality.py --check      # no training, only measurement

The script rewrites each source again: only the outputs that litgen still makes have evidence, and
the others are counted. The network is not trained on held-out lists; these show how well its log
odds predict errors. The script prints errors against kept outputs, and the calibration,
cross-validated over sources.
"""

from __future__ import annotations

import argparse
import json
import warnings
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
from judged import Row, beside_sources, read_all
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import StratifiedGroupKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from litgen.acceptability.model import RULE, WEIGHTS, Linear, Model, of_both
from litgen.acceptability.network import load_network
from litgen.engines import load_engine
from litgen.exceptions import LitgenError
from litgen.transformations import Settings, find
from litgen.transformations.grammar import GrammarTransformation

#: Inverse strengths of the penalties, and the number of occurrences from which a name has a weight.
EVIDENCE_C, COMBINED_C, SEEN = 0.0003, 1.0, 20
THRESHOLDS = (0.0, 0.8, 0.85, 0.9, 0.92, 0.94, 0.95, 0.96, 0.97, 0.98, 0.99)
KEPT = (1.0, 0.98, 0.95, 0.9, 0.85, 0.8, 0.7, 0.5)
BINS, FOLDS, REPEATS, BATCH = 10, 5, 3, 256


def evidence_of(rows: Iterable[Row]) -> dict[Row, dict[str, float]]:
    """The evidence for each distinct output that litgen still makes."""
    engine = load_engine("dependency")
    by_name: dict[str, list[Row]] = defaultdict(list)
    for row in dict.fromkeys(rows):
        by_name[row.transformation].append(row)
    found: dict[Row, dict[str, float]] = {}
    for name, own in sorted(by_name.items()):
        try:
            transformation = find(name, engine, settings=Settings(lenient=True))
        except LitgenError:
            continue  # an unchanged sentence, or a transformation that litgen does not have
        if not isinstance(transformation, GrammarTransformation):
            continue
        rules = {RULE + rule.name: 1.0 for rule in transformation.rules}
        sources = sorted({row.source for row in own})
        for start in range(0, len(sources), BATCH):
            part = sources[start : start + BATCH]
            made = dict(zip(part, transformation.evidence_of(part), strict=True))
            for row in own:
                of = {" ".join(s.split()): e for s, e in made.get(row.source, {}).items()}
                if (evidence := of.get(" ".join(row.output.split()))) is not None:
                    found[row] = {**evidence, **rules}
    return found


def matrix(evidence: Sequence[Mapping[str, float]], names: Sequence[str]) -> np.ndarray:
    return np.array([[each.get(name, 0.0) for name in names] for each in evidence])


def regression(strength: float):
    return make_pipeline(StandardScaler(), LogisticRegression(C=strength, max_iter=1000))


def linear(fitted, names: Sequence[str]) -> Linear:
    """A fitted regression in the form in which it is stored."""
    scaler, last = fitted
    weights = last.coef_[0] / scaler.scale_
    kept = [i for i, weight in enumerate(weights) if abs(weight) > 1e-4]
    return Linear(
        round(float(last.intercept_[0]), 4),
        {names[i]: round(float(weights[i]), 4) for i in kept},
        {names[i]: round(float(scaler.mean_[i]), 4) for i in kept},
    )


def curve(right: np.ndarray, p: np.ndarray) -> None:
    """Print the errors among the most confident outputs, and the calibration."""
    order = np.argsort(-p, kind="stable")
    print("  kept       of  wrong      %  confidence at least")
    for share in KEPT:
        part = order[: round(share * len(p))]
        wrong = int((~right[part]).sum())
        print(f"  {share:4.0%} {len(part):8,} {wrong:6,} {wrong / len(part):7.2%}  "
              f"{p[part[-1]]:.3f}")  # fmt: skip
    error = sum(
        abs(p[part].mean() - right[part].mean()) * len(part) / len(p)
        for part in np.array_split(order[::-1], BINS)
    )
    auc = roc_auc_score(right, p) if 0 < right.sum() < len(right) else float("nan")
    print(f"  calibration error {error:.4f}, AUC {auc:.3f}")


def by_threshold(rows: Sequence[Row], right: np.ndarray, p: np.ndarray) -> None:
    """Print how many outputs each threshold keeps, and how many of those are wrong.

    There is a row for each corpus and list.
    """
    print("  wrong of kept at: " + ", ".join(f"{t:g}" for t in THRESHOLDS))
    for corpus in sorted({row.corpus for row in rows}):
        at = np.array([row.corpus == corpus for row in rows])
        cells = (f"{(~right[at][p[at] >= t]).sum()}/{(p[at] >= t).sum()}" for t in THRESHOLDS)
        print(f"  {corpus}: " + ", ".join(cells))


def cross_validated(
    rows: Sequence[Row], x: np.ndarray, right: np.ndarray, strength: float
) -> np.ndarray:
    """Probabilities from models that saw no output of the same source.

    They are means over repetitions.
    """
    groups = np.array([row.source for row in rows])
    total = np.zeros(len(rows))
    for seed in range(REPEATS):
        folds = StratifiedGroupKFold(FOLDS, shuffle=True, random_state=seed)
        for train, test in folds.split(x, right, groups):
            fitted = regression(strength).fit(x[train], right[train])
            total[test] += fitted.predict_proba(x[test])[:, 1] / REPEATS
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--network", action="store_true", help="train the network first")
    parser.add_argument("--check", action="store_true", help="train nothing")
    parser.add_argument("-o", "--output", type=Path, default=WEIGHTS)
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    rows = beside_sources(read_all())
    trained_on = [row for row in rows if not row.held_out]
    if options.network:
        from train_network import train

        train(trained_on, options.output.with_name("network.safetensors"))
    known_sources = {row.source for row in trained_on if row.source != row.output}
    held = {row for row in rows if row.held_out and row.source not in known_sources}
    known = evidence_of(held if options.check else rows)
    seen = Counter(row.wrong for row in known)
    print(
        f"{len(rows):,} judged outputs; litgen still makes {len(known):,} of them, of which "
        f"{seen[True]:,} are wrong"
    )
    own = [i for i, row in enumerate(known) if row in held]
    rows, right = [*known], np.array([not row.wrong for row in known])
    if options.check:
        model = Model.from_json(json.loads(WEIGHTS.read_text(encoding="utf-8")))
        p = np.array([model.probability((), each) for each in known.values()])
    else:
        counted = Counter(name for each in known.values() for name in each)
        names = sorted(name for name, count in counted.items() if count >= SEEN)
        x = matrix([*known.values()], names)
        print("evidence alone, cross-validated over sources:")
        p = cross_validated(rows, x, right, EVIDENCE_C)
        curve(right, p)
        evidence = linear(regression(EVIDENCE_C).fit(x, right), names)
    rows, right, p = [rows[i] for i in own], right[own], p[own]
    log_odds = load_network().log_odds([(row.source, row.output) for row in rows])
    if options.check:
        found = np.array([model.combine(*each) for each in zip(p, log_odds, strict=True)])
    else:
        both = [of_both(float(sure), odds) for sure, odds in zip(p, log_odds, strict=True)]
        x = matrix(both, sorted(both[0]))
        found = cross_validated(rows, x, right, COMBINED_C)
        combined = linear(regression(COMBINED_C).fit(x, right), sorted(both[0]))
        text = json.dumps(Model(evidence, combined).as_json(), indent=1, sort_keys=True)
        options.output.write_text(text + "\n", encoding="utf-8")
    print("held out, by evidence and network:")
    curve(right, found)
    by_threshold(rows, right, found)


if __name__ == "__main__":
    main()
