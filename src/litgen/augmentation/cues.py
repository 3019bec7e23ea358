"""Check whether cues in an augmented training set reveal labels.

A cue is a transformation of the premise, the hypothesis or both, or a word that contrast pairs have
in their premise or hypothesis but their originals do not have there. A cue reveals a label if the
label's share among pairs with the cue, at the lower end of its confidence interval, exceeds its
share among all pairs by more than ten percentage points.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from litgen.analysis.words import WordCounts, words_of
from litgen.augmentation.allocation import Cell
from litgen.augmentation.options import SIDES, cues_of
from litgen.contrast.notation import expand
from litgen.data import ALL_LABELS, LABELS
from litgen.reporting.wording import counted, listed, number, percent

#: Where a cue can occur.
PLACES = (*SIDES, "premise and hypothesis")
#: Minimum number of contrast pairs that add a word to a side for the word to count as a cue.
MIN_ADDED = 10


class CueCounts:
    """Counts of the rows that contain each cue, by place and label."""

    def __init__(self) -> None:
        self._transformations = {place: WordCounts() for place in PLACES}
        self._words = {side: WordCounts() for side in SIDES}
        self._added: dict[str, Counter[str]] = {side: Counter() for side in SIDES}

    def add(self, row: Mapping[str, Any], original_hypothesis: str) -> None:
        """Count a row of ``train.jsonl``; the original hypothesis is not in the row itself."""
        label = row["label"]
        before = {"premise": row["original_premise"], "hypothesis": original_hypothesis}
        cues = cues_of(*expand(row["contrast"])) if row["contrast"] else frozenset()
        steps = [{name for where, name in cues if where == side} for side in SIDES]
        for place, names in zip(PLACES, (*steps, steps[0] & steps[1]), strict=True):
            self._transformations[place].add(names, label, row["original_id"])
        for side in SIDES:
            words = set(words_of(row[side]))
            self._words[side].add(words, label, row["original_id"])
            self._added[side].update(words.difference(words_of(before[side])))

    def _cues(self) -> Iterator[tuple[str, str, WordCounts]]:
        for place in PLACES:
            yield place, "transformation", self._transformations[place]
        for side in SIDES:
            added = {word for word, n in self._added[side].items() if n >= MIN_ADDED}
            yield side, "word", self._words[side].only(added)

    def _telling(self) -> list[dict[str, Any]]:
        """Return the cues that reveal a label, with their figures, strongest first."""
        found = [
            {"place": place, "cue": each.word, "kind": kind, "label": each.label,
             "share": round(each.share.value, 4), "low": round(each.share.low, 4),
             "of": each.share.n, "base": round(each.base, 4)}
            for place, kind, counts in self._cues()
            for each in counts.artefacts()
            if each.gives_away
        ]  # fmt: skip
        return sorted(found, key=lambda each: (each["base"] - each["low"], each["cue"]))

    def as_json(self, classes: Sequence[str] = LABELS) -> dict[str, Any]:
        """Return the label counts of every cue by place, and the cues that reveal a label."""
        table: dict[str, Any] = {place: {} for place in PLACES}
        for place, kind, counts in self._cues():
            often = sorted(counts.words.items(), key=lambda each: (-each[1].total(), each[0]))
            table[place][f"{kind}s"] = {
                name: {label: labels[label] for label in classes} for name, labels in often
            }
        return {**table, "telling": self._telling()}


def lacking(available: Mapping[Cell, int], labels: Iterable[str]) -> dict[str, list[str]]:
    """Map each cue that cannot be balanced to the labels that no contrast pair with the cue has.

    Example:
        >>> lacking({Cell("may;may", "entailment"): 9, Cell("may;may", "neutral"): 9}, LABELS)
        {'may in the hypothesis': ['contradiction'], 'may in the premise': ['contradiction']}
    """
    found: dict[tuple[str, str], set[str]] = {}
    for cell, n in available.items():
        for cue in cues_of(*expand(cell.contrast)):
            found.setdefault(cue, set()).update([cell.label] if n else [])
    wanted = [label for label in ALL_LABELS if label in labels]
    missing = {cue: [label for label in wanted if label not in found[cue]] for cue in sorted(found)}
    return {f"{name} in the {side}": labels for (side, name), labels in missing.items() if labels}


def sentences(cues: Mapping[str, Any]) -> Iterator[str]:
    """Yield the results of the check (``CueCounts.as_json``) as sentences."""
    for place in PLACES:
        numbers = listed(
            [counted(len(cues), f"added {kind[:-1]}") for kind, cues in cues[place].items()]
        )
        telling = [
            f"{each['cue']} ({each['kind']}: {each['label']} in {percent(each['share'], 0)} % of "
            f"{counted(each['of'], 'pair')}, in {percent(each['base'], 0)} % of all)"
            for each in cues["telling"]
            if each["place"] == place
        ]
        some = f"{number(len(telling))} of them reveal" if telling[1:] else "one of them reveals"
        result = (
            f"{some} a label: {listed(telling, 5)}" if telling else "none of them reveals a label"
        )
        yield f"{numbers} in the {place}: {result}"
