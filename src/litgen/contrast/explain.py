"""How one contrast pair and its label came about: the run is gone over again for one pair."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from litgen.contrast.folder import RECORDS, SURVEYS, read_manifest
from litgen.contrast.notation import Contrast, Origin, parse_contrast
from litgen.contrast.options import Options
from litgen.contrast.original import ORIGINAL
from litgen.contrast.pairing import DISPUTED, SentenceView, Views, couples, facts
from litgen.contrast.policy import Decision, Step, load_policy
from litgen.contrast.policy_file import Guard
from litgen.contrast.records import transformation_text
from litgen.contrast.sentences import Version, rewrite
from litgen.contrast.toolbox import Recipe, open_toolbox
from litgen.exceptions import LitgenError
from litgen.transformations.naming import split_steps
from litgen.transformations.protocol import Settings
from litgen.transformations.surveys import is_judged


class SideStory(NamedTuple):
    """One side: the source sentence, what was done, what came of it, facts about the source."""

    source: str
    transformation: str
    text: str
    traits: Mapping[str, Any]


class Explanation(NamedTuple):
    """One contrast pair.

    Attributes:
        record: as it stands in ``contrast.jsonl``.
        premise: how the premise came about.
        hypothesis: the same of the hypothesis.
        decision: the label with its rules and guards.
        guards: the guards that were asked, by name.
        same: whether the sentences came out the same when they were made again; None where the
            ranker chose them, as nothing is ranked here.
    """

    record: Mapping[str, Any]
    premise: SideStory
    hypothesis: SideStory
    decision: Decision
    guards: Mapping[str, Guard]
    same: bool | None

    def as_record(self) -> dict[str, Any]:
        """The explanation as JSON values."""
        return {
            "record": dict(self.record),
            "premise": self.premise._asdict(),
            "hypothesis": self.hypothesis._asdict(),
            "label": self.decision.label,
            "label_basis": self.decision.basis,
            "reason": self.decision.reason,
            "steps": [_step(step, self.guards) for step in self.decision.steps],
            "made_again_the_same": self.same,
        }


def explain(folder: Path, identity: str) -> Explanation:
    """Explain one contrast pair of a finished contrast set.

    Args:
        folder: of the contrast set.
        identity: the ``id`` of the contrast pair.

    Raises:
        LitgenError: there is no such contrast set, or no such pair in it.

    Example:
        >>> explain(Path("out"), "snli-dev-0:past:future").decision.label  # doctest: +SKIP
        'neutral'
    """
    manifest = read_manifest(folder)
    record = find_record(folder, identity)
    options = Options.from_json(manifest["signature"]["options"])
    contrast = parse_contrast(record["contrast"])
    surveys = folder / SURVEYS
    known = str(surveys.resolve()) if surveys.exists() else None
    settings = options.settings._replace(surveys=known)
    premise, hypothesis = _versions(record, contrast, options, settings)
    policy = load_policy(options.labels, options.rules_path)
    decision = policy.decide(
        contrast,
        record["original_label"],
        facts(contrast.premise, premise._replace(text=record["premise"])),
        facts(contrast.hypothesis, hypothesis._replace(text=record["hypothesis"])),
    )
    if record["label"] is None and decision.label is not None:
        # Only the whole source can say so: the rules know of one label.
        decision = decision._replace(label=None, basis=None, reason=DISPUTED)
    asked = {name for step in decision.steps for name in step.guards}
    return Explanation(
        record,
        _story(record, "premise", contrast, premise),
        _story(record, "hypothesis", contrast, hypothesis),
        decision,
        {name: policy.file.guards[name] for name in sorted(asked)},
        _same(record, premise, hypothesis),
    )


def find_record(folder: Path, identity: str) -> dict[str, Any]:
    """A record of a contrast set.

    Raises:
        LitgenError: there is none of this id.
    """
    near: list[str] = []
    with (folder / RECORDS).open(encoding="utf-8") as file:
        for line in file:
            record: dict[str, Any] = json.loads(line)
            if record["id"] == identity:
                return record
            if record["pair_id"] == identity:
                near.append(record["id"])
    hint = f"this pair has {', '.join(near)}" if near else f"ids stand in {folder / RECORDS}"
    raise LitgenError(f"no contrast pair {identity!r} in {folder}: {hint}")


def _versions(
    record: Mapping[str, Any], contrast: Contrast, options: Options, settings: Settings
) -> tuple[Version, Version]:
    """Make both sides again, without ranking; take the versions that the record has."""
    views = _views(record, contrast, Recipe((), options.engine, options.rules, settings), options)
    written = record["premise_transformation"], record["hypothesis_transformation"]
    for premise, hypothesis in couples(contrast, views):
        made = (
            transformation_text(contrast.premise, premise),
            transformation_text(contrast.hypothesis, hypothesis),
        )
        if made == written:
            return premise, hypothesis
    raise LitgenError(
        f"{record['id']}: cannot be made again here; the engine or the rules have changed since "
        "(manifest.json names the versions)"
    )


def _views(
    record: Mapping[str, Any], contrast: Contrast, recipe: Recipe, options: Options
) -> Views:
    """What the contrast needs of the source sentences, made again."""
    premise, hypothesis = record["original_premise"], record["original_hypothesis"] or ""
    name = contrast.pairwise
    if name is not None:
        toolbox = open_toolbox(recipe._replace(pairwise=(name,)))
        (outcome,) = toolbox.apply_pairs(name, [(premise, hypothesis)])
        return Views(SentenceView(premise, {}), SentenceView(hypothesis, {}), {name: outcome})
    sources = {"premise": premise, "hypothesis": hypothesis}
    needed: dict[str, set[str]] = {premise: set(), hypothesis: set()}
    roles: tuple[Origin, Origin] = ("premise", "hypothesis")
    for role, side in zip(roles, contrast, strict=True):
        if side.transformation is not None:
            needed[sources[side.origin]].add(side.transformation)
        elif load_policy(options.labels, options.rules_path).asks_about(contrast, role):
            needed[sources[side.origin]].add(ORIGINAL)
    names = tuple(sorted({name for each in needed.values() for name in each}))
    steps = [step for name in names for step in split_steps(name)]
    if options.rank != "none" and any(is_judged(step, recipe.settings) for step in steps):
        recipe = recipe._replace(ranker=options.rank, measure=options.score)
    toolbox = open_toolbox(recipe._replace(names=names))
    done = rewrite({text: tuple(sorted(each)) for text, each in needed.items()}, toolbox)
    return Views(SentenceView(premise, done[premise]), SentenceView(hypothesis, done[hypothesis]))


def _same(record: Mapping[str, Any], premise: Version, hypothesis: Version) -> bool | None:
    if record["premise_score"] is not None or record["hypothesis_score"] is not None:
        return None
    return (premise.text, hypothesis.text) == (record["premise"], record["hypothesis"])


def _story(record: Mapping[str, Any], role: str, contrast: Contrast, version: Version) -> SideStory:
    origin = (contrast.premise if role == "premise" else contrast.hypothesis).origin
    source = record[f"original_{role if origin == 'pair' else origin}"]
    return SideStory(
        source, record[f"{role}_transformation"], record[role],
        version.traits,
    )  # fmt: skip


def _step(step: Step, guards: Mapping[str, Guard]) -> dict[str, Any]:
    asked = [{"name": name, "because": guards[name].because} for name in step.guards]
    return {**step._asdict(), "guards": asked}
