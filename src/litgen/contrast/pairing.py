"""Build contrast pairs: choose variants of both sentences, decide the label, write the line."""

import json
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Annotated, Any, NamedTuple

from pydantic import BeforeValidator, PlainSerializer

from litgen.acceptability import BELOW_THRESHOLD, Thresholds
from litgen.contrast.claims import SENTENCE
from litgen.contrast.decision import Decision
from litgen.contrast.notation import Contrast, Side
from litgen.contrast.original import ORIGINAL
from litgen.contrast.policy import LabelPolicy
from litgen.contrast.sentences import Key, key_of, screen
from litgen.contrast.style import in_one_style
from litgen.data import LABELS, Pair
from litgen.engines.limits import OF_LENGTH
from litgen.transformations.protocol import Outcome, Outcomes, Variant

#: The reason why a pair has no label: its texts also occur with another label.
DISPUTED = "two labels in the source"
#: The reason why a pair is not written: another member of its family is missing.
INCOMPLETE = "family incomplete"
#: The reason why a pair of a strict suite has no label: the label does not follow logically.
BY_CONVENTION = "by convention only"
#: The reason why a changed claim of several sentences has no label: the source claim is not
#: entailed.
ONE_OF_SEVERAL = "not known which sentence is not entailed"
#: Counts, each under a path such as ``("contrasts", "past;future", "labels", "neutral")``.
Tally = Counter[tuple[str, ...]]


def counts_to_json(counts: Mapping[tuple[str, ...], int]) -> list[list[str | int]]:
    """Convert counts to JSON values: for each count, a list of its path followed by the number."""
    return [[*path, number] for path, number in counts.items()]


def counts_from_json(values: list[list[str | int]]) -> Tally:
    """Invert ``counts_to_json``."""
    return Counter({tuple(map(str, path)): int(number) for *path, number in values})


#: Counts that pydantic serializes with ``counts_to_json``.
Counts = Annotated[
    Mapping[tuple[str, ...], int],
    PlainSerializer(counts_to_json),
    BeforeValidator(counts_from_json),
]
#: Outcomes by sentence or, for pairwise transformations, by (premise, hypothesis).
Made = Mapping[str | tuple[str, str], Outcomes]
#: Maps a family and an edit to the record and the couple of each contrast.
_Held = dict[tuple[tuple[Contrast, ...], str], dict[Contrast, tuple[dict[str, Any], "_Couple"]]]
_JSON = json.JSONEncoder(ensure_ascii=False, default=str)


class Line(NamedTuple):
    """A record as a line of the output file."""

    text: str
    #: a key if several source pairs may produce this record; only the copy with the lowest
    #: ``rank`` is written, so that the order of the input does not matter
    once: str | None = None
    rank: str = ""
    #: what the record adds to the counts if it is written and not counted yet
    counts: Counts = {}  # noqa: RUF012 - never changed


class _Couple(NamedTuple):
    """The two variants of a contrast pair and the decision about its label."""

    contrast: Contrast
    suite: str | None
    premise: Variant
    hypothesis: Variant
    decision: Decision

    @property
    def confidence(self) -> float:
        """The lower confidence of the two sides; 1 if neither was made by a grammar."""
        known = (self.premise.confidence, self.hypothesis.confidence)
        return min((each for each in known if each is not None), default=1.0)


