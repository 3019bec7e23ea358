"""Putting pairs together: versions of both sentences, the label, the record."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from litgen.contrast.conditions import SideFacts
from litgen.contrast.notation import Contrast, Side
from litgen.contrast.options import Wanted
from litgen.contrast.original import ORIGINAL
from litgen.contrast.policy import Decision, LabelPolicy
from litgen.contrast.results import Line, Tally
from litgen.contrast.sentences import Rewriting, Rewritings, Version, screen
from litgen.data import Pair


class SentenceView(NamedTuple):
    """A sentence of a pair with all that was made of it."""

    text: str
    rewritings: Rewritings


class Draft(NamedTuple):
    """A contrast pair before it is written."""

    contrast: Contrast
    suite: str | None
    premise: Version
    hypothesis: Version
    decision: Decision


class Pairer:
    """Makes the contrast pairs of source pairs, in the order of the contrasts.

    Args:
        wanted: the contrasts with their suites.
        policy: decides the labels.
        keep_unlabelled: whether pairs without a label are kept.
        covered: contrasts whose coverage is counted; all when empty.
    """

    def __init__(
        self,
        wanted: Wanted,
        policy: LabelPolicy,
        *,
        keep_unlabelled: bool = False,
        covered: tuple[Contrast, ...] = (),
    ) -> None:
        self.wanted = wanted
        self.policy = policy
        self.keep_unlabelled = keep_unlabelled
        self.covered = covered or wanted.contrasts
        self._phenomena = {
            side.transformation for contrast in self.covered for side in contrast if side.steps
        }

    def lines(
        self, pair: Pair, sentences: Mapping[str, SentenceView], tally: Tally
    ) -> Iterator[Line]:
        """The records of one source pair, as they will be written.

        Args:
            pair: the source pair.
            sentences: views of its sentences under ``premise`` and ``hypothesis``.
            tally: counts, added to.
        """
        two_sided = labelled = False
        for contrast, suite in self.wanted:
            name = str(contrast)
            made = 0
            for draft in self._drafts(pair, contrast, suite, sentences):
                made += 1
                if draft.decision.label is None:
                    reason = draft.decision.reason or "no reason"
                    tally["contrasts", name, "unlabelled", reason] += 1
                counts = contrast.two_sided and contrast in self.covered
                two_sided |= counts
                labelled |= counts and draft.decision.label is not None
                if draft.decision.label is not None or self.keep_unlabelled:
                    yield _line(pair, draft, tally)
            tally["contrasts", name, "pairs"] += bool(made)
        each = all(self._has_version(view) for view in sentences.values())
        tally["coverage", "pairs with a version of each sentence"] += each
        tally["coverage", "two-sided pairs"] += two_sided
        tally["coverage", "two-sided pairs with a label"] += labelled

    def _has_version(self, view: SentenceView) -> bool:
        return any(
            rewriting.versions
            for name, rewriting in view.rewritings.items()
            if name in self._phenomena
        )

    def _drafts(
        self,
        pair: Pair,
        contrast: Contrast,
        suite: str | None,
        sentences: Mapping[str, SentenceView],
    ) -> Iterator[Draft]:
        """All pairs of versions whose shared parameters are equal, such as one cleft role."""
        label = None if contrast.form == "new" else pair.label
        theirs = versions_of(contrast.hypothesis, sentences)
        for premise in versions_of(contrast.premise, sentences):
            for hypothesis in theirs:
                if not agree(premise.parameters, hypothesis.parameters):
                    continue
                decision = self.policy.decide(
                    contrast, label, facts(contrast.premise, premise),
                    facts(contrast.hypothesis, hypothesis),
                )  # fmt: skip
                yield Draft(contrast, suite, premise, hypothesis, decision)


def agree(ours: Mapping[str, str], theirs: Mapping[str, str]) -> bool:
    """Whether the parameters that both sides have are equal.

    Example:
        >>> agree({"role": "ARG1"}, {"role": "ARG2"}), agree({"role": "ARG1"}, {})
        (False, True)
    """
    return all(theirs[key] == value for key, value in ours.items() if key in theirs)


def facts(side: Side, version: Version) -> SideFacts:
    """What label guards may ask about one side."""
    return SideFacts(bool(side.steps), version.traits, version.parameters)


def versions_of(side: Side, sentences: Mapping[str, SentenceView]) -> tuple[Version, ...]:
    """The versions of one side of a pair; the sentence itself where nothing is done to it."""
    view = sentences[side.origin]
    if side.transformation is None:
        if screen(view.text) is not None:
            return ()
        read = view.rewritings.get(ORIGINAL)
        traits = read.versions[0].traits if read and read.versions else {}
        return (Version(view.text, traits=traits),)
    return view.rewritings.get(side.transformation, Rewriting("unparsed")).versions


def _line(pair: Pair, draft: Draft, tally: Tally) -> Line:
    """The line of a contrast pair; pairs made of one sentence alone are written only once."""
    name, label = str(draft.contrast), draft.decision.label
    counts: list[tuple[str, ...]] = [("contrasts", name, "records")]
    if label is not None:
        counts.append(("contrasts", name, "labels", label))
    text = json.dumps(_record(pair, draft), ensure_ascii=False, default=str) + "\n"
    if draft.contrast.form == "new":
        once = "\0".join((name, draft.premise.text, draft.hypothesis.text))
        return Line(text, once, tuple(counts))
    tally.update(counts)
    return Line(text)


def transformation_text(side: Side, version: Version) -> str:
    """A side's transformation with its parameters.

    Example:
        >>> version = Version("It is a man who sleeps.", parameters={"role": "ARG1"})
        >>> transformation_text(Side("premise", ("cleft",)), version)
        'cleft[role=ARG1]'
    """
    name = "+".join(side.steps) or "original"
    inside = ",".join(f"{key}={value}" for key, value in sorted(version.parameters.items()))
    return f"{name}[{inside}]" if inside else name


def record_id(pair: Pair, draft: Draft) -> str:
    """An id made of the source pair's, the contrast and its parameters; needs no quotes in a shell.

    Example: ``snli-dev-0:past+cleft:future+cleft:ARG1``.
    """
    parameters = {**draft.hypothesis.parameters, **draft.premise.parameters}
    parts = [pair.id, *str(draft.contrast).split(";")]
    if parameters:
        parts.append(",".join(value for _, value in sorted(parameters.items())))
    return ":".join(parts)


def _record(pair: Pair, draft: Draft) -> dict[str, Any]:
    contrast, premise, hypothesis = draft.contrast, draft.premise, draft.hypothesis
    caption = "caption" in (premise.form, hypothesis.form)
    return {
        "id": record_id(pair, draft),
        "pair_id": pair.id,
        "suite": draft.suite,
        "contrast": str(contrast),
        "premise_transformation": transformation_text(contrast.premise, premise),
        "hypothesis_transformation": transformation_text(contrast.hypothesis, hypothesis),
        "premise": premise.text,
        "hypothesis": hypothesis.text,
        "label": draft.decision.label,
        "label_basis": draft.decision.basis,
        "original_premise": pair.premise,
        "original_hypothesis": pair.hypothesis,
        "original_label": None if contrast.form == "new" else pair.label,
        "premise_score": premise.score,
        "hypothesis_score": hypothesis.score,
        "engine": _engines(premise.engine, hypothesis.engine),
        "source_form": "caption" if caption else "clause",
        "source": {key: _written(value) for key, value in pair.source.items()},
    }


def _engines(premise: str | None, hypothesis: str | None) -> str | None:
    """The engine that made both sides, or the two of them where they differ.

    Example:
        >>> _engines("ace", None), _engines("ace", "dependency")
        ('ace', 'ace;dependency')
    """
    made = dict.fromkeys(engine for engine in (premise, hypothesis) if engine is not None)
    return ";".join(made) or None


def _written(value: Any) -> Any:
    """A value of the source as JSON can have it: no number for *not a number*."""
    return None if isinstance(value, float) and not math.isfinite(value) else value
