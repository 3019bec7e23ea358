"""Putting pairs together: versions of both sentences, the label."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from litgen.contrast.conditions import SideFacts
from litgen.contrast.notation import Contrast, Side
from litgen.contrast.options import Wanted
from litgen.contrast.original import ORIGINAL
from litgen.contrast.policy import Decision, LabelPolicy
from litgen.contrast.records import Draft, line_of
from litgen.contrast.results import Line, Tally
from litgen.contrast.sentences import Rewriting, Rewritings, Version, screen
from litgen.data import Pair
from litgen.transformations.protocol import PairOutcome

#: Why a pair whose texts stand in the source with another label, too, has none.
DISPUTED = "two labels in the source"


class SentenceView(NamedTuple):
    """A sentence of a pair with all that was made of it."""

    text: str
    rewritings: Rewritings


class Views(NamedTuple):
    """Both sentences of a pair, and what transformations of pairs made of the two."""

    premise: SentenceView
    hypothesis: SentenceView
    joint: Mapping[str, PairOutcome] = {}


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

    def lines(self, pair: Pair, views: Views, tally: Tally) -> Iterator[Line]:
        """The records of one source pair, as they will be written.

        Args:
            pair: the source pair.
            views: its sentences with all that was made of them.
            tally: counts, added to.
        """
        two_sided = labelled = False
        for contrast, suite in self.wanted:
            name = str(contrast)
            made = 0
            for draft in self.drafts(pair, contrast, suite, views):
                made += 1
                if draft.decision.label is None:
                    reason = draft.decision.reason or "no reason"
                    tally["contrasts", name, "unlabelled", reason] += 1
                counts = contrast.two_sided and contrast in self.covered
                two_sided |= counts
                labelled |= counts and draft.decision.label is not None
                if draft.decision.label is not None or self.keep_unlabelled:
                    yield line_of(pair, draft, tally)
            if contrast.pairwise is not None and not made:
                outcome = views.joint[contrast.pairwise]
                tally["contrasts", name, "declined", outcome.declined or outcome.stage] += 1
            tally["contrasts", name, "pairs"] += bool(made)
        each = all(self._has_version(view) for view in (views.premise, views.hypothesis))
        tally["coverage", "pairs with a version of each sentence"] += each
        tally["coverage", "two-sided pairs"] += two_sided
        tally["coverage", "two-sided pairs with a label"] += labelled

    def _has_version(self, view: SentenceView) -> bool:
        return any(
            rewriting.versions
            for name, rewriting in view.rewritings.items()
            if name in self._phenomena
        )

    def drafts(
        self, pair: Pair, contrast: Contrast, suite: str | None, views: Views
    ) -> Iterator[Draft]:
        """All pairs of versions that go together, each with its label."""
        label = None if contrast.form == "new" else pair.label
        for premise, hypothesis in couples(contrast, views):
            decision = self.policy.decide(
                contrast, label, facts(contrast.premise, premise),
                facts(contrast.hypothesis, hypothesis),
            )  # fmt: skip
            if pair.disputed and label is not None:
                decision = Decision(None, reason=DISPUTED)
            yield Draft(contrast, suite, premise, hypothesis, decision)


def couples(contrast: Contrast, views: Views) -> Iterator[tuple[Version, Version]]:
    """All pairs of versions whose shared parameters are equal, such as one cleft role."""
    if contrast.pairwise is not None:
        for made in views.joint[contrast.pairwise].variants:
            parameters, engine = dict(made.parameters), made.engine
            yield (
                Version(made.premise, parameters=parameters, engine=engine),
                Version(made.hypothesis, parameters=parameters, engine=engine),
            )
        return
    theirs = versions_of(contrast.hypothesis, views)
    for premise in versions_of(contrast.premise, views):
        for hypothesis in theirs:
            if agree(premise.parameters, hypothesis.parameters):
                yield premise, hypothesis


def agree(ours: Mapping[str, str], theirs: Mapping[str, str]) -> bool:
    """Whether the parameters that both sides have are equal.

    Example:
        >>> agree({"role": "ARG1"}, {"role": "ARG2"}), agree({"role": "ARG1"}, {})
        (False, True)
    """
    return all(theirs[key] == value for key, value in ours.items() if key in theirs)


def facts(side: Side, version: Version) -> SideFacts:
    """What label guards may ask about one side."""
    return SideFacts(bool(side.steps), version.traits, version.parameters, version.text)


def versions_of(side: Side, views: Views) -> tuple[Version, ...]:
    """The versions of one side of a pair; the sentence itself where nothing is done to it."""
    view = views.premise if side.origin == "premise" else views.hypothesis
    if side.transformation is None:
        if screen(view.text) not in (None, "too long"):
            return ()
        read = view.rewritings.get(ORIGINAL)
        traits = read.versions[0].traits if read and read.versions else {}
        return (Version(view.text, traits=traits),)
    return view.rewritings.get(side.transformation, Rewriting("unparsed")).versions