@dataclass(kw_only=True, eq=False)
class Pairer:
    """Builds the contrast pairs of source pairs, in the order of the contrasts."""

    wanted: Mapping[Contrast, str | None] = field(kw_only=False)
    policy: LabelPolicy = field(kw_only=False)
    keep_unlabelled: bool = False
    keep_unchanged: bool = False
    #: the minimum confidence of both sides. The best contrast pair of a source pair is the one with
    #: the highest confidence among those that change both sides by a contrast in ``covered``;
    #: unless unlabelled pairs are kept, pairs with a label take precedence.
    thresholds: Thresholds = field(default_factory=Thresholds)
    covered: tuple[Contrast, ...] = ()  #: contrasts whose coverage is counted; if empty, all
    #: sets of contrasts; a sentence gets either all contrasts of a set or none
    families: tuple[tuple[Contrast, ...], ...] = ()
    by_logic: frozenset[Contrast] = frozenset()  #: contrasts whose labels must follow logically

    def __post_init__(self) -> None:
        self.covered = self.covered or tuple(self.wanted)
        self._families = {contrast: family for family in self.families for contrast in family}
        self._phenomena = {
            side.transformation for contrast in self.covered for side in contrast if side.steps
        }

    def lines(self, pair: Pair, made: Made, tally: Tally) -> Iterator[Line]:
        found = list(self._couples(pair, made, tally))
        two_sided = filter(self._counts, found)
        best = max(
            two_sided, key=lambda each: (self._is_written(each), each.confidence), default=None
        )
        kept: list[_Couple] = []
        held: _Held = {}
        for couple in found:
            contrast, _, premise, hypothesis, decision = couple
            name, written = str(contrast), self._is_written(couple)
            settled = written or (premise.is_settled and hypothesis.is_settled)
            threshold = self.thresholds.best if couple is best else self.thresholds.each
            if settled and couple.confidence < threshold:
                tally["contrasts", name, BELOW_THRESHOLD] += 1
                continue
            if decision.label is None:
                tally["contrasts", name, "unlabelled", decision.reason or "no reason"] += 1
            if settled:
                kept.append(couple)
            if written:
                record = _record(pair, couple, self.policy.proof(decision, premise, hypothesis))
                if contrast in self._families:
                    # Distinguishes the edit from other edits of the same sentence.
                    edits = (side.parameters.get("edit") for side in (premise, hypothesis))
                    key = self._families[contrast], next(filter(None, edits), "")
                    held.setdefault(key, {}).setdefault(contrast, (record, couple))
                else:
                    yield _line(record, couple, tally)
        for role, text in (("premise", pair.premise), ("hypothesis", pair.hypothesis)):
            if reason := _limit(made.get(text, {})):
                tally["limits", role, reason] += 1
        of_pair = {couple.contrast for couple in kept}
        for contrast in self.wanted:
            tally["contrasts", str(contrast), "pairs"] += contrast in of_pair
        yield from _whole_families(held, tally)
        each = all(
            self._has_variant(made.get(text, {})) for text in (pair.premise, pair.hypothesis)
        )
        tally["coverage", "pairs with a version of each sentence"] += each
        counted = [couple for couple in kept if self._counts(couple)]
        labelled = any(couple.decision.label is not None for couple in counted)
        tally["coverage", "two-sided pairs"] += bool(counted)
        tally["coverage", "two-sided pairs with a label"] += labelled

    def unread(self, pair: Pair, made: Made) -> set[Key]:
        """Return the keys of the variants of a pair that the network must score next, if any.

        Variants that may be written come first. If no written contrast changes both sides, variants
        of other contrasts whose coverage is counted follow. Variants of sentences without a settled
        rewriting come last.
        """
        texts = dict.fromkeys((pair.premise, pair.hypothesis))
        waiting = {
            key_of(text, name, variant): (text, name)
            for text in texts
            for name, outcome in made.get(text, {}).items()
            for variant in outcome.variants
            if not variant.is_settled
        }
        if not waiting:
            return set()
        found = [*self._couples(pair, made, Counter())]
        if some := waiting.keys() & _sides(pair, filter(self._is_written, found)):
            return some
        counted = [*filter(self._counts, found)]
        best = self.thresholds.best
        if not any(self._is_written(each) and each.confidence >= best for each in counted):
            if some := waiting.keys() & _sides(pair, counted):
                return some
        if not all(self._has_variant(made.get(text, {})) for text in texts):
            return set()
        without = {text for text in texts if not self._has_variant(made[text], settled=True)}
        return {
            key
            for key, (text, name) in waiting.items()
            if text in without and name in self._phenomena
        }

    def _couples(self, pair: Pair, made: Made, tally: Tally) -> Iterator[_Couple]:
        """Yield all couples of a pair, except those that leave it unchanged."""
        for contrast, suite in self.wanted.items():
            found = False
            for premise, hypothesis in couples(contrast, pair, made, self.thresholds.each):
                found = True
                same = (premise.text, hypothesis.text) == (pair.premise, pair.hypothesis)
                if same and not self.keep_unchanged:
                    tally["contrasts", str(contrast), "unchanged"] += 1
                    continue
                decision = self.decide(contrast, pair, premise, hypothesis)
                yield _Couple(contrast, suite, premise, hypothesis, decision)
            if contrast.pairwise is not None and not found:
                outcome = made[pair.premise, pair.hypothesis][contrast.pairwise]
                reason = outcome.declined or outcome.stage
                tally["contrasts", str(contrast), "declined", reason] += 1

    def _counts(self, couple: _Couple) -> bool:
        return couple.contrast.two_sided and couple.contrast in self.covered

    def _is_written(self, couple: _Couple) -> bool:
        return couple.decision.label is not None or self.keep_unlabelled

    def _has_variant(self, outcomes: Outcomes, settled: bool = False) -> bool:
        return any(
            variant.is_settled or not settled
            for name, each in outcomes.items()
            if name in self._phenomena
            for variant in each.variants
        )

    def decide(
        self, contrast: Contrast, pair: Pair, premise: Variant, hypothesis: Variant
    ) -> Decision:
        label = None if contrast.form == "new" else pair.label
        decision = self.policy.decide(
            contrast, label, premise, hypothesis, two_classes=pair.two_classes
        )
        if pair.disputed and label is not None:
            return Decision(None, reason=DISPUTED)
        if decision.basis == "default" and contrast in self.by_logic:
            return decision._replace(label=None, basis=None, reason=BY_CONVENTION)
        if SENTENCE in hypothesis.parameters and label not in (None, LABELS[0]):
            every = (self.policy.decide(contrast, each, premise, hypothesis) for each in LABELS)
            if any(each.label != of for each, of in zip(every, LABELS, strict=True)):
                return decision._replace(label=None, basis=None, reason=ONE_OF_SEVERAL)
        return decision


def _limit(outcomes: Outcomes) -> str | None:
    """Return the length limit that a text exceeds, if any."""
    unread = (each.declined for each in outcomes.values() if each.stage == "unparsed")
    return next((reason for reason in unread if reason in OF_LENGTH), None)


def _whole_families(held: _Held, tally: Tally) -> Iterator[Line]:
    """Yield the lines of complete families; count the contrasts in incomplete ones."""
    for (family, edit), members in held.items():
        for contrast in family if len(members) == len(family) else ():
            record, couple = members[contrast]
            record["family"] = ":".join((record["pair_id"], contrast.hypothesis.origin, edit))
            yield _line(record, couple, tally)
        if len(members) < len(family):
            for contrast in members:
                tally["contrasts", str(contrast), "unlabelled", INCOMPLETE] += 1


def _sides(pair: Pair, some: Iterable[_Couple]) -> set[Key]:
    """Return the keys of the variants of all rewritten sides."""
    return {
        key_of(pair.premise if side.origin == "premise" else pair.hypothesis, name, variant)
        for contrast, _, *variants, _ in some
        for side, variant in zip(contrast, variants, strict=True)
        if (name := side.transformation) is not None
    }


def couples(
    contrast: Contrast, pair: Pair, made: Made, min_confidence: float = 0.0
) -> Iterator[tuple[Variant, Variant]]:
    """Yield all pairs of variants whose shared parameters, such as the cleft role, are equal.

    If possible, their wordings have the same style and a confidence of at least
    ``min_confidence``.
    """
    if contrast.pairwise is not None:
        for both in made[pair.premise, pair.hypothesis][contrast.pairwise].variants:
            yield both, both._replace(candidates=(both.hypothesis or "",))
        return
    for premise, hypothesis in product(*(_variants(side, pair, made) for side in contrast)):
        ours, theirs = premise.parameters, hypothesis.parameters
        if all(theirs[key] == value for key, value in ours.items() if key in theirs):
            yield in_one_style(premise, hypothesis, min_confidence)


def _variants(side: Side, pair: Pair, made: Made) -> tuple[Variant, ...]:
    """Return the variants of one side of a pair, or the sentence itself if it is not rewritten."""
    text = pair.premise if side.origin == "premise" else pair.hypothesis
    outcomes = made.get(text, {})
    if side.transformation is None:
        if screen(text) == "parse.empty":
            return ()
        read = outcomes.get(ORIGINAL, Outcome()).variants
        return (Variant((text,), traits=read[0].traits if read else {}),)
    return outcomes.get(side.transformation, Outcome()).variants


def transformation_text(side: Side, variant: Variant) -> str:
    """Return a side's transformation with its parameters, such as ``cleft[role=ARG1]``."""
    name = "+".join(side.steps) or "original"
    inside = ",".join(f"{key}={value}" for key, value in sorted(variant.parameters.items()))
    return f"{name}[{inside}]" if inside else name


def _record(pair: Pair, couple: _Couple, proof: str | None) -> dict[str, Any]:
    contrast, suite, premise, hypothesis, decision = couple
    # The id can be used in a shell without quotes: snli-dev-0:past+cleft:future+cleft:ARG1
    parameters = sorted({**hypothesis.parameters, **premise.parameters}.items())
    parts = [pair.id, *str(contrast).split(";")]
    parts += [",".join(value for _, value in parameters)] if parameters else []
    caption = "caption" in (premise.form, hypothesis.form)
    return {
        "id": ":".join(parts),
        "pair_id": pair.id,
        "suite": suite,
        "contrast": str(contrast),
        "premise_transformation": transformation_text(contrast.premise, premise),
        "hypothesis_transformation": transformation_text(contrast.hypothesis, hypothesis),
        "premise": premise.text,
        "hypothesis": hypothesis.text,
        "label": decision.label,
        "label_basis": decision.basis,
        "label_proof": proof,
        "original_premise": pair.premise,
        "original_hypothesis": pair.hypothesis if pair.label else None,
        "original_label": None if contrast.form == "new" else pair.label,
        "premise_score": premise.score,
        "hypothesis_score": hypothesis.score,
        "premise_confidence": premise.confidence,
        "hypothesis_confidence": hypothesis.confidence,
        "premise_edits": [edit._asdict() for edit in premise.edits],
        "hypothesis_edits": [edit._asdict() for edit in hypothesis.edits],
        "premise_changed": premise.counts.get("changed"),
        "hypothesis_changed": hypothesis.counts.get("changed"),
        # The engine that made both sides, or both engines if they differ.
        "engine": ";".join(dict.fromkeys(filter(None, (premise.engine, hypothesis.engine))))
        or None,
        "source_form": "caption" if caption else "clause",
        "family": None,
        "source": {key: written(value) for key, value in pair.source.items()},
    }


def _line(record: Mapping[str, Any], couple: _Couple, tally: Tally) -> Line:
    """Count a contrast pair and return its output line.

    A pair made from a single sentence is written only once, even if several source pairs share the
    sentence; it is counted when the copy to write is known.
    """
    contrast, _, premise, hypothesis, _ = couple
    name, label = record["contrast"], record["label"]
    counts: dict[tuple[str, ...], int] = {("contrasts", name, "records"): 1}
    if label is not None:
        counts["contrasts", name, "labels", label] = 1
    for role, variant in (("premise", premise), ("hypothesis", hypothesis)):
        for what, number in variant.counts.items():
            counts["contrasts", name, role, what] = number
    text = encoded(record)
    if contrast.form != "new":
        tally.update(counts)
        return Line(text)
    steps = [side.transformation or "original" for side in contrast]
    once = "\0".join((*steps, premise.text, hypothesis.text))
    return Line(text, once, "\0".join((record["pair_id"], name, record["id"])), counts)


def encoded(record: Mapping[str, Any]) -> str:
    """Encode a record as a line; replace lone surrogates, which source columns may contain."""
    return _JSON.encode(record).encode("utf-8", "replace").decode() + "\n"


def written(value: Any) -> Any:
    """Convert a source value for JSON; NaN and infinities become None."""
    return None if isinstance(value, float) and not math.isfinite(value) else value
